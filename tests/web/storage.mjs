// The storage of a browser in memory: OPFS and IndexedDB as far as disk.js uses them, with faults on demand.

export const FULL = new DOMException("no room", "QuotaExceededError");

/** Where files are: what would survive a kill. */
export class Folder {
  /** @type {Map<string, Uint8Array>} */
  files = new Map();
  /** @type {{op: string, name: string, bytes?: Uint8Array, at?: number, size?: number}[]} in order */
  changes = [];
  taken = new Set();
  /** @type {(op: string) => void} throws to refuse a change */
  allow = () => {};
  /** Some browsers report no error, but the file doesn't grow. */
  silent = false;
  synchronous = true;
  /** How much of a file can be read now. */
  readable = Infinity;

  change(one) {
    this.allow(one.op);
    this.changes.push(one);
    this.apply(one);
  }

  apply({op, name, bytes, at, size}) {
    const old = this.files.get(name) || new Uint8Array();
    if (op === "create") this.files.set(name, old);
    if (op === "remove") this.files.delete(name);
    if (op === "truncate") this.files.set(name, resized(old, size));
    if (op !== "write") return;
    const next = resized(old, Math.max(old.length, at + bytes.length));
    next.set(bytes, at);
    this.files.set(name, next);
  }

  /** The folder as a kill would leave it after some changes, with a part of the next write. */
  after(count, part = (bytes) => bytes.subarray(0, 0)) {
    const out = new Folder(), next = this.changes[count];
    for (const one of this.changes.slice(0, count)) out.apply(one);
    if (next && next.op === "write") out.apply({...next, bytes: part(next.bytes)});
    return out;
  }

  copy() {
    const out = new Folder();
    for (const [name, bytes] of this.files) out.files.set(name, bytes.slice());
    out.synchronous = this.synchronous;
    return out;
  }

  async getFileHandle(name, {create = false} = {}) {
    if (!this.files.has(name) && !create) throw new DOMException(name, "NotFoundError");
    if (!this.files.has(name)) this.change({op: "create", name});
    const getFile = async () => new Blob([this.files.get(name)]);
    return {createSyncAccessHandle: async () => this.handle(name), getFile};
  }

  async removeEntry(name) { this.change({op: "remove", name}); }

  handle(name) {
    if (this.taken.has(name)) throw new DOMException(name, "NoModificationAllowedError");
    this.taken.add(name);
    const bytes = () => this.files.get(name), promised = (work) => async (...given) => work(...given);
    const later = (work) => (this.synchronous ? work : promised(work));
    return {
      getSize: later(() => bytes().length),
      read: (out, {at}) => {
        const found = bytes().subarray(at, Math.min(this.readable, at + out.length));
        out.set(found);
        return found.length;
      },
      write: (given, {at}) => {
        if (!this.silent) this.change({op: "write", name, bytes: given.slice(), at});
        return given.length;
      },
      truncate: later((size) => this.change({op: "truncate", name, size})),
      flush: later(() => this.change({op: "flush", name})),
      close: later(() => this.taken.delete(name)),
    };
  }
}

function resized(bytes, size) {
  const out = new Uint8Array(size);
  out.set(bytes.subarray(0, size));
  return out;
}

/** IndexedDB: databases of one store each, whose transactions are saved whole or not at all. */
export class Databases {
  /** @type {Map<string, {next: number, rows: Map<number, any>}>} */
  all = new Map();
  /** @type {() => void} throws to refuse a transaction */
  allow = () => {};

  copy() {
    const out = new Databases();
    for (const [name, {next, rows}] of this.all) out.all.set(name, {next, rows: new Map(rows)});
    return out;
  }

  open(name) {
    const asked = {}, isNew = !this.all.has(name);
    asked.result = {createObjectStore: () => this.all.set(name, {next: 1, rows: new Map()}), close() {},
      transaction: (_, mode) => this.transaction(name, mode)};
    later(() => { if (isNew) asked.onupgradeneeded(); asked.onsuccess(); });
    return asked;
  }

  transaction(name, mode) {
    const {next, rows} = this.all.get(name), now = {next, rows: new Map(rows)}, out = {};
    const result = (value) => ({result: value});
    out.objectStore = () => ({
      add: (value) => { now.rows.set(now.next, value); return result(now.next++); },
      clear: () => { now.rows.clear(); return result(); },
      delete: ({below}) => {
        for (const key of now.rows.keys()) if (key < below) now.rows.delete(key);
        return result();
      },
      getAll: () => result([...now.rows.values()]),
      getAllKeys: () => result([...now.rows.keys()]),
      count: (range) => result([...now.rows.keys()].filter((key) => !range || key < range.below).length),
    });
    later(() => {
      if (mode !== "readonly") try { this.allow(); } catch (error) {
        out.error = error;
        out.onabort();
        return;
      }
      this.all.set(name, now);
      out.oncomplete();
    });
    return out;
  }
}

const later = (work) => { Promise.resolve().then(work); };

/** Make these the storage of this process. */
export function use(folder, databases) {
  const storage = {getDirectory: async () => folder};
  Object.defineProperty(globalThis, "navigator", {value: {storage}, configurable: true});
  globalThis.indexedDB = databases;
  globalThis.IDBKeyRange = {upperBound: (below) => ({below})};
}

/** As MEMFS has them; the time of a file is the same within a millisecond. */
function write({node}, bytes, offset, length, position) {
  if (position + length > node.contents.length) node.contents = resized(node.contents, 2 * (position + length));
  node.contents.set(bytes.subarray(offset, offset + length), position);
  node.usedBytes = Math.max(node.usedBytes, position + length);
  return length;
}

function setattr(node, {size}) {
  node.contents = resized(node.contents.subarray(0, node.usedBytes), size);
  node.usedBytes = size;
}

/** The engine's file system, as much as disk.js needs of it. */
export class Memory {
  /** @type {Map<string, {contents: Uint8Array, usedBytes: number, mtime: number}>} */
  files = new Map();
  filesystems = {MEMFS: {stream_ops: {}, ops_table: {file: {stream: {write}, node: {setattr}}}}};

  /** Write a part of a file that is there, as Python does. */
  change(path, bytes, position) {
    const node = this.files.get(path);
    this.filesystems.MEMFS.ops_table.file.stream.write({node}, bytes, 0, bytes.length, position);
  }

  /** Cut a file, or make it longer. */
  resize(path, size) { this.filesystems.MEMFS.ops_table.file.node.setattr(this.files.get(path), {size}); }

  readdir(folder) {
    const inside = [...this.files.keys()].filter((path) => path.startsWith(folder + "/"));
    return [".", "..", ...new Set(inside.map((path) => path.slice(folder.length + 1).split("/")[0]))];
  }

  lookupPath(path) { return {node: this.files.get(path) || {mode: "folder"}}; }
  isDir(mode) { return mode === "folder"; }
  mkdirTree() {}
  unlink(path) { this.files.delete(path); }
  writeFile(path, bytes) {
    const contents = new Uint8Array(bytes.length + 100); // MEMFS has room to grow, too
    contents.set(bytes);
    this.files.set(path, {contents, usedBytes: bytes.length, mtime: 1000});
  }

  utime(path, _, time) { this.files.get(path).mtime = time; }
  text(path) {
    const {contents, usedBytes} = this.files.get(path);
    return new TextDecoder().decode(contents.subarray(0, usedBytes));
  }
}
