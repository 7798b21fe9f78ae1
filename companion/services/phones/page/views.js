"use strict";
// What is on the page, built from the host's description. No rule, no word and no draft is made here.

const say = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const seat = (n) => (n == null ? null : S.table.seats.find((one) => one.seat === n));
const button = (words, sign, act, more = "", extra = {}) =>
  h("button", {type: "button", class: "button " + more, onclick: act, ...extra}, icon(sign), h("span", {}, words));
const line = (text, sign, who, more) => h("div", {class: "line"}, who ? token(who, true) : icon(sign) || h("span"),
  h("span", {}, text, more && h("small", {class: "soft"}, " ", more)));

/* Joining */

function joinView(door) {
  return h("main", {class: "big", "data-k": "join"},
    h("h1", {tabindex: -1}, W.who), h("p", {class: "soft"}, W.tap_name),
    h("div", {class: "answers tiles"}, door.seats.map((one) =>
      h("button", {type: "button", class: "answer", onclick: () => join({seat: one.seat})}, token(one),
        h("span", {class: "words"}, one.name, one.taken && icon("cellphone-check"),
          (one.taken || one.gone) && h("small", {}, one.gone ? W.left : W.taken))))),
    h("div", {class: "answers"}, h("button", {type: "button", class: "answer", onclick: () => join({watch: true})},
      icon("television"), h("span", {class: "words"}, W.watch, h("small", {}, W.watch_hint)))),
    h("p", {class: "soft small"}, "wakeLock" in navigator ? "" : W.dark_soon));
}

function codeView(why) {
  const go = (event) => { event.preventDefault(); join({code: event.target.code.value.trim().toUpperCase()}); };
  return h("main", {class: "big", "data-k": "code"}, h("h1", {tabindex: -1}, W.code), h("p", {class: "soft"}, W.code_hint),
    h("form", {class: "stack", onsubmit: go},
      h("input", {class: "field code", name: "code", maxlength: 4, autocomplete: "off", autocapitalize: "characters",
        spellcheck: "false", required: true, "aria-label": W.code_label}),
      why && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), why),
      h("button", {class: "button first"}, W.go)));
}

function plainView(key, sign, title, hint, ...buttons) {
  return h("main", {class: "big", "data-k": key}, icon(sign), h("h1", {tabindex: -1}, title), h("p", {class: "soft"}, hint),
    buttons);
}

/* The parts of a question */

function sums(points) {
  return points && points.length ? h("span", {class: "sums"}, points.map((one) => h("span", {}, token(seat(one.seat), true), sum(one.change)))) : null;
}

function answer(ask, one, tapped) {
  const face = one.face, who = seat(face.seat), sign = icon(face.icon);
  const hint = one.barred || face.hint;
  return h("button", {type: "button", onclick: tapped, "data-k": JSON.stringify(one.token),
    class: "answer" + (one.chosen ? " on" : "") + (face.main && !one.barred ? " main" : "") + (one.barred ? " barred" : ""),
    "aria-disabled": one.barred ? "true" : null, "aria-pressed": ask.at_once ? null : String(!!one.chosen)},
  who ? token(who) : sign,
  h("span", {class: "words"}, face.label, hint && h("small", {}, hint), sums(face.points)),
  face.badge && !hint && h("span", {class: "chip"}, face.badge),
  one.number ? h("span", {class: "nr"}, h("span", {class: "sr"}, say(W.place_number, {number: ""})), one.number)
    : one.chosen ? icon("check-circle") : face.opens ? icon("chevron-right") : null);
}

function choices(ask) {
  const all = ask.choices || [];
  if (!all.length) return null;
  const short = all.every((one) => one.face.seat != null || (all.length > 4 && String(one.face.label).length < 17));
  return h("div", {class: "answers" + (short && all.length > 1 ? " tiles" : ""), role: "group"},
    all.map((one) => answer(ask, one, () => (one.barred ? refuse(one.barred) : act({op: "tap", token: one.token})))));
}

function number(ask, row) {
  const set = (by) => () => {
    const value = Math.max(row.low, Math.min(row.high, row.value + by));
    if (value !== row.value) act({op: "row", row: row.key, value});
  };
  const step = row.step || 1, name = row.label || ask.sentence, off = (end) => (row.value === end ? " off" : "");
  const sign = (by, end, word, what) => h("button", {type: "button", class: "round" + off(end), onclick: set(by),
    onpointerdown: () => repeat(row.key, by), "aria-label": say(word, {name})}, icon(what));
  return h("div", {class: "row" + (ask.lone ? " lone" : ""), "data-k": row.key}, token(seat(row.seat)),
    !ask.lone && h("span", {class: "words"}, row.label, row.hint && h("small", {}, row.hint)),
    h("div", {class: "step"}, sign(-step, row.low, W.less, "minus"), h("output", {"aria-live": "polite"}, row.value),
      sign(step, row.high, W.more, "plus")));
}

