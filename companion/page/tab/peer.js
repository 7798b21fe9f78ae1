// WebRTC connections to one other phone: offered with a code, waiting for a phone that is known, or dialled.

import {describe, parse, renamed} from "./code.js";
import {NAME} from "../guest/place.js";

/** @typedef {import("./code.js").Parts} Parts */
/** A connection and its channel. @typedef {{pc: RTCPeerConnection, channel: RTCDataChannel}} Peer */
/** The name and password under which the phone that dials is known.
 * @typedef {{ufrag: string, pwd: string}} Own */

const YEAR = 365 * 24 * 3600 * 1000;
const GATHERING = 3000;

/** A small database. @returns {Promise<IDBDatabase>} */
const drawer = () =>
  new Promise((go, no) => {
    const asked = indexedDB.open(NAME + "-phones", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => go(asked.result);
    asked.onerror = () => no(asked.error);
  });

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
const done = (asked) =>
  new Promise((go, no) => {
    asked.onsuccess = () => go(asked.result);
    asked.onerror = () => no(asked.error);
  });

/** Keep something of this phone's lines. Local storage would lose it if the browser is killed soon after.
 * @param {string} name @param {unknown} value */
export async function remember(name, value) {
  try {
    const kept = (await drawer())
      .transaction("kept", "readwrite", {durability: "strict"})
      .objectStore("kept");
    await done(kept.put(value, name));
  } catch (error) {
    console.info("not kept", name, error);
  }
}

/** What was kept, or null. @param {string} name @returns {Promise<any>} */
export async function recall(name) {
  try {
    return (await done((await drawer()).transaction("kept").objectStore("kept").get(name))) || null;
  } catch (error) {
    console.info("nothing kept", name, error);
    return null;
  }
}

/** This phone's certificate: kept, so that phones know each other again after a reload.
 * @returns {Promise<RTCCertificate>} */
export async function certificate() {
  const found = await recall("certificate");
  if (found && found.expires - Date.now() > YEAR / 4) return found;
  const how = {name: "ECDSA", namedCurve: "P-256", expires: YEAR};
  const made = await RTCPeerConnection.generateCertificate(how);
  await remember("certificate", made);
  return made;
}

/** @param {number} count */
const letters = (count) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (n) => (n % 36).toString(36)).join("");

/** @returns {Own} */
export const credentials = () => ({ufrag: letters(4), pwd: letters(24)});

/** Until the browser has found its addresses, or a few seconds. @param {RTCPeerConnection} pc */
const gathered = (pc) =>
  new Promise((go) => {
    const look = () => pc.iceGatheringState === "complete" && go(null);
    pc.addEventListener("icegatheringstatechange", look);
    setTimeout(go, GATHERING);
    look();
  });

/** Offer a connection, and say what the other phone must know of it.
 * @param {RTCCertificate} kept @returns {Promise<Peer & {parts: Parts}>} */
export async function offer(kept) {
  const pc = new RTCPeerConnection({certificates: [kept]});
  const channel = pc.createDataChannel("table");
  await pc.setLocalDescription();
  await gathered(pc);
  return {pc, channel, parts: parse(/** @type {RTCSessionDescription} */ (pc.localDescription).sdp)};
}

/** The answer to an offer has come. @param {RTCPeerConnection} pc @param {Parts} answer */
export const accept = (pc, answer) =>
  pc.setRemoteDescription({type: "answer", sdp: describe(answer, "active")});

/** A connection that waits until a known phone dials it.
 * @param {RTCCertificate} kept @param {string} print of the other phone's certificate */
export async function wait(kept, print) {
  const made = await offer(kept);
  const own = credentials();
  await accept(made.pc, {print, ...own, at: []});
  return {...made, own};
}

/** Have the two found each other? Their channel may open at any moment.
 * @param {RTCPeerConnection} pc */
export const isNear = (pc) => ["connected", "completed"].includes(pc.iceConnectionState);

/** Dial an offer. `parts` says where this phone can be reached; `open` is the channel.
 * @param {RTCCertificate} kept @param {Parts} to @param {Own} own */
export async function dial(kept, to, own) {
  const pc = new RTCPeerConnection({certificates: [kept]});
  /** @type {Promise<RTCDataChannel>} */
  const open = new Promise((go, no) => {
    pc.ondatachannel = ({channel}) => {
      if (channel.readyState === "open") go(channel);
      else channel.onopen = () => go(channel);
    };
    pc.onconnectionstatechange = () => pc.connectionState === "failed" && no(new Error("failed"));
  });
  open.catch(() => pc.close());
  await pc.setRemoteDescription({type: "offer", sdp: describe(to, "actpass")});
  const answer = await pc.createAnswer();
  const sdp = renamed(answer.sdp || "", own);
  await pc.setLocalDescription({type: "answer", sdp}).catch(() => pc.setLocalDescription(answer));
  await gathered(pc);
  return {pc, open, parts: parse(/** @type {RTCSessionDescription} */ (pc.localDescription).sdp)};
}
