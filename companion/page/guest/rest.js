// A finger that rests on a spot of the board: what the game tells about it, such as what it costs to go
// there.

import {act, sheet} from "./act.js";
import {h} from "./dom.js";
import {asks} from "./state.js";

const REST = 500; // milliseconds
let timer = 0;

export const lifted = () => clearTimeout(timer);

/** Call this when a finger goes down, and `lifted` when it moves or leaves. @param {() => void} rests */
export function wait(rests) {
  lifted();
  timer = window.setTimeout(rests, REST);
}

/** @param {DrawnSpot} spot */
export async function tellAbout(spot) {
  if (asks()?.ask?.kind !== "place") return;
  const {about} = await act({op: "spot", spot: spot.key});
  /** @param {string} words */
  const line = (words) => h("p", {}, words);
  if (about?.length) sheet(spot.name, about.map(line));
}
