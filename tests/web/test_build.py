"""What `make web` writes."""

import gzip
import json
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.services.phones.server import FOLDER
from tests.web.site import Site

TYPES = Path(__file__).parents[2] / "tools" / "page"
TEXTS = (".html", ".js", ".css", ".webmanifest", ".json")
STARTED = ("index.html", "sw.js", "_headers", "LICENSE.txt")
"""What browsers, web servers and people look for by themselves."""


def asked(name: str, file: str) -> str:
    """As the scripts write it: the first words of each language have its name in theirs."""
    return "tab/first.${" if name.startswith("tab/first.") else file


@pytest.mark.slow
@pytest.mark.thorough
def test_no_file_is_there_that_nobody_loads(fresh_site: Site) -> None:
    files = {path.relative_to(fresh_site.folder).as_posix(): path
             for path in fresh_site.folder.rglob("*") if path.is_file() and path.suffix != ".br"}
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items() if path.suffix in TEXTS}
    texts["sw.js"] = texts["sw.js"].partition("const worker")[2]  # without its list of all files
    unnamed = [name for name, path in files.items() if name not in STARTED and not any(
        asked(name, path.name) in text for other, text in texts.items() if other != name)]
    assert unnamed == []


@pytest.mark.slow
@pytest.mark.thorough
def test_bytecode_only_and_nothing_that_a_tab_cannot_use(fresh_site: Site) -> None:
    from zipfile import ZIP_STORED, ZipFile

    for name, needed in (("python_stdlib.zip", "statistics.pyc"), ("tableside.zip", "companion/api.pyc")):
        with ZipFile(fresh_site.folder / "tab" / name) as file:
            found = file.infolist()
        names = {one.filename for one in found}
        assert {one.compress_type for one in found} == {ZIP_STORED}, "the web server compresses it better"
        assert needed in names
        assert not [one for one in names if one.endswith(".py") or "unittest" in one or "/ui/" in one]


@pytest.mark.slow
@pytest.mark.thorough
def test_a_first_start_compiles_no_source(fresh_site: Site) -> None:
    """Dataclasses compiled their methods: half of importing everything. Those of packs still do."""
    from tools import web

    script = Path(__file__).with_name("compiled.mjs")
    said = json.loads(subprocess.run(["node", script, web.ORIGINAL, fresh_site.folder / "tab"], check=True,
                                     capture_output=True, encoding="utf-8").stdout)
    assert said["made"] == "OfAPack(count=3)"
    assert len(said["compiled"]) == 1 and "count" in said["compiled"][0]


@pytest.mark.slow
@pytest.mark.thorough
def test_a_first_visit_loads_at_most_eight_megabytes(fresh_site: Site) -> None:
    """The page and its offline copy; icons of packs and pictures for shared links come only if asked for."""
    listed = re.search(r"const FILES = (\{.*?\});", (fresh_site.folder / "sw.js").read_text(encoding="utf-8"))
    assert listed is not None
    files = ["sw.js", *json.loads(listed[1])]
    assert sum(len(gzip.compress((fresh_site.folder / name).read_bytes())) for name in files) <= 8_000_000


def test_typescript_checks_every_script() -> None:
    listed = [pattern for name in ("tsconfig.json", "tsconfig.worker.json")
              for pattern in json.loads((TYPES / name).read_text(encoding="utf-8"))["include"]]
    scripts = [f"../../companion/page/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*.js")]
    assert [one for one in scripts if not any(fnmatch(one, pattern) for pattern in listed)] == []


def test_the_docs_show_the_policy_that_the_page_has() -> None:
    from tools.web import policy

    docs = Path(__file__).parents[2] / "docs" / "in-a-browser.md"
    assert f'"{policy()}"' in docs.read_text(encoding="utf-8")
