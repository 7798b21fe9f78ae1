// Two phones pair by two short codes. A code is what the other browser must know of a WebRTC connection: a
// certificate's fingerprint, a name and a password, and the addresses of this phone.

/** Changes with what codes hold and channels carry. */
const VERSION = 1;
const KINDS = ["offer", "answer"];
const LOCAL = /^([0-9a-f-]{36})\.local$/;
const IPV4 = /^\d+(\.\d+){3}$/;
const PRINT = 32;
const MOST = 4;

/** Where a phone can be reached. @typedef {{host: string, port: number}} Place */
/** What a code holds; `to` names the offer that an answer is for.
 * @typedef {{print: string, ufrag: string, pwd: string, at: Place[], name?: string, to?: string}} Parts */

/** @param {Uint8Array} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** @param {string} text */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

/** @param {string} hex */
const fromHex = (hex) => (hex.match(/[0-9a-f]{2}/gi) || []).map((one) => parseInt(one, 16));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0"));

/** @param {string} words */
const counted = (words) => {
  const bytes = new TextEncoder().encode(words);
  return [bytes.length, ...bytes];
};

/** @param {Place[]} places @param {(host: string) => number[]} bytesOf */
const listed = (places, bytesOf) => [
  places.length,
  ...places.flatMap(({host, port}) => [...bytesOf(host), port >> 8, port & 255]),
];

/** The first letters of an offer's name; two are enough to notice an answer to an older one.
 * @param {string} ufrag */
export const tagOf = (ufrag) => ufrag.slice(0, 2);

/** @param {"offer"|"answer"} kind @param {Parts} parts */
export function pack(kind, {print, ufrag, pwd, at, name = "", to = ""}) {
  const real = at.filter(({host}) => IPV4.test(host)).slice(0, MOST);
  const hidden = real.length ? [] : at.filter(({host}) => LOCAL.test(host)).slice(0, 1);
  return toText(
    Uint8Array.from([
      VERSION * 2 + KINDS.indexOf(kind),
      ...fromHex(print),
      ...counted(ufrag),
      ...counted(pwd),
      ...listed(real, (host) => host.split(".").map(Number)),
      ...listed(hidden, (host) => fromHex(host.replace(".local", ""))),
      ...new TextEncoder().encode(kind === "offer" ? name : to),
    ])
  );
}

/** Reads a code from its start. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** @param {number} count */
  take(count) {
    const end = this.at + count;
    if (end > this.bytes.length) throw new Error("short");
    const found = this.bytes.subarray(this.at, end);
    this.at = end;
    return found;
  }

  number() {
    return this.take(1)[0];
  }

  words(count = this.number()) {
    const found = new TextDecoder("utf-8", {fatal: true}).decode(this.take(count));
    if (/[\r\n]/.test(found)) throw new Error("lines"); // they would be lines of the description
    return found;
  }

  /** @param {number} size @param {(bytes: Uint8Array) => string} hostOf @returns {Place[]} */
  places(size, hostOf) {
    return Array.from({length: this.number()}, () => {
      const host = hostOf(this.take(size));
      const [high, low] = this.take(2);
      return {host, port: high * 256 + low};
    });
  }
}

/** @param {Uint8Array} bytes */
function localName(bytes) {
  const hex = toHex(bytes).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") + ".local";
}

/** What a code holds. Throws `{name: "version"}` if another version wrote it, and any error if nothing of
 * ours did. @param {"offer"|"answer"} kind @param {string} code @returns {Parts} */
export function unpack(kind, code) {
  const from = new Reader(toBytes(code));
  const first = from.number();
  const isCode = first < 32 && from.bytes.length > 2 * PRINT - 4;
  if (isCode && first >> 1 !== VERSION) throw Object.assign(new Error("another version"), {name: "version"});
  if (first !== VERSION * 2 + KINDS.indexOf(kind)) throw new Error("another kind");
  const print = toHex(from.take(PRINT)).join(":").toUpperCase();
  const ufrag = from.words();
  const pwd = from.words();
  const at = [...from.places(4, (bytes) => bytes.join(".")), ...from.places(16, localName)];
  const rest = from.words(from.bytes.length - from.at);
  return {print, ufrag, pwd, at, ...(kind === "offer" ? {name: rest} : {to: rest})};
}

/** @param {string} sdp @param {string} name */
function field(sdp, name) {
  const found = sdp.match(new RegExp(`a=${name}:(.*)`));
  if (!found) throw new Error("no " + name);
  return found[1].trim();
}

/** What a browser's own description says. @param {string} sdp @returns {Parts} */
export function parse(sdp) {
  const hosts = [...sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gi)];
  return {
    print: field(sdp, "fingerprint").split(" ")[1],
    ufrag: field(sdp, "ice-ufrag"),
    pwd: field(sdp, "ice-pwd"),
    at: hosts.map(([, host, port]) => ({host, port: Number(port)})),
  };
}

/** A description that a browser can read. @param {Parts} parts @param {"actpass"|"active"} setup */
export function describe({print, ufrag, pwd, at}, setup) {
  return [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    ...at.map(({host, port}, n) => `a=candidate:${n + 1} 1 udp ${2130706431 - n} ${host} ${port} typ host`),
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${print}`,
    `a=setup:${setup}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    "",
  ].join("\r\n");
}

/** A browser's answer with a name and a password of our choice. @param {string} sdp
 * @param {{ufrag: string, pwd: string}} own */
export const renamed = (sdp, {ufrag, pwd}) =>
  sdp.replace(/a=ice-ufrag:.*/g, `a=ice-ufrag:${ufrag}`).replace(/a=ice-pwd:.*/g, `a=ice-pwd:${pwd}`);

/** A text as a QR code, in ones and zeros. @param {string} text */
export async function qrRows(text) {
  const {default: encode} = await import("./qr/index.js");
  const rows = encode(text, "raw", {border: 1}).slice(1, -1);
  return rows.map((row) => row.slice(1, -1).map(Number).join(""));
}
