// A question, built from the host's description. Rules, words and drafts all come from the host.

import {act, press, repeat, refuse, type, why, within} from "./act.js";
import {button, h, icon, line, sum, tiled, token} from "./dom.js";
import {hasBoard, stillBoard} from "./board.js";
import {ring} from "./clock.js";
import {isLight} from "./scenes.js";
import {app, pictureUrl, say, seat, secretOf, session, shared, state} from "./state.js";
import {boardView, changeable, handCard, prints, tiles} from "./table.js";

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
  if (isOn(one)) return icon("check-circle");
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

/** @param {Ask} ask */
function choices(ask) {
  const all = ask.choices || [];
  if (!all.length) return null;
  const short = all.every(
    (one) => one.face.seat != null || (all.length > 4 && String(one.face.label).length < 17)
  );
  const kids = all.map((one) => answer(ask, one));
  if (!short || all.length < 2) return h("div", {class: "answers", role: "group"}, kids);
  const arrow = all.some((one) => one.face.opens) ? "___" : ""; // as wide as three letters
  const labels = all.flatMap((one) => [one.face.label + arrow, one.face.hint || ""]);
  return tiled(labels, kids);
}

/** The page keeps the field that is there, and gives it the handlers of a newer one. @param {Event} event */
const typedIn = (event) => /** @type {HTMLInputElement|HTMLTextAreaElement} */ (event.currentTarget).value;

/* Numbers */

/** @param {Row} row @param {number} value */
function setRow(row, value) {
  if (value !== row.value) act({op: "row", row: row.key, value});
}

/** The number itself; with a wide range it can be typed.
 * @param {Ask} ask @param {Row} row @param {string} name */
function shownNumber(ask, row, name) {
  if (!ask.typed && row.high - row.low <= 20) return h("output", {"aria-live": "polite"}, row.value);
  const field = h("input", {
    class: "number",
    inputmode: row.low < 0 ? "text" : "numeric",
    autocomplete: "off",
    "aria-label": name,
    value: row.value == null ? "" : row.value,
    "data-k": row.key,
    placeholder: "–",
  });
  field.oninput = (event) => {
    const value = parseInt(typedIn(event).replace("−", "-"), 10);
    if (!Number.isNaN(value)) type(ask.key, {op: "row", row: row.key, value: within(row, value)});
  };
  field.onfocus = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).select();
  return field;
}

/** The numbers that are often wanted, one tap each. @param {Row} row */
function oftens(row) {
  const often = (row.often || []).map((value) => {
    const look = "pill often" + (value === row.value ? " tonal" : "");
    return h("button", {type: "button", class: look, onclick: () => setRow(row, value)}, String(value));
  });
  return often.length > 0 && h("div", {class: "tilesrow oftens"}, often);
}

/** Plus or minus.
 * @param {Row} row @param {number} by @param {number} end @param {string} label @param {string} sign */
function stepButton(row, by, end, label, sign) {
  return h(
    "button",
    {
      type: "button",
      class: "round" + (row.value === end ? " off" : ""),
      onclick: () => setRow(row, within(row, (row.value || 0) + by)),
      onpointerdown: () => repeat(row.key, by),
      "aria-label": label,
    },
    icon(sign)
  );
}

/** @param {Ask} ask @param {Row} row */
function number(ask, row) {
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
      stepButton(row, -step, row.low, say(app.words.less, {name}), "minus"),
      shownNumber(ask, row, name),
      stepButton(row, step, row.high, say(app.words.more, {name}), "plus")
    ),
    oftens(row)
  );
}

/* Dice and text */

/** @param {DieFace} face */
const faceOf = (face) => icon(face.icon) || face.number;
const ODDS = /** @type {const} */ (["win", "tie", "lose"]);

/** @param {Chances} [chances] */
function odds(chances) {
  if (!chances) return null;
  const parts = ODDS.map((name) => {
    const percent = (chances.guess ? "≈ " : "") + chances[name];
    const part = h("span", {}, say(app.words[name], {number: percent}));
    part.style.flexGrow = String(chances[name]);
    return part;
  });
  return h("div", {class: "odds"}, parts);
}

