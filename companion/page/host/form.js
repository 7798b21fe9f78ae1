// The host's form for a new play. It keeps what was typed, even if the play couldn't start.

import {command, later} from "../guest/act.js";
import {button, h, icon} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, hostSession, say, sleep, state, stored} from "../guest/state.js";
import {coverOf, picture} from "./covers.js";
import {closeHome, desk, gameNow, homeNow, leaveHome, whenThere} from "./hosting.js";
import {once as oneAtATime} from "./rows.js";
import {chips, seats, seatTyped} from "./seats.js";

/** @param {Json} one @param {Json} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/* The box. Its editor is loaded when it is wanted. */

const editor = () => import("./boxes.js");
/** @param {HostGame} game @param {number|null} id */
const editBox = (game, id) => later(editor(), (all) => all.editBox(game, id, app.render));
/** @param {number} id */
const shareBox = (id) => later(editor(), (all) => all.shareBox(id));
const enterCode = () => later(editor(), (all) => all.enterCode(app.render));
/** @param {string} code */
const byCode = (code) => later(editor(), (all) => all.byCode(code, app.render));
/** @param {HostGame} game */
const bringBack = (game) => later(editor(), (all) => all.bringBack(game, app.render));
const importBox = () => later(import("./desk.js"), (all) => all.importFile(showImported));

/** The box that was chosen, else the newest; null is the starter set. @param {HostGame} game */
function boxOf(game) {
  const {box} = app.form;
  if (box === null) return null;
  const found = [...game.boxes, ...(game.ready || [])].find((one) => one.id === box) || game.boxes[0];
  return found ? found.id : null;
}

/** @param {HostGame} game */
function boxes(game) {
  if (!game.starter) return null;
  const W = app.words;
  const all = [...game.boxes, {id: null, name: W.starter, about: W.starter_hint}, ...(game.ready || [])];
  const now = boxOf(game);
  /** @param {OwnBox} one */
  const words = (one) => one.name + ": " + one.about;
  /** @param {Event} event */
  const changed = (event) => {
    app.form.box = all[chosenIndex(event)].id;
    app.render();
  };
  const list = all.map((one) => h("option", {selected: one.id === now}, words(one)));
  const chosen = /** @type {OwnBox} */ (all.find((one) => one.id === now));
  return [
    game.gone && button(game.gone, "undo-variant", () => bringBack(game)),
    fold("boxes " + game.id, W.your_box, words(chosen), [
      h("select", {class: "field", name: "box", "aria-label": W.your_box, onchange: changed}, list),
      hostSession() && h("div", {class: "tilesrow"}, boxButtons(game, now)),
    ]),
  ];
}

/** A line in words that opens to change it.
 * @param {string} key @param {string} title @param {string} words @param {Kid[]} parts */
function fold(key, title, words, parts) {
  /** @param {Event} event */
  const ontoggle = ({currentTarget}) => {
    const {open} = /** @type {HTMLDetailsElement} */ (currentTarget);
    if (open) unfolded.add(key);
    else unfolded.delete(key);
  };
  return h(
    "details",
    {class: "choice", "data-k": key, open: unfolded.has(key), ontoggle},
    h("summary", {}, h("span", {class: "words"}, title, h("small", {}, words))),
    h("div", {class: "stack"}, parts)
  );
}

/** The folds that stay open while the editor is in their place. */
const unfolded = new Set();

/** @param {HostGame} game @param {OwnBox["id"]} now */
function boxButtons(game, now) {
  const W = app.words;
  const isOwn = typeof now === "number";
  return [
    game.form && isOwn && button(W.edit_box, "pencil-outline", () => editBox(game, now)),
    game.form && button(W.new_box, "plus", () => editBox(game, null)),
    isOwn && button(W.share_box, "tray-arrow-up", () => shareBox(now)),
    button(W.enter_code, "key-variant", enterCode),
    tab && tab.scan(),
    button(W.import_file, "tray-arrow-down", importBox),
  ];
}

