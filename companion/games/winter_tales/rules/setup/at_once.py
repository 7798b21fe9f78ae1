"""Setting up in few taps: what comes by chance is drawn by the phone, at once, and said as work for the hands.

Each page has a way out to the steps one by one, for a table that draws its own tokens (WT-148).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm
from companion.core.questions import Draft, Face, Given, Json, Question, Reason, Refused
from companion.core.said import said
from companion.core.showing.description import DRAW, Button
from companion.core.text import Text, listing, say, spelled
from companion.games.winter_tales.board.characters import SPRING, TWINS, WINTER, WRITER
from companion.games.winter_tales.pieces import Player, Quest
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.rules.quests.generating import available
from companion.games.winter_tales.rules.setup.questions import (
    LaysOut,
    SeatOrder,
    alternating,
    by_age,
    lay_out_reasons,
    movable,
    tell_sides,
)
from companion.games.winter_tales.table import Winter

Drawn = tuple[str, ...]


@dataclass(frozen=True)
class DrawnAtOnce(Question[Winter, Drawn]):
    """One button: chance answers. The answer is a list of words."""

    kind = "confirm"
    by_chance = True

    def decode(self, table: Winter, raw: Json) -> Drawn:
        if not isinstance(raw, list) or not all(isinstance(word, str) for word in raw):
            raise Refused(say("The phone draws here. Tap the button."), self.rule)
        return tuple(raw)

    def encode(self, answer: Drawn) -> Json:
        return list(answer)

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(self.button(table, choice), icon="dice-multiple-outline", main=True)

    def draft(self, table: Winter) -> DrawnDraft:
        return DrawnDraft(self, table)


class DrawnDraft(Draft[DrawnAtOnce]):
    """The button draws."""

    def why_not(self) -> None:
        return None

    def draw(self, rng: Any) -> Given:
        """What was drawn, the next page says."""
        return Given(self.question.random_answer(self.table, rng), True)

    def primary(self) -> Button:
        return Button(DRAW, self.question.button(self.table, None), "dice-multiple-outline")


# Factions, seats, arbiter

@dataclass(frozen=True)
class DrawsForAll(DrawnAtOnce):
    """WT-2 to WT-5: everybody's faction is drawn; with it the seats are known. WT-9: and the first quests, face down.

    The answer: a faction for everybody, youngest first, and a quest of each side; earlier plays have no quests here.
    """

    rule = "WT-2"
    also = ("WT-3", "WT-4", "WT-5", "WT-6", "WT-9", "WT-11", "WT-53", "WT-85", "WT-148")

    def sentence(self, table: Winter) -> Text:
        return say("Lay out the town. Youngest first: {names}?", names=listing(tuple(table.ages or table.seats)))

    kicker = said("Before the story")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return lay_out_reasons(table)

    title = said("Draw for us")
    button = said("Yes; draw our factions")

    def choices(self, table: Winter) -> Iterable[Drawn]:
        """Every way to hand the tokens out, youngest first, with any two quests."""
        quests = pairs(table, unused) or [()]
        return ((*sides, *two) for sides in factions(table) for two in quests)

    def check(self, table: Winter, answer: Drawn) -> None:
        """Also without quests: that is how earlier plays have it."""
        sides, quests = answer[:len(table.seats)], answer[len(table.seats):]
        if sides not in factions(table) or (quests and quests not in pairs(table, unused)):
            raise Refused(say("The phone draws here. Tap the button."), self.rule)

    def random_answer(self, table: Winter, rng: Any) -> Json:
        """Tokens out of a bag: every one is as likely."""
        half, odd = divmod(len(table.seats), 2)
        had = [player.side for player in table.ages or table.seats]
        bag = [*[SPRING] * half, *[WINTER] * half, *[WRITER] * odd]
        for side in had:
            if side in bag:
                bag.remove(side)
        rng.shuffle(bag)
        return [side or bag.pop() for side in had] + drawn_pair(table, rng, unused)

    async def then(self, table: Winter, answer: Drawn) -> None:
        table.ages = table.ages or list(table.seats)
        for player, side in zip(table.ages, answer[:len(table.ages)], strict=True):
            player.side = side
        table.face_down = list(answer[len(table.ages):])                    # WT-9
        settle(table)                                                       # hands may have laid a memory before
        table.laid_out = True
        table.ring = by_age(table)                                          # WT-4
        tell_sides(table)
        table.arbiter = table.writer() or table.youngest(SPRING)            # WT-5: until the table says otherwise
        table.tell(say("{name} is the story arbiter.", name=table.arbiter), table.arbiter, "WT-5")


def factions(table: Winter) -> Iterator[Drawn]:
    """Every way to hand the tokens out, youngest first; one who has a faction already keeps it (WT-2)."""
    half, odd = divmod(len(table.seats), 2)
    had = [player.side for player in table.ages or table.seats]
    left = {SPRING: half, WINTER: half, WRITER: odd}
    for side in had:
        if side:
            left[side] -= 1
    return handed_out(had, left)


def handed_out(had: list[str], left: dict[str, int]) -> Iterator[Drawn]:
    if not had:
        yield ()
        return
    for side in [had[0]] if had[0] else [side for side, tokens in left.items() if tokens > 0]:
        rest = left if had[0] else {**left, side: left[side] - 1}
        for further in handed_out(had[1:], rest):
            yield (side, *further)


@dataclass(frozen=True)
class DrawsByHand(LaysOut):
    """WT-2: a table that draws its own tokens is asked step by step."""

    icon = "gesture-tap"

    title = said("We draw")

    async def then(self, table: Winter, answer: str) -> None:
        table.ages = table.ages or list(table.seats)                        # WT-3
        table.laid_out = True


@dataclass(frozen=True)
class SitsOtherwise(Confirm[Winter]):
    """WT-A1: within a side the order after the first is the players' own."""

    rule = "WT-A1"
    also = ("WT-4",)
    icon = "swap-horizontal"

    sentence = said("Sit in another order; spring and winter still alternate.")
    title = said("Another order")

    async def then(self, table: Winter, answer: str) -> None:
        await sit_otherwise(table)


