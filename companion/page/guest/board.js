// The board, drawn as SVG from the game's data: spots, ways, pieces and arrows. It can be zoomed, tapped and read out.

import {act} from "./act.js";
import {glyph, h, icon, s} from "./dom.js";
import {arranged, badge, figure, named} from "./pieces.js";
import {at, borders, drawSpot, HIGH, line, nameOf, outline, scene, tower} from "./scenes.js";
import {app, session, state} from "./state.js";

const FINGER = 34,
  SIDE = 36; // pixels round a touch; the side of a hex in the pictures' own units
const FIELDS = ["key", "name", "x", "y", "shape", "label", "picture", "zone", "tone", "icon", "wide", "high"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {any} what is drawn: land, spots, layers, the camera, and where each piece stands */
let now = null;
const loaded = new Set();

/** Load the app's pictures for this scene once, as symbols of this document. */
function loadPictures(name) {
  if (loaded.has(name) || (name !== "planet" && name !== "town")) return;
  loaded.add(name);
  fetch("guest/" + name + ".svg")
    .then((reply) => reply.text())
    .then((text) => {
      const all = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      all.setAttribute("class", "sr");
      all.setAttribute("aria-hidden", "true");
      document.body.append(document.adoptNode(all));
      now = null;
      app.render();
    })
    .catch(() => loaded.delete(name));
}

/* Building */

/** The radius of a plugin's dots, so that they don't touch. */
function dotSize(spots, wide) {
  const apart = (one, n) =>
    Math.min(
      ...spots.slice(n + 1).map((two) => Math.hypot((one[2] - two[2]) * wide, (one[3] - two[3]) * HIGH))
    );
  return between(18, 0.38 * Math.min(9e3, ...spots.map(apart)), 62);
}

/** Spots in units of the board, with their size. */
function spotsOf(land, wide) {
  const pad = land.ratio ? 0 : 0.09,
    inner = 1 - 2 * pad,
    small = land.scene ? 30 : dotSize(land.spots, wide * inner);
  const scale = land.size
    ? (HIGH * land.size) / SIDE
    : land.scene === "mill"
      ? 3.2
      : land.scene
        ? 1.15
        : small / 19;
  return land.spots.map((each) => {
    const one = Object.fromEntries(FIELDS.map((field, n) => [field, each[n] ?? ""])),
      dot = one.shape === "dot",
      card = (0.42 * wide) / 8;
    return {
      ...one,
      x: wide * (pad + inner * one.x),
      y: HIGH * (1 - pad - inner * one.y),
      r: land.size ? HIGH * land.size * (dot ? 0.62 : 1) : dot ? small : 60,
      out: (Math.atan2(0.5 - one.y, ((one.x - 0.5) * wide) / HIGH) * 180) / Math.PI + 90,
      scale,
      card,
      flat: land.size > 0,
      stacks: land.stacks,
      w: one.wide * wide,
      h: one.high * HIGH,
      label: one.label || (one.shape === "card" && !one.picture ? one.key.replace(/\D/g, "") : ""),
    };
  });
}

/** What never moves: the landscape, ways and spots. */
function ground(land, wide, spots, by) {
  const roads = land.ways
    .map((way) => points(way, by))
    .filter((way) => way.length === 2)
    .map((way) => "M" + line(way))
    .join("");
  const standing = land.size ? spots : [...spots].sort((one, two) => one.y - two.y);
  return [
    scene(land.scene, wide, spots, land.picture),
    ["roads case", "roads"].map((kind) => s("path", {d: roads, class: kind})),
    standing.map(drawSpot),
    land.scene === "mill" && tower(wide),
    borders(spots),
  ];
}

/** A board that only this seat sees, with nothing to tap. */
export function stillBoard(land, pieces) {
  const wide = HIGH * (land.ratio || 1.3),
    spots = spotsOf(land, wide),
    by = new Map(spots.map((one) => [one.key, one]));
  const stand = (spot) =>
    arranged(
      spot,
      pieces.filter((one) => String(one.space) === spot.key)
    ).map(([piece, dx, dy, size]) =>
      s(
        "g",
        at(spot.x + dx * spot.scale, spot.y + dy * spot.scale, ` scale(${size * spot.scale})`),
        figure(piece)
      )
    );
  const told = [...spots, ...pieces].map((one) => one.name || named(one)).join(", ");
  return s(
    "svg",
    {class: "board-art still", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": told},
    ground(land, wide, spots, by),
    spots.map(stand),
    s("g", {class: "names-layer"}, spots.map(nameOf))
  );
}

/** @param {HTMLElement} host @param {any} land */
function build(host, land) {
  const wide =
      HIGH * (land.ratio || Math.max(0.8, Math.min(1.7, host.clientWidth / (host.clientHeight || 1)))),
    spots = spotsOf(land, wide);
  const layers = Object.fromEntries(
    ["lit", "arrows", "pieces", "over", "names"].map((name) => [name, s("g", {class: name + "-layer"})])
  );
  now = {
    land,
    host,
    wide,
    size: land.size,
    spots,
    by: new Map(spots.map((one) => [one.key, one])),
    stands: new Map(),
    ways: [],
    lit: [],
    asked: "",
    layers,
    scale: spots[0] ? spots[0].scale : 1,
    told: h("p", {class: "spot-told", role: "status"}),
    list: h("ul", {class: "sr"}),
  };
  now.svg = s(
    "svg",
    {class: "board-art " + land.scene, role: "group", "aria-label": app.words.stage},
    ground(land, wide, spots, now.by),
    Object.values(layers)
  );
  now.names = spots.map((spot) => ({spot, mark: nameOf(spot)})).filter((one) => one.mark);
  layers.names.append(...now.names.map((one) => one.mark));
  const step = (sign, by, label) =>
    h("button", {type: "button", "aria-label": label, onclick: () => zoom(by)}, icon(sign));
  now.buttons = h(
    "div",
    {class: "zoom"},
    step("plus", 1.5, app.words.zoom_in),
    step("minus", 1 / 1.5, app.words.zoom_out)
  );
  host.replaceChildren(now.svg, now.list, now.told, now.buttons);
  hear(host);
  look(whole());
}

/* The camera: a box of the board */

/** All of it, with some sky above a landscape. */
function whole() {
  if (now.land.scene === "town") {
    // its houses leave the edges free
    const span = (name) => {
      const all = now.spots.map((one) => one[name]);
      return [Math.min(...all), Math.max(...all)];
    };
    const [left, right] = span("x"),
      [top, low] = span("y");
    return {x: left - 130, y: top - 190, w: right - left + 260, h: low - top + 290};
  }
  const sky = now.land.scene === "mill" ? 0.36 * HIGH : 0.02 * HIGH;
  return {x: -0.02 * HIGH, y: -sky, w: now.wide + 0.04 * HIGH, h: HIGH * 1.02 + sky};
}

const perPixel = (box = now.camera) =>
  Math.max(box.w / (now.svg.clientWidth || 1), box.h / (now.svg.clientHeight || 1));

function look(box) {
  now.camera = box;
  now.svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].map((n) => n.toFixed(1)).join(" "));
  now.svg.style.setProperty("--px", perPixel().toFixed(3));
  const near = box.w < whole().w * 0.98;
  now.host.classList.toggle("near", near);
  now.buttons.hidden = !near && covering(box);
  showNames(perPixel() * parseFloat(getComputedStyle(now.layers.names).fontSize));
}

