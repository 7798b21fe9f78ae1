// disk.js without a browser: damage, cuts, kills and a full disk. To run: node --test tests/web/disk.test.mjs
import assert from "node:assert/strict";
import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import test from "node:test";
import {pathToFileURL} from "node:url";
import {Databases, Folder, FULL, Memory, use} from "./storage.mjs";

const home = mkdtempSync(join(tmpdir(), "tableside-")), module = join(home, "disk.mjs"); // node wants "mjs"
copyFileSync(new URL("../../companion/page/tab/disk.js", import.meta.url), module);
const {Disk} = await import(pathToFileURL(module).href);
rmSync(home, {recursive: true});
const HOME = "/plays", LOGS = ["tableside-a", "tableside-b"], COPY = "tableside-damaged-";
const FIVE = [1, 2, 3, 4, 5];

/** A tab whose answers are files: answer 3 writes 3 to `answers/3` and to `last`. */
class Tab {
  static async start(folder, databases, {kind = "", known = false, slack = 1 << 20, name = "tableside"} = {}) {
    const out = new Tab();
    folder.taken.clear(); // the browser of the last start is dead
    use(folder, databases);
    Object.assign(out, {folder, databases, memory: new Memory()});
    out.disk = new Disk(await Disk.open(kind, name), out.memory, HOME, slack);
    out.told = await out.disk.load(known);
    return out;
  }

  write(name, text) { this.memory.writeFile(HOME + "/" + name, new TextEncoder().encode(text)); }

  async answer(...numbers) {
    for (const number of numbers) {
      this.write("answers/" + number, String(number));
      this.write("last", String(number));
      await this.disk.commit();
    }
  }

  compact() { return this.disk.log.replace((age) => this.disk.everything(age)); }

  get answers() {
    const found = this.memory.readdir(HOME + "/answers").filter((name) => !name.startsWith(".")).map(Number);
    for (const number of found) assert.equal(this.memory.text(HOME + "/answers/" + number), String(number));
    return found.sort((one, two) => one - two);
  }

  get last() { return this.memory.files.has(HOME + "/last") ? Number(this.memory.text(HOME + "/last")) : 0; }
  get current() { return LOGS[this.disk.log.at]; }
  get bytes() { return this.folder.files.get(this.current); }
}

const AGAIN = {kind: "opfs", known: true};
const without = (...numbers) => FIVE.filter((one) => !numbers.includes(one));

/** A log of five answers, and where its frames end. Frame 0 is the empty start. */
async function evening(kind = "") {
  const tab = await Tab.start(new Folder(), new Databases(), {kind}), ends = [];
  const note = () => { if (tab.bytes) ends.push(tab.bytes.length); };
  note();
  for (const number of FIVE) { await tab.answer(number); note(); }
  return {tab, ends, folder: tab.folder, databases: tab.databases};
}

/** The same storage after that change to the newest log, and a start on it. */
async function spoiled({tab, folder, databases}, change) {
  const damaged = folder.copy(), bytes = change(damaged.files.get(tab.current));
  damaged.files.set(tab.current, bytes);
  const before = bytes.slice(), next = await Tab.start(damaged, databases.copy(), AGAIN);
  return {next, before};
}

/** After damage was told once, a later start has the same and tells nothing; the next answer is taken. */
async function goesOn(tab, answers, what, kind = "opfs") {
  const again = await Tab.start(tab.folder, tab.databases, {kind, known: true});
  assert.deepEqual([again.answers, again.told], [answers, false], what + ", one start later");
  await again.answer(9);
  const third = await Tab.start(tab.folder, tab.databases, {kind, known: true});
  const now = [third.answers, third.last, third.told];
  assert.deepEqual(now, [[...answers, 9], 9, false], what + ", one answer later");
}

const flip = (at, bits = 1) => (bytes) => { bytes[at] ^= bits; return bytes; };

