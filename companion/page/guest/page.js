// The page itself: the current view, new states, and the bar.

import {act, closeSheet, command, desk, sheet, toast} from "./act.js";
import {drawBoard, falling, hasBoard, openVotes} from "./board.js";
import {tick} from "./clock.js";
import {$, button, h, icon, morph, token} from "./dom.js";
import {newPlay} from "../host/form.js";
import {asksView, asksWho, hostSheet, whoView} from "../host/host.js";
import {request} from "./link.js";
import {joinView, joinAnother, leave, plainView, start} from "./join.js";
import {hooks, lookAtAsked, showSession, wakeAll} from "./net.js";
import {coverView, questionView} from "./question.js";
import {
  app,
  asks,
  covered,
  hostSession,
  say,
  secretOf,
  session,
  shared,
  sleep,
  state,
  stored,
} from "./state.js";
import {stageView, tvView, waitingView} from "./table.js";

/* News */

let sound = null;
addEventListener(
  "pointerdown",
  () => {
    sound = sound || (window.AudioContext && new AudioContext());
  },
  {once: true, capture: true}
);

/** Two short tones and a buzz when a turn begins on this phone. Browsers mute them before the first touch. */
function ring() {
  if (navigator.vibrate)
    try {
      navigator.vibrate(40);
    } catch {
      /* not before the first touch */
    }
  if (!sound || (document.hasFocus() && document.visibilityState !== "visible")) return;
  [660, 880].forEach((pitch, n) => {
    const tone = sound.createOscillator(),
      loud = sound.createGain(),
      from = sound.currentTime + n * 0.12;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.08, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.11);
    tone.connect(loud).connect(sound.destination);
    tone.start(from);
    tone.stop(from + 0.12);
  });
}

function takeState(of, now) {
  const old = of.state;
  if (old && now.epoch === old.epoch && now.turn < old.turn) {
    now.mine = old.mine;
    now.turn = old.turn;
  } // the reply was faster
  of.state = now;
  openVotes(of, old);
  of.news++;
  of.done = false;
  app.refusal = "";
  app.where = now.table.where || app.where;
  if (old && old.epoch !== now.epoch && now.table.undone && !now.host) toast(app.words.undone);
  const [newest] = now.table.lines,
    known = (one) => one.note && one.at === newest.at;
  if (old && newest && newest.note && !old.table.lines.some(known)) toast(newest.text);
  if (old && old.host && !now.host) closeSheet(); // its buttons are for the host
}

hooks.newState = (of, now) => {
  const before = of.askedFor;
  takeState(of, now);
  const mine = asks(of);
  if ((mine && !mine.given) || shared(of)) of.gave = null;
  of.askedFor = mine && !mine.given ? mine.ask.key + (mine.ask.secret ? now.epoch : "") : "";
  if (of.askedFor && of.askedFor !== before) ring();
  lookAtAsked();
  app.render();
};

/* The bar */

function otherSeats() {
  return app.sessions.map(
    (one, at) =>
      at !== app.current &&
      one.state &&
      one.state.you.name &&
      h(
        "button",
        {
          type: "button",
          class: "me other" + (asks(one) ? " asked" : ""),
          onclick: () => {
            showSession(at);
            app.render();
          },
          "aria-label": one.state.you.name,
        },
        token(one.state.you)
      )
  );
}

/** Is the table connected? While somebody chooses a seat, the list of seats shows that it is. */
function isHere() {
  const of = session();
  return of && !app.joining ? of.link === "here" && !of.gone : !!app.joining;
}

function connection() {
  const now = state(),
    watches = now && now.you.watch && !app.joining;
  return say(!isHere() ? app.words.looking : watches ? app.words.watching : app.words.connected, {
    name: app.where || "Tableside",
  });
}

/** Who you are, who else sits on this phone, and the host's menu. */
function barButtons() {
  const now = state();
  if (app.joining || !now) return null;
  return [
    otherSeats(),
    now.you.name &&
      h(
        "button",
        {type: "button", class: "me", onclick: mySheet},
        token(now.you),
        h("span", {class: "name"}, now.you.name)
      ),
    hostSession() &&
      h("button", {type: "button", onclick: hostSheet, "aria-label": app.words.menu}, icon("dots-vertical")),
  ];
}

function bar() {
  const of = session(),
    closed = of && of.gone && !app.joining;
  return h(
    "header",
    {class: "bar" + (isHere() ? "" : " lost"), "data-k": "bar"},
    h("span", {class: "dot"}),
    h("span", {class: "grow", role: "status"}, closed ? app.where : connection()),
    barButtons()
  );
}

function mySheet() {
  const {you, table, host} = state(),
    W = app.words;
  const doing = (op) => () => {
    closeSheet();
    act({op, key: ""});
  };
  sheet(
    you.name,
    h("p", {class: "soft"}, app.awake ? W.awake : W.dark_soon),
    button(W.rulebook, "book-open-variant", () => desk("rules")),
    button(W.tools, "dice-multiple-outline", () => desk("tools")),
    !host && button(W.ask_undo, "undo-variant", doing("ask undo")),
    button(W.another, "account-plus-outline", joinAnother),
    table.alone && !host && button(W.be_host_now, "crown", doing("host")),
    button(W.leave, "exit-run", leave)
  );
}

/* The views */

