// The host's form for a new play. It keeps what was typed, even if the play couldn't start.

import {closeSheet, command, later, sheet} from "../guest/act.js";
import {$, button, h, icon, morph, token} from "../guest/dom.js";
import {desk, gameNow, hosting, troubleView} from "./hosting.js";
import {tab} from "../guest/link.js";
import {app, say, state, stored} from "../guest/state.js";

/** @param {Json} one @param {Json} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const names = () =>
  app.form.names
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Draw it again where it stands, in a sheet or on the page. */
function redraw() {
  const here = document.querySelector("#sheet[open] form[data-k=newplay]");
  if (here) morph(here, newPlay());
  else app.render();
}

/** Show it again after something else took its place: on the page, or after a play in a sheet. */
function showForm() {
  app.render();
  if (state().table.state !== "none" && hosting().games.length) sheet(app.words.new, newPlay());
}

/* People and their colours */

/** Each name with its own colour, or the first free one. */
function seated() {
  const wished = app.form.colours;
  const taken = names().map((name) => wished[name]);
  const free = [...app.seats.keys()].filter((one) => !taken.includes(one));
  return names().map((name) => ({name, colour: wished[name] ?? (free.shift() || 0)}));
}

/** @param {{name: string, colour: number}} one */
function nextColour({name, colour}) {
  const all = seated();
  const taken = all.map((each) => each.colour);
  for (const each of all) app.form.colours[each.name] = each.colour;
  const others = [...app.seats.keys()].map((n) => (colour + n) % app.seats.length);
  app.form.colours[name] = others.find((one) => !taken.includes(one)) ?? colour;
  redraw();
}

function colours() {
  const chips = seated().map((one) => {
    const {shape, name: colour} = app.seats[one.colour];
    const look = {...one, shape, letter: one.name[0].toUpperCase()};
    const words = h("span", {class: "sr"}, ": ", colour);
    const pill = {type: "button", class: "pill", onclick: () => nextColour(one)};
    return h("button", pill, token(look), one.name, words);
  });
  if (!chips.length) return null;
  return [
    h("p", {class: "soft small"}, app.words.colours),
    h("div", {class: "tilesrow", "data-k": "colours"}, chips),
  ];
}

/** @param {{name: string, colour: number}} one */
function add(one) {
  app.form.names = [...names(), one.name].join("\n");
  app.form.colours[one.name] = one.colour;
  redraw();
}

/** People who played before, one tap each. */
function known() {
  const here = names().map((name) => name.toLowerCase());
  const others = hosting().known.filter((one) => !here.includes(one.name.toLowerCase()));
  const pills = others.map((one) =>
    h("button", {type: "button", class: "pill", onclick: () => add(one)}, icon("plus"), one.name)
  );
  return pills.length > 0 && h("div", {class: "tilesrow", "data-k": "known"}, pills);
}

/* The box. Its editor is loaded when it is wanted. */

const editor = () => import("./boxes.js");
/** @param {HostGame} game @param {number|null} id */
const editBox = (game, id) => later(editor(), (all) => all.editBox(game, id, showForm));
/** @param {number} id */
const shareBox = (id) => later(editor(), (all) => all.shareBox(id));
const enterCode = () => later(editor(), (all) => all.enterCode(showForm));
/** @param {string} code */
const byCode = (code) => later(editor(), (all) => all.byCode(code, showForm));
/** @param {HostGame} game */
const bringBack = (game) => later(editor(), (all) => all.bringBack(game, showForm));
const importBox = () => later(import("./desk.js"), (all) => all.importFile(showImported));

/** The box that was chosen, else the newest; null is the starter set. @param {HostGame} game */
function boxOf(game) {
  const {box} = app.form;
  if (box === null) return null;
  const found = game.boxes.find((one) => one.id === box) || game.boxes[0];
  return found ? found.id : null;
}

/** @param {HostGame} game */
function boxes(game) {
  if (!game.starter) return null;
  const W = app.words;
  const now = boxOf(game);
  const all = [...game.boxes, {id: null, name: W.starter, about: W.starter_hint}];
  /** @param {Event} event */
  const changed = (event) => {
    app.form.box = all[chosenIndex(event)].id;
    redraw();
  };
  const list = all.map((one) => h("option", {selected: one.id === now}, one.name + ": " + one.about));
  return h(
    "div",
    {class: "stack option", "data-k": "boxes"},
    h(
      "label",
      {class: "stack"},
      h("span", {}, W.your_box),
      h("select", {class: "field", name: "box", onchange: changed}, list)
    ),
    h("div", {class: "tilesrow"}, boxButtons(game, now))
  );
}

