// The table between questions: seats, your own board and the log.

import {act, command, later, rare, styled} from "./act.js";
import {button, h, icon, line, logLine, token} from "./dom.js";
import {boardPlace, hasBoard} from "./board.js";
import {ring} from "./clock.js";
import {fontSize} from "./fit.js";
import {endHead} from "./moment.js";
import {app, clock, hostSession, isOnBoard, pictureUrl, say, seat, session, state, stored} from "./state.js";

const LINES = 6; // of the card To move; more are folded

/** What to move by hand. On a small screen one line of it stays, and a tap shows the others. */
export function handCard() {
  const hand = state().table.hand;
  if (!hand) return null;
  const W = app.words;
  const isOpen = app.unfolded === state().epoch;
  const unfold = () => {
    app.unfolded = isOpen ? "" : state().epoch;
    app.render();
  };
  /** @param {HandLine} one */
  const tick = (one) =>
    hostSession() &&
    h(
      "button",
      {
        type: "button",
        class: "round",
        "aria-label": say(W.tick, {what: one.text}),
        onclick: () => command({op: "tick", path: one.path}),
      },
      icon("check-bold")
    );
  const short = hand.lines.slice(0, LINES);
  const more = hand.lines.slice(LINES);
  /** @param {HandLine} one */
  const row = (one) => h("div", {class: "handline"}, line(one.text, one.icon, seat(one.seat)), tick(one));
  const done = {type: "button", class: "pill all-done", onclick: () => command({op: "fold"})};
  const rest = {type: "button", class: "pill unfold", "aria-expanded": String(isOpen), onclick: unfold};
  return h(
    "section",
    {class: "card hand" + (isOpen ? " open" : ""), "data-k": "hand"},
    h("h2", {}, icon("hand-back-right-outline"), h("span", {}, hand.title)),
    hostSession() && h("button", done, icon("check-bold"), h("span", {}, W.fold_hand)),
    short.map(row),
    more.length > 0 &&
      h("details", {class: "fold", "data-k": "hands"}, h("summary", {}, "+" + more.length), more.map(row)),
    hand.lines.length > 1 && h("button", rest, say(W.n_more, {number: hand.lines.length - 1}))
  );
}

/** Who has voted, without the order. */
export function prints() {
  const table = state().table;
  const there = new Set(table.in || []);
  const all = table.seats.filter((one) => there.has(one.seat) || table.asked.includes(one.seat));
  if (!all.length) return null;
  /** @param {Seat} one */
  const print = (one) => {
    const isIn = there.has(one.seat);
    const look = "print" + (isIn ? " in" : "") + (one.seat === state().you.seat ? " mine" : "");
    const words = h("span", {class: "sr"}, one.name, ": ", isIn ? app.words.is_in : app.words.not_in);
    return h("li", {class: look}, token(one), words);
  };
  return h(
    "div",
    {},
    h("ul", {class: "prints"}, all.map(print)),
    h("p", {class: "soft small centre"}, say(app.words.in_of, {count: there.size, all: all.length}))
  );
}

/** What else this seat can do. @param {Mine|null} mine @param {string} title */
export function tiles(mine, title) {
  const all = (mine && mine.tiles) || [];
  if (!all.length) return null;
  return h(
    "div",
    {class: "stack"},
    title && h("p", {class: "orders"}, title),
    h(
      "div",
      {class: "tilesrow"},
      all.map((one) =>
        h(
          "button",
          {
            type: "button",
            class: "tile",
            "data-k": one.key,
            "aria-disabled": one.ready === false ? "true" : null,
            onclick: () => act({op: "look", key: one.key}),
          },
          icon(one.icon),
          one.title
        )
      )
    )
  );
}

/** @param {Seat[]} seats */
export const lettersOf = (seats) => seats.reduce((sum, one) => sum + one.name.length, 0);

