// Which taps count: those on what people saw when the finger went down.

import {app, state} from "./state.js";

const NEAR = 48; // pixels, as in the app
/** Quick taps on these are all meant. */
const QUICK = ".bar, .keypad, .round";

/** Where a finger was last lifted. */
let lifted = {x: NaN, y: NaN};
let appearedAt = -Infinity;
let isIgnored = false;

/** A question or a sheet is new: the second tap of a double tap isn't meant for it. */
export const appeared = () => (appearedAt = performance.now());

/** @param {PointerEvent} event @param {Element} target */
function isSecondTap({clientX, clientY}, target) {
  const isSoon = performance.now() - appearedAt < app.soon;
  const isNear = Math.max(Math.abs(clientX - lifted.x), Math.abs(clientY - lifted.y)) < NEAR;
  return isSoon && isNear && !target.closest?.(QUICK);
}

/** Does this touch show at once what the page is holding back? Then it does nothing else.
 * @param {Element} target */
const showsAll = (target) =>
  document.body.classList.contains("falling") && !target.closest?.("button, dialog");

addEventListener(
  "pointerdown",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    app.pressed = state() ? state().epoch : "";
    isIgnored = showsAll(target) || isSecondTap(event, target);
  },
  true
);
addEventListener(
  "pointerup",
  ({clientX, clientY}) => {
    lifted = {x: clientX, y: clientY};
  },
  true
);
addEventListener(
  "click",
  (event) => {
    const isByFinger = !!event.detail; // not by keyboard or screen reader
    if (isIgnored && isByFinger) event.stopImmediatePropagation();
    if (isIgnored || !isByFinger) app.pressed = "";
    isIgnored = false;
  },
  true
);
addEventListener("click", () => {
  app.pressed = "";
});
