"""Questions about piece placement and wind die rolls outside a captain's moves."""

from collections.abc import Iterable, Sequence
from itertools import product
from string import ascii_uppercase
from typing import Any

from companion.core.kinds import Dice, Numbers, Place, Row, whole
from companion.core.questions import Face
from companion.core.text import Refused, Text, count, said, say
from companion.games.windward.board import explain, planet
from companion.games.windward.board.hexes import Hex, distance
from companion.games.windward.board.places import is_described, name_of
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.board.reach import steps_into
from companion.games.windward.table import Captain, Windward


class WindDie(Dice[Windward]):
    """One roll of the wind die, without the numbers that would be rerolled."""

    def kicker(self, table: Windward) -> Text | None:
        left = len(self.faces(table))
        return say("Roll again if your number isn't shown") if 0 < left < 6 else None

    def numbers(self, table: Windward) -> Iterable[int]:
        return NUMBERS

    def faces(self, table: Windward) -> Sequence[int]:
        return tuple(self.numbers(table))

    def out(self, table: Windward) -> Sequence[int]:
        return [number for number in NUMBERS if number not in self.faces(table)]

    def check(self, table: Windward, answer: tuple[int, ...]) -> None:
        if len(answer) == 1 and answer[0] in NUMBERS and answer[0] not in self.faces(table):
            raise Refused(say("{n} doesn't count here: roll again.", n=answer[0]), self.rule)
        super().check(table, answer)

    def button(self, table: Windward, answer: Any) -> Text:
        return say("Territory {n}", n=answer[0]) if answer else say("Roll the wind die")


class Wind(WindDie):
    """WW-9, WW-100, WW-101: roll a new wind, never the current one."""

    rule = "WW-100"
    also = ("WW-9", "WW-101", "WW-19", "WW-20")

    sentence = said("Where does the wind blow?")

    def numbers(self, table: Windward) -> Iterable[int]:
        return [number for number in NUMBERS if number != table.wind]

    def button(self, table: Windward, answer: Any) -> Text:
        return say("Turn the flag to {n}", n=answer[0]) if answer else say("Roll the wind die")


def free_grounds(table: Windward) -> list[Hex]:
    """WW-A45: free Feeding Grounds, by territory number."""
    taken = {boat.at for boat in table.boats} | table.grey_spaces()
    return [ground for number in NUMBERS for ground in table.planet.feeding_grounds[number]
            if ground not in taken]


def free_territories(table: Windward) -> list[int]:
    return list(dict.fromkeys([table.planet.territory[ground] for ground in free_grounds(table)]))


class GreyDie(WindDie):
    rule = "WW-70"
    also = ("WW-A13", "WW-A45")

    sentence = said("Where does the next Grey Crester feed?")

    def numbers(self, table: Windward) -> Iterable[int]:
        return free_territories(table)


class WhiteDie(WindDie):
    """WW-133, WW-122: the corner where the White appears."""

    rule = "WW-133"
    also = ("WW-122", "WW-A29")
    lays_out = True

    sentence = said("Where does the White rise?")

    def numbers(self, table: Windward) -> Iterable[int]:
        return sorted(planet.white_corners(table.planet, table.flying()))


class HexSpace(Place[Windward, Hex]):
    at_once = True
    panel = "companion.games.windward.screen.panels:MapPanel"

    def decode(self, table: Windward, raw: Any) -> Hex:
        if isinstance(raw, list) and len(raw) == 2 and whole(raw[0]) and whole(raw[1]):
            return Hex(*raw)
        raise Refused(say("Tap a lit space."), self.rule)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(where(table, choice))


class CaptainSpace(HexSpace):
    seat: Captain


LETTERS = (*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2)))
"""Of spaces and paths, which may be more than the alphabet: an owner may paint any number of Zephyrs."""


