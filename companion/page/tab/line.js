// A line to one other phone: the channel in use, and connections prepared for the moment when it is lost.

import {pack, unpack} from "./code.js";
import {dial, isNear, wait} from "./peer.js";

/** @typedef {import("./peer.js").Peer} Peer */
/** How to reach a connection that waits on the other phone.
 * @typedef {{code: string, ufrag: string, pwd: string}} Spare */
/** What a line tells: each message as text, that the channel is open or lost, and what to store.
 * @typedef {{take: (text: string) => void, opened: () => void, lost: () => void, keep: (line: Line) => void}}
 * Listener */

const PIECE = 60000;
const BEAT = 4000;
const SPARES = 2;
const DIALLING = 8000;
/** A slow phone may need so many times as long, once the two have found each other. */
export const HANDSHAKES = 3;
const LONGEST_PAUSE = 8000;
const LONGEST_SPARE = 400;
/** A phone that reads nothing of this is gone. */
const FULL = 4000000;

/** @param {unknown} one @returns {one is Spare} */
const isSpare = (one) =>
  ["code", "ufrag", "pwd"].every((name) => {
    const value = /** @type {any} */ (one)?.[name];
    return typeof value === "string" && value.length < LONGEST_SPARE;
  });

export class Line {
  /** @param {RTCCertificate} kept @param {string} print of the other phone's certificate
   * @param {Listener} to @param {Spare[]} spares */
  constructor(kept, print, to, spares = []) {
    this.kept = kept;
    this.print = print;
    this.to = to;
    /** @type {Spare[]} connections that wait on the other phone */
    this.spares = spares;
    /** @type {Peer[]} connections that wait here */
    this.waiting = [];
    /** @type {Peer|null} */
    this.peer = null;
    this.heard = 0;
    this.parts = "";
    this.ended = false;
    this.isDialling = false;
    this.hurry = () => {};
    this.beat = setInterval(() => this.send({beat: Date.now()}), BEAT);
  }

  get isOpen() {
    return this.peer?.channel.readyState === "open";
  }

  /** Use this connection from now on. @param {Peer} peer */
  use(peer) {
    const old = this.peer;
    if (this.ended) {
      peer.pc.close();
      return;
    }
    this.peer = peer;
    this.heard = Date.now();
    this.parts = "";
    const {pc, channel} = peer;
    channel.onmessage = ({data}) => this.peer === peer && this.gather(data);
    channel.onclose = () => this.lose(peer);
    pc.onconnectionstatechange = () => pc.connectionState === "failed" && this.lose(peer);
    old?.pc.close();
    this.hurry();
    this.to.opened();
    setTimeout(() => this.prepare(peer).catch((error) => console.info("no spare", error)), BEAT / 4);
  }

  /** @param {Peer} peer */
  lose(peer) {
    if (this.peer !== peer) return;
    this.peer = null;
    peer.pc.close();
    if (!this.ended) this.to.lost();
  }

  /** Large messages come in pieces: the last one begins with a full stop. @param {unknown} data */
  gather(data) {
    this.heard = Date.now();
    if (typeof data !== "string") {
      this.to.take("");
      return;
    }
    this.parts += data.slice(1);
    if (data[0] === "+" && this.parts.length < FULL) return;
    const text = this.parts;
    this.parts = "";
    this.to.take(text);
  }

  /** @param {object} message */
  send(message) {
    this.write(JSON.stringify(message));
  }

  /** @param {string} text */
  write(text) {
    const channel = this.peer?.channel;
    if (!channel || channel.readyState !== "open") return;
    if (channel.bufferedAmount > FULL) {
      this.lose(/** @type {Peer} */ (this.peer));
      return;
    }
    for (let at = 0; at < text.length || at === 0; at += PIECE)
      channel.send((at + PIECE < text.length ? "+" : ".") + text.slice(at, at + PIECE));
  }

  /** Make connections that wait here, and tell the other phone about them. @param {Peer} live */
  async prepare(live) {
    if (this.peer !== live) return;
    const made = await Promise.all(Array.from({length: SPARES}, () => wait(this.kept, this.print)));
    if (this.peer !== live) {
      made.forEach(({pc}) => pc.close());
      return;
    }
    const older = this.waiting.splice(SPARES); // a phone that was killed may know only the last but one
    older.forEach(({pc}) => pc.close());
    this.waiting.unshift(...made);
    for (const one of made) one.channel.onopen = () => this.connected(one);
    this.send({spares: made.map(({parts, own}) => ({code: pack("offer", parts), ...own}))});
  }

  /** The other phone has dialled. @param {Peer} peer */
  connected(peer) {
    this.waiting = this.waiting.filter((one) => one !== peer);
    this.use(peer);
  }

  /** The other phone has told where its connections wait. @param {unknown} told */
  learn(told) {
    if (!Array.isArray(told)) return;
    this.spares = told.filter(isSpare).slice(0, SPARES);
    this.to.keep(this);
  }

  /** Dial what waits on the other phone, one after the other, until a channel is open. */
  async reach() {
    if (this.isDialling) return;
    this.isDialling = true;
    for (let tries = 0; !this.isOpen && !this.ended && this.spares.length; tries++) {
      const spare = this.spares[tries % this.spares.length];
      await this.dial(spare).catch((error) => console.info("not reached", error));
      if (!this.isOpen) await this.pause(Math.min(500 * (tries + 1), LONGEST_PAUSE));
    }
    this.isDialling = false;
  }

  /** @param {Spare} spare */
  async dial({code, ufrag, pwd}) {
    const {pc, open} = await dial(this.kept, unpack("offer", code), {ufrag, pwd});
    let times = 0;
    const channel = await this.answered(open, () => isNear(pc) && ++times < HANDSHAKES, DIALLING);
    if (channel && !this.isOpen) this.use({pc, channel});
    else pc.close();
  }

  /** The channel once it opens; null if there is none in time and no reason to wait for longer.
   * @param {Promise<RTCDataChannel>} open @param {() => boolean} isWorthIt @param {number} ms */
  async answered(open, isWorthIt, ms) {
    for (;;) {
      const channel = await Promise.race([open, this.pause(ms)]);
      if (channel || this.isOpen || this.ended || !isWorthIt()) return channel;
    }
  }

  /** Wait, but no longer than until something happens. @param {number} ms @returns {Promise<null>} */
  pause(ms) {
    return new Promise((go) => {
      const timer = setTimeout(() => go(null), ms);
      this.hurry = () => {
        clearTimeout(timer);
        go(null);
      };
    });
  }

  end() {
    this.ended = true;
    clearInterval(this.beat);
    const all = this.peer ? [this.peer, ...this.waiting] : this.waiting;
    this.peer = null;
    this.waiting = [];
    this.hurry();
    all.forEach(({pc}) => pc.close());
  }
}
