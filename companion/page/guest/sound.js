// Sounds and vibration. The sounds themselves are loaded with the first one.

import {state, stored} from "./state.js";

/** @type {AudioContext|null} */
let speaker = null;
addEventListener(
  "pointerdown",
  () => {
    speaker = speaker || (window.AudioContext ? new AudioContext() : null);
  },
  {once: true, capture: true}
);

/** Browsers mute it before the first touch. @param {string} name "" is silent */
export async function play(name) {
  const on = speaker;
  const isAway = document.hasFocus() && document.visibilityState !== "visible";
  if (!on || !name || isAway || stored("silent")) return;
  if (on.state !== "running") on.resume();
  try {
    const {tones} = await import("./tones.js");
    await tones(on, name, state()?.table.game || "");
  } catch {
    /* without a network, the next one may come */
  }
}

/** @param {number|number[]} ms */
export function vibrate(ms) {
  if (!navigator.vibrate || stored("calm")) return;
  try {
    navigator.vibrate(ms);
  } catch {
    /* not before the first touch */
  }
}