export function strip() {
  const table = state().table;
  /** @param {Seat} one */
  const marks = (one) =>
    one.marks.length > 0 &&
    h(
      "span",
      {class: "marks"},
      one.marks.map((mark) =>
        h("span", {title: mark.text}, icon(mark.icon), h("span", {class: "sr"}, mark.text))
      )
    );
  /** @param {Seat} one */
  const who = (one) =>
    h(
      "li",
      {class: (one.active ? "now" : "") + (one.away ? " away" : "")},
      token(one),
      h(
        "span",
        {class: "sr"},
        one.name,
        one.active ? ", " + app.words.turn : "",
        one.away ? ", " + app.words.away : "",
        " "
      ),
      h("span", {class: "name"}, one.name),
      h("span", {}, one.score == null ? "" : one.score),
      one.away && icon("wifi-off"),
      marks(one)
    );
  const row = state().you.watch ? Number(table.seats.length > 5) : seatsInARow(table.seats);
  const all = h(
    "ul",
    {class: "strip" + (row ? " many" : ""), "aria-label": app.words.seats},
    table.seats.map(who)
  );
  all.style.setProperty("--row", String(row));
  all.style.setProperty("--letters", String(lettersOf(table.seats))); // long names get a smaller font
  return all;
}

/** How many columns seats take that don't fit in one row with their points and marks beside them; else 0.
 * @param {Seat[]} seats */
function seatsInARow(seats) {
  const size = Math.min(fontSize(), 20.8);
  const wide = Math.min(innerWidth, 400) - 24;
  /** @param {Seat} one */
  const room = ({score, marks}) =>
    3 + 0.7 * String(score ?? "").length + (marks.length > 0 ? 0.3 + marks.length : 0);
  if (seats.length < 6 && seats.reduce((sum, one) => sum + room(one), 0) * size < wide) return 0;
  const rows = Math.ceil((seats.length * 2.2 * size) / wide);
  return Math.ceil(seats.length / rows);
}

/* Your own board */

/** @param {Gauge} one */
function gauge(one) {
  return h(
    "span",
    {class: "gauge", title: one.label},
    icon(one.icon),
    h("span", {}, one.label),
    h("b", {}, (one.value ?? 0) + (one.full ? "/" + one.full : ""))
  );
}

/** @param {InfoCard} one */
function card(one) {
  const gauges = one.gauges || [];
  return h(
    "div",
    {class: "card", "data-seat": one.seat},
    one.picture && h("img", {src: pictureUrl(one.picture) || null, alt: "", class: "pic"}),
    h("h2", {class: "voice"}, one.title),
    gauges.length > 0 && h("div", {class: "gauges"}, gauges.map(gauge)),
    (one.lines || []).map((each) => line(each.text, each.icon, seat(each.seat), each.note))
  );
}

/** @param {Track} one */
function track({name, spaces, pieces = []}) {
  const row = pieces.map((each) => {
    const who = seat(each.seat);
    const place = each.space + "/" + (spaces - 1) + (each.note ? ", " + each.note : "");
    return line(each.label || (who ? who.name : ""), "map-marker", who, place);
  });
  return h("div", {class: "card"}, h("h2", {class: "voice"}, name), row);
}

/** @param {InfoCard} one */
const isMine = (one) =>
  one.seat == null || app.sessions.some((each) => each.state && each.state.you.seat === one.seat);
/** On a phone for several people, the cards of whoever is asked are in sight; the others' are folded.
 * @param {InfoCard} one */
const isAsked = (one) => state().host && (state().mine?.ask?.seat ?? state().table.asked[0]) === one.seat;
/** @param {InfoCard} one */
const isElsewhere = (one) => state().host && !isMine(one) && !isAsked(one) && !seat(one.seat)?.phone;

