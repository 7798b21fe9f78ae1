"""Loads screens and a game's rules, stage, panels and pictures in idle moments, before they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core.game import Game
from companion.ui.speed.idle import idle

TABLE, GAMES = "companion.ui.table", "companion.games."
FIRST = ("board.", "pieces", "table", "rules.")  # imported by the others; each is quick on its own
SCREEN, EDITOR = "screen.", "screen.editor"  # the packages that draw the table and edit its owner's copy


def load(module: str) -> None:
    idle.later(partial(import_module, module))


def load_table() -> None:
    """Load module by module; all at once would take five frames."""
    for name in sorted(_parts(TABLE)):
        load(f"{TABLE}.{name}")


def prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    """Load a game's rules, stage, panels and pictures before its table opens.

    Even listing them waits for an idle moment: a large game has about a hundred modules.
    """
    idle.first([partial(_prepare, game, pictures)])


def _prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    home = type(game).__module__.rpartition(".")[0]
    parts = [name for name in _parts(home) if _wanted(home, name)]
    parts.sort(key=lambda name: (name.startswith(SCREEN), _main(name), not name.startswith(FIRST), name))
    idle.first([*(partial(import_module, f"{home}.{name}") for name in parts), *pictures(game.facts.id)])


def _wanted(home: str, name: str) -> bool:
    """Everything but editors in our own games; only screens in plugins, which may contain scripts and tests."""
    return not name.startswith(EDITOR) and (name.startswith(SCREEN) or home.startswith(GAMES))


def _main(name: str) -> bool:
    """Whether this module imports its siblings, which should load first, one by one."""
    room, _, module = name.rpartition(".")
    return module == "stage" or room.endswith(f".{module}")


def _parts(package: str) -> list[str]:
    """Names of a package's modules, including subpackages, without importing them."""
    return list(_modules(getattr(import_module(package), "__path__", ()))) if package else []


def _modules(folders: Iterable[str], room: str = "") -> Iterator[str]:
    for one in iter_modules(folders):
        if one.ispkg:
            yield from _modules([f"{folder}/{one.name}" for folder in folders], f"{room}{one.name}.")
        else:
            yield f"{room}{one.name}"
