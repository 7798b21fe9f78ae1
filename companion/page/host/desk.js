// Files in and out of the host's phone.

import {toast} from "../guest/act.js";
import {download, h} from "../guest/dom.js";
import {desk} from "./hosting.js";
import {tab} from "../guest/link.js";
import {app, stored} from "../guest/state.js";

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

/** Into the share sheet, or as a download. @param {string} file @param {Blob} blob */
export async function handOut(file, blob) {
  if (!(await tab?.share(file, blob))) download(file, blob);
}

/** @param {Action} body */
export async function exportFile(body) {
  const {text, file, type = "application/json"} = await desk({what: "out", ...body});
  if (!text) return;
  await handOut(file, new Blob([text], {type}));
  if (body.kind === "everything" || body.kind === "play") stored("exported", String(Date.now()));
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
