// Flights to watch: one after the other, slow enough for a whole table, each with its reason.

import {isStill} from "./wishes.js";

/** Milliseconds for a space, for a rest on it, and for a look at where a flight ended. */
const HEX = 350;
const REST = 100;
const STOP = 1500;

/** @type {Animation[]} */
let flying = [];
/** @type {ReturnType<typeof setTimeout>[]} */
let sayings = [];

/** Moves from space to space, with a rest on each. @param {Keyframe[]} steps @returns {Keyframe[]} */
function paced(steps) {
  const all = (steps.length - 1) * (HEX + REST);
  return steps.flatMap((step, n) => {
    const arrives = n * (HEX + REST) - REST;
    const leaves = n * (HEX + REST);
    const easing = "ease-in-out";
    if (n === 0) return [{...step, offset: 0, easing}];
    return [
      {...step, offset: arrives / all},
      {...step, offset: leaves / all, easing},
    ];
  });
}

/** Play these flights; `tell` shows the reason of each.
 * @param {Flight[]} flights @param {(words: string) => void} tell */
export function watch(flights, tell) {
  stop();
  if (isStill()) {
    if (flights.length === 1) tell(flights[0].words);
    return;
  }
  let from = 350; // until the board has stopped gliding
  for (const {ghost, steps, words} of flights) {
    const duration = (steps.length - 1) * (HEX + REST);
    flying.push(ghost.animate(paced(steps), {delay: from, duration, fill: "backwards"}));
    sayings.push(setTimeout(() => tell(words), from));
    from += duration + STOP;
  }
}

/** Does any flight still go on, or wait for the one before? */
const isFlying = () => flying.some((one) => one.playState === "running");

function stop() {
  flying.forEach((one) => one.finish());
  sayings.forEach(clearTimeout);
  flying = [];
  sayings = [];
}

/* A tap skips them */
addEventListener("pointerdown", () => {
  if (isFlying()) stop();
});
