"""Prefetch: what will be wanted soon is loaded in idle moments: screens, a game's rules, stage, panels, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core.game import Game
from companion.ui.speed.idle import idle

TABLE, GAMES = "companion.ui.table", "companion.games."
FIRST = ("board.", "pieces", "table", "rules.")  # what the others import: alone, each takes a short moment
SCREEN, EDITOR = "screen.", "screen.editor"  # the rooms of a game that draw the table, and its owner's copy


def load(module: str) -> None:
    idle.later(partial(import_module, module))


def load_table() -> None:
    """Part by part: all at once they would take five frames."""
    for name in sorted(_parts(TABLE)):
        load(f"{TABLE}.{name}")


def prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    """Load a game's rules, stage, panels and pictures before its table opens.

    Listing them waits for an idle moment, too: a large game has a hundred modules in a dozen folders.
    """
    idle.first([partial(_prepare, game, pictures)])


def _prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    home = type(game).__module__.rpartition(".")[0]
    parts = [name for name in _parts(home) if _wanted(home, name)]
    parts.sort(key=lambda name: (name.startswith(SCREEN), _main(name), not name.startswith(FIRST), name))
    idle.first([*(partial(import_module, f"{home}.{name}") for name in parts), *pictures(game.facts.id)])


def _wanted(home: str, name: str) -> bool:
    """Of our own games all but the editors of their boxes; a plugin's package may hold anything, scripts and tests."""
    return not name.startswith(EDITOR) and (name.startswith(SCREEN) or home.startswith(GAMES))


def _main(name: str) -> bool:
    """A stage imports its parts: they come first, one by one."""
    room, _, module = name.rpartition(".")
    return module == "stage" or room.endswith(f".{module}")


def _parts(package: str) -> list[str]:
    """The names of a package's modules, those of its rooms too; none of them is imported for that."""
    return list(_modules(getattr(import_module(package), "__path__", ()))) if package else []


def _modules(folders: Iterable[str], room: str = "") -> Iterator[str]:
    for one in iter_modules(folders):
        if one.ispkg:
            yield from _modules([f"{folder}/{one.name}" for folder in folders], f"{room}{one.name}.")
        else:
            yield f"{room}{one.name}"
