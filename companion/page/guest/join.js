// Joining: the seats, the code, and requests that wait for the host.

import {askFor, closeSheet, toast} from "./act.js";
import {button, h, icon, tiled, token} from "./dom.js";
import {request} from "./link.js";
import {fresh, Session, stayAwake, storedTokens, storeToken} from "./net.js";
import {showSession} from "./news.js";
import {app, session, say, sleep, stored} from "./state.js";

/** Take a seat, or watch. @param {string} token_ */
function enter(token_) {
  app.sessions = app.sessions.filter((one) => one.token && !one.left);
  const one = new Session(token_, turnedAway);
  app.sessions.push(one);
  app.joining = null;
  storeToken(token_, true);
  stayAwake();
  showSession(app.sessions.length - 1);
  app.render();
  return one.listen();
}

let newest = "";
let wished = false;
/** @type {Promise<void>} resolves once the table knows that this phone gave up its seat */
let leaving = Promise.resolve();
/** Each wish has an id: it can be sent until it arrives, and still takes only one seat.
 * @param {Wish} wish @returns {Promise<void>} */
export async function join(wish, id = fresh()) {
  const choice = Object.keys(wish).length > 0;
  if (choice && wished) return undefined; // a double tap
  wished = wished || choice;
  newest = id;
  if (choice) await leaving;
  const who = wish.code ? {} : {secret: app.secret};
  const reply = await request("/join", {...who, ...wish, ...(choice && {id})}).catch(() => null);
  if (choice) wished = false;
  return reply ? joined(wish, reply) : joinLater(wish, id);
}

/** @param {Wish} wish @param {Reply} reply */
async function joined(wish, reply) {
  if (reply.status === 429) {
    await sleep(1000);
    return join(wish);
  }
  if (reply.wait) return waitForHost(wish, reply.wait, reply.why);
  if (reply.token) return enter(reply.token);
  if (reply.told) {
    toast(reply.told);
    return join({});
  }
  if (reply.seats) return showSeats(reply);
  return refused(reply);
}

/** @param {Wish} wish @param {string} id */
async function joinLater(wish, id) {
  app.joining = null;
  app.render();
  await sleep(1000);
  if (newest !== id) return undefined; // tapped again meanwhile
  return Object.keys(wish).length ? join(wish, id) : start();
}

/** @param {Wish} wish @param {string} ticket @param {string} [why] for whom it waits */
async function waitForHost(wish, ticket, why) {
  app.joining = {...app.joining, asking: {...wish, ticket, why}};
  app.render();
  await sleep(2000);
  if (app.joining && app.joining.asking && app.joining.asking.ticket === ticket)
    return join({...wish, ticket});
  return undefined;
}

/** @param {Reply} reply */
function showSeats(reply) {
  app.secret = stored("secret", reply.secret || app.secret);
  app.joining = reply;
  app.where = reply.host || "";
  seatsAgain();
  app.render();
}

/** @param {Reply} reply */
async function refused(reply) {
  const {why = reply.asleep || "", error = ""} = reply;
  if (error === "secret") app.secret = stored("secret", "");
  if (["code", "locked", "secret"].includes(error)) app.joining = {code: true, why};
  else toast(why);
  if (app.joining && app.joining.seats) {
    app.joining.asking = null;
    seatsAgain();
  }
  app.render();
  if (app.joining) return undefined;
  await sleep(1000); // the host's device is asleep: try again
  return start();
}

let seatsId = 0;
/** Refresh the list of seats while somebody chooses: new people, new names, taken seats. */
function seatsAgain() {
  const choosing = () => app.joining && app.joining.seats && !app.joining.asking && app.secret;
  clearTimeout(seatsId);
  seatsId = window.setTimeout(async () => {
    const reply = choosing() && (await request("/join", {secret: app.secret}).catch(() => null));
    if (!choosing()) return;
    if (reply && reply.seats) {
      app.joining = reply;
      app.where = reply.host || app.where;
      app.render();
    }
    seatsAgain();
  }, 4000);
}

/** Return to this phone's seats; if it has none, choose one. */
export async function start() {
  app.joining = null;
  app.sessions = app.sessions.filter((one) => one.token && !one.left);
  for (const token_ of storedTokens())
    if (!app.sessions.some((one) => one.token === token_)) app.sessions.push(new Session(token_, turnedAway));
  app.current = Math.min(app.current, Math.max(0, app.sessions.length - 1));
  app.render();
  if (app.sessions.length) {
    stayAwake();
    for (const one of app.sessions) one.listen();
    return undefined;
  }
  if (app.secret) return join({});
  app.joining = {code: true};
  app.render();
  return undefined;
}

/** The host no longer knows this phone. @param {Session} of @param {string} why */
function turnedAway(of, why) {
  storeToken(of.token, false);
  of.token = "";
  app.sessions = app.sessions.filter((one) => one !== of);
  app.current = 0;
  closeSheet();
  if (why) toast(why);
  if (app.sessions.length) app.render();
  else start();
}

