// sw.js without a browser: several folders of one origin, and what each worker keeps. To run: node --test
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";

const SOURCE = readFileSync(new URL("../../companion/page/tab/sw.js", import.meta.url), "utf8");
const PLACE = readFileSync(new URL("../../companion/page/guest/place.js", import.meta.url), "utf8");
const ORIGIN = "https://example.org";
const FILES = ["index.html", "page.js", "licences.txt", "engine.js"];
const GUESTS = ["index.html", "page.js", "licences.txt"];

/** What a web server has: the build of each folder. */
class Server {
  builds = new Map();
  asked = [];

  fetch(url) {
    const {pathname} = new URL(url), folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
    this.asked.push(pathname);
    const build = this.builds.get(folder), name = pathname.slice(folder.length) || "index.html";
    if (build === undefined) throw new TypeError("no network");
    return new Response(`${name} of ${build}`);
  }
}

/** The caches of an origin, for all its workers. */
class Caches {
  all = new Map();

  open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    return this.all.get(name);
  }
}

/** What one script sees of them: relative addresses are below its own folder. */
class CachesSeen {
  constructor(caches, base) { Object.assign(this, {caches, base}); }

  url(what) { return new URL(what.url || what, this.base).href.split("#")[0]; }

  async open(name) {
    const cache = this.caches.open(name);
    return {
      match: async (what) => cache.get(this.url(what))?.clone(),
      put: async (what, reply) => { cache.set(this.url(what), reply); },
      delete: async (what) => cache.delete(this.url(what)),
      keys: async () => [...cache.keys()].map((url) => ({url})),
    };
  }

  async match(what, {cacheName, ignoreSearch}) {
    assert(!ignoreSearch, "a start would open each file as often as there are files");
    return this.caches.all.has(cacheName) ? (await this.open(cacheName)).match(what) : undefined;
  }

  async keys() { return [...this.caches.all.keys()]; }
  async delete(name) { return this.caches.all.delete(name); }
}

class Asked {
  constructor(base, what, {mode = "no-cors"} = {}) {
    Object.assign(this, {url: new URL(what, base).href, mode, method: "GET"});
  }
}

/** A folder's service worker, installed from what the server has. */
async function installed(server, caches, folder, search = "") {
  const scope = ORIGIN + folder, heard = {}, build = server.builds.get(folder);
  const self = {registration: {scope}, location: {search}, skipWaiting() {}, clients: {claim() {}},
    addEventListener: (name, work) => { heard[name] = work; }};
  const Request = class extends Asked { constructor(what, how) { super(scope, what, how); } };
  const hashes = Object.fromEntries(FILES.map((name) => [name, "sha256"]));
  const globals = {self, Request, caches: new CachesSeen(caches, scope), BUILD: build, FILES: hashes, GUESTS, LATER: {},
    fetch: async (what) => server.fetch(what.url || what)};
  new Function(...Object.keys(globals), SOURCE)(...Object.values(globals));
  let done;
  heard.install({waitUntil: (work) => { done = work; }});
  await done;
  return async (path, mode = "no-cors") => {
    let reply;
    heard.fetch({request: new Asked(scope, path, {mode}), respondWith: (work) => { reply = work; }});
    return (await reply).text();
  };
}

/** What a folder's worker keeps of a build. */
const kept = (caches, build, folder = "/") =>
  [...caches.open(nameFor(folder) + "-" + build).keys()].map((url) => new URL(url).pathname.slice(folder.length));

const nameFor = new Function(PLACE.replace("export const NAME", "// ").replaceAll("export ", "") + "; return nameFor")();

for (const folder of ["/", "/tableside/", "/tableside-beta/", "/a-b/c d/", "/50%25-off/"]) {
  test(`page and worker of ${folder} use the same names`, async () => {
    const server = new Server(), caches = new Caches(), {pathname} = new URL(folder, ORIGIN);
    server.builds.set(pathname, "one");
    await installed(server, caches, pathname);
    const name = nameFor(pathname);
    assert.deepEqual([...caches.all.keys()].sort(), [name, name + "-one"]);
  });
}

test("no worker deletes what another folder keeps, and each deletes its own old builds", async () => {
  const server = new Server(), caches = new Caches(), folders = ["/", "/tableside/", "/tableside-beta/"];
  for (const build of ["one", "two", "three"])
    for (const folder of folders) {
      server.builds.set(folder, build);
      await installed(server, caches, folder);
    }
  // "one" is in use, as no page has changed to a newer one
  const wanted = folders.flatMap((folder) => ["", "-one", "-three"].map((end) => nameFor(folder) + end));
  assert.deepEqual([...caches.all.keys()].sort(), wanted.sort());
});

test("a page of another folder, or another file, isn't answered with this page", async () => {
  const server = new Server(), caches = new Caches();
  server.builds.set("/", "one");
  const ask = await installed(server, caches, "/");
  server.builds.set("/beta/", "two");
  assert.equal(await ask("/beta/", "navigate"), "index.html of two");
  server.builds.delete("/");
  assert.equal(await ask("/licences.txt", "navigate"), "licences.txt of one");
  for (const path of ["/", "/?game=story", "/index.html", "/index#join=CODE"])
    assert.equal(await ask(path, "navigate"), "index.html of one");
  await assert.rejects(ask("/nothing", "navigate"), /no network/);
});

const JOIN = "/#join=CODE", BACK = "/#guest";

test("a guest keeps only what guests need, and opens it without a network", async () => {
  const server = new Server(), caches = new Caches();
  server.builds.set("/", "one");
  const ask = await installed(server, caches, "/", "?guest");
  assert.deepEqual(kept(caches, "one"), GUESTS);
  server.builds.clear();
  for (const address of [JOIN, BACK, "/"]) {
    assert.equal(await ask(address, "navigate"), "index.html of one");
    assert.equal(await ask("/page.js"), "page.js of one");
  }
  await assert.rejects(ask("/engine.js"), /no network/);
});

test("a host's page on a guest's phone comes from the network, all of one build", async () => {
  const server = new Server(), caches = new Caches();
  server.builds.set("/", "one");
  const ask = await installed(server, caches, "/", "?guest");
  server.builds.set("/", "two");
  for (const [address, mode] of [["/", "navigate"], ["/page.js"], ["/engine.js"]])
    assert.match(await ask(address, mode), /of two$/);
  assert.equal(await ask(JOIN, "navigate"), "index.html of one");
  assert.equal(await ask("/page.js"), "page.js of one", "a guest has the copy again");
});

test("a guest's phone that becomes a host keeps everything, and needs the copied files only once", async () => {
  const server = new Server(), caches = new Caches();
  server.builds.set("/", "one");
  await installed(server, caches, "/", "?guest");
  server.asked = [];
  const ask = await installed(server, caches, "/");
  assert.deepEqual([kept(caches, "one"), server.asked], [FILES, ["/engine.js"]]);
  server.builds.clear();
  for (const address of ["/", JOIN]) assert.equal(await ask(address, "navigate"), "index.html of one");
  assert.equal(await ask("/engine.js"), "engine.js of one");
  assert.equal(await ask("/engine.js?2"), "engine.js of one", "a script's second try has another address");
});
