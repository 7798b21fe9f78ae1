// node compiled.mjs PYODIDE TAB: import everything from the zips of a build; print the sources that Python compiles.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [pyodide, tab] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(pyodide + "/pyodide.mjs").href);
const py = await loadPyodide({indexURL: pyodide + "/", stdLibURL: tab + "/python_stdlib.zip"});
py.unpackArchive(new Uint8Array(readFileSync(tab + "/tableside.zip")), "zip", {extractDir: "/tableside"});
console.log(py.runPython(`
import builtins, json, sys
sys.path.insert(0, "/tableside")
run, compiled = builtins.exec, []
def noted(source, *names):
    if isinstance(source, str):
        compiled.append(source)
    run(source, *names)
builtins.exec = noted
from companion.services.phones.tab import everything
import companion.simulate
everything()
from dataclasses import dataclass
@dataclass
class OfAPack:
    count: int
json.dumps({"compiled": compiled, "made": repr(OfAPack(3))})
`));
