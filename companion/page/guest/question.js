// A question, built from the host's description. Rules, words and drafts all come from the host.

import {act, press, repeat, refuse, type, why, within} from "./act.js";
import {button, h, icon, line, sum, tiled, token} from "./dom.js";
import {hasBoard, stillBoard} from "./board.js";
import {ring} from "./clock.js";
import {app, pictureUrl, say, seat, secretOf, session, shared, state} from "./state.js";
import {boardView, changeable, handCard, prints, tiles} from "./table.js";

function sums(points) {
  return points && points.length
    ? h(
        "span",
        {class: "sums"},
        points.map((one) => h("span", {}, token(seat(one.seat), true), sum(one.change)))
      )
    : null;
}

/** The end of an answer: its number, a tick, or an arrow if more follows. */
function endOf(one, hint) {
  const face = one.face;
  return [
    face.badge && !hint && h("span", {class: "chip"}, face.badge),
    one.number
      ? h(
          "span",
          {class: "nr"},
          h("span", {class: "sr"}, say(app.words.place_number, {number: ""})),
          one.number
        )
      : isOn(one)
        ? icon("check-circle")
        : face.opens
          ? icon("chevron-right")
          : null,
  ];
}

/** Whether it is chosen, or is the secret answer being changed. */
function isOn(one) {
  const gave = ownVote();
  return one.chosen || (gave && JSON.stringify(gave.token) === JSON.stringify(one.token));
}

function answer(ask, one) {
  const face = one.face,
    who = seat(face.seat),
    hint = one.barred || face.hint,
    on = isOn(one);
  const tapped = () => (one.barred ? refuse(one.barred) : act({op: "tap", token: one.token}));
  return h(
    "button",
    {
      type: "button",
      onclick: tapped,
      "data-k": JSON.stringify(one.token),
      class:
        "answer" +
        (on ? " on" : "") +
        (face.main && !one.barred ? " main" : "") +
        (one.barred ? " barred" : ""),
      "aria-disabled": one.barred ? "true" : null,
      "aria-pressed": ask.at_once && !on ? null : String(!!on),
    },
    who
      ? token(who)
      : face.picture
        ? h("img", {src: pictureUrl(face.picture) || null, alt: "", class: "pic"})
        : icon(face.icon),
    h("span", {class: "words"}, face.label, hint && h("small", {}, hint), sums(face.points)),
    endOf(one, hint)
  );
}

function choices(ask) {
  const all = ask.choices || [];
  if (!all.length) return null;
  const short = all.every(
    (one) => one.face.seat != null || (all.length > 4 && String(one.face.label).length < 17)
  );
  const kids = all.map((one) => answer(ask, one)),
    arrow = all.some((one) => one.face.opens) ? "___" : ""; // as wide as three letters
  return short && all.length > 1
    ? tiled(
        all.flatMap((one) => [one.face.label + arrow, one.face.hint || ""]),
        kids
      )
    : h("div", {class: "answers", role: "group"}, kids);
}

/* Numbers */

function setRow(row, value) {
  if (value !== row.value) act({op: "row", row: row.key, value});
}

/** The number itself; with a wide range it can be typed. */
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
  field.oninput = function () {
    const value = parseInt(this.value.replace("−", "-"), 10);
    if (!Number.isNaN(value)) type(ask.key, {op: "row", row: row.key, value: within(row, value)});
  };
  field.onfocus = function () {
    this.select();
  };
  return field;
}

