// Helpers that build elements. People's words become text nodes here, never HTML.

import {ICONS} from "./icons.js";
import {app, seat as seatOf} from "./state.js";

/* What Chrome 80 and Safari 13.1 lack. */
if (!Element.prototype.replaceChildren) {
  Element.prototype.replaceChildren = function (/** @type {(Node|string)[]} */ ...kids) {
    while (this.lastChild) this.lastChild.remove();
    this.append(...kids);
  };
}
if (!MediaQueryList.prototype.addEventListener) {
  MediaQueryList.prototype.addEventListener = function (/** @type {string} */ _, /** @type {any} */ act) {
    this.addListener(act);
  };
}

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @template {Element} E @param {E} e @param {Kid[]} kids */
function fill(e, kids) {
  for (const kid of kids) {
    if (Array.isArray(kid)) fill(e, kid);
    else if (kid != null && kid !== false && kid !== "") e.append(/** @type {Node|string} */ (kid));
  }
  return e;
}

/** @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Kid[]} kids */
export function h(tag, attributes = {}, ...kids) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on") || name === "value") Object.assign(e, {[name]: value});
    else e.setAttribute(name, value === true ? "" : String(value));
  }
  return fill(e, kids);
}

/** @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string|number>} [attributes] @param {Kid[]} kids */
export function s(tag, attributes = {}, ...kids) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    if (name === "style") e.style.cssText = String(value);
    else e.setAttribute(name, String(value));
  return fill(e, kids);
}

/** The corners of a star or a regular polygon. @param {number} count @param {number[]} radii */
const around = (count, ...radii) =>
  Array.from({length: count}, (_, n) => {
    const turn = (n / count) * 2 * Math.PI;
    const far = radii[n % radii.length];
    return (far * Math.sin(turn)).toFixed(2) + "," + (-far * Math.cos(turn)).toFixed(2);
  }).join(" ");

/** The shapes of seats, one unit in each direction.
 * @type {Record<string, () => SVGElement>} */
const SHAPES = {
  circle: () => s("circle", {r: 1}),
  square: () => s("rect", {x: -0.86, y: -0.86, width: 1.72, height: 1.72, rx: 0.22}),
  triangle: () => s("polygon", {points: "-1.06,.95 1.06,.95 0,-.9"}),
  diamond: () => s("polygon", {points: around(4, 1.14)}),
  hexagon: () => s("polygon", {points: around(6, 1.04)}),
  star: () => s("polygon", {points: around(12, 1.12, 0.8)}),
  cross: () => s("path", {d: "M-.5-1.02h1v.52h.52v1h-.52v.52h-1v-.52h-.52v-1h.52z"}),
  drop: () => s("path", {d: "M0-1.2L.68-.55A.9.9 0 1 1-.68-.55z"}),
  house: () => s("polygon", {points: "-.95,.97 .95,.97 .95,-.25 0,-1.12 -.95,-.25"}),
  shield: () => s("path", {d: "M-1-.95H1V-.05A1 1.15 0 0 1-1-.05z"}),
  clover: () =>
    s("path", {d: "M0-.6A.58.58 0 1 1 .6 0A.58.58 0 1 1 0 .6A.58.58 0 1 1-.6 0A.58.58 0 1 1 0-.6z"}),
  leaf: () => s("path", {d: "M-1 1A2 2 0 0 1 1-1A2 2 0 0 1-1 1z"}),
};

/** How far below the middle the letter of a shape stands; .36 if it isn't named.
 * @type {Record<string, number>} */
const LOW = {triangle: 0.62, drop: 0.5};
const ROOMY = ["circle", "square", "hexagon", "drop"];

/** How large the letters in a shape are. @param {SeatLook} seat */
function letterSize({letter, shape}) {
  if (letter.length > 1) return 0.8;
  return ROOMY.includes(shape) ? 1.1 : 0.9;
}

/** A seat's colour, shape and letter; its name is shown beside it or read out.
 * @param {SeatLook|null} [seat] */
export function token(seat, named = false) {
  if (!seat) return null;
  const {fill: colour, on_fill} = app.seats[seat.colour % app.seats.length];
  const shape = (SHAPES[seat.shape] || SHAPES.circle)();
  shape.setAttribute("class", "shape");
  shape.setAttribute("fill", colour);
  const size = letterSize(seat);
  const letter = {
    "text-anchor": "middle",
    y: (LOW[seat.shape] || 0.36) * size,
    fill: on_fill,
    transform: `scale(${size})`,
    "dominant-baseline": "auto",
  };
  return s(
    "svg",
    {
      viewBox: "-1.25 -1.25 2.5 2.5",
      class: seat.gone ? "t gone" : "t",
      ...(named ? {role: "img", "aria-label": seat.name} : {"aria-hidden": "true"}),
    },
    shape,
    s("text", letter, seat.letter)
  );
}

/** The icon's letter in the icon font; "" if there is none, or until a plugin's icons have come.
 * @param {string} [name] */
export function glyph(name) {
  if (!name) return "";
  if (ICONS.includes(name)) return String.fromCharCode(0xe000 + ICONS.indexOf(name));
  if (!app.icons) fetchIcons();
  const found = app.icons && app.icons[name];
  return found ? String.fromCodePoint(0xf0000 + found) : "";
}

