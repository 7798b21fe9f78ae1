// The board, drawn as SVG from the game's data: spots, ways, pieces and arrows.
// It can be zoomed, tapped and read out.

import {act} from "./act.js";
import {arrived, loadArt} from "./art.js";
import {aim, between, glide, look, measure, outsideButton, pan, perPixel, whole, zoom} from "./camera.js";
import {glyph, h, icon, s} from "./dom.js";
import {watch} from "./flights.js";
import {isNamed, labels} from "./labels.js";
import {arranged, badge, figure, named} from "./pieces.js";
import {
  at,
  markings,
  drawSpot,
  HIGH,
  landscape,
  line,
  nameOf,
  outline,
  props,
  roads,
  spotsOf,
} from "./scenes.js";
import {lifted, tellAbout, wait} from "./rest.js";
import {play} from "./sound.js";
import {app, say, session, state} from "./state.js";
import {isStill} from "./wishes.js";

const FINGER = 34; // pixels round a touch
const LEAST = 34; // pixels of a piece that falls: its shape fills about 28 of them
const TOKEN = 38; // the side of a seat's token in the pictures' own units
/** What is drawn now. @type {Drawn|null} */
let drawn = null;
/** For what happens only on a board. */
const board = () => /** @type {Drawn} */ (drawn);
/** Who gets the taps on the board instead of the question. @type {Taps|null} */
let taps = null;

/** In this render, taps on the board go to `wanted`; null gives them to the question.
 * @param {Taps|null} wanted */
export const takeTaps = (wanted) => {
  taps = wanted;
};

/** The size for which the board was drawn. */
let sized = "";
/** @param {HTMLElement} host */
const sizeOf = (host) => host.clientWidth + "x" + host.clientHeight;
const sizes = new ResizeObserver(() => resized());

/* Building */

/** @param {DrawnSpot[]} spots @returns {Map<string, DrawnSpot>} */
const byKey = (spots) => new Map(spots.map((one) => [one.key, one]));

/** The middles of the spots along a way; of a house, its door. @param {string[]} way
 * @param {Map<string, DrawnSpot>} by @returns {Point[]} */
const points = (way, by) =>
  way.flatMap((key) => {
    const one = by.get(key);
    return one ? [[one.x, one.y - (one.shape === "house" ? 20 : 0)]] : [];
  });

/** What never moves: the landscape, ways and spots. @param {Land} land @param {number} wide
 * @param {DrawnSpot[]} spots @returns {Kid[]} */
function ground(land, wide, spots) {
  const by = byKey(spots);
  const ways = (land.ways || []).map((way) => points(way, by)).filter((way) => way.length === 2);
  const standing = land.size ? spots : [...spots].sort((one, two) => one.y - two.y);
  return [
    landscape(land, wide),
    roads(land, ways),
    standing.map(drawSpot),
    props(land, wide, true),
    markings(spots, land.course || [], by),
  ];
}