test("a damaged byte costs one frame, is told once, and the damaged log is kept", async () => {
  const made = await evening();
  for (let at = 0; at < made.tab.bytes.length; at++) for (const bits of [1, 128, 255]) {
    const {next, before} = await spoiled(made, flip(at, bits)), what = `byte ${at} xor ${bits}`;
    const frame = made.ends.findIndex((end) => at < end), header = at - (made.ends[frame - 1] || 0);
    assert.deepEqual(next.answers, without(frame), what);
    assert.equal(next.last, frame === 5 ? 4 : 5, what);
    if (frame === 5 && header >= 4 && header < 8 && !next.told) continue; // too long: as after a kill
    assert.equal(next.told, true, what);
    assert.deepEqual(next.bytes.subarray(0, before.length), before, what + ": the log itself is untouched");
    assert.deepEqual(next.folder.files.get(COPY + 1), before, what + ": and copied");
    await goesOn(next, without(frame), what);
  }
});

test("two damaged bytes cost their two frames", async () => {
  const made = await evening(), start = (frame) => made.ends[frame - 1] || 0;
  for (const one of [0, ...FIVE]) for (const two of FIVE.slice(one)) for (const at of [0, 5, 9, 20]) {
    const {next} = await spoiled(made, (bytes) => flip(start(one) + at)(flip(start(two) + at, 64)(bytes)));
    assert.deepEqual(next.answers, without(one, two), `frames ${one} and ${two}, byte ${at} of each`);
    if (two < 5) assert.equal(next.told, true);
  }
});

test("a log cut at any byte has every whole frame before the cut", async () => {
  const made = await evening();
  for (let size = 0; size <= made.tab.bytes.length; size++) {
    const {next} = await spoiled(made, (bytes) => bytes.slice(0, size));
    const whole = made.ends.filter((end) => end <= size).length;
    const answers = FIVE.slice(0, Math.max(0, whole - 1));
    assert.deepEqual([next.answers, next.last], [answers, answers.length], `cut to ${size}`);
    assert.equal(next.told, whole === 0, `cut to ${size}: told if nothing is left`);
    await goesOn(next, answers, `cut to ${size}`);
  }
});

test("a log of zeros or of noise is told and kept; a first start tells nothing", async () => {
  const made = await evening(), noise = (_, n) => (n * 7919 + (n >> 3)) & 255;
  for (const change of [(bytes) => bytes.fill(0), (bytes) => bytes.map(noise)]) {
    const {next, before} = await spoiled(made, change);
    assert.deepEqual([next.answers, next.told], [[], true]);
    assert.deepEqual(next.folder.files.get(COPY + 1), before);
    await goesOn(next, [], "an unreadable log");
  }
  assert.equal((await Tab.start(new Folder(), new Databases())).told, false);
  assert.equal((await Tab.start(new Folder(), new Databases(), AGAIN)).told, true, "the files are gone");
});

test("zeros or noise after the last frame are no kill: they are kept and told", async () => {
  const made = await evening(), more = new Uint8Array(300);
  for (const value of [0, 84]) {
    const {next, before} = await spoiled(made, (bytes) => Uint8Array.from([...bytes, ...more.fill(value)]));
    assert.deepEqual([next.answers, next.told], [FIVE, true]);
    assert.deepEqual(next.folder.files.get(COPY + 1), before);
    await goesOn(next, FIVE, "a tail of " + value);
  }
});

test("pages keep their places after a lost frame", async () => {
  const made = await evening(), {tab} = made, page = (letter) => letter.repeat(4096);
  tab.write("db", page("a") + page("b") + page("c"));
  await tab.disk.commit();
  const from = tab.bytes.length;
  tab.write("db", page("a") + page("B") + page("c"));
  await tab.disk.commit();
  tab.write("db", page("a") + page("B") + page("C"));
  await tab.disk.commit();
  const {next} = await spoiled(made, flip(from + 50));
  const text = next.memory.text(HOME + "/db"), found = text[0] + text[4096] + text[8192];
  assert.ok(text === page("a") + page("b") + page("C"), "pages that begin with " + found);
});

