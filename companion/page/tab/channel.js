// A guest's link to a table on another phone: a WebRTC channel, opened by two codes. The same three functions
// as over HTTP.

import {BUILD} from "./build.js";
import {pack, qrRows, tagOf, unpack} from "./code.js";
import {Line} from "./line.js";
import {keepOffline, useNewer} from "./newer.js";
import {certificate, credentials, dial, isNear, recall, remember} from "./peer.js";
import {$, button, h, qrCode} from "../guest/dom.js";
import {NAME} from "../guest/place.js";
import {app, say, sleep, stored} from "../guest/state.js";

/* global WORDS */
const W = WORDS[document.documentElement.lang]; // old.js chose the language
app.forms = W.forms;
const SILENT = 9000;
const FAR = 20000;
const AGAIN = 12000;
const SLOW = 30000;
const HASH = "#guest";

/** The table is on another phone. @type {Tab|null} */
export const tab = null;

/** @typedef {{take: (message: Message) => void, cut: (error: Error) => void}} Follower */
/** What is stored of the host's phone. @typedef {{name: string, print: string, spares: any[]}} Known */

/** @type {Line|null} */
let line = null;
let last = 0;
let lostAt = 0;
let farTimer = 0;
/** @type {Map<number, {go: (reply: Reply) => void, no: (error: Error) => void}>} */
const replies = new Map();
/** @type {Map<string, Follower>} */
const followers = new Map();
/** @type {Known} */
let host = {name: "", print: "", spares: []};

$("loading").hidden = true; // a guest's phone loads no rules

/* Views until the table's words have come, and whenever this phone must be paired again */

/** @param {Kid[]} parts */
function view(...parts) {
  app.words = {}; // the page draws nothing until the table's words come
  $("lost").hidden = true;
  $("app").hidden = false;
  $("app").replaceChildren(h("main", {class: "big pairing", "data-k": "pairing"}, parts));
}

/** @param {string} title @param {string} hint @param {Kid[]} more */
const message = (title, hint, ...more) =>
  view(h("h1", {tabindex: -1}, title), h("p", {class: "soft"}, hint), more);

/** @param {string} words of the host, if the name isn't known @param {string} named */
const ofHost = (words, named) => (host.name ? say(named, {name: host.name}) : words);

/** @param {string} code */
async function showCode(code) {
  const send = () => sendCode(code);
  view(
    h("h1", {tabindex: -1}, ofHost(W.pair_host, W.pair)),
    h("p", {class: "soft"}, W.pair_hint),
    qrCode({rows: await qrRows(code)}, ofHost(W.pair_host, W.pair)),
    h("p", {class: "soft small"}, W.pair_safe),
    button(W.send_code, "tray-arrow-up", send),
    h("p", {id: "slow", class: "soft small", role: "status"}),
    h("p", {id: "sent", class: "soft small", role: "status"})
  );
  setTimeout(() => $("slow")?.append(W.pair_slow), SLOW);
}

/** @param {string} code */
async function sendCode(code) {
  const told = (/** @type {string} */ words) => {
    $("sent").textContent = words;
  };
  try {
    if (navigator.share) await navigator.share({text: code});
    else await navigator.clipboard.writeText(code);
    if (!navigator.share) told(W.code_copied);
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") told(code);
  }
}

/* The line */

/** @param {Error} error */
function cutAll(error) {
  const cut = [...replies.values()].map(({no}) => no);
  const ended = [...followers.values()].map((one) => one.cut);
  replies.clear();
  followers.clear();
  [...cut, ...ended].forEach((no) => no(error));
}

/** @type {import("./line.js").Listener} */
const LISTENER = {
  take: (text) => {
    const said = JSON.parse(text);
    for (const [name, hear] of Object.entries(HEARD)) if (name in said) hear(said);
  },
  opened: () => {
    lostAt = 0;
    clearTimeout(farTimer);
    cutAll(new Error("another channel"));
    line?.send({hello: BUILD});
  },
  lost: () => {
    lostAt = Date.now();
    cutAll(new Error("lost"));
    line?.reach();
  },
  keep: ({spares}) => keep({...host, spares}),
};

/** What the host's phone says. @type {Record<string, (said: any) => void>} */
const HEARD = {
  id: ({id, reply}) => {
    replies.get(id)?.go(reply);
    replies.delete(id);
  },
  news: ({news, now, message: told}) => followers.get(news)?.take({now, ...told}),
  beat: ({beat}) => followers.forEach(({take}) => take({now: beat, beat: 1})),
  again: () => cutAll(new Error("again")),
  spares: ({spares}) => line?.learn(spares),
  hello: ({hello}) => hello !== BUILD && otherVersion(),
  bye: () => {
    forget();
    message(W.removed, W.removed_hint);
  },
};

/** @param {Known} known */
function keep(known) {
  host = known;
  remember("host", known);
}

function forget() {
  line?.end();
  line = null;
  remember("host", null);
  stored("tokens", "");
  cutAll(new Error("removed"));
  app.sessions.forEach((one) => {
    one.token = "";
  });
}

/** The host has another build: load the newest once, if this phone can come back by itself afterwards. Then
 * go on with what there is. */
