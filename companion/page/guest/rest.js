// A finger that rests on a spot of the board: what the game tells about it, such as what it costs to go
// there.

import {act, sheet} from "./act.js";
import {h} from "./dom.js";
import {app, asks} from "./state.js";

const REST = 500; // milliseconds
let timer = 0;
/** Is the finger still there? */
let isDown = false;

export function lifted() {
  clearTimeout(timer);
  isDown = false;
}

/** Call this when a finger goes down, and `lifted` when it moves or leaves. @param {() => void} rests */
export function wait(rests) {
  lifted();
  isDown = true;
  timer = window.setTimeout(rests, REST);
}

/** Does the game tell something? If not, the touch is only a slow tap.
 * @param {DrawnSpot} spot @returns {Promise<boolean>} */
export async function tellAbout(spot) {
  if (asks()?.ask?.kind !== "place") return false;
  const {pressed} = app;
  const {about} = await act({op: "spot", spot: spot.key});
  if (!isDown) return false;
  app.pressed = pressed; // the touch goes on
  if (!about?.length) return false;
  /** @param {string} words */
  const line = (words) => h("p", {}, words);
  sheet(spot.name, about.map(line));
  return true;
}
