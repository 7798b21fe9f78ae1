// The table between questions: seats, your own board, the log, and the big screen.

import {act, closeSheet, command, desk, sheet} from "./act.js";
import {button, h, icon, line, s, token} from "./dom.js";
import {boardPlace, hasBoard} from "./board.js";
import {ring} from "./clock.js";
import {newPlay} from "../host/form.js";
import {endDetails, endStage} from "./podium.js";
import {undo} from "../host/host.js";
import {app, clock, hostSession, pictureUrl, say, seat, session, state, stored} from "./state.js";

export function handCard() {
  const hand = state().table.hand;
  if (!hand) return null;
  const tick = (one) =>
    hostSession() &&
    h(
      "button",
      {
        type: "button",
        class: "round",
        "aria-label": say(app.words.tick, {what: one.text}),
        onclick: () => command({op: "tick", path: one.path}),
      },
      icon("check-bold")
    );
  const short = hand.lines.slice(0, 6),
    more = hand.lines.slice(6),
    row = (one) => h("div", {class: "handline"}, line(one.text, one.icon, seat(one.seat)), tick(one));
  return h(
    "section",
    {class: "card hand"},
    h("h2", {}, icon("hand-back-right-outline"), hand.title),
    short.map(row),
    more.length > 0 &&
      h("details", {class: "fold", "data-k": "hand"}, h("summary", {}, "+" + more.length), more.map(row)),
    hostSession() &&
      h(
        "button",
        {type: "button", class: "pill", onclick: () => command({op: "fold"})},
        icon("check-bold"),
        app.words.fold_hand
      )
  );
}

/** Who has voted, without the order. */
export function prints() {
  const table = state().table,
    there = new Set(table.in || []);
  const all = table.seats.filter((one) => there.has(one.seat) || table.asked.includes(one.seat));
  if (!all.length) return null;
  const print = (one) =>
    h(
      "li",
      {class: "print" + (there.has(one.seat) ? " in" : "") + (one.seat === state().you.seat ? " mine" : "")},
      token(one),
      h("span", {class: "sr"}, one.name, ": ", there.has(one.seat) ? app.words.is_in : app.words.not_in)
    );
  return h(
    "div",
    {},
    h("ul", {class: "prints"}, all.map(print)),
    h("p", {class: "soft small centre"}, say(app.words.in_of, {count: there.size, all: all.length}))
  );
}

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

function strip() {
  const table = state().table;
  const marks = (one) =>
    one.marks.length > 0 &&
    h(
      "span",
      {class: "marks"},
      one.marks.map((mark) =>
        h("span", {title: mark.text}, icon(mark.icon), h("span", {class: "sr"}, mark.text))
      )
    );
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
  const all = h(
    "ul",
    {class: "strip" + (table.seats.length > 5 ? " many" : ""), "aria-label": app.words.seats},
    table.seats.map(who)
  );
  all.style.setProperty("--letters", String(table.seats.reduce((sum, one) => sum + one.name.length, 0))); // long names get a smaller font
  return all;
}

/* Your own board */

function gauge(one) {
  return h(
    "span",
    {class: "gauge", title: one.label},
    icon(one.icon),
    h("span", {}, one.label),
    h("b", {}, (one.value ?? 0) + (one.full ? "/" + one.full : ""))
  );
}

function card(one) {
  return h(
    "div",
    {class: "card", "data-seat": one.seat},
    one.picture && h("img", {src: pictureUrl(one.picture) || null, alt: "", class: "pic"}),
    h("h2", {class: "voice"}, one.title),
    (one.gauges || []).length > 0 && h("div", {class: "gauges"}, one.gauges.map(gauge)),
    (one.lines || []).map((each) => line(each.text, each.icon, seat(each.seat), each.note))
  );
}

function track(one) {
  const piece = (each) =>
    line(
      String(each.label || (seat(each.seat) || {name: ""}).name),
      "map-marker",
      seat(each.seat),
      each.space + "/" + (one.spaces - 1) + (each.note ? ", " + each.note : "")
    );
  return h("div", {class: "card"}, h("h2", {class: "voice"}, one.name), (one.pieces || []).map(piece));
}

const isMine = (one) =>
  one.seat == null || app.sessions.some((each) => each.state && each.state.you.seat === one.seat);
