// An evening or a year as a picture, to share.

import {download} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app} from "../guest/state.js";

const WIDE = 1080;
const HIGH = 1350;
const EDGE = 80;
const PAPER = "#1c1a22";
const INK = "#f4eee2";
const SOFT = "#b9b1a6";
const GOLD = "#e6b04a";
const PLAIN = "system-ui, sans-serif";

/** @typedef {{numbers: [number, string][], games: [string, number][], wins: string[], title: string}} Year */
/** @typedef {{x?: number, y: number, size: number, wide?: number}} Line */
/** @typedef {Line & {ink?: string, face?: string, align?: CanvasTextAlign}} Writing */
/** @typedef {{name: string, score: number|null, fill: string, first: boolean}} Bar */

/** @param {string} title @param {string} [second] */
function paper(title, second = "") {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = HIGH;
  const on = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  on.fillStyle = PAPER;
  on.fillRect(0, 0, WIDE, HIGH);
  on.textBaseline = "middle";
  const face = /\d/.test(title) ? PLAIN : "Voice, serif"; // that font has no digits
  write(on, title, {y: 130, size: 76, face});
  write(on, second, {y: 220, size: 40, ink: SOFT});
  write(on, "Tableside", {y: HIGH - 60, size: 34, ink: SOFT, face: "Voice, serif"});
  return {canvas, on};
}

/** A line of words, smaller if it is too long.
 * @param {CanvasRenderingContext2D} on @param {string} words @param {Writing} how */
function write(on, words, {x, y, size, ink = INK, face = PLAIN, align = "center", wide}) {
  const room = wide || WIDE - 2 * EDGE;
  on.font = `${size}px ${face}`;
  const long = on.measureText(words).width;
  if (long > room) on.font = `${Math.max(18, (size * room) / long)}px ${face}`;
  on.fillStyle = ink;
  on.textAlign = align;
  on.fillText(words, x ?? WIDE / 2, y, room);
}

/** @param {CanvasRenderingContext2D} on @param {number} x @param {number} y @param {number} w
 * @param {number} high @param {string} fill */
function block(on, x, y, w, high, fill) {
  const r = Math.min(14, w / 2, high / 2);
  on.fillStyle = fill;
  on.beginPath();
  on.moveTo(x + r, y);
  on.arcTo(x + w, y, x + w, y + high, r);
  on.arcTo(x + w, y + high, x, y + high, r);
  on.arcTo(x, y + high, x, y, r);
  on.arcTo(x, y, x + w, y, r);
  on.fill();
}

/** How it ended: a bar for everybody, the winners first. @param {string} title @param {string} sentence
 * @param {Bar[]} bars */
export function evening(title, sentence, bars) {
  const {canvas, on} = paper(sentence, title);
  const step = Math.min(130, (HIGH - 420) / bars.length);
  const most = Math.max(1, ...bars.map((one) => one.score || 0));
  bars.forEach(({name, score, fill, first}, n) => {
    const y = 320 + n * step;
    const long = 120 + ((WIDE - 2 * EDGE - 260) * Math.max(0, score || 0)) / most;
    block(on, EDGE, y + step * 0.42, score == null ? 24 : long, step * 0.36, fill);
    write(on, (first ? "★ " : "") + name, {
      x: EDGE,
      y: y + step * 0.2,
      size: Math.min(44, step * 0.36),
      ink: first ? GOLD : INK,
      align: "left",
    });
    if (score != null)
      write(on, String(score), {x: EDGE + long + 20, y: y + step * 0.6, size: step * 0.4, align: "left"});
  });
  return canvas;
}

/** @param {Year} found */
export function year({title, numbers, games, wins}) {
  const {canvas, on} = paper(title);
  const wide = (WIDE - 2 * EDGE) / numbers.length;
  numbers.forEach(([number, words], n) => {
    const x = EDGE + wide * (n + 0.5);
    write(on, String(number), {x, y: 280, size: 96, wide, ink: GOLD});
    write(on, words, {x, y: 360, size: 36, wide, ink: SOFT});
  });
  const most = Math.max(1, ...games.map((one) => one[1]));
  games.forEach(([name, many], n) => {
    const y = 450 + n * 100;
    write(on, name, {x: EDGE, y, size: 40, align: "left", wide: WIDE - 2 * EDGE - 100});
    write(on, String(many), {x: WIDE - EDGE, y, size: 40, align: "right", ink: SOFT});
    block(on, EDGE, y + 32, ((WIDE - 2 * EDGE) * many) / most, 22, GOLD);
  });
  wins.forEach((words, n) => write(on, words, {y: 490 + games.length * 100 + n * 60, size: 42}));
  return canvas;
}

/** Into the share sheet where the browser has one for files, else as a download.
 * @param {string} name @param {HTMLCanvasElement} canvas */
export async function share(name, canvas) {
  /** @type {Blob|null} */
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (!blob || (await tab?.share(name, blob))) return;
  const files = [new File([blob], name, {type: "image/png"})];
  if (navigator.canShare?.({files}))
    try {
      await navigator.share({files, title: app.words.as_picture});
      return;
    } catch {
      /* then save it */
    }
  download(name, blob);
}
