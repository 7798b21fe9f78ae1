"""Snail trail in one module: two pieces each on a track, and a die. A stretch is one turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.api import (
    Arrow,
    Dice,
    Face,
    Field,
    Map,
    Mark,
    Outcome,
    Person,
    Piece,
    Place,
    PodiumPlace,
    Rows,
    Seat,
    SeatView,
    Setup,
    Table,
    Text,
    View,
    count,
    said,
    say,
    spelled,
    victory,
)

LETTUCE = 20                                                                # ST-1
SALT = (6, 11, 16)                                                          # ST-4
SPACES = range(LETTUCE + 1)
NAMES: dict[int, Text] = {space: say("space {n}", n=space) for space in SPACES}
NAMES |= {0: say("the start"), LETTUCE: say("the lettuce")}


class Racer(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.snails = {"A": 0, "B": 0}                                      # ST-1
        """The space of each snail."""

    def crawling(self) -> list[str]:
        return [snail for snail, space in self.snails.items() if space < LETTUCE]

    def ahead(self, snail: str, steps: int) -> int:
        return min(self.snails[snail] + steps, LETTUCE)                     # ST-3


class SnailTrail(Table[Racer]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Racer(index, person) for index, person in enumerate(setup.people)])
        self.turn: Racer = self.seats[0]
        self.rolled = 0
        """What the die shows; 0 before the roll."""


class Roll(Dice[SnailTrail]):
    rule = "ST-2"
    seat: Racer
    sentence = said("{seat}, what does the die show?")

    def how_many(self, table: SnailTrail) -> int:
        return 1


class Crawl(Place[SnailTrail, str]):
    rule = "ST-3"
    also = ("ST-4", "ST-5")
    seat: Racer
    sentence = said("{seat}, which snail crawls?")

    def kicker(self, table: SnailTrail) -> Text:
        return say("You rolled a {n}", n=spelled(table.rolled))

    def choices(self, table: SnailTrail) -> Iterable[str]:
        a, b = self.seat.snails.values()
        return ["A"] if a == b < LETTUCE else self.seat.crawling()          # side by side they are alike

    def spot(self, answer: str) -> str:
        return str(self.seat.snails[answer])

    def face(self, table: SnailTrail, choice: str) -> Face:
        space = self.seat.ahead(choice, table.rolled)
        hint = say("salt: back three") if space in SALT else None
        return Face(say("{snail} to {space}", snail=choice, space=NAMES[space]), hint, "snail")

    def arrows(self, table: SnailTrail, answer: str | None) -> Iterable[Arrow]:
        for snail in self.choices(table):
            way = range(self.seat.snails[snail], self.seat.ahead(snail, table.rolled) + 1)
            if answer in (None, snail):
                yield Arrow(tuple(map(str, way)), key=f"{self.seat.index}{snail}")


async def play(table: SnailTrail) -> None:
    racer = table.next_of(table.turn) if table.turn.gone else table.turn    # ST-A1
    if not table.rolled:
        dice = await table.ask(Roll(racer))                                 # ST-2
        table.rolled = dice[0]
    if not racer.gone:
        snail = await table.ask(Crawl(racer))                               # ST-3
        crawl(table, racer, snail)
    table.rolled = 0
    table.turn = table.next_of(racer)


def crawl(table: SnailTrail, racer: Racer, snail: str) -> None:
    goal = racer.ahead(snail, table.rolled)
    racer.snails[snail] = goal
    table.by_players()
    table.tell(say("{name}'s snail {snail} crawls to {space}.", name=racer, snail=snail, space=NAMES[goal]),
               racer, "ST-3")
    if goal in SALT:                                                        # ST-4
        racer.snails[snail] = goal - 3
        table.tell(say("It slides back on the salt to {space}.", space=NAMES[goal - 3]), racer, "ST-4")
    bump(table, racer, racer.snails[snail])


def bump(table: SnailTrail, racer: Racer, space: int) -> None:              # ST-5
    if space in (0, LETTUCE):
        return
    for other in table.seats:
        for snail in [one for one in other.snails if other is not racer and other.snails[one] == space]:
            other.snails[snail] -= 1
            table.tell(say("{name}'s snail {snail} is bumped back.", name=other, snail=snail), other, "ST-5")


def outcome(table: SnailTrail) -> Outcome | None:                           # ST-6
    winners = [racer for racer in table.present() if not racer.crawling()]
    if not winners:
        return None
    behind = [racer for racer in table.seats if racer not in winners]

    def place(racer: Racer) -> int:
        if racer in winners:
            return 1
        ahead = sum(crawled(one) > crawled(racer) for one in behind)
        return 1 + len(winners) + ahead

    places = [PodiumPlace(one.index, place(one), crawled(one)) for one in sorted(table.seats, key=place)]
    return Outcome(victory(winners), tuple(one.index for one in winners), tuple(places))


def crawled(racer: Racer) -> int:
    return sum(racer.snails.values())


def fields(table: SnailTrail) -> Iterator[Field]:
    for racer in table.seats:
        for snail, space in racer.snails.items():
            label = say("{name}'s snail {snail}", name=racer, snail=snail)
            yield Rows(table, racer).entry("snails", snail, label, tuple(SPACES), NAMES, "snail",
                                           place=str(space), renews=True)
    books = Rows(table, on_table=False)
    yield books.seat("turn", say("Whose turn it is"), first=True, renews=True)
    yield books.number("rolled", say("Rolled (0: not yet)"), 0, 6, renews=True)


def board(table: SnailTrail) -> Map:
    snails = [Piece(str(space), racer.index, letter=snail, key=f"{racer.index}{snail}",
                    label=say("{name}'s snail {snail}", name=racer, snail=snail))
              for racer in table.seats for snail, space in racer.snails.items()]
    names = {str(space): name for space, name in NAMES.items()}
    icons = {**dict.fromkeys(map(str, SALT), "shaker"), str(LETTUCE): "leaf"}
    return Map.spiral(len(SPACES), snails).showing(name=names, icon=icons, label={str(LETTUCE): ""})


def view(table: SnailTrail) -> View:
    home = sum(len(racer.snails) - len(racer.crawling()) for racer in table.seats)
    return View(count("One snail is home", "{n} snails are home", home),
                tuple(seat_view(table, racer) for racer in table.seats))


def seat_view(table: SnailTrail, racer: Racer) -> SeatView:
    marks = (Mark("snail", say("crawls now")),) if racer is table.turn else ()
    return SeatView(racer.index, None, marks, count("{n} space", "{n} spaces", crawled(racer)))
