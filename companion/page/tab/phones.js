// Guests' phones at this tab's table: what they send goes to the worker, and their news come back. The host's
// token and everything else of this page stay here.

import {BUILD} from "./build.js";
import {pack, tagOf, unpack} from "./code.js";
import {HANDSHAKES, Line} from "./line.js";
import {accept, certificate, isNear, offer, recall, remember} from "./peer.js";
import {sleep, stored} from "../guest/state.js";

/** What the worker allows each phone. @typedef {{size: number, per_second: number, burst: number, silent:
 * number}} Limits */
/** The page's link to the worker. @typedef {{ask: (message: object) => Promise<Reply>, limits: Limits, full:
 * string}} Engine */
/** A phone as it is stored. @typedef {{id: string, print: string, spares: any[], at: number}} Stored */

const EVENING = 12 * 3600 * 1000;
const OPENING = 10000;
const MOST = 64;
/** So many messages that come too fast end a channel. */
const FLOOD = 240;

/** @type {Engine} */
let engine;
/** @type {Map<string, Phone>} */
const phones = new Map();
/** @type {() => void} what to do when a phone comes or goes */
let changed = () => {};

/** @param {() => void} tell */
export const onChange = (tell) => {
  changed = tell;
};

/** One guest's phone. */
class Phone {
  /** @param {string} id @param {RTCCertificate} kept @param {string} print @param {any[]} spares */
  constructor(id, kept, print, spares = []) {
    this.id = id;
    this.left = engine.limits.burst;
    this.seen = Date.now();
    this.refused = 0;
    this.isAway = true;
    /** The host has removed it, so nothing it says counts any more. */
    this.isRemoved = false;
    this.line = new Line(
      kept,
      print,
      {
        take: (text) => this.take(text),
        opened: () => this.opened(),
        lost: () => this.away(),
        keep: store,
      },
      spares
    );
  }

  async opened() {
    this.away();
    this.isAway = false;
    this.line.send({hello: BUILD});
    changed();
  }

  /** Its streams end; a page that comes back opens them again. */
  away() {
    if (!this.isAway) engine.ask({phone: this.id, text: null});
    this.isAway = true;
    changed();
  }

  /** Whether this message is one too many. */
  isTooFast() {
    const now = Date.now();
    const {per_second, burst} = engine.limits;
    this.left = Math.min(burst, this.left + ((now - this.seen) / 1000) * per_second);
    this.seen = now;
    if (this.left < 1) return true;
    this.left--;
    this.refused = Math.max(0, this.refused - 1);
    return false;
  }

  /** @param {string} text */
  take(text) {
    if (this.isRemoved) return;
    let said;
    try {
      said = text.length <= engine.limits.size ? JSON.parse(text) : null;
    } catch {
      said = null;
    }
    if (!said || typeof said !== "object") {
      this.cut();
      return;
    }
    if (this.isAway) {
      this.isAway = false; // it was silent, and its streams have ended
      this.line.send({again: true});
    }
    if (this.isTooFast()) this.refuse(said.id);
    else if ("id" in said) this.pass(said.id, text);
    else if ("spares" in said) this.line.learn(said.spares);
    else if (!("beat" in said || "hello" in said)) this.cut();
  }

  /** @param {unknown} id */
  refuse(id) {
    if (++this.refused > FLOOD) this.cut();
    else if (typeof id === "number") this.line.send({id, reply: {status: 429}});
  }

  /** @param {unknown} id @param {string} text */
  async pass(id, text) {
    const {text: said, cut, ...reply} = await engine.ask({phone: this.id, text});
    if (cut) this.cut();
    else if (said) this.line.write(said);
    else this.line.send({id, reply: reply.full ? {...reply, why: engine.full} : reply});
  }

  /** No page of ours sends this. */
  cut() {
    console.info("a phone was cut off");
    this.end();
  }

  end() {
    this.away();
    this.line.end();
    phones.delete(this.id);
    store();
    changed();
  }
}

