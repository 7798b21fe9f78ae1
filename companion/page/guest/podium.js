// How a play ended: the podium or the seal before the game's landscape, and the race of points.

import {FILLS, h, icon, line, s, token} from "./dom.js";
import {scene, tower} from "./scenes.js";
import {app, say, seat, session, state} from "./state.js";

/** The host leaves out what is empty. */
const whole = (found) => ({places: [], sides: [], winners: [], details: [], ...found});
const byPlace = (done) => [...done.places].sort((one, two) => one.place - two.place);
const named = (seats) => seats.map((one) => (seat(one) || {name: ""}).name).join(", ");
const won = (done) => done.won ?? done.winners.length > 0;

/** Sides that won or lost together have the same note; the winners first. */
function teams(done) {
  const found = new Map(),
    all = byPlace(done).filter((one) => one.note && one.score != null);
  for (const one of all) found.set(one.note, [...(found.get(one.note) || []), one]);
  return found.size > 1 && found.size < all.length ? [...found] : [];
}

/** The best three, or up to five joint winners; a single winner stands in the middle. */
function steps(done) {
  const place = (of) => (done.winners.includes(of) ? 1 : 2),
    sides = teams(done);
  if (sides.length) {
    const placed = sides.flatMap(([, all]) => all.map((one) => one.seat)),
      rest = state().table.seats.filter((one) => !placed.includes(one.seat));
    return [
      ...sides.map(([name, all]) => ({
        name,
        score: all[0].score,
        seats: all.map((one) => one.seat),
        place: place(all[0].seat),
      })),
      ...rest.map((one) => ({name: one.name, score: null, seats: [one.seat], place: place(one.seat)})),
    ];
  }
  const sharing = done.sides.length ? done.sides : done.places.map((one) => [one.seat]);
  const all = byPlace(done).flatMap((one) =>
    sharing.filter((each) => each[0] === one.seat).map((seats) => ({...one, name: named(seats), seats}))
  );
  const first = all.filter((one) => one.place === 1).length,
    shown = all.slice(0, Math.max(3, Math.min(first, 5)));
  return first === 1 && shown.length > 1 ? [shown[1], shown[0], ...shown.slice(2)] : shown;
}

function step(one) {
  return h(
    "li",
    {class: "step-" + Math.min(4, one.place)},
    one.place === 1 && icon("crown"),
    h(
      "span",
      {class: "who"},
      one.seats.map((each) => token(seat(each)))
    ),
    h(
      "div",
      {class: "block"},
      h("span", {class: "sr"}, say(app.words.place, {number: one.place}), ": "),
      h("b", {class: String(one.score).length > 4 ? "long" : ""}, one.score == null ? "" : one.score),
      h("span", {class: "name"}, one.name)
    )
  );
}

function seal(done) {
  const [kind, sign, words] = won(done)
    ? ["", "trophy-outline", app.words.won]
    : [" lost", "skull-outline", app.words.lost];
  return h("div", {class: "seal" + kind}, icon(sign), h("b", {class: "voice"}, words));
}

function confetti(done) {
  const seats = [...done.winners.map(seat), ...state().table.seats].filter(Boolean);
  return (
    done.won !== false &&
    h(
      "div",
      {class: "confetti", "aria-hidden": "true"},
      Array.from({length: 28}, (_, n) => {
        const piece = h("span");
        piece.style.cssText =
          `left:${(n * 37) % 100}%;background:${FILLS[seats[n % seats.length].colour % 12]};animation-delay:${((n * 53) % 90) / 100}s;` +
          `border-radius:${n % 3 ? 15 : 50}%;--turn:${((n * 97) % 480) - 240}deg`;
        return piece;
      })
    )
  );
}

export function endStage(found) {
  const done = whole(found),
    land = (session().land || {}).scene,
    wide = 1000;
  const sky = s(
    "svg",
    {
      class: "sky",
      viewBox: `0 -420 ${wide} ${wide}`,
      preserveAspectRatio: "xMidYMin slice",
      "aria-hidden": "true",
    },
    scene(land, wide, []),
    land === "mill" && s("g", {transform: "translate(690 -70) scale(.36)"}, tower(wide))
  );
  return h(
    "section",
    {class: "stage end", "data-k": "end " + state().epoch},
    sky,
    h("h1", {tabindex: -1}, String(done.sentence).replace(/\.$/, "")),
    done.won == null && done.places.length ? h("ol", {class: "podium"}, steps(done).map(step)) : seal(done),
    confetti(done)
  );
}

/** A token at the end of a line; `size` in units of the chart. */
function endOf(of, y, size) {
  const one = token(seat(of), true),
    place = {x: 294, y: y - size / 2, width: size, height: size};
  for (const name in place) one.setAttribute(name, place[name]);
  return one;
}

/** Everybody's points, part by part. */
function race(done) {
  const rows = done.race || [],
    all = rows.flat(),
    low = Math.min(0, ...all),
    high = Math.max(1, ...all),
    last = rows.length - 1;
  if (last < 1) return null;
  const x = (n) => 26 + (262 * n) / last,
    y = (points) => 128 - (116 * (points - low)) / (high - low);
  const run = (one) => {
    const points = rows.map((row, n) => `${x(n).toFixed(1)},${y(row[one.seat]).toFixed(1)}`).join(" "),
      first = done.winners.includes(one.seat) ? " first" : "";
    return [
      s("polyline", {points, class: "case" + first}),
      s("polyline", {points, class: "run" + first, stroke: FILLS[one.colour % 12]}),
    ];
  };
  const seats = state().table.seats,
    ends = seats.map((one) => ({of: one.seat, y: y(rows[last][one.seat])})).sort((one, two) => one.y - two.y);
  ends.forEach((one, n) => {
    if (n) one.y = Math.max(one.y, ends[n - 1].y + 11);
  }); // beside each other, not on each other
  const over = Math.max(0, ends[ends.length - 1].y - 136),
    values = [...new Set([low, (low + high) >> 1, high])];
  return h(
    "div",
    {class: "card"},
    h("h2", {class: "voice"}, app.words.evening),
    s(
      "svg",
      {class: "race", viewBox: "0 0 316 146", role: "group", "aria-label": app.words.evening},
      values.map((value) => [
        s("path", {d: `M26 ${y(value)}H288`}),
        s("text", {x: 20, y: y(value) + 3.5}, value),
      ]),
      seats.map(run),
      ends.map((one) => endOf(one.of, one.y - over, 16))
    )
  );
}

/** Below the podium: the race, who else played, and what was special. */
export function endDetails(found) {
  const done = whole(found),
    place = (one) =>
      h(
        "div",
        {class: "row"},
        token(seat(one.seat)),
        h(
          "span",
          {class: "words"},
          one.place + ". " + seat(one.seat).name,
          one.note && h("small", {}, one.note)
        ),
        h("span", {class: "sum"}, one.score == null ? "" : one.score)
      );
  const more = done.won == null && (done.places.length > 3 || done.places.some((one) => one.note));
  const told = (one) => line(one.text, one.icon || "star-four-points", seat(one.seat), one.note);
  return [
    race(done),
    done.details.length > 0 && h("div", {class: "card"}, done.details.map(told)),
    more && h("div", {class: "rows"}, byPlace(done).map(place)),
  ];
}
