"""Ages, factions, seats and the arbiter, drawn by the phone or by hand (WT-2 to WT-6, WT-148)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

from companion.core.kinds import Confirm, Menu, Option, PickSeat, PutInOrder
from companion.core.questions import Draft, Face, Given, Json, Question, Reason, Refused
from companion.core.said import said
from companion.core.showing import DRAW, Button
from companion.core.text import Text, count, listing, say
from companion.games.winter_tales.board.characters import SIDE_ICONS, SIDE_NAMES, SIDES, SPRING, TWINS, WINTER, WRITER
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.table import Player, Quest, Winter

Drawn = tuple[str, ...]
Tokens = Callable[[Winter, str], Sequence[Quest]]


# Ages, and the layout of the table

class AgeOrder(PutInOrder[Winter, Player]):
    rule = "WT-3"
    icon = "sort-numeric-ascending"

    sentence = said("Who is the youngest? Tap the names, youngest first.")
    kicker = said("Several steps ask for the youngest")

    def things(self, table: Winter) -> Sequence[Player]:
        return table.seats

    def least(self, table: Winter) -> int:
        """The last player left is the oldest."""
        return len(table.seats) - 1

    title = said("Change the order")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("Youngest first: {names}", names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(table.seats[:-1], answer)

    async def then(self, table: Winter, answer: tuple[Player, ...]) -> None:
        table.ages = [*answer, *[player for player in table.seats if player not in answer]]


def order_button(everybody: Sequence[Player], tapped: Any) -> Text:
    missing = len(everybody) - len(tapped or ())
    return count("Tap one more name", "Tap {n} more names", missing) if missing > 0 else say("That is the order")


class LayOut(Confirm[Winter]):
    rule = "WT-148"
    also = ("WT-6", "WT-11", "WT-85")
    icon = "gesture-tap"

    sentence = said("Everybody, lay out the town.")
    kicker = said("Before the story")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return lay_out_reasons(table)

    title = said("We draw")
    button = said("All is laid out")

    def moves(self, table: Winter, answer: Any) -> Mapping[str, Json]:
        return {"epilogue_token": table.length + 1}

    async def then(self, table: Winter, answer: str) -> None:
        table.laid_out = True


def lay_out_reasons(table: Winter) -> Iterable[Reason]:
    yield Reason(say("Shuffle the story cards; put the neutral cards beside them."), "cards-outline")
    yield Reason(say("The epilogue token goes on space {n}: {memories} memories.", n=table.length + 1,
                     memories=table.length), "feather")
    if table.on("powers"):
        yield Reason(say("Pile the six power tokens beside the board."), "star-four-points-outline")


# Drawn by the phone

class DrawnAtOnce(Question[Winter, Drawn]):
    """One button draws at random; the answer is a list of words."""

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
    def why_not(self) -> None:
        return None

    def draw(self, rng: Any) -> Given:
        return Given(self.question.random_answer(self.table, rng), True)

    def primary(self) -> Button:
        return Button(DRAW, self.question.button(self.table, None), "dice-multiple-outline")


def unused(table: Winter, side: str) -> list[Quest]:
    return [quest for quest in table.quests.values() if quest.state == "free" and quest.side == side]


def pairs(table: Winter, tokens: Tokens) -> list[Drawn]:  # WT-53
    return [(one.key, other.key) for one in tokens(table, SPRING) for other in tokens(table, WINTER)
            if TWINS.get(one.key) != other.key]


def drawn_pair(table: Winter, rng: Any, tokens: Tokens) -> list[str]:  # WT-9
    firsts = sorted({one for one, _ in pairs(table, tokens)})
    if not firsts:
        return []
    first = rng.choice(firsts)
    return [first, rng.choice([other for one, other in pairs(table, tokens) if one == first])]


class DrawForAll(DrawnAtOnce):
    """WT-2 to WT-5, WT-9: the answer lists factions from youngest to oldest, then a quest of each side."""

    rule = "WT-2"
    also = ("WT-3", "WT-4", "WT-5", "WT-6", "WT-9", "WT-11", "WT-53", "WT-85", "WT-148")

    def sentence(self, table: Winter) -> Text:
        return say("Lay out the town. Youngest first: {names}?", names=listing(tuple(table.ages or table.seats)))

    kicker = said("Before the story")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return lay_out_reasons(table)

    title = said("Draw for us")
    button = said("Yes, draw our factions")

    def choices(self, table: Winter) -> Iterable[Drawn]:
        quests = pairs(table, unused) or [()]
        return ((*sides, *two) for sides in factions(table) for two in quests)

    def check(self, table: Winter, answer: Drawn) -> None:
        sides, quests = answer[:len(table.seats)], answer[len(table.seats):]
        if sides not in factions(table) or (quests and quests not in pairs(table, unused)):
            raise Refused(say("The phone draws here. Tap the button."), self.rule)

    def random_answer(self, table: Winter, rng: Any) -> Json:
        return [*rng.choice(factions(table)), *drawn_pair(table, rng, unused)]

    async def then(self, table: Winter, answer: Drawn) -> None:
        table.ages = table.ages or list(table.seats)
        for player, side in zip(table.ages, answer[:len(table.ages)], strict=True):
            player.side = side
        table.face_down = list(answer[len(table.ages):])                    # WT-9
        settle(table)  # a correction may have added a memory before
        table.laid_out = True
        table.ring = by_age(table)                                          # WT-4
        tell_sides(table)
        table.arbiter = table.writer() or table.youngest(SPRING)  # WT-5: until players change it
        table.tell(say("{name} is the story arbiter.", name=table.arbiter), table.arbiter, "WT-5")


def factions(table: Winter) -> list[Drawn]:
    """Every way to hand out the tokens that are left; whoever has one keeps it (WT-2)."""
    had = [player.side for player in table.ages or table.seats]
    tokens = [side for side, number in pool(table).items() for _ in range(number)]
    drawn = dict.fromkeys(permutations(tokens, had.count("")))
    return [tuple(side or next(rest) for side in had) for rest in map(iter, drawn)]


class DrawByHand(LayOut):
    icon = "gesture-tap"

    title = said("We draw")

    async def then(self, table: Winter, answer: str) -> None:
        table.ages = table.ages or list(table.seats)                        # WT-3
        table.laid_out = True


# Factions and seats, step by step

class DrawSide(Menu[Winter]):
    rule = "WT-2"
    by_chance = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Mapping[str, Json]:
        return {f"seats.{self.seat.index}.side": answer}

    sentence = said("{seat}, which faction token do you draw?")
    kicker = said("Factions, drawn blind and shown to all")

    def options(self, table: Winter) -> Iterable[Option]:
        left = pool(table)
        names = {SPRING: say("Spring"), WINTER: say("Winter"), WRITER: say("The writer")}
        for side in [side for side in names if left[side] > 0] or [SPRING, WINTER]:
            yield Option(side, names[side], SIDE_ICONS[side], say("{n} in the pool", n=left[side]))

    def lots(self, table: Winter) -> Iterable[str]:
        return [side for side in self.choices(table) for _ in range(max(1, pool(table)[side]))]


def pool(table: Winter) -> dict[str, int]:  # WT-2
    half, odd = divmod(len(table.seats), 2)
    sides = [player.side for player in table.seats]
    return {SPRING: half - sides.count(SPRING), WINTER: half - sides.count(WINTER), WRITER: odd - sides.count(WRITER)}


def tell_sides(table: Winter) -> None:
    spring, winter = (listing(tuple(one for one in table.ages if one.side == side)) for side in SIDES)
    table.tell(say("Spring: {names}.", names=spring), rule="WT-2")
    table.tell(say("Winter: {names}.", names=winter), rule="WT-2")
    writer = table.writer()
    if writer is not None:
        table.tell(say("{name} is the writer.", name=writer), writer, "WT-2")


class SitDown(Menu[Winter]):
    rule = "WT-4"
    also = ("WT-A1",)

    def sentence(self, table: Winter) -> Text:
        return say("Sit down clockwise: {names}.", names=listing(tuple(by_age(table))))

    def kicker(self, table: Winter) -> Text:
        return say("Spring and winter alternate; the writer sits last") if table.writer() is not None else \
            say("Spring and winter alternate")

    hint = said("Everybody takes a reference sheet.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option("seated", say("That's how we sit"), "check-bold", main=True)
        if len(table.seats) > 3:
            yield Option("otherwise", say("In another order"), "swap-horizontal",
                         say("Spring and winter still alternate"), opens=True)


class SeatOrder(PutInOrder[Winter, Player]):
    rule = "WT-A1"
    also = ("WT-4",)
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("In which order does {side} sit, clockwise?", side=SIDE_NAMES[self.side])

    def hint(self, table: Winter) -> Text | None:
        if self.side != SPRING:
            return None
        return say("{name} is spring's youngest and always sits first.", name=table.youngest(SPRING))

    def things(self, table: Winter) -> Sequence[Player]:
        return movable(table, self.side)

    def least(self, table: Winter) -> int:
        return len(self.things(table))

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("The seats of {side}: {names}", side=SIDE_NAMES[self.side],
                   names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(self.things(table), answer)


def movable(table: Winter, side: str) -> list[Player]:
    """Players of a side who may change seats: all but the youngest of spring (WT-4)."""
    first = table.youngest(SPRING)
    return [player for player in table.ages or table.seats if player.side == side and player is not first]


def alternating(first: Sequence[Player], second: Sequence[Player], rest: Sequence[Player]) -> list[Player]:
    ring: list[Player] = []
    for place in range(max(len(first), len(second))):
        ring.extend(first[place:place + 1])
        ring.extend(second[place:place + 1])
    return [*ring, *rest]


def by_age(table: Winter) -> list[Player]:
    """Clockwise from the youngest of spring, alternating sides by age, the writer last (WT-4)."""
    ages = table.ages or table.seats
    spring = [player for player in ages if player.side == SPRING]
    winter = [player for player in ages if player.side == WINTER]
    return alternating(spring, winter, [player for player in ages if player.side not in (SPRING, WINTER)])


class SitOtherwise(Confirm[Winter]):
    """WT-A1: players choose the order within a side after the first."""

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
    sides = {side: [player for player in table.ring if player.side == side and player not in players]
             for side in (SPRING, WINTER)}
    sides[players[0].side] = players
    rest = [player for player in table.ring if player.side not in (SPRING, WINTER)]
    table.ring = alternating(sides[SPRING], sides[WINTER], rest)


class DealObjectives(Confirm[Winter]):
    rule = "WT-120"

    def sentence(self, table: Winter) -> Text:
        return say("{name} first, then clockwise: draw your secret objective.", name=table.youngest(SPRING))

    kicker = said("One card from your own side, face down")

    def hint(self, table: Winter) -> Text | None:
        writer = table.writer()
        return None if writer is None else say("{name}, the writer, draws one from each side.", name=writer)

    button = said("Everybody has one")


class Arbiter(PickSeat[Winter, Player]):
    rule = "WT-5"
    icon = "scale-balance"

    sentence = said("Who is the story arbiter?")
    title = said("Arbiter")
    kicker = said("Choose together, ideally somebody who knows the game")

    def hint(self, table: Winter) -> Text:
        return say("No agreement? {name} decides.", name=table.youngest(SPRING))

    def choices(self, table: Winter) -> Iterable[Player]:
        return table.present()

    def moves(self, table: Winter, answer: Any) -> Mapping[str, Json]:
        return {"arbiter": answer.index}

    async def then(self, table: Winter, answer: Player) -> None:
        table.arbiter = answer
        table.tell(say("{name} is the story arbiter.", name=answer), answer, "WT-5")