function store() {
  /** @type {Stored[]} */
  const all = [...phones.values()].map(({id, line: {print, spares}}) => ({
    id,
    print,
    spares,
    at: Date.now(),
  }));
  stored("phones", all.length ? "yes" : "");
  remember("phones", all);
}

/** @returns {Promise<Stored[]>} those that were here this evening */
async function known() {
  /** @type {Stored[]} */
  const found = (await recall("phones")) || [];
  return found.filter(({at}) => Date.now() - at < EVENING);
}

/** Open the phones' part of the table, and reach those that were here before a reload.
 * @param {Engine} link */
export async function open(link) {
  engine = link;
  const found = await known();
  const kept = await certificate();
  for (const {id, print, spares} of found) {
    const phone = new Phone(id, kept, print, spares);
    phones.set(id, phone);
    phone.line.reach();
  }
  setInterval(look, 2000);
}

function look() {
  const silent = Date.now() - engine.limits.silent * 1000;
  for (const one of phones.values()) if (one.line.heard < silent && !one.isAway) one.away();
}

/** What the worker sends to a stream of a phone. @param {string} name @param {string} text */
export function news(name, text) {
  const at = name.indexOf("/");
  const stream = JSON.stringify(name.slice(at + 1));
  phones.get(name.slice(0, at))?.line.write(`{"news":${stream},"now":${Date.now()},"message":${text}}`);
}

/** @typedef {{id: string, here: boolean, seats: number[], watches: boolean}} Listed */

/** Every phone, and who uses it. @returns {Promise<Listed[]>} */
export async function list() {
  const users = await engine.ask({phones: true});
  return [...phones.values()].map(({id, line, isAway}) => ({
    id,
    here: line.isOpen && !isAway,
    seats: [],
    watches: false,
    ...users[id],
  }));
}

/** @param {string} id */
export async function remove(id) {
  const phone = phones.get(id);
  if (phone) phone.isRemoved = true;
  await engine.ask({phone: id, remove: true});
  phone?.line.send({bye: "removed"});
  setTimeout(() => phone?.end(), 500);
}

/* Invitations */

/** An offer on the screen: its code, whether an answer is for it, what to do with the answer, and how to take
 * it back.
 * @typedef {{code: string, isFor: (code: string) => boolean, answer: (code: string) => Promise<void>,
 * cancel: () => void}} Invitation */

/** @param {string} name of the host @returns {Promise<Invitation>} */
export async function invite(name) {
  const kept = await certificate();
  const {pc, channel, parts} = await offer(kept);
  let isUsed = false;
  /** @param {string} code */
  const isFor = (code) => unpack("answer", code).to === tagOf(parts.ufrag);
  /** Throws `far` if the phone can't be reached. @param {string} code */
  const answer = async (code) => {
    const found = unpack("answer", code);
    isUsed = true;
    await accept(pc, found);
    if (!(await isOpened(pc, channel))) {
      pc.close();
      throw new Error("far");
    }
    welcome(kept, found.print, {pc, channel});
  };
  const cancel = () => {
    if (!isUsed) pc.close();
  };
  return {code: pack("offer", {...parts, name}), isFor, answer, cancel};
}

/** @param {RTCPeerConnection} pc @param {RTCDataChannel} channel */
async function isOpened(pc, channel) {
  const opened = new Promise((go) => {
    channel.onopen = () => go(null);
  });
  for (let times = 1; channel.readyState !== "open"; times++) {
    await Promise.race([opened, sleep(OPENING)]);
    if (times === HANDSHAKES || !isNear(pc)) break;
  }
  return channel.readyState === "open";
}

/** The phone may have been here before: then it keeps its place in the list.
 * @param {RTCCertificate} kept @param {string} print @param {import("./peer.js").Peer} peer */
function welcome(kept, print, peer) {
  const old = [...phones.values()].find(({line}) => line.print === print);
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (n) => n.toString(16)).join("");
  const phone = old || new Phone(id, kept, print);
  phones.set(phone.id, phone);
  phone.line.use(peer);
  const gone = [...phones.values()].filter(({line}) => !line.isOpen);
  if (phones.size > MOST) gone[0]?.end();
  store();
}
