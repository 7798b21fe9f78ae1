"use strict";
// What only the host's phone of `tableside serve` can do.

function hostSheet() {
  const host = S.host, close = (act_) => () => { $("sheet").close(); act_(); };
  const item = (words, sign, body, ok = true) => ok && button(words, sign, close(() => act({key: "", ...body})));
  sheet(W.menu, host.undo && button(W.undo, "undo-variant", close(undo)), item(W.redo, "redo-variant", {op: "redo"}, host.redo),
    button(W.correct, "pencil-outline", close(fields)), item(W.restart, "restart", {op: "restart"}),
    (host.exits || []).map((one) => item(one.label, "skip-next", {op: "exit", what: one.what})),
    item(host.guests ? W.guests_off : W.guests_on, "account-group-outline", {op: "guests", on: !host.guests}),
    S.table.seats.filter((one) => one.phone && one.seat !== S.you.seat).map((one) => item(say(W.free, {name: one.name}), "link-off", {op: "free", seat: one.seat})),
    (host.games || []).length > 0 && button(W.new, "plus", () => sheet(W.new, newPlay(host))),
    button(W.end, "flag-checkered", () => sheet(W.end, h("p", {class: "soft"}, W.end_sure), button(W.end, "check-bold", close(() => act({op: "end", key: ""})), "first"))));
}

async function undo() {
  const reply = await act({op: "undo", key: ""});
  if (reply.warning) sheet(reply.warning, button(W.sure, "undo-variant", () => { $("sheet").close(); act({op: "undo", sure: true, key: ""}); }, "first"));
}

async function fields() {
  const reply = await act({op: "fields", key: ""}), all = (reply.fields || []).filter((one) => one.value === null || typeof one.value !== "object");
  let group = "";
  sheet(W.correct, all.length ? all.map((one) => {
    const head = one.group && one.group !== group ? h("h2", {}, group = one.group) : null;
    return [head, h("button", {type: "button", class: "answer", "data-path": one.path, onclick: () => correct(one)},
      h("span", {class: "words"}, one.label, h("small", {}, one.words == null ? String(one.value) : one.words)), icon("chevron-right"))];
  }) : h("p", {class: "soft"}, W.nothing));
}

function correct(one) {
  const set = async (value) => { $("sheet").close(); await act({op: "correct", path: one.path, value, key: ""}); };
  const pick = (value, label) => h("button", {type: "button", class: "answer" + (value === one.value ? " on" : ""), onclick: () => set(value)}, h("span", {class: "words"}, label));
  if ((one.values || []).length) return sheet(one.label, one.values.map((each) => pick(each.value, each.words)));
  if (typeof one.value === "boolean") return sheet(one.label, pick(true, W.yes), pick(false, W.no));
  const isNumber = typeof one.value === "number";
  const field = h("input", {class: "field", type: isNumber ? "number" : "text", value: one.value == null ? "" : one.value, min: one.low, max: one.high, "aria-label": one.label});
  sheet(one.label, h("form", {onsubmit: (event) => { event.preventDefault(); set(isNumber ? Number(field.value) : field.value); }}, field,
    h("button", {class: "button first"}, W.set)));
}

function newPlay(host) {
  const names = S.table.seats.map((one) => one.name).join("\n");
  const go = (event) => {
    event.preventDefault();
    const form = event.target, chosen = new FormData(form).get("game");
    $("sheet").close();
    act({op: "new", key: "", game: chosen, names: form.names.value.split(/[\n,]/).map((one) => one.trim()).filter(Boolean)});
  };
  return h("form", {class: "stack", onsubmit: go, "data-k": "newplay"}, h("h1", {tabindex: -1}, W.which),
    h("div", {class: "answers"}, (host.games || []).map((one, n) => h("label", {class: "answer"},
      h("input", {type: "radio", name: "game", value: one.id, checked: n === 0 ? true : null, required: true}),
      h("span", {class: "words"}, one.title, h("small", {}, say(W.players_of, one)))))),
    h("label", {class: "soft", for: "names"}, W.players), h("textarea", {class: "field", id: "names", name: "names", rows: 5, required: true, value: names}),
    h("button", {class: "button first"}, W.start));
}
