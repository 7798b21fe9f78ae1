"""The end of a quest: its memory is placed, and what will be remembered may be written down (WT-65 to WT-68, WT-72)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Place
from companion.core.questions import Face, Reason, Refused
from companion.core.said import said
from companion.core.text import Text, say, spelled
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.kinds import Keepsake
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, lay, memory_word, space_name
from companion.games.winter_tales.rules.quests.questions import resolving_of
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class PlacesMemory(Place[Winter, int]):
    """WT-67: any free space left of the epilogue token, or over an objective; the acting player decides."""

    rule = "WT-67"
    also = ("WT-65", "WT-66", "WT-68", "WT-69", "WT-71", "WT-123", "WT-A29", "WT-A30",
                                       "WT-A31", "WT-A32", "WT-A47")
    at_once = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return f"track.{answer}", "bookmark"

    sentence = said("{seat}, where does the new memory go?")
    kicker = said("Tell how it ended, then place the memory")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        if table.last is not None:
            yield Reason(say("{title}", title=table.last.title), table.last.icon)
            yield Reason(say("{line}", line=table.last.line), "cards-outline")
        yield Reason(say("Lay the quest token above it and the bookmark on it."), "bookmark")

    def choices(self, table: Winter) -> Iterable[int]:
        return [space + 1 for space, memory in enumerate(table.track) if memory is None or memory.of_objective]

    def face(self, table: Winter, choice: Any) -> Face:
        memory = table.track[choice - 1]
        hint = None
        if memory is not None:
            hint = say("over {name}, which then no longer counts", name=memory.name)
        elif choice in table.town.icons:
            hint = say("with an objective icon")
        elif choice == table.length:
            hint = say("beside the epilogue")
        return Face(space_name(choice - 1), hint, badge=str(choice))

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Tap a space") if answer is None else say("Place the memory here")

    def check(self, table: Winter, answer: int) -> None:
        if answer in self.choices(table):
            return
        if isinstance(answer, int) and 1 <= answer <= table.length:
            memory = table.track[answer - 1]
            what = "" if memory is None else memory_word(memory)
            raise Refused(say("That space holds {memory}. A quest's memory is never covered; choose a free space.",
                              memory=what), "WT-67")
        raise Refused(say("Memories lie left of the epilogue token. Choose a free space there."), "WT-71")

    async def then(self, table: Winter, answer: int) -> None:
        quest = resolving_of(table)
        if quest is None or quest.memory is None:
            return
        quest.quest.state = "done"
        covered = table.track[answer - 1]
        lay(table, quest.memory, answer - 1)
        if covered is not None:
            table.tell(say("{name} was covered.", name=covered.name), self.seat, "WT-123")
        line = say("On space {space} lies {memory}", space=spelled(answer), memory=SIDE_MEMORIES[quest.memory.side])
        if quest.memory.note:
            line = say("{line}: {note}", line=line, note=quest.memory.note)
        table.tell(say("{line}.", line=line), self.seat, "WT-67", scored=True)


@dataclass(frozen=True)
class MemoryNote(Keepsake):
    """WT-67, WT-72: what will be remembered, in a few words."""

    rule = "WT-72"
    also = ("WT-67",)
    seat: Player

    sentence = said("What will be remembered, in a few words?")
    title = said("Note")

    async def then(self, table: Winter, answer: str) -> None:
        quest = resolving_of(table)
        if quest is not None and quest.memory is not None:
            quest.memory.note = answer
