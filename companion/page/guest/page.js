// The page itself: the current view, new states, and the bar.

import {act, closeSheet, command, keepWhole, later, needed, rare, sheet, styled, toast} from "./act.js";
import {drawBoard, falling, hasBoard, suspense, takeTaps} from "./board.js";
import {tick} from "./clock.js";
import {$, button, h, icon, morph, token} from "./dom.js";
import {fit, isTight} from "./fit.js";
import {tab} from "./link.js";
import {joinView, joinAnother, leave, plainView, start} from "./join.js";
import {fetchWords, wakeAll} from "./net.js";
import {moment} from "./moment.js";
import {showSession} from "./news.js";
import {coverView, questionView} from "./question.js";
import {
  app,
  asks,
  covered,
  hostSession,
  isOnBoard,
  say,
  secretOf,
  session,
  sleep,
  state,
  stored,
} from "./state.js";
import {stageView, waitingView} from "./table.js";
import {appeared} from "./taps.js";
import {applyColours, followDevice, isHighContrast, isLight} from "./wishes.js";

/* The host's part */

let isComing = false;

/** Once this phone is the host, load what only a host needs. Other guests never load it. */
async function loadHost() {
  if (isComing || !(hostSession() || app.early)) return;
  isComing = true;
  app.host = await needed((query) => import("../host/host.js" + query));
  app.render();
}

/* The bar */

function otherSeats() {
  return app.sessions.map((one, at) => {
    const you = one.state && one.state.you;
    if (at === app.current || !you || !you.name) return null;
    const show = () => {
      showSession(at);
      app.render();
    };
    const look = "me other" + (asks(one) ? " asked" : "");
    return h("button", {type: "button", class: look, onclick: show, "aria-label": you.name}, tokenOf(you));
  });
}

/** @param {You} you who has a seat */
const tokenOf = (you) => token(/** @type {SeatLook} */ (you));

/** Is the table connected? While somebody chooses a seat, the list of seats shows that it is. */
function isHere() {
  const of = session();
  return of && !app.joining ? of.link === "here" && !of.gone : !!app.joining;
}

/** Whoever has a seat reads only the table's name while all is well. */
function connection() {
  const W = app.words;
  const now = state();
  const name = app.where || "Tableside";
  if (!isHere()) return say(W.looking, {name});
  if (!now || app.joining) return say(W.connected, {name});
  return now.you.watch ? say(W.watching, {name}) : name;
}

const settings = () => later(import("./settings.js"), (all) => all.settings());

/** Before anybody has a name, and with it a menu. */
const settingsButton = () =>
  h("button", {type: "button", onclick: settings, "aria-label": app.words.settings}, icon("cog-outline"));

/** Who you are, with the name or what is played. @param {Kid[]} words */
const me = (...words) =>
  h("button", {type: "button", class: "me", onclick: mySheet}, tokenOf(state().you), words);

/** Who else sits on this phone, and the host's menu. @param {boolean} atTable */
function barButtons(atTable) {
  const now = state();
  if (app.joining) return settingsButton();
  if (!now) return null;
  if (isFixing()) return app.fixing?.bar();
  const open = () => app.host?.hostSheet();
  const menu = {type: "button", "data-k": "menu", onclick: open, "aria-label": app.words.menu};
  return [
    otherSeats(),
    now.you.name && !atTable && me(h("span", {class: "name"}, now.you.name)),
    hostSession() && now.table.state !== "none" && app.host?.barButtons(),
    hostSession() && h("button", menu, icon("dots-vertical")),
  ];
}

/** What is played and where it is; without a connection, that instead. */
function playing() {
  const {you, table} = state();
  const lost = !isHere();
  const words = [
    h("span", {class: hostSession() ? "sr" : "name"}, you.name),
    h(
      "span",
      {class: "play"},
      h("b", {}, table.title),
      h("span", {}, lost ? connection() : table.subtitle || table.banner)
    ),
  ];
  const dot = lost && h("span", {class: "dot"});
  return [
    h("span", {class: "sr", role: "status"}, connection()),
    you.name ? me(dot, words) : h("div", {class: "me"}, dot, words),
  ];
}

