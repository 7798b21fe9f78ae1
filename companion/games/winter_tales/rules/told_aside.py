"""What players enter themselves: a quest told without the phone, and notes about memories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Menu, Option
from companion.core.questions import Json, Question
from companion.core.said import said
from companion.core.text import Text, say, spelled
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_ICONS, SPRING, TWINS, WINTER
from companion.games.winter_tales.pieces import Memory, Quest
from companion.games.winter_tales.rules.kinds import Keepsake, PickTrackSpace
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, begin_epilogue_if_full, lay
from companion.games.winter_tales.rules.new_quests import QuestGoal
from companion.games.winter_tales.table import Resolving, Winter

NEVER_MIND = "never mind"


# A quest told without the phone: which one, its outcome and memory space (WT-65 to WT-68)

@dataclass(eq=False)
class Telling:
    quest: Quest
    side: str = ""


def could_be_told(table: Winter) -> list[Quest]:  # WT-53
    if any(not isinstance(flow, Telling) for flow in table.now) or not table.spaces_for_quests():
        return []
    return [quest for state in ("map", "free") for quest in table.quests.values() if quest.state == state]


@dataclass(frozen=True)
class ToldQuest(Menu[Winter]):
    rule = "WT-67"
    also = ("WT-53", "WT-65", "WT-68")

    sentence = said("Which quest was told without the phone?")
    title = said("A quest was told")
    hint = said("A power that it brought is set by hand.")

    def options(self, table: Winter) -> Iterable[Option]:
        for quest in could_be_told(table):
            hint = say("on the map") if quest.state == "map" else say("new in the story")
            yield Option(quest.key, quest.name, SIDE_ICONS[quest.side], hint)

    async def then(self, table: Winter, answer: str) -> None:
        with table.during(Telling(table.quests[answer])) as telling:
            side = await table.ask(ToldOutcome(None, telling.quest))
            telling.side = "" if side == NEVER_MIND else side
            if telling.side and table.spaces_for_quests():
                space = await table.ask(ToldSpace(None, telling.quest))
                enter(table, telling, space - 1)
                begin_epilogue_if_full(table, table.actor(), telling.quest.side)


def enter(table: Winter, telling: Telling, space: int) -> None:
    """Place and bookmark its memory; remove the token, and an Artifact's twin (WT-53, WT-68)."""
    quest, side = telling.quest, telling.side
    outcome = "tie" if side == NEUTRAL else "success" if side == quest.side else "failure"
    quest.state, quest.site, quest.bearer = "done", None, None
    twin = TWINS.get(quest.key)
    if twin is not None and table.quests[twin].state == "free":
        table.quests[twin].state = "boxed"
    table.tell(say("{quest}", quest=quest), rule="WT-67", heading=True)
    table.tell(say("It was told without the phone. On space {n} lies {memory}.", n=spelled(space + 1),
                   memory=SIDE_MEMORIES[side]), rule="WT-67")
    lay(table, Memory(side, quest.key, outcome, chapter=table.chapter), space)


@dataclass(frozen=True)
class ToldOutcome(Menu[Winter]):
    rule = "WT-65"
    quest: Quest

    sentence = said("How did {quest} end?")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option(SPRING, say("Spring won"), SIDE_ICONS[SPRING])
        yield Option(WINTER, say("Winter won"), SIDE_ICONS[WINTER])
        yield Option(NEUTRAL, say("A tie"), SIDE_ICONS[NEUTRAL])
        yield Option(NEVER_MIND, say("Never mind"), "close-thick")


@dataclass(frozen=True)
class ToldSpace(PickTrackSpace):
    rule = "WT-67"
    also = ("WT-68", "WT-123")
    quest: Quest

    def side(self, table: Winter) -> str:
        return table.under_way(Telling).side

    def moves(self, table: Winter, answer: Any) -> Mapping[str, Json]:
        return {**super().moves(table, answer), f"quests.{self.quest.key}.state": "done"}

    sentence = said("Where does its memory lie?")
    hint = said("The bookmark lies on it.")

    def choices(self, table: Winter) -> Iterable[int]:
        return table.spaces_for_quests()


def told_without(table: Winter) -> list[Question[Winter, Any]]:
    return [ToldQuest(None)] if could_be_told(table) else []


# Notes, at any moment (WT-72)

@dataclass(frozen=True)
class BookmarkNote(Keepsake):
    """WT-72: the bookmarked memory must be recalled as it was told."""

    rule = "WT-72"
    icon = ""
    """In the menu only: a tile under every question would be noise."""

    def sentence(self, table: Winter) -> Text:
        memory = table.marked()
        if memory is None:
            return say("What will be remembered, in a few words?")
        return say("What will be remembered of {memory}?", memory=memory.name)

    title = said("Note the memory")

    async def then(self, table: Winter, answer: str) -> None:
        memory = table.marked()
        if memory is None:
            return
        memory.note = answer
        if answer:
            table.tell(say("Remembered: {note}", note=answer), rule="WT-72")


@dataclass(frozen=True)
class FreshMemoryNote(BookmarkNote):
    """WT-72: right after placing a quest's or objective's memory, its note has a tile."""

    icon = "pencil-outline"

    def key(self) -> str:
        """Log both note questions under one key."""
        return BookmarkNote(self.seat).key()


def notes_now(table: Winter) -> list[Question[Winter, Any]]:
    notes: list[Question[Winter, Any]] = []
    fresh, marked = table.fresh, table.marked()
    if isinstance(fresh, Quest) and fresh.state == "map" and not fresh.note:
        notes.append(QuestGoal(fresh.author or table.actor(), fresh))
    if marked is not None:
        just_laid = marked is fresh and not marked.note and not table.is_under_way(Resolving)
        notes.append(FreshMemoryNote(None) if just_laid else BookmarkNote(None))
    return notes
