// The board, drawn as SVG from the game's data: spots, ways, pieces and arrows. It can be zoomed, tapped and read out.

import {act} from "./act.js";
import {glyph, h, icon, s, token} from "./dom.js";
import {app, seat, session, state} from "./state.js";

const HIGH = 1000, FINGER = 34, SIDE = 36; // units of height, pixels round a touch, and the pictures' own hex side
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FIELDS = ["key", "name", "x", "y", "shape", "label", "picture", "zone", "tone", "icon"];
const wave = (n) => Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1; // the same stars and trees each time

/** @type {any} what is drawn: land, spots, layers, the camera, and where each piece stands */
let now = null;
/** @type {Promise<any>|null} */
let pictures = null;

/** Load the app's pictures once, as symbols of this document. */
function loadPictures() {
  pictures = pictures || fetch("art.svg").then((reply) => reply.text()).then((text) => {
    const all = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    all.setAttribute("class", "sr");
    all.setAttribute("aria-hidden", "true");
    document.body.append(document.adoptNode(all));
    now = null;
    app.render();
  }).catch(() => { pictures = null; });
}

/** A picture in its own units, with its middle at 0,0; null if there is none of that name. */
function picture(name) {
  const found = name && document.getElementById(name), box = found && found.getAttribute("viewBox").split(" ");
  return box ? s("use", {href: "#" + name, x: box[0], y: box[1], width: box[2], height: box[3]}) : null;
}

/* What never moves */

const hexagon = (r) => [0, 1, 2, 3, 4, 5].map((n) => [r * Math.cos(n * Math.PI / 3), r * Math.sin(n * Math.PI / 3)]);
const line = (points) => points.map(([x, y]) => x.toFixed(1) + " " + y.toFixed(1)).join("L");
const rect = (x, y, width, height, more) => s("rect", {x, y, width, height, ...more});
const shade = (id, kind, ...stops) => s(kind + "Gradient", {id, ...(kind === "linear" ? {x2: 0, y2: 1} : {})},
  stops.map(([offset, colour, alpha = 1]) => s("stop", {offset, "stop-color": colour, "stop-opacity": alpha})));

/** A gas planet: bands, a rim of air, stars around it. */
function planet(wide) {
  const x = wide / 2, y = HIGH / 2, radius = HIGH * .53, bands = ["#3d3f6b", "#8e6c86", "#504673", "#6a5079", "#c79086", "#7f5875", "#a96c6a", "#e0a982", "#c98b6b", "#e2b37e", "#f3d9a6"];
  const band = (colour, n) => {
    const k = 10 - n, m = 5 + k % 4, points = [];
    for (let at = 0; at < 72; at++) {
      const turn = at * Math.PI / 36, far = radius * ((k + 1) / 11.6 + .012 * Math.sin(m * turn + k) + .008 * Math.sin((2 * m + 1) * turn + 2 * k));
      points.push([x + far * Math.cos(turn), y + far * Math.sin(turn)]);
    }
    return s("path", {d: "M" + line(points) + "Z", fill: colour});
  };
  const stars = Array.from({length: 130}, (_, n) => `M${(wave(n) * 4 - 1.5) * wide} ${(wave(n + 500) * 3 - 1) * HIGH}h${2 + 3 * wave(n + 90)}`).join("");
  return [shade("sky", "linear", [0, "#0a1024"], [1, "#17193a"]), shade("air", "radial", [.86, "#8fd9f2", .75], [1, "#8fd9f2", 0]), shade("dusk", "radial", [.3, "#0b1230", .1], [1, "#0b1230", .68]),
    rect(-9e3, -9e3, 2e4, 2e4, {fill: "url(#sky)"}), s("path", {d: stars, stroke: "#fff", "stroke-width": 3, opacity: .55}), s("circle", {cx: x, cy: y, r: radius * 1.13, fill: "url(#air)"}),
    s("circle", {cx: x, cy: y, r: radius, fill: "#3d3f6b"}), bands.map(band), s("circle", {cx: x, cy: y, r: radius, fill: "url(#dusk)"})];
}

