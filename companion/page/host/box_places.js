// Places joined by ways, in the form for a box. `companion/core/boxes/edits.py` has the same rules.
// Tap the ground to add or move a place; tap a place to rename, join or remove it.

import {askFor, refuse} from "../guest/act.js";
import {button, h, s} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {allParts, change, edit, keysOf, put, read} from "./box_edit.js";
import {select} from "./box_rows.js";

const WIDE = 100;
const HIGH = 75;

/** @param {PlacesPart} part @returns {BoxWay[]} */
const waysOf = (part, box = edit().box) => read(box, keysOf(part.ways));
/** @param {PlacesPart} part @returns {BoxPlace[]} */
const placesOf = (part, box = edit().box) => read(box, keysOf(part.at));
/** @param {number} n */
const thousandth = (n) => Math.round(n * 1000) / 1000;
/** @param {number} n */
const inside = (n) => thousandth(Math.max(0, Math.min(1, n)));

/** @param {string} key @param {string[]} taken */
function fresh(key, taken) {
  let found = key;
  for (let n = 2; taken.includes(found); n++) found = `${key}_${n}`;
  return found;
}

/** @param {string} name */
const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "") || "place";

/* Changes */

/** @param {PlacesPart} part @param {string} name @param {Point} at */
function add(part, name, at) {
  const taken = placesOf(part).map((one) => one.id);
  /** @type {BoxPlace} */
  const one = {id: fresh(slug(name), taken), name: name.trim(), at};
  if (part.kinds.length) one[part.kind_key] = part.usual ?? part.kinds[0].value ?? null;
  change(part, (box) => placesOf(part, box).push(one));
}

/** Change a place or a way.
 * @param {PlacesPart} part @param {string} id @param {Record<string, Json>} changes */
function alter(part, id, changes) {
  change(part, (box) => {
    for (const one of [...placesOf(part, box), ...waysOf(part, box)])
      if (one.id === id) Object.assign(one, changes);
  });
}

/** @param {PlacesPart} part @param {string} from @param {string} to */
function join(part, from, to) {
  const [one, two] = [from, to].flatMap((id) => placesOf(part).filter((each) => each.id === id));
  const ends = [from, to].sort();
  const taken = waysOf(part).map((each) => each.id);
  /** @type {Point} */
  const at = [thousandth((one.at[0] + two.at[0]) / 2), thousandth((one.at[1] + two.at[1]) / 2)];
  change(part, (box) => waysOf(part, box).push({id: fresh(ends.join("+"), taken), ends, at}));
}

/** Remove a way, or a place with its ways and the cards that name it.
 * @param {PlacesPart} part @param {string} id */
function remove(part, id) {
  /** @param {string|string[]} card */
  const keeps = (card) => ![card].flat().includes(id);
  change(part, (box) => {
    const left = placesOf(part, box).filter((one) => one.id !== id);
    const ways = waysOf(part, box).filter((one) => one.id !== id && !one.ends.includes(id));
    put(box, keysOf(part.at), left);
    put(box, keysOf(part.ways), ways);
    for (const other of allParts().filter((one) => one.of === part.at)) {
      const keys = keysOf(other.at || "");
      if (other.kind === "picks") put(box, keys, read(box, keys).filter(keeps));
      else if (read(box, keys) === id) put(box, keys, undefined);
    }
  });
  edit().place = "";
  app.render();
}

/* Taps */

/** @param {PlacesPart} part @param {Point} at */
function tapGround(part, at) {
  const now = edit();
  /** @param {string} name */
  const called = (name) => {
    now.adding = false;
    add(part, name, at);
  };
  if (now.adding) askFor(part.called, part.called, part.add, called, "", {maxlength: part.longest});
  else if (now.place) alter(part, now.place, {at});
}

/** @param {PlacesPart} part @param {string} id */
function tapPlace(part, id) {
  const now = edit();
  const all = [...placesOf(part), ...waysOf(part)];
  const from = all.find((one) => one.id === now.place)?.id || ""; // an undo may have removed it
  const joins = now.joining && from && from !== id;
  now.joining = false;
  if (joins) lead(part, from, id);
  else now.place = from === id ? "" : id;
  app.render();
}

/** Lead a way from the chosen place, or one more from the chosen way.
 * @param {PlacesPart} part @param {string} from @param {string} to */
