// What a touch does, and the messages and sheets that follow it.

import {$, button, h, icon, line} from "./dom.js";
import {hooks} from "./net.js";
import {app, asks, hostSession, seat, session, shared, state} from "./state.js";

/* A touch counts for the table that was shown when the finger went down. */
addEventListener(
  "pointerdown",
  () => {
    app.pressed = state() ? state().epoch : "";
  },
  true
);
addEventListener(
  "click",
  (event) => {
    if (!event.detail) app.pressed = "";
  },
  true
); // by keyboard or screen reader
addEventListener("click", () => {
  app.pressed = "";
});

/** @type {{key: string, body: any}|null} typed but not sent yet */
let typed = null;
let timer = 0;

/** Send what was typed shortly after the last key. */
export function type(key, body) {
  typed = {key, body};
  clearTimeout(timer);
  timer = setTimeout(flush, 250);
}

export async function flush() {
  clearTimeout(timer);
  const what = typed;
  typed = null;
  if (what) await act({...what.body, key: what.key, epoch: state() ? state().epoch : ""}); // typing is not bound to a touch
}

/** Actions run one after the other, so typed text arrives before the button that submits it. @returns {Promise<any>} */
export function act(body, of = session()) {
  if (!of || app.waiting || (of.done && body.key === undefined)) return Promise.resolve({}); // an answer is waiting to be sent
  const mine = of.state && of.state.mine;
  const bound = {
    epoch: app.pressed || (of.state ? of.state.epoch : ""),
    key: mine && mine.ask ? mine.ask.key : "",
    ...body,
  };
  if (body.op === "give" && typed && typed.body.op === "text") {
    bound.text = typed.body.text;
    typed = null;
    clearTimeout(timer);
  }
  const turn = of.line.then(() => (of.state && of.state.epoch === bound.epoch ? perform(of, bound) : {})); // else the table has moved on
  of.line = turn.catch(() => null);
  return turn;
}

/** What only the host may do; another seat of this phone may be the host. */
export const command = (body) => act({key: "", ...body}, hostSession() || session());

/** The secret answer in words, shown while you change it. The host never sends it back. A shared phone forgets it. */
function gaveNow(of, body) {
  const ask = of.state && of.state.mine && of.state.mine.ask;
  if (!ask || !ask.secret || ask.key !== body.key) return of.gave;
  if (shared(of) || ask.seat !== of.state.you.seat) return null;
  const tapped = (one) =>
    body.op === "tap" ? JSON.stringify(one.token) === JSON.stringify(body.token) : one.chosen;
  const words = [
    ...(ask.choices || []).filter(tapped).map((one) => one.face.label),
    ...(ask.rows || []).map((one) => String(one.value)),
    ...(ask.text ? [body.text || ask.text.value] : []),
  ];
  return {token: body.token, words: words.join(", ")};
}

function answered(of, was, movedOn) {
  of.gave = was.gave;
  if (of.changing === was.changing) of.changing = ""; // else the stream was faster, and the vote is being changed again
  of.done = of.news === was.news && movedOn;
}

async function perform(of, body) {
  app.refusal = "";
  const was = {news: of.news, changing: of.changing, gave: gaveNow(of, body)},
    reply = await of.send(body);
  app.pressed = "";
  const now = of.state;
  if (!now) return reply;
  if ("mine" in reply && now.epoch === reply.epoch && reply.turn >= now.turn) {
    now.mine = reply.mine;
    now.turn = reply.turn;
  }
  if (reply.answered) answered(of, was, now.epoch !== reply.epoch);
  if (of.done || reply.stale) expectNews(of, was.news);
  if (reply.told) toast(reply.told);
  app.render();
  const failed = reply.stale || reply.failed || (reply.status >= 400 && reply.why);
  if (reply.refused) refuse(reply.refused);
  else if (failed) toast(failed);
  return reply;
}

