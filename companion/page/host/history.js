// Past plays: filters, archive and trash, place, note and photo, and the year as a picture.

import {closeSheet, later, sheet, toast} from "../guest/act.js";
import {button, h, icon, line} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, hostSession, say} from "../guest/state.js";
import {exportFile, handOut, importFile, shareText} from "./desk.js";
import {desk, openHome} from "./hosting.js";
import {photoRow} from "./photo.js";
import {doneView, row} from "./rows.js";

/** @typedef {{game?: string, person?: string, month?: string, shelf?: string, from?: number}} Filters */
/** @typedef {import("./rows.js").Done} Done */

/* The list */

/** @param {string} label @param {[value: string, words: string][]} all @param {string} now
 * @param {(value: string) => unknown} choose */
function filter(label, all, now, choose) {
  if (all.length < 3) return null; // everything, and the only one
  const options = all.map(([value, words]) => h("option", {selected: value === now}, words));
  const field = h("select", {class: "field", "aria-label": label}, options);
  field.onchange = () => choose(all[field.selectedIndex][0]);
  return field;
}

/** @param {Reply} found @param {Filters} now */
function filters({games, persons, months, wish}, now) {
  const W = app.words;
  /** @param {string} key */
  const by = (key) => (/** @type {string} */ value) => history({...now, ...wish, [key]: value, from: 0});
  /** @param {string[]} all @returns {[string, string][]} */
  const named = (all) => all.map((one) => [one, one]);
  return h(
    "div",
    {class: "tilesrow filters"},
    filter(W.all_games, [["", W.all_games], ...games], wish.game, by("game")),
    filter(W.whose_plays, [["", W.everybody], ...named(persons)], wish.person, by("person")),
    filter(W.which_month, [["", W.any_month], ...named(months)], wish.month, by("month"))
  );
}

/** The other shelves. @param {Reply} found */
function shelves({away, trash, shelf}) {
  const W = app.words;
  /** @param {string} to @param {string} words @param {string} sign @param {number} many */
  const one = (to, words, sign, many) =>
    many > 0 && shelf !== to && button(`${words} ${many}`, sign, () => history({shelf: to}));
  const all = shelf && button(W.all_plays, "arrow-left", () => history());
  const emptied = shelf === "trash" && trash > 0 && button(W.empty_trash, "close", sureToEmpty);
  return h(
    "div",
    {class: "tilesrow"},
    all,
    one("away", W.archived, "tray-full", away),
    one("trash", W.trash, "close", trash),
    emptied
  );
}

/** What belongs to all plays. @param {Reply} found */
function ofAll({year, left_behind}) {
  const W = app.words;
  const sheetGame = (hostSession()?.state?.host?.games || []).find((one) => one.once);
  const enter = () => {
    closeSheet();
    openHome({game: sheetGame?.id, once: true});
  };
  return [
    sheetGame && button(W.without, "pencil-outline", enter),
    year && button(say(W.year_picture, {year}), "image-outline", () => yearPicture(year)),
    button(W.players_stats, "podium", () => later(import("./people.js"), (all) => all.people(history))),
    button(W.export_all, "tray-arrow-up", () => exportFile({kind: "everything"})),
    left_behind && h("p", {class: "soft"}, left_behind),
    button(W.export_table, "format-list-numbered", () => exportFile({kind: "table"})),
    button(W.import_file, "tray-arrow-down", () => importFile(history)),
  ];
}

/** @param {Filters} now @param {Done|null} done */
export async function history(now = {}, done = null) {
  const found = await desk({what: "plays", ...now});
  const W = app.words;
  if (!found.plays) return;
  const {plays, shelf} = found;
  /** @param {PastPlay} one */
  const play = (one) => {
    const hint = [one.day, one.place, one.names, one.told].filter(Boolean).join(" · ");
    return row(one.title + (one.over ? "" : " …"), hint, () => onePlay(one.id, () => history(now)));
  };
  const titles = /** @type {Record<string, string>} */ ({away: W.archived, trash: W.trash});
  const from = now.from || 0;
  sheet(
    titles[shelf] || W.history,
    doneView(done),
    found.top && row(found.top.words, found.top.hint, () => yearPicture(found.top.year)),
    !shelf && filters(found, now),
    shelves(found),
    record(found),
    !plays.length && h("p", {class: "soft"}, W.no_plays),
    h("div", {class: "answers"}, plays.map(play)),
    damagedRows(found, now),
    found.more && button(W.older, "arrow-right", () => history({...now, from: from + plays.length})),
    !shelf && ofAll(found)
  );
}

/** A game over all evenings. @param {Reply} found */
function record({record: told}) {
  /** @param {[sign: string, words: string]} one */
  const each = ([sign, words]) => line(words, sign);
  return told.length > 0 && h("div", {class: "card"}, told.map(each));
}

/** Plays of which only the title is left. @param {Reply} found @param {Filters} now */
function damagedRows({damaged = []}, now) {
  /** @param {{id: number, title: string, told: string}} one */
  const each = (one) => row(one.title, one.told, () => onePlay(one.id, () => history(now)));
  return damaged.map(each);
}

/** A year in numbers, drawn here. @param {number} year */
async function yearPicture(year) {
  const found = await desk({what: "year", year});
  if (!found.numbers) return;
  later(import("./picture.js"), (all) => all.share(found.file, all.year(/** @type {any} */ (found))));
}

