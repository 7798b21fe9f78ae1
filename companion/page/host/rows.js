// Rows of a sheet that open something, and what was just done, once.

import {button, h, icon} from "../guest/dom.js";
import {app, say} from "../guest/state.js";

/** What was just done, and how to take it back. @typedef {{told: string, undo?: () => unknown}} Done */

/** @param {string} title @param {string} hint @param {() => void} go
 * @param {Element|null} [sign] before the words */
export const row = (title, hint, go, sign = null) =>
  h(
    "button",
    {type: "button", class: "answer", onclick: go},
    sign,
    h("span", {class: "words"}, title, hint && h("small", {}, hint)),
    icon("chevron-right")
  );

const MOST = 20;

/** At most three screens of rows; the others are folded. @param {Element[]} rows */
export function folded(rows) {
  const more = rows.slice(MOST);
  return [
    h("div", {class: "answers"}, rows.slice(0, MOST)),
    more.length > 0 &&
      h(
        "details",
        {class: "fold"},
        h("summary", {}, say(app.words.n_more, {number: more.length})),
        h("div", {class: "answers"}, more)
      ),
  ];
}

/** What the second tap of two doesn't do again. @template {unknown[]} A
 * @param {(...args: A) => Promise<unknown>} work */
export function once(work) {
  let isBusy = false;
  return async (/** @type {A} */ ...args) => {
    if (isBusy) return;
    isBusy = true;
    await work(...args).finally(() => {
      isBusy = false;
    });
  };
}

/** What was just done, with *Undo*. @param {Done|null} done */
export const doneView = (done) =>
  done &&
  h(
    "section",
    {class: "card ask", role: "status"},
    h("p", {}, done.told),
    done.undo && button(app.words.undo, "undo-variant", done.undo)
  );
