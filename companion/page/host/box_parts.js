// The parts of the form for a box. A game describes them as data: see `companion/core/boxes/form.py`.

import {button, h} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {edit, keysOf, read, set, valueOf} from "./box_edit.js";
import {grid} from "./box_grid.js";
import {places} from "./box_places.js";
import {line, select, stepper, toggle} from "./box_rows.js";

/* Rows. In a card, `keys` are where the value is, and touching it clears the guess of the whole list. */

const number = (part, keys = keysOf(part.at)) =>
  stepper(part, read(edit().box, keys) || 0, (value) => set(part, value, keys));

const text = (part, keys = keysOf(part.at)) =>
  line(part, read(edit().box, keys) || "", (value) => set(part, value, keys));

const choice = (part, keys = keysOf(part.at)) =>
  select(part.title, part.choices, read(edit().box, keys), (value) => set(part, value, keys), part.hint);

function onOff(part, keys) {
  const choices = [
    {value: false, label: app.words.off},
    {value: true, label: app.words.on},
  ];
  return choice({...part, choices}, keys);
}

const placesOf = (part) => read(edit().box, keysOf(part.of)).map((one) => ({value: one.id, label: one.name}));

function pick(part) {
  const choices = [{value: undefined, label: part.none}, ...placesOf(part)];
  return select(part.title, choices, valueOf(part), (value) => set(part, value), part.hint);
}

const ROWS = {number, text, choice, switch: onOff, pick};

/* Lists */

const group = (part) => part.parts.map((one) => ROWS[one.kind](one));

function inOrder(part, list) {
  if (part.pairs) return list.filter((_, n) => n % 2 === 0).map((one, n) => [one, list[2 * n + 1]]);
  const first = part.ring ? list.indexOf(1) : 0;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Tap two to swap them. */
function swap(part) {
  const now = edit();
  const flat = [].concat(...valueOf(part));
  const tap = (n) => () => {
    const held = now.held;
    now.held = held == null ? n : null;
    if (held == null || held === n) {
      app.render();
      return;
    }
    const list = [...flat];
    [list[held], list[n]] = [list[n], list[held]];
    set(part, inOrder(part, list));
  };
  const label = (one) => (part.choices.find((each) => each.value === one) || {label: String(one)}).label;
  return h(
    "div",
    {class: "keys" + (part.pairs ? " two" : " six")},
    flat.map((one, n) => toggle("key", now.held === n, tap(n), label(one)))
  );
}

/** A die: a tap adds one; after the last it is blank. */
function faces(part) {
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

function marks(part) {
  const on = valueOf(part);
  const numbers = Array.from({length: part.high - part.low + 1}, (_, n) => n + part.low);
  const without = (n) => on.filter((one) => one !== n);
  const and = (n) => [...on, n].slice(-part.limit).sort((a, b) => a - b);
  const tap = (n) => () => set(part, on.includes(n) ? without(n) : and(n));
  return h(
    "div",
    {class: "keys"},
    numbers.map((n) => toggle("key", on.includes(n), tap(n), String(n)))
  );
}

/** Cards that name one or more places each. */
function picks(part) {
  const all = valueOf(part);
  const of = placesOf(part);
  const single = part.asks.length === 1;
  const put = (n, ...card) => set(part, [...all.slice(0, n), ...card, ...all.slice(n + 1)]);
  const ends = (card) => (single ? [card] : card);
  const changed = (card, end, value) => {
    const named = ends(card).map((one, n) => (n === end ? value : one));
    return single ? named[0] : named;
  };
  const field = (card, n) => (one, end) => {
    const free = of.filter((each) => each.value === one || !ends(card).includes(each.value));
    return select(part.asks[end], free, one, (value) => put(n, changed(card, end, value)));
  };
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

function cards(part) {
  const all = valueOf(part) || [];
  const field = (n) => (one) => ROWS[one.kind]({...one, guess: part.guess}, [...keysOf(part.at), n, one.at]);
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

const LISTS = {group, swap, faces, marks, picks, cards, grid, places};

/** A row has its own title; everything else gets a heading. */
export function drawn(part) {
  if (ROWS[part.kind]) return ROWS[part.kind](part);
  return [h("h2", {}, part.title), part.hint && h("p", {class: "soft"}, part.hint), LISTS[part.kind](part)];
}
