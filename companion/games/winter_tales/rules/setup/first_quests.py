"""The first two quests, the opening of the story and the first hands (WT-9 to WT-14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, PickText
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, listing, say
from companion.games.winter_tales.board.characters import QUESTS, SIDE_ICONS, SIDE_NAMES, SPRING, WINTER
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.quests.generating import place_quest
from companion.games.winter_tales.table import Winter


def placer(table: Winter) -> Player:
    """The writer, or else the youngest of the other side (WT-9)."""
    return table.writer() or table.youngest(WINTER if table.quests_drawn == 0 else SPRING)


def drawn_side(table: Winter) -> str:
    return SPRING if table.quests_drawn == 0 else WINTER


def drawn_side_has_quests(table: Winter) -> bool:
    return any(quest.side == drawn_side(table) and quest.state == "free" for quest in table.quests.values())


@dataclass(frozen=True)
class DrawnQuest(PickText[Winter]):
    """WT-9: the first quest of each side comes by chance."""

    rule = "WT-9"
    also = ("WT-53",)
    icon = "gesture-tap"
    by_chance = True
    side: str

    def sentence(self, table: Winter) -> Text:
        side = SIDE_NAMES.get(self.side, self.side)
        if self.seat is None:
            return say("Draw the first {side} quest.", side=side)
        return say("{name}, draw the first {side} quest.", name=self.seat, side=side)

    kicker = said("Shuffle the tokens of that side and draw one")

    def choices(self, table: Winter) -> Iterable[str]:
        return [quest.key for quest in table.quests.values() if quest.side == self.side and quest.state == "free"]

    title = said("We draw")

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(QUESTS[choice].name, icon=SIDE_ICONS[QUESTS[choice].side])

    async def then(self, table: Winter, answer: str) -> None:
        await place_quest(table, table.quests[answer], placer(table))
        table.quests_drawn += 1


@dataclass(frozen=True)
class BeginsStory(Confirm[Winter]):
    """WT-12: the writer, or else the arbiter, sets the scene."""

    rule = "WT-12"
    also = ("WT-84",)
    seat: Player

    def sentence(self, table: Winter) -> Text:
        quests = [quest.name for quest in table.on_map()]
        if not quests:
            return say("{name}, begin the story.", name=self.seat)
        return say("{name}, begin the story: {quests}.", name=self.seat, quests=listing(list(quests)))

    kicker = said("Introduce both quests, and leave the end open")
    button = said("The story has begun")

    async def then(self, table: Winter, answer: str) -> None:
        table.story_begun = True
        table.tell(say("{name} began the story.", name=self.seat), self.seat, "WT-12")
        for quest in table.on_map():
            if quest.note:
                table.tell(say("{quest}: {note}", quest=quest, note=quest.note), rule="WT-52")


@dataclass(frozen=True)
class FirstHands(Confirm[Winter]):
    """WT-13, WT-14: opening hands, then the youngest of spring begins."""

    rule = "WT-13"
    also = ("WT-14", "WT-84")

    def sentence(self, table: Winter) -> Text:
        return say("Draw your cards. {name} begins.", name=table.youngest(SPRING))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return draw_reasons(table)

    hint = said("Nobody shows how many cards they hold, at any time.")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("{name} takes the first turn", name=table.youngest(SPRING))


def draw_reasons(table: Winter) -> Iterable[Reason]:
    """Four each, the writer as many as spring has players (WT-13, WT-21)."""
    yield Reason(say("Spring and winter players draw 4 cards each."), "cards-outline")
    writer = table.writer()
    if writer is not None:
        yield Reason(say("{name}, the writer, draws {n}.", name=writer, n=table.spring_players()), "feather")
