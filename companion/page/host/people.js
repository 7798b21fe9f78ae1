// People over all evenings: numbers, names, and groups.

import {askFor, later, sheet, toast} from "../guest/act.js";
import {button, h, token} from "../guest/dom.js";
import {app, say} from "../guest/state.js";
import {handOut} from "./desk.js";
import {desk} from "./hosting.js";
import {doneView, folded, once, row} from "./rows.js";
import {lookOf} from "./seats.js";

/** @typedef {import("./rows.js").Done} Done */

/** Where the people were opened from. @type {(() => unknown)|null} */
let before = null;

/** @param {() => unknown} [back] to what led here */
export function people(back) {
  before = back || null;
  everybody();
}

/** @param {Done|null} [done] */
async function everybody(done = null) {
  const found = await desk({what: "people"});
  const W = app.words;
  if (!found.people) return;
  const all = /** @type {KnownPerson[]} */ (found.people);
  const names = all.map((one) => one.name);
  /** @param {KnownPerson} one */
  const each = (one) => row(one.name, one.told, () => open(one.name, names), token(lookOf(one, one.letter)));
  sheet(
    W.players_stats,
    doneView(done),
    !all.length && h("p", {class: "soft"}, W.no_plays),
    folded(all.map(each)),
    button(W.groups, "account-group-outline", () => groups()),
    all.length > 0 && button(found.table, "format-list-numbered", exportTable),
    before && button(W.back, "arrow-left", () => before?.())
  );
}

/** Everybody's numbers for a spreadsheet. */
async function exportTable() {
  const {text, file, type} = await desk({what: "table_of_people"});
  if (text) await handOut(file, new Blob([text], {type}));
}

/** Everything about one of them. @param {string} name @param {string[]} names everybody's */
function open(name, names) {
  const back = button(app.words.back, "arrow-left", () => everybody());
  later(import("./person.js"), (all) => all.person(name, () => [changes(name, names), back]));
}

/** @param {Action} body @param {Action} [back] */
async function doAndShow(body, back) {
  const reply = await desk(body);
  if (!reply.ok) return;
  const undo = back && (() => change(back));
  toast(""); // the list shows it, with a way back
  everybody(reply.told ? {told: reply.told, undo} : null);
}

/** Do it, then show everybody, with a way back. */
const change = once(doAndShow);

/** @param {string} name @param {string[]} all */
function changes(name, all) {
  const W = app.words;
  const rename = () =>
    askFor(W.rename, W.name, W.save, (to) => change({what: "rename_person", name, to}), name);
  const back = {what: "bring_person_back", name};
  return h(
    "div",
    {class: "tilesrow"},
    button(W.rename, "pencil-outline", rename),
    all.length > 1 && button(W.merge, "account-multiple-outline", () => mergeSheet(name, all)),
    button(W.forget, "close", () => change({what: "forget_person", name}, back))
  );
}

/** @param {string} name @param {string[]} all */
function mergeSheet(name, all) {
  const W = app.words;
  const others = all.filter((one) => one !== name);
  /** @param {string} to */
  const merge = (to) => () => change({what: "merge", name, to}, {what: "unmerge", name});
  sheet(
    say(W.merge_who, {name}),
    h("p", {class: "soft"}, say(W.merge_told, {name})),
    folded(others.map((one) => row(one, "", merge(one)))),
    button(W.back, "arrow-left", () => open(name, all))
  );
}

/* Groups */

/** @param {Reply} [reply] what a change has left @param {Done|null} [done] */
async function groups(reply, done = null) {
  const found = reply || (await desk({what: "groups"}));
  const W = app.words;
  if (!found.groups) return;
  const all = /** @type {Home["groups"]} */ (/** @type {any} */ (found.groups));
  sheet(
    W.groups,
    doneView(done),
    all.map((one) => row(one.name, one.people.map((each) => each.name).join(", "), () => group(found, one))),
    found.known.length > 0 && button(W.new_group, "plus", () => group(found)),
    button(W.back, "arrow-left", () => everybody())
  );
}

/** The group that was deleted last. */
const bringBack = once(async () => {
  const reply = await desk({what: "bring_group_back"});
  if (reply.ok) groups(reply);
});

/** @param {Reply} found @param {Home["groups"][number]} [one] null for a new one */
function group(found, one) {
  const W = app.words;
  const seated = (one?.people || []).map((each) => each.name);
  const names = /** @type {string[]} */ ([...new Set([...seated, ...found.known])]);
  const field = h("input", {
    class: "field",
    value: one?.name || "",
    placeholder: W.friday,
    "aria-label": W.name,
    maxlength: 60,
  });
  const ticks = names.map((name) => {
    const box = h("input", {type: "checkbox", checked: seated.includes(name), value: name});
    return h("label", {class: "line tick"}, box, h("span", {}, name));
  });
  const save = async () => {
    const chosen = ticks.flatMap((each) => {
      const box = /** @type {HTMLInputElement} */ (each.firstElementChild);
      return box.checked ? [box.value] : [];
    });
    const reply = await desk({what: "save_group", name: field.value, people: chosen, was: one?.name || ""});
    if (reply.ok) groups(reply);
  };
  const remove = async () => {
    const reply = await desk({what: "delete_group", name: one?.name});
    toast(""); // the list shows it, with a way back
    if (reply.ok) groups(reply, {told: reply.told || "", undo: bringBack});
  };
  sheet(
    one?.name || W.new_group,
    field,
    h("p", {class: "soft"}, W.choose_group),
    h("div", {class: "answers"}, ticks),
    button(W.save, "check-bold", once(save), "first"),
    one && button(W.delete_group, "close", once(remove)),
    button(W.back, "arrow-left", () => groups())
  );
}
