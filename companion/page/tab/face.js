// What keeps the table in this browser: installing it, and sending the plays out of it now and then.

import {later, sheet} from "../guest/act.js";
import {button, h, icon, s} from "../guest/dom.js";
import {app, stored} from "../guest/state.js";

const DAY = 24 * 3600 * 1000;
/** Safari deletes what it keeps for a page after seven days of Safari without a visit. */
const [SOON, LATER] = [5 * DAY, 30 * DAY];

/** @typedef {Event & {prompt: () => Promise<{outcome: string}>}} InstallEvent */

/** @type {InstallEvent|null} the browser's own offer to install the page */
let offer = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = /** @type {InstallEvent} */ (event);
  app.render();
});
addEventListener("appinstalled", () => {
  offer = null;
  app.render();
});

/** iPhones and iPads, before the page is on their home screen. */
const isSafariTab = () => "standalone" in navigator && !navigator.standalone;

async function install() {
  const asked = offer;
  offer = null; // it works once
  await asked?.prompt();
  app.render();
}

/** Apple's sign for sharing: a box with an arrow. */
const shareSign = () =>
  s(
    "svg",
    {viewBox: "0 0 24 24", class: "share-sign", "aria-hidden": "true"},
    s("path", {d: "M8 10H6v11h12V10h-2M12 15V3M8 6.500l4-4 4 4"})
  );

/** @param {Record<string, string>} W */
function homeScreenSheet(W) {
  sheet(
    W.install,
    h(
      "ol",
      {class: "steps"},
      h("li", {}, shareSign(), h("span", {}, W.share_first)),
      h("li", {}, icon("plus-box-outline"), h("span", {}, W.then_add))
    ),
    h("p", {}, W.seven_days)
  );
}

/** @param {Record<string, string>} W */
export function installView(W) {
  if (offer) return button(W.install, "tray-arrow-down", install);
  return isSafariTab() && button(W.install, "tray-arrow-down", () => homeScreenSheet(W));
}

/** From the first play on, the month counts. */
export function noteFirstPlay() {
  if (!stored("exported")) stored("exported", String(Date.now()));
}

/** If nothing has left this browser for long. @param {Record<string, string>} W */
export function reminder(W) {
  const last = Number(stored("exported"));
  const patience = isSafariTab() ? SOON : LATER;
  if (!last || Date.now() - last < patience) return null;
  const send = () => later(import("../host/desk.js"), (all) => all.exportFile({kind: "everything"}));
  return h(
    "section",
    {class: "card ask", "data-k": "reminder"},
    h("p", {}, W.export_again),
    button(app.words.export_all, "tray-arrow-up", send)
  );
}