/** Would the zoom buttons lie on a spot? */
function covering(box) {
  const unit = perPixel(box),
    {clientWidth, clientHeight} = now.svg;
  return now.spots.some(
    (spot) =>
      clientHeight / 2 + (spot.y - box.y - box.h / 2 - (spot.h / 2 || spot.r)) / unit < 64 &&
      clientWidth / 2 - (spot.x - box.x - box.w / 2 + (spot.w / 2 || spot.r)) / unit < 120
  );
}

const between = (low, value, high) => Math.max(low, Math.min(high, value));

/** Only names that cover no other one, those of lit spots first; the others appear nearer by. None is cut at an edge.
 * @param {number} size in units of the board */
function showNames(size) {
  const taken = [],
    lit = new Set(now.lit.map((one) => one.spot.key)),
    first = (one) => (lit.has(one.spot.key) ? 0 : 1);
  const middle = now.camera.x + now.camera.w / 2,
    edge = (perPixel() * now.svg.clientWidth) / 2;
  for (const {spot, mark} of [...now.names].sort((one, two) => first(one) - first(two))) {
    const half = 0.32 * size * String(spot.label).length,
      room = Math.max(0, edge - half),
      off = spot.x - middle;
    const x = Math.abs(off) < edge ? middle + between(-room, off, room) : spot.x;
    const clear = taken.every(
      ([other, y, width]) => Math.abs(other - x) > half + width || Math.abs(y - spot.y) > size
    );
    mark.setAttribute("opacity", clear ? "1" : "0");
    mark.firstChild.setAttribute("x", (x - spot.x).toFixed(1));
    if (clear) taken.push([x, spot.y, half]);
  }
}

