// The files of the engine, saved in this browser as a log of what changed. A part of an answer is never saved without the rest.
//
// A frame is one change of any number of files: MARK, its length, its checksum, then a JSON list of the files and their bytes.
// The first frame of a log holds everything. OPFS has two logs, of which the newer whole one counts; IndexedDB has one.

const MARK = 0x54534431, HEAD = 12, PAGE = 4096, TRIES = 100, SLACK = 4 << 20;
export const TAKEN = "NoModificationAllowedError";
const TABLE = Uint32Array.from({length: 256}, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xEDB88320 ^ n >>> 1 : n >>> 1; return n; });

function checksum(bytes) {
  let sum = ~0;
  for (let n = 0; n < bytes.length; n++) sum = TABLE[(sum ^ bytes[n]) & 255] ^ sum >>> 8;
  return ~sum >>> 0;
}

/** @param {any} list @param {Uint8Array[]} parts */
function frame(list, parts) {
  const json = new TextEncoder().encode(JSON.stringify(list)), size = 4 + json.length + parts.reduce((sum, one) => sum + one.length, 0);
  const out = new Uint8Array(HEAD + size), view = new DataView(out.buffer), body = out.subarray(HEAD);
  view.setUint32(HEAD, json.length);
  body.set(json, 4);
  let at = 4 + json.length;
  for (const one of parts) { body.set(one, at); at += one.length; }
  [MARK, size, checksum(body)].forEach((word, n) => view.setUint32(4 * n, word));
  return out;
}

/** Every whole frame from the start; the first torn one ends the list. @param {Uint8Array} bytes */
function frames(bytes) {
  const found = [], view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEAD + 4 <= bytes.length && view.getUint32(at) === MARK) {
    const body = bytes.subarray(at + HEAD, at + HEAD + view.getUint32(at + 4));
    if (body.length < view.getUint32(at + 4) || checksum(body) !== view.getUint32(at + 8)) break;
    const long = view.getUint32(at + HEAD);
    found.push({list: JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + long))), data: body.subarray(4 + long)});
    at += HEAD + body.length;
  }
  return {found, end: at};
}

/** The page before a reload may still have the file, even if its lock is free. */
async function handle(file) {
  for (let tries = 1;; tries++) try { return await file.createSyncAccessHandle(); } catch (error) {
    if (error.name !== TAKEN || tries > TRIES) throw error;
    await new Promise((go) => { setTimeout(go, 50); });
  }
}

/** Write all of it, or nothing. In a private window, Chromium's `write` says nothing about a full storage. */
function put(file, bytes, at) {
  try {
    if (file.write(bytes, {at}) < bytes.length || file.getSize() < at + bytes.length) throw new DOMException("no room", "QuotaExceededError");
    file.flush();
  } catch (error) { file.truncate(at); throw error; }
}

/** Two files with synchronous handles, which no other tab can open. */
class Opfs {
  kind = "opfs";

  static async open() {
    const root = await navigator.storage.getDirectory(), out = new Opfs();
    out.files = [];
    for (const name of ["tableside-a", "tableside-b"]) {
      out.files.push(await handle(await root.getFileHandle(name, {create: true})));
    }
    return out;
  }

  async read() {
    const logs = this.files.map((file) => {
      const bytes = new Uint8Array(file.getSize());
      file.read(bytes, {at: 0});
      return frames(bytes);
    });
    const age = (log) => (log.found.length ? log.found[0].list.age : 0);
    this.at = age(logs[1]) > age(logs[0]) ? 1 : 0;
    this.age = age(logs[this.at]);
    this.end = logs[this.at].end;
    this.files[this.at].truncate(this.end); // what a kill left half-written
    return logs[this.at].found;
  }

  async append(bytes) {
    put(this.files[this.at], bytes, this.end);
    this.end += bytes.length;
  }

  /** Begin the other log; the old one counts until this is written. */
  async replace(make) {
    const old = this.files[this.at], next = this.files[1 - this.at], bytes = make(this.age + 1);
    next.truncate(0);
    put(next, bytes, 0);
    old.truncate(0);
    Object.assign(this, {at: 1 - this.at, age: this.age + 1, end: bytes.length});
  }

  close() { for (const one of this.files) one.close(); }
}

/** The same log as records of IndexedDB, for browsers without synchronous handles. */
class Records {
  kind = "idb";

  static async open() {
    const asked = indexedDB.open("tableside", 1), out = new Records();
    asked.onupgradeneeded = () => asked.result.createObjectStore("log", {autoIncrement: true});
    out.file = await new Promise((go, no) => { asked.onsuccess = () => go(asked.result); asked.onerror = () => no(asked.error); });
    return out;
  }

