"""What the source of a pack may use: read from its syntax tree, before a line of it is run.

This is a fence against accidents and lazy mischief, not a prison: a pack is a program by its maker, and the owner is
told so. Everything a game needs is allowed: the contract, itself, and the harmless part of the standard library.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from companion.core.refusals import Refused
from companion.core.text import say

CONTRACT = "companion.core"
STANDARD = frozenset({
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools",
    "math", "operator", "pathlib", "re", "statistics", "string", "textwrap", "types", "typing"})
NAMES = frozenset({
    "open", "exec", "eval", "compile", "__import__", "input", "breakpoint", "globals", "locals", "vars", "memoryview",
    "getattr", "setattr", "delattr", "exit", "quit", "__builtins__", "__loader__", "__spec__"})
"""Names that reach files, other code, or the inside of the engine."""
TOUCHES = frozenset({
    "read_text", "write_text", "read_bytes", "write_bytes", "unlink", "rmdir", "mkdir", "iterdir", "glob", "rglob",
    "rename", "touch", "symlink_to", "hardlink_to", "chmod", "open", "walk", "home", "cwd", "expanduser", "break_seal",
    "attrgetter", "methodcaller"})
"""Attributes by which a path reaches the disk, or a script a secret."""
PLAIN_DUNDERS = frozenset({"__init__", "__file__", "__name__", "__all__", "__future__", "__str__", "__repr__", "__eq__",
                           "__hash__", "__lt__", "__len__", "__iter__", "__contains__", "__getitem__", "__post_init__",
                           "__bool__", "__slots__", "__enter__", "__exit__", "__add__", "__sub__"})
MOST_NODES = 60_000


def check_source(path: str, text: str, package: str) -> None:
    """Raises `Refused` with the file and its line."""
    try:
        tree = ast.parse(text, path)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused(say("{file} is not readable Python. The pack was not added.", file=path)) from None
    found = next(faults(tree, package), None)
    if found is not None:
        line, what = found
        raise Refused(say("{file}, line {line}: {what}. The pack was not added.", file=path, line=line, what=what))


def faults(tree: ast.Module, package: str) -> Iterator[tuple[int, str]]:
    """Line and words of everything that is not allowed."""
    nodes = list(ast.walk(tree))
    if len(nodes) > MOST_NODES:
        yield 1, "it is too long for rules of a game"
    for node in nodes:
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Import):
            yield from ((line, f"it imports {alias.name}") for alias in node.names if not allowed(alias.name, package))
        elif isinstance(node, ast.ImportFrom):
            yield from ((line, words) for words in _imported(node, package))
        elif isinstance(node, ast.Name) and (node.id in NAMES or _hidden(node.id)):
            yield line, f"it uses {node.id}"
        elif isinstance(node, ast.Attribute) and (node.attr in TOUCHES or _hidden(node.attr)):
            yield line, f"it uses .{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _names_the_inside(node.value):
            yield line, "it names the inside of Python in a text"


def _names_the_inside(text: str) -> bool:
    """`"{0.__class__}".format(...)` climbs as well as the attribute itself."""
    return any(_hidden(word) for word in re.findall(r"__\w+__", text))


def _imported(node: ast.ImportFrom, package: str) -> Iterator[str]:
    if node.level == 0 and not allowed(node.module or "", package):
        yield f"it imports {node.module}"
    for alias in node.names:
        if alias.name in TOUCHES or alias.name in NAMES or _hidden(alias.name) or alias.name == "*":
            yield f"it imports {alias.name}"


def allowed(module: str, package: str) -> bool:
    """
    >>> allowed("companion.core.kinds", "my_game"), allowed("os.path", "my_game"), allowed("my_game.rules", "my_game")
    (True, False, True)
    """
    if module.partition(".")[0] == package or module == CONTRACT or module.startswith(f"{CONTRACT}."):
        return True
    return module.partition(".")[0] in STANDARD


def _hidden(name: str) -> bool:
    """The inside of Python: `__class__`, `__subclasses__`."""
    return name.startswith("__") and name.endswith("__") and name not in PLAIN_DUNDERS
