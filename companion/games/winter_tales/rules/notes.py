"""Writing down afterwards what a memory was about, whenever there is a moment (WT-72)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.questions import Question
from companion.core.text import Text, say
from companion.games.winter_tales.rules.kinds import Keepsake
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class BookmarkNote(Keepsake):
    """WT-72: the bookmarked memory has to be recalled as it was told."""

    rule: ClassVar[str] = "WT-72"
    icon: ClassVar[str] = ""
    """In the menu only: a tile under every question would be noise."""

    def sentence(self, table: Winter) -> Text:
        memory = table.marked()
        if memory is None:
            return say("What will be remembered, in a few words?")
        return say("What will be remembered of {memory}?", memory=memory.name)

    def title(self, table: Winter) -> Text:
        return say("Note the memory")

    async def then(self, table: Winter, answer: str) -> None:
        memory = table.marked()
        if memory is None:
            return
        memory.note = answer
        if answer:
            table.tell(say("Remembered: {note}", note=answer), rule="WT-72")


def bookmark_note(table: Winter) -> list[Question[Winter, Any]]:
    return [] if table.marked() is None else [BookmarkNote(None)]
