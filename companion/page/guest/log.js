// All lines of the play, with a search. The host can go back to each.

import {act, closeSheet, sheet} from "./act.js";
import {button, h, icon, logLine} from "./dom.js";
import {app, hostSession, state} from "./state.js";

/** The host goes back to a line of the play. @param {number} at counted from the newest
 * @param {string} epoch when they were counted */
function backTo(at, epoch) {
  const go = () => {
    closeSheet();
    app.host?.undo(at, epoch);
  };
  const words = h("span", {class: "sr"}, app.words.back_to);
  return h(
    "button",
    {type: "button", class: "pill", onclick: go, title: app.words.back_to},
    icon("history"),
    words
  );
}

const PAGE = 20;

/** @param {string} words */
function logSearch(words) {
  const label = app.words.find_line;
  const field = h("input", {type: "search", class: "field", value: words, "aria-label": label});
  field.placeholder = label;
  field.onchange = () => wholeLog(0, field.value.trim());
  return field;
}

/** Page by page, the newest lines first; with words, only the lines that have them. */
export async function wholeLog(from = 0, words = "") {
  const {epoch} = state();
  const {lines: all} = await act({op: "log", key: ""});
  if (!all) return;
  const played = all.filter((one) => !one.note);
  const wanted = words.toLocaleLowerCase();
  const lines = all.filter((one) => one.text.toLocaleLowerCase().includes(wanted));
  /** @param {LogLine} one */
  const row = (one) => {
    const at = played.indexOf(one);
    return logLine(one, hostSession() && at > 0 && backTo(at, epoch));
  };
  sheet(
    app.words.whole_log,
    all.length > PAGE && logSearch(words),
    !lines.length && h("p", {class: "soft"}, app.words.none_found),
    h("ol", {class: "log", tabindex: 0}, lines.slice(from, from + PAGE).map(row)),
    h(
      "div",
      {class: "tilesrow"},
      from > 0 && button(app.words.back, "arrow-left", () => wholeLog(from - PAGE, words)),
      lines.length > from + PAGE && button(app.words.earlier, "history", () => wholeLog(from + PAGE, words))
    )
  );
}