test("after damage every file looks changed, so the store checks them all", async () => {
  const made = await evening(), {next} = await spoiled(made, flip(made.ends[1] + 20));
  for (const [path, {mtime}] of next.memory.files) assert.equal(mtime, 2000, path);
  const {next: healthy} = await spoiled(made, (bytes) => bytes);
  for (const [path, {mtime}] of healthy.memory.files) assert.equal(mtime, 1000, path);
});

/** Five answers, then a compaction, then answers 6 and 7. */
async function compacted() {
  const made = await evening();
  await made.tab.compact();
  const first = made.tab.bytes.length;
  await made.tab.answer(6, 7);
  return {...made, first, older: LOGS.find((name) => name !== made.tab.current)};
}

test("the older log replaces a damaged first frame", async () => {
  const made = await compacted();
  for (let at = 0; at < made.first; at++) {
    const {next} = await spoiled(made, flip(at));
    assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7], true], `byte ${at}`);
    await goesOn(next, [...FIVE, 6, 7], `byte ${at}`);
  }
});

test("if the newer log is gone, cut or unreadable, the older one is used, and that is told", async () => {
  const made = await compacted();
  for (let size = 0; size < made.first; size++) {
    const {next} = await spoiled(made, (bytes) => bytes.slice(0, size));
    assert.deepEqual([next.answers, next.told], [FIVE, true], `cut to ${size}`);
    await goesOn(next, FIVE, `cut to ${size}`);
  }
  const {next, before} = await spoiled(made, (bytes) => bytes.fill(0));
  assert.deepEqual([next.answers, next.told], [FIVE, true]);
  assert.deepEqual(next.folder.files.get(COPY + 1), before);
  await goesOn(next, FIVE, "zeros");
});

test("damage in the older log touches nothing", async () => {
  const made = await compacted();
  for (let at = 0; at < made.folder.files.get(made.older).length; at++) {
    const damaged = made.folder.copy();
    damaged.files.set(made.older, flip(at)(damaged.files.get(made.older)));
    const next = await Tab.start(damaged, new Databases(), AGAIN);
    assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7], false], `byte ${at}`);
  }
});

test("a log of an earlier version, without its age in each frame, is read and mended", async () => {
  const made = await evening(), old = (bytes) => unaged(bytes);
  const {next} = await spoiled(made, old);
  assert.deepEqual([next.answers, next.told], [FIVE, false]);
  for (const frame of [0, 2, 5]) {
    const {next: mended} = await spoiled(made, (bytes) => {
      const out = old(bytes);
      return flip(frames(out)[frame] + 20)(out);
    });
    assert.deepEqual([mended.answers, mended.told], [without(frame), true], `frame ${frame}`);
    await goesOn(mended, without(frame), `frame ${frame}`);
  }
});

/** Where the frames of a healthy log begin. */
function frames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset), out = [];
  for (let at = 0; at < bytes.length; at += 12 + view.getUint32(at + 4)) out.push(at);
  return out;
}

/** As version 1 wrote it: only the first frame has an age. */
function unaged(bytes) {
  const parts = frames(bytes).map((at, n, all) => {
    const body = bytes.subarray(at + 12, all[n + 1]);
    const long = 4 + new DataView(body.buffer, body.byteOffset).getUint32(0), data = body.subarray(long);
    const list = JSON.parse(new TextDecoder().decode(body.subarray(4, long)));
    delete list.of;
    const json = new TextEncoder().encode(JSON.stringify(list));
    const out = Uint8Array.from([...new Uint8Array(16), ...json, ...data]), view = new DataView(out.buffer);
    view.setUint32(12, json.length);
    view.setUint32(4, out.length - 12);
    view.setUint32(8, crc32(out.subarray(12)));
    view.setUint32(0, 0x54534431);
    return out;
  });
  return Uint8Array.from(parts.flatMap((one) => [...one]));
}

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let n = 0; n < 8; n++) sum = sum & 1 ? sum >>> 1 ^ 0xEDB88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

