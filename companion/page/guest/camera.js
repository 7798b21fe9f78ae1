// The camera of a board: a box of it, moved by fingers, wheel, keys and questions.

import {h} from "./dom.js";
import {HIGH, placed} from "./scenes.js";
import {app, say} from "./state.js";
import {isStill} from "./wishes.js";

const REACH = 44; // pixels between two spots that a finger can tell apart
const ROOMY = 640; // pixels of a board's shorter side: on a tablet, all of it is in sight
const CLOSE = 26; // pixels between two spots on such a board: the nearest one takes the tap

/** @param {number} low @param {number} value @param {number} high */
export const between = (low, value, high) => Math.max(low, Math.min(high, value));

/** @param {number[]} all @returns {[low: number, high: number]} */
const span = (all) => [Math.min(...all), Math.max(...all)];

/** What is in sight at first. @param {Drawn} now @returns {Box} */
export function whole({land, wide}) {
  const edge = 0.02 * HIGH;
  if (!land.frame) return {x: -edge, y: -edge, w: wide + 2 * edge, h: HIGH + 2 * edge};
  const [left, bottom, right, top] = land.frame;
  const [x, y] = placed(land, wide, left, top);
  const [far, low] = placed(land, wide, right, bottom);
  return {x, y, w: far - x, h: low - y};
}

/** Units of the board for one pixel of the screen. @param {Drawn} now */
export const perPixel = (now, box = now.camera) => Math.max(box.w / now.size.w, box.h / now.size.h);

/** Read all sizes before anything changes: between changes, each reading would lay out the page again.
 * @param {Drawn} now */
export function measure(now) {
  const {clientWidth, clientHeight} = now.svg;
  const letter = parseFloat(getComputedStyle(now.layers.names).fontSize);
  const isOther = now.size.letter !== letter;
  now.size = {w: clientWidth || 1, h: clientHeight || 1, letter};
  if (isOther) look(now, now.camera); // larger names have less room
}

/** @param {Drawn} now @param {Box} box */
export function look(now, box) {
  now.camera = box;
  now.svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].map((n) => n.toFixed(1)).join(" "));
  for (const layer of [now.layers.lit, now.layers.names])
    layer.style.setProperty("--px", perPixel(now).toFixed(3));
  const near = box.w < whole(now).w * 0.98;
  now.host.classList.toggle("near", near);
  now.buttons.hidden = now.land.zooms === false || (!near && covering(now, box));
  showOutside(now);
  showNames(now, perPixel(now) * now.size.letter);
}

/** @param {() => void} onclick */
export const outsideButton = (onclick) => h("button", {type: "button", class: "pill tonal outside", onclick});

/** How many lit spots are outside of the picture; a tap shows the whole board. @param {Drawn} now */
function showOutside(now) {
  const {camera: box, size, outside} = now;
  const across = (perPixel(now) * size.w) / 2;
  const up = (perPixel(now) * size.h) / 2;
  const isOut = (/** @type {DrawnSpot} */ {x, y}) =>
    Math.abs(x - box.x - box.w / 2) > across || Math.abs(y - box.y - box.h / 2) > up;
  const number = now.lit.filter((one) => isOut(one.spot)).length;
  outside.hidden = !number;
  outside.textContent = number ? say(app.words.n_more, {number}) : "";
}

/** Would the zoom buttons lie on a spot? @param {Drawn} now @param {Box} box */
function covering(now, box) {
  const unit = perPixel(now, box);
  return now.spots.some(
    (spot) =>
      now.size.h / 2 + (spot.y - box.y - box.h / 2 - (spot.h / 2 || spot.r)) / unit < 64 &&
      now.size.w / 2 - (spot.x - box.x - box.w / 2 + (spot.w / 2 || spot.r)) / unit < 120
  );
}

/** Only names that cover no other one, those of lit spots first; the others appear nearer by.
 * None is cut at an edge: a spot beside the picture has none.
 * @param {Drawn} now @param {number} size in units of the board */
