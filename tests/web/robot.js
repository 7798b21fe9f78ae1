// A guest without a mind: reads the page's own elements and taps them. It knows no rule and no protocol.
(() => {
  if (window.robot) return; // it is there since the last play
  const told = {kinds: {}, looks: 0, blind: [], answered: 0, refused: 0, stale: 0, failed: 0, tapped: 0, words: []};
  let flying = 0, seed = 1, running = false, modest = false, going = Promise.resolve();
  const kindNow = () => (document.querySelector(".rise") || {dataset: {}}).dataset.kind || "host";
  function heard(kind, said) {
    if (said.answered) { told.answered++; told.kinds[kind] = (told.kinds[kind] || 0) + 1; }
    for (const what of ["refused", "stale", "failed"]) if (said[what]) { told[what]++; told.words.push(said[what]); }
  }
  async function flies(work, read) {
    flying++;
    try {
      const kind = kindNow(), reply = await work();
      heard(kind, await read(reply));
      return reply;
    } finally { flying--; }
  }
  const fetchBefore = window.fetch;
  window.fetch = (...args) => (args[0] === "/do" ? flies(() => fetchBefore(...args), (reply) => reply.clone().json()) : fetchBefore(...args));
  if (document.querySelector("link[href='tab/web.css']")) { // the table is in this browser
    const all = tableside.sessions[0].constructor.prototype, before = all.send;
    all.send = function (body) { return flies(() => before.call(this, body), (reply) => reply); };
  }
  const chance = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const any = (list) => list[Math.floor(chance() * list.length)];
  const all = (what, inside = document) => [...inside.querySelectorAll(what)];
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const quiet = async () => { do await pause(4); while (flying); await pause(4); };
  async function tap(e) {
    if (!e || !e.isConnected || !running) return;
    told.tapped++;
    e.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    e.dispatchEvent(new PointerEvent("pointerup", {bubbles: true}));
    e.click();
    await quiet();
  }
  const question = () => document.querySelector(".rise[data-kind]");
  const first = () => document.querySelector(".foot [data-does='answer']");
  const ready = () => first() && first().getAttribute("aria-disabled") !== "true";

  async function choose() {
    const free = () => all(".answers .answer:not([aria-disabled])", question() || document.body);
    if (!first()) return tap(any(free()) || document.querySelector(".foot .first"));
    const wish = Math.floor(chance() * 4);
    for (let n = 0; question() && first() && n < 40 && (n < wish || !ready()); n++) {
      const open = free().filter((e) => e.getAttribute("aria-pressed") !== "true");
      if (!open.length) break;
      await tap(any(open));
    }
    if (ready()) await tap(first());
    else await tap(any(all(".answers .answer[aria-pressed='true']"))); // these do not go together: another one
  }

  // Whoever is asked sees the own cards, if the game has any: the ship in Windward.
  function lookAround() {
    const now = S, own = now && now.you.seat, ask = now && now.mine && now.mine.ask;
    if (!ask || ask.secret || ask.seat !== own || !now.table.cards.some((one) => one.seat === own)) return;
    const card = document.querySelector(`.card[data-seat="${own}"]`), box = card && card.getBoundingClientRect();
    told.looks++;
    if (!box || box.width < 200 || box.height < 40) told.blind.push(ask.sentence);
  }

  async function step() {
    lookAround();
    const close = document.querySelector("dialog[open] .pill");
    if (close) { close.click(); return pause(5); }
    const open = document.querySelector("[data-does='open']"), asked = question(), key = asked && asked.dataset.k;
    if (open && !modest) return tap(open);
    const veil = document.querySelector(".veil .first");
    if (veil && !modest) return tap(veil);
    if (!asked || (modest && document.body.classList.contains("secret"))) return pause(15);
    const tiles = all(".tile:not([aria-disabled])"), roll = document.querySelector("[data-does='roll'], [data-does='draw']");
    if (tiles.length && chance() < .15) return tap(any(tiles));
    if (roll && chance() < .3) return tap(roll);
    const list = document.querySelector(".pill.list[aria-expanded='false']");
    if (list) await tap(list);
    const keys = all(".key"), rows = all(".row .round"), field = document.querySelector(".rise textarea");
    if (keys.length) {
      for (let n = 0; n < 20 && !ready() && question() && question().dataset.k === key; n++) await tap(any(all(".key")));
      if (ready()) await tap(first());
    } else if (rows.length) {
      for (let n = 0; n < 3; n++) await tap(any(all(".row .round")));
      if (ready()) await tap(first());
    } else if (field) {
      field.value = "word " + Math.floor(chance() * 1e6); field.dispatchEvent(new InputEvent("input", {bubbles: true}));
      await tap(first());
    } else await choose();
    const back = document.querySelector(".rise > .pill");
    if (back && chance() < .3) await tap(back);
    await pause(2);
  }

  // modest: leaves secret answers and opening them to the test
  window.robot = {told, start(from, secretsToo) {
    seed = from; running = true; modest = !secretsToo;
    going = (async () => { while (running) await step(); })().catch((error) => { told.words.push("ROBOT " + error); });
  }, stop() { running = false; }, async rest() { running = false; await going; }}; // rest: what was begun is finished
})();
