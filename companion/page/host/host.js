// What only the host's phone of `tableside serve` can do.

import {askFor, closeSheet, command, later, needed, sheet, styled} from "../guest/act.js";
import {closeUnless} from "../guest/closes.js";
import {stillBoard} from "../guest/board.js";
import {button, h, icon, tiled, token} from "../guest/dom.js";
import {hosting, openHome, troubleView} from "./hosting.js";
import {wide} from "../guest/join.js";
import {tab} from "../guest/link.js";
import {app, hostSession, say, session, state, stored} from "../guest/state.js";

/** @param {() => unknown} work */
const then = (work) => () => {
  closeSheet();
  work();
};

/** An entry of the menu that closes it. @param {string} words @param {string} sign @param {Action} body */
function item(words, sign, body) {
  const send = then(() => command(body));
  return button(words, sign, send);
}

/* What few hosts open is loaded when they do. */

const history = () => later(import("./history.js"), (all) => all.history());
const people = () => later(import("./people.js"), (all) => all.people());
const fix = () => later(import("./fix.js"), (all) => all.openFix());
/** @param {boolean} pack */
const layOut = (pack) => later(import("./laid.js"), (all) => all.layOut(pack));
const rulebook = () => later(import("../guest/beside.js"), (all) => all.rulebook());
const settings = () => later(import("../guest/settings.js"), (all) => all.settings());
const about = () => later(import("../guest/about.js"), (all) => all.about());
const tools = () => later(import("../guest/beside.js"), (all) => all.tools());

/** @type {typeof import("./home.js")|null} */
let shown = null;
let isComing = false;

/** The home and its style sheet. */
async function loadHome() {
  if (isComing) return;
  isComing = true;
  const style = needed((query) => styled("host/home.css", query));
  const [found] = await Promise.all([needed((query) => import("./home.js" + query)), style]);
  shown = found;
  app.render();
}

/** Where the host chooses what to play; null until it has come. */
export function home() {
  loadHome();
  return shown && shown.home();
}

/** After a play: the same game with the same people, unless the host goes back to the covers. */
function begin() {
  closeSheet();
  openHome({game: hosting().last?.game});
}

function sureToEnd() {
  const end = then(() => command({op: "end"}));
  const W = app.words;
  sheet(
    W.end,
    h("p", {class: "soft"}, W.end_sure),
    button(W.end, "check-bold", end, "first"),
    !state().table.outcome && button(W.end_points, "flag-checkered", winnerSheet)
  );
}

/** Who has won a play that ends before its end. */
function winnerSheet() {
  const W = app.words;
  /** @param {number|null} winner */
  const end = (winner) => then(() => command({op: "end", points: true, winner}));
  /** @param {string} words @param {number|null} winner @param {Element|null} sign */
  const one = (words, winner, sign) =>
    h(
      "button",
      {type: "button", class: "answer", onclick: end(winner)},
      sign,
      h("span", {class: "words"}, words)
    );
  const seats = state().table.seats.map((each) => one(each.name, each.seat, token(each)));
  sheet(W.who_wins, h("div", {class: "answers"}, seats, one(W.nobody, null, icon("close"))));
}

/** The play: back, on, and what is wrong. */
function playMenu() {
  const host = hosting();
  const W = app.words;
  return [
    !host.open && button(W.correct, "pencil-outline", fix),
    !host.open && item(W.restart, "restart", {op: "restart"}),
    host.exits.map((one) => item(one.label, "skip-next", {op: "exit", what: one.what})),
  ];
}

/** Who answers on which phone. */
function peopleMenu() {
  const {guests} = hosting();
  const W = app.words;
  const words = guests ? W.guests_off : W.guests_on;
  const hasPhones = !tab || state().table.seats.some((one) => one.phone);
  return [
    tab && tab.menu(),
    button(W.people, "account-multiple-outline", seated),
    hasPhones && button(W.who, "account-outline", then(whoAgain)),
    hasPhones && item(words, "account-group-outline", {op: "guests", on: !guests}),
  ];
}

/** Before a play: what needs no table. */
const lobbyMenu = () => [
  button(app.words.history, "history", history),
  button(app.words.players_stats, "podium", people),
  tab && tab.menu(),
  button(app.words.settings, "cog-outline", settings),
  button(app.words.about, "script-text-outline", about),
];

