"""A quest that was told while the phone lay aside: which, how it ended, where its memory lies (WT-65 to WT-68)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText, Place
from companion.core.questions import Face, Question
from companion.core.said import said
from companion.core.text import say, spelled
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_ICONS, SPRING, TWINS, WINTER
from companion.games.winter_tales.pieces import Memory, Quest
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, begin_epilogue_if_full, lay, space_name
from companion.games.winter_tales.table import Winter

NEVER_MIND = "never mind"


@dataclass(eq=False)
class Telling:
    """A quest being entered afterwards."""

    quest: Quest
    side: str = ""


def could_be_told(table: Winter) -> list[Quest]:
    """Quests that are not done, those on the map first; only between two activations (WT-53)."""
    if any(not isinstance(flow, Telling) for flow in table.now) or not free_for_quests(table):
        return []
    return [quest for state in ("map", "free") for quest in table.quests.values() if quest.state == state]


def free_for_quests(table: Winter) -> list[int]:
    """Free spaces, and objectives that may be covered (WT-67, WT-123)."""
    return [space + 1 for space, memory in enumerate(table.track) if memory is None or memory.of_objective]


@dataclass(frozen=True)
class ToldWithoutPhone(PickText[Winter]):
    """WT-57: which quest was told?"""

    rule = "WT-67"
    also = ("WT-53", "WT-65", "WT-68")

    sentence = said("Which quest was told without the phone?")
    title = said("A quest was told")
    hint = said("A power that it brought is set by hand.")

    def choices(self, table: Winter) -> Iterable[str]:
        return [quest.key for quest in could_be_told(table)]

    def face(self, table: Winter, choice: Any) -> Face:
        quest = table.quests[choice]
        hint = say("on the map") if quest.state == "map" else say("new in the story")
        return Face(quest.name, hint, SIDE_ICONS[quest.side])

    async def then(self, table: Winter, answer: str) -> None:
        with table.during(Telling(table.quests[answer])) as telling:
            side = await table.ask(ToldFor(None, telling.quest))
            telling.side = "" if side == NEVER_MIND else side
            if telling.side and free_for_quests(table):
                space = await table.ask(ToldAt(None, telling.quest))
                enter(table, telling, space - 1)
                begin_epilogue_if_full(table, table.actor(), telling.quest.side)


def enter(table: Winter, telling: Telling, space: int) -> None:
    """Its memory lies, the bookmark on it; the token leaves the map, an Artifact's twin the game (WT-53, WT-68)."""
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
class ToldFor(PickText[Winter]):
    """WT-65: for whom it ended."""

    rule = "WT-65"
    quest: Quest

    sentence = said("How did {quest} end?")

    def choices(self, table: Winter) -> Iterable[str]:
        return (SPRING, WINTER, NEUTRAL, NEVER_MIND)

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == NEVER_MIND:
            return Face(say("Never mind"), icon="close-thick")
        label = {SPRING: say("Spring won"), WINTER: say("Winter won")}.get(choice, say("A tie"))
        return Face(label, icon=SIDE_ICONS.get(choice, "circle-half-full"))


@dataclass(frozen=True)
class ToldAt(Place[Winter, int]):
    """WT-67: where its memory lies."""

    rule = "WT-67"
    also = ("WT-68", "WT-123")
    at_once = True
    quest: Quest

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return f"track.{answer}", "bookmark", f"quests.{self.quest.key}.state"

    sentence = said("Where does its memory lie?")
    hint = said("The bookmark lies on it.")

    def choices(self, table: Winter) -> Iterable[int]:
        return free_for_quests(table)

    def face(self, table: Winter, choice: Any) -> Face:
        memory = table.track[choice - 1]
        hint = None if memory is None else say("over {name}, which then no longer counts", name=memory.name)
        return Face(space_name(choice - 1), hint, badge=str(choice))


def told_without(table: Winter) -> list[Question[Winter, Any]]:
    return [ToldWithoutPhone(None)] if could_be_told(table) else []
