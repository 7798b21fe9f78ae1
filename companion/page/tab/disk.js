// The files of the engine, saved in this browser as a log of what changed. A part of an answer is never saved
// without the rest.
//
// A frame is one change of any number of files: MARK, its length, its checksum, then a JSON list of the files
// and their bytes.
// A frame with an age holds everything; each log begins with one. OPFS has two logs: the newer one is in use,
// the older one is a backup. IndexedDB has the same frames as records.
//
// Damage costs only the frames it hits. The others are read, a frame with everything is added, and the
// damaged log is copied.

const MARK = 0x54534431;
const HEAD = 12;
const PAGE = 4096;
const TRIES = 100;
const SLACK = 4 << 20;
const COPIES = 4;
const OLD = "tableside";
const LOGS = ["-a", "-b"];
const OWN = "-own";
const COPY = "-damaged-";
export const TAKEN = "NoModificationAllowedError";
const TABLE = Uint32Array.from({length: 256}, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = ~0;
  for (let n = 0; n < bytes.length; n++) sum = TABLE[(sum ^ bytes[n]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** @param {FrameList} list @param {Uint8Array[]} parts */
function frame(list, parts) {
  const json = new TextEncoder().encode(JSON.stringify(list));
  const size = 4 + json.length + parts.reduce((sum, one) => sum + one.length, 0);
  const out = new Uint8Array(HEAD + size);
  const view = new DataView(out.buffer);
  const body = out.subarray(HEAD);
  view.setUint32(HEAD, json.length);
  body.set(json, 4);
  let at = 4 + json.length;
  for (const one of parts) {
    body.set(one, at);
    at += one.length;
  }
  [MARK, size, checksum(body)].forEach((word, n) => view.setUint32(4 * n, word));
  return out;
}

/** @typedef {{path: string, size?: number, time?: number, parts?: [from: number, long: number][]}} FramePart
 * a file that has changed; without a size it is gone */
/** @typedef {{age?: number, of?: number, over?: boolean, files: FramePart[]}} FrameList */
/** @typedef {{list: FrameList, data: Uint8Array, end: number}} Frame */
/** @param {DataView} view @param {number} at
 * @returns {Frame|null} the frame that begins there; null if it isn't whole */
function frameAt(view, at) {
  if (at + HEAD + 4 > view.byteLength || view.getUint32(at) !== MARK) return null;
  const size = view.getUint32(at + 4);
  const end = at + HEAD + size;
  if (size < 4 || end > view.byteLength) return null;
  const body = new Uint8Array(view.buffer, view.byteOffset + at + HEAD, size);
  if (checksum(body) !== view.getUint32(at + 8)) return null;
  const long = 4 + view.getUint32(at + HEAD);
  return {list: JSON.parse(new TextDecoder().decode(body.subarray(4, long))), data: body.subarray(long), end};
}

/** Does the log end inside this frame? A kill leaves it so. @param {DataView} view @param {number} at */
function isCut(view, at) {
  const left = view.byteLength - at;
  /** @param {number} n */
  const byte = (n) => (MARK >>> (24 - 8 * n)) & 255;
  for (let n = 0; n < Math.min(4, left); n++) if (view.getUint8(at + n) !== byte(n)) return false;
  return left < HEAD || HEAD + view.getUint32(at + 4) > left;
}

/** Read all whole frames, with null for each damaged stretch. A frame that the end cuts off is left out.
 * @param {Uint8Array} bytes */
function frames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @type {(Frame|null)[]} */
  const found = [];
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    const one = frameAt(view, at);
    if (!one) continue;
    if (at > end) found.push(null);
    found.push(one);
    end = one.end;
    at = end - 1;
  }
  if (end === bytes.length || isCut(view, end)) return {found, end};
  return {found: [...found, null], end: bytes.length};
}

/** @param {Frame|null} [one] */
const holdsAll = (one) => !!one && !!one.list.age;

/** Read both logs, the older one first. Each frame names the age of its log, as the first one may be lost.
 * @param {Uint8Array[]} both */
function inOrder(both) {
  return both
    .map((bytes, at) => {
      const {found, end} = frames(bytes);
      const last = found[found.length - 1];
      const ages = found.map((one) => (one ? one.list.age || one.list.of || 1 : 0));
      if (found[0] && !holdsAll(found[0])) found.unshift(null); // its beginning is gone
      const age = ages.reduce((one, two) => Math.max(one, two), 0);
      return {at, bytes, found, end, age, over: !!last && !!last.list.over};
    })
    .sort((one, two) => one.age - two.age);
}

/** The page before a reload may still have the file, even if its lock is free.
 * @param {FileSystemFileHandle} file */
async function handle(file) {
  for (let tries = 1; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (/** @type {any} */ error) {
      if (error.name !== TAKEN || tries > TRIES) throw error;
    }
    await new Promise((go) => {
      setTimeout(go, 50);
    });
  }
}

/** Write all of it, or nothing. In a private window, Chromium's `write` says nothing about a full storage.
 * @param {FileSystemSyncAccessHandle} file @param {Uint8Array} bytes @param {number} at */
function put(file, bytes, at) {
  try {
    if (file.getSize() > at) file.truncate(at);
    const written = file.write(bytes, {at});
    const isThere = file.getSize() >= at + bytes.length;
    if (written < bytes.length || !isThere) throw new DOMException("no room", "QuotaExceededError");
    file.flush();
  } catch (error) {
    file.truncate(at);
    throw error;
  }
}

/** @param {FileSystemDirectoryHandle} root @param {string} name */
function has(root, name) {
  return root.getFileHandle(name).then(
    () => true,
    () => false
  );
}

/** Older browsers have handles whose calls return promises. */
class Asynchronous extends Error {}

/** Two files with synchronous handles, which no other tab can open. */
class Opfs {
  kind = "opfs";
  /** @type {FileSystemSyncAccessHandle[]} */ files = [];
  at = 0;
  age = 1;
  end = 0;

  name = OLD;

  static async open(name = OLD) {
    const root = await navigator.storage.getDirectory();
    const out = new Opfs();
    out.name = name;
    for (const end of LOGS)
      out.files.push(await handle(await root.getFileHandle(name + end, {create: true})));
    if (!out.files.every((file) => typeof file.getSize() === "number")) {
      await Promise.all(out.files.map((file) => file.close()));
      throw new Asynchronous();
    }
    await out.adopt(root);
    return out;
  }

  /** Older versions saved under one name in every folder: the first start takes a copy of that. It counts
   * once it is marked. @param {FileSystemDirectoryHandle} root */
  async adopt(root) {
    if (this.name === OLD || (await has(root, this.name + OWN))) return;
    const saved = await Opfs.contents().catch(() => []);
    saved.forEach((bytes, n) => put(this.files[n], bytes, 0));
    await root.getFileHandle(this.name + OWN, {create: true});
  }

  /** What is in the files, read without their handles. */
  static async contents(name = OLD) {
    const root = await navigator.storage.getDirectory();
    return Promise.all(
      LOGS.map(async (end) => {
        const file = await (await root.getFileHandle(name + end)).getFile();
        return new Uint8Array(await file.arrayBuffer());
      })
    );
  }

  /** What was saved, and which bytes to keep if it is damaged. */
  async read() {
    const [older, newer] = inOrder(
      this.files.map((file) => {
        const bytes = new Uint8Array(file.getSize());
        if (file.read(bytes, {at: 0}) < bytes.length) throw new Error("Only a part of the file is readable.");
        return bytes;
      })
    );
    Object.assign(this, {at: newer.at, age: Math.max(1, newer.age), end: newer.end});
    if (newer.end < newer.bytes.length) this.files[this.at].truncate(newer.end);
    if (older.age && !older.over) this.retire(older.at, older.age, older.end);
    const missing = newer.over ? [null] : []; // a still newer one can't be read
    /** @param {(typeof older)} log */
    const isDoubtful = (log) => log.bytes.length && (!log.age || log.found.includes(null));
    const raw = [older, newer].filter(isDoubtful).map((log) => log.bytes);
    return {found: [...older.found, ...newer.found, ...missing], raw};
  }

  /** @param {Uint8Array} bytes */
  async append(bytes) {
    put(this.files[this.at], bytes, this.end);
    this.end += bytes.length;
  }

  /** Drop the backup. @returns {Promise<boolean>} was there one? */
  async makeRoom() {
    const backup = this.files[1 - this.at];
    const was = backup.getSize() > 0;
    backup.truncate(0);
    return was;
  }

  /** Begin the other log; the old one counts until this is written.
   * @param {(age: number) => Uint8Array} make */
  async replace(make) {
    const {at, age, end} = this;
    const next = this.files[1 - at];
    const bytes = make(age + 1);
    next.truncate(0);
    put(next, bytes, 0);
    Object.assign(this, {at: 1 - at, age: age + 1, end: bytes.length});
    if (end) this.retire(at, age, end);
  }

  /** Note in a log that there is a newer one, so that a start without that one knows something is missing.
   * @param {number} at @param {number} age @param {number} end */
  retire(at, age, end) {
    const over = frame({of: age, over: true, files: []}, []);
    try {
      put(this.files[at], over, end);
    } catch {
      /* no room for it */
    }
  }

  /** Copy damaged logs to files of their own. @param {Uint8Array[]} raw */
  async keep(raw) {
    const root = await navigator.storage.getDirectory();
    const left = [...raw];
    for (let n = 1; n <= COPIES && left.length; n++) {
      const name = this.name + COPY + n;
      if (await has(root, name)) continue;
      const file = await handle(await root.getFileHandle(name, {create: true}));
      try {
        put(file, /** @type {Uint8Array} */ (left.shift()), 0);
      } finally {
        const isEmpty = !file.getSize();
        file.close();
        if (isEmpty) await root.removeEntry(name); // there was no room
      }
    }
  }

  close() {
    for (const one of this.files) one.close();
  }
}

/** The same frames as records of IndexedDB, for browsers without synchronous handles. */
class Records {
  kind = "idb";
  age = 1;
  /** The key of the newest record with everything. Older ones are a backup. */
  base = 0;
  /** @type {IDBDatabase} */ file;

  /** @param {IDBDatabase} file */
  constructor(file) {
    this.file = file;
  }

  name = OLD;

  /** @returns {Promise<Records>} */
  static async open(name = OLD) {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("log", {autoIncrement: true});
    return new Promise((go, no) => {
      asked.onsuccess = () => go(Object.assign(new Records(asked.result), {name}));
      asked.onerror = () => no(asked.error);
    });
  }

  /** Older versions saved under one name in every folder: the first start takes a copy of that.
   * @param {string} name */
  static async inFolder(name) {
    const out = await Records.open(name);
    if (name === OLD || (await out.count())) return out;
    const old = await Records.open();
    const saved = await old.once((log) => log.getAll(), "readonly");
    old.close();
    if (saved.length) await out.add(saved);
    return out;
  }

  /** Begin with what was saved in files. @param {Uint8Array[]} files @param {string} name */
  static async instead(files, name) {
    const out = await Records.open(name);
    const logs = inOrder(files).filter((log) => log.end);
    if (logs.length && !(await out.count())) await out.add(logs.map((log) => log.bytes.slice(0, log.end)));
    return out;
  }

  /** @param {(log: IDBObjectStore) => any} work @param {IDBTransactionMode} mode @returns {Promise<any>} */
  once(work, mode = "readwrite") {
    return new Promise((go, no) => {
      const all = this.file.transaction("log", mode, {durability: "strict"});
      const asked = work(all.objectStore("log"));
      all.oncomplete = () => go(asked.result);
      all.onabort = all.onerror = () => no(all.error || new DOMException("no room", "QuotaExceededError"));
    });
  }

  count() {
    return this.once((log) => log.count(), "readonly");
  }
  /** @param {Uint8Array[]} all */
  add(all) {
    return this.once((log) => all.map((one) => log.add(one)).pop());
  }

  /** Transactions are saved whole or not at all, so a record that can't be read is damaged. */
  async read() {
    /** @type {number[]} */
    const keys = await this.once((log) => log.getAllKeys(), "readonly");
    /** @type {unknown[]} */
    const raw = await this.once((log) => log.getAll(), "readonly");
    const records = raw.map((one) => {
      const bytes = one instanceof Uint8Array ? one : new Uint8Array();
      const {found, end} = frames(bytes);
      return end && end === bytes.length ? found : [...found, null];
    });
    this.base = keys[records.map((one) => one.some(holdsAll)).lastIndexOf(true)] || 0;
    return {found: records.flat(), raw: /** @type {Uint8Array[]} */ (raw)};
  }

  older() {
    return IDBKeyRange.upperBound(this.base, true);
  }
  /** @param {Uint8Array} bytes */
  append(bytes) {
    return this.add([bytes]);
  }

  async makeRoom() {
    const was = (await this.once((log) => log.count(this.older()), "readonly")) > 0;
    if (was) await this.once((log) => log.delete(this.older()));
    return was;
  }

  /** @param {(age: number) => Uint8Array} make */
  async replace(make) {
    this.base = await this.once((log) => {
      log.delete(this.older());
      return log.add(make(this.age));
    });
  }

  /** @param {Uint8Array[]} raw */
  async keep(raw) {
    for (let n = 1; n <= COPIES && raw.length; n++) {
      const copy = await Records.open(this.name + COPY + n);
      try {
        if (await copy.count()) continue;
        await copy.add(raw);
        return;
      } finally {
        copy.close();
      }
    }
  }

  close() {
    this.file.close();
  }
}

/** Which pages of the engine's files may have changed. All writes of its file system pass by. */
class Writes {
  /** @type {WeakMap<FileNode, Set<number>>} */
  pages = new WeakMap();

  /** @param {FileSystem} FS */
  constructor(FS) {
    const {stream_ops, ops_table} = FS.filesystems.MEMFS;
    const {stream, node} = ops_table.file;
    const {write} = stream;
    const {setattr} = node;
    /** @type {StreamWrite} */
    const noted = (file, bytes, offset, length, position, canOwn) => {
      this.note(file.node, Math.min(position, file.node.usedBytes), position + length);
      return write(file, bytes, offset, length, position, canOwn);
    };
    stream.write = stream_ops.write = noted;
    node.setattr = (one, to) => {
      if (to.size != null) this.note(one, Math.min(to.size, one.usedBytes), Math.max(to.size, one.usedBytes));
      setattr(one, to);
    };
  }

  /** @param {FileNode} node @param {number} from @param {number} end */
  note(node, from, end) {
    const found = this.pages.get(node) || new Set();
    this.pages.set(node, found);
    for (let page = Math.floor(from / PAGE); page * PAGE < end; page++) found.add(page);
  }

  /** The noted pages in order. @param {FileNode} node */
  of(node) {
    return [...(this.pages.get(node) || [])].sort((one, two) => one - two);
  }
}

export class Disk {
  /** @param {Opfs|Records} log @param {FileSystem} FS @param {string} home */
  constructor(log, FS, home, slack = SLACK) {
    this.log = log;
    this.slack = slack;
    this.FS = FS;
    this.home = home;
    /** @type {Map<string, {bytes: Uint8Array, time: number}>} what is saved, by path */
    this.saved = new Map();
    /** @type {Map<string, {node: FileNode, time: number}>} the engine's files as they were saved */
    this.seen = new Map();
    this.writes = new Writes(FS);
    this.grown = 0;
    this.opened = "";
  }

  /** Open the log.
   * @param {string} kind where the plays are; "" before the first start
   * @param {string} name what its names begin with @returns {Promise<Opfs|Records>} */
  static async open(kind, name = OLD) {
    if (kind === "idb") return Records.inFolder(name);
    try {
      return await Opfs.open(name);
    } catch (/** @type {any} */ error) {
      if (error instanceof Asynchronous) return Records.instead(await Opfs.contents(name), name);
      if (kind || error.name === TAKEN) throw error;
      return Records.inFolder(name);
    }
  }

  /** Read everything that was saved and put it into the engine's file system.
   * @param {boolean} known whether something must be there
   * @returns {Promise<boolean>} whether something is damaged or missing */
  async load(known) {
    const {found, raw} = await this.log.read();
    const base = found.map(holdsAll).lastIndexOf(true);
    const isNew = !found.length && !known;
    const damaged = !isNew && (base < 0 || found.includes(null, base));
    for (const one of found.slice(Math.max(0, base))) if (one) this.take(one);
    if (damaged) for (const one of this.saved.values()) one.time += 1000; // so the store checks all
    this.restore();
    if (isNew) await this.log.replace((age) => this.everything(age));
    if (!damaged) return false;
    await this.log.append(this.everything(this.log.age));
    await this.log.keep(raw).catch(() => null); // without room for a copy, the damage is still in the log
    return true;
  }

  /** @param {Frame} one */
  take({list, data}) {
    let at = 0;
    this.grown += data.length;
    for (const {path, size, time = 0, parts = []} of list.files) {
      if (size === undefined) {
        this.saved.delete(path);
        continue;
      }
      const bytes = resized(this.saved.get(path)?.bytes, size);
      for (const [from, long] of parts) {
        bytes.set(data.subarray(at, at + long), from);
        at += long;
      }
      this.saved.set(path, {bytes, time});
    }
  }

  /** Make the engine's files what is saved. */
  restore() {
    for (const path of this.paths()) if (!this.saved.has(path)) this.FS.unlink(path);
    for (const [path, {bytes, time}] of this.saved) {
      this.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.FS.writeFile(path, bytes);
      this.FS.utime(path, time, time);
      this.see(path);
    }
  }

  /** What the engine has in this file is saved. @param {string} path */
  see(path) {
    const {node} = this.FS.lookupPath(path);
    this.seen.set(path, {node, time: Number(node.mtime)});
    this.writes.pages.delete(node);
  }

  /** @param {number} age */
  everything(age) {
    /** @type {FramePart[]} */
    const files = [];
    const parts = [];
    for (const [path, {bytes, time}] of this.saved) {
      files.push({path, size: bytes.length, time, parts: [[0, bytes.length]]});
      parts.push(bytes);
    }
    this.grown = 0;
    return frame({age, files}, parts);
  }

  /** @returns {string[]} */
  paths(folder = this.home) {
    return this.FS.readdir(folder)
      .filter((name) => name !== "." && name !== "..")
      .flatMap((name) => {
        const path = folder + "/" + name;
        return this.FS.isDir(this.FS.lookupPath(path).node.mode) ? this.paths(path) : [path];
      });
  }

  /** @param {FileNode} node @returns {Uint8Array} what a file holds now */
  contents(node) {
    return (node.contents || new Uint8Array()).subarray(0, node.usedBytes);
  }

  /** A checksum of each file. */
  sums() {
    /** @param {string} path */
    const sum = (path) => path + " " + checksum(this.contents(this.FS.lookupPath(path).node));
    return this.paths().map(sum).join();
  }

  /** The engine has just opened its files. What that changed is no answer, so it can wait for room. */
  noteOpened() {
    this.opened = this.sums();
  }
  isAsOpened() {
    return this.sums() === this.opened;
  }

  /** Where a file differs from what is saved. One that was replaced, or changed without a noted write, is
   * compared whole. @param {string} path @param {FileNode} node */
  changed(path, node) {
    const now = this.contents(node);
    const old = this.saved.get(path)?.bytes;
    const seen = this.seen.get(path);
    const noted = this.writes.of(node);
    const isKnown = old && seen && seen.node === node;
    const isNoted = noted.length || (seen?.time === Number(node.mtime) && old?.length === now.length);
    return pages(now, old, isKnown && isNoted ? noted : everyPage(now.length));
  }

  /** What has changed since the last time: the list of files, and their bytes. */
  changes() {
    /** @type {FramePart[]} */
    const files = [];
    /** @type {Uint8Array[]} */
    const parts = [];
    const there = new Set(this.paths());
    for (const path of there) {
      const {node} = this.FS.lookupPath(path);
      const now = this.contents(node);
      const changed = this.changed(path, node);
      if (!changed.length && this.saved.get(path)?.bytes.length === now.length) continue;
      changed.forEach(([from, long]) => parts.push(now.subarray(from, from + long)));
      files.push({path, size: now.length, time: Number(node.mtime), parts: changed});
    }
    for (const path of this.saved.keys()) if (!there.has(path)) files.push({path});
    return {files, parts};
  }

  /** Save what has changed since the last time, or nothing of it. Throws if the browser refuses. */
  async commit() {
    const {files, parts} = this.changes();
    if (!files.length) return;
    const list = {of: this.log.age, files};
    const bytes = frame(list, parts);
    try {
      await this.log.append(bytes);
    } catch (error) {
      if (!(await this.log.makeRoom())) throw error;
      await this.log.append(bytes);
    }
    const long = parts.reduce((sum, one) => sum + one.length, 0);
    this.take({list, data: bytes.subarray(bytes.length - long), end: 0});
    this.grown += bytes.length - long;
    for (const {path, size} of files) {
      if (size === undefined) this.seen.delete(path);
      else this.see(path);
    }
    await this.compact();
  }

  /** The browser has deleted what was saved, but it is all here: save it again. */
  async rescue() {
    try {
      this.log.close();
    } catch {
      /* the browser has closed it */
    }
    this.log = await Disk.open(this.log.kind, this.log.name);
    await this.log.read();
    await this.log.replace((age) => this.everything(age));
  }

  /** Once the log is much longer than what it holds, begin another. */
  async compact() {
    const live = [...this.saved.values()].reduce((sum, one) => sum + one.bytes.length, 0);
    if (this.grown <= this.slack + 2 * live) return;
    await this.log
      .replace((age) => this.everything(age))
      .catch(() => {
        this.grown = live;
      });
  }
}

/** A file's bytes with another size; what is new is zero. They have room to grow.
 * @param {Uint8Array|undefined} old @param {number} size */
function resized(old, size) {
  if (old && size <= old.buffer.byteLength) {
    const bytes = new Uint8Array(old.buffer, 0, size);
    if (size > old.length) bytes.fill(0, old.length);
    return bytes;
  }
  const bytes = new Uint8Array(old ? size + (size >> 3) : size).subarray(0, size);
  if (old) bytes.set(old);
  return bytes;
}

/** @param {number} size of a file */
const everyPage = (size) => Array.from({length: Math.ceil(size / PAGE)}, (_, page) => page);

/** Where two versions of a file differ, in whole pages.
 * @param {Uint8Array} now @param {Uint8Array|undefined} old @param {number[]} among these pages
 * @returns {[from: number, long: number][]} */
function pages(now, old, among) {
  /** @type {[number, number][]} */
  const found = [];
  for (const page of among) {
    const at = page * PAGE;
    const end = Math.min(at + PAGE, now.length);
    if (at >= end || (old && end <= old.length && same(now, old, at, end))) continue;
    const last = found[found.length - 1];
    if (last && last[0] + last[1] === at) last[1] += end - at;
    else found.push([at, end - at]);
  }
  return found;
}

/** @param {Uint8Array} one @param {Uint8Array} two @param {number} from @param {number} end */
function same(one, two, from, end) {
  for (let n = from; n < end; n++) if (one[n] !== two[n]) return false;
  return true;
}
