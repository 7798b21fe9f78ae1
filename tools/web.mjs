// node tools/web.mjs PYODIDE SOURCE.zip FOLDER: write the two zips of web_pack.py, by pyodide's own Python.
import {readFileSync, writeFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [pyodide, source, folder] = process.argv.slice(2).map((one) => resolve(one));
const {loadPyodide} = await import(pathToFileURL(pyodide + "/pyodide.mjs").href);
const py = await loadPyodide({indexURL: pyodide + "/", env: {PYTHONNODEBUGRANGES: "1"}});
py.unpackArchive(new Uint8Array(readFileSync(source)), "zip", {extractDir: "/source"});
py.FS.writeFile("/library.zip", readFileSync(pyodide + "/python_stdlib.zip"));
py.FS.writeFile("/home/pyodide/web_pack.py", readFileSync(new URL("./web_pack.py", import.meta.url)));
py.FS.mkdir("/out");
py.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/source")
import web_pack
web_pack.main(Path("/source"), Path("/library.zip"), Path("/out"))
`);
for (const name of ["python_stdlib.zip", "tableside.zip"]) {
  writeFileSync(`${folder}/${name}`, py.FS.readFile("/out/" + name));
}
