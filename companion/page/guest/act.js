// What a touch does, and the messages and sheets that follow it.

import {$, button, h, icon} from "./dom.js";
import {fontSize} from "./fit.js";
import {play, vibrate} from "./sound.js";
import {app, asks, hostSession, session, shared, sleep, state} from "./state.js";
import {appeared} from "./taps.js";

/** @typedef {import("./net.js").Session} Session */

/** @type {{ask: Ask, text: string}|null} typed but not sent yet */
let typed = null;
let timer = 0;

/** Is this still asked, and not anew? @param {Ask} ask */
export const isAsked = ({key, draft}) => {
  const ask = state()?.mine?.ask;
  return !!ask && ask.key === key && ask.draft === draft;
};

/** Send what was typed shortly after the last key. @param {Ask} ask @param {string} text */
export function type(ask, text) {
  typed = {ask, text};
  clearTimeout(timer);
  timer = window.setTimeout(flush, 250);
}

/** What was typed, once; nothing if that isn't asked any more. */
function takeTyped() {
  clearTimeout(timer);
  const what = typed;
  typed = null;
  return what && isAsked(what.ask) ? what : null;
}

function flush() {
  const what = takeTyped();
  // typing is not bound to a touch
  if (what) act({op: "text", text: what.text, key: what.ask.key, epoch: state().epoch});
}

/** The position and question that an action is for, unless it names them.
 * @param {Action} body @param {Session} of @returns {Action} */
function bind(body, of) {
  const now = of.state;
  const ask = now && now.mine && now.mine.ask;
  return {epoch: app.pressed || (now ? now.epoch : ""), key: ask ? ask.key : "", ...body};
}

/** Plays, people, files and boxes are the same wherever the play on the table is. @param {Action} body */
const isUnbound = ({op}) => op === "desk";

/** Actions run one after the other, so typed text arrives before the button that submits it.
 * @param {Action} body @returns {Promise<Reply>} */
export function act(body, of = session()) {
  const isLate = of && of.done && body.key === undefined;
  if (!of || app.waiting || isLate) return Promise.resolve({}); // an answer is waiting to be sent
  const bound = bind(body, of);
  const what = body.op === "give" && takeTyped();
  if (what) bound.text = what.text;
  const turn = of.line.then(() => {
    const isNow = of.state && of.state.epoch === bound.epoch; // else the table has moved on
    return isNow || isUnbound(bound) ? perform(of, bound) : {};
  });
  of.line = turn.catch(() => null);
  return turn;
}

/** What only the host may do; another seat of this phone may be the host. @param {Action} body */
export const command = (body) => act({key: "", ...body}, hostSession() || session());

/** The secret answer in words, shown while you change it. The host never sends it back. A shared phone
 * forgets it.
 * @param {Session} of @param {Action} body */
function gaveNow(of, body) {
  const now = of.state;
  const ask = now && now.mine && now.mine.ask;
  if (!now || !ask || !ask.secret || ask.key !== body.key) return of.gave;
  if (shared(of) || ask.seat !== now.you.seat) return null;
  return {token: body.token, words: inWords(ask, body)};
}

/** What an action answers. @param {Ask} ask @param {Action} body */
function inWords({choices = [], rows = [], text}, body) {
  const token = JSON.stringify(body.token);
  /** @param {Choice} one */
  const tapped = (one) => (body.op === "tap" ? JSON.stringify(one.token) === token : one.chosen);
  const words = [
    ...choices.filter(tapped).map((one) => one.face.label),
    ...rows.map((one) => String(one.value)),
    ...(text ? [body.text || text.value] : []),
  ];
  return words.join(", ");
}

/** What a session was when it sent an answer.
 * @typedef {{news: number, changing: string, gave: Session["gave"]}} Before */

/** @param {Session} of @param {Before} was @param {boolean} movedOn */
function answered(of, was, movedOn) {
  of.gave = was.gave;
  const isChangedAgain = of.changing !== was.changing; // the stream was faster
  if (!isChangedAgain) of.changing = "";
  of.done = of.news === was.news && movedOn;
}

