// What lies where: to lay it out again, and to pack it away.

import {command, sheet} from "../guest/act.js";
import {button, h, line, token} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, seat, state} from "../guest/state.js";
import {photoButton, smallPhoto} from "./photo.js";

/** @param {boolean} pack */
export async function layOut(pack) {
  const reply = await command({op: "laid"});
  const {groups, packing} = reply;
  const W = app.words;
  if (!groups) return;
  const own = groups.filter((one) => one.things.every((each) => each.seat != null));
  sheet(
    pack ? W.pack_away : W.lay_out,
    h("p", {class: "soft"}, pack ? W.pack_hint_table : W.lay_hint),
    pack && packing && line(packing, "cards-outline"),
    photoParts(reply, pack),
    (pack ? own : groups).map(laidGroup)
  );
}

/** How it looked on the table. @param {Reply} reply @param {boolean} pack */
const photoParts = ({play, photo}, pack) =>
  !tab && play != null && [photo && smallPhoto(play), pack && photoButton(play, () => layOut(true))];

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