/** Reminders and this seat's cards, then the folded tracks and the score sheet. */
export function boardView() {
  const {tracks = [], reminders = [], cards: all = []} = state().table;
  const cards = all.filter((one) => isMine(one) || isAsked(one));
  const more = all.filter(isElsewhere);
  const noted = reminders.map((one) => line(one.text, one.icon, seat(one.seat), one.note));
  return [
    noted.length > 0 && h("div", {class: "card", "data-k": "notes"}, noted),
    cards.map(card),
    more.length > 0 &&
      h(
        "details",
        {class: "fold", "data-k": "cards"},
        h("summary", {}, app.words.everybodys),
        more.map(card)
      ),
    tracks.length > 0 &&
      h(
        "details",
        {class: "fold", "data-k": "tracks"},
        h("summary", {}, app.words.tracks),
        tracks.map(track)
      ),
    state().table.outcome && scoreSheet(),
  ];
}

/** Rounds down, people across. */
export function scoreSheet() {
  const found = state().table.sheet;
  if (!found) return null;
  /** @param {SheetColumn} one */
  const column = (one) =>
    h(
      "th",
      {scope: "col", class: one.leads ? "leads" : ""},
      one.seats.map((n) => token(seat(n), true)),
      h("div", {class: "name"}, one.seats.map((n) => seat(n)?.name || "").join(", ")),
      h("b", {}, one.total),
      one.note && h("small", {}, one.note)
    );
  const [nowRow, nowColumn] = found.now || [];
  /** @param {SheetRow} one @param {number} at */
  const row = (one, at) =>
    h(
      "tr",
      {},
      h("th", {scope: "row"}, one.label),
      one.cells.map((cell, n) => h("td", {class: at === nowRow && n === nowColumn ? "now" : ""}, cell))
    );
  return h(
    "div",
    {class: "sheet", tabindex: 0, role: "group", "aria-label": app.words.score_sheet, "data-k": "sheet"},
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td"), found.columns.map(column))),
      h("tbody", {}, found.rows.map(row))
    )
  );
}

/* The log */

const wholeLog = () => later(import("./log.js"), (all) => all.wholeLog());

export function logView() {
  const lines = state().table.lines || [];
  return (
    lines.length > 0 && [
      h(
        "ol",
        {class: "log", "aria-label": app.words.last},
        lines.map((one) => logLine(one))
      ),
      !state().you.watch &&
        h("button", {type: "button", class: "pill", onclick: wholeLog}, icon("history"), app.words.whole_log),
    ]
  );
}

/* Waiting */

function whoAnswers() {
  const {asked, asked_table, state: now} = state().table;
  const W = app.words;
  if (now === "over" || now === "none") return "";
  if (now === "sealed") return W.sealed;
  const found = asked.map(seat).filter(Boolean);
  if (found.length > 1) return W.all_answer;
  const [one] = found;
  if (!one) return asked_table ? W.table_answers : "";
  return say(howAnswers(one), {name: one.name});
}

/** @param {Seat} one */
function howAnswers({phone, away}) {
  const W = app.words;
  if (phone) return away ? W.answers_away : W.answers;
  return state().table.alone ? W.answers_host : W.answers_table;
}

/** What only the end of a play needs. */
const podium = rare(async (query) => {
  const [found] = await Promise.all([import("./podium.js" + query), styled("guest/end.css", query)]);
  return found;
});

/** Until the podium comes, its headline. @param {Partial<Outcome>} outcome */
export function endStage(outcome) {
  const found = podium();
  if (found) return found.endStage(outcome);
  const head = h("h1", {tabindex: -1}, endHead(outcome));
  return h("section", {class: "stage end", "data-k": "ending"}, head);
}

/** The podium stands before the board, unless somebody wants to see that. */
export const atEnd = () => !!state().table.outcome && !(hasBoard() && app.looking === state().epoch);

/** The board under the podium, or the podium again. @param {boolean} on */
function boardSwitch(on) {
  const look = () => {
    app.looking = on ? "" : state().epoch;
    app.render();
  };
  const pill = {
    type: "button",
    class: "pill" + (on ? " tonal" : ""),
    "aria-pressed": String(on),
    onclick: look,
  };
  return h("div", {class: "tilesrow"}, h("button", pill, icon("map"), app.words.stage));
}