/** Everything beside the question. */
function tableMenu() {
  const host = hosting();
  const W = app.words;
  return [
    playMenu(),
    peopleMenu(),
    button(W.rulebook, "book-open-variant", rulebook),
    button(W.tools, "dice-multiple-outline", tools),
    button(W.how_much, "hand-back-right-outline", howMuch),
    button(W.lay_out, "clipboard-list-outline", () => layOut(false)),
    button(W.pack_away, "package-variant", () => layOut(true)),
    !host.open && button(W.history, "history", history),
    button(W.settings, "cog-outline", settings),
    host.games.length > 0 && button(W.new, "plus", begin),
    button(W.end, "flag-checkered", sureToEnd),
    button(W.about, "script-text-outline", about),
  ];
}

export function hostSheet() {
  const menu = state().table.state === "none" ? lobbyMenu() : tableMenu();
  sheet(app.words.menu, h("div", {class: "menu"}, menu));
}

/** Undo and redo, always in sight. */
export function barButtons() {
  const {undo: may, redo} = hosting();
  const W = app.words;
  /** @param {string} words @param {string} sign @param {boolean} on @param {() => unknown} act */
  const one = (words, sign, on, act) => {
    const off = {"aria-disabled": on ? null : "true", onclick: on ? act : null};
    return h("button", {type: "button", "aria-label": words, ...off}, icon(sign));
  };
  return [
    one(W.undo, "undo-variant", may, () => undo()),
    one(W.redo, "redo-variant", redo, () => command({op: "redo"})),
  ];
}

/** After the end: what was, and what comes next. */
export function afterPlay() {
  const W = app.words;
  if (!hosting().games.length) return null;
  const send = () =>
    later(import("./desk.js"), (all) => all.exportFile({kind: "play", which: hosting().last?.play}));
  return h(
    "div",
    {class: "tilesrow"},
    button(W.history, "history", history),
    button(W.details, "map-marker", details),
    button(W.as_picture, "image-outline", picture),
    button(W.send_evening, "tray-arrow-up", send),
    button(W.new, "plus", begin, "first")
  );
}

/** Place, note, day and photo of the play that has just ended. */
function details() {
  const play = hosting().last?.play;
  if (play !== undefined) later(import("./history.js"), (all) => all.details(play));
}

/** How it ended, as a picture to share. */
function picture() {
  const {title, outcome, seats} = state().table;
  const {places = [], winners = [], won = null, sentence = ""} = outcome || {};
  const bars = places.flatMap(({seat: of, score = null}) => {
    const one = seats.find((each) => each.seat === of);
    if (!one) return [];
    return [{name: one.name, score, fill: app.seats[one.colour].fill, first: won ?? winners.includes(of)}];
  });
  const name = "Tableside " + title.replace(/[^\p{L}\p{N}]+/gu, "-") + ".png";
  later(import("./picture.js"), (all) => all.share(name, all.evening(title, sentence, bars)));
}

/** What the host should read or answer, whatever is on the table. */
export function asksView() {
  if (!hostSession()) return null;
  const W = app.words;
  const words = {seat: W.wants, name: W.wants_in, undo: W.wants_undo};
  const asked = hosting().asks.map(({ticket, kind, name}) => {
    const no = button(W.no, "close", () => command({op: "deny", ticket}));
    const yes = button(W.yes, "check-bold", () => command({op: "allow", ticket}), "first");
    return h(
      "section",
      {class: "card ask", "data-k": ticket},
      h("p", {}, say(words[kind], {name})),
      h("div", {class: "tilesrow"}, no, yes)
    );
  });
  return [troubleView(), ...asked];
}

/** The rules have changed since this play began: which line no longer fits, below the headline. */
export function misfitView() {
  const misfit = hostSession() && hosting().misfit;
  if (!misfit) return null;
  const {sentence, hint, go, play} = misfit;
  const save = () => later(import("./desk.js"), (all) => all.exportFile({kind: "play", which: play}));
  return h(
    "section",
    {class: "card ask", "data-k": "misfit", role: "alert"},
    h("p", {}, sentence),
    h("p", {class: "soft"}, hint),
    h(
      "div",
      {class: "tilesrow"},
      play !== null && button(app.words.save_file, "tray-arrow-up", save),
      button(go, "play", () => command({op: "play on"}), "first")
    )
  );
}

