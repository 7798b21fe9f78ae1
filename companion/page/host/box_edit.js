// The box in the editor: its values, changes that can be undone, and drafts that survive a reload.

import {app, stored} from "../guest/state.js";

/** Only for views of the editor. */
export const edit = () => /** @type {Editing} */ (app.editing);

/** The keys of a path in a form, such as "board.slots". @param {string} at @returns {Keys} */
export const keysOf = (at) => at.split(".");

/** The value at these keys of the box; undefined if there is none.
 * @param {BoxValues} box @param {Keys} keys @returns {any} */
export const read = (box, keys) =>
  keys.reduce((value, key) => (value == null ? undefined : value[key]), /** @type {any} */ (box));

/** The value of a part of the form. @param {ValuePart} part */
export const valueOf = (part) => read(edit().box, keysOf(part.at));

/** @param {FormPart} part @param {string} tile */
const guessKey = (part, tile) => part.guess && (tile ? `${part.guess.key}.${tile}` : part.guess.key);

/** @param {FormPart} part */
export const isGuess = (part, tile = "") =>
  (edit().box.guessed || []).some((one) => one === guessKey(part, tile));

/** Change the box in one step that can be undone. Touching a part, or one tile of it, clears its guess.
 * @param {FormPart} part @param {(box: BoxValues) => unknown} work */
export function change(part, work, tile = "") {
  const now = edit();
  /** @type {BoxValues} */
  const box = JSON.parse(JSON.stringify(now.box));
  work(box);
  if (part.guess && box.guessed) box.guessed = box.guessed.filter((one) => one !== guessKey(part, tile));
  now.undo.push(now.box);
  take(box);
}

/** Show this version of the box, and keep it in this browser until it is saved. @param {BoxValues} box */
export function take(box) {
  edit().box = box;
  keepDraft();
  app.render();
}

/** Set the value of a part, or one inside it; undefined removes it.
 * @param {ValuePart} part @param {unknown} value */
export function set(part, value, keys = keysOf(part.at), tile = "") {
  change(part, (box) => put(box, keys, value), tile);
}

/** @param {BoxValues} box @param {Keys} keys @param {unknown} value */
export function put(box, keys, value) {
  const parent = read(box, keys.slice(0, -1));
  const last = keys[keys.length - 1];
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

/** Every part of the form, also those in groups. A group has no value.
 * @returns {Partial<ValuePart & PicksPart & GroupPart>[]} */
export const allParts = () =>
  edit()
    .form.flatMap((section) => /** @type {Partial<GroupPart>[]} */ (section.parts))
    .flatMap((part) => [part, ...(part.parts || [])]);

/* Unsaved changes. This browser keeps them by game and box, so a reload or a discarded tab loses nothing. */

/** @param {Editing} now */
const draftOf = (now) => `draft.${now.game.id}.${now.id == null ? "new" : now.id}`;

/** @param {Editing} now */
export const isChanged = (now) =>
  now.name !== now.called || JSON.stringify(now.box) !== JSON.stringify(now.saved);

/** @param {Editing} now */
export const isKept = (now) => Boolean(stored(draftOf(now)));

/** A draft is only for its own box: not for another that has the number since, nor for another form.
 * @param {Editing} now */
const meantFor = (now) => JSON.stringify([now.called, allParts().map(({kind, at}) => [kind, at])]);

export function keepDraft() {
  const now = edit();
  const changed = isChanged(now);
  stored(draftOf(now), changed ? JSON.stringify({of: meantFor(now), name: now.name, box: now.box}) : "");
  stored("editing", changed ? JSON.stringify({game: now.game.id, id: now.id}) : "");
}

/** @param {Editing} now */
export function dropDraft(now) {
  stored(draftOf(now), "");
}

export function restoreDraft() {
  const now = edit();
  const draft = JSON.parse(stored(draftOf(now)) || "null");
  if (!draft?.box || draft.of !== meantFor(now)) return; // the first versions had another form
  now.undo.push(now.box);
  Object.assign(now, {name: draft.name, box: draft.box, restored: true});
  keepDraft();
}

export function discard() {
  const now = edit();
  now.undo.push(now.box);
  Object.assign(now, {name: now.called, restored: false});
  take(now.saved);
}