/** After the end: what comes next, how it went, and what lies on the table.
 * @param {Table} table @param {Partial<Outcome>} outcome */
function endView({banner, subtitle, headline}, outcome) {
  const on = !atEnd();
  return h(
    "div",
    {class: "rise", "data-k": "waitover"},
    on && h("h1", {tabindex: -1}, headline),
    h("p", {class: "soft"}, banner || subtitle),
    hostSession() && app.host?.afterPlay(),
    handCard(),
    podium()?.endDetails(outcome),
    hasBoard() && boardSwitch(on),
    boardView(),
    logView()
  );
}

/** Mention once per phone that the page can go to the home screen. */
function homeHint() {
  if (!app.hint && !stored("hinted")) {
    app.hint = true;
    stored("hinted", "yes");
  }
  return app.hint && app.words.home_hint;
}

/** Until when an answer can be changed; a single secret one can't. @param {Ask|null} [ask] */
export function changeable(ask) {
  const {asked, in: given = []} = state().table;
  const isAlone = asked.length + given.length < 2;
  if (!ask || !(ask.look || ask.secret)) return app.words.change_open;
  const end = ask.stays_sealed ? app.words.change_open : app.words.change_until;
  return ask.look || isAlone ? "" : end;
}

/** @param {Ask} ask */
function changeVote(ask) {
  const change = () => {
    session().changing = state().epoch;
    app.render();
  };
  if (ask.look) return button(app.words.show, "eye-outline", change);
  return button(app.words.change, "pencil-outline", change);
}

/** What is going on; or that your own answer is in, and can still be changed. */
function waitingHead() {
  const {table, mine} = state();
  const given = mine && mine.given ? mine : null;
  const isVote = given && table.state !== "sealed" && !given.ask?.look;
  return [
    h("h1", {tabindex: -1}, isVote ? app.words.you_are_in : table.headline),
    h("p", {class: "soft"}, given ? changeable(given.ask) : whoAnswers()),
  ];
}

/** Who else has voted, and how to change your own. @param {Mine} mine */
const voteParts = ({ask}) => [state().table.state !== "sealed" && prints(), ask && changeVote(ask)];

export function waitingView() {
  const {table, mine} = state();
  if (table.outcome) return endView(table, table.outcome);
  return h(
    "div",
    {class: "rise", "data-k": "wait" + table.state},
    table.seats.length > 0 && strip(),
    handCard(),
    h("div", {class: "head"}, h("span", {class: "soft"}, table.turn || table.banner || table.subtitle)),
    waitingHead(),
    app.host?.misfitView(),
    !hasBoard() && clock() && ring("flow"),
    mine && mine.given && voteParts(mine),
    tiles(mine, ""),
    boardView(),
    logView(),
    h("p", {class: "soft small"}, homeHint() || (app.awake ? app.words.awake : app.words.dark_soon))
  );
}

/* The board */

/** The folded board is opened by a tap, and folded again. @param {Ask} ask */
function unfoldBoard(ask) {
  const isOpen = app.opened === ask.key;
  const unfold = () => {
    app.opened = isOpen ? "" : ask.key;
    app.render();
  };
  const label = app.words.stage;
  const all = {type: "button", class: "unfold", "aria-label": label, "aria-expanded": String(isOpen)};
  return h("button", {...all, onclick: unfold}, icon("chevron-right"));
}

/** The board or the score sheet, above the question. @param {Ask|null} ask */
export function stageView(ask) {
  const {outcome} = state().table;
  if (outcome && atEnd()) return endStage(outcome);
  const board = boardPlace();
  const points = !outcome && scoreSheet();
  if (points) return h("section", {class: "stage sheeted", "data-k": "sheeted"}, points);
  return (
    board &&
    h(
      "section",
      {class: "stage", "data-k": "stage"},
      board,
      clock() && !ask && ring(),
      ask && !isOnBoard(ask) && unfoldBoard(ask)
    )
  );
}
