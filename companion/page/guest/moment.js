// The end of a play has the page: the last place first, and the winner held back with a drum.

import {play} from "./sound.js";
import {app, session, state} from "./state.js";
import {isStill} from "./wishes.js";

/** @typedef {import("./net.js").Session} Session */

/** Seconds since the play ended here. @param {Session} of */
export const since = (of) => (performance.now() - of.ended) / 1000;

/** When what happens, while it happens here. @returns {Moment|null} */
export function moment() {
  const of = session();
  const found = (of?.ended && of.state?.table.outcome?.moment) || null;
  return of && found && since(of) < found.back ? found : null;
}

/** Until the winner is known: what happened last, then the question. */
function heldBack() {
  const now = moment();
  const passed = since(session());
  if (!now || passed >= now.winner) return "";
  return passed < now.drum ? String(state().table.lines[0]?.text || "") : now.asked;
}

/** The headline of the end. @param {Partial<Outcome>} outcome */
export const endHead = ({sentence = ""}) => (heldBack() || sentence).replace(/\.$/, "");

/** Is the winner known? */
export const isTold = () => !heldBack();

/** @param {Partial<Outcome>} outcome */
export const endingSound = (outcome) => (outcome.won === false ? "lose" : "win");

/** Show what comes next, with its sound at the host's phone.
 * @param {Session} of @param {number} ended which end @param {string} sound */
function next(of, ended, sound) {
  if (of.ended !== ended) return;
  if (of.state?.host) play(sound);
  app.render();
}

/** A play has just ended. @param {Session} of @param {State|null} old its state before */
export function beginMoment(of, old) {
  const outcome = of.state?.table.outcome;
  if (!outcome || !old || old.table.outcome) {
    if (!outcome) of.ended = 0;
    return;
  }
  const {drum, winner, back} = outcome.moment || {};
  if (!drum || !winner || !back || isStill()) return;
  const ended = (of.ended = performance.now());
  setTimeout(next, drum * 1000, of, ended, "drum");
  setTimeout(next, winner * 1000 + 20, of, ended, endingSound(outcome));
  setTimeout(next, back * 1000 + 20, of, ended, "");
}

/* The next tap shows it all */
addEventListener("pointerdown", () => {
  if (!moment()) return;
  session().ended = 0;
  app.render();
});