test("copies of damaged logs are bounded, and no copy replaces another", async () => {
  let {tab} = await evening();
  const {folder, databases} = tab;
  for (let n = 1; n <= 6; n++) {
    folder.files.set(tab.current, flip(tab.bytes.length - 10)(tab.bytes));
    tab = await Tab.start(folder, databases, AGAIN);
    assert.equal(tab.told, true);
    await tab.answer(10 + n);
  }
  const copies = [...folder.files].filter(([name]) => name.startsWith(COPY));
  assert.deepEqual(copies.map(([name]) => name), [1, 2, 3, 4].map((n) => COPY + n));
  const sizes = copies.map(([, bytes]) => bytes.length);
  assert.deepEqual(sizes, [...sizes].sort((one, two) => one - two), "the oldest is the shortest");
});

test("a log grows by what changes, and is written again when it is mostly history", async () => {
  const folder = new Folder(), databases = new Databases();
  let tab = await Tab.start(folder, databases, {slack: 2000}), most = 0;
  for (let n = 1; n <= 300; n++) {
    tab.write("last", "x".repeat(50) + n);
    await tab.disk.commit();
    if (n % 37 === 0) tab = await Tab.start(folder, databases, {slack: 2000, kind: "opfs", known: true});
    assert.equal(tab.memory.text(HOME + "/last"), "x".repeat(50) + n);
    assert.equal(tab.told, false);
    most = Math.max(most, tab.bytes.length);
  }
  assert.ok(tab.disk.log.age > 5, `written again ${tab.disk.log.age} times`);
  assert.ok(most < 5000, `a log of ${most} bytes`);
});

/** Answers with compactions in between. `note` hears of each confirmed answer. */
async function busy(tab, note = () => {}) {
  for (const number of FIVE) {
    await tab.answer(number);
    note(number);
    if (number % 2 === 0) await tab.compact();
  }
}

test("a kill between any two calls, or inside one, loses no confirmed answer and tells nothing", async () => {
  const folder = new Folder(), confirmed = [];
  const tab = await Tab.start(folder, new Databases());
  await busy(tab, (number) => { confirmed[folder.changes.length] = number; });
  const parts = [() => 0, () => 1, () => 11, (size) => size / 2, (size) => size - 1];
  for (let count = 0, safe = 0; count <= folder.changes.length; count++) {
    safe = confirmed[count] || safe;
    for (const part of parts) {
      const left = folder.after(count, (bytes) => bytes.subarray(0, part(bytes.length)));
      const next = await Tab.start(left, new Databases(), {kind: "opfs", known: safe > 0});
      const what = `${count} changes: ${next.answers}, confirmed ${safe}`;
      assert.ok([safe, safe + 1].includes(next.answers.length), what);
      assert.deepEqual([next.answers, next.told], [FIVE.slice(0, next.last), false], `${count} changes`);
      await goesOn(next, next.answers, `killed after ${count} changes`);
    }
  }
});

test("a power cut that leaves zeros in the last write loses no confirmed answer", async () => {
  const folder = new Folder(), confirmed = [];
  const tab = await Tab.start(folder, new Databases());
  await busy(tab, (number) => { confirmed[folder.changes.length] = number; });
  for (let count = 0, safe = 0; count <= folder.changes.length; count++) {
    safe = confirmed[count] || safe;
    for (const from of [0, 8, 30]) {
      const zeros = (bytes) => bytes.map((byte, n) => (n < from ? byte : 0));
      const left = folder.after(count, zeros);
      const next = await Tab.start(left, new Databases(), {kind: "opfs", known: safe > 0});
      const what = `${count} changes: ${next.answers}, confirmed ${safe}`;
      assert.ok([safe, safe + 1].includes(next.answers.length), what);
      assert.deepEqual(next.answers, FIVE.slice(0, next.last));
    }
  }
});

