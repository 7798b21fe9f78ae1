// The copy of the page that the service worker keeps for use offline, and a newer version of it.

import {NAME, OLD} from "../guest/place.js";

const PATIENCE = 4000;
const GUESTS = "?guest";
/** Is this a guest's page with a guest's copy? */
const isGuests = () => window.isGuest && !!navigator.serviceWorker?.controller?.scriptURL.endsWith(GUESTS);

/** Keep this page: for a guest of another phone's table only what guests need, unless all is kept already.
 * Returns once the copy is complete. */
export async function keepOffline() {
  const {serviceWorker} = navigator;
  const wanted = new URL("./sw.js", document.baseURI).href;
  const known = await serviceWorker.getRegistration();
  const isAll = [known?.active, known?.waiting, known?.installing].some((one) => one?.scriptURL === wanted);
  const script = window.isGuest && !isAll ? wanted + GUESTS : wanted;
  await serviceWorker.register(script);
  const {active} = await serviceWorker.ready;
  if (active?.scriptURL === script) return;
  await new Promise((go) => {
    serviceWorker.addEventListener("controllerchange", go, {once: true});
  });
}

/** Is a newer version complete? With `use`, it is the one in use from now on. The caches say so, as a busy
 * worker answers late or never. */
export async function newer(use = false) {
  const end = isGuests() ? "-guest" : ""; // as in sw.js
  const inUse = "./in-use" + end;
  try {
    const state = await caches.open(NAME);
    const old = (await state.match(inUse)) || (await caches.match(inUse, {cacheName: OLD}));
    const before = await old?.text();
    const build = await (await state.match("./newest" + end))?.text();
    const isThere = await caches.match("./index.html", {cacheName: NAME + "-" + build});
    if (!build || build === before || !isThere) return false;
    if (use) {
      await state.put(inUse, new Response(build));
      await caches.delete(NAME + "-" + before).catch(() => false);
    }
    return true;
  } catch {
    return false;
  } // a browser that keeps nothing
}

/** A reload while a service worker takes over may hang in Chromium, so it is tried again. */
function reload(wait = PATIENCE) {
  location.reload();
  setTimeout(() => reload(2 * wait), wait);
}

export async function useNewer() {
  const found = await newer(true);
  if (found) reload();
  return found;
}
