// What a new state changes on this phone: sounds, short messages, and the seat that is shown.

import {closeSheet, toast} from "./act.js";
import {openVotes} from "./board.js";
import {app, asks, session, shared} from "./state.js";

/** @typedef {import("./net.js").Session} Session */

/** @type {AudioContext|null} */
let sound = null;
addEventListener(
  "pointerdown",
  () => {
    sound = sound || (window.AudioContext ? new AudioContext() : null);
  },
  {once: true, capture: true}
);

/** @param {AudioContext} on @param {number} pitch @param {number} after */
function tone(on, pitch, after) {
  const from = on.currentTime + after;
  const wave = on.createOscillator();
  const loud = on.createGain();
  wave.frequency.value = pitch;
  loud.gain.setValueAtTime(0.08, from);
  loud.gain.exponentialRampToValueAtTime(0.001, from + 0.11);
  wave.connect(loud).connect(on.destination);
  wave.start(from);
  wave.stop(from + 0.12);
}

/** Two short tones and a buzz when a turn begins on this phone. Browsers mute them before the first touch. */
function ring() {
  if (navigator.vibrate)
    try {
      navigator.vibrate(40);
    } catch {
      /* not before the first touch */
    }
  if (!sound || (document.hasFocus() && document.visibilityState !== "visible")) return;
  tone(sound, 660, 0);
  tone(sound, 880, 0.12);
}

/** Say what everybody should hear of. @param {State} old @param {State} now */
function tell(old, now) {
  if (old.epoch !== now.epoch && now.table.undone && !now.host) toast(app.words.undone);
  const [newest] = now.table.lines;
  const isNew = newest && newest.note && !old.table.lines.some((one) => one.note && one.at === newest.at);
  if (isNew) toast(newest.text);
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
  of.news++;
  of.done = false;
  app.refusal = "";
  app.where = now.table.where || app.where;
  if (old) tell(old, now);
}

/** A session has a new state. @param {Session} of @param {State} now */
export function takeState(of, now) {
  const before = of.askedFor;
  replaceState(of, now);
  const mine = asks(of);
  const asked = mine && !mine.given ? mine.ask : null;
  if (asked || shared(of)) of.gave = null;
  of.askedFor = asked ? asked.key + (asked.secret ? now.epoch : "") : "";
  if (of.askedFor && of.askedFor !== before) ring();
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
