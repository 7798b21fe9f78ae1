// The host's home: a play to resume, and the covers of all games.

import {later} from "../guest/act.js";
import {button, h, icon, token} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, hostSession, state, stored} from "../guest/state.js";
import {takeLink} from "./asked.js";
import {coverOf, picture} from "./covers.js";
import {newPlay, takeBox, takeDraft} from "./form.js";
import {closeHome, desk, gameNow, homeNow, leaveHome, openHome, troubleView, whenThere} from "./hosting.js";
import {lookOf, seatTyped} from "./seats.js";

/* A play to resume */

/** @param {OpenPlay["people"]} people */
function scores(people) {
  const seats = people.map((one) =>
    h("li", {}, token(lookOf(one, one.letter), true), h("b", {}, one.score == null ? "" : String(one.score)))
  );
  return h("ul", {class: "scores"}, seats);
}

/** @param {number} which */
async function goOn(which) {
  const reply = await desk({what: "resume", which});
  if (reply.ok) leaveHome();
}

/** @param {OpenPlay} play */
function resumeCard(play) {
  const cover = coverOf(play.game);
  const resume = () => whenThere(() => goOn(play.id));
  return h(
    "section",
    {class: "resume", "data-k": "resume " + play.id, "aria-label": play.title},
    h(
      "div",
      {class: "pictured"},
      cover && picture(cover),
      h("span", {class: "left"}, icon("bookmark-outline"), play.left)
    ),
    h(
      "div",
      {class: "words"},
      h("h2", {}, play.title),
      h("p", {class: "soft"}, play.told),
      h("div", {class: "ends"}, scores(play.people), button(app.words.resume, "play", resume, "first"))
    )
  );
}

/** The others are folded, as in the app. @param {OpenPlay[]} plays @param {string} more */
function resumes([first, ...others], more) {
  if (!first) return null;
  return [
    resumeCard(first),
    others.length > 0 &&
      h(
        "details",
        {class: "fold", "data-k": "others"},
        h("summary", {}, more),
        h("div", {class: "stack"}, others.map(resumeCard))
      ),
  ];
}

/* The covers */

/** @param {GameCover} cover */
function coverButton(cover) {
  const choose = () => openHome({game: cover.game, box: cover.box});
  return h(
    "button",
    {
      type: "button",
      class: "cover",
      "data-game": cover.game,
      "data-k": cover.game + (cover.box || ""),
      onclick: choose,
    },
    picture(cover),
    h("b", {class: "voice"}, cover.title),
    h("small", {}, cover.about)
  );
}

/** May the host leave it for the table? */
const hasTable = () => !!state() && state().table.state !== "none";

/** Opens the evening's podium. @param {{title: string, wins: string}} night */
function nightRow({title, wins}) {
  const open = () => later(import("./tonight.js"), (all) => all.tonight());
  return h(
    "button",
    {type: "button", class: "tonight", onclick: open},
    icon("podium"),
    h("span", {class: "words"}, h("b", {}, title), h("small", {}, wins)),
    icon("chevron-right")
  );
}

function library() {
  const W = app.words;
  const {plays, covers, more, tonight} = homeNow();
  const back = {type: "button", class: "round", onclick: closeHome, "aria-label": W.back};
  return [
    troubleView(),
    tonight && nightRow(tonight),
    resumes(plays, more),
    h(
      "div",
      {class: "lead"},
      hasTable() && h("button", back, icon("arrow-left")),
      h("h1", {tabindex: -1}, W.which)
    ),
    h("div", {class: "covers"}, covers.map(coverButton), tab && tab.add()),
    h(
      "div",
      {class: "tilesrow"},
      button(W.history, "history", () => later(import("./history.js"), (all) => all.history())),
      button(W.players_stats, "podium", () => later(import("./people.js"), (all) => all.people()))
    ),
    tab && tab.foot(),
  ];
}

/** What the host wished before the table was there. */
function takeWish() {
  const {waits} = app.form;
  if (!hostSession() || !waits) return;
  delete app.form.waits;
  waits();
}

/** A link asked for a game and people. */
function takeAsked() {
  const {game, names} = takeLink();
  if (!game && !names.length) return;
  openHome({game, players: names});
  seatTyped();
}

/** @type {Home|null} */
let kept = null;

/** A tab shows it again while it loads. */
function keep() {
  const now = homeNow();
  if (!tab || !hostSession() || now === kept) return;
  kept = now;
  const {plays, more, covers, games, known, groups, offered, starts, missing} = now;
  const shown = {plays, more, covers, games, known, groups, offered, starts, missing};
  stored("home", JSON.stringify({language: document.documentElement.lang, home: shown}));
}

export function home() {
  keep();
  takeAsked();
  takeWish();
  takeBox();
  takeDraft();
  const game = gameNow(app.form.game);
  return h("main", {class: "big home", "data-k": game ? "new" : "home"}, game ? newPlay(game) : library());
}