/** A town in the snow, with a night sky above it. */
function town(wide, spots) {
  const hills = (y, a, p) => `M-9e3 ${HIGH}` + Array.from({length: 91}, (_, n) => `L${n * 40 - 1200} ${y + a * Math.sin(n * p) + .4 * a * Math.sin(2.3 * n * p + 2)}`).join("") + `L9e3 ${HIGH}Z`;
  const trees = [];
  for (let n = 0; n < 90; n++) {
    const x = (wave(n) * 2.4 - .7) * wide, y = 190 + 560 * wave(n + 300);
    if (spots.every((one) => one.shape === "card" || Math.hypot(one.x - x, (one.y - y) * 1.3) > 125)) trees.push([x, y, .75 + .5 * wave(n + 700)]);
  }
  const flakes = Array.from({length: 90}, (_, n) => `M${(wave(n + 40) * 2.4 - .7) * wide} ${wave(n + 900) * HIGH}h0`).join("");
  return [shade("sky", "linear", [0, "#0a1230"], [.55, "#1b2c55"], [1, "#3b4f7e"]), shade("snow", "linear", [0, "#7f98c2"], [.3, "#2f4468"], [1, "#1a2b48"]), shade("glow", "radial", [0, "#ffd98a", .6], [1, "#ffd98a", 0]),
    rect(-9e3, -9e3, 2e4, 9e3, {fill: "#0a1230"}), rect(-9e3, -300, 2e4, 500, {fill: "url(#sky)"}), s("g", {transform: `translate(${wide * .82} 75) scale(1.5)`}, picture("moon")), s("path", {d: hills(150, 22, .11), fill: "#33476f"}),
    s("path", {d: hills(178, 14, .08), fill: "#4a618f"}), rect(-9e3, 172, 2e4, 2e3, {fill: "url(#snow)"}),
    trees.sort((one, two) => one[1] - two[1]).map(([x, y, size]) => s("g", {transform: `translate(${x} ${y}) scale(${size})`, opacity: .9}, picture("pine_1"))),
    s("path", {d: flakes, class: "flakes"}), rect(-9e3, 800, 2e4, 4e3, {fill: "#0d1528", opacity: .92})];
}

/** The windmill in the middle of its track. */
function tower(wide) {
  const x = wide / 2, cloth = "M4 30h26v92h-26zM4 61h26M4 92h26M17 30v92", sail = (turn) => s("g", {transform: `rotate(${turn})`}, s("path", {d: "M0 0V128", stroke: "#5b2a31", "stroke-width": 6}), s("path", {d: cloth, fill: "#fff3da", stroke: "#7a4a3a", "stroke-width": 2.5}));
  return s("g", {transform: `translate(${x} ${HIGH * .56}) scale(3.1)`}, s("path", {d: "M-40 0L-25-118H25L40 0Z", fill: "#f6e6cb"}), s("path", {d: "M8-118H25L40 0H14Z", fill: "#dcc3a0"}), s("path", {d: "M-31-116L0-158L31-116Z", fill: "#8a2f3a"}),
      s("path", {d: "M-10 0V-22a10 10 0 0 1 20 0V0Z", fill: "#6b2c33"}), s("circle", {cy: -66, r: 9, fill: "#ffd98a", stroke: "#8a5a2e", "stroke-width": 3}), s("g", {transform: "translate(0 -122)"}, [20, 110, 200, 290].map(sail), s("circle", {r: 8, fill: "#8a2f3a"})));
}

/** Dusk over the fields, with a green for the track. */
function mill(wide) {
  const x = wide / 2;
  return [shade("sky", "linear", [0, "#241a44"], [.35, "#5a2b63"], [.62, "#b34a63"], [.84, "#f08a5b"], [1, "#ffd08c"]), shade("field", "linear", [0, "#b5823f"], [1, "#7c4b36"]), shade("glow", "radial", [0, "#ffe9a8", .9], [1, "#ffb45e", 0]),
    rect(-9e3, -9e3, 2e4, 9e3, {fill: "#241a44"}), rect(-9e3, -700, 2e4, 800, {fill: "url(#sky)"}), s("circle", {cx: wide * .8, cy: 20, r: 260, fill: "url(#glow)"}), s("circle", {cx: wide * .8, cy: 20, r: 75, fill: "#fff4cf"}),
    s("path", {d: `M-9e3 90${Array.from({length: 60}, (_, n) => `L${n * 60 - 1000} ${50 - 34 * Math.sin(n * .5) - 14 * Math.sin(n * 1.3)}`).join("")}L9e3 90Z`, fill: "#7d3f58"}), rect(-9e3, 80, 2e4, 4e3, {fill: "url(#field)"}),
    s("ellipse", {cx: x, cy: HIGH / 2, rx: wide * .54, ry: HIGH * .55, fill: "#5c8a45"}), s("ellipse", {cx: x, cy: HIGH / 2, rx: wide * .18, ry: HIGH * .16, fill: "#77a356"})];
}

