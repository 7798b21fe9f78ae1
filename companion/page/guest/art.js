// A game's own pictures: the symbols of its page.svg, checked by the table, and PNG files of its folder.

import {s} from "./dom.js";
import {app, pictureUrl, session} from "./state.js";

const PREFIX = "art-"; // of every id, as in services/page_art.py

/** The art that was asked for, by its stamp. */
let wanted = "";
/** The art that is in this document. */
let here = "";

/** Bring the symbols of this board into the document, in place of any others. @param {Land} land */
export async function loadArt(land) {
  const stamp = land.art || "";
  if (stamp === wanted) return;
  wanted = stamp;
  const reply = stamp ? await session().send({op: "picture", key: "", name: "page.svg"}) : {};
  if (wanted !== stamp) return;
  document.querySelectorAll("body > svg.art").forEach((one) => one.remove());
  here = stamp;
  if (!reply.art) return;
  const all = new DOMParser().parseFromString(reply.art, "image/svg+xml").documentElement;
  all.setAttribute("class", "art sr");
  all.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(all));
  app.render();
}

/** Has everything come that this board shows? @param {Land} land */
export const artIsHere = (land) => (land.art || "") === here;

/** Changes whenever a picture or icon has come. */
export const arrived = () =>
  [here, Object.values(app.pictures).filter(Boolean).length, Object.keys(app.icons || {}).length].join(" ");

/** @param {string} name */
const symbol = (name) => document.getElementById(PREFIX + name);

/** Is it drawn in the colour of a seat? @param {string} name */
export const isTinted = (name) => !!symbol(name)?.innerHTML.includes("currentColor");

/** A picture in its own units, with its middle at 0,0; null if there is none of that name.
 * @param {string} [name] */
export function picture(name) {
  if (!name) return null;
  if (name.endsWith(".png"))
    return s("image", {href: pictureUrl(name), x: -24, y: -24, width: 48, height: 48});
  const box = symbol(name)?.getAttribute("viewBox");
  if (!box) return null;
  const [x, y, width, height] = box.split(" ");
  return s("use", {href: "#" + PREFIX + name, x, y, width, height});
}
