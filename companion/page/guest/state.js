// The state of the page. Every module reads and changes this one object. Its types are in types.d.ts.

import {NAME, OLD} from "./place.js";

/** Where this page stores things: a guest of another phone's browser may have its own table, too. */
const STORED = NAME + (window.isGuest ? ".guest." : ".");

/** Read what this browser stored under a name; with a value, store it ("" deletes it).
 * @param {string} name @param {string} [value] */
export function stored(name, value = undefined) {
  try {
    if (value === undefined) return localStorage.getItem(STORED + name) || "";
    if (value) localStorage.setItem(STORED + name, value);
    else localStorage.removeItem(STORED + name);
  } catch {
    /* a private window keeps nothing */
  }
  return value || "";
}

/** Older versions stored everything under one name, whatever the page's folder. */
function adopt() {
  const done = NAME + ".adopted";
  if (NAME === OLD || localStorage.getItem(done)) return;
  localStorage.setItem(done, "yes");
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OLD + "."))
      localStorage.setItem(NAME + key.slice(OLD.length), localStorage.getItem(key) || "");
}

try {
  adopt();
} catch {
  /* a private window has no storage */
}

export const app = {
  /** @type {Record<string, string>} every sentence of the page */
  words: {},
  /** @type {Record<string, NameForm>} how names change in the language of the page */
  forms: {},
  /** The dice among the tools. */
  dice: {kinds: [6], most: 6},
  /** @type {SeatColour[]} the colours to choose from */
  seats: [],
  /** @type {[language: string, name: string][]} */
  languages: [],
  /** @type {import("./net.js").Session[]} one for each seat on this phone */
  sessions: [],
  current: 0,
  secret: new URLSearchParams(location.hash.slice(1)).get("s") || stored("secret"),
  where: "",
  /** @type {Joining|null} what joining shows: seats, a request that waits for the host, or the code */
  joining: null,
  offset: 0,
  refusal: "",
  shown: "",
  hidden: "",
  listed: "",
  /** The question over which the folded board was opened. */
  opened: "",
  /** The position at which the folded card To move was opened. */
  unfolded: "",
  /** What is folded so that the answers are in sight: classes of the page, set by fit.js. */
  folds: "",
  waiting: 0,
  pressed: "",
  /** Milliseconds after which a tap where the last one was is meant for what is new there. */
  soon: 350,
  awake: false,
  /** @type {NewPlay} the host's form */
  form: {game: "", people: [], options: {}, box: undefined, typed: "", seated: false, shown: false},
  /** @type {Home|null} what the home shows before the table has sent it */
  early: null,
  /** @type {typeof import("../host/host.js")|null} the host's part of the page; null on phones of guests */
  host: null,
  /** @type {Editing|null} */
  editing: null,
  /** @type {Covering|null} *Fix something*, while it is open */
  fixing: null,
  looking: "",
  hint: false,
  asking: false,
  /** The secret of the table where this host has said who holds the phone. */
  role: stored("role"),
  /** @type {Record<string, string>} the game's own pictures by name, as URLs; empty until they come */
  pictures: {},
  /** @type {Record<string, number>|null} the letters of icons that only plugins use */
  icons: null,
  render() {
    /* set by page.js */
  },
};

/** Null before anybody joined; views that need a state needn't check.
 * @returns {import("./net.js").Session} */
export const session = () => app.sessions[app.current] || /** @type {any} */ (null);
/** The seat on this phone that is the host, whichever seat the page shows; null if another phone is. */
export const hostSession = () => app.sessions.find((one) => one.state && one.state.host && !one.gone) || null;
/** Null before the first state arrives. @returns {State} */
export const state = () => /** @type {any} */ (session() ? session().state : null);
/** At the podium a phone may sleep; a screen that only watches stays on. */
export const isResting = () => !!state()?.table.outcome && !state().you.watch;
/** @param {number|null} [n] */
export function seat(n) {
  const now = state();
  return (now && now.table.seats.find((one) => one.seat === n)) || null;
}

/** The question this seat has not answered yet, or wants to change. */
export function asks(of = session()) {
  const now = of && of.state;
  if (!now || !now.mine || !now.mine.ask) return null;
  const {given, aside} = now.mine;
  return !given || aside || of.changing === now.epoch ? /** @type {Asking} */ (now.mine) : null;
}

/** Is the board needed to answer? @param {Ask} ask */
export const isOnBoard = ({kind, arrows}) => kind === "place" || !!arrows;

/** Do several people use this phone? Then each secret is covered, and no vote is shown again. */
export function shared(of = session()) {
  const now = of && of.state;
  return (
    app.sessions.length > 1 || !!(now && now.host && now.table.seats.some((one) => !one.phone && !one.gone))
  );
}

let fetching = Promise.resolve();
/** The URL of a picture in the game's folder; "" until it has come, one after the other.
 * @param {string} name */
export function pictureUrl(name) {
  const of = session();
  const key = state().table.title + name;
  if (!(key in app.pictures)) {
    app.pictures[key] = "";
    fetching = fetching
      .then(() => of.send({op: "picture", key: "", name}))
      .then((reply) => {
        app.pictures[key] = reply.picture || "";
        app.render();
      });
  }
  return app.pictures[key];
}

/** Names the secret question on the page, whose it is and at which position. */
export function secretOf() {
  const mine = asks();
  return mine && mine.ask.secret
    ? [mine.ask.seat, mine.ask.key, state().epoch, session().changing].join(" ")
    : "";
}

/** A shared phone shows a secret to the one who taps, and covers it again once the page shows anything
 * else. */
export function covered() {
  const secret = secretOf();
  return !!secret && (shared() ? app.shown !== secret : app.hidden === secret);
}

/** @returns {Timer|null} */
export function clock() {
  const now = state();
  return (now && ((now.mine && now.mine.ask && now.mine.ask.timer) || now.table.timer)) || null;
}

/** Fill a sentence of the page. A name may ask for a form: {name.gen} is Anas in German.
 * @param {string} words @param {Record<string, unknown>} values */
export const say = (words, values) =>
  words.replace(/\{(\w+)(?:\.(\w+))?\}/g, (_, key, form) => inForm(String(values[key]), form));

/** @param {string} name @param {string} [form] */
function inForm(name, form) {
  const found = form && app.forms[form];
  if (!found) return name;
  const [pattern, fits, other] = found;
  return (new RegExp(pattern, "i").test(name) ? fits : other).replace("{}", () => name);
}

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });
