"""Web servers for the tab: a plain one, and some with the habits of those that people use."""

from __future__ import annotations

import base64
import gzip
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tests.web.table import until_so

SLOW = 240
"""Seconds until the tab has started, on a busy machine."""


class Plain(SimpleHTTPRequestHandler):
    home = "/"

    def log_message(self, *words: Any) -> None:
        pass


class Redirecting(Plain):
    """As Cloudflare Pages and `npx serve`: no address ends in .html."""

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return found if Path(found).exists() else f"{found}.html"

    def do_GET(self) -> None:
        if not self.path.endswith(".html"):
            super().do_GET()
            return
        self.send_response(308)
        self.send_header("Location", self.path.removesuffix(".html").removesuffix("index"))
        self.send_header("Content-Length", "0")
        self.end_headers()


NGINX = {".html": "text/html", ".css": "text/css", ".js": "application/javascript", ".png": "image/png",
         ".svg": "image/svg+xml", ".woff2": "font/woff2", ".wasm": "application/wasm"}


class FewTypes(Plain):
    """As nginx: what its short list lacks is a stream of bytes."""

    def guess_type(self, path: Any) -> str:
        return NGINX.get(Path(path).suffix, "application/octet-stream")

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


class WrongWasm(Plain):
    def guess_type(self, path: Any) -> str:
        return "text/plain" if str(path).endswith(".wasm") else super().guess_type(path)


class Subpath(Plain):
    """As GitHub Pages: a folder of a site with other things in it."""

    home = "/tableside/"

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.home) if path.startswith(self.home) else "/none")


class Two(Plain):
    """A release and a beta on one origin; the name of one begins with the other's."""

    home = "/tableside/"
    beta = "/tableside-beta/"

    def translate_path(self, path: str) -> str:
        for folder in (self.home, self.beta):
            if path.startswith(folder):
                return super().translate_path("/" + path.removeprefix(folder))
        return super().translate_path("/none")


class Gzip(Plain):
    """Everything is compressed, and fresh for ten minutes."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = gzip.compress(path.read_bytes(), 1)
        self.send_response(200)
        for name, value in (("Content-Type", self.guess_type(path)), ("Content-Encoding", "gzip"),
                            ("Content-Length", str(len(body))), ("Cache-Control", "max-age=600")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Headed(Plain):
    """As Cloudflare Pages and Netlify: sends the headers that the file `_headers` lists."""

    def end_headers(self) -> None:
        listed = Path(self.directory, "_headers").read_text(encoding="utf-8").splitlines()[1:]
        for name, value in (line.strip().split(": ", 1) for line in listed):
            self.send_header(name, value)
        super().end_headers()


HABITS = [Headed, Redirecting, FewTypes, WrongWasm, Subpath, Gzip]


def rough(name: str, *fates: str, ranges: bool = True) -> type[Rough]:
    """A network that treats one file badly so often, then well."""
    return type("RoughOnce", (Rough,), {"name": name, "fates": list(fates), "ranges": ranges, "asked": [],
                                        "flows": Event()})


class Rough(Plain):
    name: str
    fates: list[str]
    ranges: bool
    asked: list[int]
    """From which byte on, one for each request of the file."""
    flows: Event

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.name != self.name:
            super().do_GET()
            return
        body, fate = path.read_bytes(), self.fates.pop(0) if self.fates else ""
        start = int(self.headers.get("Range", "bytes=0-")[6:-1]) if self.ranges else 0
        self.asked.append(start)
        self.send_response({"missing": 404}.get(fate, 206 if start else 200))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        third = (len(body) - start) // 3  # of what is left, or the third such part would be the last
        self.wfile.write(body[start:start + third] if fate in ("cut", "stall") else body[start:])
        if fate == "stall":
            self.wfile.flush()
            self.flows.wait(SLOW)
        self.close_connection = True


class Site:
    def __init__(self, folder: Path, habit: type[Plain] = Plain) -> None:
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(habit, directory=folder))
        self.url = f"http://127.0.0.1:{self.server.server_port}{habit.home}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


KEPT = """(async () => {
  const read = async (name) => (await (await caches.open(name)).match("./tab/image.gz"))?.arrayBuffer();
  const found = (await Promise.all((await caches.keys()).map(read))).find((one) => one);
  const bytes = new Uint8Array(found || []);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text); })()"""
OWN = "const found = await (await cabinet()).match(IMAGE);"
ADDED = """const own = await (await cabinet()).match(IMAGE);
  const found = own || (navigator.userAgentData ? await fetch(IMAGE) : null);
  if (!own && found) await (await cabinet()).put(IMAGE, found.clone());"""
"""In Chromium, which made it."""


def first_image(guest: Any, url: str) -> bytes:
    """What a browser keeps after the first start: Python's memory with all games imported."""
    guest.page.goto(url)
    found: list[str] = []
    until_so(lambda: found.append(guest.page.evaluate(KEPT)) or found[-1], "the image", SLOW)
    guest.context.close()
    return base64.b64decode(found[-1])


def add_image(folder: Path, image: bytes) -> None:
    """Let the engine start from this image, and the service worker expect that engine."""
    from tools.web import sha256

    engine, worker = folder / "tab" / "engine.js", folder / "sw.js"
    before, text = sha256(engine), engine.read_text(encoding="utf-8")
    assert OWN in text
    engine.write_text(text.replace(OWN, ADDED), encoding="utf-8")
    worker.write_text(worker.read_text(encoding="utf-8").replace(before, sha256(engine)), encoding="utf-8")
    (engine.parent / "image.gz").write_bytes(image)