/** A board with nothing to tap. @param {Land} land @param {Piece[]} [all] @param {Arrow[]} [arrows] */
export function stillBoard(land, all = [], arrows = []) {
  loadArt(land);
  const wide = HIGH * (land.ratio || 1.3);
  const spots = spotsOf(land, wide);
  const by = byKey(spots);
  /** @param {DrawnSpot} spot */
  const stand = (spot) =>
    arranged(
      spot,
      all.filter((one) => String(one.space) === spot.key)
    ).map(([piece, dx, dy, size]) => {
      const place = at(spot.x + dx * spot.scale, spot.y + dy * spot.scale, ` scale(${size * spot.scale})`);
      return s("g", place, figure(piece));
    });
  const told = [...spots.map((one) => one.name), ...all.map(named)].join(", ");
  return s(
    "svg",
    {class: "board-art still", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": told},
    ground(land, wide, spots),
    labels(spots, all),
    arrows.map((one) => arrowAlong(points(one.way, by), one.kind)),
    spots.map(stand),
    s("g", {class: "names-layer"}, spots.map(nameOf))
  );
}

/** @param {string} sign @param {number} by @param {string} label */
const zoomButton = (sign, by, label) =>
  h("button", {type: "button", "aria-label": label, onclick: () => zoom(board(), by)}, icon(sign));

/** @param {HTMLElement} host @param {Land} land @returns {Drawn} */
function build(host, land) {
  const shape = land.ratio || between(0.8, host.clientWidth / (host.clientHeight || 1), 1.7);
  const wide = HIGH * shape;
  const spots = spotsOf(land, wide);
  /** @param {string} name */
  const layer = (name) => s("g", {class: name + "-layer"});
  const layers = {
    lit: layer("lit"),
    labels: layer("labels"),
    arrows: layer("arrows"),
    pieces: layer("pieces"),
    over: layer("over"),
    names: layer("names"),
  };
  for (const [name, one] of Object.entries(layers))
    if (name !== "lit") one.setAttribute("aria-hidden", "true"); // a screen reader has lit spots and the list
  const svg = s(
    "svg",
    {class: "board-art", role: "group", "aria-label": app.words.stage},
    s("g", {"aria-hidden": "true"}, ground(land, wide, spots)),
    Object.values(layers)
  );
  const names = spots.flatMap((spot) => {
    const mark = nameOf(spot);
    return mark ? [{spot, mark}] : [];
  });
  layers.names.append(...names.map((one) => one.mark));
  const buttons = [
    zoomButton("plus", 1.5, app.words.zoom_in),
    zoomButton("minus", 1 / 1.5, app.words.zoom_out),
  ];
  return {
    ...{land, host, wide, spots, svg, layers, names},
    by: byKey(spots),
    scale: spots[0] ? spots[0].scale : 1,
    told: h("p", {class: "spot-told", role: "status"}),
    list: h("ul", {class: "sr"}),
    buttons: h("div", {class: "zoom"}, buttons),
    outside: outsideButton(() => glideTo(board(), whole(board()))),
    ...{camera: {x: 0, y: 0, w: wide, h: HIGH}, size: {w: 1, h: 1, letter: 1}, held: false},
    ...{lit: [], stands: new Map(), ways: [], asked: "", about: "", lines: "", come: "", falls: null},
    labelled: "",
  };
}

/** @param {HTMLElement} host @param {Land} land */
function show(host, land) {
  drawn = build(host, land);
  sized = sizeOf(host);
  sizes.disconnect();
  sizes.observe(host);
  host.replaceChildren(drawn.svg, drawn.list, drawn.outside, drawn.told, drawn.buttons);
  hear(host);
  measure(drawn);
  look(drawn, whole(drawn));
}

/* Touch, wheel and keys */

/** Where on the board. @param {{clientX: number, clientY: number}} event */
const point = (event) =>
  new DOMPoint(event.clientX, event.clientY).matrixTransform(board().svg.getScreenCTM()?.inverse());
/** @param {PointerEvent} one @param {PointerEvent} two */
const apart = (one, two) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);

/** One finger has moved: alone it moves the board, with another it zooms.
 * @param {PointerEvent} event @param {PointerEvent} before @param {PointerEvent|undefined} other */
function slide(event, before, other) {
  const now = board();
  const unit = perPixel(now) / (other ? 2 : 1);
  if (other) {
    const centre = {
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    };
    zoom(now, Math.max(20, apart(event, other)) / Math.max(20, apart(before, other)), point(centre));
  }
  if (now.held && now.host.classList.contains("near"))
    pan(now, (before.clientX - event.clientX) * unit, (before.clientY - event.clientY) * unit);
}

/** @param {HTMLElement} host */
function hear(host) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let slid = 0;
  host.onpointerdown = (event) => {
    if (!fingers.size) slid = 0;
    fingers.set(event.pointerId, event);
    wait(async () => {
      if (slid > 8 || fingers.size > 1 || taps || drawn?.host !== host) return;
      const spot = near(point(event));
      if (spot && (await tellAbout(spot))) slid = Infinity; // the finger answers nothing when it leaves
    });
  };
  host.oncontextmenu = (event) => event.preventDefault();
  host.onpointermove = (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    slid += apart(event, before);
    board().held = slid > 8;
    fingers.set(event.pointerId, event);
    slide(
      event,
      before,
      [...fingers.values()].find((one) => one.pointerId !== event.pointerId)
    );
  };
  /** @param {PointerEvent} event */
  const lift = (event) => {
    lifted();
    fingers.delete(event.pointerId);
  };
  host.onpointerup = lift;
  host.onpointercancel = lift;
  host.onpointerleave = lift;
  host.onclick = (event) => {
    const onButton = /** @type {Element} */ (event.target).closest(".zoom, .outside");
    if (slid <= 8 && event.detail && !onButton) tap(point(event));
  };
  host.onwheel = (event) => {
    event.preventDefault();
    zoom(board(), Math.exp(-event.deltaY / 400), point(event));
  };
  host.onkeydown = keys;
}