/** @param {Session} of @param {Action} body @returns {Promise<Reply>} */
async function perform(of, body) {
  app.refusal = "";
  const was = {news: of.news, changing: of.changing, gave: gaveNow(of, body)};
  const reply = await of.send(body);
  app.pressed = "";
  if (of.state) {
    takeReply(of, of.state, reply, was);
    app.render();
    explain(reply);
  }
  return reply;
}

/** @param {Session} of @param {State} now @param {Reply} reply @param {Before} was */
function takeReply(of, now, reply, was) {
  const {mine, turn = 0} = reply;
  if (mine !== undefined && now.epoch === reply.epoch && turn >= now.turn) {
    now.mine = mine;
    now.turn = turn;
  }
  if (reply.answered) answered(of, was, now.epoch !== reply.epoch);
  if (of.done || reply.stale) expectNews(of, was.news);
  if (reply.told) toast(reply.told); // before the page may cover a secret, which takes it away
}

/** Say why an action wasn't done. @param {Reply} reply */
function explain({refused, stale, failed, status = 0, why: denied}) {
  const trouble = stale || failed || (status >= 400 && denied);
  if (refused) refuse(refused);
  else if (trouble) toast(trouble);
}

/** The table has moved on, so news must follow soon. If not, the stream is dead: open another.
 * @param {Session} of @param {number} before */
function expectNews(of, before) {
  setTimeout(() => {
    if (of.news === before && of.token && !of.left) of.wake();
  }, 1500);
}

/** @type {Record<string, string>} */
const OPS = {answer: "give", draw: "draw", roll: "draw", clear: "clear"};

/** The question's own button. Waits for what was tapped before, then checks whether it is ready.
 * @param {"primary"|"second"} which */
export async function press(which) {
  const epoch = app.pressed || state().epoch;
  await session().line;
  const mine = state() && state().mine;
  const what = mine && mine.ask && mine.ask[which];
  if (!what || state().epoch !== epoch) return;
  if (what.ready === false) refuse(what.why_not || "");
  else act({op: OPS[what.does], epoch});
}

/** @param {string} key */
const rowNow = (key) => state().mine?.ask?.rows?.find((one) => one.key === key);

/** Hold plus or minus to keep counting. @param {Ask} ask @param {string} key @param {number} by */
export function repeat(ask, key, by) {
  let going = 0;
  const hold = setTimeout(() => {
    going = window.setInterval(again, 140);
  }, 450);
  const stop = () => {
    clearInterval(going);
    clearTimeout(hold);
    removeEventListener("pointerup", stop, true);
    removeEventListener("pointercancel", stop, true);
  };
  const again = () => {
    const row = isAsked(ask) && rowNow(key);
    const value = row && within(row, (row.value || 0) + by);
    if (!row || value === row.value) stop();
    else act({op: "row", row: key, value});
  };
  addEventListener("pointerup", stop, true);
  addEventListener("pointercancel", stop, true);
}

/** @param {Row} row @param {number} value */
export const within = (row, value) => Math.max(row.low, Math.min(row.high, value));

let toastEnd = 0;
/** @param {string} words */
export function toast(words) {
  $("toast").textContent = words || "";
  clearTimeout(toastEnd);
  if (words)
    toastEnd = window.setTimeout(() => {
      $("toast").textContent = "";
    }, 6000);
}

/** Show a refusal beside the question until the next touch, or as a toast if there is no question.
 * @param {string} words */
export function refuse(words) {
  play("refuse");
  vibrate(30);
  app.refusal = asks() ? words : "";
  if (app.refusal) app.render();
  else toast(words);
  const at = /** @type {HTMLElement} */ (document.querySelector(".rise"));
  if (at) {
    at.classList.remove("shake");
    void at.offsetWidth;
    at.classList.add("shake");
  }
}

const box = () => /** @type {HTMLDialogElement} */ ($("sheet"));
/** Browsers before Safari 15.4 have no `<dialog>`: there it is an ordinary box. */
export const closeSheet = () => {
  if (box().close) box().close();
  else box().removeAttribute("open");
};

