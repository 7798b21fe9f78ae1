// Each seat has one stream of states from the host, and posts its answers. A session holds only the newest state.

import {request, stream, tab} from "./link.js";
import {app, asks, session, sleep, stored} from "./state.js";

export const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/** Callbacks of other modules, set there to avoid circular imports. */
export const hooks = {
  /** @type {(of: Session, state: import("./state.js").State) => void} */
  newState() {},
  turnedAway(of, why) {},
  offerAgain: async (why) => false,
};

/** A seat on this phone, or a watcher: its token, its stream and its newest state. */
export class Session {
  constructor(token) {
    this.token = token;
    /** @type {import("./state.js").State|null} */
    this.state = null;
    this.link = "looking";
    /** @type {any} what stays on the board: spots and ways */
    this.land = null;
    /** @type {{gone: string, why: string}|null} */
    this.gone = null;
    this.stream = null;
    this.heard = 0;
    this.changing = "";
    /** @type {{token?: any, words: string}|null} the secret answer given here; only this page knows it */
    this.gave = null;
    /** @type {Map<string, number>|null} when each vote falls */
    this.falls = null;
    this.askedFor = "";
    this.news = 0;
    this.done = false;
    /** @type {Promise<any>} */
    this.line = Promise.resolve();
    this.page = fresh();
    this.pause = 400;
    this.listening = false;
    this.atOnce = false;
    /** @type {(() => void)|null} */
    this.hurry = null;
  }

  /** Whether this seat is lost to this page. A closed table may open again, so the page keeps looking for it. */
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
    const take = (message) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => cut.abort(), 12000);
      this.heard = Date.now();
      this.pause = 400;
      this.take(message);
    };
    try {
      const no = await stream(this.token, this.page, cut.signal, take);
      if (no && no.status === 401) hooks.turnedAway(this, no.why);
    } finally {
      clearTimeout(watchdog);
    }
  }

  take(message) {
    if (message.now) app.offset = Date.now() - message.now;
    if (message.gone) {
      this.gone = message;
      this.link = "looking";
      if (message.gone === "freed") {
        if (this.state && this.state.table.state === "none")
          hooks.turnedAway(this, ""); // the play has started: choose a seat
        else storeToken(this.token, false);
      }
      app.render();
      return;
    }
    const back = this.link !== "here" || this.gone;
    this.gone = null;
    this.link = "here";
    if (message.land !== undefined) this.land = message.land;
    if (message.state) hooks.newState(this, message.state);
    else if (back) app.render();
  }

  /** Each answer has an id: it can be sent until it arrives, and still counts once. */
  async send(body) {
    const what = {id: fresh(), epoch: app.pressed || (this.state && this.state.epoch) || "", ...body};
    for (;;) {
      try {
        const reply = await request("/do", what, this.token);
        if (reply.status === 429) {
          await sleep(1000);
          continue;
        }
        if (reply.status === 401) {
          hooks.turnedAway(this, reply.why);
          return reply;
        }
        const asleep = reply.asleep || (reply.status === 503 && (reply.why || app.words.asleep));
        if (!asleep) return reply;
        const again = await hooks.offerAgain(asleep);
        if (!again) return {stale: ""};
      } catch {
        app.waiting++;
        this.link = "looking";
        this.wake();
        app.render();
        while (this.link !== "here" && !this.freed) await sleep(120);
        app.waiting--;
        app.render();
        if (this.freed) return {};
      }
    }
  }
}

/** Remember or forget one seat of this phone, keeping those that other tabs stored. */
export function storeToken(token, keep) {
  stored(
    "tokens",
    JSON.stringify([...storedTokens().filter((one) => one !== token), ...(keep ? [token] : [])])
  );
}

export function storedTokens() {
  try {
    return JSON.parse(stored("tokens") || "[]").filter((one) => typeof one === "string");
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

export async function stayAwake() {
  try {
    const lock = await navigator.wakeLock.request("screen");
    app.awake = true;
    lock.onrelease = () => {
      app.awake = false;
    };
  } catch {
    app.awake = false;
  }
}

/** Switch to the seat that has a question; a secret one stays covered until tapped. */
export function lookAtAsked() {
  const now = session();
  if (!now || asks(now) || now.gone) return;
  const other = app.sessions.findIndex((one) => one.token && !one.gone && asks(one));
  if (other >= 0) showSession(other);
}

export function showSession(at) {
  app.current = at;
  app.refusal = "";
  app.shown = "";
}
