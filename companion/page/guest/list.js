// Many answers: the cheapest first, with a search, a page at a time.

import {button, h} from "./dom.js";
import {app, say, state} from "./state.js";

const PAGE = 12;

/** What is searched in which question at which position, and from which answer on it is shown. */
let now = {of: "", words: "", from: 0};

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {Choice} one */
const costOf = ({face}) => (face.badge ? Number(face.badge) : 0) || 0;

/** Spaces of a board by what they cost, then by name; other answers in the game's own order.
 * @param {Ask} ask @param {Choice[]} all */
function sorted({kind}, all) {
  if (kind !== "place") return all;
  /** @param {Choice} one @param {Choice} two */
  const order = (one, two) =>
    Number(!!one.barred) - Number(!!two.barred) ||
    costOf(one) - costOf(two) ||
    one.face.label.localeCompare(two.face.label, undefined, {numeric: true});
  return [...all].sort(order);
}

/** @param {Choice} one */
const found = ({face}) => {
  const label = folded(face.label + " " + (face.hint || ""));
  return folded(now.words)
    .split(/\s+/)
    .every((word) => label.includes(word));
};

function search() {
  /** @param {Event} event */
  const type = (event) => {
    now.words = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    now.from = 0;
    app.render();
  };
  const label = app.words.search;
  const field = {type: "search", class: "field", value: now.words, "aria-label": label, placeholder: label};
  return h("input", {...field, "data-k": "search " + now.of, oninput: type});
}

/** @param {number} from */
const turnTo = (from) => () => {
  now.from = from;
  app.render();
};

/** @param {Ask} ask @param {Choice[]} all @param {(one: Choice) => Kid} draw */
export function longList(ask, all, draw) {
  const of = ask.key + state().epoch;
  if (now.of !== of) now = {of, words: "", from: 0};
  const fits = sorted(ask, all).filter(found);
  const left = fits.length - now.from - PAGE;
  const W = app.words;
  return h(
    "div",
    {class: "stack"},
    search(),
    h("div", {class: "answers", role: "group"}, fits.slice(now.from, now.from + PAGE).map(draw)),
    !fits.length && h("p", {class: "soft"}, W.none_found),
    h(
      "div",
      {class: "tilesrow"},
      now.from > 0 && button(W.earlier, "arrow-left", turnTo(now.from - PAGE)),
      left > 0 && button(say(W.n_more, {number: left}), "arrow-right", turnTo(now.from + PAGE))
    )
  );
}
