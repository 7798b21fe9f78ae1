// What never moves on a board: the landscape behind it, its spots and their borders.

import {glyph, s} from "./dom.js";
import {pictureUrl} from "./state.js";

export const HIGH = 1000; // units of a board's height
const wave = (n) => Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1; // the same stars and trees each time
const many = (length, make) => Array.from({length}, (_, n) => make(n));
export const line = (points) => points.map(([x, y]) => x.toFixed(1) + " " + y.toFixed(1)).join("L");
const path = (d, more) => s("path", {d, ...more});
const rect = (x, y, width, height, more) => s("rect", {x, y, width, height, ...more});
const circle = (cx, cy, r, more) => s("circle", {cx, cy, r, ...more});
const fill = (colour, y = -9e3, height = 2e4) => rect(-9e3, y, 2e4, height, {fill: colour});
const shade = (id, kind, ...stops) =>
  s(
    kind + "Gradient",
    {id, ...(kind === "linear" ? {x2: 0, y2: 1} : {})},
    stops.map(([offset, colour, alpha = 1]) =>
      s("stop", {offset, "stop-color": colour, "stop-opacity": alpha})
    )
  );
export const at = (x, y, more = "") => ({transform: `translate(${x} ${y})${more}`});

/** A picture of the app in its own units, with its middle at 0,0; null if there is none of that name. */
export function picture(name) {
  if (/\.png$/.test(name)) return s("image", {href: pictureUrl(name), x: -24, y: -24, width: 48, height: 48});
  const found = name && document.getElementById(name),
    box = found && found.getAttribute("viewBox").split(" ");
  return box ? s("use", {href: "#" + name, x: box[0], y: box[1], width: box[2], height: box[3]}) : null;
}

/* Landscapes */

const BANDS = [
  "#3d3f6b",
  "#8e6c86",
  "#504673",
  "#6a5079",
  "#c79086",
  "#7f5875",
  "#a96c6a",
  "#e0a982",
  "#c98b6b",
  "#e2b37e",
  "#f3d9a6",
];

/** A gas planet: bands, a rim of air, stars around it. */
function planet(wide) {
  const x = wide / 2,
    y = HIGH / 2,
    radius = HIGH * 0.53;
  const band = (colour, n) => {
    const k = 10 - n,
      m = 5 + (k % 4);
    const far = (turn) =>
      radius *
      ((k + 1) / 11.6 + 0.012 * Math.sin(m * turn + k) + 0.008 * Math.sin((2 * m + 1) * turn + 2 * k));
    const points = many(72, (one) => (one * Math.PI) / 36).map((turn) => [
      x + far(turn) * Math.cos(turn),
      y + far(turn) * Math.sin(turn),
    ]);
    return path("M" + line(points) + "Z", {fill: colour});
  };
  const stars = many(
    130,
    (n) => `M${(wave(n) * 4 - 1.5) * wide} ${(wave(n + 500) * 3 - 1) * HIGH}h${2 + 3 * wave(n + 90)}`
  ).join("");
  return [
    shade("air", "radial", [0.86, "#8fd9f2", 0.75], [1, "#8fd9f2", 0]),
    shade("dusk", "radial", [0.3, "#0b1230", 0.1], [1, "#0b1230", 0.68]),
    fill("#101430"),
    path(stars, {stroke: "#fff", "stroke-width": 3, opacity: 0.55}),
    circle(x, y, radius * 1.13, {fill: "url(#air)"}),
    circle(x, y, radius, {fill: BANDS[0]}),
    BANDS.map(band),
    circle(x, y, radius, {fill: "url(#dusk)"}),
  ];
}

const hills = (y, high, often, colour) =>
  path(
    `M-9e3 ${y + 60}` +
      many(
        90,
        (n) =>
          `L${n * 45 - 1300} ${y + high * Math.sin(n * often) + 0.4 * high * Math.sin(2.3 * n * often + 2)}`
      ).join("") +
      `L9e3 ${y + 60}Z`,
    {fill: colour}
  );

/** A town in the snow, with a night sky above it. */
function town(wide, spots) {
  const free = ([x, y]) =>
    spots.every((one) => one.shape === "card" || Math.hypot(one.x - x, (one.y - y) * 1.3) > 125);
  const trees = many(90, (n) => [
    (wave(n) * 2.4 - 0.7) * wide,
    190 + 560 * wave(n + 300),
    0.75 + 0.5 * wave(n + 700),
  ]).filter(free);
  const flakes = many(90, (n) => `M${(wave(n + 40) * 2.4 - 0.7) * wide} ${wave(n + 900) * HIGH}h0`).join("");
  return [
    shade("sky", "linear", [0, "#0a1230"], [0.55, "#1b2c55"], [1, "#3b4f7e"]),
    shade("glow", "radial", [0, "#ffd98a", 0.6], [1, "#ffd98a", 0]),
    shade("snow", "linear", [0, "#7f98c2"], [0.3, "#2f4468"], [1, "#1a2b48"]),
    fill("#0a1230"),
    fill("url(#sky)", -300, 500),
    s("g", at(wide * 0.82, 75, " scale(1.5)"), picture("moon")),
    hills(150, 22, 0.11, "#33476f"),
    hills(178, 14, 0.08, "#4a618f"),
    fill("url(#snow)", 172, 2e3),
    trees
      .sort((one, two) => one[1] - two[1])
      .map(([x, y, size]) => s("g", at(x, y, ` scale(${size})`), picture("pine_1"))),
    path(flakes, {class: "flakes"}),
    fill("#0d1528", 800, 4e3),
  ];
}

