// How a play ended: the podium or the seal before the game's landscape, and the race of points.

import {loadArt, picture} from "./art.js";
import {h, icon, line, s, token} from "./dom.js";
import {colourOf} from "./pieces.js";
import {HIGH, landscape} from "./scenes.js";
import {endHead, isTold, moment, since} from "./moment.js";
import {app, say, seat, session, state} from "./state.js";

/** @typedef {{name: string, who: (SeatLook|null)[], place: number, score?: number|null}} Step */

/** The host leaves out what is empty. @param {Partial<Outcome>} found @returns {Outcome} */
const whole = (found) => ({
  sentence: "",
  places: [],
  steps: [],
  sides: [],
  winners: [],
  details: [],
  ...found,
});
/** @param {Outcome} done */
const byPlace = (done) => [...done.places].sort((one, two) => one.place - two.place);
/** @param {number[]} seats */
const named = (seats) => seats.map((one) => (seat(one) || {name: ""}).name).join(", ");
/** @param {Outcome} done */
const won = (done) => done.won ?? done.winners.length > 0;

/** Sides that won or lost together have the same note; the winners first. @param {Outcome} done
 * @returns {[string, PodiumPlace[]][]} */
function teams(done) {
  /** @type {Map<string, PodiumPlace[]>} */
  const found = new Map();
  const all = byPlace(done).filter((one) => one.note && one.score != null);
  for (const one of all) found.set(one.note || "", [...(found.get(one.note || "") || []), one]);
  return found.size > 1 && found.size < all.length ? [...found] : [];
}

/** A step for each side, and for everybody on none.
 * @param {Outcome} done @param {[string, PodiumPlace[]][]} sides @returns {Step[]} */
function sideSteps(done, sides) {
  /** @param {number} of */
  const place = (of) => (done.winners.includes(of) ? 1 : 2);
  const placed = sides.flatMap(([, all]) => all.map((one) => one.seat));
  const rest = state().table.seats.filter((one) => !placed.includes(one.seat));
  return [
    ...sides.map(([name, all]) => ({
      name,
      score: all[0].score,
      who: all.map((one) => seat(one.seat)),
      place: place(all[0].seat),
    })),
    ...rest.map((one) => ({name: one.name, score: null, who: [one], place: place(one.seat)})),
  ];
}

/** Whoever the table puts on the podium, from left to right. @param {Outcome} done @returns {Step[]} */
function steps(done) {
  const sides = teams(done);
  if (sides.length) return sideSteps(done, sides);
  const sharing = done.sides.length ? done.sides : done.places.map((one) => [one.seat]);
  return done.steps.flatMap((first) => {
    const place = done.places.find((one) => one.seat === first);
    const seats = sharing.find((each) => each[0] === first);
    return place && seats ? [{...place, name: named(seats), who: seats.map(seat)}] : [];
  });
}

/** The moment that is shown, and how far it was when the podium was first drawn. */
let begun = {ended: 0, late: 0};

/** Blocks and seals rise while the end has the page.
 * @template {HTMLElement} T @param {number} place @param {T} what @returns {T} */
function rising(place, what) {
  const now = moment();
  if (!now) return what;
  const {ended} = session();
  if (begun.ended !== ended) begun = {ended, late: since(session())};
  const at = ((now.rises[place] || 0) - begun.late).toFixed(2);
  what.style.animation = `rises ${now.rise}s cubic-bezier(.2, 1.4, .4, 1) ${at}s backwards`;
  return what;
}

/** @param {Step} one */
function step(one) {
  const found = h(
    "li",
    {class: "step-" + Math.min(4, one.place)},
    one.place === 1 && icon("crown"),
    h(
      "span",
      {class: "who"},
      one.who.map((each) => token(each))
    ),
    h(
      "div",
      {class: "block"},
      h("span", {class: "sr"}, say(app.words.place, {number: one.place}), ": "),
      h("b", {class: String(one.score).length > 4 ? "long" : ""}, one.score ?? ""),
      h("span", {class: "name"}, one.name)
    )
  );
  return rising(one.place, found);
}

/** @param {Step[]} all */
export const podium = (all) => h("ol", {class: all.length > 5 ? "podium many" : "podium"}, all.map(step));

/** Won or lost together, or without any points: then the winners' tokens are in it. @param {Outcome} done */
function seal(done) {
  const [kind, sign, words] = won(done)
    ? ["", "trophy-outline", app.words.won]
    : [" lost", "skull-outline", app.words.lost];
  const single = done.won == null ? done.winners.map((one) => token(seat(one))) : [];
  const inside = single.length
    ? [icon("crown"), h("span", {class: "who"}, single), h("span", {class: "sr"}, words)]
    : [icon(sign), h("b", {class: "voice"}, words)];
  return rising(1, h("div", {class: "seal" + kind}, inside));
}