/** @param {HostGame} game @param {number|null} now */
function boxButtons(game, now) {
  const W = app.words;
  return [
    game.form && now !== null && button(W.edit_box, "pencil-outline", () => editBox(game, now)),
    game.form && button(W.new_box, "plus", () => editBox(game, null)),
    now !== null && button(W.share_box, "tray-arrow-up", () => shareBox(now)),
    button(W.enter_code, "key-variant", enterCode),
    button(W.import_file, "tray-arrow-down", importBox),
    game.gone && button(game.gone, "undo-variant", () => bringBack(game)),
  ];
}

/** A file may have brought boxes. After a play, no new state tells of them. */
async function showImported() {
  const {boxes: found, gone} = await desk({what: "boxes", game: app.form.game});
  if (found) Object.assign(gameNow(app.form.game) || {}, {boxes: found, gone});
  redraw();
}

/** A reload or a discarded tab ended the editor: open it again, with its changes. */
function takeDraft() {
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
function takeBox() {
  const code = new URLSearchParams(location.hash.slice(1)).get("box");
  if (!code) return;
  window.history.replaceState(null, "", location.hash.replace(/&?box=[^&]*/, ""));
  byCode(code);
}

/* Options: those of another mode or depth are hidden, unless somebody changed them */

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
function option(one) {
  /** @param {Event} event */
  const changed = (event) => {
    app.form.options[one.key] = one.choices[chosenIndex(event)].value;
    redraw();
  };
  return h(
    "label",
    {class: "stack option", "data-k": one.key},
    h("span", {}, one.label),
    h("small", {class: "soft"}, one.sentence),
    h(
      "select",
      {class: "field", onchange: changed},
      one.choices.map((each) => h("option", {selected: same(each.value, chosen(one))}, each.label))
    )
  );
}

/** Those that matter now, then the rest in a fold. @param {HostGame} game */
function options(game) {
  const here = game.options.filter(fits(game));
  const rest = here.filter((one) => !one.always);
  return [
    here.filter((one) => one.always).map(option),
    rest.length > 0 &&
      h(
        "details",
        {class: "fold", "data-k": "choices " + game.id},
        h("summary", {}, app.words.options),
        rest.map(option)
      ),
  ];
}

/* The whole form */

/** @param {Event} event */
function begin(event) {
  event.preventDefault();
  const {form} = app;
  const game = gameNow(form.game);
  if (!game) return;
  const set = game.options.filter((one) => one.key in form.options);
  const chosenOptions = Object.fromEntries(set.map((one) => [one.key, form.options[one.key]]));
  const box = game.starter && {box: boxOf(game)};
  closeSheet();
  command({op: "new", game: game.id, options: chosenOptions, names: seated(), ...box});
}

/** Begin with the people of the last play, and its game. */
function prefill() {
  const {form} = app;
  const {games, last} = hosting();
  if (!form.names) {
    const {seats} = state().table;
    form.names = seats.map((one) => one.name).join("\n");
    for (const one of seats) form.colours[one.name] = one.colour;
  }
  if (!form.game && last) Object.assign(form, last);
  if (!gameNow(form.game) && games.length) form.game = games[0].id;
}

/** @param {HostGame} game */
function gameButton(game) {
  const {id, title} = game;
  const choose = () => {
    Object.assign(app.form, {game: id, options: {}, box: undefined});
    redraw();
  };
  const radio = {type: "radio", name: "game", value: id, required: true, onchange: choose};
  return h(
    "label",
    {class: "answer"},
    h("input", {...radio, checked: id === app.form.game}),
    h("span", {class: "words"}, title, h("small", {}, say(app.words.players_of, {...game})))
  );
}

function namesField() {
  const field = h("textarea", {class: "field", id: "names", name: "names", rows: 4, required: true});
  field.value = app.form.names;
  field.oninput = (event) => {
    app.form.names = /** @type {HTMLTextAreaElement} */ (event.currentTarget).value;
    redraw();
  };
  return field;
}

export function newPlay() {
  const W = app.words;
  takeBox();
  takeDraft();
  prefill();
  const game = gameNow(app.form.game);
  const isSheet = $("sheet").open;
  return h(
    "form",
    {class: "stack", onsubmit: begin, "data-k": "newplay"},
    h("h1", {tabindex: -1}, W.which),
    !isSheet && troubleView(),
    h("div", {class: "answers games"}, hosting().games.map(gameButton)),
    h("label", {class: "soft", for: "names"}, W.players),
    namesField(),
    known(),
    colours(),
    game && [boxes(game), options(game)],
    h("button", {class: "button first"}, W.start),
    !isSheet && button(W.history, "history", () => later(import("./desk.js"), (all) => all.history())),
    tab && tab.foot()
  );
}
