// The host's form for a new play. It keeps what was typed, even if the play couldn't start.

import {closeSheet, command, desk, sheet, toast} from "../guest/act.js";
import {$, button, h, icon, morph, SHAPE_NAMES, token} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, hostSession, say, state, stored} from "../guest/state.js";

/** @returns {any} */
const hosting = () => /** @type {any} */ (hostSession()).state.host;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const names = () =>
  app.form.names
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Draw it again where it stands, in a sheet or on the page. */
export function redraw() {
  const here = document.querySelector("#sheet[open] form[data-k=newplay]");
  if (here) morph(here, newPlay());
  else app.render();
}

/** Show it again after something else took its place: on the page, or after a play in a sheet. */
export function showForm() {
  app.render();
  if (state().table.state !== "none" && hosting().games.length) sheet(app.words.new, newPlay());
}

/** What was wrong with the saved plays. Closing it accepts them as they are now, as in the app. */
export function troubleView() {
  const {trouble} = hosting();
  return (
    trouble &&
    h(
      "section",
      {class: "card ask", "data-k": "trouble", role: "alert"},
      h("p", {}, trouble.sentence),
      trouble.closes && button(app.words.close, "close", () => command({op: "accept"}))
    )
  );
}

/** A game as the newest state has it. */
export const gameNow = (id) => hosting().games.find((one) => one.id === id) || {};

/* People and their colours */

/** Each name with its own colour, or the first free one. */
function seated() {
  const taken = names()
      .map((name) => app.form.colours[name])
      .filter((one) => one != null),
    free = [...SHAPE_NAMES.keys()].filter((one) => !taken.includes(one));
  return names().map((name) => ({name, colour: app.form.colours[name] ?? (free.shift() || 0)}));
}

function nextColour(one) {
  const all = seated(),
    taken = all.map((each) => each.colour);
  for (const each of all) app.form.colours[each.name] = each.colour;
  for (let n = 1; n < SHAPE_NAMES.length; n++) {
    const colour = (one.colour + n) % SHAPE_NAMES.length;
    if (!taken.includes(colour)) {
      app.form.colours[one.name] = colour;
      break;
    }
  }
  redraw();
}

function colours() {
  const W = app.words;
  const chip = (one) =>
    h(
      "button",
      {type: "button", class: "pill", onclick: () => nextColour(one)},
      token({...one, shape: SHAPE_NAMES[one.colour], letter: one.name[0].toUpperCase()}),
      one.name,
      h("span", {class: "sr"}, ": ", hosting().colours[one.colour] || "")
    );
  return (
    names().length > 0 && [
      h("p", {class: "soft small"}, W.colours),
      h("div", {class: "tilesrow", "data-k": "colours"}, seated().map(chip)),
    ]
  );
}

function add(one) {
  app.form.names = [...names(), one.name].join("\n");
  app.form.colours[one.name] = one.colour;
  redraw();
}

/** People who played before, one tap each. */
function known() {
  const others = hosting().known.filter(
    (one) => !names().some((name) => name.toLowerCase() === one.name.toLowerCase())
  );
  return (
    others.length > 0 &&
    h(
      "div",
      {class: "tilesrow", "data-k": "known"},
      others.map((one) =>
        h("button", {type: "button", class: "pill", onclick: () => add(one)}, icon("plus"), one.name)
      )
    )
  );
}

/* The box */

/** The copy that was chosen, else the newest; null is the starter set. */
function copyOf(game) {
  const there = app.form.copy === null || game.copies.some((one) => one.id === app.form.copy);
  return there ? app.form.copy : (game.copies[0] || {id: null}).id;
}

function copies(game) {
  const W = app.words,
    form = app.form,
    now = copyOf(game);
  if (!game.starter) return null;
  const all = [...game.copies, {id: null, name: W.starter, about: W.starter_hint}];
  const changed = (event) => {
    form.copy = all[event.target.selectedIndex].id;
    redraw();
  };
  return h(
    "div",
    {class: "stack option", "data-k": "copies"},
    h(
      "label",
      {class: "stack"},
      h("span", {}, W.your_copy),
      h(
        "select",
        {class: "field", name: "copy", onchange: changed},
        all.map((one) => h("option", {selected: one.id === now}, one.name + ": " + one.about))
      )
    ),
    h(
      "div",
      {class: "tilesrow"},
      game.form && now !== null && button(W.edit_copy, "pencil-outline", () => editCopy(game, now)),
      game.form && button(W.new_copy, "plus", () => editCopy(game, null)),
      now !== null && button(W.share_copy, "tray-arrow-up", () => withCopies("shareCopy", now)),
      button(W.enter_code, "key-variant", () => withCopies("enterCode")),
      button(W.import_copy, "tray-arrow-down", () => desk("importFile", showImported)),
      game.gone && button(game.gone, "undo-variant", () => withCopies("bringBack", game))
    )
  );
}