/** @param {Outcome} done */
function confetti(done) {
  if (done.won === false) return null;
  const seats = [...done.winners.map(seat), ...state().table.seats].flatMap((one) => one || []);
  const pieces = Array.from({length: 28}, (_, n) => {
    const piece = h("span");
    piece.style.cssText =
      `left:${(n * 37) % 100}%;background:${colourOf(seats[n % seats.length])};` +
      `animation-delay:${((n * 53) % 90) / 100}s;` +
      `border-radius:${n % 3 ? 15 : 50}%;--turn:${((n * 97) % 480) - 240}deg`;
    return piece;
  });
  return h("div", {class: "confetti", "aria-hidden": "true"}, pieces);
}

/** The game's own picture of the end, or its landscape, with sky above it. */
function sky() {
  /** @type {Land} */
  const land = session().land || {spots: []};
  loadArt(land);
  const end = land.art ? picture("end") : null;
  const wide = end ? Number(end.getAttribute("width")) : HIGH * (land.ratio || 1);
  return s(
    "svg",
    {
      class: "sky",
      viewBox: `${wide / 2 - 500} -420 1000 1000`,
      preserveAspectRatio: "xMidYMin slice",
      "aria-hidden": "true",
    },
    end || landscape({...land, picture: ""}, wide)
  );
}

/** @param {Partial<Outcome>} found */
export function endStage(found) {
  const done = whole(found);
  const placed = done.won == null && done.places.length > 0;
  return h(
    "section",
    {class: "stage end", "data-k": "end " + state().epoch},
    sky(),
    h("h1", {tabindex: -1}, endHead(done)),
    placed ? podium(steps(done)) : seal(done),
    isTold() && confetti(done)
  );
}

/** A token at the end of a line; `size` in units of the chart. @param {number} of @param {number} y
 * @param {number} size */
function endOf(of, y, size) {
  const one = token(seat(of), true);
  const place = {x: 294, y: y - size / 2, width: size, height: size};
  for (const [name, value] of Object.entries(place)) one?.setAttribute(name, String(value));
  return one;
}

/** Beside each other, not on each other. @param {{of: number, y: number}[]} ends */
function spread(ends) {
  ends.sort((one, two) => one.y - two.y);
  ends.forEach((one, n) => {
    if (n) one.y = Math.max(one.y, ends[n - 1].y + 11);
  });
  return Math.max(0, ends[ends.length - 1].y - 136);
}

/** Everybody's points, part by part. @param {Outcome} done */
function race(done) {
  const rows = done.race || [];
  const last = rows.length - 1;
  if (last < 1) return null;
  const all = rows.reduce((one, two) => [...one, ...two], []);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  /** @param {number} n */
  const x = (n) => 26 + (262 * n) / last;
  /** @param {number} points */
  const y = (points) => 128 - (116 * (points - low)) / (high - low);
  /** @param {Seat} one */
  const run = (one) => {
    const points = rows.map((row, n) => `${x(n).toFixed(1)},${y(row[one.seat]).toFixed(1)}`).join(" ");
    const first = done.winners.includes(one.seat) ? " first" : "";
    return [
      s("polyline", {points, class: "case" + first}),
      s("polyline", {points, class: "run" + first, stroke: colourOf(one)}),
    ];
  };
  const seats = state().table.seats;
  const ends = seats.map((one) => ({of: one.seat, y: y(rows[last][one.seat])}));
  const over = spread(ends);
  const lines = [...new Set([low, (low + high) >> 1, high])].map((value) => [
    s("path", {d: `M26 ${y(value)}H288`}),
    s("text", {x: 20, y: y(value) + 3.5}, String(value)),
  ]);
  return h(
    "div",
    {class: "card"},
    h("h2", {class: "voice"}, app.words.evening),
    s(
      "svg",
      {class: "race", viewBox: "0 0 316 146", role: "group", "aria-label": app.words.evening},
      lines,
      seats.map(run),
      ends.map((one) => endOf(one.of, one.y - over, 16))
    )
  );
}

/** @param {PodiumPlace} one */
function placeRow(one) {
  const who = seat(one.seat);
  const words = [one.place + ". " + (who ? who.name : ""), one.note && h("small", {}, one.note)];
  return h(
    "div",
    {class: "row"},
    token(who),
    h("span", {class: "words"}, words),
    h("span", {class: "sum"}, one.score ?? "")
  );
}

/** Below the podium: the race, who else played, and what was special. @param {Partial<Outcome>} found */
export function endDetails(found) {
  const done = whole(found);
  const more = done.won == null && (done.places.length > 3 || done.places.some((one) => one.note));
  /** @param {Reminder} one */
  const told = (one) => line(one.text, one.icon || "star-four-points", seat(one.seat), one.note);
  return [
    race(done),
    done.details.length > 0 && h("div", {class: "card"}, done.details.map(told)),
    more && h("div", {class: "rows"}, byPlace(done).map(placeRow)),
  ];
}
