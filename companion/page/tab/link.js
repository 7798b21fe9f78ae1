// The page's link to a table in this browser: a worker has the engine and the plays. The same three functions
// as over HTTP.

import {BUILD, VERSION} from "./build.js";
import {keepOffline, newer, useNewer} from "./newer.js";
import {$, button, h, icon} from "../guest/dom.js";
import {installView, noteFirstPlay, reminder} from "./face.js";
import {app, say, stored} from "../guest/state.js";
import {endEarly, showEarly} from "./early.js";

/* global WORDS */
let W = WORDS[document.documentElement.lang]; // old.js chose the language
const PATIENCE = 4000;
const SILENCE = 20000;
const LOADED = 0.6;
/** @type {Worker} */
let engine;
/** What waits for the engine: replies by number, streams by id.
 * @type {Map<number|string, (message: any) => void>} */
const waiting = new Map();
let last = 0;
/** @type {typeof import("./phones.js")|null} the guests' phones, once there are any */
let phones = null;
/** @type {any} what each of them may send */
let limits = null;
let ready = () => {};
const started = new Promise((go) => {
  ready = () => go(null);
});

/* Instead of the table: one sentence, and what to do now. */

/** @param {string} title @param {string} hint */
function trouble(title, hint, words = "", act = () => location.reload()) {
  app.words = {};
  app.early = null;
  endEarly();
  clearTimeout(silence);
  $("app").replaceChildren(
    h(
      "main",
      {class: "big", "data-k": "trouble"},
      h("h1", {tabindex: -1}, title),
      h("p", {class: "soft"}, hint),
      words && button(words, "cached", act, "first")
    )
  );
}

/* While the table comes: one event of the window for each change, for whatever shows it. */

let silence = 0;
let heard = false;
let lost = false;
let noted = ""; // where the plays are, if this browser keeps such notes
const first = [...$("app").childNodes];
/** @type {Coming} */
let coming = {done: 0, bytes: 0, total: 0, ready: false, words: "", again: tryAgain};

/** @param {Partial<Coming>} news */
function come(news) {
  coming = {...coming, ...news};
  window.dispatchEvent(new CustomEvent("coming", {detail: coming}));
}

function tryAgain() {
  lost = false;
  watch();
  if (heard) engine.postMessage({again: true});
  else start(0);
}

/** Nothing comes by itself any more. @param {string} words */
function stop(words) {
  clearTimeout(silence);
  come({words});
}

function watch(loading = true) {
  clearTimeout(silence);
  if (coming.words) come({words: ""});
  if (loading) silence = window.setTimeout(() => stop(W.silent), SILENCE);
}

/** The first page: a bar, and a button if nothing comes. @param {Coming} now */
function showComing({done, words, again}) {
  $("progress")?.setAttribute("value", String(done));
  $("notice")?.remove();
  if (!words) return;
  const act = button(W.again, "cached", again, "first");
  $("progress")?.after(h("div", {id: "notice", class: "stack", role: "alert"}, h("p", {}, words), act));
}

window.addEventListener("coming", (event) => showComing(/** @type {CustomEvent<Coming>} */ (event).detail));

/** @type {{[name in keyof EngineNews]: (news: any) => void}} */
const NEWS = {
  progress: (done) => {
    come({done});
    if (!lost) watch(done < LOADED); // another file may still come
  },
  loaded: ([bytes, total]) => come({bytes, total}),
  lost: ({file, wrong}) => {
    lost = true;
    stop(say(wrong ? W.wrong : W.lost, {file}));
  },
  ready: () => {
    come({ready: true});
    ready();
  },
  busy: (asked) => trouble(W.busy, asked ? W.stuck : W.busy_hint, W.use_here, () => start(PATIENCE)),
  taken: () =>
    trouble(W.taken, W.busy_hint, W.use_here, () => {
      stored("take", "yes");
      location.reload();
    }),
  denied: (why) => {
    console.info(why);
    trouble(W.denied, W.denied_hint, W.again);
  },
  full: () => trouble(W.full_start, W.full_hint, W.again),
  broken: (why) => {
    console.error(why);
    trouble(W.broken, W.broken_hint, W.again);
  },
  storage: (kind) => {
    stored("storage", kind);
    noted = stored("storage");
  },
  damaged: () => stored("damaged", "yes"),
  newer: () => trouble(W.newer, W.newer_hint, W.again),
  cleared: () => showOnce(W.cleared, W.cleared_hint),
};

/** The engine failed. If it has said nothing yet, its script didn't come, or this browser can't read it.
 * @param {string} words */
