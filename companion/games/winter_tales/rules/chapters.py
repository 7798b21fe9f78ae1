"""The end of a chapter: everybody draws, all cards turn back to ready (WT-15, WT-21 to WT-23)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm
from companion.core.questions import Reason
from companion.core.said import said
from companion.core.text import Text, say, spelled
from companion.games.winter_tales.board.characters import SPRING
from companion.games.winter_tales.rules.exits import LastMemory
from companion.games.winter_tales.rules.powers.powers import hope_left
from companion.games.winter_tales.rules.setup.first_quests import draw_reasons
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class ChapterEnds(Confirm[Winter]):
    """WT-21: everybody draws, all cards turn back to ready."""

    rule = "WT-21"
    also = ("WT-15", "WT-22", "WT-23", "WT-19", "WT-84", "WT-A6")

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return [f"characters.{key}.ready" for key in table.characters]

    sentence = said("Nobody is ready: the chapter ends.")

    def kicker(self, table: Winter) -> Text:
        return say("End of chapter {n}", n=table.chapter)

    def hint(self, table: Winter) -> Text | None:
        return None if table.ended is None else say("First {name} discards down to seven cards.", name=table.ended)

    def reasons(self, table: Winter) -> Iterable[Reason]:
        yield from draw_reasons(table)
        yield Reason(say("All character cards turn to ready; the incapacitated stay down."), "cached")

    button = said("Begin the next chapter")

    async def then(self, table: Winter, answer: str) -> None:
        """What follows stands in `end_chapter`."""


def quests_can_be_resolved(table: Winter) -> bool:
    """Is there a quest left, and somebody at the table who could take it up?"""
    able = [one for one in table.in_play() if one.owner is not None and not one.owner.gone]
    return any(quest.state in ("free", "map") and one.side == quest.side and quest.bearer is not one
               for quest in table.quests.values() for one in able)


async def end_chapter(table: Winter) -> None:
    """Everybody draws and is ready again. Where people left or the table corrected so much that no quest can come
    to an end any more, the epilogue begins with the memories there are."""
    if not quests_can_be_resolved(table):
        raise LastMemory
    await table.one_of(ChapterEnds(None), *hope_left(table))
    if table.anybody_ready():
        return                                                              # WT-102: hope has turned a rebel back
    for character in table.characters.values():
        if not character.eliminated:
            character.begin_chapter()                                       # WT-21, WT-23: down stays down
    for power in table.powers.values():
        power.used = False
    table.chapter += 1
    if table.setup.options["chapter_start"] == "youngest":
        table.acting = table.youngest(SPRING)                               # WT-A6, the switch
    elif table.acting is None or table.acting.gone:
        table.acting = table.next_of(table.actor())
    table.tell(say("Chapter {n}", n=spelled(table.chapter)), rule="WT-15", heading=True)