function lead(part, from, to) {
  const now = edit();
  const way = waysOf(part).find((one) => one.id === from);
  /** @param {BoxWay} one */
  const isTwin = (one) => one.ends.length === 2 && one.ends.includes(from) && one.ends.includes(to);
  if (way) {
    if (!way.ends.includes(to)) alter(part, from, {ends: [...way.ends, to]});
    return;
  }
  now.place = "";
  if (waysOf(part).some(isTwin)) refuse(part.twin);
  else join(part, from, to);
}

/** Drag from place to place to join them. @param {PlacesPart} part @param {string} id
 * @returns {(event: PointerEvent) => void} */
function dragged(part, id) {
  return (event) => {
    const now = edit();
    const held = /** @type {SVGElement} */ (event.currentTarget); // the page may keep an older dot
    held.setPointerCapture(event.pointerId);
    held.onpointerup = (up) => {
      const under = document.elementFromPoint(up.clientX, up.clientY);
      const other = under && under.getAttribute("data-place");
      now.dragged = !!other && other !== id;
      if (!other || !now.dragged) return;
      Object.assign(now, {place: id, joining: true});
      tapPlace(part, other);
      setTimeout(() => {
        now.dragged = false;
      }, 50);
    };
  };
}

/* The map */

/** @param {BoxPlace|BoxWay} one */
const x = (one) => one.at[0] * WIDE;
/** @param {BoxPlace|BoxWay} one */
const y = (one) => one.at[1] * HIGH;

/** @param {PlacesPart} part @param {BoxPlace|BoxWay} one @param {string} label @param {boolean} isWay */
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
  /** @param {Event} event */
  const tap = (event) => {
    event.stopPropagation();
    const was = now.dragged;
    now.dragged = false;
    if (!was && !(isWay && now.joining)) tapPlace(part, one.id);
  };
  shape.onclick = tap;
  if (!isWay) shape.onpointerdown = dragged(part, one.id);
  shape.onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") tap(event);
  };
  return shape;
}

/** @param {PlacesPart} part */
function picture(part) {
  const spots = placesOf(part);
  const ways = waysOf(part);
  /** @param {BoxWay} way */
  const ends = (way) => way.ends.flatMap((id) => spots.filter((one) => one.id === id));
  /** @param {BoxWay} way @param {BoxPlace} end */
  const street = (way, end) => s("line", {x1: x(way), y1: y(way), x2: x(end), y2: y(end), class: "street"});
  /** @param {BoxPlace} one */
  const named = (one) => [
    dot(part, one, one.name, false),
    s("text", {x: x(one), y: y(one) + 5.4, class: "sign"}, one.name),
  ];
  /** @param {BoxWay} way */
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
    const {left, top, width, height} = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    tapGround(part, [inside((event.clientX - left) / width), inside((event.clientY - top) / height)]);
  };
  return map;
}

/** @param {PlacesPart} part @param {BoxPlace} [place] @param {BoxWay} [way] */
function toldNow(part, place, way) {
  const now = edit();
  if (now.adding) return part.where;
  if (now.joining) return part.to;
  if (place) return place.name;
  return way ? "" : part.title;
}

/** @param {PlacesPart} part @param {BoxPlace} place */
function rename(part, place) {
  /** @param {string} name */
  const taken = (name) => alter(part, place.id, {name: name.trim()});
  askFor(part.called, part.called, app.words.set, taken, place.name, {maxlength: part.longest});
}

/** @param {PlacesPart} part @param {BoxPlace} place */
function kindOf(part, place) {
  /** @param {Json} value */
  const build = (value) => alter(part, place.id, {[part.kind_key]: value});
  return select(part.kind_title, part.kinds, place[part.kind_key], build);
}

/** @param {PlacesPart} part */
export function places(part) {
  const now = edit();
  const place = placesOf(part).find((one) => one.id === now.place);
  const way = waysOf(part).find((one) => one.id === now.place);
  /** @param {string} words @param {string} sign @param {() => Partial<Editing>} changes */
  const tool = (words, sign, changes) =>
    button(words, sign, () => {
      Object.assign(now, changes());
      app.render();
    });
  return [
    h("p", {class: "soft"}, toldNow(part, place, way)),
    picture(part),
    h(
      "div",
      {class: "tilesrow"},
      !place && !way && tool(part.add, "plus", () => ({adding: !now.adding})),
      (place || (way && part.branching)) && tool(part.join, "link-variant-off", () => ({joining: true})),
      place && button(app.words.rename, "pencil-outline", () => rename(part, place)),
      (place || way) && button(part.remove, "close", () => remove(part, now.place || ""))
    ),
    place && part.kinds.length > 0 && kindOf(part, place),
  ];
}
