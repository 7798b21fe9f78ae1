// About Tableside and its licences. Loaded when somebody opens it.

import {act, sheet, toast} from "./act.js";
import {button, h} from "./dom.js";
import {app} from "./state.js";

export async function about() {
  const {made_of: parts = []} = await act({op: "about", key: ""}); // nothing before this phone has joined
  const rows = parts.map((/** @type {[string, string]} */ [title, words]) =>
    h("p", {}, h("b", {}, title), h("br"), words)
  );
  sheet(app.words.about, rows, button(app.words.all_licences, "book-open-variant", licences));
}

/** Fetched and shown here: a service worker answers every other address with the page itself. */
async function licences() {
  const W = app.words;
  const reply = await fetch("licences.txt").catch(() => null);
  if (!reply || !reply.ok) return toast(W.no_licences);
  const [, ...parts] = ("\n" + (await reply.text())).split("\n## ");
  sheet(W.all_licences, parts.map(notice));
}

/** Its headline, which opens its text. @param {string} part */
function notice(part) {
  const [title, ...paragraphs] = part.trim().split("\n\n");
  const lines = (/** @type {string} */ words) => words.split("\n").flatMap((line) => [line, h("br")]);
  const text = paragraphs.map((words) => h("p", {class: "soft small"}, lines(words)));
  return h("details", {class: "fold"}, h("summary", {}, title), h("div", {class: "stack"}, text));
}
