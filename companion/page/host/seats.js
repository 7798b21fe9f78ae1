// Who plays: chips of people who are known, seats to drag, and their colours.

import {closeSheet, sheet, toast} from "../guest/act.js";
import {button, h, icon, token} from "../guest/dom.js";
import {app, say} from "../guest/state.js";
import {dragRow} from "./drag.js";
import {homeNow} from "./hosting.js";

const FEW = 9;
let showsAll = false;
/** The row under the finger. */
let dragged = -1;

/** @param {string} name */
const key = (name) => name.trim().toLowerCase();
/** @param {string} name */
const placeOf = (name) => app.form.people.findIndex((one) => key(one.name) === key(name));

/** One letter for each person, two if they share it. @param {Person[]} people */
function letters(people) {
  const first = people.map(({name}) => [...name][0].toUpperCase());
  return people.map(({name}, n) => {
    const isShared = first.filter((one) => one === first[n]).length > 1;
    return isShared ? first[n] + ([...name][1] || "") : first[n];
  });
}

/** A person with a colour's shape. @param {Person} person @param {string} letter */
export const lookOf = ({name, colour}, letter) => ({name, colour, letter, shape: app.seats[colour].shape});

/** @param {number[]} taken */
const freeColour = (taken) => homeNow().offered.find((one) => !taken.includes(one)) || 0;

/** With another colour for each who would have somebody else's. @param {Person[]} people */
function toldApart(people) {
  /** @type {Person[]} */
  const seated = [];
  for (const one of people) {
    const taken = seated.map((each) => each.colour);
    const all = [...taken, ...people.map((each) => each.colour)];
    seated.push(taken.includes(one.colour) ? {...one, colour: freeColour(all)} : one);
  }
  return seated;
}

/** @param {Person[]} people */
function seatAll(people) {
  Object.assign(app.form, {people: toldApart(people), seated: true});
  app.render();
}

/** @param {Person} person */
const add = (person) => seatAll([...app.form.people, person]);
/** @param {number} at */
const remove = (at) => seatAll(app.form.people.filter((_, n) => n !== at));

/** Seat what was typed, several names if commas stand between them. Returns whether each had a seat. */
export function seatTyped() {
  const {form} = app;
  const names = form.typed.split(/[\n,;]/).map((one) => one.trim());
  form.typed = "";
  const twin = names.find((name, n) => name && (placeOf(name) >= 0 || names.map(key).indexOf(key(name)) < n));
  for (const name of names.filter(Boolean)) {
    if (placeOf(name) >= 0) continue;
    const known = homeNow().known.find((one) => key(one.name) === key(name));
    add(known || {name, colour: freeColour(form.people.map((one) => one.colour))});
  }
  if (twin) toast(say(app.words.is_seated, {name: twin}));
  return !twin;
}

/* Chips */

/** @param {Person} person */
function chip(person) {
  const at = placeOf(person.name);
  const on = at >= 0;
  const look = lookOf(on ? app.form.people[at] : person, letters([person])[0]);
  const press = () => (on ? remove(at) : add(person));
  return h(
    "button",
    {type: "button", class: "person" + (on ? " on" : ""), "aria-pressed": String(on), onclick: press},
    token(look),
    person.name
  );
}

/** @param {{name: string, people: Person[]}} group @param {number} most */
function groupChip({name, people}, most) {
  const seat = () => seatAll(people.slice(0, most));
  return h("button", {type: "button", class: "person", onclick: seat}, icon("account-group-outline"), name);
}

function moreChip() {
  const show = () => {
    showsAll = true;
    app.render();
  };
  const more = {type: "button", class: "person", onclick: show, "aria-label": app.words.more_people};
  return h("button", more, "…");
}

/** People who played before, most recent first, and groups. @param {HostGame} game */
export function chips({most}) {
  const {known, groups} = homeNow();
  if (!known.length && !groups.length) return null;
  const shown = showsAll ? known : known.slice(0, FEW);
  return h(
    "div",
    {class: "people", role: "group", "aria-label": app.words.people, "data-k": "known"},
    shown.map(chip),
    shown.length < known.length && moreChip(),
    groups.map((one) => groupChip(one, most))
  );
}

/* Seats */