function dice(ask) {
  const all = ask.dice, shown = (face) => icon(face.icon) || face.number, typed = all.slots.some((one) => one);
  return h("div", {class: "stack"},
    all.odds && h("div", {class: "odds"}, ["win", "tie", "lose"].map((name) => {
      const part = h("span", {}, say(W[name], {number: all.odds[name]}));
      part.style.flexGrow = all.odds[name];
      return part;
    })),
    all.slots.length > 1 && h("div", {class: "slots"}, all.slots.map((one, n) =>
      h("span", {class: "slot" + (one ? " full" : ""), role: "img",
        "aria-label": say(one ? W.die : W.no_die, {number: n + 1, face: one ? one.number : ""})}, one && shown(one))),
    typed && h("button", {type: "button", class: "round", "aria-label": W.erase, onclick: () => act({op: "erase"})}, icon("backspace-outline"))),
    h("div", {class: "keys"}, all.faces.map((face) => h("button", {type: "button", class: "key", "data-k": face.number,
      "aria-label": String(face.number), onclick: () => act({op: "face", face: face.number})}, shown(face)))));
}

function typing(ask) {
  const field = h("textarea", {class: "field", rows: 2, maxlength: ask.text.longest, placeholder: ask.text.placeholder || "",
    "aria-label": ask.sentence, value: ask.text.value, "data-k": ask.key});
  field.oninput = function () { typed = {key: ask.key, text: this.value}; later(flush); };
  return field;
}

function footer(ask) {
  const doing = {answer: "give", draw: "draw", roll: "draw", clear: "clear"};
  const one = (what, more) => what && (what.does === "fix" ? h("p", {class: "soft small"}, W.fix_there)
    : h("button", {type: "button", class: "button " + more + (what.ready === false ? " not" : ""), "data-does": what.does,
      "aria-disabled": what.ready === false ? "true" : null,
      onclick: () => (what.ready === false ? refuse(what.why_not) : act({op: doing[what.does]}))},
    !what.icon_last && icon(what.icon), h("span", {}, what.words), what.icon_last && icon(what.icon)));
  return [one(ask.second, ""), one(ask.primary, "first")];
}

/* Where on the picture: the nearest space within a thumb of the touch. */
function tapStage(ask) {
  return (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    let best = null, far = 32;
    for (const one of ask.choices) {
      if (!one.at || one.barred) continue;
      const away = Math.hypot(box.left + one.at[0] * box.width - event.clientX, box.top + one.at[1] * box.height - event.clientY);
      if (away < far) { far = away; best = one; }
    }
    if (best) act({op: "tap", token: best.token});
  };
}

function stageView(ask) {
  const stage = S.table.stage;
  if (!stage || !picture.url) return null;
  const spots = ask && ask.kind === "place" ? (ask.choices || []).filter((one) => one.at) : [];
  const art = h("div", {class: "art", onclick: spots.length ? tapStage(ask) : null},
    h("img", {src: picture.url, alt: W.stage, width: stage.w, height: stage.h, onload: () => look(spots)}),
    spots.filter((one) => one.chosen).map((one) => {
      const mark = h("span", {class: "spot"});
      mark.style.left = one.at[0] * 100 + "%"; mark.style.top = one.at[1] * 100 + "%";
      return mark;
    }));
  art.style.width = spots.length > 1 ? closeness(spots, stage) * 100 + "%" : "";
  return h("section", {class: "stage" + (spots.length ? " map" : ""), "data-k": "stage" + spots.length + (ask ? ask.key : "")},
    h("div", {class: "roll", "data-k": "roll", tabindex: spots.length ? 0 : null, role: spots.length ? "group" : null,
      "aria-label": spots.length ? W.stage : null}, art),
    clock() && !ask ? ring(clock()) : null);
}

/* How much larger the picture is drawn, so that a finger can tell neighbours apart. */
function closeness(spots, stage) {
  let near = 1;
  for (const one of spots) for (const two of spots) {
    if (one !== two) near = Math.min(near, Math.hypot(one.at[0] - two.at[0], (one.at[1] - two.at[1]) * stage.h / stage.w));
  }
  return Math.max(1, Math.min(3, 44 / (near * Math.min(innerWidth, 640) || 1)));
}

