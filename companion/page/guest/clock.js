// The ring of a running clock, drawn from its end time on the host's clock: the host sends nothing meanwhile.

import {h, s} from "./dom.js";
import {play} from "./sound.js";
import {app, asks, clock, hostSession} from "./state.js";

const RING = {r: 5, length: 2 * Math.PI * 5};

export function ring(on = "") {
  const run = s("circle", {
    r: RING.r,
    class: "run",
    fill: "none",
    stroke: "#FFF3D6",
    "stroke-width": 0.7,
    "stroke-linecap": "round",
    transform: "rotate(-90)",
    "stroke-dasharray": RING.length,
  });
  return h(
    "div",
    {class: "ring " + on, role: "timer", "data-k": "clock", "aria-label": app.words.seconds_left},
    s(
      "svg",
      {viewBox: "-5.8 -5.8 11.6 11.6"},
      s("circle", {r: 5.35, fill: "#0C0E16", class: "disc"}),
      s("circle", {r: RING.r, fill: "none", stroke: "#2A1530", "stroke-opacity": 0.7, "stroke-width": 0.7}),
      run,
      s("text", {y: 0.85, class: "digits"}),
      s("text", {y: 2.3, class: "under"})
    )
  );
}

/** @param {Timer} timer */
function secondsLeft({running, ends = 0, left = 0}) {
  return running ? (ends - (Date.now() - app.offset)) / 1000 : left;
}

/** The number in the ring. @param {Timer} timer @param {number} left */
function digits(timer, left) {
  if (left > 0) return String(Math.ceil(left - 0.001));
  return timer.running ? "−" + Math.floor(-left) : app.words.time;
}

/** The words below it. @param {Timer} timer @param {number} left */
function caption(timer, left) {
  if (left <= 0) return app.words.time;
  return !timer.running && timer.started ? app.words.paused : app.words.seconds_left;
}

let heard = Infinity;
/** The last five seconds tick, then the chime: on the host's phone, and on that of whoever is asked.
 * @param {Timer} timer @param {number} left */
function sound({running}, left) {
  const second = Math.ceil(left);
  const isNear = running && second >= 0 && second <= 5;
  const isNew = second < heard && heard !== Infinity;
  heard = running ? second : Infinity;
  if (isNear && isNew && (hostSession() || asks())) play(second ? "tick" : "chime");
}

export function tick() {
  const timer = clock();
  if (!timer) return;
  const left = secondsLeft(timer);
  sound(timer, left);
  const part = Math.max(0, Math.min(1, left / timer.seconds));
  const offset = ((1 - part) * RING.length).toFixed(2);
  for (const e of document.querySelectorAll(".ring")) {
    e.querySelector(".run")?.setAttribute("stroke-dashoffset", offset);
    e.querySelector(".digits")?.replaceChildren(digits(timer, left));
    e.querySelector(".under")?.replaceChildren(caption(timer, left));
    e.classList.toggle("late", left <= 5);
  }
}
