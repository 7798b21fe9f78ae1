// The settings of this phone. Loaded when somebody opens them.

import {later, sheet} from "./act.js";
import {button, h, icon} from "./dom.js";
import {fetchWords, stayAwake} from "./net.js";
import {app, stored} from "./state.js";
import {play, vibrate} from "./sound.js";
import {applyWishes, isHighContrast, isStill} from "./wishes.js";

const SIZES = [100, 115, 130, 150, 175, 200];
/** @typedef {[value: string, words: string]} Option */

/** @param {string} name @param {string} value */
function wish(name, value) {
  stored(name, value);
  applyWishes();
  app.render();
}

/** A row with a switch. @param {string} sign @param {string} words @param {string} hint @param {boolean} isOn
 * @param {(on: boolean) => void} flip */
function toggle(sign, words, hint, isOn, flip) {
  /** @param {Event} event */
  const changed = (event) => flip(/** @type {HTMLInputElement} */ (event.target).checked);
  const box = {type: "checkbox", role: "switch", class: "switch", checked: isOn, onchange: changed};
  return h(
    "label",
    {class: "row setting"},
    icon(sign),
    h("span", {class: "words"}, words, hint && h("small", {}, hint)),
    h("input", box)
  );
}

/** A few choices side by side. @param {string} name @param {string} words @param {Option[]} options
 * @param {(value: string) => void} choose */
function choice(name, words, options, choose) {
  const now = stored(name);
  const picks = options.map(([value, label]) => {
    const radio = {type: "radio", name, class: "sr", checked: value === now, onchange: () => choose(value)};
    return h("label", {}, h("input", radio), h("span", {class: "key"}, label));
  });
  return h(
    "div",
    {class: "stack", role: "radiogroup", "aria-label": words},
    h("p", {class: "soft"}, words),
    h("div", {class: "keys picks"}, picks)
  );
}

/** @param {string} language */
async function speakIn(language) {
  stored("language", language);
  await fetchWords();
  for (const one of app.sessions) one.wake(); // the table sends it again
  app.render();
  settings();
}

function languageField() {
  const words = app.words.language;
  const all = [["", app.words.automatic], ...app.languages];
  const options = all.map(([value, name]) =>
    h("option", {value, selected: value === stored("language"), lang: value.replace("_", "-") || null}, name)
  );
  const field = h("select", {class: "field", name: "language"}, options);
  field.onchange = () => speakIn(field.value);
  return h("label", {class: "stack"}, h("span", {class: "soft"}, words), field);
}

const about = () => later(import("./about.js"), (all) => all.about());

/** What the style sheet does. */
function looks() {
  const W = app.words;
  /** @type {Option[]} */
  const themes = [
    ["", W.automatic],
    ["light", W.light],
    ["dark", W.dark],
  ];
  const sizes = SIZES.map((one) => /** @type {Option} */ ([one === 100 ? "" : String(one), one + " %"]));
  return [
    choice("theme", W.theme, themes, (value) => wish("theme", value)),
    choice("size", W.text_size, sizes, (value) => wish("size", value)),
    toggle("circle-half-full", W.contrast, W.contrast_hint, isHighContrast(), (on) =>
      wish("contrast", on ? "yes" : "no")
    ),
  ];
}

/** What ears and hands notice. */
function touches() {
  const W = app.words;
  /** @param {boolean} on */
  const sound = (on) => {
    stored("silent", on ? "" : "yes");
    play("chime");
  };
  /** @param {boolean} on */
  const vibration = (on) => {
    stored("calm", on ? "" : "yes");
    vibrate(40);
  };
  return [
    toggle("bell-ring-outline", W.sound, W.sound_hint, !stored("silent"), sound),
    "vibrate" in navigator &&
      toggle("cellphone-check", W.vibration, W.vibration_hint, !stored("calm"), vibration),
    toggle("lightbulb-on-outline", W.stay_awake, W.awake_hint, !stored("sleepy"), (on) => {
      stored("sleepy", on ? "" : "yes");
      stayAwake();
    }),
    toggle("wind-turbine", W.movement, W.movement_hint, !isStill(), (on) => wish("still", on ? "no" : "yes")),
    toggle("hand-back-left-outline", W.left_handed, W.left_hint, !!stored("left"), (on) =>
      wish("left", on ? "yes" : "")
    ),
  ];
}

export function settings() {
  const {words, languages} = app;
  sheet(
    words.settings,
    h("p", {class: "soft small"}, words.settings_hint),
    looks(),
    touches(),
    languages.length > 1 && languageField(),
    button(words.about, "script-text-outline", about)
  );
}
