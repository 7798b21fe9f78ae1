// *Fix something*: the host taps what is wrong on the board, or finds it in the list.

import {askFor, closeSheet, command, later, refuse, sheet, toast} from "../guest/act.js";
import {boardPlace, hasBoard, takeTaps} from "../guest/board.js";
import {button, h, icon, token} from "../guest/dom.js";
import {app, say, seat, session, state} from "../guest/state.js";
import {orderSheet} from "./order.js";

const SHORT = 20; // rows that are shown at once

/** What the table has sent last. @type {FixDraft} */
let now;
/** What stays on the board: the same object until a change alters it, or the board would be drawn anew. */
let land = {told: "", is: /** @type {Land|null} */ (null)};
let words = "";
let begun = false;
/** Is the page waiting for the table? */
let isBusy = false;

/** @param {boolean} [inTheMiddle] does the play begin there? */
export async function openFix(inTheMiddle = false) {
  begun = inTheMiddle;
  words = "";
  const reply = await send({what: "open", begun});
  if (!reply.headline) return;
  closeSheet();
  app.fixing = {view, bar};
  app.render();
}

function close() {
  app.fixing = null;
  app.render();
}

/** @param {Action} body */
async function send(body) {
  isBusy = true;
  const reply = await command({op: "fix", ...body});
  isBusy = false;
  if (reply.headline) take(/** @type {any} */ (reply));
  return reply;
}

/** @param {FixDraft} reply */
function take(reply) {
  now = reply;
  const told = JSON.stringify(reply.land || null);
  if (told !== land.told) land = {told, is: reply.land || null};
}

/** Change the draft, then show it. @param {Action} body */
async function change(body) {
  const reply = await send(body);
  app.render();
  if (reply.why_not) refuse(reply.why_not);
}

/** @param {string} path @param {Json} value */
const set = (path, value) => change({what: "set", path, value});

/** Somebody has answered meanwhile: the same changes on the new table. A finger may rest on the old one.
 * If this wasn't sent, the next render tries again. */
async function startAgain() {
  const {epoch} = state();
  const reply = await send({what: "open", begun, changes: now.changes, epoch});
  if (reply.refused) close();
  else if (reply.headline || state().epoch !== epoch) app.render();
}

async function goOn() {
  closeSheet();
  const reply = now.changes.length ? await send({what: "go on"}) : {ok: true, boxes: []};
  if (!reply.ok) {
    app.render();
    return;
  }
  close();
  const [box] = reply.boxes || [];
  if (box) offerBox(box);
}

/** What was wrong may be wrong in a saved box, too. @param {{id: number, name: string}} box */
function offerBox({id, name}) {
  const W = app.words;
  const correct = async () => {
    closeSheet();
    const {told} = await command({op: "fix", what: "box", which: id});
    if (told) toast(told);
  };
  sheet(
    W.box_too,
    h("p", {class: "soft"}, say(W.box_too_hint, {name})),
    button(W.fix_box, "check-bold", correct, "first"),
    button(W.only_play, "close", closeSheet)
  );
}

/** Ask before changes are dropped. */
function leave() {
  const drop = () => {
    closeSheet();
    close();
  };
  if (!now.changes.length) close();
  else
    sheet(
      now.changed,
      button(now.main, "check-bold", goOn, "first"),
      button(app.words.discard, "close", drop)
    );
}

/* On the board */

/** The nearest thing; another tap on the same space goes to the next one, at last to the space itself.
 * @param {string} spot @param {Piece[]} pieces */
function tapped(spot, pieces) {
  const {thing} = now;
  const to = thing?.moves?.to.find(([key]) => key === spot);
  if (thing?.moves && to) {
    set(thing.moves.path, to[1]);
    return;
  }
  const near = pieces.flatMap(({key}) => key || []);
  const inTurn = [...near].sort();
  const after = inTurn.slice(inTurn.indexOf(thing?.key || "") + 1);
  change({what: "tap", spot, keys: thing?.at === spot ? after : near});
}

function board() {
  const shown = now.board;
  const still = session().land;
  if (!hasBoard() || !shown || !still) return null;
  const to = now.thing?.moves?.to.map(([key]) => key);
  takeTaps({
    lit: now.thing ? [now.thing.at, ...(to || [])] : now.rings || [],
    chosen: now.thing?.at,
    tap: tapped,
    board: {...shown, land: land.is || still},
  });
  return h("section", {class: "stage", "data-k": "stage"}, boardPlace());
}

/* Rows */

