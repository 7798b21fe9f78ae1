// node tools/web.mjs PYODIDE SOURCE.zip COMPILED.zip: compile Tableside for pyodide's own Python.
import {readFileSync, writeFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [pyodide, source, compiled] = process.argv.slice(2).map((one) => resolve(one));
const {loadPyodide} = await import(pathToFileURL(pyodide + "/pyodide.mjs").href);
const py = await loadPyodide({indexURL: pyodide + "/"});
py.unpackArchive(new Uint8Array(readFileSync(source)), "zip", {extractDir: "/source"});
py.runPython(`
import compileall, pathlib, shutil
if not compileall.compile_dir("/source", legacy=True, quiet=1, stripdir="/source"):
    raise SystemExit("Tableside can't be compiled.")
for path in pathlib.Path("/source").rglob("*.py"):
    path.unlink()
shutil.make_archive("/compiled", "zip", "/source")
`);
writeFileSync(compiled, py.FS.readFile("/compiled.zip"));
