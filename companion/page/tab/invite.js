// The sheet Invite phones: a code for the guest's camera, this phone's camera for the guest's code, and who
// is here.

import {Camera, isAllowed} from "./camera.js";
import {qrRows, unpack} from "./code.js";
import {closeSheet, sheet, toast} from "../guest/act.js";
import {$, button, h, icon, morph, qrCode, token} from "../guest/dom.js";
import {app, say, state} from "../guest/state.js";

/** @typedef {typeof import("./phones.js")} Phones */
/** @typedef {import("./phones.js").Invitation} Invitation */
/** What the sheet shows, besides the phones: where it is, and what has happened.
 * @typedef {"why"|"camera"|"paste"} Step */

/** In a link of the page, or in one that opens the app. */
const BOX = /[#?&]box=([^&]+)/;
const UNREAD = 15000;
const MOST_SENT = 8;

/** @type {Phones} */
let phones;
/** @type {Invitation|null} */
let invitation = null;
/** Those that were sent as links: their answers come later, maybe after the sheet was closed.
 * @type {Invitation[]} */
let sent = [];
/** @type {Camera|null} */
let camera = null;
/** When the camera was switched on or last read something. */
let seen = 0;
/** @type {Step} */
let step = "why";
let told = "";
let failed = "";
let removing = "";
/** @type {import("./phones.js").Listed[]} */
let listed = [];
let rows = [""];

const JOIN = "#join=";
const address = () => location.href.replace(/#.*/, "") + JOIN + (invitation ? invitation.code : "");
const isShown = () => $("invite") !== null && $("sheet").open;
const hostName = () => {
  const {you, table} = state();
  return you.name || (table.seats[0] ? table.seats[0].name : "");
};

/* What happens */

/** Nobody can answer what was only shown here. */
function endInvitation() {
  if (invitation && !sent.includes(invitation)) invitation.cancel();
  invitation = null;
}

async function inviteNext() {
  endInvitation();
  invitation = await phones.invite(hostName());
  rows = await qrRows(address());
  draw();
}

/** What the camera has seen, or somebody has pasted. @param {string} text */
async function take(text) {
  const found = text.trim();
  seen = Date.now();
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
  const answered = [invitation, ...sent].find((one) => one?.isFor(code));
  if (!answered) {
    tell("", app.words.stale_code);
    return;
  }
  tell(app.words.connecting, "");
  sent = sent.filter((one) => one !== answered);
  try {
    await answered.answer(code);
    tell(app.words.phone_joined, "");
    navigator.vibrate?.(50);
  } catch (error) {
    console.info("not reached", error);
    tell("", app.words.too_far);
  }
  if (answered === invitation) await inviteNext();
}

/** @param {string} text @returns {URL|null} */
function linkIn(text) {
  try {
    return new URL(text, location.href);
  } catch {
    return null;
  }
}

/** Another table's invitation: this phone may join it. @param {URL|null} link */
function isInvitation(link) {
  if (link?.origin !== location.origin || link.pathname !== location.pathname) return false;
  return link.hash.startsWith(JOIN) && ![invitation, ...sent].some((one) => link.hash === JOIN + one?.code);
}

/** A box as a code or a link, or another table's invitation. @param {string} text */
async function takeOther(text) {
  const link = linkIn(text);
  if (isInvitation(link)) location.hash = /** @type {URL} */ (link).hash;
  else if (BOX.test(text) || /^[\w-]{8,}$/.test(text)) await useBox(text);
  else tell("", app.words.no_code);
}

/** @param {string} text a box's code, or a link that holds it */
async function useBox(text) {
  const code = new URLSearchParams("box=" + (BOX.exec(text)?.[1] || text)).get("box") || "";
  const {byCode} = await import("../host/boxes.js");
  return byCode(code, () => {
    closeSheet();
    app.render();
  });
}

/** A box in the link that opened this page. On Android, a camera opens it here even if the app is there, too.
 * @param {string} code */
export async function openBox(code) {
  const saved = await useBox(code);
  if (!saved || !/Android/.test(navigator.userAgent)) return;
  const link = "tableside://open?box=" + encodeURIComponent(code);
  sheet(
    saved,
    button(app.words.in_app, "cellphone-check", () => {
      location.href = link;
    })
  );
}

async function openCamera() {
  const video = h("video", {muted: true, playsinline: true, "aria-label": app.words.camera_view});
  try {
    const found = await Camera.open(video, withoutCamera);
    if (camera || !isShown()) {
      found.close(); // the sheet was closed while the browser asked
      return;
    }
    camera = found;
    step = "camera";
    seen = Date.now();
    camera.read(take);
  } catch (/** @type {any} */ error) {
    console.info("no camera", error);
    step = "paste";
    if (error.name !== "NotFoundError") failed = app.words.no_camera;
  }
  if (isShown()) await inviteNext();
}

/** Another app has taken the camera, or somebody no longer allows it. */
function withoutCamera() {
  close();
  step = "paste";
  tell("", app.words.no_camera);
}

async function send() {
  const url = address();
  if (invitation && !sent.includes(invitation)) sent.push(invitation);
  if (sent.length > MOST_SENT) sent.shift()?.cancel();
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
  isUnread() && h("p", {class: "soft", role: "status"}, app.words.nothing_read),
];

const isUnread = () => camera && !told && !failed && Date.now() - seen > UNREAD;

function scanView() {
  const isCamera = step === "camera" && camera;
  return [
    numbered(2, isCamera ? app.words.step_point : app.words.step_paste),
    isCamera ? h("div", {class: "camera", "data-own": ""}) : pasteView(),
    h("div", {class: "stack happened"}, statusView()),
    button(app.words.send_link, "tray-arrow-up", send),
    isCamera && h("details", {open: sent.length > 0}, h("summary", {}, app.words.paste_instead), pasteView()),
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
    endInvitation();
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
  const isHere = () => video.isConnected && $("sheet").open;
  try {
    const found = await Camera.open(video);
    if (!isHere()) {
      found.close(); // the sheet was closed while the browser asked
      return;
    }
    $("sheet").addEventListener("close", () => found.close(), {once: true});
    await found.read(async (text) => {
      found.close();
      await useBox(text);
      return true;
    });
  } catch (error) {
    console.info("no camera", error);
    if (isHere()) closeSheet();
    toast(app.words.no_camera);
  }
}
