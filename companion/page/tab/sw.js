// Makes the table work offline. tools/web.py writes BUILD, FILES, GUESTS and LATER above this line.
//
// Each build has its own cache. Between plays the page switches to a newer one; until then the old one stays.
// As sw.js?guest, it keeps only what a guest of another phone's table needs.
/* global BUILD, FILES, GUESTS, LATER */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const {scope} = worker.registration;
const OLD = "tableside";
const home = new URL(scope).pathname;
const place = encodeURIComponent(home.slice(1, -1)).replace(/-/g, "%2D");
const NAME = place ? OLD + "@" + place : OLD; // as in place.js
const isGuests = worker.location.search === "?guest";
const IN_USE = isGuests ? "./in-use-guest" : "./in-use";
const NEWEST = isGuests ? "./newest-guest" : "./newest";
const WANTED = isGuests ? GUESTS : Object.keys(FILES);
const PAGE = "./index.html";
const ADDRESSES = ["", "index", "index.html"].map((end) => home + end);

/** Where something is kept, by its bare address: to ignore a search, Chromium opens every file of the cache.
 * Older versions had the same names in every folder.
 * @param {string} address @param {string} [end] of the cache's name */
async function kept(address, end = "") {
  const [bare] = address.split("?");
  return (await caches.match(bare, {cacheName: NAME + end})) || caches.match(bare, {cacheName: OLD + end});
}

/** @param {string} which */
async function buildAt(which) {
  const found = await kept(which);
  return found ? found.text() : "";
}

const inUse = () => buildAt(IN_USE);
/** @param {string} build */
const use = async (build) => (await caches.open(NAME)).put(IN_USE, new Response(build));

/** Browsers refuse to open a page that came by a redirect. @param {Response} reply */
const direct = async (reply) =>
  reply.redirected ? new Response(await reply.blob(), {headers: reply.headers}) : reply;

/** Older versions kept the page as it came: on hosts that redirect index.html, no later visit opened it. */
async function mend() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const page = await cache.match(PAGE);
    if (page && page.redirected) await cache.put(PAGE, await direct(page));
  }
}

/** Keep the browser's copy if it is of this build, else the network's. A build counts only when it is
 * complete.
 *
 * A request that asks about a copy locks it (20 s in Chromium), and a page that starts would wait for it:
 * neither kind does. */
async function install() {
  await mend();
  const cache = await caches.open(NAME + "-" + BUILD);
  for (const name of WANTED) {
    if (await cache.match(name)) continue; // from an earlier try
    const integrity = FILES[name];
    /** @param {RequestInit} how */
    const ask = (how) => fetch(new Request(name === "index.html" ? "./" : name, {...how, integrity}));
    const reply = await ask({cache: "only-if-cached", mode: "same-origin"}).catch(() =>
      ask({cache: "no-store"})
    );
    await cache.put(name, await direct(reply));
  }
  if (!(await inUse())) await use(BUILD);
  await (await caches.open(NAME)).put(NEWEST, new Response(BUILD));
  await clean([BUILD, await inUse()]);
}

/** @param {string[]} builds the ones to keep */
async function clean(builds) {
  for (const name of await caches.keys()) {
    const [whose, build] = name.split("-");
    if (!build || builds.includes(build)) continue;
    if (whose === NAME) await caches.delete(name);
    else if (whose === OLD) await cleanOld(await caches.open(name));
  }
}

/** Older versions may share a cache with those in other folders. @param {Cache} cache */
async function cleanOld(cache) {
  for (const one of await cache.keys()) if (one.url.startsWith(scope)) await cache.delete(one);
}

/** Other pages below this folder may be of another Tableside. @param {Request} request */
const isPage = ({mode, url}) => mode === "navigate" && ADDRESSES.includes(new URL(url).pathname);

/** A guest's copy has no table, so a host's page comes from the network with all its files. Guests, and
 * whoever has no network, get the copy. @param {Request} request */
async function hostsPage(request) {
  const isGuest = /#(join=|guest$)/.test(request.url);
  const found = isGuest ? null : await fetch(request).catch(() => null);
  if (found) await use("");
  else if (!(await inUse())) await use(await buildAt(NEWEST));
  return found;
}

/** @param {Request} request */
async function answer(request) {
  const isOurs = isPage(request);
  const found = isOurs && isGuests && (await hostsPage(request));
  if (found) return found;
  const build = await inUse();
  const wanted = isOurs ? PAGE : request.url;
  return (build && (await kept(wanted, "-" + build))) || network(request, build);
}

/** Some files are kept only once a page has asked for them. @param {Request} request @param {string} build */
async function network(request, build) {
  const integrity = LATER[request.url.slice(scope.length)];
  if (!integrity || build !== BUILD) return fetch(request);
  const reply = await fetch(request.url, {integrity});
  await (await caches.open(NAME + "-" + build)).put(request.url, reply.clone());
  return reply;
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(install());
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope))
    event.respondWith(answer(event.request));
});
