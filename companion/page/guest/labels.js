// The labels of hexes, squares and areas: in one size, below pieces, and in an ink that stands out.

import {s} from "./dom.js";
import {at, isLight, isTile} from "./scenes.js";

/** Width and height that a label can fill, in radii: alone, or below pieces and icons. */
const ALONE = [1.75, 0.5];
const BELOW = [1.3, 0.34];
const LETTER = 0.66; // the width of a letter, in its height
const LEAST = 14; // smaller letters can't be read

/** The ink that is easiest to read on it: an area shows the board's picture. @param {DrawnSpot} one */
function ink(one) {
  if (one.shape === "hex") return one.plain ? "own" : "";
  if (one.shape === "area" || !one.tone) return "";
  return isLight(one.tone) ? "dark" : "light";
}

/** The largest letters for its label. @param {DrawnSpot} one @param {number[]} room */
const largest = (one, [wide, high]) =>
  Math.min(high * one.r, (one.w || wide * one.r) / (LETTER * one.label.length), 60);

/** Has it a label inside? @param {DrawnSpot} one */
export const isNamed = (one) => !!one.label && isTile(one);

/** One size for all labels: what fits the longest, or most of them if one is very long.
 * @param {DrawnSpot[]} spots */
function letterSize(spots) {
  const sizes = spots.filter(isNamed).map((one) => largest(one, ALONE));
  sizes.sort((one, two) => one - two);
  return sizes.length ? Math.max(0.6 * sizes[sizes.length >> 1], sizes[0]) : 0;
}

/** @param {DrawnSpot} one @param {number} letters of most labels @param {boolean} below pieces or an icon
 * @param {string} tone */
function label(one, letters, below, tone) {
  const size = Math.min(letters, largest(one, below ? BELOW : ALONE));
  if (size <= LEAST) return null;
  const down = one.icon ? 0.58 : 0.66; // an icon is raised, so its label need not lie on the edge
  const y = (below ? down * (one.h / 2 || one.r) : 0) + 0.36 * size;
  const look = {class: "on " + tone, y, style: `font-size:${size.toFixed(0)}px`};
  const place = at(one.x, one.y, one.grown === 1 ? "" : ` scale(${one.grown})`);
  return s("g", {class: "spot " + one.shape, ...place}, s("text", look, one.label));
}

/** What covers the middle of its spot. @param {Piece} piece */
const covers = (piece) => !piece.small && !piece.base;

/** All labels of a board. @param {DrawnSpot[]} spots @param {Piece[]} pieces @param {string[]} [lit] spots */
export function labels(spots, pieces, lit = []) {
  const letters = letterSize(spots);
  const taken = new Set(pieces.filter(covers).map((one) => String(one.space)));
  const bright = new Set(lit);
  return spots
    .filter(isNamed)
    .map((one) =>
      label(
        one,
        letters,
        !!one.icon || taken.has(one.key),
        bright.has(one.key) && one.shape !== "area" ? "dark" : ink(one)
      )
    );
}