  /** @param {(log: IDBObjectStore) => any} work @returns {Promise<any>} */
  once(work, mode = "readwrite") {
    return new Promise((go, no) => {
      const all = this.file.transaction("log", mode, {durability: "strict"}), asked = work(all.objectStore("log"));
      all.oncomplete = () => go(asked.result);
      all.onabort = all.onerror = () => no(all.error || new DOMException("no room", "QuotaExceededError"));
    });
  }

  async read() { return (await this.once((log) => log.getAll(), "readonly")).flatMap((bytes) => frames(bytes).found); }
  append(bytes) { return this.once((log) => log.add(bytes)); }
  replace(make) { return this.once((log) => { log.clear(); return log.add(make(1)); }); }
  close() { this.file.close(); }
}

export class Disk {
  /** @param {any} log @param {any} FS @param {string} home */
  constructor(log, FS, home) {
    this.log = log;
    this.FS = FS;
    this.home = home;
    /** @type {Map<string, {bytes: Uint8Array, time: number}>} what is saved, by path */
    this.saved = new Map();
    this.grown = 0;
  }

  /** Open the log. @param {string} kind where the plays are; "" before the first start @returns {Promise<Opfs|Records>} */
  static async open(kind) {
    if (kind !== "idb") try { return await Opfs.open(); } catch (error) { if (kind || error.name === TAKEN) throw error; }
    return Records.open();
  }

  /** Read everything that was saved and put it into the engine's file system. */
  async load() {
    for (const {list, data} of await this.log.read()) {
      let at = 0;
      this.grown += data.length;
      for (const {path, size, time, parts} of list.files) {
        if (size === undefined) { this.saved.delete(path); continue; }
        const old = this.saved.get(path), bytes = new Uint8Array(size);
        if (old) bytes.set(old.bytes.subarray(0, size));
        for (const [from, long] of parts) { bytes.set(data.subarray(at, at + long), from); at += long; }
        this.saved.set(path, {bytes, time});
      }
    }
    this.restore();
    if (!this.saved.size) await this.log.replace((age) => this.everything(age));
  }

  /** Make the engine's files what is saved. */
  restore() {
    for (const path of this.paths()) if (!this.saved.has(path)) this.FS.unlink(path);
    for (const [path, {bytes, time}] of this.saved) {
      this.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.FS.writeFile(path, bytes);
      this.FS.utime(path, time, time);
    }
  }

  everything(age) {
    const files = [...this.saved].map(([path, {bytes, time}]) => ({path, size: bytes.length, time, parts: [[0, bytes.length]]}));
    this.grown = 0;
    return frame({age, files}, [...this.saved.values()].map((one) => one.bytes));
  }

  paths(folder = this.home) {
    return this.FS.readdir(folder).filter((name) => name !== "." && name !== "..").flatMap((name) => {
      const path = folder + "/" + name;
      return this.FS.isDir(this.FS.lookupPath(path).node.mode) ? this.paths(path) : [path];
    });
  }

  /** Save what has changed since the last time, or nothing of it. Throws if the browser refuses. */
  async commit() {
    const files = [], parts = [], next = new Map(), there = new Set(this.paths());
    for (const path of there) {
      const {node} = this.FS.lookupPath(path), now = (node.contents || new Uint8Array()).subarray(0, node.usedBytes), old = this.saved.get(path);
      const changed = pages(now, old && old.bytes);
      if (!changed.length && old && old.bytes.length === now.length) continue;
      const bytes = now.slice(), time = Number(node.mtime);
      changed.forEach(([from, long]) => parts.push(bytes.subarray(from, from + long)));
      files.push({path, size: bytes.length, time, parts: changed});
      next.set(path, {bytes, time});
    }
    for (const path of this.saved.keys()) if (!there.has(path)) files.push({path});
    if (!files.length) return;
    const bytes = frame({files}, parts);
    await this.log.append(bytes);
    for (const {path} of files) if (next.has(path)) this.saved.set(path, next.get(path)); else this.saved.delete(path);
    this.grown += bytes.length;
    const live = [...this.saved.values()].reduce((sum, one) => sum + one.bytes.length, 0);
    if (this.grown > SLACK + 2 * live) await this.log.replace((age) => this.everything(age)).catch(() => { this.grown = live; });
  }
}

/** Where two versions of a file differ, in whole pages. @returns {[number, number][]} */
function pages(now, old) {
  const found = [];
  for (let at = 0; at < now.length; at += PAGE) {
    const end = Math.min(at + PAGE, now.length);
    if (old && end <= old.length && same(now, old, at, end)) continue;
    const last = found[found.length - 1];
    if (last && last[0] + last[1] === at) last[1] += end - at; else found.push([at, end - at]);
  }
  return found;
}

function same(one, two, from, end) {
  for (let n = from; n < end; n++) if (one[n] !== two[n]) return false;
  return true;
}