/** @param {DrawnSpot} spot @returns {Point} */
const middle = (spot) => [spot.x, spot.y - (spot.shape === "house" ? 40 : 0)];

/** How far a touch is from a spot. @param {{x: number, y: number}} touch @param {DrawnSpot} spot */
function distance({x, y}, spot) {
  const [mx, my] = middle(spot);
  const dx = Math.abs(mx - x);
  const dy = Math.abs(my - y);
  if (spot.w && dx < spot.w / 2 && dy < spot.h / 2) return spot.w / 1e6; // the smallest area first
  return Math.hypot(dx, dy);
}

/** @template {{spot: DrawnSpot}} T @param {T[]} all @param {{x: number, y: number}} touch
 * @returns {T|undefined} */
const nearest = (all, touch) =>
  all
    .filter((one) => distance(touch, one.spot) < Math.max(FINGER * perPixel(board()), one.spot.r))
    .sort((one, two) => distance(touch, one.spot) - distance(touch, two.spot))[0];

/** @param {{x: number, y: number}} touch */
const near = (touch) =>
  nearest(
    board().spots.map((spot) => ({spot})),
    touch
  )?.spot || null;

/** @param {{x: number, y: number}} touch */
function tap(touch) {
  const other = near(touch);
  if (taps && other) give(other, touch);
  if (taps) return;
  const lit = nearest(board().lit, touch);
  const off = other ? distance(touch, other) : 0;
  // not if the touch is inside another spot
  if (lit && other && (distance(touch, lit.spot) <= off || off > 0.8 * other.r)) answer(lit);
  else tell(other);
}

/** To who takes the taps: a spot and its pieces, the nearest to the touch first.
 * @param {DrawnSpot} spot @param {{x: number, y: number}} touch */
function give(spot, {x, y}) {
  const there = [...board().stands.values()].filter((one) => one.spot === spot.key);
  /** @param {Stand} one */
  const off = (one) => Math.hypot(one.to[0] - x, one.to[1] - y);
  taps?.tap(
    spot.key,
    there.sort((one, two) => off(one) - off(two)).map((one) => one.piece)
  );
}

/** @param {Lit} one */
function answer(one) {
  if (taps) give(one.spot, one.spot);
  else act({op: "tap", token: one.choice.token});
}

const drawnNow = () => taps?.board || state().table.board || {pieces: [], arrows: []};
const pieces = () => drawnNow().pieces;

/** Its name, and what lies there. @param {DrawnSpot|null} spot */
function tell(spot) {
  const there = pieces().filter((one) => spot && one.space === spot.key);
  board().told.textContent = spot ? [spot.name, ...there.map(named)].join(" · ") : "";
}

/** @type {Record<string, Point>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
/** @type {Record<string, number>} */
const ZOOM = {"+": 1.5, "=": 1.5, "-": 1 / 1.5};

/** @param {KeyboardEvent} event */
function keys(event) {
  const now = board();
  const way = ARROWS[event.key];
  const lit = now.lit.find((one) => one.mark === document.activeElement);
  if (ZOOM[event.key]) zoom(now, ZOOM[event.key]);
  else if (event.key === "0") glideTo(now, whole(now));
  else if (lit && (event.key === "Enter" || event.key === " ")) answer(lit);
  else if (way && lit) focusNext(lit, way);
  else if (way) pan(now, (way[0] * now.camera.w) / 6, (way[1] * now.camera.h) / 6);
  else return;
  event.preventDefault();
}

/** Until another board is drawn, or a finger moves it. @param {Drawn} now @param {Box} goal */
const glideTo = (now, goal) => glide(now, goal, () => drawn !== now || now.held);