test("a kill while damage is mended loses nothing more", async () => {
  const made = await compacted();
  for (const at of [20, made.first + 20]) {
    const {next} = await spoiled(made, flip(at)), {changes} = next.folder, answers = next.answers;
    for (let count = 0; count <= changes.length; count++) {
      const {next: killed} = await spoiled(made, flip(at));
      const folder = made.folder.copy();
      folder.files.set(made.tab.current, flip(at)(folder.files.get(made.tab.current)));
      for (const one of changes.slice(0, count)) folder.apply(one);
      const torn = changes[count];
      if (torn?.op === "write") folder.apply({...torn, bytes: torn.bytes.subarray(0, 40)});
      const later = await Tab.start(folder, killed.databases, AGAIN);
      assert.deepEqual(later.answers, answers, `byte ${at}, killed after ${count} changes`);
      await goesOn(later, answers, `byte ${at}, killed after ${count} changes`);
    }
  }
});

/** Give all answers; one that is refused is taken back and given again. Returns how many were refused. */
async function insist(tab) {
  let refused = 0;
  for (const number of FIVE) for (;;) {
    const before = tab.answers;
    try { await tab.answer(number); } catch (error) {
      assert.equal(error.name, "QuotaExceededError");
      tab.disk.restore();
      assert.deepEqual(tab.answers, before, "taken back");
      refused++;
      continue;
    }
    if (number % 2 === 0) await tab.compact().catch(() => null);
    break;
  }
  return refused;
}

test("a disk that is full at any one call refuses at most that answer", async () => {
  for (const silent of [false, true]) for (let call = 0, calls = 1; call < calls; call++) {
    const folder = new Folder(), databases = new Databases(), tab = await Tab.start(folder, databases);
    let count = 0;
    const takesRoom = (op) => ["write", "flush", "truncate"].includes(op);
    folder.allow = (op) => { if (takesRoom(op) && count++ === call && !silent) throw FULL; };
    Object.defineProperty(folder, "silent", {get: () => silent && count++ === call});
    const refused = await insist(tab);
    calls = count;
    assert.ok(refused <= 1, `call ${call}: ${refused} refused`);
    const next = await Tab.start(folder.copy(), databases, AGAIN);
    assert.deepEqual([next.answers, next.last, next.told], [FIVE, 5, false], `call ${call}`);
  }
});

test("what opening wrote waits for room; an answer does not", async () => {
  const {tab, folder} = await evening();
  folder.allow = (op) => { if (op === "write") throw FULL; };
  await assert.rejects(tab.answer(6), FULL);
  assert.ok(!tab.disk.isAsOpened());
  tab.disk.restore();
  tab.write("opened", "now");
  tab.disk.noteOpened();
  await assert.rejects(tab.disk.commit(), FULL);
  assert.ok(tab.disk.isAsOpened());
  await assert.rejects(tab.answer(6), FULL);
  assert.ok(!tab.disk.isAsOpened());
});

test("the older log makes room when the disk is full", async () => {
  const made = await compacted(), {folder, tab, older} = made;
  const used = () => [...folder.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  const room = used() + 10;
  folder.allow = (op) => { if (op === "flush" && used() > room) throw FULL; };
  await tab.answer(8);
  assert.equal(folder.files.get(older).length, 0);
  const next = await Tab.start(folder.copy(), new Databases(), AGAIN);
  assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7, 8], false]);
});

