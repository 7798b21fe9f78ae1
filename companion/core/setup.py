"""Who plays, and what they decide before a play: people, seats, sides, options, and the owner's box."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.seats import SEATS
from companion.core.text import Refused, Text, listing, say
from companion.core.values import Json, same

LONGEST_NAME = 60
STORED = "copy"
"""The key of a box in saved plays, exported files and box codes: its name before boxes were called boxes."""
COLOURS = tuple(one.words for one in SEATS)


@dataclass(frozen=True)
class Person:
    """A person in the setup: a name and one of the twelve colours (0 to 11)."""

    name: str
    colour: int


def person_json(person: Person) -> dict[str, Json]:
    """As in files: a new field must not enter them unasked."""
    return {"name": person.name, "colour": person.colour}


def name_key(name: str) -> str:
    """Normalize a name for comparison: " ana" equals Ana."""
    return name.strip().casefold()


def is_visible(name: str) -> bool:
    return any(letter.isprintable() and not letter.isspace() for letter in name)


class Seat:
    """A player in this play. Games add their own counters in a subclass.

    Compared by identity: each seat exists once per table.
    """

    lowest: ClassVar[int] = 0
    """The fewest points a seat can have; override if points can be negative."""

    def __init__(self, index: int, person: Person) -> None:
        self.index = index
        self.name = person.name
        self.colour = person.colour
        self.points = 0
        self.gone = False

    @property
    def shape(self) -> str:
        return SEATS[self.colour].shape

    def gain(self, points: int) -> None:
        self.points += points

    def lose(self, points: int) -> None:
        """Lose points, but not below `lowest`."""
        self.points = max(self.lowest, self.points - points)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.index}, {self.name!r})"


S = TypeVar("S", bound=Seat)


class Side(Generic[S]):
    """Partners who score as one: each of them has the side's points."""

    def __init__(self, index: int, seats: Sequence[S]) -> None:
        self.index, self.seats = index, tuple(seats)

    @property
    def words(self) -> Text | str:
        """Names, e.g. "Ana and Cleo"."""
        return listing(self.seats)

    @property
    def points(self) -> int:
        return self.seats[0].points

    @property
    def lead(self) -> S:
        """The first partner present, who answers for the side."""
        return next((seat for seat in self.seats if not seat.gone), self.seats[0])

    @property
    def gone(self) -> bool:
        return all(seat.gone for seat in self.seats)

    def gain(self, points: int) -> None:
        for seat in self.seats:
            seat.gain(points)

    def lose(self, points: int) -> None:
        for seat in self.seats:
            seat.lose(points)


def sides(seats: Sequence[S], number: int) -> list[Side[S]]:
    """Deal seats into this many sides, alternating round the table. With 0, everyone plays alone.

    >>> names = ("Ana", "Ben", "Cleo", "Dan")
    >>> ana, ben, cleo, dan = (Seat(at, Person(name, at)) for at, name in enumerate(names))
    >>> [str(side.words) for side in sides([ana, ben, cleo, dan], 2)]
    ['Ana and Cleo', 'Ben and Dan']
    """
    number = number or len(seats)
    return [Side(at, seats[at::number]) for at in range(number) if seats[at::number]]


def initials(names: Iterable[str]) -> list[str]:
    """One letter per person, two if they share it.

    >>> initials(["Ana", "Ben", "Bo"])
    ['A', 'Be', 'Bo']
    """
    trimmed = [name.strip() or "?" for name in names]
    first = [name[0].upper() for name in trimmed]
    return [letter if first.count(letter) == 1 else letter + name[1:2].lower()
            for letter, name in zip(first, trimmed, strict=True)]


@dataclass(frozen=True)
class Choice:
    """One setting of a switch: the stored value and its words."""

    value: Json
    label: Text


