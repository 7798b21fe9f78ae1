// The big screen: nothing to tap, readable from the sofa.

import {boardPlace} from "./board.js";
import {ring} from "./clock.js";
import {h, qrCode} from "./dom.js";
import {clock, state} from "./state.js";
import {endStage, lettersOf, scoreSheet, strip} from "./table.js";

/** @param {string} headline */
function sizeOf({length}) {
  if (length > 60) return "long";
  return length > 34 ? "middle" : "";
}

/** @param {Table} table @param {boolean} alone without a board */
function tvHeadline({banner, turn, reminders = [], headline}, alone) {
  const [first] = reminders;
  const why = [banner, turn].filter(Boolean).join(" ");
  return h(
    "div",
    {class: alone ? "giant" : "told"},
    h("p", {class: "soft"}, banner ? why : first && first.text),
    h("h1", {class: sizeOf(headline)}, headline)
  );
}

export function tvView() {
  const {table, invite} = state();
  const stage = table.outcome ? endStage(table.outcome) : boardPlace() || scoreSheet();
  const told = tvHeadline(table, !stage);
  const isCrowded = lettersOf(table.seats) > 24; // then the headline gets a separate line
  return h(
    "main",
    {class: "tv" + (clock() ? "" : " still"), "data-k": "tv"},
    stage || told,
    h("div", {class: "badge"}, h("b", {}, table.title), h("span", {}, table.subtitle)),
    invite && qrCode(invite),
    clock() && ring(),
    h("div", {class: "shelf" + (isCrowded ? " crowded" : "")}, stage && !table.outcome && told, strip())
  );
}
