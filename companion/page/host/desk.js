// Beside the table: past plays and people, files in and out, the rulebook, laying out again, corrections, and tools.

import {act, askFor, closeSheet, command, sheet, toast} from "../guest/act.js";
import {button, download, h, icon, line, token} from "../guest/dom.js";
import {redraw} from "./form.js";
import {tab} from "../guest/link.js";
import {app, say, seat, state, stored} from "../guest/state.js";

const desk = (body) => command({op: "desk", ...body});
const row = (title, hint, go, sign = "chevron-right") =>
  h(
    "button",
    {type: "button", class: "answer", onclick: go},
    h("span", {class: "words"}, title, hint && h("small", {}, hint)),
    icon(sign)
  );

/* Files */

const PART = 4000;

/** Choose a file on this phone and send it to the table in parts, as a request is small. `after` draws what came in. */
export function importFile(after = redraw) {
  const field = h("input", {type: "file", accept: ".json,.txt,application/json"});
  field.onchange = async () => {
    const text = field.files[0] ? await new Response(field.files[0]).text() : "";
    if (!text) return;
    let reply = {};
    for (let at = 0; at < text.length; at += PART) {
      reply = await desk({
        what: "in",
        part: text.slice(at, at + PART),
        first: at === 0,
        last: at + PART >= text.length,
      });
      if (!reply.ok) return;
    }
    app.form.copy = undefined;
    toast([reply.told, ...(reply.left_out || [])].filter(Boolean).join(" "));
    after();
  };
  field.click();
}

async function exportFile(body) {
  const reply = await desk({what: "out", ...body});
  const blob = new Blob([reply.text || ""], {type: "application/json"});
  if (reply.text && !(await tab?.share(reply.file, blob))) download(reply.file, blob);
}

/** Share a text, or save it where the browser can't share (over plain http it can't). */
async function shareText(name, text) {
  if (navigator.share)
    try {
      await navigator.share({text});
      return;
    } catch {
      /* then save it */
    }
  download(name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".txt", new Blob([text], {type: "text/plain"}));
}

/* Past plays */

export async function history(from = 0) {
  const reply = await desk({what: "plays", from}),
    W = app.words;
  if (!reply.plays) return;
  sheet(
    W.history,
    !reply.plays.length && h("p", {class: "soft"}, W.no_plays),
    reply.plays.map((one) =>
      row(
        one.title + (one.over ? "" : " …"),
        [one.day, one.names, one.told].filter(Boolean).join(" · "),
        () => onePlay(one.id)
      )
    ),
    reply.more && button(W.older, "arrow-right", () => history(from + reply.plays.length)),
    button(W.players_stats, "podium", people),
    button(W.export_all, "tray-arrow-up", () => exportFile({kind: "everything"})),
    reply.left_behind && h("p", {class: "soft"}, reply.left_behind),
    button(W.import_copy, "tray-arrow-down", () => importFile(history))
  );
}

async function onePlay(id) {
  const reply = await desk({what: "play", which: id}),
    W = app.words;
  if (!reply.text) return;
  const again = Boolean(reply.aside);
  const open = async () => {
    closeSheet();
    await desk({what: "resume", which: id, again});
  };
  sheet(
    reply.title,
    reply.aside && h("p", {}, reply.aside),
    h("div", {class: "told-text", tabindex: 0, role: "group", "aria-label": reply.title}, reply.text),
    button(again ? W.again : W.open_play, "play", open, "first"),
    button(W.share_text, "tray-arrow-up", () => shareText(reply.title, reply.text)),
    button(W.save_file, "tray-arrow-up", () => exportFile({kind: "play", which: id})),
    button(W.back, "arrow-left", () => history())
  );
}

async function people() {
  const reply = await desk({what: "people"}),
    W = app.words;
  if (!reply.people) return;
  const sum = (one) => say(W.sums, {plays: one.plays, wins: one.wins});
  const games = (one) =>
    one.games.map((game) =>
      line(
        game.title,
        "cards-outline",
        null,
        sum(game) + (game.best == null ? "" : " · " + say(W.best, {best: game.best}))
      )
    );
  const rivals = (one) => one.rivals.map((each) => line(each.name, "sword-cross", null, say(W.rival, each)));
  const person = (one) =>
    h(
      "details",
      {class: "fold", "data-k": one.name},
      h("summary", {}, one.name, h("small", {class: "soft"}, " ", sum(one))),
      h("div", {class: "card"}, games(one), rivals(one))
    );
  sheet(
    W.players_stats,
    !reply.people.length && h("p", {class: "soft"}, W.no_plays),
    reply.people.map(person),
    button(W.back, "arrow-left", () => history())
  );
}