const ANOTHER_TRY = 30000;

async function fetchIcons() {
  app.icons = {};
  try {
    app.icons = await (await fetch("guest/more-icons.json")).json();
    app.render();
  } catch {
    setTimeout(() => (app.icons = null), ANOTHER_TRY);
  }
}

/** @param {string} [name] */
export const icon = (name) =>
  glyph(name) ? h("span", {class: "i", "aria-hidden": "true"}, glyph(name)) : null;

/** A change of points, with its sign. @param {number} n */
export function sum(n) {
  if (n > 0) return h("span", {class: "sum up"}, "+" + n);
  return n < 0 ? h("span", {class: "sum down"}, "−" + -n) : h("span", {class: "sum "}, "±0");
}

const HANDLERS = /** @type {const} */ ([
  "onclick",
  "oninput",
  "onsubmit",
  "onpointerdown",
  "onload",
  "onchange",
  "onfocus",
  "onkeydown",
]);

/** @param {HTMLElement} is @param {HTMLElement} want */
function morphAttributes(is, want) {
  for (const {name} of [...is.attributes])
    if (name !== "style" && name !== "open" && !want.hasAttribute(name)) is.removeAttribute(name);
  for (const {name, value} of [...want.attributes]) {
    if (name !== "style" && is.getAttribute(name) !== value) is.setAttribute(name, value);
  }
  if (is.style.cssText !== want.style.cssText) is.style.cssText = want.style.cssText;
  for (const what of HANDLERS) if (is[what] !== want[what]) Object.assign(is, {[what]: want[what]});
}

/** Fields keep what is being typed. @param {any} is @param {any} want */
function morphValue(is, want) {
  const isField = "value" in want && is.nodeName !== "BUTTON";
  if (isField && is.value !== want.value && document.activeElement !== is) is.value = want.value;
  if (is.checked !== want.checked) is.checked = want.checked; // a tap has parted it from its attribute
}

/** Turn the existing elements into the wanted ones, keeping focus, scroll position and typed text.
 * @param {any} is @param {any} want both elements or texts */
export function morph(is, want) {
  if (is.nodeName !== want.nodeName || (is.dataset && is.dataset.k !== want.dataset.k)) {
    is.replaceWith(want);
    return;
  }
  if (is.nodeType === Node.TEXT_NODE) {
    if (is.data !== want.data) is.data = want.data;
    return;
  }
  if (want.dataset && "own" in want.dataset) return; // it draws itself
  morphAttributes(is, want);
  morphValue(is, want);
  const kids = [...want.childNodes];
  kids.forEach((kid, n) => (is.childNodes[n] ? morph(is.childNodes[n], kid) : is.append(kid)));
  while (is.childNodes.length > kids.length) is.lastChild.remove();
}

/** Answers side by side, if their longest word fits. @param {string[]} labels @param {Kid[]} kids */
export function tiled(labels, kids) {
  const all = h("div", {class: "answers tiles", role: "group"}, kids);
  all.style.setProperty(
    "--word",
    String(Math.max(0, ...labels.flatMap((one) => String(one).split(/[\s-]/)).map((one) => one.length)))
  );
  return all;
}

/** At most four in a row, and as few rows as possible; those of the last row fill it.
 * @param {HTMLElement} all @param {number} count @param {number} [letters] of the longest word */
export function inRows(all, count, letters = 0) {
  all.style.setProperty("--row", String(Math.ceil(count / Math.ceil(count / 4))));
  all.style.setProperty("--word", String(letters));
  return all;
}

/** A button with an icon.
 * @param {string} words
 * @param {string} sign @param {(event: MouseEvent) => void} act @param {string} [more] classes
 * @param {Attributes} [extra] */
export const button = (words, sign, act, more = "", extra = {}) =>
  h(
    "button",
    {type: "button", class: "button " + more, onclick: act, ...extra},
    icon(sign),
    h("span", {}, words)
  );

/** A line of a card: a seat or an icon, the words, and a softer note.
 * @param {string} text @param {string} [sign] @param {SeatLook|null} [who] @param {string|null} [more] */
export const line = (text, sign, who = null, more = null) =>
  h(
    "div",
    {class: "line"},
    who ? token(who, true) : icon(sign) || h("span"),
    h("span", {}, text, more && h("small", {class: "soft"}, " ", more))
  );

/** A line of the log, with its time. @param {LogLine} one @param {Kid} [more] */
export function logLine(one, more) {
  const time = one.at && new Date(one.at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"});
  return h(
    "li",
    {},
    token(seatOf(one.seat)) || h("span", {class: "gap"}),
    h("span", {}, one.text, time && h("small", {class: "soft"}, h("br"), time)),
    more
  );
}

/** @param {Invite} invite */
export function qrCode({rows, address, code}, label = app.words.scan) {
  const side = rows.length + 8;
  const dark = rows.flatMap((row, y) =>
    [...row].map((module, x) => (module === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))
  );
  return h(
    "div",
    {class: "qr"},
    s(
      "svg",
      {viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label},
      s("rect", {width: side, height: side, fill: "#FBF5EA", rx: 2}),
      s("path", {d: dark.join(""), fill: "#1C1714"})
    ),
    h("span", {}, address),
    h("b", {}, code)
  );
}

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