function number(ask, row) {
  const step = row.step || 1,
    name = row.label || ask.sentence;
  const sign = (by, end, word, what) =>
    h(
      "button",
      {
        type: "button",
        class: "round" + (row.value === end ? " off" : ""),
        onclick: () => setRow(row, within(row, (row.value || 0) + by)),
        onpointerdown: () => repeat(row.key, by),
        "aria-label": say(word, {name}),
      },
      icon(what)
    );
  const often = (row.often || []).map((value) =>
    h(
      "button",
      {
        type: "button",
        class: "pill often" + (value === row.value ? " tonal" : ""),
        onclick: () => setRow(row, value),
      },
      String(value)
    )
  );
  return h(
    "div",
    {class: "row" + (ask.lone ? " lone" : ""), "data-k": row.key},
    token(seat(row.seat)),
    (!ask.lone || row.hint) &&
      h("span", {class: "words"}, !ask.lone && row.label, row.hint && h("small", {}, row.hint)),
    h(
      "div",
      {class: "step"},
      sign(-step, row.low, app.words.less, "minus"),
      shownNumber(ask, row, name),
      sign(step, row.high, app.words.more, "plus")
    ),
    often.length > 0 && h("div", {class: "tilesrow oftens"}, often)
  );
}

/* Dice and text */

const faceOf = (face) => icon(face.icon) || face.number;

function odds(chances) {
  return (
    chances &&
    h(
      "div",
      {class: "odds"},
      ["win", "tie", "lose"].map((name) => {
        const part = h(
          "span",
          {},
          say(app.words[name], {number: (chances.guess ? "≈ " : "") + chances[name]})
        );
        part.style.flexGrow = chances[name];
        return part;
      })
    )
  );
}

function slots(all) {
  if (all.length < 2) return null;
  const slot = (one, n) =>
    h(
      "span",
      {
        class: "slot" + (one ? " full" : ""),
        role: "img",
        "aria-label": say(one ? app.words.die : app.words.no_die, {
          number: n + 1,
          face: one ? one.number : "",
        }),
      },
      one && faceOf(one)
    );
  return h(
    "div",
    {class: "slots"},
    all.map(slot),
    all.some((one) => one) &&
      h(
        "button",
        {type: "button", class: "round", "aria-label": app.words.erase, onclick: () => act({op: "erase"})},
        icon("backspace-outline")
      )
  );
}

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

function typing(ask) {
  const field = h("textarea", {
    class: "field",
    rows: 2,
    maxlength: ask.text.longest,
    placeholder: ask.text.placeholder || "",
    "aria-label": ask.sentence,
    value: ask.text.value,
    "data-k": ask.key,
  });
  field.oninput = function () {
    type(ask.key, {op: "text", text: this.value});
  };
  return field;
}

/* The buttons */

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

function keepVote(mine) {
  return () => {
    session().changing = "";
    if (mine.aside) act({op: "look", key: ""});
    app.render();
  };
}

function foot(mine) {
  const ask = mine.ask,
    secret = !!ask.secret;
  return h(
    "div",
    {class: "foot"},
    app.refusal && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), app.refusal),
    app.waiting > 0 && h("p", {class: "soft small", role: "status"}, app.words.waits),
    secret &&
      button(
        app.words.hide,
        "eye-off-outline",
        () => {
          app.shown = "";
          app.hidden = secretOf();
          app.render();
        },
        "back"
      ),
    mine.given && button(app.words.keep, "close", keepVote(mine)),
    footButton("second", ask.second, ""),
    footButton("primary", ask.primary, ask.primary && ask.primary.quiet ? "" : "first"),
    (secret || mine.given) && h("p", {class: "soft small"}, changeable(ask))
  );
}

/* The whole question */

function clockKeys(ask) {
  const timer = ask.timer,
    key = (what) => () => act({op: "timer", what});
  if (!timer) return null;
  const words = timer.running ? app.words.pause : timer.started ? app.words.go_on : app.words.start_clock;
  return h(
    "div",
    {class: "stack"},
    ring("flow"),
    h(
      "div",
      {class: "tilesrow"},
      button(words, timer.running ? "pause" : "play", key(timer.running ? "pause" : "start")),
      timer.started && button(app.words.more_time, "plus", key("add"))
    )
  );
}

