"""Writing down afterwards what a memory was about, whenever there is a moment (WT-72)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.questions import Question
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.pieces import Quest
from companion.games.winter_tales.rules.kinds import Keepsake
from companion.games.winter_tales.rules.quests.generating import QuestGoal
from companion.games.winter_tales.table import Resolving, Winter


@dataclass(frozen=True)
class BookmarkNote(Keepsake):
    """WT-72: the bookmarked memory has to be recalled as it was told."""

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
class MemoryJustLaid(BookmarkNote):
    """WT-72: right after a memory was laid, of a quest or of an objective, its note has a tile."""

    icon = "pencil-outline"

    def key(self) -> str:
        """In the log they are the same question."""
        return BookmarkNote(self.seat).key()


def notes_now(table: Winter) -> list[Question[Winter, Any]]:
    """A note about the memory under the bookmark, at any time; about what has just been laid, with a tile."""
    notes: list[Question[Winter, Any]] = []
    fresh, marked = table.fresh, table.marked()
    if isinstance(fresh, Quest) and fresh.state == "map" and not fresh.note:
        notes.append(QuestGoal(fresh.author or table.actor(), fresh))
    if marked is not None:
        just_laid = marked is fresh and not marked.note and not table.is_under_way(Resolving)
        notes.append(MemoryJustLaid(None) if just_laid else BookmarkNote(None))
    return notes