/** The connection, before a play or for a screen that only watches. */
function connected() {
  const of = session();
  const closed = of && of.gone && !app.joining;
  const words = closed ? app.where : connection();
  return [h("span", {class: "dot"}), h("span", {class: "grow", role: "status"}, words)];
}

/** @param {boolean} atTable */
const bar = (atTable) =>
  h(
    "header",
    {class: "bar" + (isHere() ? "" : " lost"), "data-k": "bar"},
    atTable ? playing() : connected(),
    barButtons(atTable)
  );

function mySheet() {
  const {you, table, host} = state();
  const W = app.words;
  /** @param {string} op */
  const doing = (op) => () => {
    closeSheet();
    act({op, key: ""});
  };
  sheet(
    you.name || "",
    h("p", {class: "soft"}, app.awake ? W.awake : W.dark_soon),
    button(W.rulebook, "book-open-variant", () => later(import("./beside.js"), (all) => all.rulebook())),
    button(W.tools, "dice-multiple-outline", () => later(import("./beside.js"), (all) => all.tools())),
    !host && button(W.ask_undo, "undo-variant", doing("ask undo")),
    button(W.settings, "cog-outline", settings),
    !(tab && host) && button(W.another, "account-plus-outline", joinAnother),
    table.alone && !host && button(W.be_host_now, "crown", doing("host")),
    !(tab && host) && button(W.leave, "exit-run", leave) // the table is in this page
  );
}

/* The views */

function useHere() {
  session().gone = null;
  start();
  session()?.listen();
}

function joinAgain() {
  app.sessions = app.sessions.filter((one) => !one.left);
  app.current = 0;
  start();
}

/** @param {Gone} gone */
function goneView({gone, why}) {
  const W = app.words;
  if (gone === "replaced") {
    const again = button(W.use_here, "check-bold", useHere, "first");
    return plainView("replaced", "cellphone-check", W.replaced, why, again);
  }
  if (gone === "freed") {
    const again = button(W.join_again, "cached", joinAgain, "first");
    return plainView("freed", "link-off", W.freed, why, again);
  }
  const again = button(W.again, "cached", () => wakeAll());
  return plainView("closed", "door-open", why || W.closed, W.closed_hint, again);
}

/** The classes of the page while this question is asked. @param {Asking|null} mine */
function asking(mine) {
  if (!mine) return "";
  const kind = isOnBoard(mine.ask) ? "place" : "";
  return ["asks", kind, app.opened === mine.ask.key && "opened", app.folds].filter(Boolean).join(" ");
}

/** @param {Asking|null} mine */
function panel(mine) {
  if (!mine) return waitingView();
  return covered() ? coverView(mine) : questionView(mine);
}

function tableView() {
  const mine = asks();
  const host = hostSession()?.state?.host;
  const open = () => command({op: "open"});
  return h(
    "main",
    {"data-k": "table", class: asking(mine)},
    !mine?.ask.secret && stageView(mine && mine.ask),
    h(
      "div",
      {class: "panel"},
      app.host?.asksView(),
      host && host.open && button(app.words.open, "eye-outline", open, "first", {"data-does": "open"}),
      panel(mine)
    )
  );
}

function lookingView() {
  const title = say(app.words.looking, {name: app.where || "Tableside"});
  return plainView("looking", "wifi-off", title, app.words.lost_hint);
}

/** Before a play: the host's home, and for everybody else a word. */
function lobbyView() {
  app.role = stored("role", "");
  if (!state().host) return plainView("none", "cards-outline", app.words.be_host, "");
  return app.host?.home() || lookingView();
}

function body() {
  const of = session();
  const now = state();
  if (app.joining) return joinView(app.joining);
  if (of && of.gone) return goneView(of.gone);
  return now ? seatedView(now) : homeView() || lookingView();
}

/** The host's home, if there is something on it; in a tab also before the table is there. */
function homeView() {
  const host = hostSession()?.state?.host;
  return (host?.games.length || app.early) && app.host?.home();
}

/** What only a watching screen needs. */
const bigScreen = rare(async (query) => {
  const [found] = await Promise.all([import("./tv.js" + query), styled("guest/tv.css", query)]);
  return found;
});

const isFixing = () => !!app.fixing && !!hostSession() && !app.joining;

