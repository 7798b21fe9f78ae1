// The state of the page. Every module reads and changes this one object.

/**
 * @typedef {{seat: number|null, name?: string, colour?: number, shape?: string, letter?: string, host?: boolean, watch?: boolean}} You
 * @typedef {{seat: number, name: string, colour: number, shape: string, letter: string, gone: boolean, score: number|null, active: boolean,
 *   phone: boolean, away: boolean, taken?: boolean, marks: {icon: string, text: string}[], note: string, side: string}} Seat
 * @typedef {{seconds: number, running: boolean, over: boolean, started: boolean, ends?: number, left?: number}} Timer
 * @typedef {{text: string, seat: number|null, at: number, note?: boolean}} LogLine
 * @typedef {{token: any, face: any, barred?: string, chosen?: boolean, number?: number, spot?: string}} Choice
 * @typedef {{key: string, label: string, value: number|null, low: number, high: number, step?: number, hint?: string, seat?: number, often?: number[]}} Row
 * @typedef {{does: string, words: string, icon: string, ready?: boolean, why_not?: string, icon_last?: boolean}} Button
 * @typedef {{key: string, kind: string, sentence: string, seat?: number, rule?: string, secret?: boolean, look?: boolean, glance?: any, kicker?: string, hint?: string,
 *   reasons?: any[], points?: any[], choices?: Choice[], at_once?: boolean, ordered?: boolean, least?: number, most?: number, rows?: Row[],
 *   lone?: boolean, typed?: boolean, dice?: any, text?: any, primary?: Button, second?: Button, preview?: any[], timer?: Timer, arrows?: any[], aloud?: string[]}} Ask
 * @typedef {{ask: Ask|null, given: boolean, aside: boolean, for_table: boolean, tiles: {key: string, title: string, icon: string, ready: boolean}[]}} Mine
 * @typedef {{columns: any[], rows: any[], now?: [number, number]}} ScoreSheet
 * @typedef {{state: string, title: string, subtitle: string, headline: string, asked: number[], asked_table: boolean, seats: Seat[], lines: LogLine[],
 *   undone: boolean, look?: any, in?: number[], timer?: Timer, hand?: any, banner?: string, reminders: any[], cards: any[], tracks: any[], ahead?: string[],
 *   sheet?: ScoreSheet, outcome?: any, board?: {pieces: any[], arrows: any[]}, guests: boolean, where: string, alone: boolean}} Table
 * @typedef {{games: any[], known: any[], colours: string[], undo: boolean, redo: boolean, open: boolean, join: string, guests: boolean, asks: any[],
 *   exits: any[], how: string, hows: any[], trouble: {sentence: string, closes: boolean}|null}} Host
 * @typedef {{address: string, code: string, rows: string[]}} Invite
 * @typedef {{epoch: string, turn: number, mine: Mine|null, boot: string, you: You, table: Table, host?: Host, invite?: Invite}} State
 */

/** Read what this browser stored under a name; with a value, store it ("" deletes it). @param {string} name @param {string} [value] */
export function stored(name, value = undefined) {
  try {
    if (value === undefined) return localStorage.getItem("tableside." + name) || "";
    if (value) localStorage.setItem("tableside." + name, value);
    else localStorage.removeItem("tableside." + name);
  } catch {
    /* a private window keeps nothing */
  }
  return value || "";
}

export const app = {
  /** @type {Record<string, string>} every sentence of the page */
  words: {},
  /** @type {import("./net.js").Session[]} one for each seat on this phone */
  sessions: [],
  current: 0,
  secret: new URLSearchParams(location.hash.slice(1)).get("s") || stored("secret"),
  where: "",
  /** @type {any} what joining shows: seats, a request that waits for the host, or the code */
  joining: null,
  /** @type {any} why there is no table now, when no session is left */
  gone: null,
  offset: 0,
  refusal: "",
  shown: "",
  hidden: "",
  listed: "",
  waiting: 0,
  pressed: "",
  awake: false,
  /** @type {{game: string, names: string, colours: Record<string, number>, options: Record<string, any>, copy?: number|null}} the host's form */
  form: {game: "", names: "", colours: {}, options: {}, copy: undefined},
  /** @type {any} the copy being edited */
  editing: null,
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

/** Null before anybody joined; views that need a state needn't check. @returns {import("./net.js").Session} */
export const session = () => app.sessions[app.current] || /** @type {any} */ (null);
/** The seat on this phone that is the host, whichever seat the page shows; null if another phone is. @returns {import("./net.js").Session|null} */
export const hostSession = () => app.sessions.find((one) => one.state && one.state.host && !one.gone) || null;
/** Null before the first state arrives. @returns {State} */
export const state = () => /** @type {any} */ (session() ? session().state : null);
/** @returns {Seat} or null */
export const seat = (n) =>
  /** @type {any} */ (
    n == null || !state() ? null : state().table.seats.find((one) => one.seat === n) || null
  );

/** The question this seat has not answered yet, or wants to change. @returns {(Mine & {ask: Ask})|null} */
export function asks(of = session()) {
  const mine = of && of.state && of.state.mine;
  const changes = mine && of.state && of.changing === of.state.epoch;
  return mine && mine.ask && (!mine.given || mine.aside || changes) ? /** @type {any} */ (mine) : null;
}

/** Do several people use this phone? Then each secret is covered, and no vote is shown again. */
export function shared(of = session()) {
  const now = of && of.state;
  return (
    app.sessions.length > 1 || !!(now && now.host && now.table.seats.some((one) => !one.phone && !one.gone))
  );
}

let fetching = Promise.resolve();
/** The URL of a picture in the game's folder; "" until it has come, one after the other. */
export function pictureUrl(name) {
  const of = session(),
    key = state().table.title + name;
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

/** A shared phone shows a secret to the one who taps; it is covered again as soon as the page shows anything else. */
export function covered() {
  const secret = secretOf();
  return !!secret && (shared() ? app.shown !== secret : app.hidden === secret);
}

/** @returns {Timer|null} */
export function clock() {
  const now = state();
  return (now && ((now.mine && now.mine.ask && now.mine.ask.timer) || now.table.timer)) || null;
}

// How a name changes, as in core/language.py: {name.gen} in German, {name.de} and {name.que} in French, {name.a} in Italian.
const MUTE = /^([aeiouœàâäéèêëîïôöùûü]|h[eiouyéèêîôû]|y[^aeiouyœàâäéèêëîïôöùûü])/i;
const elided = (word) => (name) => (MUTE.test(name) ? `${word.slice(0, -1)}’${name}` : `${word} ${name}`);
const FORMS = {
  gen: (name) => name + (/([sßxz]|ce)$/.test(name) ? "’" : "s"),
  de: elided("de"),
  que: elided("que"),
  a: (name) => (/^[aàá]/i.test(name) ? `ad ${name}` : `a ${name}`),
};

export const say = (words, values) =>
  words.replace(/\{(\w+)(?:\.(\w+))?\}/g, (_, name, form) =>
    FORMS[form] ? FORMS[form](String(values[name])) : values[name]
  );
export const sleep = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });
