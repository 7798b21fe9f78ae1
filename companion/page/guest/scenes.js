// What never moves on a board: the landscape behind it, its ways, its spots and their borders.

import {artIsHere, picture} from "./art.js";
import {glyph, s} from "./dom.js";
import {pictureUrl} from "./state.js";

export const HIGH = 1000; // units of a board's height

/** From 0 to 1, by chance, but the same each time. @param {number} n */
const chance = (n) => Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;
/** @param {Point[]} points */
export const line = (points) => points.map(([x, y]) => x.toFixed(1) + " " + y.toFixed(1)).join("L");
/** @param {string} d @param {Record<string, string|number>} [more] */
const path = (d, more) => s("path", {d, ...more});
/** @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Record<string, string|number>} [more] */
const rect = (x, y, width, height, more) => s("rect", {x, y, width, height, ...more});
/** @param {number} x @param {number} y */
export const at = (x, y, more = "") => ({transform: `translate(${x} ${y})${more}`});
/** @param {number} k */
const scaled = (k) => (k === 1 ? "" : ` scale(${k})`);

/** Is dark ink easier to read on it than light ink? @param {string} tone #RRGGBB, as in core/colours.py */
export function isLight(tone) {
  const [red, green, blue] = [1, 3, 5].map((n) => {
    const part = parseInt(tone.slice(n, n + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
}

/* The landscape */

/** Units of the board of a place that is measured as spots are. @param {Land} land @param {number} wide
 * @param {number} x @param {number} y @returns {Point} */
export function placed(land, wide, x, y) {
  const pad = land.ratio ? 0 : 0.09; // a board that fills its room leaves some at the edges
  const inner = 1 - 2 * pad;
  return [wide * (pad + inner * x), HIGH * (1 - pad - inner * y)];
}

/** The game's ground, or a plain table under a lamp; nothing until it has come.
 * @param {Land} land @param {number} wide */
function behind(land, wide) {
  if (!artIsHere(land)) return null;
  const own = land.art ? picture("ground") : null;
  if (own) return s("g", at((wide - Number(own.getAttribute("width"))) / 2, 0), own);
  const lamp = s(
    "radialGradient",
    {id: "lamplight"},
    [0.14, 0].map((alpha, offset) => s("stop", {offset, "stop-color": "#fff", "stop-opacity": alpha}))
  );
  const light = s("circle", {cx: wide / 2, cy: HIGH / 2, r: HIGH * 1.1, fill: "url(#lamplight)"});
  return [rect(-9e3, -9e3, 2e4, 2e4, {class: "plain"}), lamp, light];
}

/** Pictures that only decorate. @param {Land} land @param {number} wide @param {boolean} over the spots? */
export const props = (land, wide, over) =>
  (land.props || [])
    .filter((one) => !!one[4] === over)
    .map(([name, x, y, scale]) => {
      const [left, top] = placed(land, wide, x, y);
      return s("g", at(left, top, scaled(scale || 1)), picture(name));
    });

/** @param {Land} land @param {number} wide */
export function landscape(land, wide) {
  const file =
    land.picture &&
    s("image", {
      href: pictureUrl(land.picture),
      width: wide,
      height: HIGH,
      preserveAspectRatio: "none",
    });
  return [behind(land, wide), props(land, wide, false), file];
}

/** @param {Land} land @param {Point[][]} ways */
export function roads({road}, ways) {
  const d = ways.map((way) => "M" + line(way)).join("");
  if (!road) return path(d, {class: "roads"});
  const wide = HIGH * road.wide;
  return [
    path(d, {class: "roads paved", style: `stroke:${road.edge};stroke-width:${wide + 10}`}),
    path(d, {class: "roads paved", style: `stroke:${road.tone};stroke-width:${wide}`}),
  ];
}

/** The direction of a track: arrowheads between its spots, and rings round its ends.
 * @param {DrawnSpot[]} spots */
function course(spots) {
  const heads = spots.slice(1).map(({x, y}, n) => {
    const {x: fromX, y: fromY} = spots[n];
    const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
    return path("M-15-15L5 0L-15 15", {
      class: "heads",
      ...at((x + fromX) / 2, (y + fromY) / 2, ` rotate(${turn})`),
    });
  });
  const ends = spots.length ? [spots[0], spots[spots.length - 1]] : [];
  return [...ends.map(({x, y, r}) => s("circle", {class: "tips", cx: x, cy: y, r: r * 1.2})), ...heads];
}

/* Spots */

/** @param {number} r @returns {Point[]} */
const hexagon = (r) =>
  [0, 1, 2, 3, 4, 5].map((n) => [r * Math.cos((n * Math.PI) / 3), r * Math.sin((n * Math.PI) / 3)]);
/** @param {number} r @returns {Point[]} */
const square = (r) => [
  [-r, -r],
  [r, -r],
  [r, r],
  [-r, r],
];

/** The outline of a spot, also of a lit one. @param {DrawnSpot} one */
export function outline(one, r = one.r) {
  const {shape} = one;
  /** @type {Record<string, Point>} */
  const boxes = {card: [one.card, 72], photo: [92, 108], tray: [225, 450]};
  const box = boxes[shape];
  if (box) return rect(-box[0], -box[1], 2 * box[0], 2 * box[1], {rx: 10});
  if (shape === "area") return rect(-one.w / 2, -one.h / 2, one.w, one.h, {rx: 12});
  if (shape === "hex") return path("M" + line(hexagon(r)) + "Z");
  if (shape === "square") return path("M" + line(square(r)) + "Z");
  return s("circle", {cx: 0, cy: 0, r});
}

/** A label; a long one is squeezed into the room that it has to each side.
 * @param {DrawnSpot} one @param {number} y */
function words(one, y, more = "", half = 1000) {
  const fit = one.label.length * 6.5 > half && {textLength: 1.8 * half, lengthAdjust: "spacingAndGlyphs"};
  return s("text", {class: "on " + more, y, ...fit}, one.label);
}

/** @param {DrawnSpot} one @param {number} y @param {number} size in radii */
const icon = (one, y = 0.35, size = 1.1) =>
  one.icon &&
  s("text", {class: "i", y: y * one.r, style: `font-size:${(size * one.r).toFixed(0)}px`}, glyph(one.icon));
/** Above its label, if it has one inside. @param {DrawnSpot} one */
const raisedIcon = (one) => (one.label ? icon(one, 0.14, 0.8) : icon(one));
/** @param {DrawnSpot} one */
const isNumber = (one) => one.label.length < 3;

/** @param {DrawnSpot} one @param {SVGElement|null} art */
function card(one, art) {
  const dark = one.tone && isLight(one.tone) ? "dark" : "";
  return [
    outline(one),
    art && s("g", {...at(0, -22, " scale(2.2)"), class: dark}, art),
    words(one, art ? 55 : 8, dark, one.card),
  ];
}

/** A hex, a square or an area, without its label. @param {DrawnSpot} one @param {SVGElement|null} art */
function tile(one, art) {
  const turned = one.turn ? ` rotate(${one.turn})` : "";
  return [
    outline(one, one.r * 0.95),
    art && s("g", {transform: `scale(${one.scale})${turned}`}, art),
    raisedIcon(one),
  ];
}

/** @type {Record<string, (one: DrawnSpot, art: SVGElement|null) => Kid>} */
const PARTS = {
  photo: (one, art) => [
    outline(one),
    rect(-78, -94, 156, 150, {class: "window"}),
    words(one, 92, "dark", 92),
    art && s("g", at(0, -20), art),
  ],
  tray: (one) => [outline(one), words(one, -370, "title"), s("ellipse", {cy: 340, rx: 150, ry: 62})],
  card,
  house: (one, art) =>
    art
      ? s("g", {transform: `scale(${one.scale * 1.25}) rotate(${one.turn})`}, art)
      : [outline(one), icon(one)],
  dot: (one, art) =>
    art
      ? s("g", {transform: `scale(${one.scale}) rotate(${one.turn})`}, art)
      : [outline(one), icon(one), isNumber(one) && words(one, 0.36 * one.r, "number")],
};

/** Is it a hex, a square or an area? @param {DrawnSpot} one */
export const isTile = (one) => !PARTS[one.shape];

/** Photos lie a little askew, and are larger than other spots. @param {DrawnSpot} one */
const laid = (one) =>
  one.shape === "photo"
    ? ` rotate(${(chance(one.x) * 10 - 5).toFixed(1)}) scale(${1.25 * one.grown})`
    : scaled(one.grown);

/** @param {DrawnSpot} one */
export function drawSpot(one) {
  const parts = (PARTS[one.shape] || tile)(one, picture(one.picture));
  const all = s("g", {class: "spot " + one.shape, ...at(one.x, one.y, laid(one))}, parts);
  const first = /** @type {SVGElement|null} */ (all.firstElementChild);
  if (one.tone && first) first.style.fill = one.tone;
  if (one.paved && first) first.style.stroke = "none";
  return all;
}

/** The name of a house or dot, over the pieces, at a size that a screen can show. @param {DrawnSpot} one */
export function nameOf(one) {
  /** @type {Record<string, number>} */
  const below = {house: 34, dot: one.r + 20};
  const down = below[one.shape];
  if (!one.label || !down || (one.shape === "dot" && isNumber(one))) return null;
  return s("g", {class: "name", ...at(one.x, one.y + down)}, s("text", {}, one.label));
}

/** What is drawn over the spots. @param {DrawnSpot[]} spots @param {string[]} track
 * @param {Map<string, DrawnSpot>} by */
export const markings = (spots, track, by) => [
  course(track.flatMap((key) => by.get(key) || [])),
  borders(spots),
];

/** Lines between hexes or squares of different zones. @param {DrawnSpot[]} spots */
function borders(spots) {
  const zoned = spots.filter((one) => one.zone && (one.shape === "hex" || one.shape === "square"));
  /** @type {string[]} */
  const parts = [];
  for (const one of zoned) {
    const corners = (one.shape === "hex" ? hexagon : square)(one.r);
    corners.forEach(([x, y], n) => {
      const [to, down] = corners[(n + 1) % corners.length];
      const other = zoned.find(
        (each) => Math.hypot(each.x - one.x - x - to, each.y - one.y - y - down) < one.r / 2
      );
      /** @type {Point[]} */
      const side = [
        [one.x + x, one.y + y],
        [one.x + to, one.y + down],
      ];
      if (!other || other.zone !== one.zone) parts.push("M" + line(side));
    });
  }
  return parts.length ? ["border case", "border"].map((kind) => path(parts.join(""), {class: kind})) : [];
}

/* Spots */

const SIDE = 36; // the side of a hex in the pictures' own units

/** The radius of dots that don't touch. @param {Land} land @param {number} wide */
function dotSize(land, wide) {
  if (land.dot) return HIGH * land.dot;
  const points = land.spots.map((one) => placed(land, wide, one[2], one[3]));
  const apart = points.flatMap(([x, y], n) =>
    points.slice(n + 1).map(([to, down]) => Math.hypot(x - to, y - down))
  );
  return Math.max(18, Math.min(0.38 * Math.min(9e3, ...apart), 62));
}

/** @param {Land} land @param {boolean} dot @param {number} small the radius of a dot */
function radius(land, dot, small) {
  if (land.size) return HIGH * land.size * (dot ? 0.62 : 1);
  return dot ? small : 60;
}

/** Spots in units of the board, with their size.
 * @param {Land} land @param {number} wide @returns {DrawnSpot[]} */
export function spotsOf(land, wide) {
  const small = dotSize(land, wide);
  const cards = land.spots.filter((each) => each[4] === "card").length;
  const shared = {
    card: Math.min(60, (0.42 * wide) / cards),
    scale: land.size ? (HIGH * land.size) / SIDE : land.scale || small / 19,
    flat: !!land.size,
    stacks: !!land.stacks,
    plain: !land.art,
  };
  return land.spots.map((each) => {
    const [key, name, across, up, shape, label = "", drawing = "", zone = "", tone = "", sign = ""] = each;
    const [x, y] = placed(land, wide, across, up);
    const road = shape === "dot" && !tone ? land.road : null;
    return {
      ...{key, name, x, y, shape, label: String(label), picture: drawing, zone, icon: sign, ...shared},
      tone: road ? road.dots : tone,
      r: radius(land, shape === "dot", small),
      paved: !!road,
      ...formOf(each, wide),
    };
  });
}

/** The size of a spot that isn't like all others of its shape. @param {SentSpot} spot @param {number} wide */
function formOf(spot, wide) {
  const [w, high, turn, grown, ring] = spot.slice(10);
  return {
    w: Number(w || 0) * wide,
    h: Number(high || 0) * HIGH,
    turn: Number(turn || 0),
    grown: Number(grown || 1),
    ring: !!ring,
  };
}
