"""What is asked in the epilogue (WT-75 to WT-82, WT-86)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, Note, Number, PickText, Place, Row
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, count, say, spelled
from companion.games.winter_tales.board.characters import (
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    STORY_CARDS,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.kinds import CARD, NEXT, NOBODY, CountsCards
from companion.games.winter_tales.rules.memories import breakdown, memory_line, score, settle, space_name, verdict
from companion.games.winter_tales.table import Finale, Winter, WritersPart


def halved(table: Winter) -> bool:
    return bool(table.setup.options["writer_opens"] == "half")


def other_memories(table: Winter) -> list[int]:
    return [space for space, memory in enumerate(table.track) if memory is not None and space != table.bookmark]


@dataclass(frozen=True)
class EpilogueCards(CountsCards):
    """WT-77, WT-78: a tap a card."""

    rule = "WT-78"
    also = ("WT-75", "WT-77", "WT-79", "WT-86", "WT-A37")

    def sentence(self, table: Winter) -> Text:
        finale = table.finale
        if finale is not None and finale.opener is self.seat:
            return say("{name}, begin the end with your last cards.", name=self.seat)
        return say("{name}, add your part of the end.", name=self.seat)

    def kicker(self, table: Winter) -> Text:
        return say("Spring {spring}, winter {winter}", spring=score(table, SPRING), winter=score(table, WINTER))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        memory = table.marked()
        opens = table.finale is not None and table.finale.opener is self.seat
        if memory is not None and (opens or table.on("alternative_epilogue")):
            yield Reason(say("Recall {memory}.", memory=memory_line(memory)), "bookmark")
        else:
            yield Reason(say("Link your part to one of the memories."), "bookmark-outline")
        if opens:
            yield from open_quests(table)

    def played(self, table: Winter) -> int:
        return 0 if table.finale is None else table.finale.cards[self.seat.index]

    def most(self, table: Winter) -> int:
        finale = table.finale
        if finale is not None and self.seat.side == WRITER and halved(table) and finale.writer_hand >= 0:
            return finale.writer_hand // 2
        return STORY_CARDS

    next_label = said("That was my part")


def open_quests(table: Winter) -> Iterable[Reason]:
    quests = table.on_map()
    if quests:
        yield Reason(say("Still to be closed: {quests}.", quests=", ".join(quest.name for quest in quests)),
                     "map-marker")


def owed(table: Winter) -> Iterable[Reason]:
    """What the writer's part is bound to, like the opening: the bookmark, and the quests still open (WT-76, WT-80)."""
    memory = table.marked()
    if memory is not None:
        yield Reason(say("Recall {memory}.", memory=memory_line(memory)), "bookmark")
    yield from open_quests(table)


@dataclass(frozen=True)
class WriterOpensFor(PickText[Winter]):
    """WT-81, WT-A37: a writer who opens the epilogue plays for one side."""

    rule = "WT-81"
    also = ("WT-A37",)
    seat: Player

    sentence = said("{seat}, for whom do you play your last cards?")

    def choices(self, table: Winter) -> Iterable[str]:
        return SIDES

    def face(self, table: Winter, choice: Any) -> Face:
        return side_face(choice, choice == table.epilogue_side)


def side_face(side: str, main: bool = False) -> Face:
    label = {SPRING: say("For spring"), WINTER: say("For winter")}.get(side, SIDE_NAMES[SPRING])
    return Face(label, icon=SIDE_ICONS.get(side, ""), main=main)


@dataclass(frozen=True)
class MovesBookmark(Place[Winter, int]):
    """WT-86, WT-A38: to another memory than the one it lies on."""

    rule = "WT-86"
    also = ("WT-A38",)
    at_once = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return ("bookmark",)

    sentence = said("{seat}, to which memory does the bookmark go?")

    def choices(self, table: Winter) -> Iterable[int]:
        return [space + 1 for space in other_memories(table)]

    def face(self, table: Winter, choice: Any) -> Face:
        memory = table.track[choice - 1]
        hint = None if memory is None else say("{memory}", memory=memory_line(memory))
        return Face(space_name(choice - 1), hint, "bookmark-outline", badge=str(choice))

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Tap a memory") if answer is None else say("Move the bookmark here")