function showNames(now, size) {
  /** @type {[x: number, y: number, half: number][]} */
  const taken = [];
  const lit = new Set(now.lit.map((one) => one.spot.key));
  const middle = now.camera.x + now.camera.w / 2;
  const edge = (perPixel(now) * now.size.w) / 2;
  const first = now.names.filter((one) => lit.has(one.spot.key));
  const others = now.names.filter((one) => !lit.has(one.spot.key));
  for (const {spot, mark} of [...first, ...others]) {
    const half = 0.32 * size * spot.label.length;
    const room = Math.max(0, edge - 1.1 * half); // some fonts are wider
    const off = spot.x - middle;
    const isInSight = Math.abs(off) < edge && half <= edge;
    const x = isInSight ? middle + between(-room, off, room) : spot.x;
    const isFree = taken.every(
      ([other, y, width]) => Math.abs(other - x) > half + width || Math.abs(y - spot.y) > size
    );
    const clear = isInSight && isFree;
    mark.setAttribute("opacity", clear ? "1" : "0");
    mark.firstElementChild?.setAttribute("x", (x - spot.x).toFixed(1));
    if (clear) taken.push([x, spot.y, half]);
  }
}

/** Within the board, so that it is never lost. @param {Drawn} now @param {Box} box */
function inside(now, box) {
  const full = whole(now);
  return {
    ...box,
    x: between(full.x - box.w / 3, box.x, full.x + full.w - (box.w * 2) / 3),
    y: between(full.y - box.h / 3, box.y, full.y + full.h - (box.h * 2) / 3),
  };
}

/** @param {Drawn} now @param {number} by @param {{x: number, y: number}|null} to what stays in its place */
export function zoom(now, by, to = null) {
  const box = now.camera;
  const full = whole(now);
  const w = between(full.w / 8, box.w / by, full.w);
  const k = w / box.w;
  const {x, y} = to || {x: box.x + box.w / 2, y: box.y + box.h / 2};
  if (w === full.w) look(now, full);
  else look(now, inside(now, {x: x - (x - box.x) * k, y: y - (y - box.y) * k, w, h: box.h * k}));
}

/** @param {Drawn} now @param {number} dx @param {number} dy */
export const pan = (now, dx, dy) =>
  look(now, inside(now, {...now.camera, x: now.camera.x + dx, y: now.camera.y + dy}));

/** @param {Drawn} now @param {Box} goal @param {() => boolean} stopped */
export function glide(now, goal, stopped) {
  const from = now.camera;
  const started = performance.now();
  if (isStill()) {
    look(now, goal);
    return;
  }
  /** @param {number} time */
  const step = (time) => {
    if (stopped()) return;
    const part = Math.min(1, (time - started) / 260);
    /** @param {keyof Box} name */
    const mix = (name) => from[name] + (goal[name] - from[name]) * part * (2 - part);
    look(now, {x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h")});
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The distance of the two spots that are nearest to each other. @param {DrawnSpot[]} spots */
function nearest(spots) {
  const apart = spots.flatMap((one, n) =>
    spots.slice(n + 1).map((two) => Math.hypot(one.x - two.x, one.y - two.y))
  );
  return Math.min(1e9, ...apart);
}

/** Close enough that a finger hits each lit spot, with all of them in sight if possible.
 * @param {Drawn} now */
export function aim(now) {
  const full = whole(now);
  const fit = perPixel(now, full);
  const spots = now.lit.map((one) => one.spot);
  const near = nearest(spots);
  const {size} = now;
  const reach = Math.min(size.w, size.h) < ROOMY ? REACH : CLOSE;
  if (spots.length < 2 || near / fit >= reach || spots.some((one) => one.w)) return full;
  const [left, right] = span(spots.map((one) => one.x));
  const [top, low] = span(spots.map((one) => one.y));
  const all = Math.max((right - left + 3 * near) / size.w, (low - top + 2 * near) / size.h);
  const unit = Math.max(fit / 3, near / 48, Math.min(all, near / 37));
  const w = Math.min(full.w, unit * size.w);
  const tall = Math.min(full.h, unit * size.h);
  const x = between(full.x, (left + right - w) / 2, full.x + full.w - w); // no more sky than needed
  const y = between(full.y, (top + low - tall) / 2, full.y + full.h - tall);
  return {x, y, w, h: tall};
}
