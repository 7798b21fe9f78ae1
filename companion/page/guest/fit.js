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
let last = "";
let high = 0;
let barHigh = "";

export const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Is there too little room for parts that stay while the page scrolls? */
export const isTight = () => innerHeight < (fontSize() > 20 ? 34 : 20) * fontSize();

/** Where an element ends if the page isn't scrolled; 0 without one. @param {Element|null} one */
const endOf = (one) => (one ? one.getBoundingClientRect().bottom + scrollY : 0);

/** Fold these parts. @param {HTMLElement} main @param {string} level */
function fold(main, level) {
  const wanted = level.split(" ");
  for (const one of FOLDED) main.classList.toggle(one, wanted.includes(one));
}

/** What is above the buttons with this level: everything, or at least the likely answer?
 * @param {HTMLElement} main @param {string} level */
function shows(main, level) {
  fold(main, level);
  const likely = main.querySelector(".answering .main") ? ".main" : ":is(.answer, .key, .row, .field)";
  const foot = main.querySelector(".foot");
  const covers = foot && getComputedStyle(foot).position === "sticky" ? foot.clientHeight : 0;
  const room = innerHeight - covers;
  const head = endOf(main.querySelector("h1")) <= room;
  return {
    everything: head && endOf(main.querySelector(".answering")) <= room,
    likely: head && endOf(main.querySelector(".answering " + likely)) <= room,
  };
}

/** The first level for which that is so. Most questions need the same as the one before, so begin there: the
 * page is laid out for each level that is tried.
 * @param {string[]} levels @param {(level: string) => boolean} isSo */
function first(levels, isSo) {
  let at = Math.max(0, levels.indexOf(last));
  if (isSo(levels[at])) while (at > 0 && isSo(levels[at - 1])) at--;
  else while (++at < levels.length && !isSo(levels[at]));
  return levels[at];
}

/** Would these buttons cover too much of the page? @param {Element|null} foot */
const isHigh = (foot) => !!foot && foot.clientHeight > MOST * innerHeight;

/** The buttons of another page than a question's stay only if they are low. @param {HTMLElement|null} main */
const loosen = (main) => main?.classList.toggle("loose", isHigh(main.querySelector(".foot")));

/** A board that somebody has opened is measured as if it were folded again.
 * @param {HTMLElement} main @param {Ask} ask */
function choose(main, ask) {
  const isOpened = main.classList.contains("opened");
  main.classList.remove("opened");
  const levels = isOnBoard(ask) ? LEVELS.slice(0, 3) : LEVELS;
  /** @type {Record<string, ReturnType<typeof shows>>} */
  const tried = {};
  const at = (/** @type {string} */ level) => (tried[level] = tried[level] || shows(main, level));
  const all = first(levels, (level) => at(level).everything);
  last = all ?? first(levels, (level) => at(level).likely) ?? levels[levels.length - 1];
  fold(main, last);
  const folds = last + (isHigh(main.querySelector(".foot")) ? " loose" : "");
  fold(main, folds);
  main.classList.toggle("opened", isOpened);
  return folds;
}

/** How far to scroll until a part lies between these ends, its start first.
 * @param {number} start @param {number} end @param {number} low @param {number} top */
const into = (start, end, low, top) => Math.min(start - low, Math.max(0, end - top));

/** The cell that is filled in stays in sight, below the heads of the columns and beside those of the rows. */
function showNow() {
  const [sheet] = document.getElementsByClassName("sheet");
  const [all, now, top, left] = ["", " .now", " thead th", " tbody th"].map((one) =>
    document.querySelector(".sheet" + one)?.getBoundingClientRect()
  );
  if (!all || !now || !top || !left) return;
  sheet.scrollTop += into(now.top, now.bottom, all.top + top.height, all.bottom);
  sheet.scrollLeft += into(now.left, now.right, all.left + left.width, all.right);
}

/** Choose what folds, once for each question and window. */
export function fit() {
  const bar = /** @type {HTMLElement|null} */ (document.querySelector(".bar"));
  const tall = (bar ? bar.getBoundingClientRect().height : 0) + "px";
  if (tall !== barHigh) document.documentElement.style.setProperty("--bar", tall);
  barHigh = tall;
  const main = /** @type {HTMLElement|null} */ (document.querySelector("main.asks"));
  const ask = asks()?.ask;
  if (!main || !ask || !main.querySelector(".answering")) {
    fitted = app.folds = "";
    loosen(main);
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
