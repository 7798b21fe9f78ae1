// The sheet Invite phones: a code for the guest's camera, this phone's camera for the guest's code, and who
// is here.

import {Camera, isAllowed} from "./camera.js";
import {qrRows, unpack} from "./code.js";
import {closeSheet, sheet, toast} from "../guest/act.js";
import {$, button, h, icon, morph, qrCode, token} from "../guest/dom.js";
import {app, say, state} from "../guest/state.js";

/** @typedef {typeof import("./phones.js")} Phones */
/** What the sheet shows, besides the phones: where it is, and what has happened.
 * @typedef {"why"|"camera"|"paste"} Step */

/** In a link of the page, or in one that opens the app. */
const BOX = /[#?&]box=([^&]+)/;

/** @type {Phones} */
let phones;
/** @type {import("./phones.js").Invitation|null} */
let invitation = null;
let isSent = false;
/** @type {Camera|null} */
let camera = null;
/** @type {Step} */
let step = "why";
let told = "";
let failed = "";
let removing = "";
/** @type {import("./phones.js").Listed[]} */
let listed = [];
let rows = [""];

const address = () => location.href.replace(/#.*/, "") + "#join=" + (invitation ? invitation.code : "");
const isShown = () => $("invite") !== null && $("sheet").open;
const hostName = () => {
  const {you, table} = state();
  return you.name || (table.seats[0] ? table.seats[0].name : "");
};

/* What happens */

async function inviteNext() {
  if (!isSent) invitation?.cancel();
  isSent = false;
  invitation = null;
  invitation = await phones.invite(hostName());
  rows = await qrRows(address());
  draw();
}

/** What the camera has seen, or somebody has pasted. @param {string} text */
async function take(text) {
  const found = text.trim();
  try {
    unpack("answer", found);
  } catch (/** @type {any} */ error) {
    if (error.name === "version") tell("", app.words.other_version);
    else await takeOther(found);
    return false;
  }
  await answer(found);
  return false;
}

/** @param {string} code */
async function answer(code) {
  const now = invitation;
  if (!now) return;
  tell(app.words.connecting, "");
  try {
    await now.answer(code);
    tell(app.words.phone_joined, "");
    navigator.vibrate?.(50);
  } catch (/** @type {any} */ error) {
    const isStale = error.message === "stale";
    tell("", isStale ? app.words.stale_code : app.words.too_far);
    if (isStale) return;
  }
  await inviteNext();
}

/** A box as a code or a link, or another table's invitation. @param {string} text */
async function takeOther(text) {
  const link = new URL(text, location.href);
  const isOurs = link.origin === location.origin && link.pathname === location.pathname;
  if (isOurs && link.hash.startsWith("#join=")) location.hash = link.hash;
  else if (BOX.test(text) || /^[\w-]{8,}$/.test(text)) await useBox(text);
  else tell("", app.words.no_code);
}

/** @param {string} text a box's code, or a link that holds it */
export async function useBox(text) {
  const code = BOX.exec(text)?.[1] || text;
  const {byCode} = await import("../host/boxes.js");
  await byCode(decodeURIComponent(code), () => {
    closeSheet();
    app.render();
  });
}

async function openCamera() {
  const video = h("video", {muted: true, playsinline: true, "aria-label": app.words.camera_view});
  try {
    camera = await Camera.open(video);
    step = "camera";
    camera.read(take);
  } catch (error) {
    console.info("no camera", error);
    step = "paste";
  }
  await inviteNext();
}

async function send() {
  const url = address();
  isSent = true;
  try {
    if (navigator.share) await navigator.share({url});
    else {
      await navigator.clipboard.writeText(url);
      tell(app.words.link_copied, "");
    }
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") tell(url, "");
  }
  if (step === "camera") {
    close();
    step = "paste";
  }
  draw();
}

/** @param {string} words @param {string} why it failed */
function tell(words, why) {
  told = words;
  failed = why;
  draw();
}

/** @param {string} id */
async function remove(id) {
  if (removing !== id) {
    removing = id;
    draw();
    return;
  }
  removing = "";
  await phones.remove(id);
  await refresh();
}

async function refresh() {
  listed = await phones.list();
  draw();
}

function close() {
  camera?.close();
  camera = null;
}

/* What it shows */

/** @param {number} number @param {string} words */
const numbered = (number, words) =>
  h("div", {class: "line step"}, h("span", {class: "nr"}, number), h("span", {}, words));

const whyView = () => [
  h("p", {}, app.words.why_camera),
  button(app.words.use_camera, "eye-outline", openCamera, "first"),
  button(app.words.without_camera, "link-off", () => {
    step = "paste";
    inviteNext();
  }),
];

const codeView = () => [
  numbered(1, app.words.step_scan),
  invitation && rows.length > 1
    ? qrCode({rows}, app.words.step_scan)
    : h("div", {class: "qr blank"}, h("span", {}, app.words.preparing)),
];

function pasteView() {
  /** @param {Event} event */
  const go = (event) => {
    event.preventDefault();
    const {code} = /** @type {HTMLFormElement} */ (event.target);
    take(code.value);
  };
  return h(
    "form",
    {onsubmit: go},
    h("input", {
      class: "field",
      name: "code",
      required: true,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      placeholder: app.words.paste_code,
      "aria-label": app.words.paste_code,
    }),
    h("button", {class: "button"}, h("span", {}, app.words.go))
  );
}

const statusView = () => [
  failed && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), h("span", {}, failed)),
  failed === app.words.too_far &&
    button(app.words.again, "cached", () => {
      tell("", "");
      inviteNext();
    }),
  told && h("p", {class: "soft", role: "status"}, told),
];