/** A wooden table under a lamp. */
const wood = (wide) => [shade("glow", "radial", [0, "#ffd9a0", .34], [1, "#ffd9a0", 0]), rect(-9e3, -9e3, 2e4, 2e4, {fill: "#553a28"}),
  s("path", {d: Array.from({length: 40}, (_, n) => `M-9e3 ${n * 130 - 2000}H9e3M${wave(n) * 2400 - 600} ${n * 130 - 2000}v130`).join(""), stroke: "#3d2819", "stroke-width": 5}), s("circle", {cx: wide / 2, cy: HIGH / 2, r: HIGH * 1.1, fill: "url(#glow)"})];

/** The night floor with squares in the boards' colours. */
const floor = (wide) => [shade("sky", "linear", [0, "#0e1230"], [1, "#222b5c"]), rect(-9e3, -9e3, 2e4, 2e4, {fill: "#161c44"}), rect(-9e3, -400, 2e4, 1800, {fill: "url(#sky)"}),
  Array.from({length: 60}, (_, n) => rect(Math.round(wave(n) * 40 - 8) * 70, Math.round(wave(n + 70) * 16 - 1) * 70, 48, 48, {rx: 8, opacity: .16, fill: ["#e8624f", "#e3b23c", "#2fa39a", "#8a6ae0"][n % 4]}))];

const SCENES = {planet, town, mill, wood, floor};
const plainScene = (wide) => [s("defs", {}, shade("glow", "radial", [0, "#ffffff", .14], [1, "#ffffff", 0])), rect(-9e3, -9e3, 2e4, 2e4, {class: "plain"}), s("circle", {cx: wide / 2, cy: HIGH / 2, r: HIGH, fill: "url(#glow)"})];

/** The outline of a spot, also of a lit one. */
function outline(one, r = one.r) {
  if (one.shape === "hex") return s("path", {d: "M" + line(hexagon(r)) + "Z"});
  if (one.shape === "square") return rect(-r, -r, 2 * r, 2 * r, {rx: r * .08});
  if (one.shape === "photo") return rect(-92, -96, 184, 216, {rx: 5});
  if (one.shape === "tray") return rect(-225, -450, 450, 900, {rx: 30});
  if (one.shape === "card") return rect(-.42 * now.wide / 8, -72, .84 * now.wide / 8, 144, {rx: 12});
  return s("circle", {r});
}

function drawSpot(one) {
  const art = picture(one.picture), all = s("g", {transform: `translate(${one.x} ${one.y})`, class: "spot " + one.shape}), card = one.shape === "card", house = one.shape === "house";
  if (one.shape === "photo") {
    all.append(outline(one), rect(-78, -82, 156, 150, {class: "window"}), s("text", {class: "on dark", y: 104}, one.label));
    all.setAttribute("transform", `translate(${one.x} ${one.y}) rotate(${(wave(one.x) * 10 - 5).toFixed(1)})scale(${one.key === "middle" ? 1.45 : 1.25})`);
    if (art) all.append(s("g", {transform: "translate(0 -8) scale(1.1)"}, art));
    return all;
  }
  if (one.shape === "tray") { all.append(outline(one), s("text", {class: "on title", y: -370}, one.label), s("ellipse", {cy: 340, rx: 150, ry: 62})); return all; }
  if (card || !art || one.shape === "hex" || one.shape === "square") all.append(outline(one, one.r * (card ? 1 : one.shape === "hex" ? .95 : .96)));
  if (one.tone && all.firstElementChild) all.firstElementChild.style.fill = one.tone;
  if (one.picture === "lamp") all.append(s("circle", {r: 58, cy: -62, fill: "url(#glow)"}));
  if (art) all.append(s("g", {transform: card ? "translate(0 -22) scale(2.2)" : `scale(${now.scale * (house ? 1.25 : 1)})`, ...(card && one.tone === "#F3F7FF" ? {style: "filter:brightness(.2)"} : {})}, art));
  else if (one.icon) all.append(s("text", {class: "i", y: .35 * one.r, "font-size": one.r * 1.1}, glyph(one.icon)));
  const text = String(one.label || (card && !art ? one.key.replace(/\D/g, "") : ""));
  if (text && !house && one.shape !== "dot") all.append(s("text", {class: "on" + (card && one.tone === "#F3F7FF" ? " dark" : ""), y: card ? art ? 55 : 8 : 8, ...(text.length > 9 && card ? {textLength: .76 * now.wide / 8, lengthAdjust: "spacingAndGlyphs"} : {})}, text));
  else if (text && one.shape === "dot" && text.length < 3) all.append(s("text", {class: "on number", y: .36 * one.r}, text));
  return all;
}