function sureToEmpty() {
  const W = app.words;
  const empty = () => change({what: "empty_trash"}, {});
  sheet(
    W.empty_trash,
    h("p", {}, W.no_way_back),
    button(W.back, "arrow-left", () => history({shelf: "trash"})),
    button(W.empty_trash, "close", empty)
  );
}

/* One play */

/** Do it, then show the list again, with a way back.
 * @param {Action} body @param {Filters} to @param {Action} [back] */
async function change(body, to, back) {
  const reply = await desk(body);
  if (!reply.ok) return;
  const undo = back && (() => change(back, {...to, shelf: ""}));
  toast(""); // the list shows it, with a way back
  history(to, {told: reply.told, undo});
}

/** @param {number} id @param {() => unknown} from what led here */
export async function onePlay(id, from) {
  const found = await desk({what: "play", which: id});
  if (found.title === undefined) return;
  const {title, text, aside, damage} = found;
  const back = button(app.words.back, "arrow-left", () => from());
  if (found.trashed) {
    sheet(title, trashed(id), back);
    return;
  }
  sheet(
    title,
    (damage || aside) && h("p", {}, damage || aside),
    text && h("div", {class: "told-text", tabindex: 0, role: "group", "aria-label": title}, text),
    damage ? rescue(id, found.rescue) : [open(id, aside), kept(id, found, () => onePlay(id, from))],
    putAway(id, found),
    back
  );
}

/** @param {number} id @param {string} [aside] why it isn't opened */
function open(id, aside) {
  const again = Boolean(aside);
  const resume = async () => {
    closeSheet();
    const reply = await desk({what: "resume", which: id, again});
    if (reply.ok) app.form.shown = false;
    app.render();
  };
  return button(again ? app.words.again : app.words.open_play, "play", resume, "first");
}

/** What can be done with a damaged play.
 * @param {number} id @param {{hint: string, export: string, go_on: string}} told */
function rescue(id, told) {
  const goOn = async () => {
    const reply = await desk({what: "rescue", which: id});
    if (!reply.ok) return;
    closeSheet();
    app.form.shown = false;
    app.render();
  };
  return [
    h("p", {class: "soft"}, told.hint),
    button(told.export, "tray-arrow-up", () => exportFile({kind: "play", which: id}), "first"),
    button(told.go_on, "play", goOn),
  ];
}

/** Its app opens a link; elsewhere it takes a file. @param {number} which @param {() => unknown} back */
async function toBgStats(which, back) {
  const W = app.words;
  const {link, text, file, opens, saves} = await desk({what: "bg_stats", which});
  if (!link) return;
  const launch = () => location.assign(link);
  const save = () => handOut(file, new Blob([text], {type: "application/json"}));
  sheet(
    W.to_bg_stats,
    row(W.to_bg_stats, opens, launch),
    row(W.save_file, saves, save),
    button(W.back, "arrow-left", () => back())
  );
}

/** What stays of it: words, place, photo, files.
 * @param {number} id @param {Reply} found @param {() => unknown} back shows it again */
function kept(id, {title, text, over}, back) {
  const W = app.words;
  return [
    button(W.details, "map-marker", () => details(id)),
    button(W.share_text, "tray-arrow-up", () => shareText(title, text)),
    button(W.save_file, "tray-arrow-up", () => exportFile({kind: "play", which: id})),
    over && button(W.to_bg_stats, "podium", () => toBgStats(id, back)),
  ];
}

/** @param {number} id @param {Reply} found */
function putAway(id, {archived}) {
  const W = app.words;
  /** @param {boolean} on @returns {Action} */
  const put = (on) => ({what: "archive", which: id, on});
  const words = archived ? W.bring_back : W.archive;
  const backAgain = {what: "bring_play_back", which: id};
  return h(
    "div",
    {class: "tilesrow"},
    button(words, "tray-full", () => change(put(!archived), {}, put(!!archived))),
    button(W.delete, "close", () => change({what: "delete", which: id}, {}, backAgain))
  );
}

/** @param {number} id */
function trashed(id) {
  const W = app.words;
  return [
    h("p", {class: "soft"}, W.no_way_back),
    button(W.bring_back, "undo-variant", () => change({what: "bring_play_back", which: id}, {}), "first"),
    button(W.delete_for_good, "close", () => change({what: "delete_for_good", which: id}, {shelf: "trash"})),
  ];
}

/* Place, note, day and photo */

/** @param {number} which */
export async function details(which) {
  const found = await desk({what: "details", which});
  if (found.title === undefined) return;
  const W = app.words;
  /** @param {"input"|"textarea"} tag @param {string} label @param {string} value
   * @param {Record<string, unknown>} more */
  const field = (tag, label, value, more) =>
    h("label", {class: "stack"}, h("span", {class: "soft"}, label), h(tag, {class: "field", value, ...more}));
  const form = h(
    "form",
    {class: "stack"},
    field("input", W.place_of, found.place, {name: "place", maxlength: found.longest.place}),
    field("textarea", W.note, found.note, {name: "note", rows: 2, maxlength: found.longest.note}),
    field("input", W.day, found.day, {name: "day", type: "date", max: found.today, required: true}),
    !tab && photoRow(which, !!found.photo, () => details(which)),
    h("button", {class: "button first"}, icon("check-bold"), W.save)
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      new FormData(/** @type {HTMLFormElement} */ (/** @type {any} */ (form)))
    );
    const reply = await desk({what: "note", which, ...typed});
    if (reply.ok) closeSheet();
  };
  sheet(found.title, form);
}
