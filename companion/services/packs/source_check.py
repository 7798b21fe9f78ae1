"""Find honest mistakes in a pack's source: imports not every device has, `open`, `exec` and the like.

This is no sandbox. A pack can do whatever the app can; the sheet that adds it says so."""

from __future__ import annotations

import ast

from companion.core.refusals import Refused
from companion.core.text import say

CONTRACT = "companion.core"
FOR_GAMES = frozenset({
    "colours", "fields", "game", "kinds", "questions", "refusals", "said", "seats", "setup", "showing", "table", "text",
    "timers", "values", "views"})
"""Modules of the contract for games; the rest is the engine."""
STANDARD = frozenset({
    "__future__", "abc", "bisect", "collections", "collections.abc", "dataclasses", "enum", "fractions", "functools",
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
            raise Refused(say("{file}, line {line} imports {name}, which a pack can't use. The pack was not added.",
                              file=path, line=line, name=module))
        if isinstance(node, ast.Name) and node.id in BANNED:
            raise Refused(say("{file}, line {line} uses {name}, which a pack can't use. The pack was not added.",
                              file=path, line=line, name=node.id))


def _foreign(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if not allowed(alias.name, package)]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        module = node.module or ""
        inside = module == CONTRACT and all(allowed(f"{module}.{alias.name}", package) for alias in node.names)
        return [] if inside or allowed(module, package) else [module]
    return []


def allowed(module: str, package: str) -> bool:
    """
    >>> [allowed(module, "my_game") for module in ("companion.api", "companion.core.kinds", "my_game.rules", "os.path")]
    [True, True, True, False]
    """
    inside = module.removeprefix(f"{CONTRACT}.")
    ours = inside != module and (inside in FOR_GAMES or inside.startswith("kinds."))
    return module.partition(".")[0] == package or module in STANDARD or module == "companion.api" or ours
