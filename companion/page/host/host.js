// What only the host's phone of `tableside serve` can do.

import {askFor, closeSheet, command, desk, sheet} from "../guest/act.js";
import {button, h, icon, tiled, token} from "../guest/dom.js";
import {newPlay, troubleView} from "./form.js";
import {wide} from "../guest/join.js";
import {tab} from "../guest/link.js";
import {app, hostSession, say, state, stored} from "../guest/state.js";

const then = (work) => () => {
  closeSheet();
  work();
};
const item = (words, sign, body) =>
  button(
    words,
    sign,
    then(() => command(body))
  );

/** @returns {import("../guest/state.js").Host} */
const hosting = () => /** @type {any} */ (hostSession()).state.host;

export function hostSheet() {
  const host = hosting(),
    W = app.words;
  sheet(
    W.menu,
    h(
      "div",
      {class: "menu"},
      host.undo &&
        button(
          W.undo,
          "undo-variant",
          then(() => undo())
        ),
      host.redo && item(W.redo, "redo-variant", {op: "redo"}),
      !host.open && button(W.correct, "pencil-outline", () => desk("fields")),
      !host.open && item(W.restart, "restart", {op: "restart"}),
      host.exits.map((one) => item(one.label, "skip-next", {op: "exit", what: one.what})),
      button(W.people, "account-multiple-outline", people),
      !tab && button(W.who, "account-outline", then(whoAgain)),
      !tab &&
        item(host.guests ? W.guests_off : W.guests_on, "account-group-outline", {
          op: "guests",
          on: !host.guests,
        }),
      button(W.rulebook, "book-open-variant", () => desk("rules")),
      button(W.tools, "dice-multiple-outline", () => desk("tools")),
      button(W.how_much, "hand-back-right-outline", howMuch),
      button(W.lay_out, "clipboard-list-outline", () => desk("layOut", false)),
      button(W.pack_away, "package-variant", () => desk("layOut", true)),
      !host.open && button(W.history, "history", () => desk("history")),
      host.games.length > 0 && button(W.new, "plus", () => sheet(W.new, newPlay())),
      button(W.end, "flag-checkered", () =>
        sheet(
          W.end,
          h("p", {class: "soft"}, W.end_sure),
          button(
            W.end,
            "check-bold",
            then(() => command({op: "end"})),
            "first"
          )
        )
      )
    )
  );
}

/** What the host should read or answer, whatever is on the table. */
export function asksView() {
  const of = hostSession(),
    host = of && of.state && of.state.host;
  const words = {seat: app.words.wants, name: app.words.wants_in, undo: app.words.wants_undo};
  const asks = (host && host.asks) || [];
  const asked = asks.map((one) =>
    h(
      "section",
      {class: "card ask", "data-k": one.ticket},
      h("p", {}, say(words[one.kind], {name: one.name})),
      h(
        "div",
        {class: "tilesrow"},
        button(app.words.no, "close", () => command({op: "deny", ticket: one.ticket})),
        button(app.words.yes, "check-bold", () => command({op: "allow", ticket: one.ticket}), "first")
      )
    )
  );
  return [host && troubleView(), ...asked];
}

/** Take back the last answer, or go back to a line of the log. @param {number} [line] */
export async function undo(line = undefined) {
  const body = {op: "undo", ...(line !== undefined && {line})},
    reply = await command(body);
  if (reply.warning)
    sheet(
      reply.warning,
      button(
        app.words.sure,
        "undo-variant",
        then(() => command({...body, sure: true})),
        "first"
      )
    );
}

/** How much the card *By hand* lists. */
function howMuch() {
  const host = hosting(),
    pick = (one) =>
      h(
        "button",
        {
          type: "button",
          class: "answer" + (one.how === host.how ? " on" : ""),
          onclick: then(() => command({op: "how much", how: one.how})),
        },
        h("span", {class: "words"}, one.label)
      );
  sheet(app.words.how_much, h("div", {class: "answers"}, host.hows.map(pick)));
}

/* Who holds this phone? */

function whoAgain() {
  app.role = stored("role", "");
  app.asking = true;
  app.render();
}

/** After *Start*, the host is somebody, everybody or nobody. A tap on a name gives this phone that seat. */
export function asksWho() {
  const now = state();
  return !tab && !!now.host && (app.asking || (now.you.seat == null && app.role !== app.secret));
}

export function whoView() {
  const W = app.words;
  const choose = (seat) => () => {
    app.role = stored("role", app.secret);
    app.asking = false;
    command({op: "sit", seat});
    app.render();
  };
  const free = state().table.seats.filter(
    (one) => !one.gone && (!one.phone || one.seat === state().you.seat)
  );
  const name = (one) =>
    h(
      "button",
      {type: "button", class: "answer", onclick: choose(one.seat)},
      token(one),
      h("span", {class: "words"}, one.name)
    );
  return h(
    "main",
    {class: "big", "data-k": "whoami"},
    h("h1", {tabindex: -1}, W.who),
    h("div", {class: "answers"}, wide("cellphone-check", W.only, W.only_hint, choose(null))),
    tiled(
      free.map((one) => one.name),
      free.map(name)
    ),
    h("div", {class: "answers"}, wide("television", W.nobody, W.nobody_hint, choose(null)))
  );
}

/* People at the table */

function people() {
  const {table} = state(),
    host = hosting();
  const phone = (one) => (!one.phone ? app.words.no_phone : one.away ? app.words.away : app.words.taken);
  const row = (one) =>
    h(
      "button",
      {type: "button", class: "answer", onclick: () => person(one)},
      token(one),
      h("span", {class: "words"}, one.name, h("small", {}, one.gone ? app.words.left : phone(one))),
      icon("chevron-right")
    );
  sheet(
    app.words.people,
    h("div", {class: "answers"}, table.seats.map(row)),
    button(app.words.add, "account-plus-outline", () =>
      askFor(app.words.add, app.words.name, app.words.add, (name) => command({op: "add", name}))
    ),
    h("p", {class: "soft small"}, host.join)
  );
}

function person(one) {
  const W = app.words,
    own = one.seat === state().you.seat;
  sheet(
    one.name,
    button(W.rename, "pencil-outline", () =>
      askFor(W.rename, W.name, W.set, (name) => command({op: "rename", seat: one.seat, name}), one.name)
    ),
    one.gone
      ? item(W.comes_back, "account-reactivate-outline", {op: "return", seat: one.seat})
      : item(W.leaves, "exit-run", {op: "leave", seat: one.seat}),
    one.phone && !own && item(say(W.free, {name: one.name}), "link-off", {op: "free", seat: one.seat})
  );
}
