"""What is asked before the first turn, each step naming the person it is for (WT-148)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.kinds import Confirm, PickSeat, PickText, PutInOrder
from companion.core.questions import Face, Reason, Refused
from companion.core.text import Text, count, listing, say
from companion.games.winter_tales.board.characters import (
    QUESTS,
    SIDE_FIGURES,
    SIDE_ICONS,
    SIDE_NAMES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.kinds import PickCharacter, PickSpace
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class AgeOrder(PutInOrder[Winter, Player]):
    """WT-3: several steps ask for the youngest."""

    rule: ClassVar[str] = "WT-3"

    def sentence(self, table: Winter) -> Text:
        return say("Who is the youngest? Tap the names, youngest first.")

    def kicker(self, table: Winter) -> Text:
        return say("Several steps ask for the youngest")

    def things(self, table: Winter) -> Sequence[Player]:
        return table.seats

    def least(self, table: Winter) -> int:
        """Who is left is the oldest."""
        return len(table.seats) - 1

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(table.seats[:-1], answer)


def order_button(everybody: Sequence[Player], tapped: Any) -> Text:
    missing = len(everybody) - len(tapped or ())
    return count("Tap one more name", "Tap {n} more names", missing) if missing > 0 else say("That is the order")


@dataclass(frozen=True)
class LaysOut(Confirm[Winter]):
    """WT-6, WT-148: board, deck, neutral cards, epilogue token."""

    rule: ClassVar[str] = "WT-148"
    also: ClassVar[tuple[str, ...]] = ("WT-6", "WT-11", "WT-85")

    def sentence(self, table: Winter) -> Text:
        return say("Everybody, lay out the town.")

    def kicker(self, table: Winter) -> Text:
        return say("Before the story")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        yield Reason(say("Shuffle the story cards; the neutral cards lie beside them."), "cards-outline")
        yield Reason(say("The epilogue token goes on space {n}: {memories} memories.", n=table.length + 1,
                         memories=table.length), "feather")
        if table.on("powers"):
            yield Reason(say("The six power tokens make a pile beside the board."), "star-four-points-outline")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("All is laid out")


@dataclass(frozen=True)
class DrawsSide(PickText[Winter]):
    """WT-2: half spring, half winter, and the writer at an odd table."""

    rule: ClassVar[str] = "WT-2"
    by_chance: ClassVar[bool] = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"seats.{self.seat.index}.side",)

    def sentence(self, table: Winter) -> Text:
        return say("{name}, which faction token do you draw?", name=self.seat)

    def kicker(self, table: Winter) -> Text:
        return say("Factions, drawn blind and shown to all")

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


@dataclass(frozen=True)
class SitsDown(PickText[Winter]):
    """WT-4: spring and winter alternate from the youngest of spring, the writer last."""

    rule: ClassVar[str] = "WT-4"
    also: ClassVar[tuple[str, ...]] = ("WT-A1",)

    def sentence(self, table: Winter) -> Text:
        return say("Sit down clockwise: {names}.", names=listing(tuple(by_age(table))))

    def kicker(self, table: Winter) -> Text:
        return say("Spring and winter take turns, the writer is last") if table.writer() is not None else \
            say("Spring and winter take turns")

    def hint(self, table: Winter) -> Text:
        return say("Everybody takes a reference sheet along.")

    def choices(self, table: Winter) -> Iterable[str]:
        return ["seated", "otherwise"] if len(table.seats) > 3 else ["seated"]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == "seated":
            return Face(say("That is how we sit"), icon="check-bold", main=True)
        return Face(say("In another order"), say("Spring and winter still alternate"), "swap-horizontal", opens=True)


@dataclass(frozen=True)
class SeatOrder(PutInOrder[Winter, Player]):
    """WT-A1: within a side the order after the first is the players' own."""

    rule: ClassVar[str] = "WT-A1"
    also: ClassVar[tuple[str, ...]] = ("WT-4",)
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

    rule: ClassVar[str] = "WT-120"

    def sentence(self, table: Winter) -> Text:
        return say("{name} first, then clockwise: draw your secret objective.", name=table.youngest(SPRING))

    def kicker(self, table: Winter) -> Text:
        return say("One card of your own side, face down")

    def hint(self, table: Winter) -> Text | None:
        writer = table.writer()
        return None if writer is None else say("{name}, the writer, draws one of each side.", name=writer)

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Everybody has one")


@dataclass(frozen=True)
class Arbiter(PickSeat[Winter, Player]):
    """WT-5: the last word on the story, never on the rules."""

    rule: ClassVar[str] = "WT-5"

    def sentence(self, table: Winter) -> Text:
        return say("Who is the story arbiter?")

    def kicker(self, table: Winter) -> Text:
        return say("Choose together, ideally somebody who knows the game")

    def hint(self, table: Winter) -> Text:
        return say("No agreement? {name} decides.", name=table.youngest(SPRING))

    def choices(self, table: Winter) -> Iterable[Player]:
        return table.present()