/** A file may have brought boxes. After a play, no new state tells of them. */
async function showImported() {
  const {boxes: found, gone} = await desk({what: "boxes", game: app.form.game});
  if (found) Object.assign(gameNow(app.form.game) || {}, {boxes: found, gone});
  app.render();
}

/** A reload or a discarded tab ended the editor: open it again, with its changes. */
export function takeDraft() {
  if (!hostSession()) return;
  /** @type {{game: string, id: number|null}|null} */
  const open = JSON.parse(stored("editing") || "null");
  if (!open || app.editing) return;
  stored("editing", "");
  const game = gameNow(open.game);
  if (!game || !game.form) return;
  const isThere = open.id == null || game.boxes.some((one) => one.id === open.id);
  if (isThere) editBox(game, open.id);
}

/** A link with a box code brings that box along.
 * Its code comes off the address, so that a reload doesn't bring it twice. */
export function takeBox() {
  if (!hostSession()) return;
  const code = new URLSearchParams(location.hash.slice(1)).get("box");
  if (!code) return;
  const hash = location.hash.replace(/&?box=[^&]*/, "");
  window.history.replaceState(null, "", location.pathname + location.search + hash);
  byCode(code);
}

/* Options of another mode, or of what the app does not track, are hidden unless changed */

/** @param {PlayOption} one */
const chosen = (one) => (one.key in app.form.options ? app.form.options[one.key] : one.value);
/** @param {Event} event of a select */
const chosenIndex = (event) => /** @type {HTMLSelectElement} */ (event.target).selectedIndex;

/** @param {HostGame} game */
function fits(game) {
  /** @param {PlayOption} one @param {"mode"|"depth"} key */
  const suits = (one, key) => {
    const of = game.options.find((each) => each.key === key);
    return !one[key].length || !of || one[key].some((each) => same(each, chosen(of)));
  };
  /** @param {PlayOption} one */
  return (one) => !same(chosen(one), one.value) || (suits(one, "mode") && suits(one, "depth"));
}

/** @param {PlayOption} one */
const choiceOf = (one) => one.choices.find((each) => same(each.value, chosen(one))) || one.choices[0];

/** @param {PlayOption} one */
function option(one) {
  /** @param {Event} event */
  const changed = (event) => {
    app.form.options[one.key] = one.choices[chosenIndex(event)].value;
    app.render();
  };
  return h(
    "label",
    {class: "choice option", "data-k": one.key},
    h("span", {class: "words"}, one.label, h("small", {}, one.sentence)),
    h(
      "select",
      {class: "field", onchange: changed},
      one.choices.map((each) => h("option", {selected: each === choiceOf(one)}, each.label))
    )
  );
}

/** What differs from the rulebook, in words. @param {PlayOption[]} all */
function houseRules(all) {
  const ours = all.filter((one) => !same(chosen(one), one.value));
  const told = ours.map((one) => one.label + ": " + choiceOf(one).label);
  return told.length ? told.join(" · ") : app.words.as_rulebook;
}

/** Those that matter now, then the rest in a fold. @param {HostGame} game */
function options(game) {
  const here = game.options.filter(fits(game));
  const rest = here.filter((one) => !one.always);
  return [
    here.filter((one) => one.always).map(option),
    rest.length > 0 && fold("choices " + game.id, app.words.options, houseRules(rest), rest.map(option)),
  ];
}

/* Starting */

/** @param {string} before */
async function moved(before) {
  while (state()?.epoch === before) await sleep(50);
}

/** @param {string} id @param {boolean} begun whether it goes on in the middle */
async function startPlay(id, begun) {
  const {form} = app;
  const game = gameNow(id);
  if (!game || (form.typed.trim() && !seatTyped())) return;
  const set = game.options.filter((one) => one.key in form.options);
  const wished = Object.fromEntries(set.map((one) => [one.key, form.options[one.key]]));
  const box = game.starter ? boxOf(game) : (form.box ?? null);
  const before = state().epoch;
  const {people: names, once} = form;
  const reply = await command({op: "new", game: game.id, options: wished, names, box, begun, once});
  if (!reply.ok) return;
  await moved(before);
  leaveHome();
  if (begun) later(import("./fix.js"), (all) => all.openFix(true));
}

