// The home before Python is there: choose a box and type the names while it loads.

import {$} from "../guest/dom.js";
import {app, say, stored} from "../guest/state.js";
import {openHome} from "../host/hosting.js";

/* global WORDS */
const W = WORDS[document.documentElement.lang]; // old.js chose the language
const MB = 1e6;

/** What the last visit showed, if it spoke the same language. @returns {Home|null} */
function lastHome() {
  try {
    const {language, home} = JSON.parse(stored("home"));
    return language === document.documentElement.lang ? home : null;
  } catch {
    return null;
  }
}

/** Draw the home with the words and games of this build. The table sends its own as soon as it is there. */
export async function showEarly() {
  document.documentElement.classList.add("early");
  $("loading").hidden = false;
  try {
    const reply = await fetch(`./tab/first.${document.documentElement.lang}.json`);
    const {words, forms, seats, home} = await reply.json();
    const isOver = !document.documentElement.classList.contains("early");
    if (isOver || app.sessions.length) return;
    Object.assign(app, {words, forms, seats, early: lastHome() || home});
    if (window.wanted) openHome({game: window.wanted});
    else app.render();
  } catch (error) {
    console.info("no home before the table", error);
  }
}

/** The table is there, or a sentence takes its place. */
export function endEarly() {
  document.documentElement.classList.remove("early");
  $("loading").hidden = true;
}

/** How much of the large files has come. @param {number} bytes @param {number} total */
function told(bytes, total) {
  if (!total) return W.starts;
  return say(W.loading, {there: (bytes / MB).toFixed(1), all: (total / MB).toFixed(1)});
}

window.addEventListener("coming", (event) => {
  const {done, bytes, total} = /** @type {CustomEvent} */ (event).detail;
  $("first").textContent = told(bytes, total);
  document.documentElement.style.setProperty("--done", 100 * done + "%");
});

// The button that starts the play stays above the line, however many lines its words take.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--loading", $("loading").offsetHeight + "px");
}).observe($("loading"));
