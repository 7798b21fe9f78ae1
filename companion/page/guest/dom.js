// Helpers that build elements. People's words become text nodes here, never HTML.

import {ICONS} from "./icons.js";
import {app} from "./state.js";

/* What Chrome 80 and Safari 13.1 lack. */
if (!Element.prototype.replaceChildren) {
  Element.prototype.replaceChildren = function (...kids) {
    while (this.lastChild) this.lastChild.remove();
    this.append(...kids);
  };
}
if (!MediaQueryList.prototype.addEventListener) {
  MediaQueryList.prototype.addEventListener = function (_, act) {
    this.addListener(act);
  };
}

/** @returns {any} */
export const $ = (id) => document.getElementById(id);
export const FILLS = [
  "#FB6824",
  "#37BAFF",
  "#EFDB29",
  "#389758",
  "#A95FFF",
  "#F5F3E4",
  "#FBA5CF",
  "#738A86",
  "#77FFAA",
  "#BBFF77",
  "#FF44CC",
  "#AABB66",
];
const INKS = [
  "#2A0B00",
  "#00151F",
  "#1F1A00",
  "#00140A",
  "#12002B",
  "#1B1A17",
  "#2A0A17",
  "#050B0A",
  "#00210F",
  "#162600",
  "#26001B",
  "#14180A",
];

function fill(e, kids) {
  for (const kid of kids.flat(9)) if (kid != null && kid !== false && kid !== "") e.append(kid);
  return e;
}

export function h(tag, attributes, ...kids) {
  const e = document.createElement(tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value == null || value === false) continue;
    if (name.startsWith("on") || name === "value") e[name] = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  return fill(e, kids);
}

export function s(tag, attributes, ...kids) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes)
    if (name === "style") e.style.cssText = attributes[name];
    else e.setAttribute(name, attributes[name]);
  return fill(e, kids);
}

const around = (count, radius, from = 0) =>
  Array.from({length: count}, (_, n) => {
    const turn = (n / count) * 2 * Math.PI + from,
      far = Array.isArray(radius) ? radius[n % radius.length] : radius;
    return (far * Math.sin(turn)).toFixed(2) + "," + (-far * Math.cos(turn)).toFixed(2);
  }).join(" ");
const SHAPES = {
  circle: () => s("circle", {r: 1}),
  square: () => s("rect", {x: -0.86, y: -0.86, width: 1.72, height: 1.72, rx: 0.22}),
  triangle: () => s("polygon", {points: "-1.06,.95 1.06,.95 0,-.9"}),
  diamond: () => s("polygon", {points: around(4, 1.14)}),
  hexagon: () => s("polygon", {points: around(6, 1.04)}),
  star: () => s("polygon", {points: around(12, [1.12, 0.8])}),
  cross: () => s("path", {d: "M-.5-1.02h1v.52h.52v1h-.52v.52h-1v-.52h-.52v-1h.52z"}),
  drop: () => s("path", {d: "M0-1.2L.68-.55A.9.9 0 1 1-.68-.55z"}),
  house: () => s("polygon", {points: "-.95,.97 .95,.97 .95,-.25 0,-1.12 -.95,-.25"}),
  shield: () => s("path", {d: "M-1-.95H1V-.05A1 1.15 0 0 1-1-.05z"}),
  clover: () =>
    s("path", {d: "M0-.6A.58.58 0 1 1 .6 0A.58.58 0 1 1 0 .6A.58.58 0 1 1-.6 0A.58.58 0 1 1 0-.6z"}),
  leaf: () => s("path", {d: "M-1 1A2 2 0 0 1 1-1A2 2 0 0 1-1 1z"}),
};

/** By colour, as in core/setup.py. */
export const SHAPE_NAMES = Object.keys(SHAPES);

