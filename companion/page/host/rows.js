// Rows of a sheet that open something, and what was just done.

import {button, h, icon} from "../guest/dom.js";
import {app} from "../guest/state.js";

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

/** What was just done, with *Undo*. @param {Done|null} done */
export const doneView = (done) =>
  done &&
  h(
    "section",
    {class: "card ask", role: "status"},
    h("p", {}, done.told),
    done.undo && button(app.words.undo, "undo-variant", done.undo)
  );
