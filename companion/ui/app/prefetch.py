"""Prefetch: what will be wanted soon is loaded in idle moments: screens, a game's rules, stage, panels, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core.game import Game
from companion.ui.app.idle import idle
from companion.ui.drawing.art import pictures
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.words import natural_line
from companion.ui.widgets.controls.seat import LAYERS, mask

TABLE, GAMES = "companion.ui.table", "companion.games."
FIRST = ("board.", "pieces", "table", "rules.")  # what the others import: alone, each takes a short moment
SCREEN, EDITOR = "screen.", "screen.editor"  # the rooms of a game that draw the table, and its owner's copy


def load(module: str) -> None:
    idle.later(partial(import_module, module))


def load_table() -> None:
    """Part by part: all at once they would take five frames."""
    for name in sorted(_parts(TABLE)):
        load(f"{TABLE}.{name}")


def load_letters(look: Look) -> None:
    """Every size of letters that a screen may want: the first word in each opens a font."""
    sizes = {(kind.font, int(look.px(role, chrome))) for role, kind in tokens.TYPE.items() for chrome in (False, True)}
    for font, size in sorted(sizes):
        idle.later(partial(natural_line, font, size))


def load_tokens() -> None:
    for colour in range(len(tokens.SEATS)):
        for layer in LAYERS:
            idle.later(partial(mask, colour, layer))


def prepare(game: Game[Any]) -> None:
    """So that neither its table nor the first question of a kind opens with a pause. What there is to load is looked
    for in an idle moment, too: a large game has a hundred modules in a dozen folders."""
    idle.first([partial(_prepare, game)])


def _prepare(game: Game[Any]) -> None:
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