/** Within the board, so that it is never lost. */
function inside(box) {
  const full = whole();
  return {
    ...box,
    x: between(full.x - box.w / 3, box.x, full.x + full.w - (box.w * 2) / 3),
    y: between(full.y - box.h / 3, box.y, full.y + full.h - (box.h * 2) / 3),
  };
}

/** @param {number} by @param {{x: number, y: number}|null} to what stays in its place */
function zoom(by, to = null) {
  const box = now.camera,
    full = whole(),
    w = between(full.w / 8, box.w / by, full.w),
    k = w / box.w;
  const {x, y} = to || {x: box.x + box.w / 2, y: box.y + box.h / 2};
  look(w === full.w ? full : inside({x: x - (x - box.x) * k, y: y - (y - box.y) * k, w, h: box.h * k}));
}

const pan = (dx, dy) => look(inside({...now.camera, x: now.camera.x + dx, y: now.camera.y + dy}));

function glide(goal) {
  const from = now.camera,
    started = performance.now(),
    mine = now;
  if (calm.matches) {
    look(goal);
    return;
  }
  const step = (time) => {
    if (now !== mine || now.held) return;
    const part = Math.min(1, (time - started) / 260),
      mix = (name) => from[name] + (goal[name] - from[name]) * part * (2 - part);
    look({x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h")});
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Close enough that a finger hits each lit spot, with all of them in sight if possible. */
function aim(lit) {
  const full = whole(),
    fit = perPixel(full),
    {clientWidth, clientHeight} = now.svg;
  const near = Math.min(
    ...lit.flatMap((one) =>
      lit.map((two) => (one === two ? 1e9 : Math.hypot(one.spot.x - two.spot.x, one.spot.y - two.spot.y)))
    )
  );
  if (lit.length < 2 || near / fit >= 44 || lit.some((one) => one.spot.w)) return full;
  const span = (name) => {
    const all = lit.map((one) => one.spot[name]);
    return [Math.min(...all), Math.max(...all)];
  };
  const [left, right] = span("x"),
    [low, high] = span("y"),
    all = Math.max((right - left + 3 * near) / clientWidth, (high - low + 2 * near) / clientHeight);
  const unit = Math.max(fit / 3, near / 48, Math.min(all, near / 37)),
    w = Math.min(full.w, unit * clientWidth),
    tall = Math.min(full.h, unit * clientHeight);
  return {x: (left + right - w) / 2, y: (low + high - tall) / 2, w, h: tall};
}

/* Touch, wheel and keys */

const point = (event) =>
  new DOMPoint(event.clientX, event.clientY).matrixTransform(now.svg.getScreenCTM().inverse());
const apart = (one, two) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);

function hear(host) {
  const fingers = new Map();
  let slid = 0;
  host.onpointerdown = (event) => {
    if (!fingers.size) slid = 0;
    fingers.set(event.pointerId, event);
  };
  host.onpointermove = (event) => {
    const before = fingers.get(event.pointerId),
      other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId),
      unit = perPixel() / fingers.size;
    if (!before) return;
    slid += apart(event, before);
    fingers.set(event.pointerId, event);
    now.held = slid > 8;
    const centre = other && {
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    };
    if (other) zoom(Math.max(20, apart(event, other)) / Math.max(20, apart(before, other)), point(centre));
    if (now.held && host.classList.contains("near"))
      pan((before.clientX - event.clientX) * unit, (before.clientY - event.clientY) * unit);
  };
  host.onpointerup =
    host.onpointercancel =
    host.onpointerleave =
      (event) => {
        fingers.delete(event.pointerId);
      };
  host.onclick = (event) => {
    if (slid <= 8 && event.detail && !(/** @type {Element} */ (event.target).closest(".zoom")))
      tap(point(event));
  };
  host.onwheel = (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), point(event));
  };
  host.onkeydown = keys;
}