function scanView() {
  const isCamera = step === "camera" && camera;
  return [
    numbered(2, isCamera ? app.words.step_point : app.words.step_paste),
    isCamera ? h("div", {class: "camera", "data-own": ""}) : pasteView(),
    statusView(),
    button(app.words.send_link, "tray-arrow-up", send),
    isCamera && h("details", {}, h("summary", {}, app.words.paste_instead), pasteView()),
  ];
}

/** @param {Seat} one */
function whereabouts({seat, gone, away, phone}) {
  const W = app.words;
  const used = listed.find(({seats}) => seats.includes(seat));
  if (gone) return W.left;
  if (!phone || seat === state().you.seat) return W.on_this_phone;
  return away || !used?.here ? W.away : W.taken;
}

/** @param {string} id @param {string} name */
const removal = (id, name) =>
  h(
    "button",
    {
      type: "button",
      class: "pill" + (removing === id ? " tonal" : ""),
      onclick: () => remove(id),
      "aria-label": say(app.words.remove_phone, {name}),
    },
    icon("link-off"),
    removing === id && app.words.remove_sure
  );

/** @param {Seat} one */
function seatRow(one) {
  const phone = listed.find(({seats}) => seats.includes(one.seat));
  return h(
    "div",
    {class: "answer phone", "data-k": "seat" + one.seat},
    token(one),
    h("span", {class: "words"}, one.name, h("small", {}, whereabouts(one))),
    phone && removal(phone.id, one.name)
  );
}

/** A phone that has no seat. @param {import("./phones.js").Listed} one */
function otherRow({id, watches, here}) {
  const words = watches ? app.words.watches : app.words.no_seat;
  return h(
    "div",
    {class: "answer phone", "data-k": id},
    icon(watches ? "television" : "cellphone-check"),
    h("span", {class: "words"}, words, !here && h("small", {}, app.words.away)),
    removal(id, words)
  );
}

function phonesView() {
  const here = listed.filter((one) => one.here).length;
  const others = listed.filter(({seats}) => !seats.length);
  const heading = here === 1 ? app.words.phone_here : say(app.words.phones_here, {number: here});
  return [
    here > 0 && h("h3", {}, heading),
    h("div", {class: "answers phones"}, state().table.seats.map(seatRow), others.map(otherRow)),
  ];
}

function draw() {
  if (!isShown()) return;
  const parts = step === "why" ? whyView() : [codeView(), scanView()];
  morph($("invite"), h("div", {id: "invite", class: "stack"}, parts, phonesView()));
  const frame = /** @type {HTMLElement|null} */ ($("invite").querySelector(".camera"));
  if (frame && camera && frame.firstChild !== camera.video) frame.replaceChildren(camera.video);
}

/** @param {Phones} part that has the phones */
export async function invite(part) {
  phones = part;
  told = failed = removing = "";
  step = (await isAllowed()) ? "camera" : "why";
  sheet(
    app.words.invite,
    h("p", {class: "soft"}, app.words.invite_hint),
    h("div", {id: "invite", class: "stack"})
  );
  phones.onChange(() => isShown() && refresh());
  await refresh();
  const timer = setInterval(() => (isShown() ? refresh() : stop()), 1000);
  const stop = () => {
    clearInterval(timer);
    close();
    if (!isSent) invitation?.cancel();
  };
  $("sheet").addEventListener("close", stop, {once: true});
  if (step === "camera") await openCamera();
}

/** The camera alone, for a box. */
export async function scanBox() {
  const video = h("video", {muted: true, playsinline: true, "aria-label": app.words.camera_view});
  sheet(
    app.words.scan_box,
    h("p", {class: "soft"}, app.words.scan_box_hint),
    h("div", {class: "camera"}, video)
  );
  try {
    const found = await Camera.open(video);
    $("sheet").addEventListener("close", () => found.close(), {once: true});
    await found.read(async (text) => {
      found.close();
      await useBox(text);
      return true;
    });
  } catch (error) {
    console.info("no camera", error);
    closeSheet();
    toast(app.words.no_camera);
  }
}