async function otherVersion() {
  const isPlaying = !!localStorage.getItem(NAME + ".playing"); // an own play keeps its version
  for (let n = 0; n < 10 && !line?.spares.length; n++) await sleep(1000);
  if (line?.spares.length && stored("updated") !== BUILD && !isPlaying) {
    stored("updated", BUILD);
    if (await useNewer()) return;
    if (!navigator.serviceWorker?.controller) {
      location.reload(); // the server has the newest
      return;
    }
  }
  const {toast} = await import("../guest/act.js");
  toast(W.other_version);
}

/* Joining by two codes */

/** @param {string} code */
async function join(code) {
  let offer;
  try {
    offer = unpack("offer", code);
  } catch (/** @type {any} */ error) {
    if (error.name === "version") message(W.other_version, W.other_version_hint);
    else message(W.bad_code, W.bad_code_hint);
    return;
  }
  host = {name: offer.name || "", print: offer.print, spares: []};
  message(W.preparing, "");
  const kept = await certificate();
  const mine = new Line(kept, offer.print, LISTENER);
  line = mine;
  let own = credentials();
  for (let isShown = false; !mine.isOpen && line === mine;) {
    const {pc, open, parts} = await dial(kept, offer, own);
    const isFound = parts.at.some(({host: at}) => !at.endsWith(".local")); // by who knows this phone's code
    if (!isShown) await showCode(pack("answer", {...parts, to: tagOf(offer.ufrag)}));
    isShown = true;
    own = parts; // the code on the screen stays true
    const channel = await mine.answered(open, () => isFound || isNear(pc), AGAIN).catch(() => null);
    if (channel) mine.use({pc, channel});
    else pc.close();
  }
  keep({...host, spares: []});
  history.replaceState(null, "", HASH);
}

/** Back after a reload: the host's phone may still wait for this one. */
async function comeBack() {
  const known = await recall("host");
  if (!known) {
    message(W.no_host, W.bad_code_hint);
    return;
  }
  host = known;
  message(ofHost(W.looking_host, W.looking), W.looking_hint);
  line = new Line(await certificate(), host.print, LISTENER, host.spares);
  lostAt = Date.now();
  line.reach();
  farTimer = setTimeout(farAway, FAR);
}

function farAway() {
  const again = () => {
    line?.hurry();
    line?.reach();
  };
  message(ofHost(W.far_host, W.far), W.far_hint, button(W.again, "cached", again, "first"));
}

/* A line that died without a word, and a phone that wakes up */

function look() {
  if (!line) return;
  const peer = line.peer;
  if (peer && Date.now() - line.heard > SILENT) line.lose(peer);
  if (lostAt && Date.now() - lostAt > FAR)
    app.sessions.forEach((one) => one.gone || one.end({gone: "closed", why: ofHost(W.far_host, W.far)}));
}

function wake() {
  if (document.visibilityState !== "visible" || !line) return;
  look();
  if (!line.isOpen) {
    line.hurry();
    line.reach();
  }
}

setInterval(look, 2000);
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("hashchange", () => location.reload()); // another code was scanned

/* The three functions of a link */

/** @param {object} asked @param {number} seconds @returns {Promise<Reply>} */
function ask(asked, seconds) {
  const {languages} = navigator;
  return new Promise((go, no) => {
    if (!line || !line.isOpen) {
      setTimeout(() => no(new Error("no line")), 500);
      return;
    }
    const id = ++last;
    const late = setTimeout(() => {
      replies.delete(id);
      no(new Error("late"));
    }, seconds * 1000);
    const done = () => clearTimeout(late);
    replies.set(id, {
      go: (reply) => {
        done();
        go({status: 200, ...reply});
      },
      no: (error) => {
        done();
        no(error);
      },
    });
    line.send({id, languages, ...asked});
  });
}

/** @param {string} path @param {Action} body @returns {Promise<Reply>} */
export async function request(path, body = {}, token = "", seconds = 6) {
  const reply = await ask({path, body, token}, seconds);
  if (path === "/words") app.secret = stored("secret", reply.secret);
  return reply;
}

/** @param {string} token @param {string} page @param {AbortSignal} signal
 * @param {(message: Message) => void} give @returns {Promise<Reply|null>} */
export function stream(token, page, signal, give) {
  const name = String(++last);
  return new Promise((go, no) => {
    const end = () => {
      followers.delete(name);
      if (line?.isOpen) ask({unfollow: name}, 6).catch(() => null);
    };
    followers.set(name, {
      take: (told) => {
        give(told);
        if (told.gone) {
          end();
          go(null);
        }
      },
      cut: no,
    });
    signal.addEventListener("abort", () => {
      end();
      no(signal.reason);
    });
    ask({follow: name, page, token}, 6).then((reply) => {
      if (reply.status === 200) return;
      end();
      go(reply);
    }, no);
  });
}

const code = new URLSearchParams(location.hash.slice(1)).get("join");
const begin = async () => (code ? (await useNewer()) || join(code) : comeBack());
if (!window.unfit) begin().catch((error) => message(W.broken, String(error)));
keepOffline().catch((error) => console.info("online only", error));