class LetteredSpace(CaptainSpace):
    """Each space has a letter on the board and in the list, with arrows that lead there."""

    panel = "companion.games.windward.screen.panels:WaysPanel"

    def path(self, table: Windward, choice: Hex) -> tuple[Hex, ...]:
        """How the piece gets there; a single space if nobody needs to see it."""
        raise NotImplementedError

    def letters(self, table: Windward) -> dict[Hex, str]:
        return dict(zip(self.choices(table), LETTERS, strict=False))

    def face(self, table: Windward, choice: Any) -> Face:
        letter = self.letters(table)[choice]
        arrows = explain.in_arrows(table.planet, self.path(table, choice))
        if not arrows:
            return Face(say("{letter}: {where}", letter=letter, where=where(table, choice)), badge=letter)
        return Face(f"{letter}  {arrows}", where(table, choice), badge=letter)


class PlaceRed(CaptainSpace):
    rule = "WW-72"
    also = ("WW-A14",)

    sentence = said("{seat}, where does the new Red appear?")
    kicker = said("Any free space in this territory")

    def choices(self, table: Windward) -> Iterable[Hex]:
        territory = table.planet.territory.get(self.seat.ship, 0)
        return planet.for_new_red(table.planet, territory, table.flying())

    button = said("The Red appears here")


class CameFrom(LetteredSpace):
    """WW-153: with only turns and battles, the app doesn't know the space before the battle."""

    rule = "WW-74"
    also = ("WW-153", "WW-22")

    sentence = said("{seat}, where did your ship come from?")
    kicker = said("It goes back there")
    button = said("Goes back here")

    def choices(self, table: Windward) -> Iterable[Hex]:
        drift = "deadweight" in table.box.quiet_cards                       # WW-22
        return steps_into(table.planet, self.seat.ship, table.flying(), drift=drift) or (POST,)

    def path(self, table: Windward, choice: Hex) -> tuple[Hex, ...]:
        return one_step(self.seat.ship, choice)


class Corner(HexSpace):
    rule = "WW-117"
    also = ("WW-131", "WW-A28", "WW-A29")

    sentence = said("At which corner does the White Crester rise?")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return planet.white_returns(table.planet, table.flying())

    button = said("It rises here")


class Loot(Numbers[Windward]):
    """WW-78: the winner takes half the loser's cargo, rounded up."""

    rule = "WW-78"
    panel = "companion.games.windward.screen.panels:LootPage"
    seat: Captain
    loser: Captain

    sentence = said("{seat}, what do you take from {loser}?")

    def due(self) -> int:
        return (self.loser.cargo.pieces + 1) // 2

    def hint(self, table: Windward) -> Text:
        return count("Half of the cargo: {n} piece", "Half of the cargo: {n} pieces", self.due())

    def rows(self, table: Windward) -> Sequence[Row]:
        cargo = self.loser.cargo
        start = []
        left = self.due()
        for have in (cargo.red_teeth, cargo.grey_teeth, cargo.plus_two):
            start.append(min(have, left))
            left -= start[-1]
        red, grey, plus = start
        return (Row(say("Grey teeth"), 0, cargo.grey_teeth, grey),
                Row(say("Red teeth"), 0, cargo.red_teeth, red),
                Row(say("+2 tokens"), 0, cargo.plus_two, plus))

    def check(self, table: Windward, answer: tuple[int, ...]) -> None:
        super().check(table, answer)
        if sum(answer) != self.due():
            raise Refused(count("Exactly {n} piece is yours.", "Exactly {n} pieces are yours.", self.due()),
                          self.rule)

    button = said("Take them")


def one_step(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The path for an arrow; none for a jump."""
    return (start, end) if distance(start, end) == 1 else (end,)


def where(table: Windward, space: Hex) -> Text:
    return name_of(table.planet, space).label


def named(table: Windward, space: Hex) -> Text | None:
    """Its name; None if that would only describe the way from the Post."""
    return None if is_described(table.planet, space) else in_words(table, space)


def in_words(table: Windward, space: Hex) -> Text:
    return name_of(table.planet, space).inside