/** A file may have brought copies. After a play, no new state tells of them. */
async function showImported() {
  const {copies: found, gone} = await command({op: "desk", what: "copies", game: app.form.game});
  if (found) Object.assign(gameNow(app.form.game), {copies: found, gone});
  redraw();
}

/** A reload or a discarded tab ended the editor: open it again, with its changes. */
function takeDraft() {
  const open = JSON.parse(stored("editing") || "null");
  if (!open || app.editing) return;
  stored("editing", "");
  const game = gameNow(open.game);
  if (game.form && (open.id == null || game.copies.some((one) => one.id === open.id))) {
    editCopy(game, open.id);
  }
}

/** A link with a box code brings that box along; its code comes off the address, so that a reload doesn't bring it twice. */
function takeBox() {
  const code = new URLSearchParams(location.hash.slice(1)).get("box");
  if (!code) return;
  window.history.replaceState(null, "", location.hash.replace(/&?box=[^&]*/, ""));
  withCopies("byCode", code);
}

/** The editor is loaded when it is wanted: no guest needs it. */
async function withCopies(what, ...more) {
  let editor;
  try {
    editor = await import("./boxes.js");
  } catch {
    toast(app.words.lost_hint);
    return;
  }
  await editor[what](...more);
}

const editCopy = (game, id) => withCopies("editCopy", game, id);

/* Options: those of another mode or depth are hidden, unless somebody changed them */

const chosen = (one) => (one.key in app.form.options ? app.form.options[one.key] : one.value);

function fits(game) {
  const of = (key) => game.options.find((one) => one.key === key);
  return (one) =>
    !same(chosen(one), one.value) ||
    ["mode", "depth"].every(
      (key) => !one[key].length || !of(key) || one[key].some((each) => same(each, chosen(of(key))))
    );
}

function option(one) {
  const changed = (event) => {
    app.form.options[one.key] = one.choices[event.target.selectedIndex].value;
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

function begin(event) {
  event.preventDefault();
  const form = app.form,
    game = hosting().games.find((one) => one.id === form.game);
  const options = Object.fromEntries(
    game.options.filter((one) => one.key in form.options).map((one) => [one.key, form.options[one.key]])
  );
  closeSheet();
  command({op: "new", game: game.id, options, names: seated(), ...(game.starter && {copy: copyOf(game)})});
}

export function newPlay() {
  const {table} = state(),
    host = hosting(),
    form = app.form,
    W = app.words;
  takeBox();
  takeDraft();
  if (!form.names) {
    form.names = table.seats.map((one) => one.name).join("\n");
    for (const one of table.seats) form.colours[one.name] = one.colour;
  }
  if (!form.game && host.last) Object.assign(form, host.last);
  form.game = host.games.some((one) => one.id === form.game) ? form.game : (host.games[0] || {}).id;
  const game = host.games.find((one) => one.id === form.game) || {options: []};
  const choose = (id) => () => {
    form.game = id;
    form.options = {};
    form.copy = undefined;
    redraw();
  };
  const box = (one) =>
    h(
      "label",
      {class: "answer"},
      h("input", {
        type: "radio",
        name: "game",
        value: one.id,
        checked: one.id === form.game,
        required: true,
        onchange: choose(one.id),
      }),
      h("span", {class: "words"}, one.title, h("small", {}, say(W.players_of, one)))
    );
  const field = h("textarea", {
    class: "field",
    id: "names",
    name: "names",
    rows: 4,
    required: true,
    value: form.names,
  });
  field.oninput = function () {
    form.names = this.value;
    redraw();
  };
  const here = game.options.filter(fits(game)),
    always = here.filter((one) => one.always),
    rest = here.filter((one) => !one.always);
  return h(
    "form",
    {class: "stack", onsubmit: begin, "data-k": "newplay"},
    h("h1", {tabindex: -1}, W.which),
    !$("sheet").open && troubleView(),
    h("div", {class: "answers games"}, host.games.map(box)),
    h("label", {class: "soft", for: "names"}, W.players),
    field,
    known(),
    colours(),
    copies(game),
    always.map(option),
    rest.length > 0 &&
      h(
        "details",
        {class: "fold", "data-k": "choices " + form.game},
        h("summary", {}, W.options),
        rest.map(option)
      ),
    h("button", {class: "button first"}, W.start),
    !$("sheet").open && button(W.history, "history", () => desk("history")),
    tab && tab.foot()
  );
}