/** Take back the last answer, or go back to a line of the log. If something was answered meanwhile, the
 * lines are shown anew. @param {number} [line] @param {string} [epoch] */
export async function undo(line = undefined, epoch = app.pressed || state().epoch) {
  const isNow = () => state().epoch === epoch;
  if (line !== undefined && !isNow()) {
    later(import("../guest/log.js"), (all) => all.wholeLog());
    return;
  }
  const body = {op: "undo", epoch, ...(line !== undefined && {line})};
  const {warning, arrows} = await command(body);
  if (!warning || !isNow()) return;
  const sure = then(() => command({...body, sure: true}));
  sheet(warning, waysBack(arrows), button(app.words.sure, "undo-variant", sure, "first"));
  closeUnless(isNow);
}

/** The pieces that an undo would move back. @param {Arrow[]} [arrows] */
function waysBack(arrows = []) {
  const {land} = session();
  return land && arrows.length > 0 && stillBoard(land, state().table.board?.pieces, arrows);
}

/** How much the card *To move* lists. */
function howMuch() {
  const {how: now, hows} = hosting();
  const picks = hows.map(({how, label}) => {
    const choose = then(() => command({op: "how much", how}));
    const look = "answer" + (how === now ? " on" : "");
    return h("button", {type: "button", class: look, onclick: choose}, h("span", {class: "words"}, label));
  });
  sheet(app.words.how_much, h("div", {class: "answers"}, picks));
}

/* Who holds this phone? */

function whoAgain() {
  app.role = stored("role", "");
  app.asking = true;
  app.render();
}

/** After *Start*, the host is somebody, everybody or nobody. A tap on a name gives this phone that seat. */
export function asksWho() {
  const now = state();
  const isNobody = !tab && now.you.seat == null && app.role !== app.secret; // a tab is everybody's at first
  return !!now.host && (app.asking || isNobody);
}

export function whoView() {
  const W = app.words;
  /** @param {number|null} seat */
  const choose = (seat) => () => {
    app.role = stored("role", app.secret);
    app.asking = false;
    command({op: "sit", seat});
    app.render();
  };
  const free = state().table.seats.filter(
    (one) => !one.gone && (!one.phone || one.seat === state().you.seat)
  );
  /** @param {Seat} one */
  const name = (one) =>
    h(
      "button",
      {type: "button", class: "answer", onclick: choose(one.seat)},
      token(one),
      h("span", {class: "words"}, one.name)
    );
  return h(
    "main",
    {class: "big", "data-k": "whoami"},
    h("h1", {tabindex: -1}, W.who),
    h("div", {class: "answers"}, wide("cellphone-check", W.only, W.only_hint, choose(null))),
    tiled(
      free.map((one) => one.name),
      free.map(name)
    ),
    h("div", {class: "answers"}, wide("television", W.nobody, W.nobody_hint, choose(null)))
  );
}

/* People at the table */

/** @param {Seat} one */
function whereabouts({gone, phone, away}) {
  const W = app.words;
  if (gone) return W.left;
  if (!phone) return W.no_phone;
  return away ? W.away : W.taken;
}

function seated() {
  const W = app.words;
  const rows = state().table.seats.map((one) => {
    const words = h("span", {class: "words"}, one.name, h("small", {}, whereabouts(one)));
    const open = {type: "button", class: "answer", onclick: () => person(one)};
    return h("button", open, token(one), words, icon("chevron-right"));
  });
  const add = () => askFor(W.add, W.name, W.add, (name) => command({op: "add", name}));
  sheet(
    W.people,
    h("div", {class: "answers"}, rows),
    button(W.add, "account-plus-outline", add),
    h("p", {class: "soft small"}, hosting().join)
  );
}

/** @param {Seat} one */
function person({seat, name, gone, phone}) {
  const W = app.words;
  const own = seat === state().you.seat;
  const rename = () => askFor(W.rename, W.name, W.set, (to) => command({op: "rename", seat, name: to}), name);
  sheet(
    name,
    button(W.rename, "pencil-outline", rename),
    gone
      ? item(W.comes_back, "account-reactivate-outline", {op: "return", seat})
      : item(W.leaves, "exit-run", {op: "leave", seat}),
    phone && !own && !tab && item(say(W.hand_over, {name}), "crown", {op: "hand over", seat}),
    phone && !own && item(say(W.free, {name}), "link-off", {op: "free", seat})
  );
}
