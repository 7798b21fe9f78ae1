"""Which modules a pack may import, and what of them: never what they have imported for themselves."""

from __future__ import annotations

import ast
from functools import lru_cache
from importlib import import_module
from types import ModuleType

CONTRACT = "companion.core"
FOR_GAMES = frozenset({
    "colours", "fields", "game", "kinds", "questions", "refusals", "said", "seats", "setup", "showing", "table", "text",
    "timers", "values", "views"})
"""Of the contract; the rest is the engine: who else writes files, runs plays and finds games."""
APPS_OWN = frozenset({f"{CONTRACT}.text.learn", f"{CONTRACT}.text.speak"})
"""The language of the whole app."""
STANDARD = frozenset({
    "__future__", "abc", "bisect", "collections", "collections.abc", "dataclasses", "enum", "fractions", "functools",
    "heapq", "itertools", "math", "operator", "pathlib", "re", "statistics", "string", "textwrap", "types", "typing"})


def allowed(module: str, package: str) -> bool:
    """
    >>> allowed("companion.core.kinds", "my_game"), allowed("os.path", "my_game"), allowed("my_game.rules", "my_game")
    (True, False, True)
    """
    return module.partition(".")[0] == package or _harmless(module)


def _harmless(module: str) -> bool:
    if module in STANDARD or module == CONTRACT:
        return True
    inside = module.removeprefix(f"{CONTRACT}.")
    return inside != module and (inside in FOR_GAMES or inside.startswith("kinds."))


def whole_contract(alias: ast.alias) -> bool:
    """`import companion.core.kinds` gives the name `companion`, and with it the whole app."""
    return alias.name == CONTRACT or (alias.name.startswith(f"{CONTRACT}.") and not alias.asname)


@lru_cache(maxsize=4096)
def not_to_be_had(module: str, name: str) -> bool:
    """Private, or another module that is not allowed itself. What is not there at all is told when it is loaded.

    >>> not_to_be_had("pathlib", "os"), not_to_be_had("pathlib", "Path"), not_to_be_had("companion.core", "registry")
    (True, False, True)
    """
    if (name.startswith("_") and module != "__future__") or f"{module}.{name}" in APPS_OWN:
        return True
    if not _harmless(module):
        return False  # a part of the pack itself
    found = getattr(import_module(module), name, None)
    if isinstance(found, ModuleType):
        return not _harmless(found.__name__)
    return module == CONTRACT and not _harmless(f"{module}.{name}")


def bound_modules(tree: ast.Module, package: str) -> dict[str, str]:
    """The names in this file that stand for a module of Python or of the contract."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] != package:
                    name = alias.name if alias.asname else alias.name.partition(".")[0]
                    found[alias.asname or name] = name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and _harmless(node.module or ""):
            for alias in node.names:
                if _is_module(node.module or "", alias.name):
                    found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def _is_module(module: str, name: str) -> bool:
    inside = f"{module}.{name}".removeprefix(f"{CONTRACT}.")
    return inside in FOR_GAMES or isinstance(getattr(import_module(module), name, None), ModuleType)


def names_of_others(tree: ast.Module, package: str) -> set[str]:
    """Everything in this file that was imported and is not the pack's own."""
    found = set(bound_modules(tree, package))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").partition(".")[0] != package:
            found |= {alias.asname or alias.name for alias in node.names}
    return found