/** @param {State} now */
function seatedView(now) {
  if (now.you.watch) return bigScreen()?.tvView() || h("main", {"data-k": "coming"});
  if (app.fixing && isFixing()) return app.fixing.view();
  if (app.editing && hostSession()) return app.editing.view();
  const home = app.form.shown && hostSession() && homeView();
  return home || (now.table.state === "none" ? lobbyView() : playView(now));
}

/** @param {State} now */
function playView({host, you}) {
  const asksWho = app.host ? app.host.asksWho() : host && you.seat == null;
  if (!asksWho) return tableView();
  return app.host ? app.host.whoView() : lookingView(); // until the host's part comes
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

let worn = "";
/** Apply the game's own colours, unless the contrast must be high. */
function wear() {
  const look = (!isHighContrast() && state() && state().table.look) || {};
  const mine = isLight() ? look.light : look.dark;
  const wanted = JSON.stringify([mine, isLight(), isHighContrast()]);
  if (wanted === worn) return;
  worn = wanted;
  applyColours(); // the browser may tell later of a change that it shows already
  const root = document.documentElement.style;
  for (const name of COLOURS) {
    const colour = mine && mine[name.replace("-", "_")];
    if (colour && /^#[0-9a-f]{6}$/i.test(colour)) root.setProperty("--" + name, colour);
    else root.removeProperty("--" + name);
  }
  $("theme").setAttribute(
    "content",
    getComputedStyle(document.documentElement).getPropertyValue("--panel").trim()
  );
}

/** Does the page show step by step what has been decided? */
const holdsBack = () => falling() || !!moment();

/** What the style sheet must know of the page. @param {boolean} atTable */
function bodyClasses(atTable) {
  const now = state();
  const of = session();
  const isAway = !of || !!of.gone || !!app.joining;
  const shows = now && !isAway ? tableClasses(now, atTable) : [];
  return [...shows, isTight() && "tight", holdsBack() && "falling"].filter(Boolean).join(" ");
}

/** @param {State} now @param {boolean} atTable */
function tableClasses({you, table}, atTable) {
  const mine = asks();
  const isSecret = !!mine && !!mine.ask.secret && !isFixing();
  const isStaged =
    atTable && !isSecret && (hasBoard() || (!isFixing() && (!!table.sheet || !!table.outcome)));
  return [isSecret && "secret", you.watch && "ontv", isStaged && "staged"];
}

let shown = "";
/** Read out a new headline, and scroll to the top. @param {boolean} had whether the page had the focus */
function announce(had) {
  const head = /** @type {HTMLElement} */ ($("app").querySelector("h1"));
  const at = /** @type {HTMLElement} */ (document.querySelector(".rise, main"));
  const key = (at ? at.dataset.k : "") + (head ? head.textContent : "");
  if (key === shown || holdsBack()) return;
  shown = key;
  appeared();
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
  loadHost();
  cover();
  wear();
  takeTaps(null);
  const view = /** @type {HTMLElement} */ (body());
  const atTable = view.dataset.k === "table";
  document.body.className = bodyClasses(atTable);
  document.documentElement.toggleAttribute("data-tv", document.body.classList.contains("ontv"));
  const title = (state() && state().table.title) || "Tableside";
  const turn = session() && !session().gone && app.sessions.some((one) => asks(one)?.given === false);
  document.title = turn ? "● " + app.words.your_turn + " · " + title : title;
  const had = $("app").contains(document.activeElement);
  const held = falling() && h("p", {class: "suspense voice", role: "status"}, suspense());
  morph($("app"), h("div", {id: "app"}, bar(atTable), view, held));
  fit();
  keepWhole();
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
  for (let isThere = false; !isThere;) {
    try {
      isThere = await fetchWords();
    } catch {
      await sleep(1000);
    }
  }
  setInterval(tick, 100);
  if (stored("speech")) await import("./speech.js").catch(() => {}); // or nobody hears the first question
  start();
}

/** A turned phone folds other parts. The browser's own bars and the keyboard change only the height. */
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === wide) return;
  wide = innerWidth;
  app.render();
});

followDevice(() => app.render());
window.tableside = app; // for old.js, the console and tests
begin();