/** Dusk over the fields, with a green for the track. */
function mill(wide) {
  const x = wide / 2,
    y = HIGH / 2,
    green = (rx, ry, colour) => s("ellipse", {cx: x, cy: y, rx: wide * rx, ry: HIGH * ry, fill: colour});
  return [
    shade(
      "sky",
      "linear",
      [0, "#241a44"],
      [0.35, "#5a2b63"],
      [0.62, "#b34a63"],
      [0.84, "#f08a5b"],
      [1, "#ffd08c"]
    ),
    shade("field", "linear", [0, "#b5823f"], [1, "#7c4b36"]),
    shade("glow", "radial", [0, "#ffe9a8", 0.9], [1, "#ffb45e", 0]),
    fill("#241a44"),
    fill("url(#sky)", -700, 800),
    circle(wide * 0.8, 20, 260, {fill: "url(#glow)"}),
    circle(wide * 0.8, 20, 75, {fill: "#fff4cf"}),
    hills(45, 34, 0.4, "#7d3f58"),
    fill("url(#field)", 80, 4e3),
    green(0.54, 0.55, "#5c8a45"),
    green(0.18, 0.16, "#77a356"),
  ];
}

/** The windmill in the middle of its track. */
export function tower(wide) {
  const sail = (turn) =>
    s(
      "g",
      {transform: `rotate(${turn})`},
      path("M0 0V128", {stroke: "#5b2a31", "stroke-width": 6}),
      path("M4 30h26v92h-26zM4 61h26M4 92h26M17 30v92", {
        fill: "#fff3da",
        stroke: "#7a4a3a",
        "stroke-width": 2.5,
      })
    );
  return s(
    "g",
    at(wide / 2, HIGH * 0.56, " scale(3.1)"),
    path("M-40 0L-25-118H25L40 0Z", {fill: "#f6e6cb"}),
    path("M8-118H25L40 0H14Z", {fill: "#dcc3a0"}),
    path("M-31-116L0-158L31-116Z", {fill: "#8a2f3a"}),
    path("M-10 0V-22a10 10 0 0 1 20 0V0Z", {fill: "#6b2c33"}),
    circle(0, -66, 9, {fill: "#ffd98a", stroke: "#8a5a2e", "stroke-width": 3}),
    s("g", at(0, -122), [20, 110, 200, 290].map(sail), circle(0, 0, 8, {fill: "#8a2f3a"}))
  );
}

const lamp = (wide, colour, alpha) => [
  shade("glow", "radial", [0, colour, alpha], [1, colour, 0]),
  circle(wide / 2, HIGH / 2, HIGH * 1.1, {fill: "url(#glow)"}),
];

/** A wooden table under a lamp. */
const wood = (wide) => [
  fill("#553a28"),
  path(
    many(40, (n) => `M-9e3 ${n * 130 - 2000}H9e3M${wave(n) * 2400 - 600} ${n * 130 - 2000}v130`).join(""),
    {stroke: "#3d2819", "stroke-width": 5}
  ),
  lamp(wide, "#ffd9a0", 0.34),
];

/** The night floor with squares in the boards' colours. */
const floor = () => [
  fill("#161c44"),
  many(60, (n) =>
    rect(Math.round(wave(n) * 40 - 8) * 70, Math.round(wave(n + 70) * 16 - 1) * 70, 48, 48, {
      rx: 8,
      opacity: 0.16,
      fill: ["#e8624f", "#e3b23c", "#2fa39a", "#8a6ae0"][n % 4],
    })
  ),
];

const own = (wide) => [rect(-9e3, -9e3, 2e4, 2e4, {class: "plain"}), lamp(wide, "#ffffff", 0.14)];
const SCENES = {planet, town, mill, wood, floor};
export const scene = (name, wide, spots, file = "") => [
  (SCENES[name] || own)(wide, spots),
  file && s("image", {href: pictureUrl(file), width: wide, height: HIGH, preserveAspectRatio: "none"}),
];

/* Spots */

const hexagon = (r) =>
  [0, 1, 2, 3, 4, 5].map((n) => [r * Math.cos((n * Math.PI) / 3), r * Math.sin((n * Math.PI) / 3)]);
