// Things that the host drags into order.

import {sheet} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {app, say} from "../guest/state.js";
import {dragRow} from "./drag.js";

/** The things of an ordered field, in their order. @param {TableField} one */
function keysOf({value, between, ordered = []}) {
  if (!value) return ordered.map((each) => each.value);
  return between ? String(value).split(between) : [...String(value)];
}

/** Things to drag into order; the arrows do the same for keys and screen readers. */
class Order {
  /** @param {TableField} field */
  constructor(field) {
    this.field = field;
    this.keys = keysOf(field);
    this.list = h("div", {class: "order"});
    this.rows = new Map(this.keys.map((key) => [key, this.row(key)]));
    this.draw();
  }

  draw() {
    this.list.append(...this.keys.map((key) => /** @type {HTMLElement} */ (this.rows.get(key))));
  }

  /** @param {string} key @param {number} by */
  move(key, by) {
    const {keys} = this;
    const at = keys.indexOf(key);
    const to = Math.max(0, Math.min(keys.length - 1, at + by));
    keys.splice(to, 0, ...keys.splice(at, 1));
    this.draw();
  }

  /** @param {string} key */
  row(key) {
    const found = (this.field.ordered || []).find((each) => each.value === key);
    const name = found ? found.words : key;
    /** @param {number} by @param {string} sign @param {string} words */
    const arrow = (by, sign, words) => {
      const label = say(words, {name});
      const attributes = {type: "button", class: "round", "aria-label": label};
      return h("button", {...attributes, onclick: () => this.move(key, by)}, sign);
    };
    return h(
      "div",
      {class: "answer", "data-key": key, onpointerdown: (event) => this.drag(key, event)},
      h("span", {class: "words"}, name),
      arrow(-1, "↑", app.words.up),
      arrow(1, "↓", app.words.down)
    );
  }

  /** @param {string} key @param {PointerEvent} event */
  drag(key, event) {
    if (/** @type {Element} */ (event.target).closest("button")) return;
    dragRow(event, this.list, this.keys.length, (by) => this.move(key, by));
  }
}

/** @param {TableField} one @param {(value: Json) => void} set */
export function orderSheet(one, set) {
  const order = new Order(one);
  const done = () => set(order.keys.join(one.between));
  const hint = h("p", {class: "soft"}, app.words.drag_order);
  sheet(one.label, hint, order.list, button(app.words.set, "check-bold", done, "first"));
}
