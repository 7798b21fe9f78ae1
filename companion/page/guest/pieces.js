// The pieces of a board: how they look, and where they stand on their spot.

import {glyph, s, token} from "./dom.js";
import {at, picture} from "./scenes.js";
import {seat} from "./state.js";

const TINTED = ["ship", "longboat"];

export const named = (piece) =>
  String(piece.label || (seat(piece.seat) || {name: ""}).name) + (piece.count > 1 ? " ×" + piece.count : "");

/** A number or an icon on a disc. */
export function badge(x, y, r, text, kind) {
  return s(
    "g",
    {class: "badge-on " + kind, ...at(x, y)},
    s("circle", {r}),
    s("text", {y: r * 0.36, "font-size": r * 1.15, class: kind === "fight" ? "i" : ""}, text)
  );
}

function small(who, x, y, size) {
  const one = token(who);
  for (const [name, value] of Object.entries({x: x - size / 2, y: y - size / 2, width: size, height: size}))
    one.setAttribute(name, value);
  return one;
}

function pictured(piece, art, who) {
  const tinted = TINTED.includes(piece.picture),
    copies = piece.count > 1 && piece.count < 4 ? piece.count : 1;
  if (tinted && who) art.style.color = token(who).firstElementChild.getAttribute("fill");
  return [
    Array.from({length: copies}, (_, n) =>
      s("g", at((n - (copies - 1) / 2) * 17, n * 4), n ? art.cloneNode() : art)
    ),
    who && (piece.picture === "ship" ? small(who, 0, 0, 22) : !tinted && small(who, 11, 12, 15)),
  ];
}

function thing(piece) {
  const disc = s("circle", {r: 17, class: "thing"});
  if (piece.tone) disc.style.fill = piece.tone;
  return [disc, piece.icon && s("text", {class: "i thing-on", y: 8, "font-size": 22}, glyph(piece.icon))];
}

/** A piece in the pictures' own units. */
export function figure(piece) {
  const who = seat(piece.seat),
    art = picture(piece.picture),
    own = art || who || glyph(piece.icon);
  const letter = piece.picture === "ship" ? "" : piece.letter || (own ? "" : String(piece.label).slice(0, 2));
  return s(
    "g",
    {class: piece.faint ? "faint" : ""},
    s("title", {}, named(piece)),
    art ? pictured(piece, art, who) : who ? small(who, 0, 0, 38) : thing(piece),
    letter &&
      s(
        "text",
        {class: "letter" + (!art || /^(token|quest)/.test(piece.picture) ? " dark" : ""), y: 6},
        letter
      ),
    (piece.count > 3 || (piece.count > 1 && !art)) && badge(13, -11, 11, String(piece.count), "count")
  );
}

/* Where each piece of a spot stands: x, y and size in the pictures' own units */

const row = (group, shared, aside) =>
  group.map((one, n) => {
    const across = (n - (group.length - 1) / 2) * 31;
    return group.length > 1
      ? [one, across, 0.3 * across, 0.72]
      : shared
        ? [one, aside, -aside, 0.8]
        : [one, 0, 0, 1];
  });
const beside = (group, step, y, size) =>
  group.map((one, n) => [one, (n - (group.length - 1) / 2) * step, y, size]);
const atPort = (group) =>
  group.map((one, n) => {
    const turn = Math.PI * (1 / 6 + (2 * n) / Math.max(3, group.length - 1));
    return one.key === "flag" ? [one, 0, 0, 1] : [one, 26 * Math.cos(turn), 26 * Math.sin(turn), 0.52];
  });
const PLACES = {
  house: (top, low) => [
    ...low.map((one, n) => [one, 30 - 26 * n, -66, 0.62]),
    ...top.map((one, n) => [one, -46 + 26 * (n % 4), -4 - 24 * Math.floor(n / 4), 0.8]),
  ],
  photo: (top, low) => [...beside(top, 0, -18, 3), ...beside(low, 40, 116, 1.2)],
  tray: (top) => top.map((one, n) => [one, 0, 280 - Math.min(105, 560 / top.length) * n, 4]),
  card: (top, low) => [...low, ...top].map((one, n) => [one, -24 + 20 * n, -44, 1]),
  dot: (top, low, spot) => [
    ...low.map((one, n) => [one, 20 + 22 * n, -18, 0.72]),
    ...beside(top, 24, spot.picture ? -2 : -12, 0.8),
  ],
};

export function arranged(spot, all) {
  const low = all.filter((one) => one.under),
    top = all.filter((one) => !one.under);
  if (spot.stacks)
    return all.map((one, n) => [one, 0, ((all.length - 1) / 2 - n) * Math.min(15, 44 / all.length), 0.9]);
  if (spot.picture === "post") return atPort(all);
  if (PLACES[spot.shape] && !spot.flat) return PLACES[spot.shape](top, low, spot);
  const tokens = low.filter((one) => /^to/.test(one.picture || "")),
    figures = low.filter((one) => !tokens.includes(one));
  return [
    ...tokens.map((one, n) => [one, 13 - 22 * n, 18, 0.62]),
    ...row(figures, top.length > 0, -12),
    ...row(top, figures.length > 0, 8),
  ];
}
