// The editor for the owner's copy of a box. A game describes its form as data: each part names where its value is in the copy.

import {askFor, closeSheet, command, refuse, sheet, toast} from "../guest/act.js";
import {button, h, icon, s, tiled} from "../guest/dom.js";
import {gameNow, showForm} from "./form.js";
import {app, stored} from "../guest/state.js";
import {qrCode} from "../guest/table.js";

const desk = (body) => command({op: "desk", ...body});
const read = (copy, at) => at.reduce((value, key) => (value == null ? undefined : value[key]), copy);
const edit = () => app.editing;

/** Change the copy in one step that can be undone. Touching a part clears its guess. */
function change(part, work, tile = "") {
  const now = edit(),
    copy = JSON.parse(JSON.stringify(now.copy));
  work(copy);
  if (part.guess && copy.guessed) copy.guessed = copy.guessed.filter((one) => one !== part.guess + tile);
  now.undo.push(now.copy);
  take(copy);
}

/** Show this version of the copy, and keep it in this browser until it is saved. */
function take(copy) {
  edit().copy = copy;
  keepDraft();
  app.render();
}

function set(part, value, inside = part.at) {
  change(part, (copy) => {
    const last = inside[inside.length - 1],
      parent = read(copy, inside.slice(0, -1));
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  });
}

/* Plain parts */

function number(part, at = part.at) {
  const value = read(edit().copy, at) || 0;
  const step = (by, sign, words) =>
    h(
      "button",
      {
        type: "button",
        class: "round" + (value + by < part.low || value + by > part.high ? " off" : ""),
        "aria-label": app.words[words].replace("{name}", part.title),
        onclick: () => {
          if (value + by >= part.low && value + by <= part.high)
            part.resize ? resize(part, value + by) : set(part, value + by, at);
        },
      },
      icon(sign)
    );
  return h(
    "div",
    {class: "row"},
    h("span", {class: "words"}, part.title, part.hint && h("small", {}, part.hint)),
    h("div", {class: "step"}, step(-1, "minus", "less"), h("output", {}, value), step(1, "plus", "more"))
  );
}

function select(title, choices, value, changed, hint = "") {
  return h(
    "label",
    {class: "stack option"},
    h("span", {}, title),
    hint && h("small", {class: "soft"}, hint),
    h(
      "select",
      {class: "field", onchange: (event) => changed(choices[event.target.selectedIndex].value)},
      choices.map((one) => h("option", {selected: one.value === value}, one.label))
    )
  );
}

const choice = (part, at = part.at) =>
  select(part.title, part.choices, read(edit().copy, at), (value) => set(part, value, at), part.hint);

function text(part, at) {
  const field = h("input", {
    class: "field",
    value: read(edit().copy, at) || "",
    maxlength: 60,
    "aria-label": part.title,
    placeholder: part.title,
  });
  field.onchange = function () {
    set(part, this.value, at);
  };
  return field;
}

/** Tap two to swap them. */
function swap(part) {
  const flat = [].concat(...read(edit().copy, part.at)),
    now = edit();
  const tap = (n) => () => {
    const held = now.held;
    now.held = held == null ? n : null;
    if (held == null || held === n) {
      app.render();
      return;
    }
    const list = [...flat];
    [list[held], list[n]] = [list[n], list[held]];
    const turned = part.pairs
      ? [list.slice(0, 2), list.slice(2, 4), list.slice(4)]
      : [...list.slice(list.indexOf(1)), ...list.slice(0, list.indexOf(1))];
    set(part, turned);
  };
  return h(
    "div",
    {class: "keys" + (part.pairs ? " two" : " six")},
    flat.map((one, n) =>
      h(
        "button",
        {
          type: "button",
          class: "key" + (now.held === n ? " on" : ""),
          "aria-pressed": String(now.held === n),
          onclick: tap(n),
        },
        (part.labels || {})[one] || String(one)
      )
    )
  );
}