/** The nearest lit spot in that direction. @param {Lit} from @param {Point} way */
function focusNext(from, [dx, dy]) {
  /** @param {Lit} one */
  const ahead = (one) => (one.spot.x - from.spot.x) * dx + (one.spot.y - from.spot.y) * dy;
  /** @param {Lit} one */
  const aside = (one) =>
    Math.abs((one.spot.x - from.spot.x) * dy) + Math.abs((one.spot.y - from.spot.y) * dx);
  /** @param {Lit} one */
  const far = (one) => ahead(one) + 2 * aside(one);
  const next = board()
    .lit.filter((one) => ahead(one) > 1)
    .sort((one, two) => far(one) - far(two))[0];
  if (!next) return;
  from.mark.setAttribute("tabindex", "-1");
  next.mark.setAttribute("tabindex", "0");
  next.mark.focus();
}

/* What changes: lit spots, arrows and pieces */

/** @param {Choice} choice @param {DrawnSpot} spot @param {number} n @returns {Lit} */
function drawLit(choice, spot, n) {
  const {face} = choice;
  const r = spot.shape === "house" ? 62 : spot.r;
  const words = [face.label, choice.barred || face.hint || face.badge].filter(Boolean);
  const mark = s(
    "g",
    {
      class: [
        "lit",
        spot.shape,
        isNamed(spot) ? "named" : "",
        choice.chosen ? "on" : "",
        choice.barred ? "barred" : "",
      ].join(" "),
      role: "button",
      tabindex: n ? -1 : 0,
      "aria-label": words.join(", "),
      "aria-disabled": String(!!choice.barred),
      ...at(...middle(spot), spot.grown === 1 ? "" : ` scale(${spot.grown})`),
    },
    outline(spot, r * (spot.shape === "dot" ? 1.25 : 1))
  );
  drawBadges(face, spot, r);
  return {choice, spot, mark};
}

/** What it costs to go there, and what warns of it.
 * @param {Face} face @param {DrawnSpot} spot @param {number} r */
function drawBadges(face, spot, r) {
  const {land, layers} = board();
  const up = spot.y - 0.42 * r;
  /** @param {number} x @param {string} words @param {string} kind */
  const put = (x, words, kind) => layers.over.append(badge(x, up, 0.32 * r, words, kind));
  if (face.badge && land.size) put(spot.x + 0.47 * r, face.badge, face.badge === "0" ? "free" : "");
  if (face.warns && face.icon) put(spot.x - 0.47 * r, glyph(face.icon), "fight");
}

/** @param {Point} from @param {Point} to */
const degrees = ([x, y], [ex, ey]) => (Math.atan2(ey - y, ex - x) * 180) / Math.PI;

/** @param {Point} to @param {number} turn @param {number} scale */
function moved([x, y], turn, scale) {
  const place = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  return {transform: `${place} rotate(${turn.toFixed(0)}deg) scale(${scale.toFixed(2)})`};
}

/** The piece of an arrow, beside it. @param {Piece} piece @param {Point} stays */
const ghostOf = (piece, stays) =>
  s("g", {class: "ghost", style: "transform:" + moved(stays, 0, board().scale).transform}, figure(piece));

/** Show three times how a hand moves it. @param {SVGElement} ghost @param {Keyframe[]} steps */
function lead(ghost, steps) {
  if (!isStill())
    ghost.animate(steps, {duration: 1050 + 350 * steps.length, iterations: 3, easing: "ease-in-out"});
}

/** @param {Point[]} way @param {string} [kind] */
function arrowAlong(way, kind = "way") {
  const end = way[way.length - 1];
  if (way.length < 2) return null;
  const d = "M" + line(way);
  const turn = degrees(way[way.length - 2], end);
  return s(
    "g",
    {class: "arrow " + kind},
    s("path", {d, class: "case"}),
    s("path", {d, class: "line"}),
    s("path", {d: "M0 0L-22-15L-14 0L-22 15Z", class: "tip", ...at(end[0], end[1], ` rotate(${turn})`)})
  );
}