let looked = "";
function look(spots) {
  const roll = document.querySelector(".map .roll"), key = S && S.mine && S.mine.ask ? S.mine.ask.key + S.epoch : "";
  if (!roll || !spots.length || looked === key) return;
  looked = key;
  const middle = (n) => spots.reduce((all, one) => all + one.at[n], 0) / spots.length;
  roll.scrollLeft = middle(0) * roll.scrollWidth - roll.clientWidth / 2;
  roll.scrollTop = middle(1) * roll.scrollHeight - roll.clientHeight / 2;
}

function clockKeys(ask) {
  const timer = ask.timer, press = (what) => () => act({op: "timer", what});
  if (!timer) return null;
  return h("div", {class: "stack"}, ring(timer, "flow"), h("div", {class: "tilesrow"},
    button(timer.running ? W.pause : timer.started ? W.go_on : W.start_clock, timer.running ? "pause" : "play", press(timer.running ? "pause" : "start")),
    timer.started && button(W.more_time, "plus", press("add"))));
}

function handCard() {
  const hand = S.table.hand;
  return hand && h("section", {class: "card hand"}, h("h2", {}, icon("hand-back-right-outline"), hand.title),
    hand.lines.map((one) => line(one.text, one.icon, seat(one.seat))));
}

function questionView(mine) {
  const ask = mine.ask, secret = !!ask.secret;
  const kicker = ask.kicker || (secret ? say(W.eyes_only, {name: (seat(ask.seat) || S.you).name}) : mine.for_table ? W.for_table : S.table.subtitle);
  const onMap = ask.kind === "place" && picture.url && (ask.choices || []).some((one) => one.at);
  const many = onMap && ask.choices.length > 3, open = !many || listed === ask.key;
  const chosen = many && ask.choices.find((one) => one.chosen);
  return h("div", {class: "rise", "data-kind": ask.kind, "data-k": "ask " + ask.key + (S.boot || "") + (secret ? S.epoch : "")},
    mine.aside && h("button", {type: "button", class: "pill", onclick: () => act({op: "look", key: ""})}, icon("arrow-left"), W.back),
    handCard(),
    h("div", {class: "stack head-stack"},
      h("div", {class: "head"}, h("span", {class: "soft"}, kicker),
        h("button", {type: "button", class: "pill why", onclick: why}, icon("help-circle-outline"), W.why)),
      h("h1", {tabindex: -1}, ask.sentence), ask.hint && h("p", {class: "soft"}, ask.hint)),
    (ask.reasons || []).length > 0 && h("div", {class: "card"}, ask.reasons.map((one) => line(one.text, one.icon))),
    sums(ask.points), clockKeys(ask),
    many && h("div", {class: "tilesrow"}, chosen && h("span", {class: "pill tonal"}, icon("navigation-variant-outline"), chosen.face.label),
      h("button", {type: "button", class: "pill list", "aria-expanded": String(open), onclick: () => { listed = open ? "" : ask.key; render(); }},
        icon("format-list-bulleted"), open ? W.picture : W.list)),
    open && choices(ask), ask.rows && h("div", {class: "rows"}, ask.rows.map((row) => number(ask, row))),
    ask.dice && dice(ask), ask.text && typing(ask),
    (ask.preview || []).length > 0 && h("div", {class: "card"}, ask.preview.map((one) =>
      h("div", {class: "line"}, token(seat(one.seat), true), h("span", {}, one.how), sum(one.change)))),
    secret && prints(),
    (mine.tiles || []).length > 0 && h("div", {class: "stack"}, h("p", {class: "orders"}, W.also), h("div", {class: "tilesrow"},
      mine.tiles.map((one) => h("button", {type: "button", class: "tile", "data-k": one.key, "aria-disabled": one.ready === false ? "true" : null,
        onclick: () => act({op: "look", key: one.key})}, icon(one.icon), one.title)))),
    h("div", {class: "foot"}, refusal && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), refusal), waiting > 0 && h("p", {class: "soft small", role: "status"}, W.waits),
      secret && button(W.hide, "eye-off-outline", () => { hidden = true; render(); }, "back"),
      mine.given && button(W.keep, "close", () => { changing = ""; if (mine.aside) act({op: "look", key: ""}); render(); }),
      footer(ask), secret && h("p", {class: "soft small"}, W.change_until)));
}

function prints() {
  const there = new Set(S.table.in || []), open = S.table.asked || [];
  const all = S.table.seats.filter((one) => there.has(one.seat) || open.includes(one.seat));
  const count = there.size;
  if (!all.length) return null;
  return h("div", {}, h("ul", {class: "prints"}, all.map((one) => h("li", {class: "print" + (there.has(one.seat) ? " in" : "") + (one.seat === S.you.seat ? " mine" : "")},
    token(one), h("span", {class: "sr"}, one.name, ": ", there.has(one.seat) ? W.is_in : W.not_in)))),
  h("p", {class: "soft small centre"}, say(W.in_of, {count, all: all.length})));
}