/** A die: a tap adds one; after the last it is blank. */
const faces = (part) =>
  h(
    "div",
    {class: "keys six"},
    read(edit().copy, part.at).map((hits, n) =>
      h(
        "button",
        {
          type: "button",
          class: "key",
          "aria-label": part.labels[hits],
          onclick: () => set(part, (hits + 1) % part.labels.length, [...part.at, n]),
        },
        String(hits)
      )
    )
  );

const group = (part) => part.parts.map((one) => DRAW[one.kind](one));

function marks(part) {
  const on = read(edit().copy, part.at),
    all = Array.from({length: part.to - part.from + 1}, (_, n) => n + part.from);
  const toggle = (n) =>
    set(
      part,
      on.includes(n) ? on.filter((one) => one !== n) : [...on, n].slice(-part.limit).sort((a, b) => a - b)
    );
  return h(
    "div",
    {class: "keys"},
    all.map((n) =>
      h(
        "button",
        {
          type: "button",
          class: "key" + (on.includes(n) ? " on" : ""),
          "aria-pressed": String(on.includes(n)),
          onclick: () => toggle(n),
        },
        String(n)
      )
    )
  );
}

const places = (part) => edit().copy[part.of].map((one) => ({value: one.id, label: one.name}));
const pick = (part) =>
  select(
    part.title,
    [{value: undefined, label: part.none}, ...places(part)],
    read(edit().copy, part.at),
    (value) => set(part, value)
  );

/** Cards that name one or two places each. */
function picks(part) {
  const all = read(edit().copy, part.at),
    of = places(part);
  const put = (n, card) => set(part, [...all.slice(0, n), ...(card ? [card] : []), ...all.slice(n + 1)]);
  const row = (card, n) =>
    h(
      "div",
      {class: "stack card"},
      part.asks.length === 1
        ? select(part.asks[0], of, card, (value) => put(n, value))
        : card.map((one, end) =>
            select(
              part.asks[end],
              of.filter((each) => each.value !== card[1 - end]),
              one,
              (value) =>
                put(
                  n,
                  card.map((each, at) => (at === end ? value : each))
                )
            )
          ),
      button(part.remove, "close", () => put(n, null))
    );
  return [
    all.map(row),
    all.length < part.limit &&
      of.length > 1 &&
      button(part.add, "plus", () =>
        put(all.length, part.asks.length === 1 ? of[0].value : [of[0].value, of[1].value])
      ),
  ];
}

function cards(part) {
  const all = read(edit().copy, part.at) || [];
  const field = (one, n) =>
    ({number, choice, text})[one.kind]({...one, guess: part.guess}, [...part.at, n, ...one.at]);
  const row = (_, n) =>
    h(
      "details",
      {class: "fold", "data-k": part.at[0] + n},
      h("summary", {}, all[n].name || part.title),
      h(
        "div",
        {class: "stack card"},
        part.fields.map((one) => field(one, n)),
        button(part.remove, "close", () =>
          set(
            part,
            all.filter((each, at) => at !== n)
          )
        )
      )
    );
  return [all.map(row), button(part.add, "plus", () => set(part, [...all, part.new]))];
}

/* Tiles of hexes, painted with a brush. Row 1 touches the Post; each row starts on the ray to the corner. */

function resize(part, radius) {
  const side = part.at[0],
    old = part.resize;
  change(old, (copy) => {
    copy[side].radius = radius;
    for (const name of old.names) {
      copy[side].tiles[name] = Array.from(
        {length: radius},
        (_, n) => copy[side].tiles[name][n] || ".".repeat(n + 1)
      );
    }
  });
}

function hex(x, y, brush, label) {
  const corners = Array.from({length: 6}, (_, n) =>
    [x + Math.cos((n * Math.PI) / 3), y + Math.sin((n * Math.PI) / 3)].map((one) => one.toFixed(2)).join(",")
  );
  return s("polygon", {
    points: corners.join(" "),
    fill: brush.colour,
    stroke: "#FFF7E0",
    "stroke-width": 0.06,
    role: "button",
    tabindex: 0,
    "aria-label": label,
    class: "hex",
  });
}