@dataclass(frozen=True)
class ChoosesCharacter(PickCharacter):
    """WT-7: one character after the other, round the table from the youngest."""

    rule: ClassVar[str] = "WT-7"
    also: ClassVar[tuple[str, ...]] = ("WT-83",)
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"characters.{answer.key}.owner",)

    def sentence(self, table: Winter) -> Text:
        return say("{name}, choose a character.", name=self.seat)

    def kicker(self, table: Winter) -> Text:
        return say("Character {n} of {all} for {name}", n=len(table.of(self.seat)) + 1, name=self.seat,
                   all=sum(wanted(table, self.seat).values()))

    def choices(self, table: Winter) -> Iterable[Character]:
        return choosable(table, self.seat)

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(choice.name, SIDE_NAMES[choice.side], SIDE_ICONS[choice.side])


def wanted(table: Winter, player: Player) -> dict[str, int]:
    """How many characters of each side a player gets in all (WT-7)."""
    share = table.share
    if player.side == WRITER:
        return {SPRING: share.writer, WINTER: share.writer}
    return {player.side or SPRING: share.each}


def choosable(table: Winter, player: Player) -> list[Character]:
    """Characters still free, of a side the player lacks (WT-7)."""
    free: list[Character] = []
    for side, want in wanted(table, player).items():
        cards = [table.characters[key] for key in SIDE_FIGURES[side]]
        if sum(one.owner is player for one in cards) < want:
            free += [one for one in cards if one.owner is None]
    return free


@dataclass(frozen=True)
class StartsAt(PickSpace):
    """WT-8: rebels begin in a location, soldiers in a plaza, each alone."""

    rule: ClassVar[str] = "WT-8"
    also: ClassVar[tuple[str, ...]] = ("WT-A2", "WT-27")
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        return say("{name}, where does {who} begin?", name=self.seat, who=self.character)

    def hint(self, table: Winter) -> Text:
        if self.character.is_rebel:
            return say("A rebel begins in a location with nobody else in it.")
        return say("A soldier begins in a plaza with nobody else in it.")

    def action_label(self, table: Winter) -> Text:
        return say("{who} begins here", who=self.character)

    def choices(self, table: Winter) -> Iterable[str]:
        town = table.town
        spaces = town.locations if self.character.is_rebel else town.plazas
        taken = {one.at for one in table.characters.values()}
        free = [space for space in spaces if space not in taken]
        if town.room_for_more():
            free.append(NEW_LOCATION if self.character.is_rebel else NEW_PLAZA)
        return free or spaces or town.locations

    def check(self, table: Winter, answer: str) -> None:
        if answer in self.choices(table):
            return
        if table.town.is_location(answer) != self.character.is_rebel:
            raise Refused(self.hint(table), "WT-8")
        raise Refused(say("Somebody stands there already. Choose an empty space."), "WT-8")


@dataclass(frozen=True)
class DrawnQuest(PickText[Winter]):
    """WT-9: the first quest of each side comes by chance."""

    rule: ClassVar[str] = "WT-9"
    also: ClassVar[tuple[str, ...]] = ("WT-53",)
    by_chance: ClassVar[bool] = True
    side: str

    def sentence(self, table: Winter) -> Text:
        side = SIDE_NAMES.get(self.side, self.side)
        if self.seat is None:
            return say("Draw the first {side} quest.", side=side)
        return say("{name}, draw the first {side} quest.", name=self.seat, side=side)

    def kicker(self, table: Winter) -> Text:
        return say("Shuffle the tokens of that side and draw one")

    def choices(self, table: Winter) -> Iterable[str]:
        return [quest.key for quest in table.quests.values() if quest.side == self.side and quest.state == "free"]

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(QUESTS[choice].name, icon=SIDE_ICONS[QUESTS[choice].side])


@dataclass(frozen=True)
class BeginsStory(Confirm[Winter]):
    """WT-12: the writer, or else the arbiter, sets the scene."""

    rule: ClassVar[str] = "WT-12"
    also: ClassVar[tuple[str, ...]] = ("WT-84",)
    seat: Player

    def sentence(self, table: Winter) -> Text:
        quests = [quest.name for quest in table.on_map()]
        if not quests:
            return say("{name}, begin the story.", name=self.seat)
        return say("{name}, begin the story: {quests}.", name=self.seat, quests=listing(list(quests)))

    def kicker(self, table: Winter) -> Text:
        return say("Introduce both quests, and leave the end open")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("The story has begun")

    async def then(self, table: Winter, answer: str) -> None:
        table.story_begun = True
        table.tell(say("{name} began the story.", name=self.seat), self.seat, "WT-12")
        for quest in table.on_map():
            if quest.note:
                table.tell(say("{quest}: {note}", quest=quest, note=quest.note), rule="WT-52")


@dataclass(frozen=True)
class FirstHands(Confirm[Winter]):
    """WT-13, WT-14: opening hands, then the youngest of spring begins."""

    rule: ClassVar[str] = "WT-13"
    also: ClassVar[tuple[str, ...]] = ("WT-14", "WT-84")

    def sentence(self, table: Winter) -> Text:
        return say("Draw your cards. {name} begins.", name=table.youngest(SPRING))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return draw_reasons(table)

    def hint(self, table: Winter) -> Text:
        return say("Nobody shows how many cards they hold, at any time.")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("{name} takes the first turn", name=table.youngest(SPRING))


def draw_reasons(table: Winter) -> Iterable[Reason]:
    """Four each, the writer as many as spring has players (WT-13, WT-21)."""
    yield Reason(say("Spring and winter players draw 4 cards each."), "cards-outline")
    writer = table.writer()
    if writer is not None:
        yield Reason(say("{name}, the writer, draws {n}.", name=writer, n=table.spring_players()), "feather")
