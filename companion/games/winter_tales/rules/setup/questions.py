"""What is asked before the first turn, each step naming the person it is for (WT-148)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, PickSeat, PickText, PutInOrder
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, count, listing, say
from companion.games.winter_tales.board.characters import (
    SIDE_ICONS,
    SIDE_NAMES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class AgeOrder(PutInOrder[Winter, Player]):
    """WT-3: several steps ask for the youngest."""

    rule = "WT-3"
    icon = "sort-numeric-ascending"

    sentence = said("Who is the youngest? Tap the names, youngest first.")
    kicker = said("Several steps ask for the youngest")

    def things(self, table: Winter) -> Sequence[Player]:
        return table.seats

    def least(self, table: Winter) -> int:
        """Who is left is the oldest."""
        return len(table.seats) - 1

    title = said("Other ages")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("Youngest first: {names}", names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(table.seats[:-1], answer)

    async def then(self, table: Winter, answer: tuple[Player, ...]) -> None:
        table.ages = [*answer, *[player for player in table.seats if player not in answer]]


def order_button(everybody: Sequence[Player], tapped: Any) -> Text:
    missing = len(everybody) - len(tapped or ())
    return count("Tap one more name", "Tap {n} more names", missing) if missing > 0 else say("That is the order")


@dataclass(frozen=True)
class LaysOut(Confirm[Winter]):
    """WT-6, WT-148: board, deck, neutral cards, epilogue token."""

    rule = "WT-148"
    also = ("WT-6", "WT-11", "WT-85")
    icon = "gesture-tap"

    sentence = said("Everybody, lay out the town.")
    kicker = said("Before the story")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return lay_out_reasons(table)

    title = said("We draw")
    button = said("All is laid out")

    async def then(self, table: Winter, answer: str) -> None:
        table.laid_out = True


def lay_out_reasons(table: Winter) -> Iterable[Reason]:
    yield Reason(say("Shuffle the story cards; the neutral cards lie beside them."), "cards-outline")
    yield Reason(say("The epilogue token goes on space {n}: {memories} memories.", n=table.length + 1,
                     memories=table.length), "feather")
    if table.on("powers"):
        yield Reason(say("The six power tokens make a pile beside the board."), "star-four-points-outline")


@dataclass(frozen=True)
class DrawsSide(PickText[Winter]):
    """WT-2: half spring, half winter, and the writer at an odd table."""

    rule = "WT-2"
    by_chance = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"seats.{self.seat.index}.side",)

    sentence = said("{seat}, which faction token do you draw?")
    kicker = said("Factions, drawn blind and shown to all")

    def choices(self, table: Winter) -> Iterable[str]:
        return [side for side in (SPRING, WINTER, WRITER) if pool(table)[side] > 0] or [SPRING, WINTER]

    def lots(self, table: Winter) -> Iterable[str]:
        return [side for side in self.choices(table) for _ in range(max(1, pool(table)[side]))]

    def face(self, table: Winter, choice: Any) -> Face:
        left = pool(table).get(choice, 0)
        label = {SPRING: say("Spring"), WINTER: say("Winter"), WRITER: say("The writer")}.get(choice, say("Spring"))
        return Face(label, say("{n} in the pool", n=left), SIDE_ICONS.get(choice, ""))


def pool(table: Winter) -> dict[str, int]:
    """Faction tokens not yet drawn (WT-2)."""
    half, odd = divmod(len(table.seats), 2)
    sides = [player.side for player in table.seats]
    return {SPRING: half - sides.count(SPRING), WINTER: half - sides.count(WINTER), WRITER: odd - sides.count(WRITER)}


def tell_sides(table: Winter) -> None:
    """Who plays for whom (WT-2)."""
    for side, word in ((SPRING, say("Spring")), (WINTER, say("Winter"))):
        table.tell(say("{side}: {names}.", side=word,
                       names=listing(tuple(player for player in table.ages if player.side == side))), rule="WT-2")
    writer = table.writer()
    if writer is not None:
        table.tell(say("{name} is the writer.", name=writer), writer, "WT-2")


@dataclass(frozen=True)
class SitsDown(PickText[Winter]):
    """WT-4: spring and winter alternate from the youngest of spring, the writer last."""

    rule = "WT-4"
    also = ("WT-A1",)

    def sentence(self, table: Winter) -> Text:
        return say("Sit down clockwise: {names}.", names=listing(tuple(by_age(table))))

    def kicker(self, table: Winter) -> Text:
        return say("Spring and winter take turns, the writer is last") if table.writer() is not None else \
            say("Spring and winter take turns")

    hint = said("Everybody takes a reference sheet.")

    def choices(self, table: Winter) -> Iterable[str]:
        return ["seated", "otherwise"] if len(table.seats) > 3 else ["seated"]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == "seated":
            return Face(say("That is how we sit"), icon="check-bold", main=True)
        return Face(say("In another order"), say("Spring and winter still alternate"), "swap-horizontal", opens=True)


@dataclass(frozen=True)
class SeatOrder(PutInOrder[Winter, Player]):
    """WT-A1: within a side the order after the first is the players' own."""

    rule = "WT-A1"
    also = ("WT-4",)
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("In which order does {side} sit, clockwise?", side=SIDE_NAMES.get(self.side, self.side))

    def hint(self, table: Winter) -> Text | None:
        if self.side != SPRING:
            return None
        return say("{name} is the youngest of spring and sits first in any case.", name=table.youngest(SPRING))

    def things(self, table: Winter) -> Sequence[Player]:
        return movable(table, self.side)

    def least(self, table: Winter) -> int:
        return len(self.things(table))

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("The seats of {side}: {names}", side=SIDE_NAMES.get(self.side, self.side),
                   names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(self.things(table), answer)


def movable(table: Winter, side: str) -> list[Player]:
    """Players of a side whose place is open: all but the youngest of spring (WT-4)."""
    first = table.youngest(SPRING)
    return [player for player in table.ages or table.seats if player.side == side and player is not first]


def alternating(first: Sequence[Player], second: Sequence[Player], rest: Sequence[Player]) -> list[Player]:
    ring: list[Player] = []
    for place in range(max(len(first), len(second))):
        ring.extend(first[place:place + 1])
        ring.extend(second[place:place + 1])
    return [*ring, *rest]


def by_age(table: Winter) -> list[Player]:
    """Clockwise from the youngest of spring, alternating, each side by age, the writer last (WT-4)."""
    ages = table.ages or table.seats
    spring = [player for player in ages if player.side == SPRING]
    winter = [player for player in ages if player.side == WINTER]
    return alternating(spring, winter, [player for player in ages if player.side not in (SPRING, WINTER)])


@dataclass(frozen=True)
class ObjectivesDealt(Confirm[Winter]):
    """WT-120: drawn in secret; the app does not want to know."""

    rule = "WT-120"

    def sentence(self, table: Winter) -> Text:
        return say("{name} first, then clockwise: draw your secret objective.", name=table.youngest(SPRING))

    kicker = said("One card of your own side, face down")

    def hint(self, table: Winter) -> Text | None:
        writer = table.writer()
        return None if writer is None else say("{name}, the writer, draws one of each side.", name=writer)

    button = said("Everybody has one")


@dataclass(frozen=True)
class Arbiter(PickSeat[Winter, Player]):
    """WT-5: the last word on the story, never on the rules."""

    rule = "WT-5"
    icon = "scale-balance"

    sentence = said("Who is the story arbiter?")
    title = said("Arbiter")
    kicker = said("Choose together, ideally somebody who knows the game")

    def hint(self, table: Winter) -> Text:
        return say("No agreement? {name} decides.", name=table.youngest(SPRING))

    def choices(self, table: Winter) -> Iterable[Player]:
        return table.present()

    async def then(self, table: Winter, answer: Player) -> None:
        table.arbiter = answer
        table.tell(say("{name} is the story arbiter.", name=answer), answer, "WT-5")