/** The table has moved on, so news must follow soon. If not, the stream is dead: open another. */
function expectNews(of, before) {
  setTimeout(() => {
    if (of.news === before && of.token && !of.left) of.wake();
  }, 1500);
}

/** The question's own button. Sends typed text first, then checks whether it is ready. */
export async function press(which) {
  const epoch = app.pressed || state().epoch;
  if (typed && typed.body.op === "row") await flush();
  const mine = state() && state().mine,
    what = mine && mine.ask && mine.ask[which];
  if (!what || state().epoch !== epoch) return;
  if (what.ready === false) refuse(what.why_not);
  else act({op: {answer: "give", draw: "draw", roll: "draw", clear: "clear"}[what.does], epoch});
}

/** Hold plus or minus to keep counting. */
export function repeat(key, by) {
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
    const now = state(),
      row = now && now.mine && now.mine.ask && (now.mine.ask.rows || []).find((one) => one.key === key);
    const value = row && within(row, (row.value || 0) + by);
    if (!row || value === row.value) stop();
    else act({op: "row", row: key, value});
  };
  addEventListener("pointerup", stop, true);
  addEventListener("pointercancel", stop, true);
}

export const within = (row, value) => Math.max(row.low, Math.min(row.high, value));

let toastEnd = 0;
export function toast(words) {
  $("toast").textContent = words || "";
  clearTimeout(toastEnd);
  if (words)
    toastEnd = setTimeout(() => {
      $("toast").textContent = "";
    }, 6000);
}

/** Show a refusal beside the question until the next touch, or as a toast if there is no question. */
export function refuse(words) {
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

export function sheet(title, ...parts) {
  const title_ = h("h2", {tabindex: -1}, title);
  box().replaceChildren(
    h(
      "div",
      {class: "stack"},
      h(
        "div",
        {class: "head"},
        title_,
        h("button", {type: "button", class: "pill", onclick: closeSheet}, icon("close"), app.words.close)
      ),
      parts
    )
  );
  box().setAttribute("aria-label", title);
  box().onclick = (event) => {
    if (event.target === box()) closeSheet();
  };
  if (box().open)
    title_.focus(); // the button that led here is gone
  else if (box().showModal) box().showModal();
  else box().setAttribute("open", "");
}

/** What few people open: history, rules, tools and laying out are loaded when somebody taps them. */
export const desk = (what, ...more) =>
  import("../host/desk.js").then(
    (all) => all[what](...more),
    () => toast(app.words.lost_hint)
  );

/** A form with one field. */
export function askFor(title, label, words, done, value = "", more = {}) {
  const field = h("input", {
    class: "field",
    value,
    "aria-label": label,
    maxlength: 60,
    required: true,
    ...more,
  });
  const send = (event) => {
    event.preventDefault();
    closeSheet();
    done(field.value);
  };
  sheet(title, h("form", {onsubmit: send}, field, h("button", {class: "button first"}, words)));
}

hooks.offerAgain = (words) =>
  new Promise((done) => {
    const end = (again) => () => {
      box().onclose = null;
      closeSheet();
      done(again);
    };
    sheet(words, button(app.words.again, "cached", end(true), "first"));
    box().onclose = end(false);
  });

export async function why() {
  const reply = await act({op: "why"}),
    all = reply.why;
  if (!all || typeof all === "string") return;
  const card = (...parts) => h("div", {class: "card"}, parts);
  sheet(
    app.words.why,
    all.text && h("p", {}, all.text),
    all.hints.map((one) => h("p", {class: "soft"}, one)),
    all.line.map((one) => line(one.words, "", seat(one.seat))),
    all.reminders.map((one) => card(line(one.text, one.icon))),
    all.rules.map((one) =>
      card(
        h("div", {}, h("span", {class: "chip"}, one.id), " ", h("b", {}, one.title)),
        h("p", {class: "soft"}, one.text)
      )
    ),
    all.house.map((one) => card(line(one.label + ": " + one.choice, "scale-balance", null, one.sentence)))
  );
}
