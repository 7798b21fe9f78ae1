"""The memory track: what lies on each space, and the bookmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.fields import Allowed, Field, plain
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import NEUTRAL, OBJECTIVES, QUESTS, SIDE_NAMES, SIDES
from companion.games.winter_tales.pieces import Memory
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, leaves_track, settle, space_name
from companion.games.winter_tales.table import Winter

TRACK = say("Memory track")
OUTCOMES = {"success": say("a success"), "failure": say("a failure"), "tie": say("a tie")}


def track_fields(table: Winter) -> Iterator[Field]:
    for space in range(len(table.track)):
        yield memory_field(table, space)
    for space in range(len(table.track)):
        yield part_field(table, space, "source", say("whose card"), ("", *QUESTS, *OBJECTIVES), source_words)
        yield part_field(table, space, "outcome", say("how it ended"), ("", *OUTCOMES), outcome_words)
        yield part_field(table, space, "chapter", say("chapter"), range(1000))
        yield part_field(table, space, "note", say("note"), ("",), text=True)
    yield bookmark_field(table)


def memory_field(table: Winter, space: int) -> Field:
    """The side of a memory; a card may be taken away, or one that was forgotten be laid."""
    def read() -> Json:
        memory = table.track[space]
        return None if memory is None else memory.side

    def write(side: Json) -> None:
        memory = table.track[space]
        if side is None:
            leaves_track(table, memory)
            table.track[space] = None
            if table.bookmark == space:
                table.bookmark = None
        elif memory is None:
            table.track[space] = Memory(side, "", chapter=table.chapter)
        else:
            memory.side = side
        settle(table)

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{space}: the memory is taken away", space=space_name(space))
        return say("{space}: {memory}", space=space_name(space), memory=SIDE_MEMORIES.get(new, side_words(new)))

    return Field(f"track.{space + 1}", space_name(space), (None, *SIDES, NEUTRAL), read, write, side_words, TRACK,
                 change=change, place=f"memory{space + 1}", icon="cards-outline", weight=6)


def side_words(side: Json) -> Text | str:
    return say("empty") if side is None else SIDE_NAMES.get(side, str(side))


def source_words(key: Json) -> Text | str:
    """The quest or the objective a memory is of (WT-67, WT-124)."""
    if key in QUESTS:
        return say("{quest} ({side})", quest=QUESTS[key].name, side=SIDE_NAMES[QUESTS[key].side])
    return say("Objective: {card}", card=OBJECTIVES[key].name) if key in OBJECTIVES else say("not said")


def outcome_words(outcome: Json) -> Text | str:
    return OUTCOMES.get(outcome, say("not said"))


def part_field(table: Winter, space: int, name: str, label: Text, values: Allowed,
               words: Callable[[Json], Text | str] = plain, text: bool = False) -> Field:
    """What else the books hold of a memory; nothing while the space is empty."""
    empty = 0 if isinstance(values, range) else ""

    def read() -> Json:
        memory = table.track[space]
        return empty if memory is None else getattr(memory, name)

    def write(value: Any) -> None:
        memory = table.track[space]
        if memory is not None:
            setattr(memory, name, value)

    def allowed() -> Allowed:
        return (read(),) if text or table.track[space] is None else values

    return Field(f"track.{space + 1}.{name}", say("{space}, {what}", space=space_name(space), what=label), allowed,
                 read, write, words, TRACK, on_table=False, text=text)


def bookmark_field(table: Winter) -> Field:
    def allowed() -> Allowed:
        filled = [space for space, memory in enumerate(table.track) if memory is not None]
        return tuple(dict.fromkeys((None, *filled, table.bookmark)))

    def write(space: Any) -> None:
        table.bookmark = space

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("Take the bookmark off the track")
        return say("The bookmark goes to {space}", space=space_name(new))

    return Field("bookmark", say("Bookmark"), allowed, lambda: table.bookmark, write,
                 lambda space: say("nowhere") if space is None else space_name(space), TRACK, change=change,
                 place="bookmark", icon="bookmark-outline", weight=5)
