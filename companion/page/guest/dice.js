// Dice: type what they show, face by face.

import {act} from "./act.js";
import {glyph, h, icon, inRows, s} from "./dom.js";
import {app, say} from "./state.js";

/** Where the pips of a face are, in units of its middle. @type {[number, number][][]} */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];
const ODDS = /** @type {const} */ (["win", "tie", "lose"]);

/** A die with pips, the game's own signs, or a number. @param {DieFace} face */
function die({number, icon: sign}) {
  const spots = PIPS[number];
  /** @param {[number, number]} spot */
  const pip = ([x, y]) =>
    sign
      ? s("text", {x: 2.4 * x, y: 2.4 * y + 1.2, class: "i"}, glyph(sign))
      : s("circle", {cx: 2.4 * x, cy: 2.4 * y, r: 0.85});
  const all = spots ? spots.map(pip) : s("text", {y: 1.7, class: "digits"}, String(number));
  const box = {x: -4.8, y: -4.8, width: 9.6, height: 9.6, rx: 2.1};
  return s("svg", {viewBox: "-5 -5 10 10", class: "die", "aria-hidden": "true"}, s("rect", box), all);
}

/** @param {Chances} [chances] */
function odds(chances) {
  if (!chances) return null;
  const parts = ODDS.map((name) => {
    const percent = (chances.guess ? "≈ " : "") + chances[name];
    const part = h("span", {}, say(app.words[name], {number: percent}));
    part.style.flexGrow = String(chances[name]);
    return part;
  });
  return h("div", {class: "odds"}, parts);
}

const MOST = 5; // slots in a row

/** Rows of about the same length. @param {(DieFace|null)[]} all */
function slotsOf(all) {
  const row = Math.ceil(all.length / Math.ceil(all.length / MOST));
  const found = h("div", {class: "slots"}, all.map(slot));
  found.style.cssText = `max-width:${4.3 * row}rem;margin:0 auto`;
  return found;
}

/** @param {DieFace|null} one @param {number} n */
function slot(one, n) {
  const words = say(one ? app.words.die : app.words.no_die, {number: n + 1, face: one ? one.number : ""});
  const look = "slot" + (one ? " full" : "");
  return h("span", {class: look, role: "img", "aria-label": words}, one && die(one));
}

/** @param {DieFace} face @param {boolean} isOut whether it is rolled again */
function faceKey(face, isOut) {
  return h(
    "button",
    {
      type: "button",
      class: "key",
      "data-k": face.number,
      "aria-label": String(face.number),
      "aria-disabled": isOut ? "true" : null,
      onclick: () => act({op: "face", face: face.number}),
    },
    die(face)
  );
}

const eraseKey = () =>
  h(
    "button",
    {type: "button", class: "key soft-key", "aria-label": app.words.erase, onclick: () => act({op: "erase"})},
    icon("backspace-outline")
  );

/** The button for faces that the die of most boxes doesn't have. @param {string} key of the question */
function moreFaces(key) {
  const open = () => {
    app.listed = key;
    app.render();
  };
  return h(
    "button",
    {type: "button", class: "pill", onclick: open},
    icon("dice-multiple-outline"),
    app.words.another_face
  );
}

/** @param {Ask} ask @param {Dice} all */
export function dice({key}, all) {
  const {faces, slots, rare = [], out = []} = all;
  const isAlone = slots.length < 2;
  const isWhole = app.listed === key || !rare.length;
  const thrown = [...faces, ...(isWhole ? rare : []), ...out].sort((one, two) => one.number - two.number);
  const keys = thrown.map((face) => faceKey(face, out.includes(face)));
  if (!isAlone) keys.push(eraseKey());
  return h(
    "div",
    {class: "stack"},
    odds(all.odds),
    !isAlone && slotsOf(slots),
    inRows(h("div", {class: "keys faces"}, keys), keys.length),
    !isWhole && moreFaces(key)
  );
}