/** A seat's colour, shape and letter; its name is shown beside it or read out. */
export function token(seat, named) {
  if (!seat) return null;
  const shape = (SHAPES[seat.shape] || SHAPES.circle)();
  shape.setAttribute("class", "shape");
  shape.setAttribute("fill", FILLS[seat.colour % 12]);
  const low = {triangle: 0.62, drop: 0.5}[seat.shape] || 0.36;
  const size =
    seat.letter.length > 1 ? 0.8 : {circle: 1.1, square: 1.1, hexagon: 1.1, drop: 1.1}[seat.shape] || 0.9;
  return s(
    "svg",
    {
      viewBox: "-1.25 -1.25 2.5 2.5",
      class: seat.gone ? "t gone" : "t",
      ...(named ? {role: "img", "aria-label": seat.name} : {"aria-hidden": "true"}),
    },
    shape,
    s(
      "text",
      {
        "text-anchor": "middle",
        y: low * size,
        fill: INKS[seat.colour % 12],
        transform: `scale(${size})`,
        "dominant-baseline": "auto",
      },
      seat.letter
    )
  );
}

/** The icon's letter in the icon font; "" if there is none, or until a plugin's icons have come. */
export function glyph(name) {
  if (!name || ICONS.includes(name)) return name && String.fromCharCode(0xe000 + ICONS.indexOf(name));
  if (!app.icons) {
    app.icons = {};
    fetch("guest/more-icons.json")
      .then((reply) => reply.json())
      .then((all) => {
        app.icons = all;
        app.render();
      })
      .catch(() => {
        app.icons = null;
      });
  }
  return app.icons[name] ? String.fromCodePoint(0xf0000 + app.icons[name]) : "";
}
export const icon = (name) =>
  glyph(name) ? h("span", {class: "i", "aria-hidden": "true"}, glyph(name)) : null;

const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "±") + Math.abs(n);
export const sum = (n) => h("span", {class: "sum " + (n > 0 ? "up" : n < 0 ? "down" : "")}, signed(n));

const HANDLERS = [
  "onclick",
  "oninput",
  "onsubmit",
  "onpointerdown",
  "onload",
  "onchange",
  "onfocus",
  "onkeydown",
];

function morphAttributes(is, want) {
  for (const {name} of [...is.attributes])
    if (name !== "style" && name !== "open" && !want.hasAttribute(name)) is.removeAttribute(name);
  for (const {name, value} of [...want.attributes]) {
    if (name !== "style" && is.getAttribute(name) !== value) is.setAttribute(name, value);
  }
  if (is.style.cssText !== want.style.cssText) is.style.cssText = want.style.cssText;
  for (const what of HANDLERS) if (is[what] !== want[what]) is[what] = want[what];
}

/** Turn the existing elements into the wanted ones, keeping focus, scroll position and typed text. */
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
  if ("value" in want && is.nodeName !== "BUTTON" && is.value !== want.value && document.activeElement !== is)
    is.value = want.value;
  const kids = [...want.childNodes];
  kids.forEach((kid, n) => (is.childNodes[n] ? morph(is.childNodes[n], kid) : is.append(kid)));
  while (is.childNodes.length > kids.length) is.lastChild.remove();
}

/** Answers side by side, if their longest word fits. */
export function tiled(labels, kids) {
  const all = h("div", {class: "answers tiles", role: "group"}, kids);
  all.style.setProperty(
    "--word",
    String(Math.max(0, ...labels.flatMap((one) => String(one).split(/[\s-]/)).map((one) => one.length)))
  );
  return all;
}

/** A button with an icon. */
export const button = (words, sign, act, more = "", extra = {}) =>
  h(
    "button",
    {type: "button", class: "button " + more, onclick: act, ...extra},
    icon(sign),
    h("span", {}, words)
  );

/** A line of a card: a seat or an icon, the words, and a softer note.
 * @param {string} text @param {string} sign @param {any} [who] @param {any} [more] */
export const line = (text, sign, who = null, more = null) =>
  h(
    "div",
    {class: "line"},
    who ? token(who, true) : icon(sign) || h("span"),
    h("span", {}, text, more && h("small", {class: "soft"}, " ", more))
  );

export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
