// The pictures of games.

import {h, icon} from "../guest/dom.js";
import {app, hostSession} from "../guest/state.js";
import {desk, homeNow} from "./hosting.js";

/** The URL of a plugin's own cover; "" until it has come. @param {string} game */
function ownPicture(game) {
  const key = "cover " + game;
  if (!(key in app.pictures) && hostSession()) {
    app.pictures[key] = "";
    desk({what: "cover", game}).then((reply) => {
      app.pictures[key] = reply.picture || "";
      app.render();
    });
  }
  return app.pictures[key] || "";
}

/** "" if it has none, or until it has come. @param {GameCover} cover */
export const sourceOf = ({game, picture: named}) => (named === "own" ? ownPicture(game) : named);

/** A game's picture; without one, its icon on the lid of a box. @param {GameCover} cover */
export function picture(cover) {
  const {icon: sign, colours} = cover;
  const src = sourceOf(cover);
  const lid = h("span", {class: "lid"}, icon(sign));
  const shown = h("span", {class: "art"}, src ? h("img", {src, alt: "", width: 480, height: 320}) : lid);
  ["ground", "below", "ink", "lid"].forEach((name, n) => shown.style.setProperty("--" + name, colours[n]));
  return shown;
}

/** The cover of a game, or of one of its score sheets.
 * @param {string} game @param {OwnBox["id"]} [box] @returns {GameCover|undefined} */
export function coverOf(game, box = null) {
  const all = homeNow().covers.filter((one) => one.game === game);
  return all.find((one) => one.box === box) || all[all.length - 1];
}
