// Places joined by ways, in the form for a box. `companion/core/boxes/edits.py` has the same rules.
// Tap the ground to add or move a place; tap a place to rename, join or remove it.

import {askFor, refuse} from "../guest/act.js";
import {button, h, s} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {allParts, change, edit, keysOf, put, read, valueOf} from "./box_edit.js";
import {select} from "./box_rows.js";

const WIDE = 100;
const HIGH = 75;

const waysOf = (part, box = edit().box) => read(box, keysOf(part.ways));
const placesOf = (part, box = edit().box) => read(box, keysOf(part.at));
const thousandth = (n) => Math.round(n * 1000) / 1000;

function fresh(key, taken) {
  let found = key;
  for (let n = 2; taken.includes(found); n++) found = `${key}_${n}`;
  return found;
}

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "") || "place";

/* Changes */

function add(part, name, at) {
  const taken = placesOf(part).map((one) => one.id);
  const one = {id: fresh(slug(name), taken), name: name.trim(), at};
  if (part.kinds.length) one[part.kind_key] = part.usual == null ? part.kinds[0].value : part.usual;
  change(part, (box) => placesOf(part, box).push(one));
}

/** Change a place or a way. */
function alter(part, id, changes) {
  change(part, (box) => {
    for (const one of [...placesOf(part, box), ...waysOf(part, box)])
      if (one.id === id) Object.assign(one, changes);
  });
}

function join(part, from, to) {
  const spots = [from, to].map((id) => placesOf(part).find((one) => one.id === id).at);
  const ends = [from, to].sort();
  const taken = waysOf(part).map((one) => one.id);
  const at = [0, 1].map((axis) => thousandth((spots[0][axis] + spots[1][axis]) / 2));
  change(part, (box) => waysOf(part, box).push({id: fresh(ends.join("+"), taken), ends, at}));
}

/** Remove a way, or a place with its ways and the cards that name it. */
function remove(part, id) {
  const keeps = (card) => card !== id && !(Array.isArray(card) && card.includes(id));
  change(part, (box) => {
    const left = placesOf(part, box).filter((one) => one.id !== id);
    const ways = waysOf(part, box).filter((one) => one.id !== id && !one.ends.includes(id));
    put(box, keysOf(part.at), left);
    put(box, keysOf(part.ways), ways);
    for (const other of allParts().filter((one) => one.of === part.at)) {
      const keys = keysOf(other.at);
      if (other.kind === "picks") put(box, keys, read(box, keys).filter(keeps));
      else if (read(box, keys) === id) put(box, keys, undefined);
    }
  });
  edit().place = "";
  app.render();
}

/* Taps */

function tapGround(part, at) {
  const now = edit();
  const called = (name) => {
    now.adding = false;
    add(part, name, at);
  };
  if (now.adding) askFor(part.called, part.called, part.add, called, "", {maxlength: part.longest});
  else if (now.place) alter(part, now.place, {at});
}

function tapPlace(part, id) {
  const now = edit();
  const from = now.place;
  const joins = now.joining && from !== id;
  now.joining = false;
  if (joins) lead(part, from, id);
  else now.place = from === id ? "" : id;
  app.render();
}

/** Lead a way from the chosen place, or one more from the chosen way. */
function lead(part, from, to) {
  const now = edit();
  const way = waysOf(part).find((one) => one.id === from);
  const isTwin = (one) => one.ends.length === 2 && one.ends.includes(from) && one.ends.includes(to);
  if (way) {
    if (!way.ends.includes(to)) alter(part, from, {ends: [...way.ends, to]});
    return;
  }
  now.place = "";
  if (waysOf(part).some(isTwin)) refuse(part.twin);
  else join(part, from, to);
}

/** Drag from place to place to join them. */
function dragged(part, one) {
  return (event) => {
    const now = edit();
    const held = event.currentTarget; // the page may keep an older dot
    held.setPointerCapture(event.pointerId);
    held.onpointerup = (up) => {
      const under = document.elementFromPoint(up.clientX, up.clientY);
      const other = under && under.getAttribute("data-place");
      now.dragged = Boolean(other) && other !== one.id;
      if (!now.dragged) return;
      Object.assign(now, {place: one.id, joining: true});
      tapPlace(part, other);
      setTimeout(() => {
        now.dragged = false;
      }, 50);
    };
  };
}

/* The map */

const x = (one) => one.at[0] * WIDE;
const y = (one) => one.at[1] * HIGH;

function dot(part, one, label, isWay) {
  const now = edit();
  const shape = s("circle", {
    cx: x(one),
    cy: y(one),
    r: isWay ? 1.6 : 2.6,
    class: "place" + (one.id === now.place ? " on" : ""),
    role: "button",
    tabindex: 0,
    "aria-label": label,
    ...(isWay ? {} : {"data-place": one.id}),
  });
  const tap = (event) => {
    event.stopPropagation();
    const was = now.dragged;
    now.dragged = false;
    if (!was && !(isWay && now.joining)) tapPlace(part, one.id);
  };
  shape.onclick = tap;
  if (!isWay) shape.onpointerdown = dragged(part, one);
  shape.onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") tap(event);
  };
  return shape;
}

function picture(part) {
  const spots = placesOf(part);
  const ways = waysOf(part);
  const by = (id) => spots.find((one) => one.id === id);
  const ends = (way) => way.ends.map(by).filter(Boolean);
  const street = (way, end) => s("line", {x1: x(way), y1: y(way), x2: x(end), y2: y(end), class: "street"});
  const named = (one) => [
    dot(part, one, one.name, false),
    s("text", {x: x(one), y: y(one) + 5.4, class: "sign"}, one.name),
  ];
  const knot = (way) =>
    dot(
      part,
      way,
      ends(way)
        .map((one) => one.name)
        .join(" – "),
      true
    );
  const map = s(
    "svg",
    {viewBox: `0 0 ${WIDE} ${HIGH}`, class: "streets", role: "group", "aria-label": part.title},
    ways.map((way) => ends(way).map((end) => street(way, end))),
    ways.map(knot),
    spots.map(named)
  );
  map.onclick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    tapGround(
      part,
      at.map((one) => thousandth(Math.max(0, Math.min(1, one))))
    );
  };
  return map;
}

function toldNow(part, place, way) {
  const now = edit();
  if (now.adding) return part.where;
  if (now.joining) return part.to;
  if (place) return place.name;
  return way ? "" : part.title;
}

export function places(part) {
  const now = edit();
  const place = valueOf(part).find((one) => one.id === now.place);
  const way = waysOf(part).find((one) => one.id === now.place);
  const tool = (words, sign, changes) =>
    button(words, sign, () => {
      Object.assign(now, changes());
      app.render();
    });
  const rename = () => {
    const taken = (name) => alter(part, place.id, {name: name.trim()});
    askFor(part.called, part.called, app.words.set, taken, place.name, {maxlength: part.longest});
  };
  const build = (value) => alter(part, place.id, {[part.kind_key]: value});
  return [
    h("p", {class: "soft"}, toldNow(part, place, way)),
    picture(part),
    h(
      "div",
      {class: "tilesrow"},
      !place && !way && tool(part.add, "plus", () => ({adding: !now.adding})),
      (place || (way && part.branching)) && tool(part.join, "link-variant-off", () => ({joining: true})),
      place && button(app.words.rename, "pencil-outline", rename),
      (place || way) && button(part.remove, "close", () => remove(part, now.place))
    ),
    place && part.kinds.length > 0 && select(part.kind_title, part.kinds, place[part.kind_key], build),
  ];
}