/* The rulebook */

export async function rules(section = "", words = "") {
  const reply = await act({op: "rules", key: "", section, words}),
    W = app.words;
  if (!reply.rules) return;
  const field = h("input", {
    class: "field",
    type: "search",
    value: words,
    "aria-label": W.search_rules,
    placeholder: W.search_rules,
  });
  const find = (event) => {
    event.preventDefault();
    rules("", field.value);
  };
  const at = section || reply.sections[0];
  const pick = h(
    "select",
    {
      class: "field",
      "aria-label": W.rulebook,
      onchange: (event) => rules(reply.sections[event.target.selectedIndex]),
    },
    reply.sections.map((one) => h("option", {selected: !words && one === at}, one))
  );
  const house = (one) =>
    line(one.label + ": " + one.choice, "scale-balance", null, one.ours ? W.house_rule : "");
  const rule = (one) =>
    h(
      "div",
      {class: "card"},
      h("div", {}, h("span", {class: "chip"}, one.id), " ", h("b", {}, one.title)),
      h("p", {class: "soft"}, one.text),
      one.house.map(house)
    );
  sheet(
    W.rulebook,
    h("form", {onsubmit: find}, field),
    pick,
    h(
      "div",
      {class: "told-text", tabindex: 0, role: "group", "aria-label": W.rulebook},
      reply.rules.length ? reply.rules.map(rule) : h("p", {}, W.no_rule)
    )
  );
}

/* What lies where */

export async function layOut(pack) {
  const reply = await command({op: "laid"}),
    W = app.words;
  if (!reply.groups) return;
  const own = reply.groups.filter((group) => group.things.every((one) => one.seat != null));
  const thing = (one) =>
    h(
      "label",
      {class: "line tick"},
      h("input", {type: "checkbox"}),
      token(seat(one.seat), true),
      h("span", {}, one.label, " ", h("b", {}, one.words))
    );
  const group = (one) =>
    h(
      "details",
      {class: "fold", "data-k": one.name},
      h("summary", {}, one.name, h("small", {class: "soft"}, " ", String(one.things.length))),
      one.things.map(thing)
    );
  sheet(
    pack ? W.pack_away : W.lay_out,
    h("p", {class: "soft"}, pack ? W.pack_hint_table : W.lay_hint),
    pack && reply.packing && line(reply.packing, "cards-outline"),
    (pack ? own : reply.groups).map(group)
  );
}

/* Corrections */

const SHORT = 20;

/** In the order of their first fields; a long group is cut. */
function groupsOf(all) {
  const names = [...new Set(all.map((one) => one.group))];
  return names.flatMap((name) => {
    const group = all.filter((one) => one.group === name),
      parts = Math.ceil(group.length / SHORT);
    return Array.from({length: parts}, (_, n) => group.slice(n * SHORT, (n + 1) * SHORT));
  });
}

export async function fields() {
  const reply = await command({op: "fields"});
  if (!reply.fields) return;
  const all = reply.fields.filter((one) => one.value === null || typeof one.value !== "object"),
    groups = groupsOf(all);
  const field = (one) =>
    h(
      "button",
      {type: "button", class: "answer", "data-path": one.path, onclick: () => correct(one)},
      h(
        "span",
        {class: "words"},
        one.label,
        h("small", {}, one.words == null ? String(one.value) : one.words)
      ),
      icon("chevron-right")
    );
  const title = ([one]) =>
    one.group && groups.filter((each) => each[0].group === one.group).length === 1
      ? one.group
      : [one.group, one.label + " …"].filter(Boolean).join(": ");
  const part = (group) =>
    all.length <= SHORT
      ? [group[0].group && h("h2", {}, group[0].group), group.map(field)]
      : h(
          "details",
          {class: "fold", name: "fields"},
          h("summary", {}, title(group)),
          h("div", {class: "answers"}, group.map(field))
        );
  sheet(app.words.correct, all.length ? groups.map(part) : h("p", {class: "soft"}, app.words.nothing));
}

