"use strict";
// The page itself: which view stands, what a touch does, sheets and messages.

let door = null, refusal = "", news = 0, done = false, listed = "", hidden = false, changing = "", typed = null, shown = "", askedFor = "", timerId = 0;

const clock = () => S && ((S.mine && S.mine.ask && S.mine.ask.timer) || S.table.timer) || null;
const asks = () => S && S.mine && S.mine.ask && (!S.mine.given || S.mine.aside || changing === S.epoch) ? S.mine : null;

/* A touch is bound to the table it was meant for: the one at finger down. */
addEventListener("pointerdown", () => { pressed = S ? S.epoch : ""; }, true);
addEventListener("click", (event) => { if (!event.detail) pressed = ""; }, true); // by keyboard or screen reader
addEventListener("click", () => { pressed = ""; });

function later(what) { clearTimeout(timerId); timerId = setTimeout(what, 250); }

async function flush() {
  clearTimeout(timerId);
  const what = typed;
  typed = null;
  if (what) await act({op: "text", text: what.text, key: what.key, epoch: S ? S.epoch : ""}); // no finger has to do with it
}

let line_ = Promise.resolve();
/* One thing after the other: what is typed is there before the button that gives it. */
function act(body) {
  if (waiting || (done && body.key === undefined)) return Promise.resolve({}); // one answer waits to be sent
  const mine = S && S.mine, bound = {epoch: pressed || (S ? S.epoch : ""), key: mine && mine.ask ? mine.ask.key : "", ...body};
  if (body.op === "give" && typed) { bound.text = typed.text; typed = null; clearTimeout(timerId); }
  const turn = line_.then(() => (S && S.epoch === bound.epoch ? doIt(bound) : {})); // else what it was for is gone
  line_ = turn.catch(() => null);
  return turn;
}

async function doIt(body) {
  refusal = "";
  const before = news, reply = await send(body);
  pressed = "";
  if (!S) return reply;
  if ("mine" in reply && S.epoch === reply.epoch && reply.turn >= S.turn) { S.mine = reply.mine; S.turn = reply.turn; }
  if (reply.answered) { changing = ""; done = before === news && S.epoch !== reply.epoch; }
  if (done || reply.stale) expectNews(before);
  if (reply.told) toast(reply.told);
  render();
  if (reply.refused) refuse(reply.refused);
  else if (reply.stale || reply.failed || (reply.status >= 400 && reply.why)) toast(reply.stale || reply.failed || reply.why);
  return reply;
}

/* The table has moved on, and the stream must say so soon. If it does not, it is dead and nobody has noticed. */
function expectNews(before) {
  setTimeout(() => { if (news === before && token_ && !gone) wake(); }, 1500);
}

function repeat(key, by) {
  const stop = () => { clearInterval(going); clearTimeout(hold); removeEventListener("pointerup", stop, true); removeEventListener("pointercancel", stop, true); };
  let going = 0;
  const again = () => {
    const ask = S && S.mine && S.mine.ask, row = ask && (ask.rows || []).find((one) => one.key === key);
    const value = row && Math.max(row.low, Math.min(row.high, row.value + by));
    if (!row || value === row.value) return stop();
    act({op: "row", row: key, value});
  };
  const hold = setTimeout(() => { going = setInterval(again, 140); }, 450);
  addEventListener("pointerup", stop, true); addEventListener("pointercancel", stop, true);
}

function toast(words) {
  $("toast").textContent = words || "";
  clearTimeout(toast.end);
  if (words) toast.end = setTimeout(() => { $("toast").textContent = ""; }, 6000);
}

/* Beside the question, until the next touch; where there is none, at the foot of the page. */
function refuse(words) {
  refusal = asks() ? words : "";
  if (refusal) render(); else toast(words);
  const at = document.querySelector(".rise");
  if (at) { at.classList.remove("shake"); void at.offsetWidth; at.classList.add("shake"); }
}

function sheet(title, ...parts) {
  const box = $("sheet");
  box.replaceChildren(h("div", {class: "stack"}, h("div", {class: "head"}, h("h2", {}, title),
    h("button", {type: "button", class: "pill", onclick: () => box.close()}, icon("close"), W.close)), parts));
  box.setAttribute("aria-label", title);
  box.onclick = (event) => { if (event.target === box) box.close(); };
  if (!box.open) box.showModal();
}

const offerAgain = (words) => new Promise((done) => {
  const end = (again) => () => { $("sheet").onclose = null; $("sheet").close(); done(again); };
  sheet(words, button(W.again, "cached", end(true), "first"));
  $("sheet").onclose = end(false);
});

