// Makes the table work offline. tools/web.py writes BUILD and FILES above this line.
//
// Each build has its own cache. Between plays the page switches to a newer one; until then the old one stays.
/* global BUILD, FILES */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STATE = "tableside";
const IN_USE = "./in-use";
const NEWEST = "./newest";
const PAGE = "./index.html";
/** @param {string} build */
const cacheOf = (build) => "tableside-" + build;

async function inUse() {
  const found = await (await caches.open(STATE)).match(IN_USE);
  return found ? found.text() : "";
}

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
  const cache = await caches.open(cacheOf(BUILD));
  for (const [name, integrity] of Object.entries(FILES)) {
    if (await cache.match(name)) continue; // from an earlier try
    /** @param {RequestInit} how */
    const ask = (how) => fetch(new Request(name === "index.html" ? "./" : name, {...how, integrity}));
    const reply = await ask({cache: "only-if-cached", mode: "same-origin"}).catch(() =>
      ask({cache: "no-store"})
    );
    await cache.put(name, await direct(reply));
  }
  const state = await caches.open(STATE);
  if (!(await inUse())) await state.put(IN_USE, new Response(BUILD));
  await state.put(NEWEST, new Response(BUILD));
  const kept = [cacheOf(await inUse()), cacheOf(BUILD)];
  for (const name of await caches.keys())
    if (name.startsWith("tableside-") && !kept.includes(name)) await caches.delete(name);
}

/** @param {Request} request */
async function answer(request) {
  const build = await inUse();
  const cache = build ? await caches.open(cacheOf(build)) : null;
  const page = request.mode === "navigate" ? PAGE : request;
  return (cache && (await cache.match(page, {ignoreSearch: true}))) || fetch(request);
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(install());
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(event.request));
});
