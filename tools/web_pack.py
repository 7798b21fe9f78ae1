"""Compile Tableside and the part of the standard library that it can import. tools/web.mjs runs it."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path
from types import CodeType
from typing import Any
from zipfile import ZipFile, ZipInfo

TOOLS = ("doctest", "multiprocessing", "pdb", "pydoc", "unittest", "_pyrepl", "xmlrpc")
"""For programmers, or for several processes: a tab has neither."""
ENCODINGS = ("aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "shift_jis",
             "unicode_escape", "utf_8", "utf_8_sig", "utf_16", "utf_16_be", "utf_16_le")
OURS = ("companion", "h11", "segno")
STARTED = ("companion.services.phones.tab", "companion.simulate", "companion.games")
"""What engine.js imports; it imports all modules of the games."""
UNUSED = (".py", ".pyi", "py.typed")
READY = """
import builtins, marshal
COMPILED = marshal.loads({compiled!r})
def exec(text, *names):
    builtins.exec(COMPILED.get(text, text), *names)
"""
"""At the end of dataclasses.py, which would compile the methods of 250 classes at each first start."""


def modules(files: Mapping[str, bytes]) -> dict[str, str]:
    """Paths by module name."""
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
            for path in files if path.endswith(".py")}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Itself and everything in it but expressions; much quicker than `ast.walk`."""
    yield node
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for one in getattr(node, field, ()):
            yield from statements(one)


def imported(name: str, path: str, source: bytes) -> Iterator[str]:
    """Every module that it may import, at its top or in a function, and names that may be modules."""
    package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
    for node in statements(ast.parse(source, path)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[:1 - node.level or None] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{one.name}" for one in node.names)


def parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def needed(roots: list[str], files: Mapping[str, bytes]) -> set[str]:
    """The roots and everything that they may ever import."""
    found, known, todo = set[str](), modules(files), list(roots)
    while todo:
        for name in parents(todo.pop()):
            if name in TOOLS:
                break
            if name in known and name not in found:
                found.add(name)
                todo += imported(name, known[name], files[known[name]])
    return found


def roots(standard: Mapping[str, str], ours: Mapping[str, str]) -> list[str]:
    """What the engine starts, what packs may import, and what Python, C and pyodide import by themselves."""
    packs = import_module("companion.services.packs.pack")
    allowed = [f"{packs.CORE}.{one}" for one in packs.FOR_GAMES]
    below = tuple(f"{name}." for name in (*STARTED, f"{packs.CORE}.kinds"))
    started = [name for name in ours if name in STARTED or name.startswith(below)]
    own = [name for name in standard if name.startswith(("_pyodide", "pyodide"))]
    return [*started, *allowed, "companion.api", *packs.STANDARD, *own, *sys.modules,
            *(f"encodings.{one}" for one in ENCODINGS)]


def methods() -> dict[str, CodeType]:
    """Import everything; returns what dataclasses have compiled for it, by source."""
    found = dict[str, CodeType]()

    def noted(text: str, *names: Any) -> None:
        found[text] = compile(text, "<string>", "exec", dont_inherit=True)
        builtins.exec(found[text], *names)
    vars(dataclasses)["exec"] = noted
    for name in STARTED:
        import_module(name)
    import_module(STARTED[0]).everything()
    return found


def without_docstrings(module: ast.Module) -> ast.Module:
    """A class keeps its name as one: dataclasses would write its signature, which is slow."""
    for node in statements(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
        if isinstance(node, ast.ClassDef):
            node.body.insert(0, ast.fix_missing_locations(ast.Expr(ast.Constant(node.name))))
    return module


def compiled(path: str, source: bytes) -> bytes:
    """Without docstrings, which fill a quarter of it. Our own assertions stay."""
    if path.startswith(OURS):
        code = compile(without_docstrings(ast.parse(source, path)), path, "exec", dont_inherit=True)
    else:
        code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + bytes(12) + dumps(code)


def store(out: Path, files: Mapping[str, bytes]) -> None:
    """Stored, not compressed: the web server compresses the whole better than its parts."""
    with ZipFile(out, "w") as file:
        for path, body in sorted(files.items()):
            file.writestr(ZipInfo(path), body)


def main(source: Path, library: Path, out: Path) -> None:
    ours = {path.relative_to(source).as_posix(): path.read_bytes()
            for path in source.rglob("*") if path.is_file()}
    with ZipFile(library) as file:
        standard = {path: file.read(path) for path in file.namelist() if path.endswith(".py")}
    standard["dataclasses.py"] += READY.format(compiled=dumps(methods())).encode()
    every = {**standard, **ours}
    known = modules(every)
    chosen = {known[name] for name in needed(roots(modules(standard), modules(ours)), every)}
    code = {path: compiled(path, every[path]) for path in chosen}
    store(out / "python_stdlib.zip", {f"{path}c": code[path] for path in standard if path in chosen})
    store(out / "tableside.zip", {f"{path}c": code[path] for path in ours if path in chosen} | {
        path: body for path, body in ours.items() if not path.endswith(UNUSED)})
