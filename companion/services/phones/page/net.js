"use strict";
// One stream down, answers up. The page holds one newest state, never a queue.

let W = {}, S = null, offset = 0, link = "looking", where = "", waiting = 0, pressed = "";
let token_ = stored("token"), secret = new URLSearchParams(location.hash.slice(1)).get("s") || stored("secret");
let stream = null, heard = 0, pause = 400, gone = null, tries = 0;

/* What this browser has stored under a name; with a value, stores that ("" forgets it). */
function stored(name, value) {
  try {
    if (value === undefined) return localStorage.getItem("tableside." + name) || "";
    if (value) localStorage.setItem("tableside." + name, value);
    else localStorage.removeItem("tableside." + name);
  } catch (_) { /* a private window keeps nothing */ }
  return value || "";
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/* One request. Throws where nobody answers; what the host answers comes back with its status. */
async function post(path, body, seconds = 6) {
  const cut = new AbortController(), late = setTimeout(() => cut.abort(), seconds * 1000);
  try {
    const reply = await fetch(path, {method: "POST", signal: cut.signal, cache: "no-store", credentials: "omit",
      headers: {"Content-Type": "application/json", ...(token_ ? {"X-Tableside": token_} : {})}, body: JSON.stringify(body)});
    const said = await reply.json().catch(() => ({}));
    return {...said, status: reply.status};
  } finally { clearTimeout(late); }
}

/* An answer has an id, so that it may be sent until it arrives and still counts once. */
async function send(body) {
  const what = {id: fresh(), epoch: pressed || (S && S.epoch) || "", ...body};
  for (;;) {
    try {
      const reply = await post("/do", what);
      if (reply.status === 429) { await sleep(1000); continue; }
      if (reply.status === 401) { turnedAway(reply); return reply; }
      if (reply.asleep || reply.status === 503) {
        if (!await offerAgain(reply.asleep || reply.why || W.asleep)) return {stale: ""};
        continue;
      }
      return reply;
    } catch (_) {
      waiting++; link = "looking"; wake(); render();
      while (link !== "here") await sleep(120);
      waiting--; render();
    }
  }
}

let streamAgain = null, atOnce = false;
const pageId = fresh();
/* Drop a connection that may be dead without anybody having noticed, and open another one now. */
function wake() {
  atOnce = true;
  if (stream) stream.abort();
  if (streamAgain) { streamAgain(); streamAgain = null; }
}

/* A closed table may open again, with the same seats: the page goes on looking for it. */
const left = () => gone && (gone.gone === "freed" || gone.gone === "replaced");

let listening = false;
/* One stream at a time: whoever asks for another one while there is one only wakes it. */
async function listen() {
  if (listening) return wake();
  listening = true;
  try { await follow(); } finally { listening = false; }
}

async function follow() {
  while (token_ && !left()) {
    atOnce = false;
    const cut = stream = new AbortController();
    let watchdog = setTimeout(() => cut.abort(), 2500);
    try {
      const reply = await fetch("/events", {headers: {"X-Tableside": token_, "X-Tableside-Page": pageId}, signal: cut.signal, cache: "no-store", credentials: "omit"});
      if (reply.status === 401) { turnedAway(await reply.json().catch(() => ({}))); break; }
      if (!reply.ok) throw new Error("busy");
      const reader = reply.body.getReader(), text = new TextDecoder();
      for (let rest = "";;) {
        const {done, value} = await reader.read();
        if (done) break;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => cut.abort(), 12000);
        heard = Date.now(); pause = 400;
        const lines = (rest + text.decode(value, {stream: true})).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line.trim()) take(JSON.parse(line));
      }
    } catch (_) { /* cut, unreachable or in the middle of a start: the loop tries again */ }
    clearTimeout(watchdog);
    if (left() || !token_) break;
    if (link !== "looking") { link = "looking"; setTimeout(render, 700); }
    if (atOnce) continue;
    await Promise.race([sleep(pause), new Promise((go) => { streamAgain = go; })]);
    pause = Math.min(pause * 1.4, 1500);
  }
}

function take(message) {
  if (message.now) offset = Date.now() - message.now;
  if (message.gone) {
    gone = message;
    if (message.gone === "freed") token_ = stored("token", "");
    link = "looking";
    return render();
  }
  gone = null;
  const back = link !== "here";
  link = "here";
  if (message.state) newState(message.state); else if (back) render();
}

function turnedAway(reply) {
  token_ = stored("token", ""); S = null;
  toast(reply.why || "");
  gone = null; start();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  stayAwake();
  if (token_ && !left() && Date.now() - heard > 1500) wake();
});
addEventListener("online", () => { if (token_ && !left()) wake(); });
addEventListener("pageshow", (event) => { if (event.persisted && token_ && !left()) wake(); });
addEventListener("offline", () => { link = "looking"; render(); });

let lock = null, awake = false;
async function stayAwake() {
  try {
    lock = await navigator.wakeLock.request("screen");
    awake = true;
    lock.onrelease = () => { awake = false; };
  } catch (_) { awake = false; }
}

/* The picture of the stage, fetched once a change. */
let picture = {v: "", url: ""}, fetching = "";
async function fetchStage() {
  const stage = S && S.table.stage, v = stage ? stage.v : "";
  if (v === picture.v || v === fetching) return;
  fetching = v;
  let url = "";
  try {
    if (stage) {
      const reply = await fetch("/stage?v=" + encodeURIComponent(v), {headers: {"X-Tableside": token_}, credentials: "omit"});
      url = reply.ok ? URL.createObjectURL(await reply.blob()) : null;
    }
  } catch (_) { url = null; }
  if (fetching !== v) return;
  if (url === null) { fetching = ""; setTimeout(fetchStage, 1500); return; } // the last one stays meanwhile
  if (picture.url) { const old = picture.url; setTimeout(() => URL.revokeObjectURL(old), 2000); }
  picture = {v, url}; fetching = "";
  render();
}