const middle = (spot) => [spot.x, spot.y - (spot.shape === "house" ? 40 : 0)];

function tap({x, y}) {
  const far = ({spot}) => {
    const [mx, my] = middle(spot),
      dx = Math.abs(mx - x),
      dy = Math.abs(my - y);
    return spot.w && dx < spot.w / 2 && dy < spot.h / 2 ? spot.w / 1e6 : Math.hypot(dx, dy);
  };
  const nearest = (all) =>
    all
      .filter((one) => far(one) < Math.max(FINGER * perPixel(), one.spot.r))
      .sort((one, two) => far(one) - far(two))[0];
  const lit = nearest(now.lit),
    other = nearest(now.spots.map((spot) => ({spot})));
  if (lit && (far(lit) <= far(other) || far(other) > 0.8 * other.spot.r))
    answer(lit); // not if the touch is inside another spot
  else tell(other ? other.spot : null);
}

const answer = (one) => act({op: "tap", token: one.choice.token});

const pieces = () => (state().table.board || {pieces: []}).pieces;

/** Its name, and what lies there. */
function tell(spot) {
  const there = spot
    ? pieces()
        .filter((one) => one.space === spot.key)
        .map(named)
    : [];
  now.told.textContent = spot ? [spot.name, ...there].join(" · ") : "";
}

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const ZOOM = {"+": 1.5, "=": 1.5, "-": 1 / 1.5};

function keys(event) {
  const way = ARROWS[event.key],
    lit = now.lit.find((one) => one.mark === document.activeElement);
  if (ZOOM[event.key]) zoom(ZOOM[event.key]);
  else if (event.key === "0") glide(whole());
  else if (lit && (event.key === "Enter" || event.key === " ")) answer(lit);
  else if (way && lit) focusNext(lit, way);
  else if (way) pan((way[0] * now.camera.w) / 6, (way[1] * now.camera.h) / 6);
  else return;
  event.preventDefault();
}

/** The nearest lit spot in that direction. */
function focusNext(from, [dx, dy]) {
  const step = (one) => [one.spot.x - from.spot.x, one.spot.y - from.spot.y],
    ahead = (one) => step(one)[0] * dx + step(one)[1] * dy;
  const far = (one) => ahead(one) + 2 * (Math.abs(step(one)[0] * dy) + Math.abs(step(one)[1] * dx));
  const next = now.lit.filter((one) => ahead(one) > 1).sort((one, two) => far(one) - far(two))[0];
  if (!next) return;
  from.mark.setAttribute("tabindex", "-1");
  next.mark.setAttribute("tabindex", "0");
  next.mark.focus();
}

/* What changes: lit spots, arrows and pieces */

function drawLit(one, n) {
  const {spot, choice} = one,
    {face} = choice,
    r = spot.shape === "house" ? 62 : spot.r,
    up = spot.y - 0.42 * r;
  one.mark = s(
    "g",
    {
      class: ["lit", spot.shape, choice.chosen ? "on" : "", choice.barred ? "barred" : ""].join(" "),
      role: "button",
      tabindex: n ? -1 : 0,
      "aria-label": [face.label, face.badge, choice.barred || face.hint].filter(Boolean).join(", "),
      "aria-disabled": String(!!choice.barred),
      ...at(...middle(spot)),
    },
    outline(spot, r * (spot.shape === "dot" ? 1.25 : 1))
  );
  if (face.badge && now.size)
    now.layers.over.append(
      badge(spot.x + 0.47 * r, up, 0.32 * r, face.badge, face.badge === "0" ? "free" : "")
    );
  if (face.icon === "sword-cross")
    now.layers.over.append(badge(spot.x - 0.47 * r, up, 0.32 * r, glyph(face.icon), "fight"));
  return one.mark;
}

const points = (way, by = now.by) =>
  way
    .map((key) => by.get(key))
    .filter(Boolean)
    .map((one) => [one.x, one.y - (one.shape === "house" ? 20 : 0)]);