function goneView(gone) {
  const W = app.words;
  const again = (words, sign) =>
    button(
      words,
      sign,
      () => {
        session().gone = null;
        start();
        session()?.listen();
      },
      "first"
    );
  const joinAgain = button(
    W.join_again,
    "cached",
    () => {
      app.sessions = app.sessions.filter((one) => !one.left);
      app.current = 0;
      start();
    },
    "first"
  );
  if (gone.gone === "replaced")
    return plainView("replaced", "cellphone-check", W.replaced, gone.why, again(W.use_here, "check-bold"));
  if (gone.gone === "freed") return plainView("freed", "link-off", W.freed, gone.why, joinAgain);
  return plainView(
    "closed",
    "door-open",
    gone.why || W.closed,
    W.closed_hint,
    button(W.again, "cached", () => wakeAll())
  );
}

function tableView() {
  const mine = asks(),
    secret = mine && mine.ask.secret,
    host = hostSession()?.state?.host;
  return h(
    "main",
    {
      "data-k": "table",
      class: mine ? (mine.ask.kind === "place" || mine.ask.arrows ? "asks place" : "asks") : "",
    },
    !secret && stageView(mine && mine.ask),
    h(
      "div",
      {class: "panel"},
      asksView(),
      host &&
        host.open &&
        button(app.words.open, "eye-outline", () => command({op: "open"}), "first", {"data-does": "open"}),
      mine && covered() ? coverView(mine) : mine ? questionView(mine) : waitingView()
    )
  );
}

function body() {
  const of = session(),
    now = state();
  if (app.joining) return joinView(app.joining);
  if (of && of.gone) return goneView(of.gone);
  if (!now)
    return plainView(
      "looking",
      "wifi-off",
      say(app.words.looking, {name: app.where || "Tableside"}),
      app.words.lost_hint
    );
  if (now.you.watch) return tvView();
  if (app.editing && hostSession()) return app.editing.view();
  if (now.table.state !== "none") return asksWho() ? whoView() : tableView();
  app.role = stored("role", "");
  return now.host
    ? h("main", {class: "big", "data-k": "new"}, newPlay())
    : plainView("none", "cards-outline", app.words.be_host, "");
}

const COLOURS = [
  "panel",
  "panel2",
  "panel3",
  "text",
  "text2",
  "accent",
  "on-accent",
  "container",
  "on-container",
];
const light = matchMedia("(prefers-color-scheme: light)");
light.addEventListener("change", () => app.render());

/** Apply the game's own colours. */
function wear() {
  const look = state() && state().table.look,
    mine = look && look[light.matches ? "light" : "dark"],
    root = document.documentElement.style;
  for (const name of COLOURS) {
    const colour = mine && mine[name.replace("-", "_")];
    if (/^#[0-9a-f]{6}$/i.test(colour || "")) root.setProperty("--" + name, colour);
    else root.removeProperty("--" + name);
  }
  $("theme").setAttribute(
    "content",
    getComputedStyle(document.documentElement).getPropertyValue("--panel").trim()
  );
}

function bodyClasses() {
  const now = state(),
    of = session(),
    mine = asks(),
    away = !of || !!of.gone || !!app.joining;
  const tv = !!(now && now.you.watch && !away),
    tight = innerHeight < 34 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [
    !away && mine && mine.ask.secret && "secret",
    tv && "ontv",
    now && !away && !tv && !hasBoard() && !now.table.outcome && "bare",
    tight && "tight",
    falling() && "falling",
  ]
    .filter(Boolean)
    .join(" ");
}

let shown = "";
/** Read out a new headline, and scroll to the top. */
function announce(had) {
  const head = /** @type {HTMLElement} */ ($("app").querySelector("h1")),
    at = /** @type {HTMLElement} */ (document.querySelector(".rise, main"));
  const key = (at ? at.dataset.k : "") + (head ? head.textContent : "");
  if (key === shown || falling()) return;
  shown = key;
  if (head) {
    $("say").textContent = head.textContent;
    if (had && !$("app").contains(document.activeElement)) head.focus({preventScroll: true});
  }
  scrollTo(0, 0);
}

/** Cover a secret again once the page shows anything else; what was said about it goes, too. */
function cover() {
  if (!app.shown || app.shown === secretOf()) return;
  app.shown = "";
  toast("");
  closeSheet();
}

app.render = () => {
  if (!app.words.who) return;
  cover();
  wear();
  document.body.className = bodyClasses();
  const title = (state() && state().table.title) || "Tableside",
    turn = session() && !session().gone && app.sessions.some((one) => asks(one)?.given === false);
  document.title = turn ? "● " + app.words.your_turn + " · " + title : title;
  const had = $("app").contains(document.activeElement);
  morph($("app"), h("div", {id: "app"}, bar(), body()));
  drawBoard(asks()?.ask);
  announce(had);
  tick();
};

/* If the code is scanned while this page is open, the browser changes only the part after the #. */
addEventListener("hashchange", () => {
  const found = new URLSearchParams(location.hash.slice(1)).get("s");
  if (found && !app.sessions.some((one) => !one.left)) {
    app.secret = stored("secret", found);
    start();
  }
});

async function begin() {
  while (!app.words.who) {
    try {
      const reply = await request("/words");
      app.words = reply.words;
      document.documentElement.lang = reply.language.replace("_", "-");
    } catch {
      await sleep(1000);
    }
  }
  setInterval(tick, 100);
  if (stored("speech")) await import("./speech.js").catch(() => {}); // before the first question, or nobody hears that
  start();
}

Object.assign(window, {tableside: app}); // for the console, and for tests
begin();
