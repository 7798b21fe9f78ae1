// The editor for the owner's box, and box codes.

import {askFor, closeSheet, refuse, sheet, toast} from "../guest/act.js";
import {button, h, icon, qrCode} from "../guest/dom.js";
import {tab} from "../guest/link.js";
import {app, stored} from "../guest/state.js";
import {discard, dropDraft, edit, isChanged, isKept, keepDraft, restoreDraft, take} from "./box_edit.js";
import {drawn} from "./box_parts.js";
import {toggle, typed} from "./box_rows.js";
import {exportFile} from "./desk.js";
import {desk, gameNow} from "./hosting.js";
import {once} from "./rows.js";

/** `done` shows what was there before.
 * @param {HostGame} game @param {number|null} id @param {() => void} done */
export async function editBox(game, id, done) {
  const reply = await desk({what: "box", game: game.id, which: id});
  if (!reply.box) return;
  closeSheet(); // after a play, the form is in a sheet
  const row = game.boxes.find((one) => one.id === id);
  const called = row ? row.name : "";
  app.editing = {
    view: editorView,
    done,
    game,
    id,
    called,
    name: called,
    saved: reply.box,
    box: reply.box,
    form: reply.form,
    undo: [],
    section: reply.form[0].title,
  };
  app.form.game = game.id; // a reload has forgotten it
  restoreDraft();
  app.render();
}

/** Close the editor and go back to the form. Kept changes wait for the next visit. */
function leave() {
  const {done} = edit();
  app.editing = null;
  stored("editing", "");
  done();
}

const save = once(async () => {
  const now = edit();
  const name = now.name.trim() || app.words.my_box;
  const reply = await desk({what: "save", game: now.game.id, which: now.id, name, box: now.box});
  if (reply.id == null) {
    if (reply.refused) refuse(reply.refused);
    return;
  }
  dropDraft(now);
  haveNow(now.game.id, reply, reply.id);
  leave();
  toast([app.words.saved_box, ...(reply.odd || []).slice(0, 1)].join(" "));
});

async function drop() {
  const now = edit();
  const reply = await desk({what: "forget", game: now.game.id, which: now.id});
  if (!reply.boxes) return;
  dropDraft(now);
  toast("");
  haveNow(now.game.id, reply);
  leave();
}

/** @param {HostGame} game @param {() => void} done */
export async function bringBack(game, done) {
  const reply = await desk({what: "bring_back", game: game.id});
  if (reply.boxes) {
    haveNow(game.id, reply, reply.id);
    done();
  }
}

/** The boxes of a game have changed; this one is chosen for the next play.
 * @param {string} id @param {Reply} reply @param {number} [chosen] */
function haveNow(id, {boxes, gone}, chosen) {
  Object.assign(gameNow(id) || {}, {boxes, gone});
  app.form.box = chosen;
}

/** Leave at once if nothing has changed; otherwise ask what becomes of the changes. */
function neverMind() {
  const now = edit();
  const W = app.words;
  /** @param {() => void} work */
  const then = (work) => () => {
    closeSheet();
    work();
  };
  if (!isChanged(now)) {
    leave();
    return;
  }
  sheet(
    W.unsaved,
    button(W.save_box, "check-bold", then(save), "first"),
    button(W.keep_draft, "history", then(leave)),
    button(
      W.discard,
      "close",
      then(() => {
        dropDraft(now);
        leave();
      })
    )
  );
}

addEventListener("beforeunload", (event) => {
  // a browser that keeps nothing must ask
  const now = edit();
  if (now && isChanged(now) && !isKept(now)) event.preventDefault();
});

/* A box as a code */

/** @param {number} id */
export async function shareBox(id) {
  const reply = await desk({
    what: "code",
    which: id,
    page: tab ? tab.page() : "",
  });
  const W = app.words;
  if (!reply.code) return;
  sheet(
    W.share_box,
    qrCode({rows: reply.qr}, W.share_box),
    h("p", {class: "box-code"}, reply.code.split("-").join(" ")),
    h("p", {class: "soft"}, W.share_hint),
    button(W.save_file, "tray-arrow-up", () => exportFile({kind: "box", which: id}))
  );
}

/** @param {() => void} done */
export const enterCode = (done) =>
  askFor(app.words.enter_code, app.words.box_code, app.words.use_code, (code) => byCode(code, done), "", {
    maxlength: null,
    rows: 3,
    autocapitalize: "characters",
  });

/** What to tell the host, or nothing if the code was refused.
 * @param {string} code @param {() => void} done @returns {Promise<string>} */
export async function byCode(code, done) {
  const reply = await desk({what: "by_code", code});
  if (!reply.game) return "";
  app.form.game = reply.game;
  haveNow(reply.game, reply, reply.id);
  toast(reply.told);
  done();
  return reply.told;
}

/* The editor */

/** @param {FormSection} section */
function sectionPill({title}) {
  const now = edit();
  const show = () => {
    Object.assign(now, {section: title, place: "", adding: false, joining: false});
    app.render();
  };
  return toggle("pill", title === now.section, show, title);
}

function nameField() {
  const now = edit();
  const field = h("input", {
    class: "field",
    value: now.name,
    "aria-label": app.words.box_name,
    placeholder: app.words.my_box,
    maxlength: 60,
  });
  field.oninput = (event) => {
    now.name = typed(event);
    keepDraft();
  };
  return field;
}

function undo() {
  const before = edit().undo.pop();
  if (before) take(before);
}

/** Where a draft was restored. */
const draftCard = () =>
  h(
    "div",
    {class: "card ask"},
    h("p", {}, app.words.draft_back),
    button(app.words.discard, "close", discard)
  );

function editorView() {
  const now = edit();
  const W = app.words;
  const shown = now.form.find((one) => one.title === now.section) || now.form[0];
  return h(
    "main",
    {class: "big editor", "data-k": "editor"},
    h("h1", {tabindex: -1}, now.game.title),
    now.restored && draftCard(),
    nameField(),
    h("div", {class: "tilesrow"}, now.form.map(sectionPill)),
    h("div", {class: "stack", "data-k": now.section}, shown.parts.map(drawn)),
    h(
      "div",
      {class: "tilesrow"},
      now.undo.length > 0 && button(W.undo, "undo-variant", undo),
      button(W.save_box, "check-bold", save, "first"),
      button(W.never_mind, "close", neverMind)
    ),
    now.id != null &&
      h("button", {type: "button", class: "pill apart", onclick: drop}, icon("close"), W.drop_box)
  );
}
