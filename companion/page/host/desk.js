// What the host can do beside the play: files in and out, laying out again.

import {command, needed, sheet, toast} from "../guest/act.js";
import {button, download, h, line, token} from "../guest/dom.js";
import {desk} from "./hosting.js";
import {tab} from "../guest/link.js";
import {app, seat, state, stored} from "../guest/state.js";

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
  const reply = await command({op: "laid"});
  const {groups, packing} = reply;
  const W = app.words;
  if (!groups) return;
  const photo = await photoParts(reply, pack);
  const own = groups.filter((one) => one.things.every((each) => each.seat != null));
  sheet(
    pack ? W.pack_away : W.lay_out,
    h("p", {class: "soft"}, pack ? W.pack_hint_table : W.lay_hint),
    pack && packing && line(packing, "cards-outline"),
    photo,
    (pack ? own : groups).map(laidGroup)
  );
}

/** How it looked on the table. @param {Reply} reply @param {boolean} pack */
async function photoParts({play, photo}, pack) {
  if (tab || play == null) return null;
  const all = await needed((query) => import("./photo.js" + query));
  return [photo && all.smallPhoto(play), pack && all.photoButton(play, () => layOut(true))];
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