/** On a phone for several people, the cards of whoever is asked are in sight; the others' are folded. */
const isAsked = (one) => state().host && (state().mine?.ask?.seat ?? state().table.asked[0]) === one.seat;
const isElsewhere = (one) => state().host && !isMine(one) && !isAsked(one) && !(seat(one.seat) || {}).phone;

/** Reminders and this seat's cards, then the folded tracks and the score sheet. */
export function boardView() {
  const table = state().table,
    tracks = table.tracks || [],
    notes = table.reminders || [];
  const all = table.cards || [],
    cards = all.filter((one) => isMine(one) || isAsked(one)),
    more = all.filter(isElsewhere);
  const noted = notes.map((one) => line(one.text, one.icon, seat(one.seat), one.note));
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
    scoreSheet(),
  ];
}

/** Rounds down, people across. */
export function scoreSheet() {
  const found = state().table.sheet;
  if (!found) return null;
  const column = (one) =>
    h(
      "th",
      {scope: "col", class: one.leads ? "leads" : ""},
      one.seats.map((n) => token(seat(n), true)),
      h("div", {class: "name"}, one.seats.map((n) => (seat(n) || {name: ""}).name).join(", ")),
      h("b", {}, one.total),
      one.note && h("small", {}, one.note)
    );
  const row = (one, at) =>
    h(
      "tr",
      {},
      h("th", {scope: "row"}, one.label),
      one.cells.map((cell, n) =>
        h(
          "td",
          {class: found.now && found.now[0] === at && found.now[1] === n ? "now" : ""},
          cell == null ? "" : cell
        )
      )
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

function logLine(one, n, all, back = false) {
  const time = one.at && new Date(one.at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"});
  return h(
    "li",
    {},
    token(seat(one.seat)) || h("span", {class: "gap"}),
    h("span", {}, one.text, time && h("small", {class: "soft"}, h("br"), time)),
    back &&
      n > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "pill",
          onclick: () => {
            closeSheet();
            undo(n);
          },
          title: app.words.back_to,
        },
        icon("history"),
        h("span", {class: "sr"}, app.words.back_to)
      )
  );
}

const PAGE = 20;

/** Page by page, the newest lines first. */
export async function wholeLog(from = 0) {
  const {lines} = await act({op: "log", key: ""});
  if (!lines) return;
  const played = lines.filter((one) => !one.note); // the host goes back to a line of the play only
  const row = (one) => logLine(one, played.indexOf(one), [], !!hostSession());
  sheet(
    app.words.whole_log,
    h("ol", {class: "log", tabindex: 0}, lines.slice(from, from + PAGE).map(row)),
    h(
      "div",
      {class: "tilesrow"},
      from > 0 && button(app.words.back, "arrow-left", () => wholeLog(from - PAGE)),
      lines.length > from + PAGE && button(app.words.earlier, "history", () => wholeLog(from + PAGE))
    )
  );
}

export function logView() {
  const lines = state().table.lines || [];
  return (
    lines.length > 0 && [
      h(
        "ol",
        {class: "log", "aria-label": app.words.last},
        lines.map((one, n) => logLine(one, n, []))
      ),
      !state().you.watch &&
        h(
          "button",
          {type: "button", class: "pill", onclick: () => wholeLog()},
          icon("history"),
          app.words.whole_log
        ),
    ]
  );
}

/* Waiting */

function whoAnswers() {
  const table = state().table,
    names = table.asked.map(seat).filter(Boolean);
  if (table.state === "over" || table.state === "none") return "";
  if (table.state === "sealed") return app.words.sealed;
  if (names.length > 1) return app.words.all_answer;
  if (!names.length) return table.asked_table ? app.words.table_answers : "";
  const words = names[0].phone
    ? names[0].away
      ? app.words.answers_away
      : app.words.answers
    : table.alone
      ? app.words.answers_host
      : app.words.answers_table;
  return say(words, {name: names[0].name});
}

/** The podium stands before the board, unless somebody wants to see that. */
export const atEnd = () => !!state().table.outcome && !(hasBoard() && app.looking === state().epoch);

/** After the end: what comes next, how it went, and what lies on the table. @param {any} table */
function endView({outcome, banner, subtitle, headline}) {
  const host = hostSession()?.state?.host,
    on = !atEnd();
  const look = () => {
    app.looking = on ? "" : state().epoch;
    app.render();
  };
  const begin = button(app.words.new, "plus", () => sheet(app.words.new, newPlay()), "first");
  return h(
    "div",
    {class: "rise", "data-k": "waitover"},
    on && h("h1", {tabindex: -1}, headline),
    h("p", {class: "soft"}, banner || subtitle),
    host &&
      host.games.length > 0 &&
      h(
        "div",
        {class: "tilesrow"},
        button(app.words.history, "history", () => desk("history")),
        begin
      ),
    handCard(),
    endDetails(outcome),
    hasBoard() &&
      h(
        "div",
        {class: "tilesrow"},
        h(
          "button",
          {type: "button", class: "pill" + (on ? " tonal" : ""), "aria-pressed": String(on), onclick: look},
          icon("map"),
          app.words.stage
        )
      ),
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

/** Until when an answer can be changed; a single secret one can't. */
export function changeable(ask) {
  const {asked, in: given} = state().table,
    alone = asked.length + (given || []).length < 2;
  return ask && (ask.look || (ask.secret && alone))
    ? ""
    : ask && ask.secret
      ? app.words.change_until
      : app.words.change_open;
}

function changeVote(mine) {
  const [words, sign] =
    mine.ask && mine.ask.look ? [app.words.show, "eye-outline"] : [app.words.change, "pencil-outline"];
  return (
    mine.ask &&
    button(words, sign, () => {
      session().changing = state().epoch;
      app.render();
    })
  );
}

/** An answer is in, and can still be changed. */
const voted = (table, mine) =>
  mine &&
  mine.given &&
  table.state !== "sealed" &&
  !mine.ask?.look && [
    h("h1", {tabindex: -1}, app.words.you_are_in),
    h("p", {class: "soft"}, changeable(mine.ask)),
  ];

export function waitingView() {
  const {table, mine} = state(),
    given = mine && mine.given,
    sealed = table.state === "sealed";
  if (table.outcome) return endView(table);
  return h(
    "div",
    {class: "rise", "data-k": "wait" + table.state},
    table.seats.length > 0 && strip(),
    handCard(),
    h("div", {class: "head"}, h("span", {class: "soft"}, table.banner || table.subtitle)),
    voted(table, mine) || [
      h("h1", {tabindex: -1}, table.headline),
      h("p", {class: "soft"}, given ? changeable(mine.ask) : whoAnswers()),
    ],
    !hasBoard() && clock() && ring("flow"),
    given && !sealed && prints(),
    given && changeVote(mine),
    tiles(mine, ""),
    boardView(),
    logView(),
    h("p", {class: "soft small"}, homeHint() || (app.awake ? app.words.awake : app.words.dark_soon))
  );
}

/* The board */

export function stageView(ask) {
  const board = boardPlace();
  return atEnd()
    ? endStage(state().table.outcome)
    : board && h("section", {class: "stage", "data-k": "stage"}, board, clock() && !ask ? ring() : null);
}

/* The big screen */

export function qrCode(invite, label = app.words.scan) {
  const side = invite.rows.length,
    dark = [];
  invite.rows.forEach((row, y) =>
    [...row].forEach((module, x) => {
      if (module === "1") dark.push(`M${x + 4} ${y + 4}h1v1h-1z`);
    })
  );
  return h(
    "div",
    {class: "qr"},
    s(
      "svg",
      {viewBox: `0 0 ${side + 8} ${side + 8}`, role: "img", "aria-label": label},
      s("rect", {width: side + 8, height: side + 8, fill: "#FBF5EA", rx: 2}),
      s("path", {d: dark.join(""), fill: "#1C1714"})
    ),
    h("span", {}, invite.address),
    h("b", {}, invite.code)
  );
}

export function tvView() {
  const {table, invite} = state(),
    stage = table.outcome ? endStage(table.outcome) : boardPlace() || scoreSheet();
  const crowded = table.seats.reduce((sum, one) => sum + one.name.length, 0) > 24; // then the headline gets a separate line
  const note = h("p", {class: "soft"}, table.banner || ((table.reminders || [])[0] || {}).text);
  const told = h(
    "div",
    {class: stage ? "told" : "giant"},
    note,
    h("h1", {class: table.headline.length > 60 ? "long" : ""}, table.headline)
  );
  return h(
    "main",
    {class: "tv" + (clock() ? "" : " still"), "data-k": "tv"},
    stage || told,
    h("div", {class: "badge"}, h("b", {}, table.title), h("span", {}, table.subtitle)),
    invite && qrCode(invite),
    clock() && ring(),
    h("div", {class: "shelf" + (crowded ? " crowded" : "")}, stage && !table.outcome && told, strip())
  );
}
