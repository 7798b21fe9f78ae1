"""What will be wanted soon, got beforehand in idle moments: screens, and a game's rules, stage, panels and pictures."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.core.game import Game
from companion.ui import tokens
from companion.ui.art import pictures
from companion.ui.idle import idle
from companion.ui.look import Look
from companion.ui.widgets.seat import LAYERS, mask
from companion.ui.widgets.words import natural_line

TABLE, GAMES = "companion.ui.table", "companion.games."
WIDGETS = ("panel", "stage")  # how a game's modules begin that draw the table


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
    """So that neither its table nor the first question of a kind opens with a pause."""
    home = type(game).__module__.rpartition(".")[0]
    parts = [name for name in _parts(home) if _wanted(home, name)]
    parts.sort(key=lambda name: (name.startswith(WIDGETS), name.startswith(WIDGETS) and "_" not in name, name))
    idle.first([*(partial(import_module, f"{home}.{name}") for name in parts), *pictures(game.facts.id)])


def _wanted(home: str, name: str) -> bool:
    """Of our own games all but the editors of their boxes; a plugin's package may hold anything, scripts and tests."""
    return name.startswith(WIDGETS) or (home.startswith(GAMES) and not name.startswith("editor"))


def _parts(package: str) -> list[str]:
    """The names of a package's modules."""
    path = getattr(import_module(package), "__path__", ()) if package else ()
    return [one.name for one in iter_modules(path)]
