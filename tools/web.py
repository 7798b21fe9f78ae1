"""Write dist/web: the table as static files, for any web server. Needs npm and node, for pyodide."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from fnmatch import fnmatch
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import h11
import segno

from companion import __version__
from companion.core.game import Game
from companion.core.language import offered, speaking
from companion.core.registry import find_games
from companion.services.about import LICENCES, notices_file
from companion.services.home import small_covers
from companion.services.library import Library
from companion.services.phones.desk import Desk
from companion.services.phones.http import write_json
from companion.services.phones.page_words import WORDS, words_json
from companion.services.phones.server import FOLDER, SOUNDS, served
from companion.services.phones.tab import FIRST, IN_A_TAB, STORE
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from tools.web_face import face, is_for_others

ROOT = Path(__file__).resolve().parents[1]
OUT, WORK, SOURCES = ROOT / "dist" / "web", ROOT / "build" / "web", FOLDER / "tab"
ORIGINAL = WORK / "pyodide"
"""As npm has it, for node."""
PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the package, as npm names it."""
QR = "0.7.0"
QR_INTEGRITY = "/VrrACmOAwZVipuRITwfEwOL5oAMEHH5PTmBWaGtlTom2Thxaa+rhmna4zU9PRN2uLw2wdccbkHOLGZb1Q9SdA=="
QR_NEEDED = ("index.js", "decode.js")
"""Writes and reads QR codes. Pages load each part when they need it."""
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
NEEDED = (*SCRIPTS, "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
LARGE = ("pyodide/pyodide.asm.wasm", "python_stdlib.zip", "tableside.zip")
"""What the page loads itself, counted and checked."""
LATER = ("guest/more-icons.json", "guest/more-icons.woff2")
"""Only packs use these icons, so a phone keeps them once a page has asked for them."""
GUESTS = ("index.html", "guest/*", "host/home.css", "tab/old.js", "tab/web.css", "tab/which.js",
          "sounds.json", "icon-48.png", "manifest.webmanifest", "licences.txt")
"""What a guest of another phone's table loads besides `GUESTS_LINK` and all that it imports."""
GUESTS_LINK = "tab/channel.js"
IMPORTED = re.compile(r'(?:from|import)[ (]*"(\.[^"]+)"')
PARTS = ("first.html", "head.html", ".d.ts")
"""What the pages are made of, and what only the type checker reads."""
AT_THE_TOP = ("sw.js", "manifest.webmanifest")
"""A service worker and a manifest are for the pages beside and below them."""
LEFT_OUT = ("ui/", "touches/", "companion/page/", "screen/", "cover.png", "__pycache__", ".po", ".pot",
            "scaffold")


def main(out: Path = OUT) -> int:
    code = build(out)
    if code == 0:
        subprocess.run(["node", ROOT / "tools" / "brotli.mjs", out], check=True)
    return code


def build(out: Path) -> int:
    """All of it but the compressed copies, which take a while."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        print("make web needs npm and node: install them (apt install npm), then try again.", file=sys.stderr)
        return 1
    shutil.rmtree(out, ignore_errors=True)
    lay_out_page(out)
    lay_out_licences(out)
    unpack(pyodide(), ORIGINAL)
    lay_out_qr(out / "tab" / "qr")
    lay_out_pyodide(out / "tab" / "pyodide")
    pack(WORK / "source.zip")
    compiler = ROOT / "tools" / "web.mjs"
    subprocess.run(["node", compiler, ORIGINAL, WORK / "source.zip", out / "tab"], check=True)
    sign(out)
    write_headers(out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.1f} MB. To try it: make run ARGS=web")
    return 0


def pyodide() -> Path:
    return package("pyodide", PYODIDE, INTEGRITY)


def package(name: str, version: str, integrity: str) -> Path:
    """Get the pinned package from npm, once."""
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / f"{name}-{version}.tgz"
    if not path.exists():
        subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=WORK, check=True,
                       capture_output=True)
    if base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode() != integrity:
        path.unlink()
        raise SystemExit(f"npm sent another {name} {version} than the one Tableside was tested with.")
    return path


def lay_out_qr(folder: Path) -> None:
    """Its two scripts without their comments, except for the first, which names the licence."""
    unpack(package("qr", QR, QR_INTEGRITY), folder, QR_NEEDED)
    licence, _, _ = (folder / "index.js").read_bytes().partition(b"*/")
    for name in QR_NEEDED:
        path = folder / name
        path.write_bytes(licence + b"*/\n" + served(path))


def unpack(package: Path, folder: Path, names: Sequence[str] = NEEDED) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(package) as files:
        for name in names:
            found = files.extractfile(f"package/{name}")
            assert found is not None
            (folder / name).write_bytes(found.read())


def lay_out_pyodide(folder: Path) -> None:
    """Its scripts end in .js: nginx has no type for .mjs, and browsers refuse scripts without one."""
    folder.mkdir(parents=True)
    for name in SCRIPTS:
        body = (ORIGINAL / name).read_bytes().replace(b".mjs", b".js")
        (folder / name.replace(".mjs", ".js")).write_bytes(body)
    shutil.copy(ORIGINAL / "pyodide.asm.wasm", folder)


def pack(out: Path) -> None:
    homes = [ROOT / "companion", *(Path(str(module.__file__)).parent for module in (h11, segno))]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for home in homes:
            for path in sorted(home.rglob("*")):
                name = path.relative_to(home.parent).as_posix()
                if path.is_file() and not any(part in name for part in LEFT_OUT):
                    file.write(path, name)


def lay_out_page(out: Path) -> None:
    """The guests' page with another link, and a first page that is there at once."""
    for path in sorted(FOLDER.rglob("*.*")):  # those of tab/ last: its manifest replaces the other
        place = out if path.name in AT_THE_TOP else out / path.parent.relative_to(FOLDER)
        place.mkdir(parents=True, exist_ok=True)
        if not path.name.endswith(PARTS):
            (place / path.name).write_bytes(served(path))
    shutil.copy(SOUNDS, out)
    for name, path in small_covers().items():
        (out / name).parent.mkdir(exist_ok=True)
        shutil.copy(path, out / name)
    (out / "guest" / "old.js").unlink()
    (out / "guest" / "link.js").write_text('export * from "../tab/which.js";\n', encoding="utf-8")
    html, first, head = (path.read_text(encoding="utf-8")
                         for path in (out / "index.html", SOURCES / "first.html", SOURCES / "head.html"))
    games = find_games().games
    first = first.replace("COVERS", "".join(map(cover, home_of(games)["covers"])))
    for language in offered():
        with speaking(language):
            early = {**words_json({**WORDS, **IN_A_TAB}), "home": home_of(games)}
            (out / "tab" / f"first.{language.replace('_', '-')}.json").write_bytes(write_json(early))
    head = f"{head.strip()}\n{face(out, games.values())}"
    for old, new in (('<div id="app"></div>', first), ('<meta charset="utf-8">', head),
                     ("guest/old.js", "tab/old.js")):
        assert old in html
        html = html.replace(old, new)
    (out / "index.html").write_text(html, encoding="utf-8")


def lay_out_licences(out: Path) -> None:
    shutil.copy(ROOT / "LICENSE", out / "LICENSE.txt")
    (out / LICENCES).write_text(notices_file(), encoding="utf-8")


def home_of(games: dict[str, Game[Any]]) -> dict[str, Any]:
    """What the page shows before the table is there: all games, and nobody who has played."""
    with TemporaryDirectory() as folder:
        library = Library(open_store(Path(folder) / STORE), games, MachineClock())
        found: dict[str, Any] = json.loads(write_json(Desk(library, lambda _: None).forms()))
        library.quit()
    return found


def cover(one: dict[str, Any]) -> str:
    """As host/home.js draws it."""
    picture = ""
    if one["picture"]:
        picture = f'<img src="{one["picture"]}" alt="" width="480" height="320" loading="lazy">'
    return (f'<button type="button" class="cover" data-game="{one["game"]}" data-k="{one["game"]}">'
            f'<span class="art">{picture}</span><b class="voice">{escape(one["title"])}</b>'
            f'<small>{escape(one["about"])}</small></button>')


def sign(out: Path) -> None:
    """Name the build by what is in it, and list its files and their hashes for the service worker."""
    words = {}
    for language in offered():
        with speaking(language):
            forms = words_json()["forms"]  # of names, for a guest's page that has no table yet
            words[language.replace("_", "-")] = json.loads(write_json({**FIRST, "forms": forms}))
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    build = hashlib.sha256(b"".join((out / name).read_bytes() for name in files)).hexdigest()[:8]
    large = {name: ((out / "tab" / name).stat().st_size, sha256(out / "tab" / name)) for name in LARGE}
    named = {"VERSION": __version__, "BUILD": build, "LARGE": large}
    constants = [f"export const {name} = {json.dumps(value)};\n" for name, value in named.items()]
    (out / "tab" / "build.js").write_text("".join(constants), encoding="utf-8")
    prefix(out / "tab" / "old.js", f"var WORDS = {json.dumps(words, ensure_ascii=False)};\n")
    listed = {name: f"sha256-{sha256(out / name)}" for name in ["tab/build.js", *files]
              if name != "sw.js" and not is_for_others(name)}
    later = {name: listed.pop(name) for name in LATER}
    imports = imported_by(out / GUESTS_LINK, out)
    guests = [name for name in listed
              if name in imports or any(fnmatch(name, pattern) for pattern in GUESTS)]
    known = {"BUILD": build, "FILES": listed, "GUESTS": guests, "LATER": later}
    prefix(out / "sw.js", "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items()))


def imported_by(script: Path, out: Path) -> set[str]:
    """It and the scripts that it may ever import, by their names in the build."""
    found, todo = set[Path](), [script.resolve()]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            todo += [(path.parent / name).resolve() for name in IMPORTED.findall(text)]
    return {path.relative_to(out.resolve()).as_posix() for path in found}


def policy() -> str:
    """The page's own Content-Security-Policy; as a header it binds the worker, too."""
    head = (SOURCES / "head.html").read_text(encoding="utf-8")
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', head)
    assert found is not None
    return f"{found[1]}; frame-ancestors 'none'"


def write_headers(out: Path) -> None:
    """For Cloudflare Pages and Netlify. Names stay the same in each build, so browsers must ask for news."""
    sent = {"Content-Security-Policy": policy(), "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache"}
    lines = ["/*", *(f"  {name}: {value}" for name, value in sent.items())]
    (out / "_headers").write_text("\n".join(lines) + "\n", encoding="utf-8")


def sha256(path: Path) -> str:
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def prefix(path: Path, text: str) -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