/** @param {TableField} one */
const wordsOf = (one) => (one.words == null ? String(one.value ?? "") : one.words);
/** @param {TableField} one */
const was = (one) => one.was && h("small", {class: "changed"}, say(app.words.was, {old: one.was}));
/** @param {TableField} one */
const signOf = (one) => token(seat(one.seat)) || icon(one.icon);

/** @param {NumberField} one */
function numberRow(one) {
  const {low, high, step = 1, label: name} = one;
  const value = typeof one.value === "number" ? one.value : low;
  /** @param {number} by @param {string} sign @param {string} label */
  const key = (by, sign, label) => {
    const next = Math.max(low, Math.min(high, value + by));
    const off = next === value ? " off" : "";
    const more = {"aria-label": say(label, {name}), onclick: () => next !== value && set(one.path, next)};
    return h("button", {type: "button", class: "round" + off, ...more}, icon(sign));
  };
  const typed = {key: one.path, label: name, value, low, high};
  const type = () =>
    later(import("../guest/keypad.js"), (all) => all.openPad(typed, name, (to) => set(one.path, to)));
  return h(
    "div",
    {class: "row", "data-path": one.path},
    signOf(one),
    h("span", {class: "words"}, name, was(one)),
    h(
      "div",
      {class: "step"},
      key(-step, "minus", app.words.less),
      h(
        "button",
        {type: "button", class: "number", onclick: type},
        h("span", {class: "sr"}, name, " "),
        wordsOf(one)
      ),
      key(step, "plus", app.words.more)
    )
  );
}

/** @param {TableField} one */
function flagRow(one) {
  const flip = () => set(one.path, !one.value);
  return h(
    "label",
    {class: "row setting", "data-path": one.path},
    signOf(one),
    h("span", {class: "words"}, one.label, h("small", {}, wordsOf(one)), was(one)),
    h("input", {type: "checkbox", role: "switch", class: "switch", checked: one.value, onchange: flip})
  );
}

/** @param {TableField} one */
function otherRow(one) {
  const told = h("small", {class: one.was ? "changed" : ""}, wordsOf(one));
  return h(
    "button",
    {type: "button", class: "answer", "data-path": one.path, onclick: () => choose(one)},
    signOf(one),
    h("span", {class: "words"}, one.label, told, was(one)),
    icon("chevron-right")
  );
}

/** @param {TableField} one */
function row(one) {
  if (one.low !== undefined && one.high !== undefined) return numberRow(/** @type {NumberField} */ (one));
  return typeof one.value === "boolean" ? flagRow(one) : otherRow(one);
}

/** @param {TableField} one */
function choose(one) {
  /** @param {Json} value */
  const done = (value) => {
    closeSheet();
    set(one.path, value);
  };
  if (one.ordered) orderSheet(one, done);
  else if (one.typed)
    askFor(one.label, one.label, app.words.set, done, String(one.value ?? ""), {maxlength: null});
  else pick(one.label, one.path, one.value, done);
}

/** All values of a field; of many, only those that are searched.
 * @param {string} title @param {string} path @param {Json} old @param {(value: any) => void} done */
async function pick(title, path, old, done) {
  const reply = await send({what: "values", path});
  /** @type {{value: Json, words: string}[]|undefined} */
  const values = reply.values;
  if (!values) return;
  const rows = h("div", {class: "answers"});
  /** @param {string} wanted */
  const fill = (wanted) => {
    const found = values.filter((one) => matches(one.words, wanted));
    const left = found.length - SHORT;
    rows.replaceChildren(
      ...found.slice(0, SHORT).map((one) => {
        const look = "answer" + (one.value === old ? " on" : "");
        const more = {type: "button", class: look, onclick: () => done(one.value)};
        return h("button", more, h("span", {class: "words"}, one.words));
      }),
      left > 0 ? h("p", {class: "soft"}, say(app.words.n_more, {number: left})) : "",
      found.length ? "" : h("p", {class: "soft"}, app.words.none_found)
    );
  };
  fill("");
  sheet(title, values.length > SHORT && searchField("", fill), rows);
}

/* The list */

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Has the text all of these words? @param {string} text @param {string} wanted */
const matches = (text, wanted) =>
  folded(wanted)
    .split(/\s+/)
    .every((word) => folded(text).includes(word));