/** Things to drag into order; the arrows do the same for keys and screen readers. */
function order(one, set) {
  const W = app.words,
    keys = one.value
      ? one.between
        ? one.value.split(one.between)
        : [...one.value]
      : one.ordered.map((each) => each.value);
  const name = (key) => one.ordered.find((each) => each.value === key).words,
    list = h("div", {class: "order"});
  const move = (key, by) => {
    const at = keys.indexOf(key),
      to = Math.max(0, Math.min(keys.length - 1, at + by));
    keys.splice(to, 0, ...keys.splice(at, 1));
    list.append(...keys.map((each) => rows[each]));
  };
  const arrow = (key, by, what, words) =>
    h(
      "button",
      {
        type: "button",
        class: "round",
        "aria-label": say(words, {name: name(key)}),
        onclick: () => move(key, by),
      },
      what
    );
  const drags = (key) =>
    h(
      "div",
      {
        class: "answer",
        "data-key": key,
        onpointerdown: (event) => {
          if (event.target.closest("button")) return;
          let from = event.clientY;
          const high = list.offsetHeight / keys.length;
          list.setPointerCapture(event.pointerId); // the row itself moves, and would lose the pointer
          list.onpointermove = (now) => {
            const steps = Math.round((now.clientY - from) / high);
            if (steps) {
              move(key, steps);
              from += steps * high;
            }
          };
          list.onpointerup = list.onpointercancel = () => {
            list.onpointermove = null;
          };
        },
      },
      h("span", {class: "words"}, name(key)),
      arrow(key, -1, "↑", W.up),
      arrow(key, 1, "↓", W.down)
    );
  const rows = Object.fromEntries(keys.map((key) => [key, drags(key)]));
  list.append(...keys.map((each) => rows[each]));
  return [
    h("p", {class: "soft"}, W.drag_order),
    list,
    button(W.set, "check-bold", () => set(keys.join(one.between)), "first"),
  ];
}

function correct(one) {
  const set = (value) => {
    closeSheet();
    command({op: "correct", path: one.path, value});
  };
  const pick = (value, label) =>
    h(
      "button",
      {type: "button", class: "answer" + (value === one.value ? " on" : ""), onclick: () => set(value)},
      h("span", {class: "words"}, label)
    );
  if (one.ordered) return sheet(one.label, order(one, set));
  if ((one.values || []).length)
    return sheet(
      one.label,
      one.values.map((each) => pick(each.value, each.words))
    );
  if (typeof one.value === "boolean")
    return sheet(one.label, pick(true, app.words.yes), pick(false, app.words.no));
  const isNumber = typeof one.value === "number";
  return askFor(
    one.label,
    one.label,
    app.words.set,
    (value) => set(isNumber ? Number(value) : value),
    one.value == null ? "" : one.value,
    {type: isNumber ? "number" : "text", min: one.low, max: one.high, maxlength: null, required: isNumber}
  );
}

/* Tools. They change nothing at the table. */

const chance = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;
let counting = 0;

function countdown(seconds, out) {
  clearInterval(counting);
  const end = Date.now() + seconds * 1000;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    out.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    if (!left) {
      clearInterval(counting);
      if (navigator.vibrate) navigator.vibrate([80, 60, 80]);
    }
  };
  counting = window.setInterval(show, 200);
  show();
}

export function tools() {
  const W = app.words,
    out = h("output", {class: "tool", "aria-live": "polite"}, "–"),
    seats = state().table.seats.filter((one) => !one.gone);
  const roll = (number) => () => {
    const faces = Array.from({length: number}, () => chance(6) + 1);
    out.textContent = faces.join("  ") + (number > 1 ? "  = " + faces.reduce((one, two) => one + two) : "");
  };
  const die = (one) =>
    h(
      "button",
      {type: "button", class: "key", "aria-label": say(W.roll, {number: one}), onclick: roll(one)},
      icon("dice-multiple-outline"),
      String(one)
    );
  sheet(
    W.tools,
    out,
    h("div", {class: "keys six"}, [1, 2, 3, 4, 5, 6].map(die)),
    button(W.coin, "circle-half-full", () => {
      out.textContent = chance(2) ? W.heads : W.tails;
    }),
    seats.length > 1 &&
      button(W.who_starts, "account-group-outline", () => {
        out.textContent = seats[chance(seats.length)].name;
      }),
    h(
      "div",
      {class: "keys small"},
      [30, 60, 120, 180, 300].map((one) =>
        h(
          "button",
          {type: "button", class: "key", onclick: () => countdown(one, out)},
          one < 60 ? one + " s" : one / 60 + " min"
        )
      )
    ),
    speechSwitch()
  );
}

/** Read each question aloud on this phone? */
function speechSwitch() {
  const flip = (event) => {
    event.currentTarget.setAttribute(
      "aria-pressed",
      String(!!stored("speech", stored("speech") ? "" : "yes"))
    );
    import("../guest/speech.js").then((all) => all.speak());
  };
  return (
    "speechSynthesis" in window &&
    button(app.words.speech, "account-voice", flip, "", {"aria-pressed": String(!!stored("speech"))})
  );
}
