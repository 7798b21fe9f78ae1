// Keys for a number, as in the app: on the page if the number is the whole question, else in a sheet.

import {act, closeSheet, isAsked, press, sheet} from "./act.js";
import {closeUnless} from "./closes.js";
import {button, h, icon} from "./dom.js";
import {app, say, state} from "./state.js";

const KEYS = "789456123±0<";
const TWO_ROWS = "12345<67890±"; // on a low screen
const LONG = 500; // milliseconds: a key held that long also answers

/** What was typed so far, and for which question. */
let entry = {of: "", text: ""};

/** The timer of the key under the finger; −1 once that has answered. */
let held = 0;
const letGo = () => clearTimeout(held);
addEventListener("pointerup", letGo, true);
addEventListener("pointercancel", letGo, true); // the finger scrolls the page

/** @param {Ask} ask */
const nameOf = (ask) => [ask.key, ask.draft, state().epoch].join(" ");

/** Has the table changed since the finger went down? */
const isLate = () => !!app.pressed && app.pressed !== state().epoch;

/** @param {string} text */
const numberOf = (text) => (text.replace("-", "") ? parseInt(text, 10) : null);

/** @param {string} text */
const shown = (text) => text.replace("-", "−");

/** The text after one more key. @param {string} text @param {string} name @param {Row} row */
function edited(text, name, {low, high}) {
  if (name === "<") return text.slice(0, -1);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  if (name === "±") return sign ? digits : "-" + digits;
  const more = digits === "0" ? name : digits + name;
  const longest = Math.max(String(Math.abs(low)).length, String(Math.abs(high)).length);
  return more.length > longest ? text : sign + more;
}

/** A key that types on a tap; a digit that is held also answers.
 * @param {string} name @param {(key: string) => void} type @param {() => void} [answer] */
function key(name, type, answer) {
  const label = {"±": app.words.sign, "<": app.words.erase_digit}[name];
  const hold = () => {
    held = -1;
    type(name);
    answer?.();
  };
  const down = () => {
    letGo(); // of another finger's key
    held = answer && !label ? window.setTimeout(hold, LONG) : 0;
  };
  /** @param {MouseEvent} event without `detail` it is from a keyboard or a screen reader */
  const up = (event) => {
    clearTimeout(held);
    if (held >= 0 || !event.detail) type(name);
    held = 0;
  };
  const look = "key" + (label ? " soft-key" : "");
  const more = {"data-k": name, "aria-label": label, onpointerdown: down, onclick: up};
  const made = h(
    "button",
    {type: "button", class: look, ...more},
    name === "<" ? icon("backspace-outline") : name
  );
  made.style.setProperty("--low", String(TWO_ROWS.indexOf(name)));
  return made;
}

/** @param {Row} row @param {(key: string) => void} type @param {() => void} [answer] if held */
function keys(row, type, answer) {
  const wanted = row.low < 0 ? KEYS : KEYS.replace("±", "");
  const look = "keypad" + (row.low < 0 ? "" : " plain");
  return h(
    "div",
    {class: look},
    [...wanted].map((one) => key(one, type, answer))
  );
}

/** The number, the numbers that are often wanted, and the keys. @param {Ask} ask @param {Row} row */
export function pad(ask, row) {
  if (entry.of !== nameOf(ask)) entry = {of: nameOf(ask), text: row.value == null ? "" : String(row.value)};
  /** @param {string} text */
  const put = (text) => {
    if (isLate()) return;
    entry.text = text;
    act({op: "put", row: row.key, value: numberOf(text)});
    app.render();
  };
  const answer = () => press("primary");
  /** @param {number} value */
  const often = (value) => {
    const give = () => {
      put(String(value));
      answer();
    };
    return h("button", {type: "button", class: "pill", onclick: give}, shown(String(value)));
  };
  const total = ask.preview && ask.preview[0] ? ask.preview[0].how : row.hint;
  return h(
    "div",
    {class: "pad", "data-k": row.key},
    h(
      "div",
      {class: "typed"},
      h("span", {class: "oftens"}, (row.often || []).map(often)),
      h(
        "span",
        {class: "so-far"},
        h("output", {"aria-live": "polite"}, shown(entry.text) || "–"),
        h("small", {class: "soft"}, total)
      )
    ),
    keys(row, (name) => put(edited(entry.text, name, row)), answer)
  );
}

/** Type one number of several. If a question has them, the sheet closes with it.
 * @param {Row} row @param {string} title @param {(value: number) => void} done @param {Ask} [ask] */
export function openPad(row, title, done, ask = undefined) {
  let text = "";
  const out = h(
    "output",
    {class: "tool", "aria-live": "polite"},
    row.value == null ? "–" : shown(String(row.value))
  );
  const why = h("p", {class: "why-not", role: "alert"});
  /** @param {string} name */
  const type = (name) => {
    text = edited(text, name, row);
    out.textContent = shown(text) || "–";
    why.textContent = "";
  };
  const set = () => {
    const value = text ? numberOf(text) : row.value;
    if (value == null || value < row.low || value > row.high) {
      why.textContent = say(app.words.from_to, {low: shown(String(row.low)), high: shown(String(row.high))});
      return;
    }
    closeSheet();
    done(value);
  };
  const parts = h(
    "div",
    {class: "pad"},
    out,
    why,
    keys(row, type),
    button(app.words.set, "check-bold", set, "first")
  );
  sheet(title, parts);
  if (ask) closeUnless(() => isAsked(ask));
}

/* A keyboard types, too. */
addEventListener("keydown", ({key: typed, target, ctrlKey, metaKey, altKey}) => {
  const open = document.querySelector("dialog[open]");
  const found = (open || document).querySelector(".keypad");
  const isField = /** @type {Element} */ (target).matches("input, textarea, select");
  if (!found || isField || ctrlKey || metaKey || altKey) return;
  const name = {Backspace: "<", "-": "±", "−": "±"}[typed] || typed;
  /** @type {HTMLElement|null} */ (found.querySelector(`[data-k="${CSS.escape(name)}"]`))?.click();
});