function failed(words) {
  if (heard) take({broken: words || "The worker can't start."});
  else if (words) trouble(W.old, W.old_hint);
  else take({lost: {file: "engine.js", wrong: false}});
}

/** @param {EngineNews} news */
function take(news) {
  for (const [name, tell] of Object.entries(NEWS)) {
    if (name in news) tell(news[/** @type {keyof EngineNews} */ (name)]);
  }
}

/** @param {number} patience milliseconds to wait for another tab to give up the plays */
function start(patience) {
  engine?.terminate();
  heard = lost = false;
  $("app").replaceChildren(...first);
  showEarly();
  watch();
  engine = new Worker(new URL("./engine.js", import.meta.url), {type: "module"});
  engine.onerror = (event) => failed(event.message);
  engine.onmessage = ({data}) => {
    heard = true;
    take(data);
    if (data.id) {
      waiting.get(data.id)?.(data.reply);
      waiting.delete(data.id);
    }
    for (const [id, line] of data.news || []) {
      if (id.includes("/")) phones?.news(id, line);
      else waiting.get(id)?.(JSON.parse(line));
    }
  };
  const known = stored("storage");
  const asked = new URLSearchParams(location.search).get("storage");
  const {languages} = navigator;
  const storage = known || asked || "";
  engine.postMessage({start: {languages, patience, storage, known: !!known}});
}

/** @param {object} message @returns {Promise<Reply>} */
async function ask(message) {
  await started;
  if (noted && !stored("storage")) {
    stored("storage", noted);
    engine.postMessage({cleared: true});
  }
  return new Promise((go) => {
    waiting.set(++last, go);
    engine.postMessage({id: last, message});
  });
}

/** Ask the browser once to keep the plays, when there is one. */
async function persist() {
  try {
    tab.kept = (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    tab.kept = false;
  }
}

/** The language that somebody chose here. @param {string} path @param {Action} body */
const wordsIn = (path, body) => (path === "/words" ? {...body, language: stored("language")} : body);
/** Why an answer was taken back. @returns {Record<string, string>} */
const unsaved = () => ({full: W.full, denied: W.unsaved_denied, broken: W.unsaved});

/** @param {string} path @param {Action} body @returns {Promise<Reply>} */
export async function request(path, body = {}, token = "") {
  /** @type {Reply} */
  const reply = {status: 200, ...(await ask({path, body: wordsIn(path, body), token}))};
  if (reply.unsaved) reply.why = unsaved()[reply.unsaved];
  if (path === "/words") {
    W = WORDS[reply.language.replace("_", "-")];
    // this page is the host from the start
    app.secret = app.role = stored("role", stored("secret", reply.secret));
    stored("tokens", JSON.stringify([reply.token]));
    limits = reply.limits;
    tab.kept = (await navigator.storage?.persisted?.().catch(() => false)) || false;
  }
  if (body.op === "new" && reply.ok) {
    noteFirstPlay();
    persist();
  }
  return reply;
}

/** A play that isn't over keeps its version. @param {State} [state] */
function noteState(state) {
  if (state) stored("playing", ["none", "over"].includes(state.table.state) ? "" : "yes");
}

/** On whatever page the table shows. @param {string} title @param {string} hint */
async function showOnce(title, hint) {
  const {sheet} = await import("../guest/act.js");
  $("sheet").addEventListener("close", app.render, {once: true});
  sheet(title, h("p", {}, hint));
}

function showDamage() {
  if (!stored("damaged")) return;
  stored("damaged", "");
  showOnce(W.damaged, W.damaged_hint);
}

let hasArrived = false;
/** Once the table is there. */
function arrive() {
  if (hasArrived) return;
  hasArrived = true;
  showDamage();
  openLinked();
  if (stored("phones")) withPhones();
}

/** @param {string} token @param {string} page @param {AbortSignal} signal
 * @param {(message: Message) => void} give @returns {Promise<Reply|null>} */
export function stream(token, page, signal, give) {
  const id = page + Math.random();
  const now = () => ({now: Date.now()});
  return new Promise((go, no) => {
    const beat = setInterval(() => give({...now(), beat: 1}), 4000);
    const end = () => {
      clearInterval(beat);
      waiting.delete(id);
      ask({unfollow: id});
    };
    waiting.set(id, (message) => {
      noteState(message.state);
      give({...now(), ...message});
      if (message.state) arrive();
      if (message.gone) {
        end();
        go(null);
      }
    });
    signal.addEventListener("abort", () => {
      end();
      no(signal.reason);
    });
    give({...now(), beat: 1});
    ask({follow: id, token});
  });
}

function addGame() {
  const field = h("input", {type: "file", accept: ".tableside,.zip,application/zip"});
  field.onchange = () => addPack(/** @type {FileList} */ (field.files)[0]);
  field.click();
}

/** Add a game from a pack: first what was checked, then the trial. @param {Blob} pack */
async function addPack(pack) {
  const {sheet, closeSheet, toast} = await import("../guest/act.js");
  const url = await new Promise((go) => {
    const read = new FileReader();
    read.onload = () => go(read.result);
    read.readAsDataURL(pack);
  });
  const body = {data: String(url).split(",")[1] || ""};
  const asked = await request("/pack", {...body, sure: false});
  const add = async (/** @type {any} */ tap) => {
    tap.currentTarget.disabled = true; // the trial takes a while
    const reply = await request("/pack", {...body, sure: true});
    closeSheet();
    toast(reply.why || reply.told);
  };
  if (!asked.title) toast(asked.why);
  else
    sheet(
      asked.title,
      asked.told.map((/** @type {string} */ one) => h("p", {}, one)),
      button(W.try_it, "check-bold", add, "first")
    );
}

/** Hand a file to the share sheet; false if this browser has none for such files. Some take only the name of
 * a text. @param {string} name @param {Blob} blob */
async function share(name, blob) {
  for (const one of [name, name.replace(/json$/, "txt")]) {
    const files = [new File([blob], one, {type: one === name ? blob.type : "text/plain"})];
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({files}))
      return navigator.share({files}).then(
        () => true,
        (no) => no.name === "AbortError"
      );
  }
  return false;
}

