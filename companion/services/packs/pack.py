"""Packs: zips with a manifest, a licence and one pure Python package; checked, then tried."""

import ast
import io
import json
import re
import shutil
import struct
import sys
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from time import monotonic, time
from types import ModuleType
from typing import Any, TypeVar

from companion.core.boxes import Boxes
from companion.core.engine.boundary import TooLate, in_time
from companion.core.game import CONTRACT, Game
from companion.core.registry import (
    BUILT_IN,
    BrokenPlugin,
    Found,
    check_contract,
    load,
    out_of_date,
    set_aside,
    shielded,
    why_broken,
)
from companion.core.rulebook import read_rules
from companion.core.set_aside import SetAside
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.jobs import Steps, job
from companion.services.packs import page_art
from companion.services.start import PACKS

MANIFEST = "tableside.json"
SUFFIX = ".tableside"
LARGEST, LARGEST_FILE, MOST_FILES, MOST_BYTES = 8_000_000, 2_000_000, 300, 16_000_000
LARGEST_PAGE = 300_000
KINDS = (".py", ".md", ".txt", ".json", ".png", ".svg", ".po", ".mo")
LARGEST_SIDE = 2048
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(?<!\.)")
"""A path component that every file system can store."""
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Device names reserved by Windows."""
LICENCES = ("LICENCE", "LICENSE", "LICENCE.md", "LICENSE.md", "LICENCE.txt", "LICENSE.txt")
DEEPEST = 8
TARGET = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*:[a-z_][a-z0-9_]*")


WORDS = ("id", "title", "version", "package", "game", "licence")
"""The keys of the manifest, in the order of a pack's fields."""


@dataclass(frozen=True)
class Pack:
    """A pack. `files` maps paths to content, without the manifest; empty for one that is installed."""

    id: str
    title: str
    version: str
    package: str
    target: str
    licence: str
    files: Mapping[str, bytes]
    contract: int
    """The version of the plugin interface that it was made for."""

    @staticmethod
    def of(manifest: Mapping[str, Any], files: Mapping[str, bytes] | None = None) -> "Pack":
        id, title, version, package, target, licence = (str(manifest[key]) for key in WORDS)
        contract = int(manifest.get("contract", 1))  # the first packs were kept without it
        return Pack(id, title, version, package, target, licence, files or {}, contract)

    def manifest(self) -> dict[str, Json]:
        words = (self.id, self.title, self.version, self.package, self.target, self.licence)
        return {"contract": self.contract, **dict(zip(WORDS, words, strict=True))}


