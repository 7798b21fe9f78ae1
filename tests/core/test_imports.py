"""No circle of imports in core, not even of those that only a type checker reads."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parents[2] / "companion" / "core"


def module_of(path: Path) -> str:
    parts = ("companion", "core", *path.relative_to(CORE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def graph(sources: dict[str, str]) -> dict[str, set[str]]:
    """From each module to those it names in an import, wherever that stands."""
    found: dict[str, set[str]] = {}
    for module, text in sources.items():
        named: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= {name if name in sources else node.module for name in whole}
            elif isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
        found[module] = named & set(sources) - {module}
    return found


def test_core_has_no_circle() -> None:
    sources = {module_of(path): path.read_text(encoding="utf-8") for path in CORE.rglob("*.py")}
    assert len(sources) > 20
    order = list(TopologicalSorter(graph(sources)).static_order())
    assert order.index("companion.core.questions") < order.index("companion.core.table")


def test_a_planted_circle_is_found() -> None:
    sources = {"a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import B", "b": "import a"}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(sources)).static_order())
