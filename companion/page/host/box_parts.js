// The parts of the form for a box. A game describes them as data: see `companion/core/boxes/form.py`.

import {refuse} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {edit, keysOf, read, set, valueOf} from "./box_edit.js";
import {grid} from "./box_grid.js";
import {places} from "./box_places.js";
import {line, select, stepper, toggle} from "./box_rows.js";

/* Rows. In a card, `keys` are where the value is, and touching it clears the guess of the whole list. */

/** @param {NumberPart} part */
const number = (part, keys = keysOf(part.at)) =>
  stepper(part, read(edit().box, keys) || 0, (value) => set(part, value, keys));

/** @param {TextPart} part */
const text = (part, keys = keysOf(part.at)) =>
  line(part, read(edit().box, keys) || "", (value) => set(part, value, keys));

/** @param {ChoicePart} part */
const choice = (part, keys = keysOf(part.at)) =>
  select(part.title, part.choices, read(edit().box, keys), (value) => set(part, value, keys), part.hint);

/** @param {ValuePart} part @param {Keys} [keys] */
function onOff(part, keys) {
  const choices = [
    {value: false, label: app.words.off},
    {value: true, label: app.words.on},
  ];
  return choice({...part, choices}, keys);
}

/** @param {PickPart|PicksPart} part */
function placesOf(part) {
  /** @type {BoxPlace[]} */
  const all = read(edit().box, keysOf(part.of));
  return all.map((one) => ({value: one.id, label: one.name}));
}

/** @param {PickPart} part */
function pick(part) {
  const choices = [{value: undefined, label: part.none}, ...placesOf(part)];
  return select(part.title, choices, valueOf(part), (value) => set(part, value), part.hint);
}

/** By kind, which says what a part is.
 * @type {Record<string, (part: any, keys?: Keys) => Kid>} */
const ROWS = {number, text, choice, switch: onOff, pick};

/* Lists */

/** @param {GroupPart} part */
const group = (part) => part.parts.map((one) => ROWS[one.kind](one));

/** The list as the box has it. @param {SwapPart} part @param {Json[]} list */
function inOrder(part, list) {
  if (part.pairs) return list.filter((_, n) => n % 2 === 0).map((one, n) => [one, list[2 * n + 1]]);
  const first = part.ring ? list.indexOf(1) : 0;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Tap two to swap them. @param {SwapPart} part */
function swap(part) {
  const now = edit();
  const heldHere = () => (now.held?.at === part.at ? now.held.n : null); // another list may hold one
  /** @type {Json[]} */
  const flat = valueOf(part).flat();
  /** @param {number} n */
  const tap = (n) => () => {
    const held = heldHere();
    now.held = held == null ? {at: part.at, n} : null;
    if (held == null || held === n) {
      app.render();
      return;
    }
    const list = [...flat];
    [list[held], list[n]] = [list[n], list[held]];
    set(part, inOrder(part, list));
  };
  /** @param {Json} one */
  const label = (one) => (part.choices.find((each) => each.value === one) || {label: String(one)}).label;
  return h(
    "div",
    {class: "keys" + (part.pairs ? " two" : " six")},
    flat.map((one, n) => toggle("key", heldHere() === n, tap(n), label(one)))
  );
}

/** A die: a tap adds one; after the last it is blank. @param {FacesPart} part */
function faces(part) {
  /** @param {number} value @param {number} n */
  const key = (value, n) => {
    const next = value + 1 < part.labels.length ? value + 1 : 0;
    const tap = () => set(part, next, [...keysOf(part.at), n]);
    return h(
      "button",
      {type: "button", class: "key", "aria-label": part.labels[value] || String(value), onclick: tap},
      String(value)
    );
  };
  return h("div", {class: "keys six"}, valueOf(part).map(key));
}

/** @param {MarksPart} part */
function marks(part) {
  /** @type {number[]} */
  const on = valueOf(part);
  const numbers = Array.from({length: part.high - part.low + 1}, (_, n) => n + part.low);
  /** @param {number} n */
  const without = (n) => on.filter((one) => one !== n);
  /** @param {number} n */
  const and = (n) => [...on, n].sort((a, b) => a - b);
  /** @param {number} n */
  const tap = (n) => () => {
    if (on.includes(n)) set(part, without(n));
    else if (on.length < part.limit) set(part, and(n));
    else refuse(part.full);
  };
  return h(
    "div",
    {class: "keys"},
    numbers.map((n) => toggle("key", on.includes(n), tap(n), String(n)))
  );
}

/** Cards that name one or more places each. @param {PicksPart} part */
function picks(part) {
  /** @type {(string|string[])[]} */
  const all = valueOf(part);
  const of = placesOf(part);
  const single = part.asks.length === 1;
  /** @param {number} n @param {(string|string[])[]} card */
  const put = (n, ...card) => set(part, [...all.slice(0, n), ...card, ...all.slice(n + 1)]);
  /** @param {string|string[]} card */
  const ends = (card) => [card].flat();
  /** @param {string|string[]} card @param {number} end @param {string} value */
  const changed = (card, end, value) => {
    const named = ends(card).map((one, n) => (n === end ? value : one));
    return single ? named[0] : named;
  };
  /** @type {(card: string|string[], n: number) => (one: string, end: number) => Kid} */
  const field = (card, n) => (one, end) => {
    const free = of.filter((each) => each.value === one || !ends(card).includes(each.value));
    return select(part.asks[end], free, one, (value) => put(n, changed(card, end, value)));
  };
  /** @param {string|string[]} card @param {number} n */
  const row = (card, n) =>
    h(
      "div",
      {class: "stack card"},
      ends(card).map(field(card, n)),
      button(part.remove, "close", () => put(n))
    );
  const add = () => {
    const first = of.slice(0, part.asks.length).map((one) => one.value);
    put(all.length, single ? first[0] : first);
  };
  const more = all.length < part.limit && of.length > 1 && of.length >= part.asks.length;
  return [all.map(row), more && button(part.add, "plus", add)];
}

/** @param {CardsPart} part */
function cards(part) {
  /** @type {Record<string, string>[]} */
  const all = valueOf(part) || [];
  /** @type {(n: number) => (one: ValuePart) => Kid} */
  const field = (n) => (one) => ROWS[one.kind]({...one, guess: part.guess}, [...keysOf(part.at), n, one.at]);
  /** @param {Record<string, string>} card @param {number} n */
  const row = (card, n) => {
    const remove = () =>
      set(
        part,
        all.filter((_, at) => at !== n)
      );
    return h(
      "details",
      {class: "fold", "data-k": part.at + n},
      h("summary", {}, card[part.name.at] || part.title),
      h(
        "div",
        {class: "stack card"},
        [part.name, ...part.fields].map(field(n)),
        button(part.remove, "close", remove)
      )
    );
  };
  return [all.map(row), button(part.add, "plus", () => set(part, [...all, part.new]))];
}

/** By kind. @type {Record<string, (part: any) => Kid>} */
const LISTS = {group, swap, faces, marks, picks, cards, grid, places};

/** A row has its own title; everything else gets a heading.
 * @param {FormPart} part @returns {Kid} */
export function drawn(part) {
  if (ROWS[part.kind]) return ROWS[part.kind](part);
  return [h("h2", {}, part.title), part.hint && h("p", {class: "soft"}, part.hint), LISTS[part.kind](part)];
}
