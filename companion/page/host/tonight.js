// The plays of one evening: one podium, and its picture to share.

import {later, needed, sheet, styled} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {podium} from "../guest/podium.js";
import {app} from "../guest/state.js";
import {onePlay} from "./history.js";
import {desk} from "./hosting.js";
import {row} from "./rows.js";
import {lookOf} from "./seats.js";

/** @param {NightStep} one */
const step = (one) => ({...one, who: [lookOf(one, one.letter)]});

export async function tonight() {
  const found = /** @type {Night} */ (/** @type {any} */ (await desk({what: "tonight"})));
  if (!found.steps) return;
  await needed((query) => styled("guest/end.css", query));
  const {title, wins, hint, steps, plays, file} = found;
  const share = () => later(import("./picture.js"), async (all) => all.share(file, await all.night(found)));
  /** @param {NightPlay} one */
  const play = (one) => row(one.title, `${one.clock} · ${one.told}`, () => onePlay(one.id, tonight));
  sheet(
    title,
    h("section", {class: "night"}, h("p", {class: "voice"}, wins), podium(steps.map(step))),
    hint && h("p", {class: "soft"}, hint),
    button(app.words.as_picture, "image-outline", share, "first"),
    h("div", {class: "answers"}, [...plays].reverse().map(play))
  );
}
