// What a new state changes on this phone: sounds, short messages, and the seat that is shown.

import {closeSheet, toast} from "./act.js";
import {openVotes} from "./board.js";
import {beginMoment, endingSound, moment} from "./moment.js";
import {play, vibrate} from "./sound.js";
import {app, asks, session, shared} from "./state.js";

/** @typedef {import("./net.js").Session} Session */

/** @param {State} now */
const points = ({table}) => table.seats.map((one) => one.score).join();

/** What the host's phone plays for everybody; on several phones it would be an echo.
 * @param {State} old @param {State} now */
function soundOf(old, now) {
  const {outcome, state, undone} = now.table;
  if (old.epoch === now.epoch) return "";
  if (old.table.state === "none") return "start";
  if (outcome && !old.table.outcome) return moment() ? "" : endingSound(outcome);
  if (undone) return "undo";
  if (old.table.state === "sealed" && state !== "sealed") return "reveal";
  return points(old) === points(now) ? "" : "book";
}

/** Say what everybody should hear of. @param {State} old @param {State} now */
function tell(old, now) {
  if (old.epoch !== now.epoch && now.table.undone && !now.host) toast(app.words.undone);
  const [last] = old.table.lines;
  const isNew = (/** @type {LogLine} */ one) =>
    one.note && !(last?.at > one.at) && !old.table.lines.some((was) => was.note && was.at === one.at);
  const newest = now.table.lines.find(isNew);
  if (newest) toast(newest.text);
  if (old.host && !now.host) closeSheet(); // its buttons are for the host
}

/** @param {Session} of @param {State} now */
function replaceState(of, now) {
  const old = of.state;
  if (old && now.epoch === old.epoch && now.turn < old.turn) {
    now.mine = old.mine; // the reply was faster
    now.turn = old.turn;
  }
  of.state = now;
  openVotes(of, old);
  beginMoment(of, old);
  of.news++;
  of.done = false;
  app.refusal = "";
  app.where = now.table.where || app.where;
  if (old) tell(old, now);
}

/** One sound, and a buzz when a turn begins on this phone. @param {string} sound @param {boolean} isTurn */
function ring(sound, isTurn) {
  if (isTurn) vibrate(40);
  play(isTurn ? sound || "turn" : sound);
}

/** A session has a new state. @param {Session} of @param {State} now */
export function takeState(of, now) {
  const before = of.askedFor;
  const old = of.state;
  replaceState(of, now);
  const mine = asks(of);
  const asked = mine && !mine.given ? mine.ask : null;
  if (asked || shared(of)) of.gave = null;
  of.askedFor = asked ? [asked.key, mine?.since, asked.secret ? now.epoch : ""].join(" ") : "";
  ring(old && now.host ? soundOf(old, now) : "", !!of.askedFor && of.askedFor !== before);
  lookAtAsked();
}

/** Switch to the seat that has a question; a secret one stays covered until tapped. */
function lookAtAsked() {
  const now = session();
  if (!now || asks(now) || now.gone) return;
  const other = app.sessions.findIndex((one) => one.token && !one.gone && asks(one));
  if (other >= 0) showSession(other);
}

/** @param {number} at */
export function showSession(at) {
  app.current = at;
  app.refusal = "";
  app.shown = "";
}
