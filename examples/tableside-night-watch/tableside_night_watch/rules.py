"""Night watch in one module. The phone deals the roles; `seen_by` shows a role to its owner only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.api import (
    Deal,
    Face,
    Field,
    Outcome,
    Person,
    Piece,
    Rows,
    Sealed,
    Seat,
    SeatView,
    SecretText,
    Setup,
    Table,
    Text,
    Track,
    View,
    count,
    listing,
    podium,
    said,
    say,
    spelled,
)

NIGHTS = 3  # NW-5
SABOTEUR, WATCH, SUCCESS, FAILURE = "saboteur", "watch", "success", "failure"
ROLES = {SABOTEUR: say("You are a saboteur."), WATCH: say("You keep the watch.")}
SHOWN = {"": say("still secret"), SABOTEUR: say("saboteur"), WATCH: say("watch")}
DARK_END, BRIGHT_END = (say("The lamps are out."), SABOTEUR), (say("The lamps burn on."), WATCH)
CARDS = {SUCCESS: Face(say("The lamps burn"), icon="lamp"),
         FAILURE: Face(say("Blow a lamp out"), icon="weather-windy")}


class Watcher(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.role: Sealed[str] | None = None
        self.shown = ""
        """The role, once it is revealed."""


class NightWatch(Table[Watcher]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Watcher(index, person) for index, person in enumerate(setup.people)])
        self.dealt = False
        self.dark = 0
        """Nights won by the saboteurs."""
        self.bright = 0

    def role_of(self, seat: Watcher) -> str:
        """The role, for that seat only."""
        return WATCH if seat.role is None else self.seen_by(seat, seat.role)


class DealRoles(Deal[NightWatch]):
    rule = "NW-2"
    sentence = said("The phone deals the roles.")

    def things(self, table: NightWatch) -> Sequence[str]:
        number = len(table.present())
        return [SABOTEUR if at < number // 3 else WATCH for at in range(number)]    # NW-1


class Look(SecretText[NightWatch]):
    """NW-2: everybody looks at their own role, on the dark screen or on their own phone."""

    rule = "NW-2"
    seat: Watcher
    sentence = said("{seat}, look at your role.")
    noted = said("{seat} has looked.")

    def hint(self, table: NightWatch) -> Text:
        return ROLES[table.role_of(self.seat)]

    def words(self, table: NightWatch) -> Iterable[str]:
        return ("seen",)

    def word_face(self, table: NightWatch, word: str) -> Face:
        return Face(say("I have seen it"), icon="eye-off-outline")


class Lay(SecretText[NightWatch]):
    """NW-3"""

    rule = "NW-3"
    seat: Watcher
    sentence = said("{seat}, lay a card.")
    noted = said("{seat} has laid a card.")

    def words(self, table: NightWatch) -> Iterable[str]:
        return (SUCCESS, FAILURE) if table.role_of(self.seat) == SABOTEUR else (SUCCESS,)

    def word_face(self, table: NightWatch, word: str) -> Face:
        return CARDS[word]


async def play(table: NightWatch) -> None:
    """One stretch: the roles, or one night."""
    if not table.dealt:
        roles = await table.ask(DealRoles(None))
        for seat in table.present():
            seat.role = roles.of(seat)
        table.dealt = True
        await table.all_of([Look(seat) for seat in table.present()])
        return
    cards = await table.all_of([Lay(seat) for seat in table.present()])
    failures = table.tally(cards.values()).count(FAILURE)                   # NW-4: how many, never whose
    blown = count("One lamp was blown out.", "{number} lamps were blown out.", failures,
                  number=spelled(failures))
    table.tell(blown, rule="NW-4")
    if failures:
        table.dark = min(NIGHTS, table.dark + 1)
    else:
        table.bright = min(NIGHTS, table.bright + 1)
    if NIGHTS in (table.dark, table.bright):
        open_roles(table)


def open_roles(table: NightWatch) -> None:
    won = SABOTEUR if table.dark == NIGHTS else WATCH
    for seat in table.seats:
        if seat.role is not None:
            seat.shown = table.reveal(seat.role)                            # NW-5
    names = listing(tuple(seat for seat in table.seats if seat.shown == won))
    table.tell(say("{names} won together.", names=names), rule="NW-5", scored=True)


def outcome(table: NightWatch) -> Outcome | None:
    if NIGHTS not in (table.dark, table.bright):
        return None
    words, won = DARK_END if table.dark == NIGHTS else BRIGHT_END
    return podium(table, words, [seat for seat in table.seats if seat.shown == won])


def fields(table: NightWatch) -> Iterator[Field]:
    for seat in table.seats:
        yield Rows(table, seat, on_table=False).choice("shown", say("{name}'s revealed role"),
                                                       tuple(SHOWN), SHOWN)
    yield Rows(table, on_table=False).flag("dealt", say("The roles are dealt"))
    yield Rows(table).number("dark", say("Nights won by the saboteurs"), 0, NIGHTS, "weather-night")
    yield Rows(table).number("bright", say("Nights won by the watch"), 0, NIGHTS, "lamp")


def view(table: NightWatch) -> View:
    seats = tuple(SeatView(seat.index, None) for seat in table.seats)
    numbers = tuple(str(number) for number in range(NIGHTS + 1))
    moon = Piece(table.dark, icon="weather-night", tone="#B9A7F0")
    lamp = Piece(table.bright, icon="lamp", tone="#F2C14E")
    tracks = (Track(say("Nights won by the saboteurs"), NIGHTS + 1, (moon,), numbers),
              Track(say("Nights won by the watch"), NIGHTS + 1, (lamp,), numbers))
    nights = table.dark + table.bright + (outcome(table) is None)
    return View(say("Night {n}", n=spelled(nights)), seats, tracks=tracks)