def read_pack(raw: bytes) -> Pack:
    """Run every check that needs no code execution. Raises `Refused`."""
    if len(raw) > LARGEST:
        raise Refused(say("This pack is too big: at most {n} MB.", n=LARGEST // 1_000_000))
    files = _unzip(raw)
    manifest = _manifest(files)
    package = manifest["package"]
    rest = {name: data for name, data in files.items() if name != MANIFEST}
    _check_places(rest, package, manifest["licence"])
    sources = {name: _text(name, data) for name, data in rest.items() if name.endswith(".py")}
    for name, text in sources.items():
        check_source(name, text, package)
    old = out_of_date(manifest["contract"], sources)
    if old is not None:
        raise Refused(say("This pack was not added. {why}", why=old))
    for name, data in rest.items():
        if name.endswith(".png"):
            _check_picture(name, data)
        elif name == f"{package}/{page_art.FILE}":
            _check_art(name, data)
    return Pack.of(manifest, rest)


def _unzip(raw: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            infos = archive.infolist()
            _check_listing(infos)
            return {info.filename: _member(archive, info) for info in infos if not info.is_dir()}
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, RuntimeError, NotImplementedError, KeyError,
            zipfile.LargeZipFile, UnicodeDecodeError, zlib.error, struct.error, IndexError, OverflowError,
            MemoryError):
        damaged = say("This file is not a game pack, or it is damaged. Ask its maker for it again.")
        raise Refused(damaged) from None


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Guard against zip bombs: read no more than the declared size."""
    with archive.open(info) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE or len(data) != info.file_size:
        raise Refused(_too_big(info.filename))
    return data


def _check_listing(infos: list[zipfile.ZipInfo]) -> None:
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise Refused(say("This pack is too big. A game needs only rules, words and a few pictures."))
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        outside = (name.startswith(("/", "\\")) or "\\" in name or ":" in name or "\x00" in name
                   or any(part in ("", ".", "..") for part in name.rstrip("/").split("/")))
        if outside:
            raise Refused(say("{file} points outside the pack. The pack was not added.", file=name[:60]))
        if not _plain(name):
            raise Refused(say("Not every phone can store {file}. Use only a to z, digits, dots and dashes. "
                              "The pack was not added.", file=ascii(name[:60])))
        if info.flag_bits & 1 or info.external_attr >> 28 == 0xA:
            raise Refused(say("{file} is encrypted, or a link. The pack was not added.", file=name[:60]))
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # phones lack lzma and bz2
            raise zipfile.BadZipFile(name)
        if info.file_size > LARGEST_FILE:
            raise Refused(_too_big(name))
        if name.casefold() in seen:
            raise Refused(say("{file} is in the pack twice. The pack was not added.", file=name[:60]))
        seen.add(name.casefold())
    _check_folders(infos)


def _plain(name: str) -> bool:
    parts = name.rstrip("/").split("/")
    return len(parts) <= DEEPEST and all(PART.fullmatch(part) and not DEVICES.fullmatch(part)
                                         for part in parts)


def _check_folders(infos: list[zipfile.ZipInfo]) -> None:
    files = {info.filename.casefold() for info in infos if not info.is_dir()}
    for info in infos:
        parts = info.filename.rstrip("/").casefold().split("/")
        above = {"/".join(parts[:n]) for n in range(1, len(parts) + info.is_dir())}
        if above & files:
            raise Refused(say("{file} is both a file and a folder in this pack. The pack was not added.",
                              file=sorted(above & files)[0][:60]))


def _too_big(name: str) -> Text:
    return say("{file} is too big for a game pack. The pack was not added.", file=name[:60])


def _check_picture(name: str, data: bytes) -> None:
    """Guard against small files that unpack to huge images."""
    if not data.startswith(PNG) or len(data) < 24:
        raise Refused(say("{file} is not a picture that can be drawn. The pack was not added.", file=name))
    if not all(0 < side <= LARGEST_SIDE for side in struct.unpack(">II", data[16:24])):
        raise Refused(say("{file} is too large: at most {n} pixels on each side. The pack was not added.",
                          file=name, n=LARGEST_SIDE))


def _check_art(name: str, data: bytes) -> None:
    """Guests' browsers draw it: it must be nothing but shapes."""
    try:
        page_art.read_art(data)
    except page_art.Unfit:
        raise Refused(say("{file} is not a picture that can be drawn. The pack was not added.",
                          file=name)) from None


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(say("{file} is not text. The pack was not added.", file=name)) from None


def _manifest(files: Mapping[str, bytes]) -> dict[str, Any]:
    if MANIFEST not in files:
        raise Refused(say("This pack has no {file}: it was not made by Tableside.", file=MANIFEST))
    try:
        raw = json.loads(_text(MANIFEST, files[MANIFEST]))
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict) or raw.get("kind") != "game pack":
        raise Refused(say("The {file} of this pack can't be read.", file=MANIFEST))
    contract = raw.get("contract")
    if type(contract) is not int or not 1 <= contract <= CONTRACT:
        raise Refused(say("This pack needs plugin interface {wanted}; this app has {known}. Update whichever "
                          "is older.", wanted=str(contract)[:20], known=CONTRACT))
    _check_words(raw)
    return raw


def _check_words(raw: dict[str, Any]) -> None:
    words = all(isinstance(raw.get(key), str) and 0 < len(raw[key]) <= 80 for key in WORDS)
    if not words or not NAME.fullmatch(raw["id"]) or not NAME.fullmatch(raw["package"]):
        raise Refused(say("The {file} of this pack is incomplete: it needs id, title, version, package, game "
                          "and licence.", file=MANIFEST))
    if not all(readable(raw[key]) for key in ("title", "version")):
        raise Refused(say("The title or the version in the {file} of this pack has letters that can't be "
                          "shown.", file=MANIFEST))
    if raw["licence"] not in LICENCES:
        raise Refused(say("A pack needs its licence in a file called {name}, beside the package.",
                          name=LICENCES[0]))
    if not TARGET.fullmatch(raw["game"]) or raw["game"].split(":")[0].split(".")[0] != raw["package"]:
        raise Refused(say("The game must be inside the pack's own package. The pack was not added."))
    if raw["id"] in BUILT_IN:
        raise Refused(say("{name} ships with the app; a pack can't take its place.", name=raw["id"]))
    if raw["package"] in sys.stdlib_module_names or raw["package"] in TAKEN:
        raise Refused(say("The name {name} is taken. The pack needs another one.", name=raw["package"]))


def readable(text: str) -> bool:
    """Reject line breaks, invisible characters and direction overrides."""
    return bool(text.strip()) and not any(unicodedata.category(letter)[0] in "CZ" and letter != " "
                                          for letter in text)


TAKEN = frozenset({"companion", "kivy", "kivymd", "plyer", "jnius", "android", "pytest", "tests", "tools",
                   "main"})


def _check_places(files: Mapping[str, bytes], package: str, licence: str) -> None:
    for name, data in files.items():
        if not name.startswith(f"{package}/") and name not in (licence, "README.md"):
            raise Refused(say("{file} is outside the game's package. The pack was not added.",
                              file=name[:60]))
        if name.endswith(".md") and len(data) > LARGEST_PAGE:
            raise Refused(_too_big(name))
        if not name.endswith(KINDS) and name != licence:
            raise Refused(say("{file} isn't allowed in a game pack: only Python, text and pictures.",
                              file=name[:60]))
    for needed, what in ((f"{package}/__init__.py", "__init__.py"), (f"{package}/rules.md", "rules.md"),
                         (licence, licence)):
        if needed not in files:
            raise Refused(say("This pack has no {file}.", file=what))


CORE = "companion.core"
FOR_GAMES = frozenset({
    "boxes", "boxes.form", "colours", "fields", "game", "kinds", "questions", "setup", "table", "text",
    "timers", "values", "views"})
"""Modules of the contract for games; the rest is the engine."""
STANDARD = frozenset({
    "__future__", "abc", "bisect", "collections", "collections.abc", "dataclasses", "enum", "fractions",
    "functools",
    "heapq", "itertools", "math", "operator", "statistics", "string", "textwrap", "types", "typing"})
BANNED = frozenset({"open", "exec", "eval", "compile", "__import__", "input", "breakpoint"})


def check_source(path: str, text: str, package: str) -> None:
    """Raises `Refused`, naming file and line."""
    try:
        nodes = list(ast.walk(ast.parse(text, path)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused(say("{file} is not readable Python. The pack was not added.", file=path)) from None
    for node in nodes:
        line = getattr(node, "lineno", 1)
        for module in _foreign(node, package):
            raise Refused(say("{file}, line {line} imports {name}, which a pack can't use. The pack was not "
                              "added.", file=path, line=line, name=module))
        if isinstance(node, ast.Name) and node.id in BANNED:
            raise Refused(say("{file}, line {line} uses {name}, which a pack can't use. The pack was not "
                              "added.", file=path, line=line, name=node.id))


def _foreign(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if not allowed(alias.name, package)]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        module = node.module or ""
        inside = module == CORE and all(allowed(f"{module}.{alias.name}", package) for alias in node.names)
        return [] if inside or allowed(module, package) else [module]
    return []


def allowed(module: str, package: str) -> bool:
    """
    >>> modules = ("companion.api", "companion.core.kinds", "my_game.rules", "os.path")
    >>> [allowed(module, "my_game") for module in modules]
    [True, True, True, False]
    """
    inside = module.removeprefix(f"{CORE}.")
    ours = inside != module and (inside in FOR_GAMES or inside.startswith("kinds."))
    return module.partition(".")[0] == package or module in STANDARD or module == "companion.api" or ours


STAGED, BEFORE = ".checked", ".before"
SECONDS_TO_LOAD, SECONDS_A_PLAY = 20.0, 30.0
PLAYS, FEWEST_PLAYS, LONGEST_TRIAL = 100, 10, 3600.0
LONGEST_TITLE, MOST_SEATS = 80, 12
R = TypeVar("R")
Trial = Callable[[Game[Any], int], Text | None]
"""Plays a game at random from a seed; returns what went wrong."""


class PackFolder:
    def __init__(self, home: Path) -> None:
        self.folder = home / PACKS
        self.aside = SetAside(home)

    def packs(self) -> list[Pack]:
        self._tidy()
        found = []
        for page in sorted(self.folder.glob(f"[!.]*/{MANIFEST}")):  # a leading dot: not installed yet
            try:
                raw = json.loads(page.read_text(encoding="utf-8"))
                pack = Pack.of(raw)
                found += [pack] if pack.package == page.parent.name else []
            except (OSError, ValueError, KeyError, TypeError):
                continue
        return found

    def _tidy(self) -> None:
        """Restore the previous version after a power cut during an update."""
        for old in self.folder.glob(f"{BEFORE}-*"):
            final = self.folder / old.name.removeprefix(f"{BEFORE}-")
            if final.exists():
                shutil.rmtree(old, ignore_errors=True)
            else:
                with suppress(OSError):
                    old.rename(final)

    def find(self, found: Found) -> None:
        for half in self.folder.glob(f"{STAGED}-*"):  # left over if the app closed during trial plays
            with suppress(OSError):
                if time() - half.stat().st_mtime > LONGEST_TRIAL:  # or another process is trying it out
                    shutil.rmtree(half)
        for pack in self.packs():
            self.take(found, pack)

    def take(self, found: Found, pack: Pack) -> None:
        name = place_name(pack.package)
        if name in self.aside:
            found.broken.append(set_aside(pack.title, name, pack.id))
            return
        try:
            with self.aside.noted(name):
                check_contract(pack.contract, self.folder / pack.package)
                game = shielded(load_from(self.folder / pack.package, pack.target))
            found.games.setdefault(game.facts.id, game)
        except BaseException as error:  # a pack can raise anything
            if isinstance(error, KeyboardInterrupt):
                raise
            found.broken.append(BrokenPlugin(pack.title, why_broken(error), "", pack.id))

    @job
    def take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int = PLAYS,
                seconds: float = LONGEST_TRIAL) -> Steps[Game[Any]]:
        """Check and trial-play a pack, then install it. `taken`: ids of the other games.

        `seconds`: after these, the trial ends with fewer plays.
        """
        pack = read_pack(raw)
        began = monotonic()
        yield 1, plays + 2
        self._check_room(pack, taken)
        place = self.folder / f"{STAGED}-{pack.package}"
        try:
            with code_as_it_was(pack.package):  # open plays keep using the previous version's code
                self._write(pack, place)
                game = self._loaded(place, pack)
                for seed in range(plays):
                    if seed >= FEWEST_PLAYS and monotonic() - began > seconds:
                        break
                    yield seed + 2, plays + 2
                    fault = in_time(partial(trial, game, seed), SECONDS_A_PLAY)
                    if fault is not None:
                        raise Refused(say("Trial play {n} failed, so the pack was not added. {fault}",
                                          n=seed + 1, fault=fault))
            return self._settle(place, pack)
        except TooLate:
            raise Refused(say("This pack took too long, so it was not added.")) from None
        except OSError:
            raise Refused(say("The pack could not be saved. Free some space and add it again.")) from None
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _check_room(self, pack: Pack, taken: set[str]) -> None:
        other = next((one for one in self.packs() if (one.package == pack.package) != (one.id == pack.id)),
                     None)
        if other is not None:
            name = pack.package if other.package == pack.package else pack.id
            raise Refused(say("This pack and {title} both use the name {name}. Remove {title} first, or ask "
                              "the maker to rename this one.", title=other.title, name=name))
        ours = {one.id for one in self.packs()}
        if pack.id in taken - ours:
            raise Refused(say("There is already a game called {name}.", name=pack.id))
        if belongs_to_others(pack.package):
            raise Refused(say("The name {name} is taken. The pack needs another one.", name=pack.package))

    def _write(self, pack: Pack, place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)
        for name, data in pack.files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (place / MANIFEST).write_text(json.dumps(pack.manifest()), encoding="utf-8")

    def _loaded(self, place: Path, pack: Pack) -> Game[Any]:
        try:
            game: Game[Any] = in_time(partial(load_from, place, pack.target), SECONDS_TO_LOAD)
            says = str(game.facts.id)
        except (Refused, TooLate, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # a pack can raise anything
            raise Refused(say("The game of this pack can't be loaded. {why}",
                              why=why_broken(error))) from None
        title = game.facts.title
        if not readable(title) or len(title) > LONGEST_TITLE or game.facts.most > MOST_SEATS:
            raise Refused(say("Its facts are incomplete: check its id, title, players and colours."))
        own = game.stage or game.setup_page
        if game.boxes.editor != Boxes.editor:
            own = game.boxes.editor
        if own:
            raise Refused(say("A pack can't have its own stage or pages: {what}.", what=str(own)[:60]))
        if says != pack.id:
            raise Refused(say("The pack is called {one}, but its game is {other}. The pack was not added.",
                              one=pack.id, other=says[:40]))
        return game

    def _settle(self, place: Path, pack: Pack) -> Game[Any]:
        """Replace the old version; a power cut leaves one of the two intact."""
        final, before = self.folder / pack.package, self.folder / f"{BEFORE}-{pack.package}"
        if final.exists():
            final.rename(before)
        place.rename(final)
        shutil.rmtree(before, ignore_errors=True)
        self.aside.forgive(place_name(pack.package))
        return load_from(final, pack.target)

    def put_away(self, id: str) -> bool:
        """Remove a pack. Its plays are kept and open again once it is reinstalled."""
        for pack in self.packs():
            if pack.id == id:
                # in case the rest can't be deleted
                (self.folder / pack.package / MANIFEST).unlink(missing_ok=True)
                shutil.rmtree(self.folder / pack.package, ignore_errors=True)
                self.aside.forgive(place_name(pack.package))
                forget(pack.package)
                return True
        return False


def place_name(package: str) -> str:
    return f"{PACKS}/{package}"


def load_from(place: Path, target: str) -> Game[Any]:
    """Load the package afresh from this folder, without changing `sys.path`."""
    package = target.partition(":")[0].partition(".")[0]
    forget(package)
    home = place / package
    spec = spec_from_file_location(package, home / "__init__.py", submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    return load(target)


def forget(package: str) -> None:
    """Drop the package's modules and rulebook: another version may take its place."""
    read_rules.cache_clear()
    for name in modules_of(package):
        del sys.modules[name]


def modules_of(package: str) -> dict[str, ModuleType]:
    return {name: module for name, module in list(sys.modules.items())
            if name == package or name.startswith(f"{package}.")}


@contextmanager
def code_as_it_was(package: str) -> Iterator[None]:
    before = modules_of(package)
    try:
        yield
    finally:
        forget(package)
        sys.modules.update(before)


def belongs_to_others(package: str) -> bool:
    """Whether this name is importable but not a game, so part of the app or its dependencies."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return package in sys.modules
    return spec is not None and not any((Path(place) / "rules.md").is_file()
                                        for place in spec.submodule_search_locations or ())