async function why() {
  const reply = await act({op: "why"}), all = reply.why;
  if (!all || typeof all === "string") return;
  sheet(W.why, all.text && h("p", {}, all.text), (all.hints || []).map((one) => h("p", {class: "soft"}, one)),
    (all.line || []).map((one) => line(one.words, "", seat(one.seat))), (all.reminders || []).map((one) => h("div", {class: "card"}, line(one.text, one.icon))),
    (all.rules || []).map((one) => h("div", {class: "card"}, h("div", {}, h("span", {class: "chip"}, one.id), " ", h("b", {}, one.title)), h("p", {class: "soft"}, one.text))),
    (all.house || []).map((one) => h("div", {class: "card"}, line(one.label + ": " + one.choice, "scale-balance", null, one.sentence))));
}

/* Joining */

async function join(wish) {
  const body = wish.code ? wish : {secret, ...wish};
  let reply;
  try { reply = await post("/join", body); } catch (_) { link = "looking"; render(); await sleep(1000); return start(); }
  if (reply.status === 429) { await sleep(1000); return join(wish); }
  if (reply.wait) {
    door = {...door, asking: {...wish, ticket: reply.wait}};
    render(); await sleep(2000);
    return door && door.asking && door.asking.ticket === reply.wait ? join({...wish, ticket: reply.wait}) : undefined;
  }
  if (reply.token) {
    token_ = stored("token", reply.token); door = null; gone = null; stayAwake(); render();
    return listen();
  }
  if (reply.seats) { secret = stored("secret", reply.secret || secret); door = reply; where = reply.host || ""; link = "here"; seatsAgain(); return render(); }
  if (reply.error === "token") return start();
  door = {why: reply.why || "", code: reply.error === "code" || reply.error === "locked" || reply.error === "secret", ...(door && door.seats && {seats: door.seats})};
  if (reply.error === "secret") secret = stored("secret", "");
  if (door.seats) { toast(door.why); delete door.asking; seatsAgain(); }
  render();
}

let seatsId = 0;
/* Who chooses a seat sees who has come meanwhile: new people, new names, seats that were taken. */
function seatsAgain() {
  const choosing = () => door && door.seats && !door.asking && secret && !token_ && !gone;
  clearTimeout(seatsId);
  seatsId = setTimeout(async () => {
    const reply = choosing() && await post("/join", {secret}).catch(() => null);
    if (!choosing()) return;
    if (reply && reply.seats) { door = reply; where = reply.host || where; render(); }
    seatsAgain();
  }, 4000);
}

async function start() {
  door = null; link = "looking"; render();
  if (token_) {
    try {
      const reply = await post("/join", {token: token_}, 3);
      if (reply.token) return listen();
      token_ = stored("token", "");
    } catch (_) { return listen(); }
  }
  if (secret) return join({});
  door = {code: true}; link = "here"; render();
}

function leave() { post("/leave", {}).catch(() => null); token_ = stored("token", ""); S = null; $("sheet").close(); if (stream) stream.abort(); start(); }

/* The game of this table as a file, for those who have Tableside themselves. */
async function takePack() {
  $("sheet").close();
  try {
    const reply = await fetch("/pack", {headers: {"X-Tableside": token_}, cache: "no-store", credentials: "omit"});
    if (!reply.ok) return toast((await reply.json()).why);
    const url = URL.createObjectURL(await reply.blob());
    h("a", {href: url, download: S.table.pack}).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    toast(W.pack_hint);
  } catch (_) { toast(W.lost_hint); }
}

/* What stands on the page */

function newState(state) {
  const before = askedFor;
  if (S && state.epoch === S.epoch && state.turn < S.turn) { state.mine = S.mine; state.turn = S.turn; } // a reply was faster
  S = state; news++; done = false; refusal = "";
  where = state.table.where || where;
  askedFor = asks() && !state.mine.given ? state.mine.ask.key + (state.mine.ask.secret ? state.epoch : "") : "";
  if (askedFor && askedFor !== before) {
    hidden = false;
    if (navigator.vibrate) try { navigator.vibrate(40); } catch (_) { /* not before the first touch */ }
  }
  if (state.host) for (const one of state.host.asks || []) askHost(one);
  fetchStage();
  render();
}

const askedHost = new Set();
function askHost(one) {
  if (askedHost.has(one.ticket)) return;
  askedHost.add(one.ticket);
  const act_ = (op) => () => { $("sheet").close(); act({op, ticket: one.ticket}); };
  sheet(say(W.wants, {name: one.name}), button(W.allow, "check-bold", act_("allow"), "first"), button(W.deny, "close", act_("deny")));
}

function wear() {
  const look_ = (S && S.table.look) || (door && door.look), light = matchMedia("(prefers-color-scheme: light)").matches;
  const mine = look_ && look_[light ? "light" : "dark"], root = document.documentElement.style;
  for (const name of ["panel", "panel2", "panel3", "text", "text2", "accent", "on-accent", "container", "on-container"]) {
    const colour = mine && mine[name.replace("-", "_")];
    if (/^#[0-9a-f]{6}$/i.test(colour || "")) root.setProperty("--" + name, colour); else root.removeProperty("--" + name);
  }
}
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => render());

