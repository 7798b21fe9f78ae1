// A play, an evening or a year as a picture, to share.

import {download, glyph, token} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app} from "../guest/state.js";
import {coverOf, sourceOf} from "./covers.js";
import {lookOf} from "./seats.js";

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

/** @param {string} title @param {string} [second] @param {number} [high] */
function paper(title, second = "", high = HIGH) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = high;
  const on = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  on.fillStyle = PAPER;
  on.fillRect(0, 0, WIDE, high);
  on.textBaseline = "middle";
  const face = /\d/.test(title) ? PLAIN : "Voice, serif"; // that font has no digits
  write(on, title, {y: 130, size: 76, face});
  write(on, second, {y: 220, size: 40, ink: SOFT});
  write(on, "Tableside", {y: high - 60, size: 34, ink: SOFT, face: "Voice, serif"});
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

/* The plays of one evening */

const BLOCKS = [210, 160, 125, 95];
const FLOOR = 900; // where the podium stands
const ROW = 86;
const FITTING = 3; // plays below it; more make the picture higher
const MOST = 6;

/** @param {string} src @returns {Promise<HTMLImageElement|null>} */
const loaded = (src) =>
  new Promise((done) => {
    const found = new Image();
    found.onload = () => done(found);
    found.onerror = () => done(null);
    found.src = src;
  });

/** @param {NightStep} one */
function tokenImage(one) {
  const drawn = /** @type {SVGElement} */ (token(lookOf(one, one.letter)));
  for (const side of ["width", "height"]) drawn.setAttribute(side, "200");
  const font = {"font-family": "Roboto, system-ui, sans-serif", "font-weight": "700", "font-size": "1"};
  for (const [name, value] of Object.entries(font)) drawn.lastElementChild?.setAttribute(name, value);
  drawn.firstElementChild?.setAttribute("stroke", "#fff8ec");
  drawn.firstElementChild?.setAttribute("stroke-width", ".14");
  return loaded("data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(drawn)));
}

/** The cover of a game at this place, cut to fit; without a picture, the game's icon.
 * @param {CanvasRenderingContext2D} on @param {string} game @param {number} x @param {number} y
 * @param {number} wide @param {number} high */
async function drawCover(on, game, x, y, wide, high) {
  const cover = coverOf(game);
  const src = cover && sourceOf(cover);
  const art = src ? await loaded(src) : null;
  block(on, x, y, wide, high, cover ? cover.colours[1] : "#3a3450");
  const middle = {x: x + wide / 2, y: y + high / 2, size: high * 0.5, face: "Icons, MoreIcons"};
  if (!art) {
    write(on, glyph(cover?.icon), {...middle, ink: cover?.colours[2]});
    return;
  }
  const scale = Math.max(wide / art.naturalWidth, high / art.naturalHeight);
  const [w, h] = [wide / scale, high / scale];
  on.save();
  on.clip(); // the block is still the path
  on.drawImage(art, (art.naturalWidth - w) / 2, (art.naturalHeight - h) / 2, w, h, x, y, wide, high);
  on.restore();
}

/** @param {CanvasRenderingContext2D} on @param {NightStep[]} steps */
async function drawPodium(on, steps) {
  const each = Math.min(230, (WIDE - 2 * EDGE) / steps.length);
  const left = (WIDE - each * steps.length) / 2;
  const images = await Promise.all(steps.map(tokenImage));
  steps.forEach(({name, place, score}, n) => {
    const high = BLOCKS[Math.min(place, BLOCKS.length) - 1];
    const size = Math.min(place === 1 ? 150 : 125, each);
    const x = left + each * (n + 0.5);
    const top = FLOOR - high;
    const wide = each - 16;
    block(on, x - wide / 2, top, wide, high + 10, "#8c4356");
    block(on, x - wide / 2, top + 16, wide, high, "#5b2a38");
    const image = images[n];
    if (image) on.drawImage(image, x - size / 2, top - size + 8, size, size);
    if (place === 1) write(on, glyph("crown"), {x, y: top - size - 22, size: 70, ink: GOLD, face: "Icons"});
    if (score != null) write(on, String(score), {x, y: top + 56, size: 60, wide: wide - 12, ink: "#ffe3c6"});
    write(on, name, {x, y: top + (score == null ? 56 : 104), size: 32, wide: wide - 16, ink: "#ffe3c6"});
  });
  on.fillStyle = PAPER;
  on.fillRect(0, FLOOR, WIDE, 30);
}

/** @param {Night} found */
export async function night({title, wins, day, steps, plays}) {
  const shown = plays.slice(-MOST);
  const {canvas, on} = paper(title, wins, HIGH + ROW * Math.max(0, shown.length - FITTING));
  const games = [...new Set(plays.map((one) => one.game))].slice(0, 3);
  const left = (WIDE - games.length * 280 - (games.length - 1) * 40) / 2;
  for (const [n, game] of games.entries()) await drawCover(on, game, left + n * 320, 275, 280, 187);
  await drawPodium(on, steps);
  for (const [n, one] of shown.entries()) {
    const y = FLOOR + 40 + n * ROW;
    await drawCover(on, one.game, EDGE, y, 114, 76);
    const line = {x: EDGE + 140, wide: WIDE - 2 * EDGE - 140, align: /** @type {const} */ ("left")};
    write(on, one.title, {...line, y: y + 20, size: 38});
    write(on, one.told, {...line, y: y + 58, size: 30, ink: SOFT});
  }
  write(on, day, {y: canvas.height - 112, size: 32, ink: SOFT});
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