function tiles(part) {
  const now = edit(),
    copy = now.copy,
    name = (now.tile = part.names.includes(now.tile) ? now.tile : part.names[0]);
  const rows = read(copy, [...part.at, name]),
    guess = (one) => (copy.guessed || []).includes(part.guess + one);
  now.brush = part.brushes.some((one) => one.sign === now.brush) ? now.brush : part.brushes[1].sign;
  const put = (work) =>
    change(
      part,
      (new_) => {
        read(new_, part.at)[name] = work();
      },
      name
    );
  const paint = (a, b) =>
    put(() => rows.map((row, n) => (n === a ? row.slice(0, b) + now.brush + row.slice(b + 1) : row)));
  const side = copy.clockwise === false ? -1 : 1,
    tall = Math.sqrt(3),
    drawn = [];
  rows.forEach((row, a) =>
    [...row].forEach((sign, b) => {
      const brush = part.brushes.find((one) => one.sign === sign) || part.brushes[0];
      const one = hex(
        side * b * 1.5,
        -(a + 1) * tall + (b * tall) / 2,
        brush,
        `${brush.label}, ${a + 1}/${b + 1}`
      );
      one.onclick = () => paint(a, b);
      one.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          paint(a, b);
        }
      };
      drawn.push(one);
      if (sign !== ".")
        drawn.push(
          s("text", {x: side * b * 1.5, y: -(a + 1) * tall + (b * tall) / 2 + 0.3, class: "sign"}, sign)
        );
    })
  );
  const wide = rows.length * 1.5 + 1.2,
    high = rows.length * tall + 2.4;
  const tab = (one) =>
    h(
      "button",
      {
        type: "button",
        class: "key" + (one === name ? " on" : ""),
        "aria-pressed": String(one === name),
        onclick: () => {
          now.tile = one;
          app.render();
        },
      },
      one,
      guess(one) && h("small", {}, "?")
    );
  const brush = (one) =>
    h(
      "button",
      {
        type: "button",
        class: "pill" + (one.sign === now.brush ? " tonal" : ""),
        "aria-pressed": String(one.sign === now.brush),
        onclick: () => {
          now.brush = one.sign;
          app.render();
        },
      },
      swatch(one.colour),
      one.label
    );
  return [
    h("div", {class: "keys six"}, part.names.map(tab)),
    guess(name) && h("p", {class: "soft small"}, app.words.guess),
    s(
      "svg",
      {
        viewBox: `${side > 0 ? -1.2 : 1.2 - wide} ${-high + 1.2} ${wide} ${high}`,
        class: "tilemap",
        role: "group",
        "aria-label": name,
      },
      s(
        "text",
        {x: side > 0 ? -1 : 1, y: 0.7, class: "post", "text-anchor": side > 0 ? "start" : "end"},
        part.post
      ),
      ...drawn
    ),
    h("div", {class: "tilesrow"}, part.brushes.map(brush)),
    h(
      "div",
      {class: "tilesrow"},
      guess(name) && button(app.words.matches, "check-bold", () => put(() => rows)),
      button(app.words.mirror, "swap-horizontal", () =>
        put(() => rows.map((row) => [...row].reverse().join("")))
      ),
      button(app.words.clear, "close", () => put(() => rows.map((row) => ".".repeat(row.length))))
    ),
    number({...part.size, resize: part}),
  ];
}

function swatch(colour) {
  const one = h("span", {class: "swatch", "aria-hidden": "true"});
  one.style.background = colour;
  return one;
}

/* A town: tap the snow to add or move a place, tap a place to rename, join or remove it */

const fresh = (key, taken) =>
  taken.includes(key)
    ? Array.from({length: 99}, (_, n) => `${key}_${n + 2}`).find((one) => !taken.includes(one))
    : key;
const keyOf = (name, taken) =>
  fresh(
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "") || "place",
    taken
  );

function townTap(part, at) {
  const now = edit(),
    {copy} = now;
  if (now.adding) {
    askFor(
      part.called,
      part.called,
      part.add,
      (name) =>
        change(part, (new_) => {
          new_[part.places].push({
            id: keyOf(
              name,
              copy[part.places].map((one) => one.id)
            ),
            name: name.trim(),
            house: "house",
            at,
          });
          now.adding = false;
        }),
      "",
      {maxlength: part.longest}
    );
  } else if (now.place) {
    change(part, (new_) => {
      for (const one of [...new_[part.places], ...new_[part.ways]]) if (one.id === now.place) one.at = at;
    });
  }
}

