// Rows of the form for a box: plus and minus, a choice, a line to type. They know nothing of the box.

import {h, icon} from "../guest/dom.js";
import {app} from "../guest/state.js";

/** @param {NumberPart} part @param {number} value @param {(value: number) => void} changed */
export function stepper(part, value, changed) {
  /** @param {number} by @param {string} sign @param {string} words */
  const step = (by, sign, words) => {
    const next = value + by;
    const fits = next >= part.low && next <= part.high;
    const attributes = {
      type: "button",
      class: "round" + (fits ? "" : " off"),
      "aria-label": app.words[words].replace("{name}", part.title),
      onclick: () => {
        if (fits) changed(next);
      },
    };
    return h("button", attributes, icon(sign));
  };
  return h(
    "div",
    {class: "row"},
    h("span", {class: "words"}, part.title, part.hint && h("small", {}, part.hint)),
    h("div", {class: "step"}, step(-1, "minus", "less"), h("output", {}, value), step(1, "plus", "more"))
  );
}

/** @param {string} title @param {BoxChoice[]} choices @param {Json|undefined} value
 * @param {(value: any) => void} changed of the type of the choices */
export function select(title, choices, value, changed, hint = "") {
  /** @param {Event} event */
  const chosen = (event) => {
    const {selectedIndex} = /** @type {HTMLSelectElement} */ (event.target);
    changed(choices[selectedIndex].value);
  };
  return h(
    "label",
    {class: "stack option"},
    h("span", {}, title),
    hint && h("small", {class: "soft"}, hint),
    h(
      "select",
      {class: "field", onchange: chosen},
      choices.map((one) => h("option", {selected: one.value === value}, one.label))
    )
  );
}

/** What is in a field; the page may keep an older one than was built last. @param {Event} event */
export const typed = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/** @param {TextPart} part @param {string} value @param {(value: string) => void} changed */
export function line(part, value, changed) {
  const field = h("input", {
    class: "field",
    value,
    maxlength: part.longest,
    "aria-label": part.title,
    placeholder: part.title,
  });
  field.onchange = (event) => changed(typed(event).trim());
  return field;
}

/** A button that stays pressed while it is `on`. @param {string} kind @param {boolean} on
 * @param {() => void} tap @param {Kid[]} words */
export function toggle(kind, on, tap, ...words) {
  const pressed = kind === "pill" ? " tonal" : " on";
  const attributes = {
    type: "button",
    class: kind + (on ? pressed : ""),
    "aria-pressed": String(on),
    onclick: tap,
  };
  return h("button", attributes, ...words);
}
