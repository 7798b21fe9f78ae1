// A question, built from the host's description. Rules, words and drafts all come from the host.

import {act, later, press, rare, repeat, refuse, type, within} from "./act.js";
import {button, h, icon, inRows, line, sum, tiled, token} from "./dom.js";
import {hasBoard, stillBoard} from "./board.js";
import {ring} from "./clock.js";
import {isLight} from "./scenes.js";
import {app, hostSession, pictureUrl, say, seat, secretOf, session, shared, state} from "./state.js";
import {boardView, changeable, handCard, prints, strip, tiles} from "./table.js";

/** @param {Points[]} [points] */
function sums(points) {
  if (!points || !points.length) return null;
  const one = points.map(({seat: n, change}) => h("span", {}, token(seat(n), true), sum(change)));
  return h("span", {class: "sums"}, one);
}

/** Whether it is chosen, or is the secret answer being changed. @param {Choice} one */
function isOn(one) {
  const gave = ownVote();
  return one.chosen || (!!gave && JSON.stringify(gave.token) === JSON.stringify(one.token));
}

/** The end of an answer: its number, a tick, or an arrow if more follows. @param {Choice} one */
function endOf(one) {
  if (one.number) {
    const words = h("span", {class: "sr"}, say(app.words.place_number, {number: ""}));
    return h("span", {class: "nr"}, words, one.number);
  }
  if (isOn(one)) return h("span", {class: "tick"}, icon("check-circle"));
  return one.face.opens ? icon("chevron-right") : null;
}

/** A disc in the answer's own colour. @param {string} tone @param {string} [sign] */
function disc(tone, sign) {
  const found = h(
    "span",
    {class: "disc" + (isLight(tone) ? " light" : ""), "aria-hidden": "true"},
    icon(sign)
  );
  found.style.background = tone;
  return found;
}

/** Who or what an answer is. @param {Face} face */
function signOf(face) {
  const who = seat(face.seat);
  if (who) return token(who);
  if (!face.picture) return face.tone ? disc(face.tone, face.icon) : icon(face.icon);
  return h("img", {src: pictureUrl(face.picture) || null, alt: "", class: "pic"});
}

/** @param {Ask} ask @param {Choice} one */
function answer(ask, one) {
  const {face, barred} = one;
  const hint = barred || face.hint;
  const on = isOn(one);
  const tapped = () => (barred ? refuse(barred) : act({op: "tap", token: one.token}));
  const state_ = (on ? " on" : "") + (face.main && !barred ? " main" : "") + (barred ? " barred" : "");
  return h(
    "button",
    {
      type: "button",
      onclick: tapped,
      "data-k": JSON.stringify(one.token),
      class: "answer" + state_,
      "aria-disabled": barred ? "true" : null,
      "aria-pressed": ask.at_once && !on ? null : String(!!on),
    },
    signOf(face),
    h("span", {class: "words"}, face.label, hint && h("small", {}, hint), sums(face.points)),
    face.badge && !hint && h("span", {class: "chip"}, face.badge),
    endOf(one)
  );
}

const MANY = 14; // answers on one page; more need a search
const MOST_TILES = 12; // numbers as tiles; more are counted or typed

const list = rare((query) => import("./list.js" + query));

/** Short enough to stand beside another one? @param {Choice} one @param {number} all */
const isShort = ({face}, all) => face.seat != null || (all > 4 && String(face.label).length < 17);

/** Nothing but who or what it is. @param {Choice} one */
const isPlain = ({face, barred}) =>
  !(barred || face.hint || face.badge || face.opens || (face.points || []).length);

/** @param {Ask} ask */
function choices(ask) {
  const all = ask.choices || [];
  if (!all.length) return null;
  if (all.length > MANY)
    return list()?.longList(ask, all, (/** @type {Choice} */ one) => answer(ask, one)) || COMING();
  const kids = all.map((one) => answer(ask, one));
  if (all.length < 2 || !all.every((one) => isShort(one, all.length)))
    return h("div", {class: "answers", role: "group"}, kids);
  if (all.every(isPlain)) return tokens(all, kids);
  const arrow = all.some((one) => one.face.opens) ? "___" : ""; // as wide as three letters
  const labels = all.flatMap((one) => [one.face.label + arrow, one.face.hint || ""]);
  return tiled(labels, kids);
}