/* Between questions */

function strip() {
  return h("ul", {class: "strip" + (S.table.seats.length > 5 ? " many" : ""), "aria-label": W.seats}, S.table.seats.map((one) => h("li", {class: one.active ? "now" : ""},
    token(one), h("span", {class: "sr"}, one.name, one.active ? ", " + W.turn + " " : " "),
    h("span", {class: "name"}, one.name), h("span", {}, one.score == null ? "" : one.score),
    (one.marks || []).length > 0 && h("span", {class: "marks"}, one.marks.map((mark) => h("span", {title: mark.text}, icon(mark.icon), h("span", {class: "sr"}, mark.text)))))));
}

function lastLines() {
  const lines = S.table.lines || [];
  return lines.length > 0 && h("ol", {class: "log", "aria-label": W.last}, lines.map((one) => h("li", {},
    token(seat(one.seat)) || h("span", {class: "gap"}), h("span", {}, one.text,
      one.at && h("small", {class: "soft"}, h("br"), new Date(one.at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"}))))));
}

function whoAnswers() {
  const table = S.table, names = (table.asked || []).map(seat).filter(Boolean);
  if (table.state === "over" || table.state === "none") return "";
  if (table.state === "sealed") return W.sealed;
  if (names.length > 1) return W.all_answer;
  if (!names.length) return table.asked_table ? W.table_answers : "";
  return say(names[0].phone ? W.answers : W.answers_table, {name: names[0].name});
}

function outcome(done) {
  return h("div", {class: "stack"}, (done.places || []).map((one) => h("div", {class: "row"}, token(seat(one.seat)),
    h("span", {class: "words"}, seat(one.seat).name, h("small", {}, one.note || say(W.place, {number: one.place}))),
    h("span", {class: "sum"}, one.score == null ? "" : one.score))),
  (done.details || []).length > 0 && h("div", {class: "card"}, done.details.map((one) => line(one.text, one.icon, seat(one.seat), one.note))));
}

function waitingView() {
  const table = S.table, mine = S.mine, given = mine && mine.given;
  return h("div", {class: "rise", "data-k": "wait" + table.state}, table.seats.length > 0 && strip(), handCard(),
    h("div", {class: "head"}, h("span", {class: "soft"}, table.banner || table.subtitle)),
    h("h1", {tabindex: -1}, given ? W.you_are_in : table.headline), h("p", {class: "soft"}, given ? W.change_until : whoAnswers()),
    !picture.url && clock() && ring(clock(), "flow"), given && prints(),
    given && mine.ask && button(W.change, "pencil-outline", () => { changing = S.epoch; render(); }),
    (S.mine && S.mine.tiles || []).length > 0 && h("div", {class: "tilesrow"}, S.mine.tiles.map((one) =>
      h("button", {type: "button", class: "tile", "data-k": one.key, onclick: () => act({op: "look", key: one.key})}, icon(one.icon), one.title))),
    table.outcome && outcome(table.outcome),
    (table.reminders || []).length > 0 && h("div", {class: "card"}, table.reminders.map((one) => line(one.text, one.icon, null, one.note))),
    (table.cards || []).filter((one) => one.seat == null || one.seat === S.you.seat).map((card) => h("div", {class: "card"},
      h("h2", {class: "voice"}, card.title), (card.gauges || []).map((one) => line(one.label, one.icon, null, one.full ? one.value + "/" + one.full : one.value)),
      (card.lines || []).map((one) => line(one.text, one.icon, null, one.note)))),
    lastLines(), h("p", {class: "soft small"}, awake ? W.awake : W.dark_soon));
}

function tvView() {
  const table = S.table, note = h("p", {class: "soft"}, table.banner || ((table.reminders || [])[0] || {}).text);
  const told = h("div", {class: picture.url ? "told" : "giant"}, note, h("h1", {}, table.headline));
  return h("main", {class: "tv" + (clock() ? "" : " still"), "data-k": "tv"}, picture.url ? [h("img", {class: "back", src: picture.url, alt: ""}), h("img", {src: picture.url, alt: W.stage})] : told,
    h("div", {class: "badge"}, h("b", {}, table.title), h("span", {}, table.subtitle)),
    clock() && ring(clock()), h("div", {class: "shelf"}, picture.url && told, strip()));
}
