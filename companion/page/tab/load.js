// Loads the large files of the build: counted, checked, and asked for again from where the network broke off.

import {LARGE} from "./build.js";

const TRIES = 3;
const PAUSE = 1000;
const TOTAL = Object.values(LARGE).reduce((sum, [size]) => sum + size, 0);
let there = 0;
let cut = new AbortController();
/** @type {(() => void)[]} loads that wait for the player */
const waiting = [];

/** The player wants to try again: renew requests that stand still, and start those that gave up. */
export function again() {
  cut.abort();
  cut = new AbortController();
  waiting.splice(0).forEach((go) => go());
}

/** A file that comes: its bytes, and how many of them are there.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, have: number}} Coming */

/** After a failure: a pause; after three, tell the page and wait for the player.
 * @param {number} tries @param {string} file @param {any} error */
async function failed(tries, file, error) {
  console.info(file, error);
  if (tries % TRIES) {
    await new Promise((go) => {
      setTimeout(go, PAUSE * tries);
    });
    return;
  }
  postMessage({lost: {file, wrong: !!error.wrong}});
  await new Promise((go) => {
    waiting.push(() => go(null));
  });
}

/** @param {string} words */
const wrong = (words) => Object.assign(new Error(words), {wrong: true});

/** How many bytes of a file are there, for the page's bar. @param {Coming} file @param {number} now */
function count(file, now) {
  there += now - file.have;
  file.have = now;
  postMessage({loaded: [there, TOTAL], progress: 0.1 + (0.45 * there) / TOTAL});
}

/** Read one reply to its end; what came stays if it breaks off.
 * @param {string} name @param {Coming} file @param {boolean} fresh */
async function more(name, file, fresh) {
  const from = file.have;
  const reply = await fetch("./" + name, {
    signal: cut.signal,
    cache: fresh ? "default" : "reload",
    headers: from ? {Range: `bytes=${from}-`} : {},
  });
  if (!reply.ok) throw wrong("status " + reply.status);
  if (reply.status !== 206) count(file, 0);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    if (file.have + value.length > file.bytes.length) break; // not our file
    file.bytes.set(value, file.have);
    count(file, file.have + value.length);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

/** @param {string} name @returns {Promise<Uint8Array>} */
async function load(name) {
  const [size, hash] = LARGE[name];
  const file = {bytes: new Uint8Array(size), have: 0};
  for (let tries = 1; ; tries++) {
    try {
      await more(name, file, tries === 1);
      if ((await sha256(file.bytes)) === hash) return file.bytes;
      count(file, 0);
      throw wrong("not of this build");
    } catch (error) {
      await failed(tries, name, error);
    }
  }
}

/** All large files by their last names. @returns {Promise<Record<string, Uint8Array<ArrayBuffer>>>} */
export async function loadAll() {
  /** @param {string} name */
  const named = async (name) => [name.split("/").pop(), await load(name)];
  return Object.fromEntries(await Promise.all(Object.keys(LARGE).map(named)));
}

/** Import a script of the build. A failed address stays failed, so each try has its own.
 * @param {string} name */
export async function loadScript(name) {
  for (let tries = 1; ; tries++) {
    const {signal} = cut;
    const stopped = new Promise((_, no) => {
      signal.onabort = () => no(new Error("silent"));
    });
    try {
      return await Promise.race([import(`./${name}${tries > 1 ? "?" + tries : ""}`), stopped]);
    } catch (error) {
      await failed(tries, name, error);
    }
  }
}
