// node kit.mjs PYODIDE SOURCE.zip: print what the kit of plays comes to on pyodide's Python.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [pyodide, source] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(pyodide + "/pyodide.mjs").href);
const py = await loadPyodide({indexURL: pyodide + "/"});
py.unpackArchive(new Uint8Array(readFileSync(source)), "zip", {extractDir: "/source"});
console.log(py.runPython(`
import json, sys, pathlib
sys.path.insert(0, "/source")
from tests.games.golden import kit
json.dumps(kit(pathlib.Path("/source/tests/games")))
`));