/** @param {string} value @param {(words: string) => void} typed */
function searchField(value, typed) {
  const label = app.words.search;
  const field = {type: "search", class: "field", value, "aria-label": label, placeholder: label};
  /** @param {Event} event */
  const oninput = (event) => typed(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  return h("input", {...field, oninput});
}

/** A long group is cut; each part is named by its first row.
 * @param {{name: string, fields: TableField[]}} group */
function parts({name, fields}) {
  const count = Math.ceil(fields.length / SHORT);
  return Array.from({length: count}, (_, n) => {
    const some = fields.slice(n * SHORT, (n + 1) * SHORT);
    return {title: count > 1 ? `${name}: ${some[0].label} …` : name, some};
  });
}

/** @param {string} title @param {TableField[]} some */
const fold = (title, some) =>
  h(
    "details",
    {class: "fold", "data-k": title},
    h("summary", {}, title),
    h("div", {class: "stack"}, some.map(row))
  );

function search() {
  const all = (now.groups || []).flatMap(({name, fields}) => fields.map((one) => ({name, one})));
  const fits = all.filter(({name, one}) => matches([name, one.label, wordsOf(one)].join(" "), words));
  const left = fits.length - SHORT;
  return [
    fits.slice(0, SHORT).map(({one}) => row(one)),
    !fits.length && h("p", {class: "soft"}, app.words.none_found),
    left > 0 && h("p", {class: "soft"}, say(app.words.n_more, {number: left})),
  ];
}

/** Something on a space that nobody can tap, by its name. */
function otherSpace() {
  const W = app.words;
  /** @param {Json} spot */
  const tap = (spot) => {
    closeSheet();
    change({what: "tap", spot: String(spot), keys: []});
  };
  const open = () => pick(W.which_space, now.add || "", null, tap);
  return h(
    "button",
    {type: "button", class: "answer", onclick: open},
    icon("map-marker-outline"),
    h("span", {class: "words"}, W.other_space, h("small", {}, W.other_space_hint)),
    icon("chevron-right")
  );
}

function everything() {
  const groups = now.groups || [];
  const all = groups.flatMap((one) => one.fields);
  if (!all.length) return h("p", {class: "soft"}, app.words.nothing);
  /** @param {string} typed */
  const type = (typed) => {
    words = typed;
    app.render();
  };
  const isLong = all.length > SHORT;
  const list = isLong
    ? groups.flatMap(parts).map(({title, some}) => fold(title, some))
    : groups.map(({name, fields}) => [h("h2", {}, name), fields.map(row)]);
  return h(
    "div",
    {class: "stack", "data-k": "everything"},
    isLong && searchField(words, type),
    words.trim() ? search() : [list, now.add && otherSpace()]
  );
}

/** What was tapped, and all that belongs to it. @param {FixThing} thing */
const card = ({key, fields}) => h("div", {class: "stack", "data-k": "thing " + key}, fields.map(row));

/** What is shown, and what to do. @param {boolean} onBoard */
function head(onBoard) {
  const W = app.words;
  const {thing} = now;
  const wrong = onBoard ? W.tap_wrong : W.set_wrong;
  const next = thing?.moves ? W.tap_lit : W.tap_other;
  const all = {type: "button", class: "pill", onclick: () => change({what: "all"})};
  return [
    h(
      "div",
      {class: "head"},
      h("p", {class: "kicker"}, thing ? next : wrong),
      h("p", {class: "changed", role: "status"}, now.changed)
    ),
    h(
      "div",
      {class: "head"},
      h("h1", {tabindex: -1}, thing ? thing.name : now.headline),
      thing && h("button", all, W.all_of_it, icon("chevron-right"))
    ),
  ];
}

/* The page */

/** Undo and close, instead of the host's buttons. */
function bar() {
  const W = app.words;
  const off = now.changes.length ? {} : {"aria-disabled": "true"};
  const undo = {...off, "aria-label": W.undo, onclick: () => now.changes.length && change({what: "undo"})};
  return [
    h("button", {type: "button", ...undo}, icon("undo-variant")),
    h("button", {type: "button", "aria-label": W.close, onclick: leave}, icon("close")),
  ];
}

function view() {
  if (now.epoch !== state().epoch && !isBusy) startAgain();
  const W = app.words;
  const stage = board();
  const reset = () => change({what: "reset"});
  return h(
    "main",
    {"data-k": "table", class: stage ? "asks place fixing" : "asks fixing"},
    stage,
    h(
      "div",
      {class: "panel"},
      app.host?.asksView(),
      h(
        "div",
        {class: "rise", "data-k": "fix"},
        head(!!stage),
        now.thing ? card(now.thing) : everything(),
        h(
          "div",
          {class: "foot"},
          now.changes.length > 0 && button(W.reset, "undo-variant", reset),
          button(now.main, "check-bold", goOn, "first", {"data-does": "fix"})
        )
      )
    )
  );
}