/** @param {Arrow} one @param {Flight[]} flights gets it, if it is one */
function drawArrow(one, flights) {
  const now = board();
  const way = points(one.way, now.by);
  const all = arrowAlong(way, one.kind);
  if (!all) return null;
  const aside = 0.5 * (now.land.size || 0) * HIGH;
  if (one.letter) now.layers.over.append(badge(way[0][0] - aside, way[0][1] - aside, 24, one.letter, "step"));
  const piece = one.key && pieces().find((each) => each.key === one.key);
  if (!piece || (one.kind !== "flight" && one.kind !== "hand")) return all;
  const isFlight = one.kind === "flight";
  const ghost = ghostOf(piece, isFlight ? way[way.length - 1] : way[0]);
  const steps = way.map((step) => moved(step, 0, now.scale));
  if (isFlight) flights.push({ghost, steps, words: one.label || ""});
  else lead(ghost, steps);
  all.append(ghost);
  return all;
}

/** Move along the last arrow from there to here, or straight. Returns the new heading.
 * @param {Stand} was @param {Point} to @param {string} key @param {number} turn @param {number} grow
 * @param {boolean} heads */
function fly(was, to, key, turn, grow, heads) {
  const now = board();
  const known = now.ways.find((way) => way[0] === was.spot && way[way.length - 1] === key);
  const way = [was.to, ...(known ? points(known, now.by).slice(1, -1) : []), to];
  /** @param {number} n */
  const heading = (n) => (heads ? degrees(way[Math.max(0, n - 1)], way[Math.max(1, n)]) + 90 : turn);
  const steps = way.map((step, n) => moved(step, heading(n), grow));
  if (!isStill())
    was.g.animate(steps, {duration: Math.min(1600, 350 + 220 * way.length), easing: "ease-in-out"});
  return heading(way.length - 1);
}

/** A bow points away from the board's middle, then where it last went. @param {DrawnSpot} spot
 * @param {Stand|undefined} was */
function bow(spot, was) {
  if (was) return was.turn;
  /** @type {Point} */
  const centre = [board().wide / 2, HIGH / 2];
  if (Math.hypot(spot.x - centre[0], spot.y - centre[1]) < spot.r / 2) return 0;
  return degrees(centre, [spot.x, spot.y]) + 90;
}

/** @param {string} id @param {DrawnSpot} spot @param {Placed} place */
function drawPiece(id, spot, [piece, dx, dy, size]) {
  const now = board();
  const more = piece.falls && falling() ? larger(size * now.scale) : 1;
  /** @type {Point} */
  const to = [spot.x + dx * now.scale * more, spot.y + dy * now.scale + 15 * size * now.scale * (more - 1)];
  const was = now.stands.get(id);
  const seen = JSON.stringify({...piece, space: 0});
  const g = was ? was.g : s("g", {class: "piece"});
  const heads = !!piece.heads;
  const grow = size * now.scale * more;
  if (!was || was.seen !== seen) g.replaceChildren(figure(piece));
  let turn = heads ? bow(spot, was) : piece.turn || 0;
  if (was && was.spot !== spot.key) turn = fly(was, to, spot.key, turn, grow, heads);
  g.style.transform = moved(to, turn, grow).transform;
  if (heads) g.querySelector("svg")?.setAttribute("transform", `rotate(${-turn})`);
  now.stands.set(id, {g, to, turn, spot: spot.key, seen, under: !!piece.under, piece});
}

/** How much larger a piece must be while all look at it. @param {number} grow */
const larger = (grow) => Math.max(1, (LEAST * perPixel(board())) / (TOKEN * grow));

/** @param {Piece[]} all */
function drawPieces(all) {
  const now = board();
  const kept = new Set();
  /** @type {Map<string, Piece[]>} */
  const groups = new Map(now.spots.map((spot) => [spot.key, []]));
  all.forEach((one) => groups.get(String(one.space))?.push(one));
  for (const spot of now.spots) {
    const group = groups.get(spot.key) || [];
    for (const place of arranged(spot, group)) {
      const [piece] = place;
      const id = piece.key || piece.space + " " + group.indexOf(piece);
      drawPiece(id, spot, place);
      kept.add(id);
    }
  }
  for (const [id, one] of now.stands)
    if (!kept.has(id)) {
      one.g.remove();
      now.stands.delete(id);
    }
  /** @param {Stand} one */
  const rank = (one) => (one.under ? 0 : 1e5) + (now.land.depth ? one.to[1] : 0);
  const order = [...now.stands.values()].sort((one, two) => rank(one) - rank(two));
  if (order.some((one, n) => now.layers.pieces.children[n] !== one.g))
    now.layers.pieces.append(...order.map((one) => one.g));
}

