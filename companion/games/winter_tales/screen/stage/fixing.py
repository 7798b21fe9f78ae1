"""What a resting finger brings: a question that helps the teller, and what lies there, to be put right."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.winter_tales.board import aids
from companion.games.winter_tales.board.characters import QUESTS
from companion.games.winter_tales.pieces import Quest
from companion.games.winter_tales.screen.stage import reading
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class Held:
    """The thing under the finger."""

    title: str
    aid: str
    paths: tuple[str, ...] = ()
    """Fields of it, the likeliest first; empty: there is nothing to put right."""


def held(table: Winter, who: str, slot: int | None, place: str | None, turn: int) -> Held | None:
    """Whatever lies under the finger; None: nothing does."""
    if who:
        return of_character(table, who, turn)
    if slot is not None:
        return of_slot(table, slot, turn)
    return None if place is None else of_place(table, place, turn)


def of_character(table: Winter, key: str, turn: int) -> Held:
    """A card: flipped or not, lying or not, whose, and which tokens lie on it."""
    who, path = table.who(key), f"characters.{key}"
    lies, stands = ((f"{path}.down",), (f"{path}.at",)) if table.full else ((), ())
    tokens = [f"powers.{power.key}{'.second' if place else ''}" for power in table.powers.values()
              for place, one in enumerate(power.on) if one is who]
    quests = [f"quests.{quest.key}.bearer" for quest in table.on_map() if quest.bearer is who]
    return Held(str(who.name), str(aids.one_of(aids.FOR_SOMEBODY, turn)),
                (f"{path}.ready", *lies, *tokens, *quests, f"{path}.owner", *stands))


def of_slot(table: Winter, number: int, turn: int) -> Held:
    """A space of the track: its memory, the bookmark, a power that hangs on the memory (WT-100); of which objective it
    is (WT-124)."""
    title, aid = reading.aid_for_slot(table, number, turn)
    if number > len(table.track):
        return Held(title, aid)
    memory = table.track[number - 1]
    power = QUESTS[memory.source].power if memory is not None and memory.source in QUESTS else ""
    powers = (f"powers.{power}.in_force",) if power and table.on("powers") else ()
    source = (f"track.{number}.source",) if memory is not None and table.on("objectives") else ()
    return Held(title, aid, (f"track.{number}", "bookmark", *powers, *source))


def of_place(table: Winter, key: str, turn: int) -> Held:
    """The quests and powers that lie in a place; in light depth, the quest itself."""
    title, aid = reading.aid_for_place(table, key, turn)
    quests = [quest for quest in table.on_map() if (quest.site if table.full else quest.key) == key]
    powers = [f"powers.{power.key}.at" for power in table.powers.values() if table.full and power.at == key]
    return Held(title, aid, (*[path for quest in quests for path in quest_paths(table, quest)], *powers))


def quest_paths(table: Winter, quest: Quest) -> tuple[str, ...]:
    path = f"quests.{quest.key}"
    if quest.card.carried:
        return f"{path}.state", f"{path}.bearer"
    return (f"{path}.state", f"{path}.site") if table.full else (f"{path}.state",)
