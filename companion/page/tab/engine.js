// The worker that has the table: Python, the games and the plays. Each reply leaves only after everything is
// saved.

import {BUILD} from "./build.js";
import {Disk, TAKEN} from "./disk.js";
import {NAME} from "../guest/place.js";
import {again, loadAll, loadScript} from "./load.js";
import {loadPyodide} from "./pyodide/pyodide.js";

const HOME = "/plays";
const IMAGE = "./image.gz";
const ENTRY = 0x04034b50; // each file of a zip begins with it
const NO_PACKAGES = {
  info: {abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2"},
  packages: {},
};
/** @param {EngineNews} message */
const tell = (message) => postMessage(message);
const cabinet = () => (self.caches ? caches.open(NAME + "-" + BUILD) : Promise.reject(new Error("no cache")));

/** The large files by name. @typedef {Record<string, Uint8Array<ArrayBuffer>>} Files */
/** Makes pyodide's module. @typedef {(settings: object) => Promise<any>} Make */

/** Pyodide asks for its files by `fetch`. They are here already, whatever type their host gives them.
 * Returns how to stop. @param {Files} files */
function serve(files) {
  const network = self.fetch;
  self.fetch = async (asked, how) => {
    const name = String(asked).split("/").pop() || "";
    return name in files ? new Response(name.endsWith(".wasm") ? null : files[name]) : network(asked, how);
  };
  return () => {
    self.fetch = network;
  };
}

/** Pyodide never says that its program can't be started.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {(error: any) => void} no */
function program(bytes, no) {
  const mark = Symbol("error");
  const env = {Jsv_GetError_import: () => mark, JsvError_Check: (/** @type {unknown} */ one) => one === mark};
  const compiled = WebAssembly.compile(bytes);
  /** @param {any} imports @param {(made: WebAssembly.Instance, module: WebAssembly.Module) => void} done */
  return (imports, done) => {
    Object.assign(imports.env, env);
    compiled.then(async (module) => done(await WebAssembly.instantiate(module, imports), module)).catch(no);
    return {};
  };
}

/** Put the files of a zip into the engine's file system. They are stored in it as they are.
 * @param {Uint8Array<ArrayBuffer>} zip @param {string} folder @param {FileSystem} FS */
function unpack(zip, folder, FS) {
  const view = new DataView(zip.buffer);
  for (let at = 0; view.getUint32(at, true) === ENTRY;) {
    const size = view.getUint32(at + 18, true);
    const named = at + 30 + view.getUint16(at + 26, true);
    const path = folder + new TextDecoder().decode(zip.subarray(at + 30, named));
    const begin = named + view.getUint16(at + 28, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, zip.subarray(begin, begin + size), {canOwn: true});
    at = begin + size;
  }
}

/** Start Python; with the image of an earlier start, without importing anything.
 * @param {Files} files @param {Make} make @param {Uint8Array|null} image @returns {Promise<Python>} */
async function boot(files, make, image) {
  /** @type {Python} */
  const python_ = await new Promise((go, no) => {
    const instantiateWasm = program(files["pyodide.asm.wasm"], no);
    /** @param {object} settings */
    const makeRoom = async (settings) => {
      const module = await make({...settings, instantiateWasm});
      while (image && module.HEAP8.length < image.length) {
        // the image replaces it
        module._malloc(image.length - module.HEAP8.length + 65536);
      }
      return module;
    };
    loadPyodide({
      indexURL: "./pyodide/",
      lockFileContents: NO_PACKAGES,
      env: {PYTHONHASHSEED: "0", HOME},
      createPyodideModule: makeRoom,
      ...(image ? {_loadSnapshot: image} : {_makeSnapshot: true}),
    }).then(go, no);
  });
  tell({progress: 0.65});
  unpack(files["tableside.zip"], "/tableside/", python_.FS);
  python_.FS.mkdirTree(HOME);
  return python_;
}

/** @param {unknown} error */
const noImage = (error) => console.info("no image", error);
/** @param {Uint8Array<ArrayBuffer>} image */
async function keep(image) {
  const blob = await new Response(
    new Blob([image]).stream().pipeThrough(new CompressionStream("gzip"))
  ).blob();
  await (await cabinet()).put(IMAGE, new Response(blob));
}

async function keptImage() {
  const found = await (await cabinet()).match(IMAGE);
  return found
    ? new Uint8Array(
        await new Response(
          /** @type {ReadableStream<BufferSource>} */ (found.body).pipeThrough(
            new DecompressionStream("gzip")
          )
        ).arrayBuffer()
      )
    : null;
}

async function python() {
  const [files, script] = await Promise.all([loadAll(), loadScript("pyodide/pyodide.asm.js")]);
  tell({progress: 0.6}); // from now on it may be silent for long
  const stop = serve(files);
  try {
    return await started(files, script.default);
  } finally {
    stop();
  } // a phone needs the memory
}

/** The second start takes the memory of the first one, as it was before it opened any play.
 * @param {Files} files @param {Make} make */
async function started(files, make) {
  try {
    const image = await keptImage();
    if (image) return await boot(files, make, image);
  } catch (error) {
    console.info("started without the image", error);
    await cabinet()
      .then((all) => all.delete(IMAGE))
      .catch(() => null);
  }
  const py = await boot(files, make, null);
  tell({progress: 0.7});
  py.runPython(
    "import sys; sys.path.insert(0, '/tableside')\n" +
      "from companion.services.phones.tab import Tab, everything\n" +
      "from companion.simulate import trial; found = everything()"
  );
  try {
    const image = py.makeMemorySnapshot();
    setTimeout(() => keep(image).catch(noImage), 3000);
  } catch (error) {
    noImage(error);
  }
  return py;
}

/** @type {() => void} */
let release = () => {};
/** Only one tab has the plays. Another one asks for them, and gets them between two answers.
 * @param {number} patience @returns {Promise<boolean>} */
function alone(patience) {
  return new Promise((go, no) => {
    navigator.locks
      .request(NAME, {signal: AbortSignal.timeout(patience)}, () => {
        go(true);
        return new Promise((end) => {
          release = () => end(null);
        });
      })
      .catch((error) => (error.name === "TimeoutError" ? go(false) : no(error)));
  });
}

/** @type {((message: string) => string)|null} */
let take = null;
/** Where the plays are saved, once this tab has them. @type {Disk["log"]|null} */
let log = null;
/** @type {Disk|null} */
let disk = null;
/** @type {Python} */
let py;
/** @type {Promise<unknown>} */
let line = Promise.resolve();

/** Another tab wants the plays: it gets them at once while Python loads, later between two answers.
 * @param {MessageEvent} event */
function give({data}) {
  if (data !== "give") return;
  if (disk) line = line.then(handOver);
  else handOver();
}

function handOver() {
  const saved = disk?.log || log;
  if (!saved) return;
  take = null;
  saved.close();
  log = disk = null;
  release();
  tell({taken: true});
}

/** What the page says if the storage fails. Browsers that may save nothing deny locks and channels, too.
 * @param {any} error */
function failure(error) {
  if (error.name === "QuotaExceededError") return "full";
  return ["SecurityError", "NotAllowedError"].includes(error.name) ? "denied" : "broken";
}

/** @type {BroadcastChannel} on which tabs ask for the plays */
let call;

/** What the page knows when it starts the table.
 * @typedef {{languages: string[], patience: number, storage: string, known: boolean}} Start */

/** Get the plays; undefined if they can't be had. @param {Start} how */
async function openLog({patience, storage}) {
  try {
    call = new BroadcastChannel(NAME);
    call.onmessage = give;
    if (patience) call.postMessage("give");
    const isAlone = await alone(patience || 2500); // the page before a reload may still end
    if (isAlone) return await Disk.open(storage, NAME);
    tell({busy: !!patience});
  } catch (/** @type {any} */ error) {
    tell(error.name === TAKEN ? {busy: !!patience} : {[failure(error)]: String(error)});
    close();
  }
  return undefined;
}

/** Open the table on what is saved; false if a newer version saved it.
 * @param {Disk} files @param {Start} how */
async function openTable(files, {languages, known}) {
  if (await files.load(known)) tell({damaged: true});
  py.globals.set("languages", JSON.stringify(languages));
  py.runPython(
    "import json, pathlib; tab = Tab(pathlib.Path('" + HOME + "'), json.loads(languages), found, trial)"
  );
  if (py.runPython("tab.is_older()")) return false;
  await files.commit();
  return true;
}

/** @param {Start} how */
async function start(how) {
  log = (await openLog(how)) || null;
  if (!log) return;
  tell({progress: 0.1});
  py = await python();
  if (!log) return; // another tab has the plays by now
  tell({progress: 0.8});
  disk = new Disk(log, py.FS, HOME);
  try {
    if (!(await openTable(disk, how))) {
      release();
      tell({newer: true});
      return;
    }
  } catch (error) {
    release();
    tell({[failure(error)]: String(error)});
    return;
  }
  take = py.runPython("tab.take");
  tell({progress: 1, ready: true, storage: log.kind});
}

/** Open what is saved. Messages that change nothing more, such as an export, then need no room.
 * @param {Disk} files @param {(message: string) => string} ask @param {unknown} error */
function takeBack(files, ask, error) {
  py.runPython("tab.drop()");
  files.restore();
  py.runPython("tab.open()");
  files.noteOpened();
  return {...JSON.parse(ask('{"look": true}')), reply: {status: 507, unsaved: failure(error)}};
}

/** Save everything again: the browser has deleted it under this page. */
async function rescue() {
  if (!disk) return;
  await disk.rescue();
  tell({cleared: true, storage: disk.log.kind});
}

/** Save what has changed. @param {Disk} files */
async function save(files) {
  try {
    await files.commit();
  } catch (error) {
    if (failure(error) !== "broken") throw error;
    console.info("saved again after", error);
    await rescue();
    await files.commit();
  }
}

/** Hand a message to the table, save, then send what it says. If it can't be saved, the table goes back to
 * what is. @param {number} id @param {object} message */
async function turn(id, message) {
  if (!take || !disk) return;
  let out = JSON.parse(take(JSON.stringify(message)));
  try {
    await save(disk);
  } catch (error) {
    if (!disk.isAsOpened()) out = takeBack(disk, take, error);
  }
  for (const [number, seconds] of out.alarms) setTimeout(() => queue(0, {alarm: number}), seconds * 1000);
  tell({id, reply: out.reply, news: out.news});
}

/** @param {number} id @param {object} message */
const queue = (id, message) => {
  line = line
    .then(() => turn(id, message))
    .catch((error) => tell({id, reply: {status: 500}, broken: String(error)}));
};

onmessage = ({data}) => {
  if (data.start) line = line.then(() => start(data.start)).catch((error) => tell({broken: String(error)}));
  else if (data.again) again();
  else if (data.cleared) line = line.then(rescue).catch((error) => console.info("not saved again", error));
  else queue(data.id, data.message);
};