function bar() {
  const you = S && S.you, here = link === "here" && !gone;
  return h("header", {class: "bar" + (here ? "" : " lost"), "data-k": "bar"}, h("span", {class: "dot"}),
    h("span", {class: "grow", role: "status"}, gone ? where : say(here ? (you && you.watch ? W.watching : W.connected) : W.looking, {name: where || "Tableside"})),
    you && you.name && h("button", {type: "button", class: "me", onclick: mySheet}, token(you), you.name),
    S && S.host && h("button", {type: "button", onclick: hostSheet, "aria-label": W.menu}, icon("dots-vertical")));
}

const mySheet = () => sheet(S.you.name, h("p", {class: "soft"}, awake ? W.awake : W.dark_soon),
  S.table.pack && button(W.pack, "cards-outline", takePack, "", {"data-does": "pack"}), S.table.alone && !S.host && button(W.be_host_now, "crown", () => { $("sheet").close(); act({op: "host", key: ""}); }), button(W.leave, "exit-run", leave));

function body() {
  if (gone) {
    if (gone.gone === "replaced") return plainView("replaced", "cellphone-check", W.replaced, gone.why, button(W.use_here, "check-bold", () => { gone = null; start(); }, "first"));
    if (gone.gone === "freed") return plainView("freed", "link-off", W.freed, gone.why, button(W.join_again, "cached", () => { gone = null; start(); }, "first"));
    return plainView("closed", "door-open", gone.why || W.closed, W.closed_hint, button(W.again, "cached", wake));
  }
  if (door && door.asking) return plainView("asking", "account-alert-outline", say(W.asking_host, {name: (door.seats.find((one) => one.seat === door.asking.seat) || {}).name}), "",
    button(W.never_mind, "close", () => { delete door.asking; seatsAgain(); render(); }));
  if (door && door.seats) return door.seats.length ? joinView(door) : plainView("first", "cards-outline", W.be_host, W.host_hint, button(W.go, "arrow-right", () => join({seat: null}), "first"), button(W.watch, "television", () => join({watch: true})));
  if (door && door.code) return codeView(door.why);
  if (!S) return plainView("looking", "wifi-off", say(W.looking, {name: where || "Tableside"}), W.lost_hint);
  if (S.you.watch) return tvView();
  if (S.table.state === "none") return S.host ? h("main", {class: "big", "data-k": "new"}, newPlay(S.host)) : plainView("none", "cards-outline", W.be_host, "");
  const mine = asks(), hide = mine && mine.ask.secret && hidden;
  return h("main", {"data-k": "table", class: mine ? "asks" : ""},
    !(mine && mine.ask.secret) && stageView(mine && mine.ask),
    h("div", {class: "panel"}, S.host && S.host.open && button(W.open, "eye-outline", () => act({op: "open", key: ""}), "first", {"data-does": "open"}),
      hide ? h("div", {class: "veil", "data-k": "veil"}, button(W.show, "eye-outline", () => { hidden = false; render(); })) : mine ? questionView(mine) : waitingView()));
}

function render() {
  if (!W.who) return;
  wear();
  const mine = asks(), tv = !!(S && S.you.watch && !gone), secretNow = !gone && mine && mine.ask.secret;
  document.body.className = (secretNow ? "secret " : "") + (tv ? "ontv" : "") + (S && !gone && !tv && !(S.table.stage && picture.url) ? " bare" : "") + (innerHeight < 34 * parseFloat(getComputedStyle(document.documentElement).fontSize) ? " tight" : "");
  document.title = S && S.table.title ? S.table.title : "Tableside";
  const view = h("div", {id: "app"}, bar(), body()), had = $("app").contains(document.activeElement);
  morph($("app"), view);
  const head = $("app").querySelector("h1"), key = (document.querySelector(".rise, main") || {dataset: {}}).dataset.k + (head ? head.textContent : "");
  if (hidden && secretNow) $("say").textContent = "";
  if (key !== shown) {
    shown = key;
    if (head) { $("say").textContent = head.textContent; if (had && !$("app").contains(document.activeElement)) head.focus({preventScroll: true}); }
    scrollTo(0, 0);
  }
  tick();
}

/* The code was scanned while this page was open already: the browser changes only what stands behind the #. */
addEventListener("hashchange", () => {
  const found = new URLSearchParams(location.hash.slice(1)).get("s");
  if (found && !token_) { secret = stored("secret", found); gone = null; start(); }
});

async function begin() {
  while (!W.who) {
    try { W = (await (await fetch("/words", {cache: "no-store"})).json()).words; } catch (_) { await sleep(1000); }
  }
  setInterval(tick, 100);
  start();
}
begin();
