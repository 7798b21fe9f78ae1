// What the newest state has for the host.

import {command} from "../guest/act.js";
import {button, h} from "../guest/dom.js";
import {app, hostSession} from "../guest/state.js";

/** Only for views that a host sees. @returns {Host} */
export const hosting = () => /** @type {any} */ (hostSession()).state.host;

/** A game as the newest state has it. @param {string} id @returns {HostGame|undefined} */
export const gameNow = (id) => hosting().games.find((one) => one.id === id);

/** Ask for plays, people, files and boxes. @param {Action} body */
export const desk = (body) => command({op: "desk", ...body});

/** What was wrong with the saved plays. Closing it accepts them as they are now, as in the app. */
export function troubleView() {
  const {trouble} = hosting();
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