test("damage on a full disk is mended once there is room, and nothing is lost until then", async () => {
  const made = await evening(), damaged = made.folder.copy();
  damaged.files.set(made.tab.current, flip(made.ends[1] + 20)(damaged.files.get(made.tab.current)));
  const before = damaged.files.get(made.tab.current).slice();
  damaged.allow = (op) => { if (op === "write") throw FULL; };
  await assert.rejects(Tab.start(damaged, new Databases(), AGAIN), {name: "QuotaExceededError"});
  assert.deepEqual(damaged.files.get(made.tab.current), before);
  damaged.allow = () => {};
  const next = await Tab.start(damaged, new Databases(), AGAIN);
  assert.deepEqual([next.answers, next.told], [without(2), true]);
});

test("damage on a full disk costs no backup that is needed to mend it", async () => {
  const made = await compacted(), damaged = made.folder.copy();
  flip(20)(damaged.files.get(made.tab.current));
  damaged.allow = (op) => { if (op === "write") throw FULL; };
  for (let n = 0; n < 2; n++) await assert.rejects(Tab.start(damaged, new Databases(), AGAIN));
  damaged.allow = () => {};
  const next = await Tab.start(damaged, new Databases(), AGAIN);
  assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7], true]);
});

test("a copy that finds no room leaves no empty file behind", async () => {
  const made = await evening(), damaged = made.folder.copy();
  flip(made.ends[1] + 20)(damaged.files.get(made.tab.current));
  let name = "";
  damaged.allow = (op) => { if (op === "write" && name) throw FULL; };
  const open = damaged.getFileHandle.bind(damaged);
  damaged.getFileHandle = (one, how) => {
    name = how?.create && one.startsWith(COPY) ? one : "";
    return open(one, how);
  };
  const next = await Tab.start(damaged, new Databases(), AGAIN);
  assert.deepEqual([next.answers, next.told, damaged.files.has(COPY + 1)], [without(2), true, false]);
});

test("a log whose beginning is gone counts as damaged", async () => {
  const made = await evening();
  for (const frame of [0, 1, 2]) {
    const {next} = await spoiled(made, (bytes) => bytes.slice(made.ends[frame]));
    assert.deepEqual([next.answers, next.told], [FIVE.slice(frame), true], `${frame + 1} frames are gone`);
    await goesOn(next, FIVE.slice(frame), `${frame + 1} frames are gone`);
  }
});

test("a file that can be read only in part is left alone", async () => {
  const {folder, databases} = await evening(), before = folder.copy().files;
  folder.readable = 100;
  await assert.rejects(Tab.start(folder, databases, AGAIN), /a part of the file/);
  assert.deepEqual(folder.files, before);
});

test("if synchronous calls return promises, IndexedDB is used and no file is touched", async () => {
  const folder = new Folder(), databases = new Databases();
  folder.synchronous = false;
  let tab = await Tab.start(folder, databases);
  assert.equal(tab.disk.log.kind, "idb");
  await tab.answer(...FIVE);
  tab = await Tab.start(folder, databases, {kind: "idb", known: true});
  assert.deepEqual([tab.answers, tab.told], [FIVE, false]);
  assert.deepEqual(folder.changes.filter(({op}) => op !== "create"), [], "no file was written or cut");
});

test("plays that such a browser once saved in files move to IndexedDB", async () => {
  const {folder, databases} = await compacted();
  folder.synchronous = false;
  const before = folder.copy().files, tab = await Tab.start(folder, databases, AGAIN);
  assert.deepEqual([tab.disk.log.kind, tab.answers, tab.told], ["idb", [...FIVE, 6, 7], false]);
  assert.deepEqual(folder.files, before);
  await tab.answer(8);
  const next = await Tab.start(folder, databases, AGAIN); // the page was killed before it noted "idb"
  assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7, 8], false]);
});

/* IndexedDB */

const rows = (databases, name = "tableside") => [...databases.all.get(name).rows.entries()];

