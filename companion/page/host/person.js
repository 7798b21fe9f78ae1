// One person over all evenings: numbers, the last results, and each game's points.

import {needed, sheet, styled} from "../guest/act.js";
import {h, icon, s, token} from "../guest/dom.js";
import {app, sleep} from "../guest/state.js";
import {desk} from "./hosting.js";
import {lookOf} from "./seats.js";

const MOST = 24; // plays in a curve
const WIDE = 300;
const HIGH = 90;

/** @param {string} name @param {() => (Element|null)[]} foot what can be done with the name */
export async function person(name, foot) {
  const [found] = await Promise.all([
    desk({what: "person", name}),
    needed((query) => styled("host/people.css", query)),
  ]);
  if (!found.numbers) return;
  const one = /** @type {PersonPage} */ (/** @type {any} */ (found));
  const {told, numbers, games, met, heads} = one;
  const cards = games.map((game) => ({game, card: gameCard(game, heads.points)}));
  sheet(
    one.name,
    told && h("p", {class: "soft"}, told),
    numbers.length > 0 && h("dl", {class: "numbers"}, numbers.map(tile)),
    numbers.length > 0 && results(one),
    h(
      "div",
      {class: "stack"},
      cards.map(({card}) => card)
    ),
    met.length > 0 && h("div", {class: "card"}, h("h3", {}, heads.met), met.map(meeting)),
    foot()
  );
  const charts = await counted(name, () => cards.some(({card}) => card.isConnected));
  for (const {game, card} of cards) {
    const own = charts.filter((each) => each.game === game.id);
    card.append(...own.map(bars));
  }
}

/** @param {[string, string]} one */
const tile = ([number, words]) => h("div", {}, h("dt", {}, words), h("dd", {}, number));

/** Whole tokens for wins, faint ones for the others. @param {PersonPage} one */
function results(one) {
  const sign = token(lookOf(one, one.letter));
  const shown = one.last.map(({won, place}) =>
    h(
      "li",
      {class: won ? "" : "other"},
      won && icon("crown"),
      sign?.cloneNode(true),
      won && h("span", {class: "sr"}, app.words.won),
      place && h("span", {}, place + ".")
    )
  );
  return h("div", {class: "card"}, h("h3", {}, one.heads.last), h("ol", {class: "results"}, shown));
}

/** @param {KnownPerson} one */
const meeting = (one) =>
  h(
    "div",
    {class: "line"},
    token(lookOf(one, one.letter)),
    h("span", {}, one.name, h("small", {class: "soft"}, one.told))
  );

/** @param {GamePoints} game @param {string} words over the curve */
function gameCard({title, told, scores, average}, words) {
  const drawn = scores.length > 1 && average !== null;
  return h(
    "div",
    {class: "card"},
    h("h3", {}, title),
    h("p", {class: "soft"}, told),
    drawn && h("p", {class: "small"}, words),
    drawn && curve(scores.slice(-MOST), average, words)
  );
}

/** @param {number[]} scores oldest first @param {number} average @param {string} words */
function curve(scores, average, words) {
  const low = Math.min(0, ...scores);
  const high = Math.max(1, ...scores);
  /** @param {number} n */
  const x = (n) => 28 + ((WIDE - 34) * n) / (scores.length - 1);
  /** @param {number} points */
  const y = (points) => HIGH - 8 - ((HIGH - 16) * (points - low)) / (high - low);
  const points = scores.map((score, n) => `${x(n).toFixed(1)},${y(score).toFixed(1)}`);
  const lines = [low, high].map((value) => [
    s("path", {d: `M28 ${y(value)}H${WIDE}`}),
    s("text", {x: 22, y: y(value) + 3.5}, String(value)),
  ]);
  return s(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": words + ": " + scores.join(", "),
    },
    lines,
    s("path", {class: "average", d: `M28 ${y(average).toFixed(1)}H${WIDE}`}),
    s("polyline", {points: points.join(" ")}),
    scores.map((score, n) => s("circle", {cx: x(n).toFixed(1), cy: y(score).toFixed(1), r: 3}))
  );
}

/** What the games counted, once the table has read all plays. @param {string} name
 * @param {() => boolean} isShown @returns {Promise<Counts[]>} */
async function counted(name, isShown) {
  while (isShown()) {
    const reply = await desk({what: "counts", name});
    if (reply.done !== false) return reply.charts || [];
    await sleep(300);
  }
  return [];
}

/** @param {Counts} counts */
function bars({kind, bars: all}) {
  const most = Math.max(1, ...all.map(([, number]) => number));
  const rows = all.map(([label, number]) => {
    const bar = h("span", {class: "amount"});
    bar.style.setProperty("--part", String(number / most));
    return h("li", {}, h("span", {}, label), bar, h("b", {}, String(number)));
  });
  return h("div", {}, h("p", {class: "small"}, kind), h("ul", {class: "bars"}, rows));
}