function tapPlace(part, id) {
  const now = edit(),
    from = now.place,
    ways = now.copy[part.ways];
  if (!now.joining || from === id) {
    now.place = from === id ? "" : id;
    now.joining = false;
    app.render();
    return;
  }
  const old = ways.find((one) => one.id === from),
    spot = (one) => (now.copy[part.places].find((each) => each.id === one) || {}).at;
  Object.assign(now, {joining: false, place: old ? from : ""});
  if (!old && ways.some((one) => one.ends.length === 2 && one.ends.includes(from) && one.ends.includes(id))) {
    refuse(part.twin);
    app.render();
    return;
  }
  change(part, (new_) => {
    if (old) new_[part.ways].find((one) => one.id === from).ends.push(id);
    else {
      const ends = [from, id].sort(),
        one = spot(from),
        two = spot(id);
      new_[part.ways].push({
        id: fresh(
          ends.join("+"),
          ways.map((each) => each.id)
        ),
        ends,
        at: [0, 1].map((n) => Math.round((one[n] + two[n]) * 500) / 1000),
      });
    }
  });
}

function removePlace(part, id) {
  const keeps = (card) => card !== id && !(Array.isArray(card) && card.includes(id));
  change(part, (copy) => {
    copy[part.places] = copy[part.places].filter((one) => one.id !== id);
    copy[part.ways] = copy[part.ways].filter((one) => one.id !== id && !one.ends.includes(id));
    for (const key of part.cards) copy[key] = copy[key].filter(keeps);
    copy[part.passages] = Object.fromEntries(
      Object.entries(copy[part.passages]).filter(([, to]) => to !== id)
    );
  });
  edit().place = "";
  app.render();
}

function town(part) {
  const now = edit(),
    {copy} = now,
    spots = copy[part.places],
    ways = copy[part.ways];
  const where = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map(
      (one) => Math.round(Math.max(0, Math.min(1, one)) * 1000) / 1000
    );
  };
  const x = (one) => one.at[0] * 100,
    y = (one) => one.at[1] * 75,
    by = (id) => spots.find((one) => one.id === id);
  const spot = (one, way) => {
    const label = way ? one.ends.map((id) => by(id)?.name).join(" – ") : one.name;
    const dot = s("circle", {
      cx: x(one),
      cy: y(one),
      r: way ? 1.6 : 2.6,
      class: "place" + (one.id === now.place ? " on" : ""),
      role: "button",
      tabindex: 0,
      "aria-label": label,
      ...(way ? {} : {"data-place": one.id}),
    });
    const tap = (event) => {
      event.stopPropagation();
      if (now.dragged) {
        now.dragged = false;
        return;
      }
      if (!(way && now.joining)) tapPlace(part, one.id);
    };
    dot.onclick = tap;
    if (!way)
      dot.onpointerdown = (event) => {
        // drag from house to house
        const held = event.currentTarget; // the page may keep an older dot
        held.setPointerCapture(event.pointerId);
        held.onpointerup = (up) => {
          const other = document.elementFromPoint(up.clientX, up.clientY)?.getAttribute("data-place");
          now.dragged = Boolean(other) && other !== one.id;
          if (now.dragged) {
            Object.assign(now, {place: one.id, joining: true});
            tapPlace(part, other);
            setTimeout(() => {
              now.dragged = false;
            }, 50);
          }
        };
      };
    dot.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") tap(event);
    };
    return [dot, !way && s("text", {x: x(one), y: y(one) + 5.4, class: "sign"}, one.name)];
  };
  const street = (way, end) => s("line", {x1: x(way), y1: y(way), x2: x(end), y2: y(end), class: "street"});
  const map = s(
    "svg",
    {viewBox: "0 0 100 75", class: "streets", role: "group", "aria-label": part.title},
    ways.map((way) =>
      way.ends
        .map(by)
        .filter(Boolean)
        .map((end) => street(way, end))
    ),
    ways.map((one) => spot(one, true)),
    spots.map((one) => spot(one, false))
  );
  map.onclick = (event) => townTap(part, where(event));
  const at = by(now.place),
    chosen = at || ways.find((one) => one.id === now.place);
  const tool = (words, sign, work) =>
    button(words, sign, () => {
      work();
      app.render();
    });
  return [
    h(
      "p",
      {class: "soft"},
      now.adding ? part.where : now.joining ? part.to : chosen ? at?.name || "" : part.title
    ),
    map,
    h(
      "div",
      {class: "tilesrow"},
      !chosen &&
        tool(part.add, "plus", () => {
          now.adding = !now.adding;
        }),
      chosen &&
        tool(part.join, "link-variant-off", () => {
          now.joining = true;
        }),
      at &&
        button(app.words.rename, "pencil-outline", () =>
          askFor(
            part.called,
            part.called,
            app.words.set,
            (name) =>
              change(part, (new_) => {
                new_[part.places].find((one) => one.id === at.id).name = name.trim();
              }),
            at.name,
            {maxlength: part.longest}
          )
        ),
      chosen && button(part.remove, "close", () => removePlace(part, chosen.id))
    ),
    at &&
      select(app.words.house, part.houses, at.house, (value) =>
        change(part, (new_) => {
          new_[part.places].find((one) => one.id === at.id).house = value;
        })
      ),
  ];
}