test("IndexedDB: a damaged byte costs one record, is told once, and the records are kept", async () => {
  const made = await evening("idb");
  const places = rows(made.databases).flatMap(([key, bytes], number) =>
    [...bytes.keys()].map((at) => [number, key, bytes, at]));
  for (const [number, key, bytes, at] of places) {
    const databases = made.databases.copy(), what = `record ${number}, byte ${at}`;
    databases.all.get("tableside").rows.set(key, flip(at)(bytes.slice()));
    const before = rows(databases).map(([, value]) => value);
    const next = await Tab.start(new Folder(), databases, {kind: "idb", known: true});
    assert.deepEqual([next.answers, next.told], [without(number), true], what);
    assert.deepEqual(rows(databases, COPY + 1).map(([, value]) => value), before, what);
    await goesOn(next, without(number), what, "idb");
  }
});

test("IndexedDB: a lost value, and a lost database", async () => {
  const made = await evening("idb"), databases = made.databases.copy();
  databases.all.get("tableside").rows.set(3, undefined);
  const next = await Tab.start(new Folder(), databases, {kind: "idb", known: true});
  assert.deepEqual([next.answers, next.told], [without(2), true]);
  assert.equal((await Tab.start(new Folder(), new Databases(), {kind: "idb", known: true})).told, true);
  const first = await Tab.start(new Folder(), new Databases(), {kind: "idb"});
  assert.equal(first.told, false, "the first start");
});

test("IndexedDB: the older records replace a damaged first one", async () => {
  const {tab, databases} = await evening("idb");
  await tab.compact();
  await tab.answer(6, 7);
  const first = rows(databases).length - 3;
  for (let at = 0; at < rows(databases)[first][1].length; at++) {
    const damaged = databases.copy(), [key, bytes] = rows(damaged)[first];
    damaged.all.get("tableside").rows.set(key, flip(at)(bytes.slice()));
    const next = await Tab.start(new Folder(), damaged, {kind: "idb", known: true});
    assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7], true], `byte ${at}`);
  }
  await tab.compact();
  await tab.compact();
  assert.equal(rows(databases).length, 2, "older ones go");
});

test("IndexedDB: copies of damaged logs are bounded", async () => {
  let {tab} = await evening("idb");
  const {folder, databases} = tab;
  for (let n = 1; n <= 6; n++) {
    const [key, bytes] = rows(databases).at(-1);
    databases.all.get("tableside").rows.set(key, flip(20)(bytes.slice()));
    tab = await Tab.start(folder, databases, {kind: "idb", known: true});
    assert.equal(tab.told, true);
  }
  assert.deepEqual([...databases.all.keys()], ["tableside", ...[1, 2, 3, 4].map((n) => COPY + n)]);
  const sizes = [1, 2, 3, 4].map((n) => rows(databases, COPY + n).length);
  assert.deepEqual(sizes, [...sizes].sort((one, two) => one - two));
});

test("IndexedDB: a full disk refuses at most one answer, a kill loses none", async () => {
  for (let call = 0, calls = 1; call < calls; call++) for (const kind of ["full", "killed"]) {
    const databases = new Databases(), tab = await Tab.start(new Folder(), databases, {kind: "idb"});
    let count = 0;
    const confirmed = [];
    databases.allow = () => { if (kind === "full" ? count++ === call : count++ >= call) throw FULL; };
    if (kind === "full") assert.ok(await insist(tab) <= 1);
    else await busy(tab, (number) => confirmed.push(number)).catch(() => null);
    calls = Math.max(calls, kind === "full" ? count : 0);
    databases.allow = () => {};
    const next = await Tab.start(new Folder(), databases, {kind: "idb", known: true});
    const expected = kind === "full" ? FIVE : confirmed;
    assert.deepEqual([next.answers, next.told], [expected, false], `${kind}, call ${call}`);
    await goesOn(next, next.answers, `${kind}, call ${call}`, "idb");
  }
});

test("IndexedDB: the older records make room when the disk is full", async () => {
  const {tab, databases} = await evening("idb");
  await tab.compact();
  await tab.answer(6);
  let tries = 0;
  databases.allow = () => { if (tries++ === 0) throw FULL; };
  await tab.answer(7);
  assert.equal(rows(databases).length, 3, "the first, 6 and 7");
  const next = await Tab.start(new Folder(), databases, {kind: "idb", known: true});
  assert.deepEqual([next.answers, next.told], [[...FIVE, 6, 7], false]);
});

