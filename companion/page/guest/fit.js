// On a small screen, some parts fold until the answers are in sight: first the card To move, then the
// reasons, at last the board.

import {app, asks, isOnBoard, state} from "./state.js";

/** Each level includes those before. */
const LEVELS = ["", "brief", "brief late", "brief late mid", "brief late low"];
const FOLDED = ["brief", "late", "mid", "low", "loose"];
const MOST = 0.26; // of the window, for buttons that stay while the page scrolls
const SOME = 150; // pixels: less is only the browser's own bar, which comes and goes

/** For which question and window the level was chosen. */
let fitted = "";
let high = 0;

export const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Is there too little room for parts that stay while the page scrolls? */
export const isTight = () => innerHeight < (fontSize() > 20 ? 34 : 20) * fontSize();

/** Where an element ends if the page isn't scrolled; 0 without one. @param {Element|null} one */
const endOf = (one) => (one ? one.getBoundingClientRect().bottom + scrollY : 0);

/** Is all of it above the buttons, with this level? @param {HTMLElement} main @param {string} level */
function shows(main, level, part = "") {
  const foot = main.querySelector(".foot");
  const covers = foot && getComputedStyle(foot).position === "sticky" ? foot.clientHeight : 0;
  main.classList.remove(...FOLDED);
  main.classList.add(...level.split(" ").filter(Boolean));
  const end = Math.max(endOf(main.querySelector("h1")), endOf(main.querySelector(".answering " + part)));
  return end <= innerHeight - covers;
}

/** @param {HTMLElement} main @param {Ask} ask */
function choose(main, ask) {
  const levels = isOnBoard(ask) ? LEVELS.slice(0, 3) : LEVELS;
  const likely = main.querySelector(".answering .main") ? ".main" : ":is(.answer, .key, .row, .field)";
  const all = levels.find((level) => shows(main, level));
  const found = all ?? levels.find((level) => shows(main, level, likely)) ?? levels[levels.length - 1];
  const foot = main.querySelector(".foot");
  const isLoose = !!foot && foot.clientHeight > MOST * innerHeight;
  const folds = found + (isLoose ? " loose" : "");
  shows(main, folds);
  return folds;
}

/** The round that is filled in stays in sight. */
function showNow() {
  const now = document.querySelector(".sheet .now");
  const sheet = now?.closest(".sheet");
  if (!now || !sheet) return;
  const [row, all] = [now.getBoundingClientRect(), sheet.getBoundingClientRect()];
  if (row.bottom > all.bottom || row.top < all.top) sheet.scrollTop += row.bottom - all.bottom + row.height;
}

/** Choose what folds, once for each question and window. */
export function fit() {
  const bar = /** @type {HTMLElement|null} */ (document.querySelector(".bar"));
  document.documentElement.style.setProperty("--bar", (bar ? bar.getBoundingClientRect().height : 0) + "px");
  const main = /** @type {HTMLElement|null} */ (document.querySelector("main.asks"));
  const ask = asks()?.ask;
  if (!main || !ask || !main.querySelector(".answering")) {
    fitted = app.folds = "";
    return;
  }
  if (Math.abs(innerHeight - high) > SOME) high = innerHeight;
  const lines = state().table.hand?.lines.length || 0;
  const came = !main.querySelector(".coming");
  const now = [ask.key, state().epoch, lines, app.listed, came, innerWidth, high, fontSize()].join();
  if (now !== fitted) app.folds = choose(main, ask);
  if (now !== fitted) showNow();
  fitted = now;
}