/* The editor */

const DRAW = {number, choice, switch: choice, group, swap, faces, marks, pick, picks, cards, tiles, town};

export async function editCopy(game, id) {
  const reply = await desk({what: "copy", game: game.id, which: id});
  if (!reply.copy) return;
  closeSheet(); // after a play, the form is in a sheet
  const row = game.copies.find((one) => one.id === id),
    called = row ? row.name : "";
  app.editing = {
    view: editorView,
    game,
    id,
    called,
    name: called,
    saved: reply.copy,
    copy: reply.copy,
    form: reply.form,
    undo: [],
    section: reply.form[0].section,
  };
  app.form.game = game.id; // a reload has forgotten it
  restoreDraft();
  app.render();
}

/** Close the editor and go back to the form. Kept changes wait for the next visit. */
function leave() {
  app.editing = null;
  stored("editing", "");
  showForm();
}

async function save() {
  const now = edit(),
    name = now.name.trim() || app.words.my_box;
  const reply = await desk({what: "save", game: now.game.id, which: now.id, name, copy: now.copy});
  if (reply.id == null) {
    if (reply.refused) refuse(reply.refused);
    return;
  }
  dropDraft(now);
  haveNow(now.game.id, reply, reply.id);
  leave();
  toast([app.words.saved_copy, ...(reply.odd || []).slice(0, 1)].join(" "));
}

async function drop() {
  const now = edit(),
    reply = await desk({what: "forget", game: now.game.id, which: now.id});
  if (!reply.copies) return;
  dropDraft(now);
  toast("");
  haveNow(now.game.id, reply, undefined);
  leave();
}

export async function bringBack(game) {
  const reply = await desk({what: "bring_back", game: game.id});
  if (reply.copies) {
    haveNow(game.id, reply, reply.id);
    showForm();
  }
}

/** The copies of a game have changed; this one is chosen for the next play. */
function haveNow(id, {copies, gone}, chosen) {
  Object.assign(gameNow(id), {copies, gone});
  app.form.copy = chosen;
}

/* Unsaved changes. This browser keeps them by game and copy, so a reload or a discarded tab loses nothing. */

const draftOf = (now) => `draft.${now.game.id}.${now.id == null ? "new" : now.id}`;
const isChanged = (now) => now.name !== now.called || JSON.stringify(now.copy) !== JSON.stringify(now.saved);

/** A draft is only for its own copy: not for another that has the number since, nor for another form. */
const meantFor = (now) => JSON.stringify([now.called, now.form.map(({kind, at}) => [kind, at])]);