function kickerOf(mine) {
  const ask = mine.ask;
  if (ask.kicker) return ask.kicker;
  if (ask.secret) return say(app.words.eyes_only, {name: (seat(ask.seat) || state().you).name});
  return mine.for_table ? app.words.for_table : state().table.subtitle;
}

/** The secret answer that this seat gave on this page, while it is being changed. */
function ownVote() {
  const {gave} = session(),
    mine = state().mine;
  return gave &&
    !shared() &&
    mine &&
    mine.given &&
    mine.ask &&
    mine.ask.secret &&
    mine.ask.seat === state().you.seat
    ? gave
    : null;
}

function head(mine) {
  const ask = mine.ask,
    gave = ownVote();
  return h(
    "div",
    {class: "stack head-stack"},
    h(
      "div",
      {class: "head"},
      h("span", {class: "soft"}, kickerOf(mine)),
      h(
        "button",
        {type: "button", class: "pill why", onclick: why},
        icon("help-circle-outline"),
        app.words.why
      )
    ),
    h("h1", {tabindex: -1}, ask.sentence),
    ask.hint && h("p", {class: "soft"}, ask.hint),
    gave
      ? gave.words && h("p", {class: "own"}, say(app.words.gave, {answer: gave.words}))
      : mine.given && ask.secret && !ask.look && h("p", {class: "soft"}, app.words.gave_once)
  );
}

/** The button that unfolds the list, if the board has many spaces. */
function listSwitch(ask, open) {
  const chosen = ask.choices.find((one) => one.chosen);
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

function preview(all) {
  return (
    (all || []).length > 0 &&
    h(
      "div",
      {class: "card"},
      all.map((one) =>
        h("div", {class: "line"}, token(seat(one.seat), true), h("span", {}, one.how), sum(one.change))
      )
    )
  );
}

/** What only this seat sees. */
function glance({glance: seen, sentence}) {
  const title = seen && seen.title !== sentence && seen.title;
  return (
    seen &&
    h(
      "div",
      {class: "card"},
      title && h("h2", {class: "voice"}, title),
      seen.lines.map((one) => line(one.text, one.icon, seat(one.seat), one.note)),
      seen.land && stillBoard(seen.land, seen.pieces)
    )
  );
}

/** The controls that answer the question. */
function answering(ask) {
  const onMap = ask.kind === "place" && hasBoard() && (ask.choices || []).some((one) => one.spot);
  const many = onMap && ask.choices.length > 3,
    open = !many || app.listed === ask.key;
  return [
    many && listSwitch(ask, open),
    open && choices(ask),
    ask.rows &&
      h(
        "div",
        {class: "rows"},
        ask.rows.map((row) => number(ask, row))
      ),
    ask.dice && dice(ask.dice),
    ask.text && typing(ask),
    preview(ask.preview),
  ];
}

/** Before each secret on a shared phone: whose it is, and who else could go first. */
export function coverView(mine) {
  const W = app.words,
    who = seat(mine.ask.seat) || state().you,
    many = shared();
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

export function questionView(mine) {
  const ask = mine.ask,
    secret = !!ask.secret,
    now = state();
  return h(
    "div",
    {
      class: "rise",
      "data-kind": ask.kind,
      "data-k": "ask " + ask.key + (now.boot || "") + (secret ? now.epoch : ""),
    },
    mine.aside &&
      h(
        "button",
        {type: "button", class: "pill", onclick: () => act({op: "look", key: ""})},
        icon("arrow-left"),
        app.words.back
      ),
    handCard(),
    head(mine),
    (ask.reasons || []).length > 0 &&
      h(
        "div",
        {class: "card"},
        ask.reasons.map((one) => line(one.text, one.icon))
      ),
    !secret && (now.table.ahead || []).map((one) => h("p", {class: "soft small ahead"}, one)),
    sums(ask.points),
    clockKeys(ask),
    glance(ask),
    answering(ask),
    secret && ask.choices && prints(),
    !(secret && shared()) && tiles(mine, app.words.also),
    !secret && boardView(),
    foot(mine)
  );
}