async def sit_otherwise(table: Winter) -> None:
    if len(movable(table, SPRING)) > 1:
        order = await table.ask(SeatOrder(None, SPRING))
        reseat(table, [table.youngest(SPRING), *order])
    if len(movable(table, WINTER)) > 1:
        order = await table.ask(SeatOrder(None, WINTER))
        reseat(table, list(order))


def reseat(table: Winter, players: list[Player]) -> None:
    """The players of one side in a new order, everybody else where they were."""
    sides = {side: [player for player in table.ring if player.side == side and player not in players]
             for side in (SPRING, WINTER)}
    sides[players[0].side] = players
    rest = [player for player in table.ring if player.side not in (SPRING, WINTER)]
    table.ring = alternating(sides[SPRING], sides[WINTER], rest)


# The first quests

@dataclass(frozen=True)
class OpensStory(DrawnAtOnce):
    """WT-9 to WT-13: both quests are drawn; then they are placed, the story is begun, the first hands are drawn."""

    rule = "WT-9"
    also = ("WT-12", "WT-13", "WT-14", "WT-53")

    sentence = said("Everybody is in place. Shall the phone draw the first two quests?")
    kicker = said("One of spring, one of winter")
    title = said("Draw for us")
    button = said("Draw and begin the story")

    def choices(self, table: Winter) -> Iterable[Drawn]:
        return pairs(table, available)

    def random_answer(self, table: Winter, rng: Any) -> Json:
        return drawn_pair(table, rng, available)

    async def then(self, table: Winter, answer: Drawn) -> None:
        table.face_down = list(answer)


Tokens = Callable[[Winter, str], Sequence[Quest]]


def unused(table: Winter, side: str) -> list[Quest]:
    """Before anybody stands anywhere no token lacks a place."""
    return [quest for quest in table.quests.values() if quest.state == "free" and quest.side == side]


def pairs(table: Winter, tokens: Tokens) -> list[Drawn]:
    """A quest of each side; a Great Artifact leaves its twin in the box (WT-53)."""
    return [(one.key, other.key) for one in tokens(table, SPRING) for other in tokens(table, WINTER)
            if TWINS.get(one.key) != other.key]


def drawn_pair(table: Winter, rng: Any, tokens: Tokens) -> list[str]:
    """Spring first, out of all; then winter, out of what is left (WT-9)."""
    firsts = sorted({one for one, _ in pairs(table, tokens)})
    if not firsts:
        return []
    first = rng.choice(firsts)
    return [first, rng.choice([other for one, other in pairs(table, tokens) if one == first])]


def opening_reasons(table: Winter) -> Iterable[Reason]:
    """What everybody does before the first turn, if the phone has drawn (WT-12, WT-13)."""
    writer = table.writer()
    teller = writer or table.arbiter or table.youngest(SPRING)
    yield Reason(say("First {name} begins the story: {quests}.", name=teller,
                     quests=listing([quest.name for quest in table.on_map()])), "feather")
    if writer is None:
        yield Reason(say("Then draw four cards each. Nobody shows how many they hold."), "cards-outline")
    else:
        yield Reason(say("Then draw four cards each; {name}, the writer, {n}.", name=writer,
                         n=spelled(table.spring_players())), "cards-outline")
