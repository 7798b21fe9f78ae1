// People over all evenings: numbers, names, and groups.

import {askFor, sheet, toast} from "../guest/act.js";
import {button, h, line} from "../guest/dom.js";
import {app, say} from "../guest/state.js";
import {desk} from "./hosting.js";
import {doneView, row} from "./rows.js";

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
  const {people: found} = await desk({what: "people"});
  const W = app.words;
  if (!found) return;
  sheet(
    W.players_stats,
    doneView(done),
    !found.length && h("p", {class: "soft"}, W.no_plays),
    found.map((/** @type {PersonSums} */ one) => person(one, found)),
    button(W.groups, "account-group-outline", () => groups()),
    before && button(W.back, "arrow-left", () => before?.())
  );
}

/** @param {PersonSums} one @param {PersonSums[]} all */
function person(one, all) {
  const {name, games, rivals, plays, wins} = one;
  const W = app.words;
  const played = games.map((game) => {
    const best = game.best == null ? "" : " · " + say(W.best, {best: game.best});
    const sums = say(W.sums, {plays: game.plays, wins: game.wins});
    return line(game.title, "cards-outline", null, sums + best);
  });
  const met = rivals.map((each) => line(each.name, "sword-cross", null, say(W.rival, {...each})));
  return h(
    "details",
    {class: "fold", "data-k": name},
    h("summary", {}, name, h("small", {class: "soft"}, " ", say(W.sums, {plays, wins}))),
    h("div", {class: "card"}, played, met, changes(name, all))
  );
}

/** Do it, then show everybody, with a way back. @param {Action} body @param {Action} [back] */
async function change(body, back) {
  const reply = await desk(body);
  if (!reply.ok) return;
  const undo = back && (() => change(back));
  toast(""); // the list shows it, with a way back
  everybody(reply.told ? {told: reply.told, undo} : null);
}

/** @param {string} name @param {PersonSums[]} all */
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

/** @param {string} name @param {PersonSums[]} all */
function mergeSheet(name, all) {
  const W = app.words;
  const others = all.filter((one) => one.name !== name);
  /** @param {PersonSums} one */
  const merge = (one) => () => change({what: "merge", name, to: one.name}, {what: "unmerge", name});
  sheet(
    say(W.merge_who, {name}),
    h("p", {class: "soft"}, say(W.merge_told, {name})),
    others.map((one) => row(one.name, "", merge(one))),
    button(W.back, "arrow-left", () => everybody())
  );
}

/* Groups */

/** @param {Reply} [reply] what a change has left */
async function groups(reply) {
  const found = reply || (await desk({what: "groups"}));
  const W = app.words;
  if (!found.groups) return;
  const all = /** @type {Home["groups"]} */ (/** @type {any} */ (found.groups));
  sheet(
    W.groups,
    all.map((one) => row(one.name, one.people.map((each) => each.name).join(", "), () => group(found, one))),
    found.known.length > 0 && button(W.new_group, "plus", () => group(found)),
    button(W.back, "arrow-left", () => everybody())
  );
}

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
    if (reply.ok) groups(reply);
  };
  sheet(
    one?.name || W.new_group,
    field,
    h("p", {class: "soft"}, W.choose_group),
    h("div", {class: "answers"}, ticks),
    button(W.save, "check-bold", save, "first"),
    one && button(W.delete_group, "close", remove),
    button(W.back, "arrow-left", () => groups())
  );
}
