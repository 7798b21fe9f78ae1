"""Saved settings of By hand: how much the card lists per game, and what was checked off when laying out again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.by_hand import EVERYTHING, NOTHING, UNFORESEEN
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.core.values import Json

if TYPE_CHECKING:
    from companion.services.evening import Evening
    from companion.services.open_play import OpenPlay

NAMES: Mapping[str, Text] = {
    EVERYTHING: say("Every change"),
    UNFORESEEN: say("Only surprises"),
    NOTHING: say("Nothing"),
}


def how_much(evening: Evening, game: str) -> str:
    """One of `HOW_MUCH`; for `OpenPlay.by_hand`."""
    chosen: Mapping[str, str] = evening.setting("by_hand")
    return chosen.get(game, UNFORESEEN)


def tell(evening: Evening, game: str, how: str) -> None:
    """Set it for one game. Raises `Refused` for an unknown value."""
    evening.set("by_hand", {**evening.setting("by_hand"), game: how})


# Lay it out again: what was checked off is saved with the play, but doesn't change it

def checked(evening: Evening, opened: OpenPlay) -> set[str]:
    """Paths already laid out; empty once the play has continued."""
    saved = evening.store.setting(_key(opened))
    if not isinstance(saved, dict) or saved.get("records") != len(opened.play.log):
        return set()
    paths = saved.get("paths")
    return {path for path in paths if isinstance(path, str)} if isinstance(paths, list) else set()


def check_off(evening: Evening, opened: OpenPlay, paths: Iterable[str]) -> None:
    """If it can't be saved, it is lost with the page; the play is unaffected."""
    with suppress(Refused):
        evening.store.set(_key(opened), {"records": len(opened.play.log), "paths": sorted(paths)})


def _key(opened: OpenPlay, what: str = "laid_out") -> str:
    return f"{what}.{opened.row.uid or opened.id}"


def pack(evening: Evening, opened: OpenPlay) -> None:
    """Remember that it lies in the box, so the library offers to lay it out again."""
    with suppress(Refused):
        evening.store.set(_key(opened, "packed"), evening.clock.wall())


def is_packed(evening: Evening, play: int) -> bool:
    """Packed away and not continued since."""
    row = evening.store.play(play)
    since = evening.store.setting(f"packed.{row.uid or row.id}")
    return isinstance(since, float) and since >= row.touched


# A play's corrections may also apply to the owner's copy

def for_copies(evening: Evening, opened: OpenPlay) -> list[tuple[str, int, Json]]:
    """Saved copies that this play's corrections would fix: name, id, and the fixed copy."""
    game, found = opened.game, []
    for row in evening.copies(game.facts.id):
        try:
            fresh = guarded(game.copy_put_right, opened.play.table, row.copy)
        except GameFailed:
            continue
        if fresh is not None and fresh != row.copy:
            found.append((row.name, row.id, fresh))
    return found


# The stage's rotation, towards where somebody sits

def turn_of(evening: Evening, opened: OpenPlay) -> int:
    saved = evening.store.setting(_key(opened, "turned"))
    return saved if isinstance(saved, int) else 0


def save_turn(evening: Evening, opened: OpenPlay, turn: int) -> None:
    with suppress(Refused):
        evening.store.set(_key(opened, "turned"), turn)