/** @param {number} at @param {number} by */
function move(at, by) {
  const {people} = app.form;
  const to = Math.max(0, Math.min(people.length - 1, at + by));
  people.splice(to, 0, ...people.splice(at, 1));
  app.form.seated = true;
  return to;
}

/** @param {number} at */
function grab(at) {
  /** @param {PointerEvent} event */
  return (event) => {
    const list = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(".seats"));
    event.preventDefault();
    dragged = at;
    const pass = (/** @type {number} */ by) => {
      dragged = move(dragged, by);
      app.render();
    };
    const drop = () => {
      dragged = -1;
      app.render();
    };
    dragRow(event, list, app.form.people.length, pass, drop);
    app.render();
  };
}

/** Arrow keys do the same as dragging. @param {number} at */
function byKey(at) {
  /** @param {KeyboardEvent} event */
  return (event) => {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    const to = move(at, by);
    app.render();
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".seats .handle"))[to].focus();
  };
}

/** @param {Person} person @param {number} at @param {string} letter */
function seatRow(person, at, letter) {
  const handle = {
    type: "button",
    class: "handle",
    "aria-label": say(app.words.move, {name: person.name}),
    onpointerdown: grab(at),
    onkeydown: byKey(at),
  };
  return h(
    "li",
    {class: at === dragged ? "lifted" : ""},
    h(
      "button",
      {type: "button", class: "who", onclick: () => seatSheet(at)},
      token(lookOf(person, letter)),
      h("span", {}, person.name, h("span", {class: "sr"}, ", ", app.seats[person.colour].name))
    ),
    h("button", handle)
  );
}

export function seats() {
  const {people} = app.form;
  const all = letters(people);
  if (!people.length) return null;
  return h(
    "ol",
    {class: "seats", "data-k": "seats", "aria-label": app.words.seats},
    people.map((one, at) => seatRow(one, at, all[at]))
  );
}

/** Swap colours if somebody has this one. @param {number} at @param {number} colour */
function recolour(at, colour) {
  const {people} = app.form;
  const old = people[at].colour;
  seatAll(
    people.map((one, n) => {
      if (n === at) return {...one, colour};
      return one.colour === colour ? {...one, colour: old} : one;
    })
  );
}

/** @param {number} at @param {string} typed */
function rename(at, typed) {
  const {people} = app.form;
  const name = typed.trim();
  const other = placeOf(name);
  if (other >= 0 && other !== at) toast(say(app.words.is_seated, {name}));
  else if (name) seatAll(people.map((one, n) => (n === at ? {...one, name} : one)));
}

/** @param {number} at @param {() => void} work */
function colourTiles(at, work) {
  const {people} = app.form;
  const all = letters(people);
  return homeNow().offered.map((colour) => {
    const holder = people.findIndex((one) => one.colour === colour);
    const look = lookOf({name: "", colour}, holder < 0 ? "" : all[holder]);
    const take = () => {
      recolour(at, colour);
      work();
    };
    const on = people[at].colour === colour;
    return h(
      "button",
      {
        type: "button",
        class: "swatch-tile",
        "aria-pressed": String(on),
        "aria-label": app.seats[colour].name,
        onclick: take,
      },
      token(look)
    );
  });
}

/** Name, colour, place; changes apply at once. @param {number} at */
function seatSheet(at) {
  const W = app.words;
  const {people} = app.form;
  const person = people[at];
  const field = h("input", {class: "field", value: person.name, maxlength: 60, "aria-label": W.name});
  field.onchange = () => rename(at, field.value);
  /** @param {() => unknown} work */
  const then = (work) => () => {
    closeSheet();
    work();
    app.render();
  };
  sheet(
    person.name,
    field,
    h("div", {class: "swatches", role: "group", "aria-label": W.colours}, colourTiles(at, closeSheet)),
    at > 0 &&
      button(
        say(W.up, {name: person.name}),
        "arrow-left",
        then(() => move(at, -1)),
        "turned"
      ),
    at < people.length - 1 &&
      button(
        say(W.down, {name: person.name}),
        "arrow-right",
        then(() => move(at, 1)),
        "turned"
      ),
    button(
      W.remove_seat,
      "close",
      then(() => remove(at))
    )
  );
}