const square = (r) => [
  [-r, -r],
  [r, -r],
  [r, r],
  [-r, r],
];

/** The outline of a spot, also of a lit one. */
export function outline(one, r = one.r) {
  const {shape, card} = one,
    box = {card: [card, 72], photo: [92, 108], tray: [225, 450]}[shape];
  if (box) return rect(-box[0], -box[1], 2 * box[0], 2 * box[1], {rx: 10});
  if (shape === "area") return rect(-one.w / 2, -one.h / 2, one.w, one.h, {rx: 12});
  if (shape === "hex" || shape === "square")
    return path("M" + line((shape === "hex" ? hexagon : square)(r)) + "Z");
  return circle(0, 0, r);
}

const words = (one, y, more = "") => s("text", {class: "on " + more, y}, one.label);
/** A label inside a square, hex or area, as large as fits; too small to read is left out. */
function inside(one) {
  const size = Math.min(0.5 * one.r, (one.w || 1.75 * one.r) / (0.76 * String(one.label).length), 60);
  const text = size > 14 && s("text", {class: "on", y: 0.36 * size}, one.label);
  if (text) text.style.fontSize = size.toFixed(0) + "px";
  return text;
}
const icon = (one) =>
  one.icon && s("text", {class: "i", y: 0.35 * one.r, "font-size": one.r * 1.1}, glyph(one.icon));
const PARTS = {
  photo: (one) => [
    outline(one),
    rect(-78, -94, 156, 150, {class: "window"}),
    words(one, 92, "dark"),
    one.key === "middle" && circle(0, -20, 34, {fill: "#ffe9a8"}),
  ],
  tray: (one) => [outline(one), words(one, -370, "title"), s("ellipse", {cy: 340, rx: 150, ry: 62})],
  card(one, art) {
    const dark = one.tone === "#F3F7FF",
      long = String(one.label).length > 9,
      text = words(one, art ? 55 : 8, dark ? "dark" : "");
    if (long) {
      text.setAttribute("textLength", String(1.8 * one.card));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return [
      outline(one),
      art && s("g", {...at(0, -22, " scale(2.2)"), class: dark ? "dark" : ""}, art),
      text,
    ];
  },
  house: (one, art) =>
    art ? s("g", {transform: `scale(${one.scale * 1.25})`}, art) : [outline(one), icon(one)],
  dot: (one, art) =>
    art
      ? [
          one.picture === "lamp" && circle(0, -62, 58, {fill: "url(#glow)"}),
          s("g", {transform: `scale(${one.scale})`}, art),
        ]
      : [outline(one), icon(one), isNumber(one) && words(one, 0.36 * one.r, "number")],
};
const isNumber = (one) => String(one.label).length < 3;

export function drawSpot(one) {
  const art = picture(one.picture),
    turned =
      one.shape === "photo"
        ? ` rotate(${(wave(one.x) * 10 - 5).toFixed(1)}) scale(${one.key === "middle" ? 1.45 : 1.25})`
        : "";
  const outwards = one.picture === "terrain_corner" ? ` rotate(${one.out.toFixed(0)})` : "";
  const tile = () => [
    outline(one, one.r * 0.95),
    art && s("g", {transform: `scale(${one.scale})${outwards}`}, art),
    icon(one),
    one.label && inside(one),
  ];
  const all = s(
    "g",
    {class: "spot " + one.shape, ...at(one.x, one.y, turned)},
    (PARTS[one.shape] || tile)(one, art)
  );
  if (one.tone && all.firstElementChild) all.firstElementChild.style.fill = one.tone;
  return all;
}

/** Names of houses and dots, over the pieces, at a size that a screen can show. */
export function nameOf(one) {
  const down = {house: 34, dot: one.r + 20}[one.shape];
  return one.label && down && (one.shape === "house" || !isNumber(one))
    ? s("g", {class: "name", ...at(one.x, one.y + down)}, s("text", {}, one.label))
    : null;
}

/** Lines between hexes or squares of different zones. */
export function borders(spots) {
  const zoned = spots.filter((one) => one.zone && (one.shape === "hex" || one.shape === "square")),
    parts = [];
  for (const one of zoned) {
    const corners = (one.shape === "hex" ? hexagon : square)(one.r);
    corners.forEach(([x, y], n) => {
      const [to, down] = corners[(n + 1) % corners.length];
      const other = zoned.find(
        (each) => Math.hypot(each.x - one.x - x - to, each.y - one.y - y - down) < one.r / 2
      );
      if (!other || other.zone !== one.zone)
        parts.push(
          `M${line([
            [one.x + x, one.y + y],
            [one.x + to, one.y + down],
          ])}`
        );
    });
  }
  return parts.length ? ["border case", "border"].map((kind) => path(parts.join(""), {class: kind})) : [];
}