/** @param {string} token_ */
async function giveUp(token_) {
  while (!(await request("/leave", {}, token_).catch(() => null))) await sleep(1000);
}

export function leave() {
  const of = session();
  leaving = giveUp(of.token);
  storeToken(of.token, false);
  of.token = "";
  if (of.stream) of.stream.abort();
  closeSheet();
  app.sessions = app.sessions.filter((one) => one !== of);
  app.current = 0;
  start();
}

/** A second person on this phone or tablet. */
export function joinAnother() {
  closeSheet();
  app.joining = {seats: [], adding: true};
  join({});
}

/* The views */

/** @param {FreeSeat} one */
function seatButton(one) {
  const words = one.gone ? app.words.left : app.words.taken;
  return h(
    "button",
    {type: "button", class: "answer", onclick: () => join({seat: one.seat})},
    token(one),
    h(
      "span",
      {class: "words"},
      one.name,
      one.taken && icon("cellphone-check"),
      (one.taken || one.gone) && h("small", {}, words)
    )
  );
}

/** @param {string} sign @param {string} words @param {string} hint @param {() => void} go */
export function wide(sign, words, hint, go) {
  return h(
    "button",
    {type: "button", class: "answer", onclick: go},
    icon(sign),
    h("span", {class: "words"}, words, hint && h("small", {}, hint))
  );
}

/** Everybody plays on this phone. */
function onlyHere() {
  app.role = stored("role", app.secret);
  return join({host: true});
}

/** @param {Joining} joining @param {FreeSeat[]} seats */
function seatsView(joining, seats) {
  const W = app.words;
  const here = app.sessions.length > 0;
  const isPlain = location.protocol === "http:" && location.hostname !== "127.0.0.1";
  const otherName = () => askFor(W.not_listed, W.name, W.ask_host, (name) => join({name}));
  return h(
    "main",
    {class: "big", "data-k": "join"},
    h("h1", {tabindex: -1}, W.who),
    h("p", {class: "soft"}, W.tap_name),
    tiled(
      seats.map((one) => one.name),
      seats.map(seatButton)
    ),
    h(
      "div",
      {class: "answers"},
      joining.only && !here && wide("cellphone-check", W.only, W.only_hint, onlyHere),
      joining.more && wide("account-plus-outline", W.not_listed, W.not_listed_hint, otherName),
      here
        ? wide("arrow-left", W.never_mind, "", () => {
            app.joining = null;
            app.render();
          })
        : wide("television", W.watch, W.watch_hint, () => join({watch: true}))
    ),
    isPlain && h("p", {class: "soft small"}, W.plain_http)
  );
}

/** @param {Joining} joining */
function lobbyView(joining) {
  const watch = button(app.words.watch, "television", () => join({watch: true}));
  if (joining.waits)
    return plainView("waits", "cards-outline", app.words.host_begins, app.words.host_begins_hint, watch);
  return plainView(
    "first",
    "cards-outline",
    app.words.be_host,
    app.words.host_hint,
    button(app.words.go, "arrow-right", () => join({seat: null}), "first"),
    watch
  );
}

/** @param {string} [why] */
function codeView(why) {
  /** @param {Event} event */
  const go = (event) => {
    event.preventDefault();
    const {code} = /** @type {HTMLFormElement} */ (event.target); // the page may keep an older field
    join({code: code.value.trim().toUpperCase()});
  };
  return h(
    "main",
    {class: "big", "data-k": "code"},
    h("h1", {tabindex: -1}, app.words.code),
    h("p", {class: "soft"}, app.words.code_hint),
    h(
      "form",
      {class: "stack", onsubmit: go},
      h("input", {
        class: "field code",
        name: "code",
        maxlength: 4,
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        required: true,
        "aria-label": app.words.code_label,
      }),
      why && h("p", {class: "why-not", role: "alert"}, icon("alert-circle-outline"), why),
      h("button", {class: "button first"}, app.words.go)
    )
  );
}

/** @param {string} key
 * @param {string} sign @param {string} title @param {string} hint @param {Kid[]} buttons */
export function plainView(key, sign, title, hint, ...buttons) {
  return h(
    "main",
    {class: "big", "data-k": key},
    icon(sign),
    h("h1", {tabindex: -1}, title),
    h("p", {class: "soft"}, hint),
    buttons
  );
}

/** @param {Joining} joining @param {Wish} wish */
function askingView(joining, wish) {
  const words = wish.why || say(app.words.asking_name, {name: wish.name});
  const never = () => {
    delete joining.asking;
    join({});
  };
  return plainView(
    "asking",
    "account-alert-outline",
    words,
    "",
    button(app.words.never_mind, "close", never)
  );
}

/** @param {Joining} joining */
export function joinView(joining) {
  const {asking, code, why, seats = [], adding} = joining;
  if (asking) return askingView(joining, asking);
  if (code) return codeView(why);
  if (seats.length) return seatsView(joining, seats);
  return adding ? plainView("looking", "cards-outline", app.words.who, "") : lobbyView(joining);
}