function keepDraft() {
  const now = edit(),
    changed = isChanged(now);
  stored(draftOf(now), changed ? JSON.stringify({of: meantFor(now), name: now.name, copy: now.copy}) : "");
  stored("editing", changed ? JSON.stringify({game: now.game.id, id: now.id}) : "");
}

function dropDraft(now) {
  stored(draftOf(now), "");
}

function restoreDraft() {
  const now = edit(),
    draft = JSON.parse(stored(draftOf(now)) || "null");
  if (!draft || draft.of !== meantFor(now)) return;
  now.undo.push(now.copy);
  Object.assign(now, {name: draft.name, copy: draft.copy, restored: true});
  keepDraft();
}

function discard() {
  const now = edit();
  now.undo.push(now.copy);
  Object.assign(now, {name: now.called, restored: false});
  take(now.saved);
}

/** Leave at once if nothing has changed; otherwise ask what becomes of the changes. */
function neverMind() {
  const now = edit(),
    W = app.words,
    then = (work) => () => {
      closeSheet();
      work();
    };
  if (!isChanged(now)) {
    leave();
    return;
  }
  sheet(
    W.unsaved,
    button(W.save_copy, "check-bold", then(save), "first"),
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
  if (now && isChanged(now) && !stored(draftOf(now))) event.preventDefault();
});

/* A box as a code */

export async function shareCopy(id) {
  const reply = await desk({
      what: "code",
      which: id,
      link: location.protocol === "https:" ? location.href.replace(/#.*/, "") + "#box=" : "",
    }),
    W = app.words;
  if (!reply.code) return;
  sheet(
    W.share_copy,
    qrCode({rows: reply.qr}, W.share_copy),
    h("p", {class: "box-code"}, reply.code.split("-").join(" ")),
    h("p", {class: "soft"}, W.share_hint)
  );
}

export const enterCode = () =>
  askFor(app.words.enter_code, app.words.box_code, app.words.use_code, byCode, "", {
    maxlength: null,
    autocapitalize: "characters",
  });

export async function byCode(code) {
  const reply = await desk({what: "by_code", code});
  if (!reply.game) return;
  app.form.game = reply.game;
  haveNow(reply.game, reply, reply.id);
  toast(reply.told);
  showForm();
}

function editorView() {
  const now = edit(),
    W = app.words,
    sections = [...new Set(now.form.map((one) => one.section))];
  const tab = (one) =>
    h(
      "button",
      {
        type: "button",
        class: "pill" + (one === now.section ? " tonal" : ""),
        "aria-pressed": String(one === now.section),
        onclick: () => {
          now.section = one;
          now.place = "";
          app.render();
        },
      },
      one
    );
  const headed = (part) => !["number", "choice", "switch", "pick"].includes(part.kind);
  const drawn = (part) => [
    headed(part) && [h("h2", {}, part.title), part.hint && h("p", {class: "soft"}, part.hint)],
    DRAW[part.kind](part),
  ];
  const shown = now.form.filter((one) => one.section === now.section).map(drawn);
  const name = h("input", {
    class: "field",
    value: now.name,
    "aria-label": W.copy_name,
    placeholder: W.my_box,
    maxlength: 60,
  });
  name.oninput = function () {
    now.name = this.value;
    keepDraft();
  };
  const undo = () => {
    if (now.undo.length) take(now.undo.pop());
  };
  const back =
    now.restored &&
    h("div", {class: "card ask"}, h("p", {}, W.draft_back), button(W.discard, "close", discard));
  return h(
    "main",
    {class: "big editor", "data-k": "editor"},
    h("h1", {tabindex: -1}, now.game.title),
    back,
    name,
    h("div", {class: "tilesrow"}, sections.map(tab)),
    h("div", {class: "stack", "data-k": now.section}, shown),
    tiled(
      [],
      [
        now.undo.length > 0 && button(W.undo, "undo-variant", undo),
        button(W.save_copy, "check-bold", save, "first"),
        button(W.never_mind, "close", neverMind),
      ]
    ),
    now.id != null &&
      h("button", {type: "button", class: "pill apart", onclick: drop}, icon("close"), W.drop_copy)
  );
}
