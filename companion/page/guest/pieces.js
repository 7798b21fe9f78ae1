// The pieces of a board: how they look, and where they stand on their spot.

import {isTinted, picture} from "./art.js";
import {glyph, s, token} from "./dom.js";
import {at, isLight} from "./scenes.js";
import {app, seat} from "./state.js";

/** @param {Piece} piece */
export function named(piece) {
  const who = seat(piece.seat);
  const name = piece.label || (who ? who.name : "");
  return (piece.count || 1) > 1 ? `${name} ×${piece.count}` : String(name);
}

/** The colour of a seat's token. @param {SeatLook} who */
export const colourOf = (who) => app.seats[who.colour % app.seats.length].fill;

/** A number or an icon on a disc. @param {number} x @param {number} y @param {number} r
 * @param {string} text @param {string} kind */
export function badge(x, y, r, text, kind) {
  return s(
    "g",
    {class: "badge-on " + kind, ...at(x, y)},
    s("circle", {r}),
    s("text", {y: r * 0.36, "font-size": r * 1.15, class: kind === "fight" ? "i" : ""}, text)
  );
}

/** @param {SeatLook} who @param {number} x @param {number} y @param {number} size @param {string} [letter] */
function small(who, x, y, size, letter = who.letter) {
  const one = token({...who, letter});
  const place = {x: x - size / 2, y: y - size / 2, width: size, height: size};
  for (const [name, value] of Object.entries(place)) one?.setAttribute(name, String(value));
  return one;
}

/** Its seat's token: on a piece that heads somewhere, beside one of another colour, or not at all.
 * @param {Piece} piece @param {SeatLook} who */
function ownerOf(piece, who) {
  if (piece.heads) return small(who, 0, 0, 22);
  return isTinted(piece.picture || "") ? null : small(who, 11, 12, 15);
}

/** @param {Piece} piece @param {SVGElement} art @param {SeatLook|null} who */
function pictured(piece, art, who) {
  const count = piece.count || 1;
  const copies = count < 4 ? count : 1;
  if (who) art.style.color = colourOf(who);
  const drawn = Array.from({length: copies}, (_, n) =>
    s("g", at((n - (copies - 1) / 2) * 17, n * 4), n ? art.cloneNode() : art)
  );
  return [drawn, who && ownerOf(piece, who)];
}

/** @param {Piece} piece */
function thing(piece) {
  const disc = s("circle", {r: 17, class: "thing"});
  if (piece.tone) disc.style.fill = piece.tone;
  return [disc, piece.icon && s("text", {class: "i thing-on", y: 8, "font-size": 22}, glyph(piece.icon))];
}

/** @param {Piece} piece @param {boolean} drawn as a picture? */
function letterOf(piece, drawn) {
  const owned = seat(piece.seat);
  if (piece.heads || (owned && !drawn)) return ""; // it is on the token
  if (piece.letter) return piece.letter;
  const known = drawn || owned || (piece.icon && glyph(piece.icon));
  return known ? "" : String(piece.label || "").slice(0, 2);
}

/** A piece in the pictures' own units. @param {Piece} piece */
export function figure(piece) {
  const who = seat(piece.seat);
  const art = picture(piece.picture);
  const count = piece.count || 1;
  const letter = letterOf(piece, !!art);
  const dark = piece.tone ? isLight(piece.tone) : !art;
  /** @type {Kid} */
  let body = thing(piece);
  if (art) body = pictured(piece, art, who);
  else if (who) body = small(who, 0, 0, 38, piece.letter || who.letter);
  return s(
    "g",
    {class: piece.faint ? "faint" : ""},
    s("title", {}, named(piece)),
    body,
    letter && s("text", {class: "letter" + (dark ? " dark" : ""), y: 6}, letter),
    (count > 3 || (count > 1 && !art)) && badge(13, -11, 11, String(count), "count")
  );
}

/* Where each piece of a spot stands: x, y and size in the pictures' own units */

/** Side by side, or aside if others share the spot.
 * @param {Piece[]} group @param {boolean} shared @param {number} aside @returns {Placed[]} */
function row(group, shared, aside) {
  if (group.length === 1) return [shared ? [group[0], aside, -aside, 0.8] : [group[0], 0, 0, 1]];
  return group.map((one, n) => {
    const across = (n - (group.length - 1) / 2) * 31;
    return [one, across, 0.3 * across, 0.72];
  });
}

/** @param {Piece[]} group @param {number} step @param {number} y @param {number} size @returns {Placed[]} */
const beside = (group, step, y, size) =>
  group.map((one, n) => [one, (n - (group.length - 1) / 2) * step, y, size]);

/** @param {Piece[]} group @returns {Placed[]} */
const ring = (group) =>
  group.map((one, n) => {
    const turn = Math.PI * (1 / 6 + (2 * (n + 1)) / Math.max(3, group.length));
    return [one, 26 * Math.cos(turn), 26 * Math.sin(turn), 0.52];
  });

/** @param {Piece[]} group @returns {Placed[]} */
const stack = (group) => {
  const step = Math.min(15, 44 / group.length);
  return group.map((one, n) => [one, 0, ((group.length - 1) / 2 - n) * step, 0.9]);
};

/** By shape of the spot: the upper and the lower pieces.
 * @type {Record<string, (top: Piece[], low: Piece[], spot: DrawnSpot) => Placed[]>} */
const PLACES = {
  house: (top, low) => [
    ...low.map((one, n) => /** @type {Placed} */ ([one, 30 - 26 * n, -66, 0.62])),
    ...top.map(
      (one, n) => /** @type {Placed} */ ([one, -46 + 26 * (n % 4), -4 - 24 * Math.floor(n / 4), 0.8])
    ),
  ],
  photo: (top, low) => [...beside(top, 0, -18, 3), ...beside(low, 40, 116, 1.2)],
  tray: (top) => top.map((one, n) => [one, 0, 280 - Math.min(105, 560 / top.length) * n, 4]),
  card: (top, low) => [...low, ...top].map((one, n) => [one, -24 + 20 * n, -44, 1]),
  dot: (top, low, spot) => [
    ...low.map((one, n) => /** @type {Placed} */ ([one, 20 + 22 * n, -18, 0.72])),
    ...beside(top, 24, spot.picture ? -2 : -12, 0.8),
  ],
};

/** On a hex or square: small ones in a corner, the rest in two rows.
 * @param {Piece[]} top @param {Piece[]} low @returns {Placed[]} */
function rows(top, low) {
  const corner = low.filter((one) => one.small);
  const figures = low.filter((one) => !one.small);
  return [
    ...corner.map((one, n) => /** @type {Placed} */ ([one, 13 - 22 * n, 18, 0.62])),
    ...row(figures, top.length > 0, -12),
    ...row(top, figures.length > 0, 8),
  ];
}

/** @param {DrawnSpot} spot @param {Piece[]} all @returns {Placed[]} */
export function arranged(spot, all) {
  const others = all.filter((one) => !one.base);
  const low = others.filter((one) => one.under);
  const top = others.filter((one) => !one.under);
  /** @type {Placed[]} */
  const bases = all.filter((one) => one.base).map((one) => [one, 0, 0, 1]);
  if (spot.stacks) return [...bases, ...stack(others)];
  if (spot.ring) return [...bases, ...ring(others)];
  if (PLACES[spot.shape] && !spot.flat) return [...bases, ...PLACES[spot.shape](top, low, spot)];
  return [...bases, ...rows(top, low)];
}