/* Pieces that fall one after the other */

const HELD = 900; // milliseconds before the last piece falls in which the page names whose it is
const SEEN = 1920; // milliseconds after that for everybody to see the result, as in the app

/** Was something revealed just now: secret answers, or what a board counts?
 * @param {State} now @param {State|null} old */
function isOpened(now, old) {
  if (!old || now.table.undone || now.table.state !== "question") return false;
  return old.table.state === "sealed" || (!!now.table.board?.reveal && !old.table.board?.reveal);
}

/** It was: the pieces fall in order, the last one held back; words wait.
 * @param {import("./net.js").Session} of @param {State|null} old its state before */
export function openVotes(of, old) {
  const now = /** @type {State} */ (of.state);
  const all = now.table.board ? now.table.board.pieces : [];
  const votes = all.filter((one) => one.falls).sort((one, two) => one.falls - two.falls);
  if (old && old.epoch !== now.epoch) of.falls = null;
  if (isStill() || !votes.length || !isOpened(now, old)) return;
  const from = performance.now() + 350 + 120 * (all.length - votes.length);
  const last = votes.length - 1;
  of.falls = new Map(votes.map((one, n) => [one.key, from + 400 * n + (n > 0 && n === last ? 700 : 0)]));
  const end = Math.max(...of.falls.values());
  setTimeout(holdBack, end - HELD - performance.now(), now.host);
  setTimeout(app.render, end + SEEN + 10 - performance.now());
}

/** Before the last vote falls, a drum at the host's phone. @param {boolean} host */
function holdBack(host) {
  if (falling() && host && (session().falls?.size || 0) > 1) play("drum");
  app.render();
}

/** What the page says while pieces fall; before the last of several, whose that is. */
export function suspense() {
  const falls = session()?.falls;
  if (!falls || !falling()) return "";
  const [key, time] = [...falls].reduce((one, two) => (two[1] > one[1] ? two : one));
  const isHeld = falls.size > 1 && performance.now() > time - HELD - 20;
  return (isHeld ? aboutLast(key, time) : null) ?? (state().table.board?.reveal?.told || app.words.opening);
}

/** @param {string} key @param {number} time when it falls; null if it is nobody's */
function aboutLast(key, time) {
  const {board: shown, seats} = state().table;
  const who = seats.find((one) => one.seat === shown?.pieces.find((each) => each.key === key)?.seat);
  if (!who || performance.now() >= time + 470) return who ? "" : null;
  return shown?.reveal?.last || say(app.words.last_vote, {name: who.name});
}

/** Are pieces still falling here? */
export function falling() {
  const falls = session()?.falls;
  return !!falls && performance.now() < Math.max(-SEEN, ...falls.values()) + SEEN;
}

/** @param {Map<string, number>|null} falls */
function letFall(falls) {
  const now = board();
  if (now.falls === falls) return;
  now.falls = falls;
  for (const [key, time] of falls || []) {
    const how = {duration: 220, fill: /** @type {FillMode} */ ("backwards"), easing: "ease-out"};
    now.stands
      .get(key)
      ?.g.animate(
        {opacity: [0, 1], translate: ["0 -60px", "0 0"]},
        {delay: time - performance.now(), ...how}
      );
  }
}

/* The next tap shows them all */
addEventListener("pointerdown", () => {
  if (!falling()) return;
  session().falls = null;
  drawn?.layers.pieces.getAnimations?.({subtree: true}).forEach((one) => one.finish());
  app.render();
});

/* Drawing */

/** Every piece and its spot, for a screen reader. */
function readOut() {
  const now = board();
  const lines = pieces().flatMap((one) => {
    const spot = now.by.get(String(one.space));
    return spot ? [named(one) + ": " + spot.name] : [];
  });
  if (lines.join() === now.lines) return;
  now.lines = lines.join();
  now.list.replaceChildren(...lines.map((one) => h("li", {}, one)));
}