@dataclass(frozen=True)
class CountIsShown(Confirm[Winter]):
    """WT-79: both scores lie open before the writer decides."""

    rule = "WT-79"
    also = ("WT-80",)
    fixable = True

    def sentence(self, table: Winter) -> Text:
        lead = score(table, SPRING) - score(table, WINTER)
        if not lead:
            return say("Spring and winter are level.")
        leader, by = (say("Spring"), lead) if lead > 0 else (say("Winter"), -lead)
        return say("{side} leads by {n}.", side=leader, n=spelled(by))

    kicker = said("The count, before the writer's part")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return (Reason(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)

    def button(self, table: Winter, answer: Any) -> Text:
        writer = table.writer()
        return say("Now the writer") if writer is None else say("Now {name}, the writer", name=writer)


@dataclass(frozen=True)
class WriterHand(Number[Winter]):
    """WT-80: for a table that likes the phone to hold the limit."""

    rule = "WT-80"
    icon = "cards-outline"
    seat: Player

    sentence = said("{seat}, how many cards do you hold?")
    hint = said("You may play up to half of them, rounded down.")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return owed(table)

    def row(self, table: Winter) -> Row:
        return Row(say("Cards in hand"), 0, STORY_CARDS, 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        if not isinstance(answer, int):
            return say("That many")
        if answer < 2:
            return say("None to play")
        return count("Play up to {n} card", "Play up to {n} cards", answer // 2)

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return count("{n} card in hand", "{n} cards in hand", answer)

    title = said("Count my hand")

    async def then(self, table: Winter, answer: int) -> None:
        if table.finale is not None:
            table.finale.writer_hand = answer
        part_of = table.perhaps(WritersPart)
        if part_of is not None:
            part_of.over = answer < 2                                       # half of one card is none


@dataclass(frozen=True)
class WriterHelps(PickText[Winter]):
    """WT-80, WT-A36: one faction."""

    rule = "WT-80"
    also = ("WT-A36", "WT-82")
    seat: Player

    sentence = said("{seat}, whom do you help?")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return (Reason(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)

    hint = said("With up to half of your cards, rounded down.")

    def choices(self, table: Winter) -> Iterable[str]:
        return (*SIDES, NOBODY)

    def face(self, table: Winter, choice: Any) -> Face:
        if choice != NOBODY:
            return side_face(choice)
        level = score(table, SPRING) == score(table, WINTER)
        return Face(say("Nobody"), say("Level: then you win") if level else None, "hand-back-right-outline")

    async def then(self, table: Winter, answer: str) -> None:
        part_of = table.perhaps(WritersPart)
        if part_of is not None:
            part_of.side = "" if answer == NOBODY else answer
            part_of.over = answer == NOBODY


@dataclass(frozen=True)
class WriterGives(CountsCards):
    """WT-80: a tap a card; the limit is shown, the hand stays secret."""

    rule = "WT-80"
    also = ("WT-82", "WT-A36")
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("{name}, play your cards for {side}.", name=self.seat, side=SIDE_NAMES.get(self.side, self.side))

    def kicker(self, table: Winter) -> Text:
        return say("Spring {spring}, winter {winter}", spring=score(table, SPRING), winter=score(table, WINTER))

    hint = said("Up to half of your hand, rounded down.")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return owed(table)

    def played(self, table: Winter) -> int:
        finale = table.finale
        if finale is None:
            return 0
        return finale.writer_spring if self.side == SPRING else finale.writer_winter

    async def then(self, table: Winter, answer: str) -> None:
        finale, part_of = table.finale, table.perhaps(WritersPart)
        if finale is None or part_of is None:
            return
        if answer == NEXT:
            part_of.over = True
        else:
            give_cards(finale, self.side, max(0, self.played(table) + (1 if answer == CARD else -1)))
            settle(table)
            line = say("{name} added a card.", name=self.seat) if answer == CARD else \
                say("{name} took a card back.", name=self.seat)
            table.tell(line, self.seat, "WT-80", scored=True)


def give_cards(finale: Finale, side: str, cards: int) -> None:
    if side == SPRING:
        finale.writer_spring = cards
    else:
        finale.writer_winter = cards


@dataclass(frozen=True)
class WriterCards(Number[Winter]):
    """WT-80: up to half of the hand."""

    rule = "WT-80"
    also = ("WT-82", "WT-A36")
    seat: Player
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("{name}, how many cards do you play for {side}?", name=self.seat,
                   side=SIDE_NAMES.get(self.side, self.side))

    def hint(self, table: Winter) -> Text:
        return say("Up to half of your hand: {n}", n=self.most(table))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return owed(table)

    def most(self, table: Winter) -> int:
        """Half of the hand, less what the other side got (WT-A36)."""
        finale = table.finale
        if finale is None:
            return 0
        given = finale.writer_winter if self.side == SPRING else finale.writer_spring
        return max(0, max(0, finale.writer_hand) // 2 - given)

    def row(self, table: Winter) -> Row:
        return Row(say("Cards"), 0, self.most(table), 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        return count("Play {n} card", "Play {n} cards", answer) if isinstance(answer, int) else say("Play them")


@dataclass(frozen=True)
class TheEnd(Note[Winter]):
    """WT-82: the ending, told by the epilogue player; a sentence for the chronicle."""

    rule = "WT-82"
    also = ("WT-79", "WT-83")
    seat: Player

    def sentence(self, table: Winter) -> Text:
        return say("{verdict} {name}, tell how it ended.", verdict=verdict(table), name=self.seat)

    def kicker(self, table: Winter) -> Text:
        return say("Spring {spring}, winter {winter}", spring=score(table, SPRING), winter=score(table, WINTER))

    hint = said("A last sentence for the chronicle, if you like.")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return (Reason(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)

    button = said("The end")