const degrees = ([x, y], [ex, ey]) => (Math.atan2(ey - y, ex - x) * 180) / Math.PI;
const moved = ([x, y], turn, scale) => ({
  transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) rotate(${turn.toFixed(0)}deg) scale(${scale.toFixed(2)})`,
});

function drawArrow(one) {
  const way = points(one.way),
    kind = one.kind || "way",
    d = "M" + line(way),
    end = way[way.length - 1];
  if (way.length < 2) return null;
  const piece = one.key && pieces().find((each) => each.key === one.key);
  const all = s(
    "g",
    {class: "arrow " + kind},
    s("path", {d, class: "case"}),
    s("path", {d, class: "line"}),
    s("path", {
      d: "M0 0L-22-15L-14 0L-22 15Z",
      class: "tip",
      ...at(end[0], end[1], ` rotate(${degrees(way[way.length - 2], end)})`),
    })
  );
  if (one.letter)
    now.layers.over.append(
      badge(way[0][0] - 0.5 * now.size * HIGH, way[0][1] - 0.5 * now.size * HIGH, 24, one.letter, "step")
    );
  if (!piece || (kind !== "flight" && kind !== "hand")) return all;
  const ghost = s(
    "g",
    {class: "ghost", style: "transform:" + moved(kind === "hand" ? way[0] : end, 0, now.scale).transform},
    figure(piece)
  );
  all.append(ghost);
  if (!calm.matches)
    ghost.animate(
      way.map((step) => moved(step, 0, now.scale)),
      {duration: 700 + 350 * way.length, iterations: 3, easing: "ease-in-out"}
    );
  return all;
}

/** Move along the last arrow from there to here, or straight. Returns the new heading. */
function fly(g, was, to, turn, grow, ship, key) {
  const known = now.ways.find((way) => way[0] === was.spot && way[way.length - 1] === key),
    way = [was.to, ...(known ? points(known).slice(1, -1) : []), to];
  const heading = (n) => (ship ? degrees(way[Math.max(0, n - 1)], way[Math.max(1, n)]) + 90 : turn);
  if (!calm.matches)
    g.animate(
      way.map((step, n) => moved(step, heading(n), grow)),
      {duration: Math.min(1600, 350 + 220 * way.length), easing: "ease-in-out"}
    );
  return heading(way.length - 1);
}

/** A ship's bow points outwards, then where it last went. */
function bow(spot, was) {
  return was
    ? was.turn
    : spot.picture === "post"
      ? 0
      : degrees([now.wide / 2, HIGH / 2], [spot.x, spot.y]) + 90;
}

function drawPiece(id, piece, spot, [dx, dy, size]) {
  /** @type {[number, number]} */
  const to = [spot.x + dx * now.scale, spot.y + dy * now.scale];
  const was = now.stands.get(id),
    seen = JSON.stringify({...piece, space: 0});
  const g = was ? was.g : s("g", {class: "piece"}),
    ship = piece.picture === "ship",
    grow = size * now.scale;
  if (!was || was.seen !== seen) g.replaceChildren(figure(piece));
  let turn = ship ? bow(spot, was) : piece.turn || 0;
  if (was && was.spot !== spot.key) turn = fly(g, was, to, turn, grow, ship, spot.key);
  g.style.transform = moved(to, turn, grow).transform;
  if (ship) g.querySelector("svg")?.setAttribute("transform", `rotate(${-turn})`);
  now.stands.set(id, {g, to, turn, spot: spot.key, seen, under: piece.under});
}

function drawPieces(all) {
  const groups = new Map(now.spots.map((spot) => [spot.key, []])),
    kept = new Set();
  all.forEach((one) => groups.get(String(one.space))?.push(one));
  for (const [key, group] of groups)
    for (const [piece, ...place] of arranged(now.by.get(key), group)) {
      const id = piece.key || piece.space + " " + group.indexOf(piece);
      drawPiece(id, piece, now.by.get(key), place);
      kept.add(id);
    }
  for (const [id, one] of now.stands)
    if (!kept.has(id)) {
      one.g.remove();
      now.stands.delete(id);
    }
  const rank = (one) => (one.under ? 0 : 1e5) + (now.land.scene === "town" ? one.to[1] : 0),
    order = [...now.stands.values()].sort((one, two) => rank(one) - rank(two));
  if (order.some((one, n) => now.layers.pieces.children[n] !== one.g))
    now.layers.pieces.append(...order.map((one) => one.g));
}

/** Votes that were just opened fall one after the other at the pace of Story's stage, the last one held back; words wait.
 * @param {any} of @param {any} old its state before */
export function openVotes(of, old) {
  const {state: asks, undone, board} = of.state.table,
    votes = (board ? board.pieces : []).filter((one) => /^vote/.test(one.key));
  if (old && old.epoch !== of.state.epoch) of.falls = null;
  if (calm.matches || !votes.length || !old || old.table.state !== "sealed" || asks !== "question" || undone)
    return;
  const turn = (one) => votes.filter((two) => two.space === one.space).indexOf(one);
  votes.sort((one, two) => turn(one) - turn(two) || (one.space < two.space ? -1 : 1)); // one for each print in turn, as in the app
  const from = performance.now() + 350 + 120 * board.pieces.filter((one) => /^told/.test(one.key)).length;
  of.falls = new Map(
    votes.map((one, n) => [one.key, from + 400 * n + (n > 0 && n === votes.length - 1 ? 700 : 0)])
  );
  setTimeout(app.render, Math.max(...of.falls.values()) + 480 - performance.now());
}

/** Are votes still falling here? */
export const falling = () => performance.now() < Math.max(-470, ...(session()?.falls?.values() || [])) + 470;

function letFall(falls) {
  if (now.falls === falls) return;
  now.falls = falls;
  for (const [key, time] of falls || [])
    now.stands
      .get(key)
      ?.g.animate(
        {opacity: [0, 1], translate: ["0 -60px", "0 0"]},
        {delay: time - performance.now(), duration: 220, fill: "backwards", easing: "ease-out"}
      );
}

/* The next tap shows them all */
addEventListener("pointerdown", () => {
  if (!falling()) return;
  session().falls = null;
  now?.layers.pieces.getAnimations?.({subtree: true}).forEach((one) => one.finish());
  app.render();
});

/** Every piece and its spot, for a screen reader. */
function readOut() {
  const lines = pieces()
    .filter((one) => now.by.has(String(one.space)))
    .map((one) => named(one) + ": " + now.by.get(String(one.space)).name);
  if (lines.join() !== now.lines) {
    now.lines = lines.join();
    now.list.replaceChildren(...lines.map((one) => h("li", {}, one)));
  }
}

/** Redraw what the question lights and draws, if that has changed. */
function drawAsked(ask, drawn) {
  const choices = ask && ask.kind === "place" ? ask.choices || [] : [],
    own = (ask && ask.arrows) || null;
  const arrows = own ? [...own, ...drawn.filter((one) => one.kind === "hand")] : drawn,
    about = (ask ? ask.key : "") + state().epoch;
  const asked = JSON.stringify([about, choices.map((one) => [one.spot, one.chosen, one.barred]), arrows]);
  if (asked === now.asked) return;
  const focused = now.lit.find((one) => one.mark === document.activeElement);
  now.asked = asked;
  now.lit = choices
    .filter((one) => now.by.has(one.spot))
    .map((choice) => ({choice, spot: now.by.get(choice.spot)}));
  now.layers.over.replaceChildren();
  now.layers.lit.replaceChildren(...now.lit.map(drawLit));
  if (focused) now.lit.find((one) => one.spot.key === focused.spot.key)?.mark.focus();
  now.layers.arrows.replaceChildren(...arrows.map(drawArrow).filter(Boolean));
  now.ways = arrows.map((one) => one.way);
  tell(null);
  if (about !== now.about) {
    now.about = about;
    now.held = false;
    glide(aim(now.lit));
  }
}

export const hasBoard = () =>
  !!(session() && session().land && state() && state().table.board && !state().table.sheet);

/** The place of the board; `drawBoard` fills it after each render. */
export const boardPlace = () =>
  hasBoard() ? h("div", {class: "board", "data-own": "", "data-k": "board"}) : null;

/** @param {any} ask the question of this phone, if any */
export function drawBoard(ask) {
  const host = /** @type {HTMLElement|null} */ (document.querySelector(".board"));
  if (!host || !hasBoard()) {
    now = null;
    return;
  }
  const {land} = session();
  loadPictures(land.scene);
  const come = Object.values(app.pictures).filter(Boolean).length + Object.keys(app.icons || {}).length;
  if (!now || now.host !== host || now.land !== land || now.come !== come) build(host, land);
  now.come = come;
  drawPieces(pieces());
  letFall(session().falls);
  if (!falling()) readOut();
  drawAsked(ask, (state().table.board || {arrows: []}).arrows);
}

addEventListener("resize", () => {
  if (!now || !now.host.isConnected) return;
  if (!now.land.ratio) {
    now = null;
    app.render();
  } else look(aim(now.lit));
});
