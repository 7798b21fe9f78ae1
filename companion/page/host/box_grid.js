// A grid in the form for a box, painted with a brush. `companion/core/boxes/edits.py` has the same rules.

import {button, glyph, h, s} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {change, edit, isGuess, keysOf, put, read, set, valueOf} from "./box_edit.js";
import {stepper, toggle} from "./box_rows.js";

const TALL = Math.sqrt(3);
const MARGIN = 1.2;

/** A longer row of hexes starts half a hex to the left, a shorter one to the right; equal ones take turns.
 * @param {number} row @param {number} longer by how many cells */
function shift(row, longer) {
  if (longer) return longer > 0 ? -0.5 : 0.5;
  return row % 2 ? 0.5 : -0.5;
}

/** The middle of a cell, if the sides of a hex are 1 and those of a square 2.
 * @param {Cells} cells @param {number} start @param {number} row @param {number} column @returns {Point} */
function centre(cells, start, row, column) {
  if (cells === "square") return [2 * column, 2 * row];
  if (cells === "hex") return [TALL * (start + column), 1.5 * row];
  return [1.5 * column, TALL * (column / 2 - row - 1)];
}

/** All cells of these rows: their place, sign and middle.
 * @param {Cells} cells @param {string[]} rows @returns {GridCell[]} */
export function cellsOf(cells, rows) {
  let start = 0;
  return rows.flatMap((signs, row) => {
    if (row) start += shift(row, signs.length - rows[row - 1].length);
    return [...signs].map((sign, column) => {
      const [x, y] = centre(cells, start, row, column);
      return {row, column, sign, x, y};
    });
  });
}

/** @param {Cells} cells */
function corners(cells) {
  /** @param {number} n */
  const turn = (n) => ((n + (cells === "hex" ? 0.5 : 0)) * Math.PI) / 3;
  const square = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return cells === "square" ? square : [0, 1, 2, 3, 4, 5].map((n) => [Math.cos(turn(n)), Math.sin(turn(n))]);
}

/** @param {Cells} cells @param {number} x @param {number} y */
const outline = (cells, x, y) =>
  corners(cells)
    .map(([across, down]) => `${(x + across).toFixed(2)},${(y + down).toFixed(2)}`)
    .join(" ");

/** @param {GridCell} one */
const keyOf = ({row, column}) => `${row} ${column}`;

/** Paint along with the finger. The whole stroke is one step that can be undone.
 * @param {PointerEvent} event @param {GridCell[]} cells @param {(one: GridCell) => void} paint */
function stroke(event, cells, paint) {
  const map = /** @type {SVGElement} */ (event.currentTarget);
  const {undo} = edit();
  const steps = undo.length + 1;
  let last = "";
  /** @param {PointerEvent} now */
  const at = ({clientX, clientY}) => {
    const under = document.elementFromPoint(clientX, clientY)?.getAttribute("data-cell");
    const one = cells.find((each) => keyOf(each) === under);
    if (!one || under === last) return;
    last = keyOf(one);
    paint(one);
    undo.length = Math.min(undo.length, steps);
  };
  const end = () => {
    map.onpointermove = map.onpointerup = map.onpointercancel = null;
  };
  map.setPointerCapture(event.pointerId); // cells are drawn anew while it paints
  Object.assign(map, {onpointermove: at, onpointerup: end, onpointercancel: end});
  at(event);
}

/** @param {GridPart} part @param {GridCell} one @param {number} side -1 if mirrored
 * @param {() => void} paint */
function cell(part, one, side, paint) {
  const empty = part.brushes[0];
  const brush = part.brushes.find((each) => each.sign === one.sign) || empty;
  const x = side * one.x;
  const shape = s("polygon", {
    points: outline(part.cells, x, one.y),
    fill: brush.colour,
    stroke: "#FFF7E0",
    "stroke-width": 0.06,
    role: "button",
    tabindex: 0,
    "aria-label": `${brush.label}, ${one.row + 1}/${one.column + 1}`,
    "data-cell": keyOf(one),
    class: "cell",
  });
  shape.onclick = (event) => {
    if (!event.detail) paint(); // a screen reader; a finger has painted it already
  };
  shape.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    paint();
  };
  if (brush === empty) return [shape];
  const mark = brush.icon ? glyph(brush.icon) : brush.sign;
  return [shape, s("text", {x, y: one.y + 0.3, class: brush.icon ? "sign i" : "sign"}, mark)];
}

/** @param {GridPart} part @param {string[]} rows @param {number} side @param {string} name
 * @param {(one: GridCell) => void} paint */
