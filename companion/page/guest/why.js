// Why a question is asked: the log's lines and the rules behind it.

import {act, sheet} from "./act.js";
import {h, line} from "./dom.js";
import {app, seat, state} from "./state.js";

export async function why() {
  const reply = await act({op: "why"});
  /** @type {Why|string|undefined} */
  const all = reply.why;
  if (!all || typeof all === "string") return;
  /** @param {Kid[]} parts */
  const card = (...parts) => h("div", {class: "card"}, parts);
  sheet(
    app.words.why,
    (state().table.ahead || []).map((one) => h("p", {class: "soft"}, one)),
    all.text && h("p", {}, all.text),
    all.hints.map((one) => h("p", {class: "soft"}, one)),
    all.line.map((one) => line(one.words, "", seat(one.seat))),
    all.reminders.map((one) => card(line(one.text, one.icon))),
    all.rules.map((one) => card(ruleParts(one))),
    all.house.map((one) => card(line(one.label + ": " + one.choice, "scale-balance", null, one.sentence)))
  );
}

/** @param {RuleText} one */
export const ruleParts = (one) => [
  h("div", {}, h("span", {class: "chip"}, one.id), " ", h("b", {}, one.title)),
  h("p", {class: "soft"}, one.text),
];