/** Names of houses and dots, over the pieces, at a size that a screen can show. */
function nameOf(one) {
  const text = String(one.label || "");
  return text && (one.shape === "house" || one.shape === "dot" && text.length > 2)
    ? s("g", {class: "name", transform: `translate(${one.x} ${one.y + (one.shape === "house" ? 34 : one.r + 20)})`}, s("text", {}, text)) : null;
}

/** Lines between hexes or squares of different zones. */
function borders(spots) {
  const zoned = spots.filter((one) => one.zone && (one.shape === "hex" || one.shape === "square"));
  const near = (x, y) => zoned.find((one) => Math.hypot(one.x - x, one.y - y) < one.r * .5), parts = [];
  for (const one of zoned) {
    const corners = one.shape === "hex" ? hexagon(one.r) : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x * one.r, y * one.r]);
    corners.forEach(([x, y], n) => {
      const [to, down] = corners[(n + 1) % corners.length], other = near(one.x + x + to, one.y + y + down);
      if (!other || other.zone !== one.zone) parts.push(`M${line([[one.x + x, one.y + y], [one.x + to, one.y + down]])}`);
    });
  }
  return parts.length ? [s("path", {d: parts.join(""), class: "border case"}), s("path", {d: parts.join(""), class: "border"})] : [];
}

/* Building */

/** @param {HTMLElement} host @param {any} land */
function build(host, land) {
  const wide = HIGH * (land.ratio || Math.max(.8, Math.min(1.7, host.clientWidth / (host.clientHeight || 1)))), hexes = land.size > 0;
  const spots = land.spots.map((each) => {
    const one = Object.fromEntries(FIELDS.map((field, n) => [field, each[n] ?? ""])), dot = one.shape === "dot";
    const pad = land.ratio ? 0 : .09;
    return {...one, x: wide * (pad + (1 - 2 * pad) * one.x), y: HIGH * (1 - pad - (1 - 2 * pad) * one.y), r: hexes ? HIGH * land.size * (dot ? .62 : 1) : dot ? 30 : 60};
  });
  const layer = (name) => s("g", {class: name});
  now = {land, host, wide, size: land.size, spots, by: new Map(spots.map((one) => [one.key, one])), stands: new Map(), asked: "", told: "", ways: [],
    scale: hexes ? HIGH * land.size / SIDE : land.scene === "mill" ? 3.2 : 1.15, layers: {lit: layer("lits"), arrows: layer("arrows"), pieces: layer("pieces"), over: layer("over"), names: layer("names")}};
  const ways = land.ways.map(([one, two]) => [now.by.get(one), now.by.get(two)]).filter(([one, two]) => one && two);
  const paths = ways.map(([one, two]) => `M${line([[one.x, one.y], [two.x, two.y]])}`).join("");
  now.svg = s("svg", {class: "board-art " + (land.scene || "own"), role: "group", "aria-label": app.words.stage}, (SCENES[land.scene] || plainScene)(wide, spots), s("path", {d: paths, class: "roads case"}), s("path", {d: paths, class: "roads"}),
    [...spots].sort((one, two) => (hexes ? 0 : one.y - two.y)).map(drawSpot), land.scene === "mill" ? tower(wide) : "", borders(spots), now.layers.lit, now.layers.arrows, now.layers.pieces, now.layers.over, now.layers.names);
  now.layers.names.append(...spots.map(nameOf).filter(Boolean));
  now.told = h("p", {class: "spot-told", role: "status"});
  now.list = h("ul", {class: "sr"});
  host.replaceChildren(now.svg, now.list, now.told, h("div", {class: "zoom"}, [["plus", 1.5, app.words.zoom_in], ["minus", 1 / 1.5, app.words.zoom_out]].map(([sign, by, label]) =>
    h("button", {type: "button", "aria-label": label, onclick: () => zoom(by)}, icon(sign)))));
  hear(host);
  look(whole());
}

/* The camera: a box of the board */

/** All of it, with some sky above a landscape. */
const whole = () => { const sky = now.land.scene === "mill" ? .36 * HIGH : .02 * HIGH; return {x: -.02 * HIGH, y: -sky, w: now.wide + .04 * HIGH, h: HIGH * 1.02 + sky}; };
const perPixel = (box = now.camera) => Math.max(box.w / (now.svg.clientWidth || 1), box.h / (now.svg.clientHeight || 1));

function look(box) {
  now.camera = box;
  now.svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].map((n) => n.toFixed(1)).join(" "));
  now.svg.style.setProperty("--px", perPixel().toFixed(3));
  now.host.classList.toggle("near", box.w < whole().w * .98);
}

