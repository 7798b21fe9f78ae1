// What the host can do beside the play: files in and out, laying out again, corrections.

import {askFor, closeSheet, command, sheet, toast} from "../guest/act.js";
import {button, download, h, icon, line, token} from "../guest/dom.js";
import {dragRow} from "./drag.js";
import {desk} from "./hosting.js";
import {tab} from "../guest/link.js";
import {app, say, seat, state, stored} from "../guest/state.js";

/* Files */

const PART = tab ? 1 << 19 : 4000; // over HTTP, a request is small
/** Tables refuse the first half of an emoji at the end of a part; the next part begins with it. */
const HALF_A_LETTER = /[\ud800-\udbff]$/;

/** Choose a file on this phone and send it to the table. @param {() => unknown} after draws what came in */
export function importFile(after) {
  const field = h("input", {type: "file", accept: ".json,.txt,.csv,.bgsplay,application/json,text/csv"});
  field.onchange = async () => {
    const [file] = field.files || [];
    const text = file ? await new Response(file).text() : "";
    const reply = text ? await sendParts(text, {what: "in"}, app.words.importing) : null;
    if (!reply) return;
    app.form.box = undefined;
    toast([reply.told, ...(reply.left_out || [])].filter(Boolean).join(" "));
    after();
  };
  field.click();
}

/** Send it in parts. Null if the table refused one.
 * @param {string} text @param {Action} body @param {string} told @param {number} [size] letters in a part */
export async function sendParts(text, body, told, size = PART) {
  toast(told);
  /** @type {Reply} */
  let reply = {};
  for (let at = 0, part = ""; at < text.length; at += part.length) {
    part = text.slice(at, at + size).replace(HALF_A_LETTER, "");
    reply = await desk({...body, part, first: at === 0, last: at + part.length === text.length});
    if (!reply.ok) return null;
    if (at) toast(`${told} ${Math.round((100 * at) / text.length)} %`);
  }
  return reply;
}

/** Into the share sheet, or as a download. @param {Action} body */
export async function exportFile(body) {
  const {text, file, type = "application/json"} = await desk({what: "out", ...body});
  if (!text) return;
  const blob = new Blob([text], {type});
  if (!(await tab?.share(file, blob))) download(file, blob);
  if (body.kind !== "table") stored("exported", String(Date.now()));
  app.render();
}

/** Share a text, or save it where the browser can't share (over plain http it can't).
 * @param {string} name @param {string} text */
export async function shareText(name, text) {
  if (navigator.share)
    try {
      await navigator.share({text});
      return;
    } catch {
      /* then save it */
    }
  download(name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".txt", new Blob([text], {type: "text/plain"}));
}

/* What lies where */

/** @param {boolean} pack */
export async function layOut(pack) {
  const {groups, packing} = await command({op: "laid"});
  const W = app.words;
  if (!groups) return;
  const own = groups.filter((one) => one.things.every((each) => each.seat != null));
  sheet(
    pack ? W.pack_away : W.lay_out,
    h("p", {class: "soft"}, pack ? W.pack_hint_table : W.lay_hint),
    pack && packing && line(packing, "cards-outline"),
    (pack ? own : groups).map(laidGroup)
  );
}

/** What has been ticked off, and at which position of the play. */
const ticked = {of: "", all: new Set()};

/** @param {LaidGroup} group */
function laidGroup({name, things}) {
  if (ticked.of !== state().epoch) Object.assign(ticked, {of: state().epoch, all: new Set()});
  const number = h("small", {class: "soft"});
  const count = () => {
    const done = things.filter((one) => ticked.all.has(keyOf(one))).length;
    number.textContent = ` ${done}/${things.length}`;
  };
  /** @param {LaidGroup["things"][number]} one */
  const keyOf = ({label, words, seat: of}) => [name, label, words, of].join();
  const rows = things.map((one) => tickRow(one, keyOf(one), count));
  const boxes = rows.map((one) => /** @type {HTMLInputElement} */ (one.firstElementChild));
  const checkAll = () => {
    for (const box of boxes) if (!box.checked) box.click();
  };
  count();
  const every = things.length > 1 && button(app.words.check_all, "check-bold", checkAll);
  return h("details", {class: "fold", "data-k": name}, h("summary", {}, name, number), every, rows);
}