/** A second tap would begin another play. */
const begin = oneAtATime(startPlay);

/** How many would play now. */
function playing() {
  const typed = app.form.typed.split(/[\n,;]/).filter((one) => one.trim());
  return app.form.people.length + typed.length;
}

/** @param {HostGame} game */
function startButtons(game) {
  const W = app.words;
  const {starts, missing} = homeNow();
  const number = playing();
  const lacks = game.fewest - number;
  const waits = !hostSession() && !!app.form.waits;
  const enough = app.form.once ? W.next : starts[Math.min(number, game.most) - 1];
  const words = lacks > 0 ? missing[lacks - 1] : enough;
  /** @param {boolean} begun */
  const start = (begun) => () => {
    if (lacks > 0) nameField()?.focus();
    else whenThere(() => begin(game.id, begun));
  };
  const look = "first" + (lacks > 0 ? " not" : "") + (waits ? " waits" : "");
  const off = {"aria-disabled": lacks > 0 ? "true" : null};
  return [
    button(waits ? W.starts_itself : words, waits ? "timer-sand" : "play", start(false), look, off),
    !app.form.once && h("button", {type: "button", class: "link", onclick: start(true), ...off}, W.begun),
  ];
}

const nameField = () => /** @type {HTMLInputElement|null} */ (document.getElementById("name"));

function nameForm() {
  const W = app.words;
  const words = W.add_player;
  const field = h("input", {
    class: "field",
    id: "name",
    placeholder: words,
    "aria-label": words,
    maxlength: 200,
  });
  Object.assign(field, {autocomplete: "off", value: app.form.typed});
  field.oninput = (event) => {
    app.form.typed = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    app.render();
  };
  /** @param {Event} event */
  const enter = (event) => {
    event.preventDefault();
    seatTyped();
    app.render();
    const now = /** @type {HTMLInputElement} */ (nameField());
    now.value = "";
    now.focus();
    now.scrollIntoView({block: "center"});
  };
  const plus = h("button", {class: "round", "aria-label": W.add_player}, icon("plus"));
  return h("form", {class: "adder", onsubmit: enter, "data-k": "adder"}, field, plus);
}

/** @param {HostGame} game */
function propose(game) {
  const {form} = app;
  if (!form.seated && !form.people.length) form.people = game.people.map((one) => ({...one}));
}

/** What it was called, and the day. @param {{name: string, day: string}} once */
function onceFields(once) {
  const W = app.words;
  /** @param {"name"|"day"} key @param {string} label @param {Record<string, unknown>} more */
  const field = (key, label, more) => {
    const one = h("input", {class: "field", value: once[key], "data-k": key, ...more});
    one.oninput = (event) => {
      once[key] = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    };
    return h("label", {class: "stack"}, h("span", {class: "soft"}, label), one);
  };
  return h(
    "div",
    {class: "stack", "data-k": "once"},
    field("name", W.called, {maxlength: 60}),
    field("day", W.day, {type: "date", required: true})
  );
}

/** @param {HostGame} game */
export function newPlay(game) {
  const W = app.words;
  const {once} = app.form;
  const cover = coverOf(game.id, app.form.box);
  const back = {type: "button", class: "round", onclick: closeHome, "aria-label": W.back};
  propose(game);
  return [
    h(
      "div",
      {class: "lead"},
      h("button", back, icon("arrow-left")),
      h("h1", {tabindex: -1}, once ? W.without : say(W.who_plays, {game: cover ? cover.title : game.title})),
      cover && picture(cover)
    ),
    h("p", {class: "soft"}, once ? W.without_hint : game.order),
    once && onceFields(once),
    chips(game),
    nameForm(),
    seats(),
    !once && boxes(game),
    !once && options(game),
    h("div", {class: "foot start"}, startButtons(game)),
  ];
}