function zoom(by, at = null) {
  const box = now.camera, full = whole(), w = Math.max(full.w / 8, Math.min(full.w, box.w / by)), k = w / box.w, x = at ? at.x : box.x + box.w / 2, y = at ? at.y : box.y + box.h / 2;
  look(inside({x: x - (x - box.x) * k, y: y - (y - box.y) * k, w, h: box.h * k}));
}

function inside(box) {
  const full = whole();
  return {...box, x: Math.max(full.x - box.w / 3, Math.min(full.x + full.w - box.w * 2 / 3, box.x)), y: Math.max(full.y - box.h / 3, Math.min(full.y + full.h - box.h * 2 / 3, box.y))};
}

const pan = (dx, dy) => look(inside({...now.camera, x: now.camera.x + dx, y: now.camera.y + dy}));

function glide(goal) {
  const from = now.camera, started = performance.now(), mine = now;
  if (calm.matches || !from) { look(goal); return; }
  const step = (time) => {
    if (now !== mine || now.held) return;
    const part = Math.min(1, (time - started) / 260), eased = part * (2 - part), mix = (name) => from[name] + (goal[name] - from[name]) * eased;
    look({x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h")});
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Close enough that a finger hits each lit spot, with all of them in sight if possible. */
function aim(lit) {
  const full = whole(), fit = perPixel(full);
  let near = 1e9;
  for (const one of lit) for (const two of lit) if (one !== two) near = Math.min(near, Math.hypot(one.spot.x - two.spot.x, one.spot.y - two.spot.y));
  if (lit.length < 2 || near / fit >= 44) return full;
  const xs = lit.map((one) => one.spot.x), ys = lit.map((one) => one.spot.y), box = {x: Math.min(...xs), y: Math.min(...ys), w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys)};
  const all = Math.max((box.w + 3 * near) / now.svg.clientWidth, (box.h + 2 * near) / now.svg.clientHeight), unit = Math.max(fit / 3, near / 48, Math.min(all, near / 37)), w = Math.min(full.w, unit * now.svg.clientWidth), tall = Math.min(full.h, unit * now.svg.clientHeight);
  return {x: box.x + box.w / 2 - w / 2, y: box.y + box.h / 2 - tall / 2, w, h: tall};
}

/* Touch, wheel and keys */

const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(now.svg.getScreenCTM().inverse());

function hear(host) {
  const fingers = new Map();
  let slid = 0;
  host.onpointerdown = (event) => { if (!fingers.size) slid = 0; fingers.set(event.pointerId, event); };
  host.onpointermove = (event) => {
    const before = fingers.get(event.pointerId), other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    if (!before) return;
    const unit = perPixel();
    slid += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    fingers.set(event.pointerId, event);
    now.held = slid > 8;
    if (other) {
      const apart = (one) => Math.max(20, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
      zoom(apart(event) / apart(before), point({clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2}));
    }
    if (slid > 8 && host.classList.contains("near")) pan((before.clientX - event.clientX) * unit / fingers.size, (before.clientY - event.clientY) * unit / fingers.size);
  };
  host.onpointerup = host.onpointercancel = host.onpointerleave = (event) => { fingers.delete(event.pointerId); };
  host.onclick = (event) => { if (slid <= 8 && !event.target.closest(".zoom") && event.detail) tap(event); };
  host.onwheel = (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 400), point(event)); };
  host.onkeydown = keys;
}

function tap(event) {
  const at = point(event), unit = perPixel();
  const nearest = (all, reach) => all.map((one) => ({one, far: Math.hypot(one.spot.x - at.x, (one.spot.y - (one.spot.shape === "house" ? 40 : 0)) - at.y)})).filter(({far}) => far < reach).sort((one, two) => one.far - two.far)[0];
  const found = nearest(now.lit, Math.max(FINGER * unit, now.size ? 0 : 60)) || nearest(now.spots.map((spot) => ({spot})), Math.max(FINGER * unit, now.size * HIGH));
  if (found && found.one.choice) answer(found.one);
  else tell(found ? found.one.spot : null);
}

const answer = (one) => act({op: "tap", token: one.choice.token});

/** Its name, and what lies there. */
function tell(spot) {
  const there = spot ? (state().table.board.pieces || []).filter((one) => one.space === spot.key).map(named) : [];
  now.told.textContent = spot ? [spot.name, ...there].join(" · ") : "";
}

const named = (piece) => String(piece.label || (seat(piece.seat) || {name: ""}).name) + (piece.count > 1 ? " ×" + piece.count : "");
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function keys(event) {
  const way = ARROWS[event.key], at = now.lit.find((one) => one.mark === document.activeElement);
  if (event.key === "+" || event.key === "=") zoom(1.5);
  else if (event.key === "-") zoom(1 / 1.5);
  else if (event.key === "0") glide(whole());
  else if (at && (event.key === "Enter" || event.key === " ")) answer(at);
  else if (way && at) focusNext(at, way);
  else if (way) pan(way[0] * now.camera.w / 6, way[1] * now.camera.h / 6);
  else return;
  event.preventDefault();
}

/** The nearest lit spot in that direction. */
function focusNext(at, [dx, dy]) {
  const ahead = (one) => (one.spot.x - at.spot.x) * dx + (one.spot.y - at.spot.y) * dy, aside = (one) => Math.abs((one.spot.x - at.spot.x) * dy) + Math.abs((one.spot.y - at.spot.y) * dx);
  const next = now.lit.filter((one) => ahead(one) > 1).sort((one, two) => ahead(one) + 2 * aside(one) - ahead(two) - 2 * aside(two))[0];
  if (!next) return;
  at.mark.setAttribute("tabindex", "-1");
  next.mark.setAttribute("tabindex", "0");
  next.mark.focus();
}

/* What changes: lit spots, arrows and pieces */

function badge(x, y, r, words, kind) {
  return s("g", {class: "badge-on " + kind, transform: `translate(${x} ${y})`}, s("circle", {r}), s("text", {y: r * .36, "font-size": r * 1.15, ...(kind === "fight" ? {class: "i"} : {})}, text));
}

function drawLit(one, n) {
  const {spot, choice} = one, face = choice.face, r = spot.shape === "house" ? 62 : spot.r, label = [face.label, face.badge, choice.barred || face.hint].filter(Boolean).join(", ");
  one.mark = s("g", {class: "lit " + spot.shape + (choice.chosen ? " on" : "") + (choice.barred ? " barred" : ""), role: "button", tabindex: n ? -1 : 0, "aria-label": label,
    ...(choice.barred ? {"aria-disabled": "true"} : {}), transform: `translate(${spot.x} ${spot.y - (spot.shape === "house" ? 40 : 0)})`}, outline(spot, r * (spot.shape === "dot" ? 1.25 : 1)));
  if (face.badge && now.size) now.layers.over.append(badge(spot.x + .47 * r, spot.y - .42 * r, .32 * r, face.badge, face.badge === "0" ? "free" : ""));
  if (face.icon === "sword-cross") now.layers.over.append(badge(spot.x - .47 * r, spot.y - .42 * r, .32 * r, glyph(face.icon), "fight"));
  return one.mark;
}

const points = (way) => way.map((key) => now.by.get(key)).filter(Boolean).map((one) => [one.x, one.y - (one.shape === "house" ? 20 : 0)]);
const moved = ([x, y], turn, scale) => ({transform: `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) rotate(${turn.toFixed(0)}deg) scale(${scale.toFixed(2)})`});

function drawArrow(one) {
  const way = points(one.way);
  if (way.length < 2) return null;
  const [[x, y], [ex, ey]] = way.slice(-2), turn = Math.atan2(ey - y, ex - x) * 180 / Math.PI, piece = (state().table.board.pieces || []).find((each) => each.key === one.key && each.key);
  const all = s("g", {class: "arrow " + (one.kind || "way")}, s("path", {d: "M" + line(way), class: "case"}), s("path", {d: "M" + line(way), class: "line"}),
    s("path", {d: "M0 0L-22-15L-14 0L-22 15Z", class: "tip", transform: `translate(${ex} ${ey}) rotate(${turn})`}), one.letter && badge(way[0][0], way[0][1], 22, one.letter, "step"));
  const ghost = piece && (one.kind === "flight" || one.kind === "hand") && figure(piece, true);
  if (ghost) {
    all.append(s("g", {class: "ghost", style: "transform:" + moved(way[one.kind === "hand" ? 0 : way.length - 1], 0, now.scale).transform}, ghost));
    if (!calm.matches) all.lastChild.animate([...way.map((at) => moved(at, 0, now.scale)), moved(way[way.length - 1], 0, now.scale)], {duration: 700 + 350 * way.length, iterations: 3, easing: "ease-in-out"});
  }
  return all;
}

/** A piece in the pictures' own units. */
function figure(piece, ghost = false) {
  const who = seat(piece.seat), art = picture(piece.picture), all = s("g", {class: piece.faint ? "faint" : ""}), tinted = piece.picture === "ship" || piece.picture === "longboat";
  const small = (x, y, size) => { const one = token(who); one.setAttribute("x", x - size / 2); one.setAttribute("y", y - size / 2); one.setAttribute("width", size); one.setAttribute("height", size); return one; };
  if (art) {
    if (tinted && who) art.style.color = token(who).firstElementChild.getAttribute("fill");
    const copies = piece.count > 1 && piece.count < 4 ? piece.count : 1;
    for (let n = 0; n < copies; n++) all.append(s("g", {transform: `translate(${(n - (copies - 1) / 2) * 17} ${n * 4})`}, n ? art.cloneNode() : art));
    if (who && piece.picture === "ship") all.append(small(0, 0, 22));
    else if (who && !tinted) all.append(small(11, 12, 15));
  } else if (who) all.append(small(0, 0, 38));
  else all.append(s("circle", {r: 17, class: "thing", ...(piece.tone ? {style: "fill:" + piece.tone} : {})}), piece.icon ? s("text", {class: "i thing-on", y: 8, "font-size": 22}, glyph(piece.icon)) : "");
  const letter = piece.letter || (!art && !who && !piece.icon ? String(piece.label).slice(0, 2) : "");
  if (letter && piece.picture !== "ship") all.append(s("text", {class: "letter" + (/^(token|quest)/.test(piece.picture || "") || !art ? " dark" : ""), y: 6}, letter));
  if (piece.count > 3 || piece.count > 1 && !art) all.append(badge(13, -11, 11, String(piece.count), "count"));
  return ghost ? all : s("g", {}, s("title", {}, named(piece)), all);
}

/** Where each piece of a spot stands: x, y and size in the pictures' own units. */
function arranged(spot, all) {
  const small = all.filter((one) => /^to/.test(one.picture || "") && one.under), low = all.filter((one) => one.under && !small.includes(one)), top = all.filter((one) => !one.under);
  const found = new Map(), put = (one, x, y, size) => found.set(one, [x, y, size]);
  if (spot.shape === "house") {
    low.forEach((one, n) => put(one, 30 - 26 * n, -66, .62));
    top.forEach((one, n) => put(one, -46 + 26 * (n % 4) + (top.length < 3 ? 4 : 0), -4 - 24 * Math.floor(n / 4), .8));
  } else if (spot.shape === "photo") {
    top.forEach((one) => put(one, 0, -8, 3));
    low.forEach((one, n) => put(one, (n - (low.length - 1) / 2) * 40, 124, 1.2));
  } else if (spot.shape === "tray") all.forEach((one, n) => put(one, 0, 280 - Math.min(105, 560 / all.length) * n, 4));
  else if (spot.shape === "card") all.forEach((one, n) => put(one, -24 + 20 * n, -44, 1));
  else if (!now.size) {
    low.forEach((one, n) => put(one, 20 + 22 * n, -18, .72));
    top.forEach((one, n) => put(one, (n - (top.length - 1) / 2) * 24, spot.picture ? -2 : -12, .8));
  } else if (spot.picture === "post") all.forEach((one, n) => {
    const turn = Math.PI * (1 / 6 + 2 * n / Math.max(3, all.length - 1));
    if (one.key === "flag") put(one, 0, 0, 1); else put(one, 26 * Math.cos(turn), 26 * Math.sin(turn), .52);
  });
  else {
    const row = (group, shared, aside) => group.forEach((one, n) => {
      const across = (n - (group.length - 1) / 2) * 31;
      put(one, group.length > 1 ? across : shared ? aside : 0, group.length > 1 ? .3 * across : shared ? -aside : 0, group.length > 1 ? .72 : shared ? .8 : 1);
    });
    small.forEach((one, n) => put(one, 13 - 22 * n, 18, .62));
    row(low, top.length > 0, -12);
    row(top, low.length > 0, 8);
  }
  return found;
}

function drawPieces(all) {
  const groups = new Map(), kept = new Set();
  all.forEach((one, n) => { const key = String(one.space); groups.set(key, [...(groups.get(key) || []), {...one, id: one.key || one.space + " " + n}]); });
  for (const [key, group] of groups) {
    const spot = now.by.get(key), places = spot ? arranged(spot, group) : [];
    for (const [piece, [dx, dy, size]] of places) {
      const to = [spot.x + dx * now.scale, spot.y + dy * now.scale], was = now.stands.get(piece.id), look_ = JSON.stringify([piece.picture, piece.icon, piece.letter, piece.count, piece.faint, piece.label, piece.seat, piece.tone]);
      const g = was ? was.g : s("g", {class: "piece"}), grow = size * now.scale;
      if (!was || was.look !== look_) g.replaceChildren(figure(piece));
      const ship = piece.picture === "ship", out = Math.atan2(spot.y - HIGH / 2, spot.x - now.wide / 2) * 180 / Math.PI + 90;
      let turn = ship ? (was ? was.turn : key === "0,0" ? 0 : out) : piece.turn || 0;
      if (was && was.spot !== key) turn = fly(g, was, to, turn, grow, ship, key);
      g.style.transform = moved(to, turn, grow).transform;
      if (ship) g.querySelector("svg")?.setAttribute("transform", `rotate(${-turn})`);
      if (!was || was.under !== piece.under) now.layers.pieces.append(g);
      kept.add(piece.id);
      now.stands.set(piece.id, {g, to, turn, spot: key, look: look_, under: piece.under});
    }
  }
  for (const [id, one] of now.stands) if (!kept.has(id)) { one.g.remove(); now.stands.delete(id); }
  const order = [...now.stands.values()].sort((one, two) => (one.under ? 0 : 1) - (two.under ? 0 : 1) || (now.land.scene === "town" ? one.to[1] - two.to[1] : 0));
  if (order.some((one, n) => now.layers.pieces.children[n] !== one.g)) now.layers.pieces.append(...order.map((one) => one.g));
}

/** Move along the last arrow from there to here, or straight. Returns the new heading. */
function fly(g, was, to, turn, grow, ship, key) {
  const known = now.ways.find((way) => way[0] === was.spot && way[way.length - 1] === key), way = [was.to, ...(known ? points(known).slice(1, -1) : []), to];
  const heading = (n) => (ship ? Math.atan2(way[n][1] - way[n - 1][1], way[n][0] - way[n - 1][0]) * 180 / Math.PI + 90 : turn);
  if (!calm.matches) g.animate(way.map((at, n) => moved(at, n ? heading(n) : ship ? heading(1) : turn, grow)), {duration: Math.min(1600, 350 + 220 * way.length), easing: "ease-in-out"});
  return ship && key !== "0,0" ? heading(way.length - 1) : turn;
}

function readOut(pieces) {
  const lines = pieces.filter((one) => now.by.has(String(one.space))).map((one) => named(one) + ": " + now.by.get(String(one.space)).name);
  if (lines.join() !== now.lines) { now.lines = lines.join(); now.list.replaceChildren(...lines.map((one) => h("li", {}, one))); }
}

/** The place of the board; `drawBoard` fills it after each render. */
export function boardPlace(ask = null) {
  const found = session() && session().land, table = state().table;
  if (!found || !table.board || table.sheet) return null;
  return h("div", {class: "board" + (ask && ask.kind === "place" ? " asking" : ""), "data-own": "", "data-k": "board"});
}

export const hasBoard = () => !!(session() && session().land && state() && state().table.board && !state().table.sheet);

/** @param {any} ask the question of this phone, if any */
export function drawBoard(ask) {
  const host = /** @type {HTMLElement|null} */ (document.querySelector(".board"));
  if (!host) { now = null; return; }
  loadPictures();
  const land = session().land, board = state().table.board, pieces = board.pieces || [];
  if (!now || now.host !== host || now.land !== land) build(host, land);
  const choices = ask && ask.kind === "place" ? ask.choices || [] : [], focused = now.lit && now.lit.find((one) => one.mark === document.activeElement);
  now.lit = choices.filter((one) => now.by.has(one.spot)).map((choice) => ({choice, spot: now.by.get(choice.spot)}));
  const arrows = ask && ask.arrows ? [...ask.arrows, ...board.arrows.filter((one) => one.kind === "hand")] : board.arrows || [], asked = JSON.stringify([ask && ask.key, state().epoch, choices.map((one) => [one.spot, one.chosen, one.barred]), arrows]);
  drawPieces(pieces);
  readOut(pieces);
  if (asked === now.asked) return;
  now.layers.over.replaceChildren();
  now.layers.lit.replaceChildren(...now.lit.map(drawLit));
  if (focused) now.lit.find((one) => one.spot.key === focused.spot.key)?.mark.focus();
  now.layers.arrows.replaceChildren(...arrows.map(drawArrow).filter(Boolean));
  now.ways = arrows.map((one) => one.way);
  now.svg.classList.toggle("asking", now.lit.length > 0);
  tell(null);
  const about = (ask ? ask.key : "") + state().epoch;
  if (about !== now.about) { now.about = about; now.held = false; glide(aim(now.lit)); }
  now.asked = asked;
}

addEventListener("resize", () => { if (now && now.host.isConnected) { if (!now.land.ratio) { now = null; app.render(); } else look(aim(now.lit || [])); } });
