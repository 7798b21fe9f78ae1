// The photo of the table that belongs to a play.

import {toast} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {app} from "../guest/state.js";
import {sendParts} from "./desk.js";
import {desk} from "./hosting.js";

const LONGEST = 1280; // pixels of a photo's longer side
const PART = 12000; // letters; base64 needs no others than those that count once

/** @param {number} which */
function picture(which) {
  const shown = h("img", {class: "photo", alt: app.words.photo});
  desk({what: "photo", which}).then(({photo}) => {
    if (photo) shown.src = photo;
  });
  return shown;
}

/** It is small until a tap shows all of it. @param {number} which */
export function smallPhoto(which) {
  const shown = h("button", {type: "button", class: "snap", "aria-expanded": "false"}, picture(which));
  shown.onclick = () => {
    const isOpen = shown.classList.toggle("open");
    shown.setAttribute("aria-expanded", String(isOpen));
  };
  return shown;
}

/** Take another one. @param {number} which @param {() => unknown} after */
export const photoButton = (which, after) =>
  button(app.words.add_photo, "image-outline", () => takePhoto(which, after));

/** @param {number} which @param {boolean} isThere @param {() => unknown} after draws what has changed */
export function photoRow(which, isThere, after) {
  const remove = async () => {
    if ((await desk({what: "photo_off", which})).ok) after();
  };
  return [
    isThere && picture(which),
    h(
      "div",
      {class: "tilesrow"},
      photoButton(which, after),
      isThere && button(app.words.remove_photo, "close", remove)
    ),
  ];
}

/** From this phone's camera or its pictures. @param {number} which @param {() => unknown} after */
function takePhoto(which, after) {
  const field = h("input", {type: "file", accept: "image/*"});
  field.onchange = async () => {
    const [file] = field.files || [];
    const text = file ? await small(file).catch(() => "") : "";
    if (file && !text) toast(app.words.no_photo);
    if (!text) return;
    const reply = await sendParts(text, {what: "photo_in", which}, app.words.importing, PART);
    toast("");
    if (reply) after();
  };
  field.click();
}

/** A JPEG in base64, upright and no larger than needed. @param {File} file */
async function small(file) {
  const found = new Image();
  const url = URL.createObjectURL(file);
  found.src = url;
  await found.decode();
  URL.revokeObjectURL(url);
  const scale = Math.min(1, LONGEST / Math.max(found.naturalWidth, found.naturalHeight));
  const canvas = h("canvas", {
    width: Math.round(found.naturalWidth * scale),
    height: Math.round(found.naturalHeight * scale),
  });
  canvas.getContext("2d")?.drawImage(found, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.82).split(",")[1] || "";
}