/** The part of the page that talks to guests' phones. */
async function withPhones() {
  if (!phones) {
    phones = await import("./phones.js");
    await phones.open({ask, limits, full: W.full});
  }
  return phones;
}

const invite = async () => (await import("./invite.js")).invite(await withPhones());
const scanBox = async () => (await import("./invite.js")).scanBox();

/** A box in the page's address, which a camera has read, or a pack beside the page. */
async function openLinked() {
  const linked = new URLSearchParams(location.hash.slice(1));
  const [code, pack] = [linked.get("box"), linked.get("pack")];
  if (code || pack) history.replaceState(null, "", "#");
  if (code) (await import("./invite.js")).openBox(code);
  if (pack) addPack(await fetched(pack));
}

/** A file of the page's own server; empty if it isn't there. @param {string} address */
async function fetched(address) {
  try {
    const url = new URL(address, location.href);
    const isOwn = url.origin === location.origin; // not so one that holds its own data
    const reply = isOwn && (await fetch(url, {mode: "same-origin"})); // nor does it lead elsewhere
    if (reply && reply.ok) return await reply.blob();
  } catch (error) {
    console.info("no pack", error);
  }
  return new Blob();
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#join="))
    location.reload(); // a guest of another table
  else openLinked();
});

/** What the page shows only if the table is here. @type {Tab} */
export const tab = {
  kept: false,
  newer: false,
  offline: false,
  share,
  page: () => (location.protocol === "https:" ? location.origin + location.pathname : ""),
  menu: () => button(app.words.invite, "cellphone-check", invite),
  scan: () => button(app.words.scan_box, "eye-outline", scanBox),
  add: () =>
    h("button", {type: "button", class: "cover add", onclick: addGame}, icon("plus"), h("b", {}, W.add_game)),
  foot: () => [
    installView(W),
    reminder(W),
    !tab.kept && h("p", {class: "soft small"}, W.may_clear),
    tab.newer && button(W.update, "cached", useNewer),
    h(
      "p",
      {class: "soft small"},
      tab.offline && W.offline + " ",
      say(W.version, {version: VERSION + " · " + BUILD})
    ),
  ],
};

/* Offline, and a newer version between plays. */

async function look() {
  const tell = async () => {
    tab.newer = await newer();
    app.render();
  };
  try {
    navigator.serviceWorker.oncontrollerchange = tell; // a newer version is complete
    await keepOffline();
    tab.offline = true;
  } catch {
    /* online only */
  }
  await tell();
}

async function begin() {
  if (window.unfit) return; // old.js says why
  $("lost").hidden = true;
  $("app").hidden = false;
  $("first").textContent = W.starts;
  if (!stored("playing") && (await useNewer())) return;
  start(stored("take") ? PATIENCE : 0);
  stored("take", "");
  await started;
  endEarly();
  look();
}

begin();