@dataclass(frozen=True)
class Switch:
    """An option of the play: what it does, and the rule it changes."""

    key: str
    label: Text
    sentence: Text
    rule: str
    default: Json
    choices: tuple[Choice, ...]
    always: bool = False
    """Shown with the seats, not folded away among the house rules."""
    modes: tuple[Json, ...] = ()
    """Values of the option "mode" that it belongs to; empty for all."""
    depths: tuple[Json, ...] = ()
    """The same for the option "depth" (*The app tracks*)."""

    def allows(self, value: Json) -> bool:
        return any(same(choice.value, value) for choice in self.choices)

    def words(self, value: Json) -> Text:
        return next((choice.label for choice in self.choices if same(choice.value, value)), say("?"))


def switch(key: str, label: Text, sentence: Text, rule: str, default: bool = False, *,
           always: bool = False, modes: tuple[Json, ...] = (), depths: tuple[Json, ...] = ()) -> Switch:
    """A two-way switch."""
    off_and_on = (Choice(False, say("Off")), Choice(True, say("On")))
    return Switch(key, label, sentence, rule, default, off_and_on, always, modes, depths)


@dataclass(frozen=True)
class Setup:
    """The start of a play; with the log it is the whole save."""

    people: tuple[Person, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    box: Json = None
    """The owner's box when the play began; later edits don't affect this play."""

    def to_json(self) -> dict[str, Any]:
        people = [person_json(one) for one in self.people]
        return {"people": people, "options": dict(self.options), STORED: self.box}

    @staticmethod
    def from_json(raw: Json) -> "Setup":
        try:
            people = tuple(Person(str(one["name"]), int(one["colour"])) for one in raw["people"])
            return Setup(people, dict(raw["options"]), raw.get(STORED))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise Refused(say("This file doesn't say who played, so it can't be opened.")) from None


def people(*names: str) -> tuple[Person, ...]:
    """Create seats by name, in the default colours.

    >>> people("Ana", "Ben")
    (Person(name='Ana', colour=0), Person(name='Ben', colour=1))
    """
    return tuple(Person(name, colour) for colour, name in enumerate(names))


def check_people(seated: tuple[Person, ...], fewest: int, most: int, rule: str) -> None:
    if not fewest <= len(seated) <= most:
        raise Refused(
            say("This game is for {fewest} to {most} players, and you have {n}. Add or remove a seat.",
                fewest=fewest, most=most, n=len(seated)), rule)
    names = [name_key(person.name) for person in seated]
    if not all(names):
        raise Refused(say("A seat has no name. Type one, or remove the seat."))
    for person, name in zip(seated, names, strict=True):
        if names.count(name) > 1:
            raise Refused(say("Two seats are called {name}. Change one of them.", name=person.name.strip()))
        if len(name) > LONGEST_NAME:
            raise Refused(say("A name can have at most {n} letters. Shorten it.", n=LONGEST_NAME))
        if any("\ud800" <= letter <= "\udfff" for letter in name):  # no file can hold a lone surrogate
            raise Refused(say("A character in a name can't be saved. Delete it and try again."))
    colours = [person.colour for person in seated]
    if len(set(colours)) < len(colours) or not all(0 <= colour < len(COLOURS) for colour in colours):
        raise Refused(say("Two seats have the same colour. Change one of them."))


def check_options(given: Mapping[str, Json], options: tuple[Switch, ...]) -> None:
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            raise Refused(say("This game has no option called {key}.", key=str(key)[:40]))
        if not known[key].allows(value):
            raise Refused(say("{label} can't be set to {value}.", label=known[key].label,
                              value=str(value)[:40]),
                          known[key].rule)


# Finished plays that another program recorded

@dataclass(frozen=True)
class SeatElsewhere:
    person: Person
    score: int | None
    won: bool
    named: bool = True
    """Anonymous players are not remembered."""


@dataclass(frozen=True)
class PlayElsewhere:
    """`uid` identifies it in every file of that program."""

    uid: str
    game: str
    when: float
    seats: tuple[SeatElsewhere, ...]
    minutes: int = 0
    place: str = ""
    note: str = ""
    bgg: int = 0
    """The game's number at BoardGameGeek, or 0."""
    low: bool = False
    """Do the fewest points win?"""