/** @param {LaidGroup["things"][number]} one @param {string} key @param {() => void} count */
function tickRow(one, key, count) {
  const box = h("input", {type: "checkbox", checked: ticked.all.has(key)});
  box.onchange = () => {
    if (box.checked) ticked.all.add(key);
    else ticked.all.delete(key);
    count();
  };
  const words = h("span", {}, one.label, " ", h("b", {}, one.words));
  return h("label", {class: "line tick"}, box, token(seat(one.seat), true), words);
}

/* Corrections */

const SHORT = 20;

/** In the order of their first fields; a long group is cut. @param {TableField[]} all */
function groupsOf(all) {
  const names = [...new Set(all.map((one) => one.group))];
  return names.flatMap((name) => {
    const group = all.filter((one) => one.group === name);
    const parts = Math.ceil(group.length / SHORT);
    return Array.from({length: parts}, (_, n) => group.slice(n * SHORT, (n + 1) * SHORT));
  });
}

/** A group's name; a part of one also names its first field.
 * @param {TableField[]} part @param {TableField[][]} all */
function titleOf([first], all) {
  const parts = all.filter((each) => each[0].group === first.group).length;
  if (first.group && parts === 1) return first.group;
  return [first.group, first.label + " …"].filter(Boolean).join(": ");
}

/** @param {TableField} one */
function fieldButton(one) {
  const words = h("small", {}, one.words == null ? String(one.value) : one.words);
  return h(
    "button",
    {type: "button", class: "answer", "data-path": one.path, onclick: () => correct(one)},
    h("span", {class: "words"}, one.label, words),
    icon("chevron-right")
  );
}

export async function fields() {
  const {fields: found} = await command({op: "fields"});
  if (!found) return;
  const all = found.filter((one) => one.value === null || typeof one.value !== "object");
  const groups = groupsOf(all);
  /** @param {TableField[]} group */
  const part = (group) => {
    const [{group: name}] = group;
    const rows = group.map(fieldButton);
    if (all.length <= SHORT) return [name && h("h2", {}, name), rows];
    const title = h("summary", {}, titleOf(group, groups));
    return h("details", {class: "fold", name: "fields"}, title, h("div", {class: "answers"}, rows));
  };
  sheet(app.words.correct, all.length ? groups.map(part) : h("p", {class: "soft"}, app.words.nothing));
}

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
function orderSheet(one, set) {
  const order = new Order(one);
  const done = () => set(order.keys.join(one.between));
  const hint = h("p", {class: "soft"}, app.words.drag_order);
  sheet(one.label, hint, order.list, button(app.words.set, "check-bold", done, "first"));
}

/** @param {TableField} one */
function correct(one) {
  const {label, value: old, values = []} = one;
  /** @param {Json} value */
  const set = (value) => {
    closeSheet();
    command({op: "correct", path: one.path, value});
  };
  /** @param {Json} value @param {string} words */
  const pick = (value, words) => {
    const look = "answer" + (value === old ? " on" : "");
    return h(
      "button",
      {type: "button", class: look, onclick: () => set(value)},
      h("span", {class: "words"}, words)
    );
  };
  const picks = values.map((each) => pick(each.value, each.words));
  if (one.ordered) orderSheet(one, set);
  else if (picks.length) sheet(label, picks);
  else if (typeof old === "boolean") sheet(label, pick(true, app.words.yes), pick(false, app.words.no));
  else askValue(one, set);
}

/** @param {TableField} one @param {(value: Json) => void} set */
function askValue({label, value: old, low, high}, set) {
  const isNumber = typeof old === "number";
  /** @param {string} value */
  const done = (value) => set(isNumber ? Number(value) : value);
  const type = isNumber ? "number" : "text";
  const limits = {type, min: low, max: high, maxlength: null, required: isNumber};
  askFor(label, label, app.words.set, done, old == null ? "" : String(old), limits);
}
