// The worker that has the table: Python, the games and the plays. Each reply leaves only after everything is
// saved.

import {BUILD} from "./build.js";
import {Disk, TAKEN} from "./disk.js";
import {again, loadAll, loadScript} from "./load.js";
import {loadPyodide} from "./pyodide/pyodide.js";

const HOME = "/plays";
const IMAGE = "./image.gz";
const tell = (message) => postMessage(message);
const cabinet = () =>
  self.caches ? caches.open("tableside-" + BUILD) : Promise.reject(new Error("no cache"));

/** Pyodide asks for its files by `fetch`. They are here already, whatever type their host gives them.
 * Returns how to stop. */
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

/** Pyodide never says that its program can't be started. @param {(error: any) => void} no */
function program(bytes, no) {
  const mark = Symbol("error");
  const env = {Jsv_GetError_import: () => mark, JsvError_Check: (one) => one === mark};
  const compiled = WebAssembly.compile(bytes);
  return (imports, done) => {
    Object.assign(imports.env, env);
    compiled.then(async (module) => done(await WebAssembly.instantiate(module, imports), module)).catch(no);
    return {};
  };
}

/** Start Python; with the image of an earlier start, without importing anything.
 * @param {Uint8Array|null} image */
async function boot(files, make, image) {
  const py = await new Promise((go, no) => {
    const instantiateWasm = program(files["pyodide.asm.wasm"], no);
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
      env: {PYTHONHASHSEED: "0", HOME},
      createPyodideModule: makeRoom,
      ...(image ? {_loadSnapshot: image} : {_makeSnapshot: true}),
    }).then(go, no);
  });
  tell({progress: 0.65});
  py.unpackArchive(files["tableside.zip"], "zip", {extractDir: "/tableside"});
  py.FS.mkdirTree(HOME);
  return py;
}

const noImage = (error) => console.info("no image", error);
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
          /** @type {any} */ (found.body).pipeThrough(new DecompressionStream("gzip"))
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

/** The second start takes the memory of the first one, as it was before it opened any play. */
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

/** Only one tab has the plays. Another one asks for them, and gets them between two answers. */
/** @type {any} */ let call = null;
/** @type {() => void} */
let release = () => {};
function alone(patience) {
  return new Promise((go, no) => {
    navigator.locks
      .request("tableside", {signal: AbortSignal.timeout(patience)}, () => {
        go(true);
        return new Promise((end) => {
          release = () => end(null);
        });
      })
      .catch((error) => (error.name === "TimeoutError" ? go(false) : no(error)));
  });
}

/** @type {any} */ let take = null;
/** @type {any} */ let disk = null;
/** @type {any} */ let py = null;
/** @type {Promise<any>} */
let line = Promise.resolve();

function give({data}) {
  if (data !== "give" || !disk) return;
  line = line.then(() => {
    take = null;
    disk.log.close();
    disk = null;
    release();
    tell({taken: true});
  });
}

/** What the page says if the storage fails. Browsers that may save nothing deny locks and channels, too. */
function failure(error) {
  if (error.name === "QuotaExceededError") return "full";
  return ["SecurityError", "NotAllowedError"].includes(error.name) ? "denied" : "broken";
}

async function start({languages, patience, storage, known}) {
  let log;
  try {
    call = new BroadcastChannel("tableside");
    call.onmessage = give;
    if (patience) call.postMessage("give");
    if (!(await alone(patience || 2500))) {
      tell({busy: !!patience});
      return;
    } // the page before a reload may still end
    log = await Disk.open(storage);
  } catch (error) {
    tell(error.name === TAKEN ? {busy: !!patience} : {[failure(error)]: String(error)});
    close();
    return;
  }
  tell({progress: 0.1});
  py = await python();
  tell({progress: 0.8});
  disk = new Disk(log, py.FS, HOME);
  try {
    if (await disk.load(known)) tell({damaged: true});
  } catch (error) {
    release();
    tell({[failure(error)]: String(error)});
    return;
  }
  py.globals.set("languages", JSON.stringify(languages));
  py.runPython(
    "import json, pathlib; tab = Tab(pathlib.Path('" + HOME + "'), json.loads(languages), found, trial)"
  );
  take = py.runPython("tab.take");
  try {
    await disk.commit();
  } catch (error) {
    take = null;
    release();
    tell({[failure(error)]: String(error)});
    return;
  }
  tell({progress: 1, ready: true, storage: log.kind});
}

/** Open what is saved. Messages that change nothing more, such as an export, then need no room. */
function takeBack(error) {
  py.runPython("tab.drop()");
  disk.restore();
  py.runPython("tab.open()");
  disk.noteOpened();
  return {...JSON.parse(take('{"look": true}')), reply: {status: 507, full: String(error)}};
}

/** Hand a message to the table, save, then send what it says. If it can't be saved, the table goes back to
 * what is. */
async function turn(id, message) {
  if (!take) return;
  let out = JSON.parse(take(JSON.stringify(message)));
  try {
    await disk.commit();
  } catch (error) {
    if (!disk.isAsOpened()) out = takeBack(error);
  }
  for (const [number, seconds] of out.alarms) setTimeout(() => queue(0, {alarm: number}), seconds * 1000);
  tell({id, reply: out.reply, news: out.news});
}

const queue = (id, message) => {
  line = line
    .then(() => turn(id, message))
    .catch((error) => tell({id, reply: {status: 500}, broken: String(error)}));
};

onmessage = ({data}) => {
  if (data.start) line = line.then(() => start(data.start)).catch((error) => tell({broken: String(error)}));
  else if (data.again) again();
  else queue(data.id, data.message);
};
