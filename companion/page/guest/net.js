// Each seat has one stream of states from the host, and posts its answers. A session holds only the newest
// state.

import {offerAgain} from "./act.js";
import {request, stream, tab} from "./link.js";
import {takeState} from "./news.js";
import {app, isResting, sleep, stored} from "./state.js";

export const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/** A seat on this phone, or a watcher: its token, its stream and its newest state. */
export class Session {
  /** @param {string} token
   * @param {(of: Session, why: string) => void} turnedAway the host doesn't know it any more */
  constructor(token, turnedAway) {
    this.token = token;
    this.turnedAway = turnedAway;
    /** @type {State|null} */
    this.state = null;
    this.link = "looking";
    /** @type {any} what stays on the board: spots and ways */
    this.land = null;
    /** @type {Gone|null} */
    this.gone = null;
    /** @type {AbortController|null} */
    this.stream = null;
    this.heard = 0;
    this.changing = "";
    /** @type {{token?: unknown, words: string}|null} the secret answer given here; only this page knows it */
    this.gave = null;
    /** @type {Map<string, number>|null} when each vote falls */
    this.falls = null;
    /** When the play ended before this page's eyes; 0 if everything is shown. */
    this.ended = 0;
    this.askedFor = "";
    this.news = 0;
    this.done = false;
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    this.page = fresh();
    this.pause = 400;
    this.listening = false;
    this.atOnce = false;
    /** @type {(() => void)|null} */
    this.hurry = null;
  }

  /** Whether this seat is lost to this page. A closed table may open again, so the page keeps looking for
   * it. */
  get left() {
    return this.freed || (!!this.gone && this.gone.gone === "replaced");
  }

  /** Somebody else may have the seat now, so send nothing more for it. */
  get freed() {
    return !this.token || (!!this.gone && this.gone.gone === "freed");
  }

  /** Drop a connection that may have died unnoticed, and open another one now. */
  wake() {
    this.atOnce = true;
    if (this.stream) this.stream.abort();
    if (this.hurry) {
      this.hurry();
      this.hurry = null;
    }
  }

  /** Open the stream; if there is one already, renew it. */
  async listen() {
    if (this.listening) {
      this.wake();
      return;
    }
    this.listening = true;
    try {
      await this.follow();
    } finally {
      this.listening = false;
    }
  }

  async follow() {
    while (this.token && !this.left) {
      this.atOnce = false;
      try {
        await this.readStream();
      } catch {
        /* cut, unreachable or just starting: the loop tries again */
      }
      if (this.left || !this.token) break;
      if (this.link !== "looking") {
        this.link = "looking";
        setTimeout(app.render, 700);
      }
      if (this.atOnce) continue;
      await Promise.race([
        sleep(this.pause),
        new Promise((go) => {
          this.hurry = () => go(null);
        }),
      ]);
      this.pause = Math.min(this.pause * 1.4, 1500);
    }
  }