/** Tiles with the token above the name. @param {Choice[]} all @param {Kid[]} kids */
function tokens(all, kids) {
  const words = all.flatMap(({face}) => String(face.label).split(/[\s-]/));
  const signed = all.some(({face}) => face.seat != null || face.picture || face.icon || face.tone);
  const look = "answers tokens" + (signed ? "" : " plain");
  return inRows(
    h("div", {class: look, role: "group"}, kids),
    kids.length,
    Math.max(...words.map((one) => one.length))
  );
}

/** The page keeps the field that is there, and gives it the handlers of a newer one. @param {Event} event */
const typedIn = (event) => /** @type {HTMLInputElement|HTMLTextAreaElement} */ (event.currentTarget).value;

/* Numbers */

/** @param {Row} row @param {number} value */
function setRow(row, value) {
  if (value !== row.value) act({op: "row", row: row.key, value});
}

/** The number itself; one of a wide range can be typed. @param {Ask} ask @param {Row} row
 * @param {string} name */
function shownNumber(ask, row, name) {
  const value = row.value == null ? "–" : String(row.value).replace("-", "−");
  if (row.high - row.low <= 20) return h("output", {"aria-live": "polite"}, value);
  const pad = () => import("./keypad.js");
  const open = () => later(pad(), (all) => all.openPad(row, name, (to) => setRow(row, to), ask));
  return h(
    "button",
    {type: "button", class: "number", onclick: open},
    h("span", {class: "sr"}, name, " "),
    value
  );
}

/** Plus or minus.
 * @param {Ask} ask @param {Row} row @param {number} by @param {number} end @param {string} label
 * @param {string} sign */
function stepButton(ask, row, by, end, label, sign) {
  return h(
    "button",
    {
      type: "button",
      class: "round" + (row.value === end ? " off" : ""),
      onclick: () => setRow(row, within(row, (row.value || 0) + by)),
      onpointerdown: () => repeat(ask, row.key, by),
      "aria-label": label,
    },
    icon(sign)
  );
}

/** @param {Ask} ask @param {Row} row */
function steps(ask, row) {
  const step = row.step || 1;
  const name = row.label || ask.sentence;
  return h(
    "div",
    {class: "row" + (ask.lone ? " lone" : ""), "data-k": row.key},
    token(seat(row.seat)),
    (!ask.lone || row.hint) &&
      h("span", {class: "words"}, !ask.lone && row.label, row.hint && h("small", {}, row.hint)),
    h(
      "div",
      {class: "step"},
      stepButton(ask, row, -step, row.low, say(app.words.less, {name}), "minus"),
      shownNumber(ask, row, name),
      stepButton(ask, row, step, row.high, say(app.words.more, {name}), "plus")
    )
  );
}

/** How many numbers there are to choose from. @param {Row} row */
const countOf = ({low, high, step = 1}) => Math.floor((high - low) / step) + 1;

/** A tile for each number. @param {Row} row */
function numberTiles(row) {
  const {low, step = 1} = row;
  const kids = Array.from({length: countOf(row)}, (_, n) => {
    const value = low + n * step;
    const look = "answer" + (value === row.value ? " on" : "");
    const pressed = String(value === row.value);
    const more = {"data-k": value, "aria-pressed": pressed, onclick: () => setRow(row, value)};
    return h("button", {type: "button", class: look, ...more}, String(value).replace("-", "−"));
  });
  const all = {class: "answers tokens numbers", role: "group", "aria-label": row.label};
  return [row.hint && h("p", {class: "soft"}, row.hint), inRows(h("div", all, kids), kids.length)];
}

const keypad = rare((query) => import("./keypad.js" + query));
const COMING = () => h("div", {class: "coming"});

/** @param {Ask} ask */
function numbers(ask) {
  const rows = (ask.rows || []).filter((row) => row.high || row.low); // not "0 of 0"
  const [only] = rows;
  if (!only) return null;
  if (ask.lone && ask.typed) return keypad()?.pad(ask, only) || COMING();
  if (ask.lone && countOf(only) <= MOST_TILES) return numberTiles(only);
  return h(
    "div",
    {class: "rows"},
    rows.map((row) => steps(ask, row))
  );
}

/* Dice and text */

const diceKeys = rare((query) => import("./dice.js" + query));

/** @param {Ask} ask @param {NonNullable<Ask["text"]>} text */
function typing(ask, text) {
  const field = h("textarea", {
    class: "field",
    rows: 2,
    maxlength: text.longest,
    placeholder: text.placeholder || "",
    "aria-label": ask.sentence,
    value: text.value,
    "data-k": ask.draft,
  });
  field.oninput = (event) => type(ask, typedIn(event));
  return field;
}

/* The buttons */

/** @param {"primary"|"second"} which @param {AskButton|undefined} what @param {string} more classes */
function footButton(which, what, more) {
  if (!what) return null;
  if (what.does === "fix")
    return h("p", {class: "soft small"}, state().host ? app.words.fix_here : app.words.fix_there);
  const not = what.ready === false;
  return h(
    "button",
    {
      type: "button",
      class: "button " + more + (not ? " not" : ""),
      "data-does": what.does,
      "aria-disabled": not ? "true" : null,
      onclick: () => press(which),
    },
    !what.icon_last && icon(what.icon),
    h("span", {}, what.words),
    what.icon_last && icon(what.icon)
  );
}

/** @param {Mine} mine */
function keepVote(mine) {
  return () => {
    session().changing = "";
    if (mine.aside) act({op: "look", key: ""});
    app.render();
  };
}

function hide() {
  app.shown = "";
  app.hidden = secretOf();
  app.render();
}

/** @param {Asking} mine */
function foot(mine) {
  const {ask, given} = mine;
  return h(
    "div",
    {class: "foot"},
    app.refusal && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), app.refusal),
    app.waiting > 0 && h("p", {class: "soft small", role: "status"}, app.words.waits),
    ask.secret && button(app.words.hide, "eye-off-outline", hide, "back"),
    given && button(app.words.keep, "close", keepVote(mine)),
    footButton("second", ask.second, ""),
    footButton("primary", ask.primary, ask.primary && ask.primary.quiet ? "" : "first"),
    (ask.secret || given) && h("p", {class: "soft small"}, changeable(ask))
  );
}

/* The whole question */

/** @param {Timer} timer */
function startWords({running, started}) {
  if (running) return app.words.pause;
  return started ? app.words.go_on : app.words.start_clock;
}

/** @param {Timer} [timer] */
function clockKeys(timer) {
  if (!timer) return null;
  /** @param {string} what */
  const key = (what) => () => act({op: "timer", what});
  const does = timer.running ? "pause" : "start";
  return h(
    "div",
    {class: "stack"},
    ring("flow"),
    h(
      "div",
      {class: "tilesrow"},
      button(startWords(timer), timer.running ? "pause" : "play", key(does)),
      timer.started && button(app.words.more_time, "plus", key("add"))
    )
  );
}

/** Why this is asked now, and what comes next, in one line. @param {Asking} mine */
function kickerOf({ask, for_table}) {
  const {turn, ahead = []} = state().table;
  const name = (seat(ask.seat) || state().you).name;
  if (ask.secret) return ask.kicker || say(app.words.eyes_only, {name});
  const reason = ask.kicker || turn || (for_table && app.words.for_table);
  return [reason, ahead.join(" ")].filter(Boolean).join(" · ");
}

/** The secret answer that this seat gave on this page, while it is being changed. */
function ownVote() {
  const {mine, you} = state();
  if (shared() || !mine || !mine.given || !mine.ask) return null;
  return mine.ask.secret && mine.ask.seat === you.seat ? session().gave : null;
}

/** Your answer in words, while you change it. @param {Asking} mine */
function voteWords({ask, given}) {
  const gave = ownVote();
  if (gave) return gave.words && h("p", {class: "own"}, say(app.words.gave, {answer: gave.words}));
  return given && ask.secret && !ask.look && h("p", {class: "soft"}, app.words.gave_once);
}

const why = () => later(import("./why.js"), (all) => all.why());

/** @param {Asking} mine */
function head(mine) {
  const {ask} = mine;
  const why_ = h("span", {class: "sr"}, app.words.why);
  return h(
    "div",
    {class: "stack head-stack"},
    h("p", {class: "kicker"}, kickerOf(mine)),
    h(
      "div",
      {class: "head"},
      h("h1", {tabindex: -1}, ask.sentence),
      h("button", {type: "button", class: "why", onclick: why}, icon("help-circle-outline"), why_)
    ),
    ask.hint && h("p", {class: "soft hint"}, ask.hint),
    voteWords(mine)
  );
}

/** The button that unfolds the list, if the board has many spaces. @param {Ask} ask @param {boolean} open */
function listSwitch(ask, open) {
  const chosen = (ask.choices || []).find((one) => one.chosen);
  return h(
    "div",
    {class: "tilesrow"},
    chosen && h("span", {class: "pill tonal"}, icon("navigation-variant-outline"), chosen.face.label),
    h(
      "button",
      {
        type: "button",
        class: "pill list",
        "aria-expanded": String(open),
        onclick: () => {
          app.listed = open ? "" : ask.key;
          app.render();
        },
      },
      icon("format-list-bulleted"),
      open ? app.words.picture : app.words.list
    )
  );
}

/** @param {Ask["preview"]} all */
function preview(all = []) {
  const rows = all.map((one) =>
    h("div", {class: "line"}, token(seat(one.seat), true), h("span", {}, one.how), sum(one.change))
  );
  return rows.length > 0 && h("div", {class: "card"}, rows);
}

/** What only this seat sees. @param {Ask} ask */
function glance({glance: seen, sentence}) {
  if (!seen) return null;
  return h(
    "div",
    {class: "card"},
    seen.title && seen.title !== sentence && h("h2", {class: "voice"}, seen.title),
    seen.lines.map((one) => line(one.text, one.icon, seat(one.seat), one.note)),
    seen.land && stillBoard(seen.land, seen.pieces)
  );
}

/** The answers to tap; if the board has many spaces, they are behind a button. @param {Ask} ask */
function toTap(ask) {
  const {choices: all = []} = ask;
  const onMap = ask.kind === "place" && hasBoard() && all.some((one) => one.spot);
  const many = onMap && all.length > 3;
  const open = !many || app.listed === ask.key;
  const spot = all.find((one) => one.chosen)?.spot;
  const there = spot ? all.filter((one) => one.spot === spot) : []; // a tap can't tell between them
  const which = there.length > 1 && choices({...ask, choices: there});
  return [many && listSwitch(ask, open), open ? choices(ask) : which];
}

/** The controls that answer the question. @param {Ask} ask */
function answering(ask) {
  return h(
    "div",
    {class: "stack answering"},
    toTap(ask),
    ask.rows && numbers(ask),
    ask.dice && (diceKeys()?.dice(ask, ask.dice) || COMING()),
    ask.text && typing(ask, ask.text),
    !ask.typed && preview(ask.preview)
  );
}

/** Before each secret on a shared phone: whose it is, and who else could go first. @param {Asking} mine */
export function coverView(mine) {
  const W = app.words;
  const who = /** @type {SeatLook} */ (seat(mine.ask.seat) || state().you);
  const many = shared();
  const show = () => {
    app.shown = secretOf();
    app.hidden = "";
    app.render();
  };
  return h(
    "div",
    {class: "veil", "data-k": "veil " + secretOf()},
    pointsView(),
    token(who),
    h("h1", {tabindex: -1}, say(many ? W.pass_to : W.eyes_only, {name: who.name})),
    many && h("p", {class: "soft"}, W.others_away),
    button(many ? say(W.i_am, {name: who.name}) : W.show, "eye-outline", show, "first"),
    prints(),
    many && tiles(mine, W.first_another)
  );
}

/** @param {Asking} mine */
export function questionView(mine) {
  const {ask, aside, since} = mine;
  const secret = !!ask.secret;
  const now = state();
  const reasons = (ask.reasons || []).map((one) => line(one.text, one.icon));
  const back = {type: "button", class: "pill", onclick: () => act({op: "look", key: ""})};
  return h(
    "div",
    {
      class: "rise",
      "data-kind": ask.kind,
      "data-k": ["ask " + ask.key, since, now.boot, secret ? now.epoch : ""].join(" "),
    },
    pointsView(),
    aside && h("button", back, icon("arrow-left"), app.words.back),
    handCard(),
    head(mine),
    reasons.length > 0 && h("div", {class: "card reasons"}, reasons),
    sums(ask.points),
    clockKeys(ask.timer),
    glance(ask),
    answering(ask),
    h(
      "div",
      {class: "stack beside"},
      secret && ask.choices && prints(),
      !(secret && shared()) && tiles(mine, app.words.also),
      !secret && boardView()
    ),
    foot(mine)
  );
}

/** Everybody's points and whose turn it is, on a phone that answers for others. The score sheet has both. */
const pointsView = () => (shared() || hostSession()) && !state().table.sheet && strip();