function picture(part, rows, side, name, paint) {
  const cells = cellsOf(part.cells, rows);
  const wedge = part.cells === "wedge";
  const points = cells.map((one) => [side * one.x, one.y]).concat(wedge ? [[0, 0]] : []);
  const [left, right] = [Math.min, Math.max].map((end) => end(...points.map(([x]) => x)));
  const [top, foot] = [Math.min, Math.max].map((end) => end(...points.map(([, y]) => y)));
  const view = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, foot - top + 2 * MARGIN];
  const origin = {x: -side, y: 0.7, class: "origin", "text-anchor": side > 0 ? "start" : "end"};
  const map = s(
    "svg",
    {viewBox: view.join(" "), class: "tilemap", role: "group", "aria-label": name || part.title},
    wedge && part.origin && s("text", origin, part.origin),
    ...cells.map((one) => cell(part, one, side, () => paint(one)))
  );
  map.onpointerdown = (event) => stroke(event, cells, paint);
  return map;
}

/** @param {string} colour */
function swatch(colour) {
  const one = h("span", {class: "swatch", "aria-hidden": "true"});
  one.style.background = colour;
  return one;
}

/** Set the number of rows of every tile. New rows are empty.
 * @param {GridPart} part @param {NumberPart} sizes @param {number} size */
function resize(part, sizes, size) {
  const empty = part.brushes[0].sign;
  /** @param {string[]} rows @param {number} n */
  const longer = (rows, n) => empty.repeat(part.cells === "wedge" ? n + 1 : rows[rows.length - 1].length);
  change(part, (box) => {
    put(box, keysOf(sizes.at), size);
    for (const name of part.tiles.length ? part.tiles : [""]) {
      const keys = rowsAt(part, name);
      const rows = read(box, keys);
      put(
        box,
        keys,
        Array.from({length: size}, (_, n) => rows[n] || longer(rows, n))
      );
    }
  });
}

/** @param {GridPart} part @param {string} name */
const rowsAt = (part, name) => [...keysOf(part.at), ...(name ? [name] : [])];

/** @param {GridPart} part */
function tileShown(part) {
  const now = edit();
  now.tile = part.tiles.find((one) => one === now.tile) || part.tiles[0] || "";
  return now.tile;
}

/** @param {GridPart} part */
function brushHeld({brushes}) {
  const now = edit();
  const held = brushes.find((one) => one.sign === now.brush) || brushes[1] || brushes[0];
  now.brush = held.sign;
  return held.sign;
}

/** These rows with another sign in one cell.
 * @param {string[]} rows @param {GridCell} one @param {string} sign */
const painted = (rows, {row, column}, sign) =>
  rows.map((each, n) => (n === row ? each.slice(0, column) + sign + each.slice(column + 1) : each));

/** @param {GridPart} part */
export function grid(part) {
  const now = edit();
  const W = app.words;
  const sizes = part.size;
  const name = tileShown(part);
  const held = brushHeld(part);
  /** @type {string[]} */
  const rows = read(now.box, rowsAt(part, name));
  const guess = isGuess(part, name);
  /** @param {string[]} lines */
  const store = (lines) => set(part, lines, rowsAt(part, name), name);
  const paint = (/** @type {GridCell} */ one) =>
    store(painted(read(edit().box, rowsAt(part, name)), one, held));
  /** @param {Partial<Editing>} changes */
  const show = (changes) => () => {
    Object.assign(now, changes);
    app.render();
  };
  /** @param {string} one */
  const tab = (one) =>
    toggle("key", one === name, show({tile: one}), one, isGuess(part, one) && h("small", {}, "?"));
  /** @param {Brush} one */
  const brush = (one) =>
    toggle("pill", one.sign === held, show({brush: one.sign}), swatch(one.colour), one.label);
  const side = part.clockwise && read(now.box, keysOf(part.clockwise)) === false ? -1 : 1;
  const mirror = () => store(rows.map((row) => [...row].reverse().join("")));
  const clear = () => store(rows.map((row) => part.brushes[0].sign.repeat(row.length)));
  return [
    part.tiles.length > 0 && h("div", {class: "keys six"}, part.tiles.map(tab)),
    h("p", {class: "soft small", hidden: !guess}, W.guess), // always there, or a stroke would lose the map
    h("div", {class: "tilesrow"}, part.brushes.map(brush)),
    picture(part, rows, side, name, paint),
    h(
      "div",
      {class: "tilesrow"},
      guess && button(W.matches, "check-bold", () => store(rows)),
      part.tiles.length > 0 && button(W.mirror, "swap-horizontal", mirror),
      button(W.clear, "close", clear)
    ),
    sizes && stepper(sizes, valueOf(sizes), (size) => resize(part, sizes, size)),
  ];
}