/** The spots to tap. @param {Ask|undefined} ask @returns {Choice[]} */
function offered(ask) {
  if (!taps) return (ask && ask.kind === "place" && ask.choices) || [];
  const {lit, chosen} = taps;
  const faces = lit.map((spot) => ({label: board().by.get(spot)?.name || ""}));
  return lit.map((spot, n) => ({spot, token: spot, chosen: spot === chosen, face: faces[n]}));
}

/** Redraw what the question lights and draws, if that has changed.
 * @param {Ask|undefined} ask @param {Arrow[]} shown */
function drawAsked(ask, shown) {
  const now = board();
  const choices = offered(ask);
  const byHand = shown.filter((one) => one.kind === "hand");
  /** @type {Arrow[]} */
  const arrows = !taps && ask && ask.arrows ? [...ask.arrows, ...byHand] : shown;
  const about = (taps ? "taps" : ask?.key || "") + state().epoch;
  const asked = JSON.stringify([about, choices.map((one) => [one.spot, one.chosen, one.barred]), arrows]);
  if (asked === now.asked) return;
  const focused = now.lit.find((one) => one.mark === document.activeElement);
  now.asked = asked;
  now.layers.over.replaceChildren();
  const there = choices.filter((one) => now.by.has(one.spot || ""));
  now.lit = there.map((one, n) => drawLit(one, /** @type {DrawnSpot} */ (now.by.get(one.spot || "")), n));
  now.layers.lit.replaceChildren(...now.lit.map((one) => one.mark));
  if (focused) now.lit.find((one) => one.spot.key === focused.spot.key)?.mark.focus();
  /** @type {Flight[]} */
  const flights = [];
  now.layers.arrows.replaceChildren(...arrows.flatMap((one) => drawArrow(one, flights) || []));
  now.ways = arrows.map((one) => one.way);
  tell(null);
  watch(flights, (words) => {
    now.told.textContent = words;
  });
  if (about === now.about) return;
  now.about = about;
  now.held = false;
  glideTo(now, start(now));
}

const start = (/** @type {Drawn} */ now) => (taps ? whole(now) : aim(now));
export const hasBoard = () =>
  !!(session() && session().land && state() && state().table.board && !state().table.sheet);

/** The place of the board; `drawBoard` fills it after each render. */
export const boardPlace = () =>
  hasBoard() ? h("div", {class: "board", "data-own": "", "data-k": "board"}) : null;

/** @param {Ask} [ask] the question of this phone, if any */
export function drawBoard(ask) {
  const host = /** @type {HTMLElement|null} */ (document.querySelector(".board"));
  if (!host || !hasBoard()) {
    drawn = null;
    return;
  }
  /** @type {{land: Land, falls: Map<string, number>|null}} */
  const {land: still, falls} = session();
  const land = taps?.board?.land || still;
  loadArt(land);
  const come = arrived();
  if (!drawn || drawn.host !== host || drawn.land !== land || drawn.come !== come) show(host, land);
  else measure(drawn);
  Object.assign(board(), {come});
  drawPieces(pieces());
  letFall(falls);
  if (!falling()) readOut();
  drawAsked(ask, drawnNow().arrows);
  drawLabels();
}

/** Under pieces and on lit spots they look different. */
function drawLabels() {
  const now = board();
  const there = pieces();
  const lit = now.lit.filter((one) => !one.choice.barred).map((one) => one.spot.key);
  const labelled = JSON.stringify([lit, there.map((one) => one.space)]);
  if (labelled === now.labelled) return;
  now.labelled = labelled;
  now.layers.labels.replaceChildren(...labels(now.spots, there, lit).flatMap((one) => one || []));
}

/** The board has another size: the window has, or the page has folded or opened it. */
function resized() {
  if (!drawn || !drawn.host.isConnected || sized === sizeOf(drawn.host)) return;
  sized = sizeOf(drawn.host);
  if (drawn.land.ratio) {
    measure(drawn);
    look(drawn, start(drawn));
    return;
  }
  drawn = null;
  app.render();
}