/** @param {string} title @param {Kid[]} parts */
export function sheet(title, ...parts) {
  const head = h("h2", {tabindex: -1}, title);
  const close = h(
    "button",
    {type: "button", class: "pill", onclick: closeSheet},
    icon("close"),
    app.words.close
  );
  box().replaceChildren(h("div", {class: "stack"}, h("div", {class: "head"}, head, close), parts));
  box().setAttribute("aria-label", title);
  box().onclick = (event) => {
    if (event.target === box()) closeSheet();
  };
  if (!box().open) appeared();
  if (box().open)
    head.focus(); // the button that led here is gone
  else if (box().showModal) box().showModal();
  else box().setAttribute("open", "");
  keepWhole();
}

/** A part of the page was lost. In many browsers an address that failed stays failed until a reload. */
function offerReload() {
  const again = () => location.reload();
  if (session()?.link !== "here") toast(app.words.lost_hint);
  else sheet(app.words.part_lost, button(app.words.again, "cached", again, "first"));
}

/** Load a part of the page that few people open, then use it. @template T
 * @param {Promise<T>} part @param {(part: T) => unknown} use */
export const later = (part, use) => part.then(use, offerReload);

const PATIENT = 3;

/** Load a part of the page that this phone needs now, however often the network fails.
 * Scripts that the part imports keep their addresses: if one of those is lost, only a reload helps.
 * @template T @param {(query: string) => Promise<T>} load */
export async function needed(load) {
  for (let tries = 1; ; tries++) {
    const found = await load(tries > 1 ? "?" + tries : "").catch(() => null);
    if (found && tries > PATIENT) closeSheet();
    if (found) return found;
    if (tries === PATIENT) offerReload();
    await sleep(1000);
  }
}

/** Load a style sheet that few need, once.
 * @param {string} href @param {string} query of another try
 * @returns {Promise<true>} */
export function styled(href, query) {
  if (document.querySelector(`link[href^='${href}']`)) return Promise.resolve(true);
  const link = h("link", {rel: "stylesheet", href: href + query});
  return new Promise((done, fail) => {
    const onload = () => done(true);
    const onerror = () => {
      link.remove();
      fail(new Error(href));
    };
    document.head.append(Object.assign(link, {onload, onerror}));
  });
}

/** A part of the page that few need. Until it has come it is null; then the page is drawn again.
 * @template T @param {(query: string) => Promise<T>} load @returns {() => T|null} */
export function rare(load) {
  /** @type {T|null} */
  let found = null;
  let isComing = false;
  const come = async () => {
    isComing = true;
    found = await needed(load);
    app.render();
  };
  return () => {
    if (!isComing) come();
    return found;
  };
}

const whole = rare((query) => import("./whole.js" + query));
const LARGE = 20; // pixels: smaller text breaks no word

/** Long words of the page and its sheet stay whole, and so do names on a podium. */
export function keepWhole() {
  const isNeeded = fontSize() > LARGE || document.querySelector(".podium");
  if (isNeeded) [$("app"), box()].forEach((one) => whole()?.keepWhole(one));
}

/** A form with one field.
 * @param {string} title
 * @param {string} label @param {string} words @param {(value: string) => unknown} done
 * @param {Record<string, unknown>} more attributes of the field; with `rows` it has several lines */
export function askFor(title, label, words, done, value = "", more = {}) {
  const field = h(more.rows ? "textarea" : "input", {
    class: "field",
    value,
    "aria-label": label,
    maxlength: 60,
    required: true,
    ...more,
  });
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    closeSheet();
    done(field.value);
  };
  sheet(title, h("form", {onsubmit: send}, field, h("button", {class: "button first"}, words)));
}

/** The table's device sleeps: offer to send the answer again.
 * @param {string} words @returns {Promise<boolean>} */
export const offerAgain = (words) =>
  new Promise((done) => {
    /** @param {boolean} again */
    const end = (again) => () => {
      box().onclose = null;
      closeSheet();
      done(again);
    };
    sheet(words, button(app.words.again, "cached", end(true), "first"));
    box().onclose = end(false);
  });
