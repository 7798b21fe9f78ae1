// Beside the table: the rulebook and tools. Loaded when somebody opens one of them.

import {act, later, needed, sheet, styled} from "./act.js";
import {button, h, icon, line} from "./dom.js";
import {play, vibrate} from "./sound.js";
import {app, say, state, stored} from "./state.js";
import {ruleParts} from "./why.js";

/* The rulebook */

export async function rulebook(section = "", words = "") {
  const {rules, sections = []} = await act({op: "rules", key: "", section, words});
  const W = app.words;
  if (!rules) return;
  const found = rules.length ? rules.map(ruleCard) : h("p", {}, W.no_rule);
  sheet(
    W.rulebook,
    searchField(words),
    sectionField(sections, words ? "" : section || sections[0]),
    h("div", {class: "told-text", tabindex: 0, role: "group", "aria-label": W.rulebook}, found)
  );
}

/** @param {string} words */
function searchField(words) {
  const label = app.words.search_rules;
  const field = h("input", {
    class: "field",
    type: "search",
    value: words,
    "aria-label": label,
    placeholder: label,
  });
  /** @param {Event} event */
  const find = (event) => {
    event.preventDefault();
    rulebook("", field.value);
  };
  return h("form", {onsubmit: find}, field);
}

/** @param {string[]} sections @param {string} shown */
function sectionField(sections, shown) {
  const field = h(
    "select",
    {class: "field", "aria-label": app.words.rulebook},
    sections.map((one) => h("option", {selected: one === shown}, one))
  );
  field.onchange = () => rulebook(sections[field.selectedIndex]);
  return field;
}

/** @param {RuleText & {house: HouseRule[]}} rule */
function ruleCard(rule) {
  /** @param {HouseRule} one */
  const house = (one) =>
    line(one.label + ": " + one.choice, "scale-balance", null, one.ours ? app.words.house_rule : "");
  return h("div", {class: "card"}, ruleParts(rule), rule.house.map(house));
}

/* Tools. They change nothing at the table. */

/** @param {number} most */
const chance = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;
let counting = 0;

/** @param {number} seconds @param {HTMLElement} out */
function countdown(seconds, out) {
  clearInterval(counting);
  const end = Date.now() + seconds * 1000;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    out.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    if (!left) {
      clearInterval(counting);
      vibrate([80, 60, 80]);
      play("chime");
    }
  };
  counting = window.setInterval(show, 200);
  show();
}

/** @param {number} number of dice @param {number} sides of each */
function rolled(number, sides) {
  const faces = Array.from({length: number}, () => chance(sides) + 1);
  const total = number > 1 ? "  = " + faces.reduce((one, two) => one + two) : "";
  return faces.join("  ") + total;
}

/** A coin that turns in the air, then its side in words. */
function flipped() {
  const W = app.words;
  const sides = [icon("crown"), icon("star-four-points")];
  const isTails = chance(2) === 1;
  if (isTails) sides.reverse();
  const coin = h("span", {class: "coin", "aria-hidden": "true"}, sides);
  return [coin, h("span", {class: "landed"}, isTails ? W.tails : W.heads)];
}

/** The kinds of dice; the last one chosen stays chosen on this phone. */
const kindNow = () => Number(stored("die")) || 6;

function diceKinds() {
  const row = h("div", {class: "keys small kinds"});
  const draw = () =>
    row.replaceChildren(
      ...app.dice.kinds.map((sides) => {
        const isOn = sides === kindNow();
        const look = {type: "button", class: isOn ? "key on" : "key", "aria-pressed": String(isOn)};
        const choose = () => {
          stored("die", String(sides));
          draw();
        };
        return h("button", {...look, onclick: choose}, say(app.words.die_kind, {n: sides}));
      })
    );
  draw();
  return row;
}

export async function tools() {
  await needed((query) => styled("guest/tools.css", query));
  const W = app.words;
  const out = h("output", {class: "tool", "aria-live": "polite"}, "–");
  const seats = state().table.seats.filter((one) => !one.gone);
  /** @param {() => string} work */
  const show = (work) => () => {
    out.textContent = work();
  };
  const numbers = Array.from({length: app.dice.most}, (_, before) => before + 1);
  /** @param {number} one */
  const die = (one) => {
    const label = say(W.roll, {number: one});
    const attributes = {
      type: "button",
      class: "key",
      "aria-label": label,
      onclick: show(() => rolled(one, kindNow())),
    };
    return h("button", attributes, icon("dice-multiple-outline"), String(one));
  };
  /** @param {number} one */
  const timer = (one) => {
    const words = one < 60 ? one + " s" : one / 60 + " min";
    return h("button", {type: "button", class: "key", onclick: () => countdown(one, out)}, words);
  };
  const starts = () => seats[chance(seats.length)].name;
  sheet(
    W.tools,
    out,
    diceKinds(),
    h("div", {class: "keys six"}, numbers.map(die)),
    button(W.coin, "circle-half-full", () => out.replaceChildren(...flipped())),
    seats.length > 1 && button(W.who_starts, "account-group-outline", show(starts)),
    h("div", {class: "keys small"}, [30, 60, 120, 180, 300].map(timer)),
    speechSwitch()
  );
}

/** Read each question aloud on this phone? */
function speechSwitch() {
  if (!("speechSynthesis" in window)) return null;
  const one = button(app.words.speech, "account-voice", flip, "", {
    "aria-pressed": String(!!stored("speech")),
  });
  function flip() {
    const isOn = !!stored("speech", stored("speech") ? "" : "yes");
    one.setAttribute("aria-pressed", String(isOn));
    later(import("./speech.js"), (all) => all.speak());
  }
  return one;
}
