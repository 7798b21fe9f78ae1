"""Settings of the To move card: how much the card lists, and what was checked off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.engine.by_hand import EVERYTHING, NOTHING, UNFORESEEN
from companion.core.text import Refused, Text, say
from companion.core.values import Json

if TYPE_CHECKING:
    from companion.services.library import Library
    from companion.services.open_play import OpenPlay

NAMES: Mapping[str, Text] = {
    EVERYTHING: say("Every change"),
    UNFORESEEN: say("Only surprises"),
    NOTHING: say("Nothing"),
}


def how_much(library: Library, game: str) -> str:
    chosen: Mapping[str, str] = library.setting("by_hand")
    return chosen.get(game, UNFORESEEN)


def tell(library: Library, game: str, how: str) -> None:
    """Set it for one game. Raises `Refused` for an unknown value."""
    library.set("by_hand", {**library.setting("by_hand"), game: how})


# Lay it out again: what was checked off is saved with the play, but doesn't change it

def checked(library: Library, opened: OpenPlay) -> set[str]:
    """Paths already laid out; empty once the play has continued."""
    saved = library.store.setting(_key(opened))
    if not isinstance(saved, dict) or saved.get("records") != len(opened.play.log):
        return set()
    paths = saved.get("paths")
    return {path for path in paths if isinstance(path, str)} if isinstance(paths, list) else set()


def check_off(library: Library, opened: OpenPlay, paths: Iterable[str]) -> None:
    """If it can't be saved, it is lost with the page; the play is unaffected."""
    with suppress(Refused):
        library.store.set(_key(opened), {"records": len(opened.play.log), "paths": sorted(paths)})


def _key(opened: OpenPlay, what: str = "laid_out") -> str:
    return f"{what}.{opened.row.uid or opened.id}"


def pack(library: Library, opened: OpenPlay) -> None:
    """Remember that it lies in the box, so the library offers to lay it out again."""
    with suppress(Refused):
        library.store.set(_key(opened, "packed"), library.clock.wall())


def is_packed(library: Library, play: int) -> bool:
    """Packed away and not continued since."""
    row = library.store.play(play)
    since = library.store.setting(f"packed.{row.uid or row.id}")
    return isinstance(since, float) and since >= row.touched


# A play's corrections may also apply to the owner's box

def for_boxes(library: Library, opened: OpenPlay) -> list[tuple[str, int, Json]]:
    """Saved boxes that this play's corrections would fix: name, id, and the fixed box."""
    game, found = opened.game, []
    for row in library.boxes(game.facts.id):
        fresh = game.boxes.fixed(opened.play.table, row.box)
        if fresh is not None and fresh != row.box:
            found.append((row.name, row.id, fresh))
    return found


# The stage's rotation, towards where somebody sits

def turn_of(library: Library, opened: OpenPlay) -> int:
    saved = library.store.setting(_key(opened, "turned"))
    return saved if isinstance(saved, int) else 0


def save_turn(library: Library, opened: OpenPlay, turn: int) -> None:
    with suppress(Refused):
        library.store.set(_key(opened, "turned"), turn)