  async readStream() {
    const cut = (this.stream = new AbortController());
    let watchdog = setTimeout(() => cut.abort(), 2500);
    /** @param {Message} message */
    const take = (message) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => cut.abort(), 12000);
      this.heard = Date.now();
      this.pause = 400;
      this.take(message);
    };
    try {
      const no = await stream(this.token, this.page, cut.signal, take);
      if (no && no.status === 401) this.turnedAway(this, no.why);
    } finally {
      clearTimeout(watchdog);
    }
  }

  /** @param {Message} message */
  take(message) {
    if (message.now) app.offset = Date.now() - message.now;
    if (message.gone) {
      this.end({gone: message.gone, why: message.why || ""});
      return;
    }
    const back = this.link !== "here" || this.gone;
    this.gone = null;
    this.link = "here";
    if (message.land !== undefined) this.land = message.land;
    if (message.state) takeState(this, message.state);
    if (isResting() !== rests) stayAwake();
    if (message.state || back) app.render();
  }

  /** The stream has ended, and won't come back by itself. @param {Gone} gone */
  end(gone) {
    this.gone = gone;
    this.link = "looking";
    if (gone.gone === "freed") {
      const isLobby = this.state && this.state.table.state === "none";
      if (isLobby)
        this.turnedAway(this, ""); // the play has started: choose a seat
      else storeToken(this.token, false);
    }
    app.render();
  }

  /** Each answer has an id: it can be sent until it arrives, and still counts once.
   * @param {Action} body @returns {Promise<Reply>} */
  async send(body) {
    const what = {id: fresh(), epoch: app.pressed || (this.state && this.state.epoch) || "", ...body};
    for (;;) {
      const reply = await request("/do", what, this.token).catch(() => null);
      const settled = reply ? await this.settle(reply) : await this.reconnect();
      if (settled) return settled;
    }
  }

  /** What a reply means; null if the answer must be sent again.
   * @param {Reply} reply @returns {Promise<Reply|null>} */
  async settle(reply) {
    if (reply.status === 429) {
      await sleep(1000);
      return null;
    }
    if (reply.status === 401) {
      this.turnedAway(this, reply.why);
      return reply;
    }
    const asleep = reply.asleep || (reply.status === 503 && (reply.why || app.words.asleep));
    if (!asleep) return reply;
    return (await offerAgain(asleep)) ? null : {stale: ""};
  }

  /** Nobody answered: wait for the stream. Null if it is back. @returns {Promise<Reply|null>} */
  async reconnect() {
    app.waiting++;
    this.link = "looking";
    this.wake();
    app.render();
    while (this.link !== "here" && !this.freed) await sleep(120);
    app.waiting--;
    app.render();
    return this.freed ? {} : null;
  }
}

/** Every sentence of the page, in the language that this phone wants. False if they didn't come; throws if
 * nobody answers. */
export async function fetchWords() {
  const reply = await request("/words");
  if (!reply.words) return false;
  app.words = reply.words;
  app.forms = reply.forms;
  app.dice = reply.dice;
  app.seats = reply.seats;
  app.languages = reply.languages;
  document.documentElement.lang = reply.language.replace("_", "-");
  return true;
}

/** Remember or forget one seat of this phone, keeping those that other tabs stored.
 * @param {string} token @param {boolean} keep */
export function storeToken(token, keep) {
  stored(
    "tokens",
    JSON.stringify([...storedTokens().filter((one) => one !== token), ...(keep ? [token] : [])])
  );
}

/** @returns {string[]} */
export function storedTokens() {
  try {
    /** @type {unknown[]} */
    const found = JSON.parse(stored("tokens") || "[]");
    return /** @type {string[]} */ (found.filter((one) => typeof one === "string"));
  } catch {
    return [];
  }
}

/** Renew streams that were silent for this many ms: the page is visible again, or the network is back. */
export function wakeAll(silent = 0) {
  for (const one of app.sessions) if (one.token && !one.left && Date.now() - one.heard > silent) one.wake();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  stayAwake();
  wakeAll(1500);
});
addEventListener("online", () => wakeAll());
addEventListener("pageshow", (event) => {
  if (event.persisted) wakeAll();
});
if (!tab)
  addEventListener("offline", () => {
    for (const one of app.sessions) one.link = "looking";
    app.render();
  });

/** @type {WakeLockSentinel|null} */
let lock = null;
/** Was the play over when this phone was kept awake last? */
let rests = false;

/** By the browser's wake lock; false if it is wanted and the browser gives none. */
async function lockScreen() {
  try {
    await lock?.release();
    const isWanted = !rests && !stored("sleepy");
    lock = isWanted ? await navigator.wakeLock.request("screen") : null;
    if (lock) lock.onrelease = () => (app.awake = false);
    app.awake = !!lock;
    return !isWanted || !!lock;
  } catch {
    return false;
  }
}

/** One after the other, or a lock would be lost, and never released. @type {Promise<unknown>} */
let locking = Promise.resolve();

/** Keep this phone awake, unless its owner doesn't want that. */
export function stayAwake() {
  rests = isResting();
  locking = locking.then(keepAwake);
}

async function keepAwake() {
  if (!(await lockScreen())) import("./awake.js").then((all) => all.watch()).catch(() => {});
}