/** @param {DieFace|null} one @param {number} n */
function slot(one, n) {
  const words = say(one ? app.words.die : app.words.no_die, {number: n + 1, face: one ? one.number : ""});
  const look = "slot" + (one ? " full" : "");
  return h("span", {class: look, role: "img", "aria-label": words}, one && faceOf(one));
}

/** @param {Dice["slots"]} all */
function slots(all) {
  if (all.length < 2) return null;
  const erase = {
    type: "button",
    class: "round",
    "aria-label": app.words.erase,
    onclick: () => act({op: "erase"}),
  };
  const isBegun = all.some((one) => one);
  return h("div", {class: "slots"}, all.map(slot), isBegun && h("button", erase, icon("backspace-outline")));
}

/** @param {Dice} all */
function dice(all) {
  return h(
    "div",
    {class: "stack"},
    odds(all.odds),
    slots(all.slots),
    h(
      "div",
      {class: "keys"},
      [...all.faces, ...(all.rare || [])].map((face) =>
        h(
          "button",
          {
            type: "button",
            class: "key",
            "data-k": face.number,
            "aria-label": String(face.number),
            onclick: () => act({op: "face", face: face.number}),
          },
          faceOf(face)
        )
      )
    )
  );
}

/** @param {Ask} ask @param {NonNullable<Ask["text"]>} text */
function typing(ask, text) {
  const field = h("textarea", {
    class: "field",
    rows: 2,
    maxlength: text.longest,
    placeholder: text.placeholder || "",
    "aria-label": ask.sentence,
    value: text.value,
    "data-k": ask.key,
  });
  field.oninput = (event) => type(ask.key, {op: "text", text: typedIn(event)});
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

/** @param {Asking} mine */
function kickerOf(mine) {
  const ask = mine.ask;
  if (ask.kicker) return ask.kicker;
  if (ask.secret) return say(app.words.eyes_only, {name: (seat(ask.seat) || state().you).name});
  return mine.for_table ? app.words.for_table : state().table.subtitle;
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

/** @param {Asking} mine */
function head(mine) {
  const {ask} = mine;
  const pill = {type: "button", class: "pill why", onclick: why};
  return h(
    "div",
    {class: "stack head-stack"},
    h(
      "div",
      {class: "head"},
      h("span", {class: "soft"}, kickerOf(mine)),
      h("button", pill, icon("help-circle-outline"), app.words.why)
    ),
    h("h1", {tabindex: -1}, ask.sentence),
    ask.hint && h("p", {class: "soft"}, ask.hint),
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

/** The controls that answer the question. @param {Ask} ask */
function answering(ask) {
  const {choices: all = [], rows} = ask;
  const onMap = ask.kind === "place" && hasBoard() && all.some((one) => one.spot);
  const many = onMap && all.length > 3;
  const open = !many || app.listed === ask.key;
  const numbers = rows && rows.map((row) => number(ask, row));
  return [
    many && listSwitch(ask, open),
    open && choices(ask),
    numbers && h("div", {class: "rows"}, numbers),
    ask.dice && dice(ask.dice),
    ask.text && typing(ask, ask.text),
    preview(ask.preview),
  ];
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
  const {ask, aside} = mine;
  const secret = !!ask.secret;
  const now = state();
  const reasons = (ask.reasons || []).map((one) => line(one.text, one.icon));
  const back = {type: "button", class: "pill", onclick: () => act({op: "look", key: ""})};
  return h(
    "div",
    {
      class: "rise",
      "data-kind": ask.kind,
      "data-k": "ask " + ask.key + (now.boot || "") + (secret ? now.epoch : ""),
    },
    aside && h("button", back, icon("arrow-left"), app.words.back),
    handCard(),
    head(mine),
    reasons.length > 0 && h("div", {class: "card"}, reasons),
    !secret && ahead(),
    sums(ask.points),
    clockKeys(ask.timer),
    glance(ask),
    answering(ask),
    secret && ask.choices && prints(),
    !(secret && shared()) && tiles(mine, app.words.also),
    !secret && boardView(),
    foot(mine)
  );
}

/** What comes next, in words. */
const ahead = () => (state().table.ahead || []).map((one) => h("p", {class: "soft small ahead"}, one));
