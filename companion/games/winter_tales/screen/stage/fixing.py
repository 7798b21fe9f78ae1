"""Long press on the stage: drag a character elsewhere, or correct anything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp

from companion.games.winter_tales.board import aids
from companion.games.winter_tales.board.characters import QUESTS
from companion.games.winter_tales.screen.stage import reading
from companion.games.winter_tales.screen.stage.layout import Point, nearest
from companion.games.winter_tales.screen.stage.pieces import Tokens
from companion.games.winter_tales.screen.stage.town import TownView
from companion.games.winter_tales.table import Quest, Winter


@dataclass(frozen=True)
class Held:
    title: str
    aid: str
    paths: tuple[str, ...] = ()
    """Its fields, the likeliest first; empty if nothing can be corrected."""


def held(table: Winter, who: str, slot: int | None, place: str | None, turn: int) -> Held | None:
    if who:
        return of_character(table, who, turn)
    if slot is not None:
        return of_slot(table, slot, turn)
    return None if place is None else of_place(table, place, turn)


def of_character(table: Winter, key: str, turn: int) -> Held:
    who, path = table.who(key), f"characters.{key}"
    lies, stands = ((f"{path}.down",), (f"{path}.at",)) if table.full else ((), ())
    tokens = [f"powers.{power.key}{'.second' if place else ''}" for power in table.powers.values()
              for place, one in enumerate(power.on) if one is who]
    quests = [f"quests.{quest.key}.bearer" for quest in table.on_map() if quest.bearer is who]
    return Held(str(who.name), str(aids.one_of(aids.FOR_SOMEBODY, turn)),
                (f"{path}.ready", *lies, *tokens, *quests, f"{path}.owner", *stands))


def of_slot(table: Winter, number: int, turn: int) -> Held:
    """A track space: its memory, bookmark, power (WT-100) and objective (WT-124)."""
    title, aid = reading.aid_for_slot(table, number, turn)
    if number > len(table.track):
        return Held(title, aid)
    memory = table.track[number - 1]
    power = QUESTS[memory.source].power if memory is not None and memory.source in QUESTS else ""
    powers = (f"powers.{power}.in_force",) if power and table.on("powers") else ()
    source = (f"track.{number}.source",) if memory is not None and table.on("objectives") else ()
    return Held(title, aid, (f"track.{number}", "bookmark", *powers, *source))


def of_place(table: Winter, key: str, turn: int) -> Held:
    title, aid = reading.aid_for_place(table, key, turn)
    quests = [quest for quest in table.on_map() if (quest.site if table.full else quest.key) == key]
    powers = [f"powers.{power.key}.at" for power in table.powers.values() if table.full and power.at == key]
    return Held(title, aid, (*[path for quest in quests for path in quest_paths(table, quest)], *powers))


def quest_paths(table: Winter, quest: Quest) -> tuple[str, ...]:
    path = f"quests.{quest.key}"
    if quest.card.carried:
        return f"{path}.state", f"{path}.bearer"
    return (f"{path}.state", f"{path}.site") if table.full else (f"{path}.state",)


HOLD = 0.45
"""Seconds of long press before a token can be dragged."""
UNDER, DROP, ABOVE = 26.0, 60.0, 16.0


class Carry:
    def __init__(self, town: TownView, tokens: Tokens, correct: Callable[[str, str], None]) -> None:
        self._town, self._tokens, self._correct = town, tokens, correct
        self._key = ""

    @property
    def under_way(self) -> bool:
        return bool(self._key)

    def lift(self, at: Point) -> bool:
        key = self.under(at)
        if not key:
            return False
        self._key = key
        self._town.light(dict.fromkeys(self._town.spots, ""), None)
        self.move(at)
        return True

    def under(self, at: Point) -> str:
        return nearest(self._tokens.places, at, dp(UNDER)) or ""

    def move(self, at: Point) -> None:
        self._tokens.hold(self._key, (at[0], at[1] + dp(ABOVE)))

    def leave(self) -> str:
        key, self._key = self._key, ""
        return key

    def drop(self, at: Point) -> None:
        key = self.leave()
        place = nearest(self._town.spots, at, dp(DROP))
        if place is not None:
            self._correct(f"characters.{key}.at", place)
