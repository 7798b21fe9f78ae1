// What the newest state has for the host.

import {command} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {app, hostSession} from "../guest/state.js";

/** Only for views that a host sees. @returns {Host} */
export const hosting = () => /** @type {any} */ (hostSession()).state.host;

/** What the home shows: from the newest state, or what was known before the table came.
 * @returns {Home} */
export function homeNow() {
  const host = hostSession()?.state?.host;
  const home = host?.games.length ? host : app.early;
  return (
    home || {
      plays: [],
      covers: [],
      games: [],
      known: [],
      groups: [],
      offered: [],
      starts: [],
      missing: [],
      more: "",
    }
  );
}

/** A game as the home has it now, also by its first id, which old links have.
 * @param {string} id @returns {HostGame|undefined} */
export const gameNow = (id) => homeNow().games.find((one) => one.id === id || one.was === id);

/** Ask for plays, people, files and boxes. @param {Action} body */
export const desk = (body) => command({op: "desk", ...body});

/** Do it once the table is there; the last wish counts. @param {() => unknown} work */
export function whenThere(work) {
  if (hostSession()) work();
  else Object.assign(app.form, {waits: work, shown: true});
  app.render();
}

/** Open the form for this game, with these people; without a game, the covers.
 * @param {{game?: string, players?: string[], box?: number|null, once?: boolean}} [wish] */
export function openHome({game = "", players = [], box, once = false} = {}) {
  const {form} = app;
  const found = gameNow(game);
  form.shown = true;
  form.once = onceFor(once);
  if (form.game !== game || form.box !== box)
    Object.assign(form, {game: found ? found.id : "", options: {...found?.chosen}, box: box ?? undefined});
  if (!form.seated) form.people = []; // each game proposes its own
  const {offered} = homeNow();
  const people = players.map((name, n) => ({name, colour: offered[n % offered.length]}));
  if (people.length) Object.assign(form, {people, seated: true});
  app.render();
}

/** @param {boolean} once */
const onceFor = (once) => (once ? {name: "", day: today()} : undefined);

/** As a field for a day has it. */
function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/** A play is on the table now. */
export function leaveHome() {
  Object.assign(app.form, {game: "", people: [], seated: false, shown: false, once: undefined});
  app.render();
}

/** Back to the covers, or from them to the table. */
export function closeHome() {
  const {form} = app;
  if (form.game) form.game = "";
  else form.shown = false;
  delete form.waits;
  app.render();
}

/** What was wrong with the saved plays. Closing it accepts them as they are now, as in the app. */
export function troubleView() {
  const trouble = hostSession()?.state?.host?.trouble;
  return (
    trouble &&
    h(
      "section",
      {class: "card ask", "data-k": "trouble", role: "alert"},
      h("p", {}, trouble.sentence),
      trouble.closes && button(app.words.close, "close", () => command({op: "accept"}))
    )
  );
}