/** What a start on that storage finds in a file. */
async function found(folder, path) {
  const tab = await Tab.start(folder.copy(), new Databases(), AGAIN), node = tab.memory.files.get(HOME + path);
  return node.contents.subarray(0, node.usedBytes);
}

test("writes within a millisecond, cuts and gaps are saved", async () => {
  const tab = await Tab.start(new Folder(), new Databases()), path = HOME + "/database";
  tab.write("database", "x".repeat(50000));
  await tab.disk.commit();
  let seed = 1;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let n = 0; n < 300; n++) {
    for (let k = random(3); k >= 0; k--) {
      const size = tab.memory.files.get(path).usedBytes;
      if (random(9) === 0) tab.memory.resize(path, random(90000));
      else tab.memory.change(path, new Uint8Array(1 + random(9000)).fill(random(256)), random(size + 20000));
    }
    await tab.disk.commit();
    const node = tab.memory.files.get(path), now = node.contents.subarray(0, node.usedBytes);
    if (n % 10 === 0) assert.deepEqual(await found(tab.folder, "/database"), now, "after answer " + n);
  }
});

test("an answer costs as much with a large store as with a small one", async () => {
  const tab = await Tab.start(new Folder(), new Databases()), path = HOME + "/database";
  tab.memory.writeFile(path, new Uint8Array(40 << 20).fill(7));
  tab.memory.writeFile(HOME + "/backup", new Uint8Array(40 << 20).fill(7));
  await tab.disk.commit();
  for (let n = 1; n <= 20; n++) tab.memory.change(path, new Uint8Array([99]), n * 900000);
  const before = process.cpuUsage(), {files, parts} = tab.disk.changes(), {user} = process.cpuUsage(before);
  assert.deepEqual([files.length, parts.length], [1, 20]);
  assert.ok(user < 60000, user / 1000 + " ms; comparing all bytes takes 400");
});

for (const kind of ["opfs", "idb"]) {
  const FOLDER = {kind, name: "tableside@beta"};

  test(kind + ": a page in a folder begins with a copy of what an older version saved for all", async () => {
    const {tab, folder, databases} = await evening(kind);
    const beta = await Tab.start(folder, databases, {...FOLDER, known: true});
    assert.deepEqual([beta.answers, beta.told], [FIVE, false]);
    await beta.answer(6);
    const again = await Tab.start(folder, databases, {...FOLDER, known: true});
    assert.deepEqual([again.answers, again.told], [[...FIVE, 6], false]);
    const old = await Tab.start(folder, databases, {kind, known: true});
    assert.deepEqual([old.answers, old.told], [tab.answers, false], "the old one stays");
  });

  test(kind + ": what the browser deleted under a running page is saved again", async () => {
    const {tab, folder, databases} = await evening(kind);
    folder.files.clear();
    folder.taken.clear();
    databases.all.clear();
    await tab.disk.rescue();
    await tab.answer(6);
    const again = await Tab.start(folder, databases, {kind, known: true});
    assert.deepEqual([again.answers, again.told], [[...FIVE, 6], false]);
  });
}

test("a kill while a folder takes its copy takes it again", async () => {
  const {folder} = await evening();
  const whole = folder.copy();
  await Tab.start(whole, new Databases(), {kind: "opfs", name: "tableside@beta", known: true});
  for (let count = 0; count <= whole.changes.length; count++) {
    const killed = folder.copy();
    for (const one of whole.changes.slice(0, count)) killed.apply(one);
    const next = await Tab.start(killed, new Databases(), {kind: "opfs", name: "tableside@beta", known: true});
    assert.deepEqual([next.answers, next.told], [FIVE, false], "after change " + count);
  }
});
