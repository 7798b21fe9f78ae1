"""Signal flags in one module: secrets that a whole side sees, revealed one by one. A stretch is a guess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.api import (
    Deal,
    Face,
    Field,
    Glance,
    Look,
    Map,
    Outcome,
    PickText,
    Piece,
    Reminder,
    Rows,
    Sealed,
    Seat,
    SeatView,
    Setup,
    Side,
    Table,
    Text,
    View,
    count,
    podium,
    points_field,
    said,
    say,
    sides,
)

EACH = 3  # SF-2
FLAGS = {"anchor": say("Anchor"), "bell": say("Bell"), "cat": say("Cat"), "duck": say("Duck"),
         "fish": say("Fish"), "heart": say("Heart"), "moon": say("Moon"), "star": say("Star")}
ICONS = {"anchor": "anchor", "bell": "bell", "cat": "cat", "duck": "duck", "fish": "fish", "heart": "heart",
         "moon": "moon-waning-crescent", "star": "star"}
HIDDEN = ""


class SignalFlags(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.crews: list[Side[Seat]] = sides(self.seats, 2)                 # SF-1
        self.hidden: list[Sealed[str]] = []
        """Both crews' flags, sealed; empty until the phone has hidden them."""
        self.hoisted = [HIDDEN] * (2 * EACH)
        """Both crews' flags as everybody sees them."""
        self.turn = 0

    def crew_of(self, seat: Seat) -> Side[Seat]:
        return next(crew for crew in self.crews if seat in crew.seats)

    def places(self, crew: Side[Seat]) -> range:
        return range(EACH * crew.index, EACH * crew.index + EACH)

    def first_hidden(self, crew: Side[Seat]) -> int | None:
        return next((at for at in self.places(crew) if self.hoisted[at] == HIDDEN), None)


class HideFlags(Deal[SignalFlags]):
    rule = "SF-2"
    sentence = said("The phone hides the flags.")

    def things(self, table: SignalFlags) -> Sequence[str]:
        return list(FLAGS)

    def each(self, table: SignalFlags) -> int:
        return 0  # no shares: the whole deal is one secret


class LookAtFlags(Look[SignalFlags]):
    """SF-2: shows this seat's `glance`."""

    rule = "SF-2"
    seat: Seat
    sentence = said("{seat}, look at your crew's flags.")


class Guess(PickText[SignalFlags]):
    rule = "SF-3"
    also = ("SF-4",)
    seat: Seat
    sentence = said("{seat}, which flag do they hoist next?")

    def choices(self, table: SignalFlags) -> Iterable[str]:
        # all of them: leaving out their own would tell
        return [flag for flag in FLAGS if flag not in table.hoisted]

    def face(self, table: SignalFlags, choice: str) -> Face:
        return Face(FLAGS[choice], icon=ICONS[choice])


async def play(table: SignalFlags) -> None:
    if not table.hidden:
        dealt = await table.ask(HideFlags(None))                            # SF-2
        table.hidden = [dealt.part(at).shared_with(*crew.seats)
                        for crew in table.crews for at in table.places(crew)]
        await table.all_of([LookAtFlags(seat) for seat in table.present()])
        return
    crew, other = table.crews[table.turn], table.crews[1 - table.turn]
    at = table.first_hidden(other)
    if at is None:
        table.turn = 1 - table.turn
        return
    guess = await table.ask(Guess(other.lead if crew.gone else crew.lead))  # SF-3
    hoist(table, crew, at, guess)
    table.turn = 1 - table.turn


def hoist(table: SignalFlags, crew: Side[Seat], at: int, guess: str) -> None:
    """SF-4: `reveal` opens this one flag only."""
    flag = table.hoisted[at] = table.reveal(table.hidden[at])
    table.tell(say("The flag is up: {flag}.", flag=FLAGS[flag]), rule="SF-4")
    if flag == guess:
        crew.gain(1)
        table.tell(say("{names} guessed it.", names=crew.words), rule="SF-4")


def outcome(table: SignalFlags) -> Outcome | None:                          # SF-5
    if HIDDEN in table.hoisted:
        return None
    top = max(crew.points for crew in table.crews)
    won = [crew for crew in table.crews if crew.points == top]
    words = say("{names} win.", names=won[0].words) if len(won) == 1 else say("Both crews share the victory.")
    return podium(table, words, [seat for crew in won for seat in crew.seats], sides=table.crews)


def fields(table: SignalFlags) -> Iterator[Field]:
    for seat in table.seats:
        yield points_field(seat)
    books = Rows(table, on_table=False)  # only the phone has flags
    words = {HIDDEN: say("hidden"), **FLAGS}
    for crew in table.crews:
        for number, at in enumerate(table.places(crew), 1):
            yield books.entry("hoisted", at, flag_words(crew, number), tuple(words), words, renews=True)
    crews = dict(enumerate(crew.words for crew in table.crews))
    yield books.choice("turn", say("Which crew guesses"), (0, 1), crews, renews=True)


def flag_words(crew: Side[Seat], number: int) -> Text:
    return say("Flag {n} of {names}", n=number, names=crew.words)


def glance(table: SignalFlags, seat: Seat) -> Glance | None:
    """SF-2: what only this seat and its crew see."""
    if not table.hidden:
        return None
    flags = [table.seen_by(seat, table.hidden[at]) for at in table.places(table.crew_of(seat))]
    return Glance(say("Your crew's flags, in order"),
                  tuple(Reminder(FLAGS[flag], ICONS[flag]) for flag in flags))


def board(table: SignalFlags) -> Map:
    spots = {f"{at % EACH},{1 - at // EACH}": flag for at, flag in enumerate(table.hoisted)}
    return Map.grid(EACH, 2, pieces=tuple(Piece(spot, icon=ICONS[flag], label=FLAGS[flag])
                                          for spot, flag in spots.items() if flag))


def view(table: SignalFlags) -> View:
    left = count("One flag is hidden", "{n} flags are hidden", table.hoisted.count(HIDDEN))
    return View(left, tuple(SeatView(seat.index, seat.points, side=table.crew_of(seat).words)
                            for seat in table.seats))
