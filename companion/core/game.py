"""The game contract: its facts and options, and the functions the engine calls."""

import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, cast

from companion.core import colours
from companion.core.boxes import Boxes
from companion.core.fields import Field, points_field
from companion.core.log import Record, own_copy
from companion.core.questions import Question
from companion.core.rulebook import Rulebook
from companion.core.setup import PlayElsewhere, Seat, Setup, Side, Switch, check_options, check_people
from companion.core.table import Table
from companion.core.text import Text, count, listing, say
from companion.core.values import Json
from companion.core.views import Counted, Glance, Map, Outcome, PodiumPlace, View

__all__ = ["Facts", "Field", "Game", "Joining", "Palette", "best", "palettes", "podium", "points_field",
           "victory"]

T = TypeVar("T", bound=Table[Any])
S = TypeVar("S", bound=Seat)
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Palette:
    """Nine colours of a game in one theme, as `#RRGGBB`."""

    panel: str
    panel2: str
    panel3: str
    text: str
    text2: str
    accent: str
    on_accent: str
    container: str
    on_container: str

    @staticmethod
    def seeded(colour: str, *, dark: bool) -> "Palette":
        """Derive all nine from one `#RRGGBB`, with readable text."""
        shaded, stand_out = colours.shaded, colours.standing_out
        first, second, third = (shaded(colour, light, 0.35) for light in ((0.10, 0.14, 0.20) if dark
                                                                         else (0.97, 0.92, 0.86)))
        panels = (first, second, third)
        step = 0.02 if dark else -0.02
        accent = stand_out(colour, panels, 0.66 if dark else 0.34, step)
        container = shaded(colour, 0.24 if dark else 0.82, 0.8)
        return Palette(first, second, third, stand_out(colour, panels, 0.94 if dark else 0.10, step, 0.2),
                       stand_out(colour, panels, 0.74 if dark else 0.32, step, 0.2), accent,
                       stand_out(colour, [accent], 0.12 if dark else 0.98, -step, 0.6), container,
                       stand_out(colour, [container], 0.9 if dark else 0.16, step, 0.7))

    def faults(self) -> list[str]:
        """List invalid colours and unreadable text; empty if all nine work."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        bad = [f"{name} is {value!r}, not a colour as #RRGGBB" for name, value in given.items()
               if not colours.is_colour(value)]
        if bad:
            return bad
        panels = ("panel", "panel2", "panel3")
        pairs = [*((name, ground) for name in ("text", "text2", "accent") for ground in panels),
                 ("on_accent", "accent"), ("on_container", "container")]
        ratios = [(name, ground, colours.contrast(given[name], given[ground])) for name, ground in pairs]
        return [f"{name} on {ground} has a contrast of {ratio:.1f}, and {colours.READABLE} is needed"
                for name, ground, ratio in ratios if ratio < colours.READABLE]


@dataclass(frozen=True)
class Facts:
    """What the library shows about a game."""

    id: str
    name: Text | str
    """A title that is also a sentence can be translated: `say("Score sheet")`."""
    fewest: int
    most: int
    minutes: str
    blurb: Text
    players_rule: str
    dark: Palette
    light: Palette
    icon: str = "cards-outline"
    maker: str = ""
    sides: int = 0
    """Number of sides if partners score as one; `companion.core.setup.sides` assigns them."""
    order: Text | None = None
    """What the order of the seats means, if not the order round the table."""
    packing: Text | None = None
    """What to keep together in the box although the app can't see it, such as hands of cards."""
    bgg: int = 0
    """Its number at BoardGameGeek, as in the address of its page; 0 if it has none."""

    @property
    def title(self) -> str:
        return str(self.name)


@dataclass(frozen=True)
class Joining:
    """Whether somebody may join a running play. The sentence says from when and with what, or why not."""

    may: bool
    how: Text
    rule: str = ""
    now: bool = True
    """Seat latecomers before this stretch. Set False if it belongs to a round that has begun."""


CONTRACT = 2
"""The version of the plugin interface. A pack's manifest names the version it was made for."""
HOOKS: dict[str, str] = {}
"""Functions of a game's package that the engine calls, and the module of each."""


def found_in(module: str) -> Callable[[F], F]:
    """Mark a method of `Game` that calls the function of the same name in that module of the game's package.

    The module is imported on the first call. Without such a function, the method itself is the default.
    """
    def mark(default: F) -> F:
        name = default.__name__

        @wraps(default)
        def call(self: object, *args: Any) -> Any:
            kind: type = type(self)
            found = function_of(kind, module, name)
            return default(self, *args) if found is None else found(*args)

        HOOKS[name] = module
        return cast(F, call)

    return mark


@cache
def function_of(kind: type, module: str, name: str) -> Callable[..., Any] | None:
    """Find `view.ahead`, `ahead.ahead` (a function in its own file) or `rules.ahead` (in a small game).

    Imports from elsewhere don't count: `dataclasses.field` is not the game's `field`."""
    packages = packages_of(kind)
    for package in packages:
        for part in dict.fromkeys((module, name, "rules")):
            found = _attribute(f"{package}.{part}", name)
            if callable(found) and f"{found.__module__}.".startswith(tuple(f"{one}." for one in packages)):
                return found  # type: ignore[no-any-return]
    return None


def packages_of(kind: type) -> list[str]:
    """The packages of a game's class and of the games it extends."""
    modules = [one.__module__ for one in kind.__mro__ if one is not Game and issubclass(one, Game)]
    return [package for package in map(_package_of, modules) if package]


def _package_of(module: str) -> str:
    """The module itself if it is a package."""
    return module if hasattr(sys.modules.get(module), "__path__") else module.rpartition(".")[0]


def _attribute(module: str, name: str) -> Any:
    if not is_module(module):
        return None
    found = getattr(import_module(module), name, None)
    if found is None and is_module(f"{module}.{name}"):
        found = import_module(f"{module}.{name}")
    return getattr(found, name, None) if isinstance(found, ModuleType) else found


def is_module(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):  # no package, or one created at runtime
        return False


@cache
def class_of(kind: type, base: type, module: str) -> type[Any] | None:
    """Find the game's subclass of `base` in this module of its package, or in `rules.py`."""
    for name in (f"{package}.{part}" for package in packages_of(kind) for part in (module, "rules")):
        for one in vars(import_module(name)).values() if is_module(name) else ():
            if isinstance(one, type) and issubclass(one, base) and one.__module__ == name:
                return one
    return None


class Game(Generic[T]):
    """A game plugin. Subclass it, give it facts, and name an instance in the entry point.

    Each method below can be a method of the subclass, or a function in the module that its `found_in` names:
    `play` in `rules.py`, `view` and `outcome` in `view.py`, `fields` in `fields.py`. A small game can put all
    of them in `rules.py`.
    """

    facts: ClassVar[Facts]
    """Title, players, colours: what the library shows."""
    contract: ClassVar[int] = CONTRACT
    """The version of the plugin interface that this game was written for; by default the newest."""
    options: ClassVar[tuple[Switch, ...]] = ()
    """Switches on *New play*; rules read `table.setup.options["key"]`."""
    rules_version: ClassVar[str] = "1"
    """Change it if the new rules would give old plays another result."""
    formerly: ClassVar[Mapping[str, str]] = {}
    """New names of renamed questions, exits and options by those that saved plays hold: `{"Old": "New"}`."""
    home: ClassVar[Path]
    """The folder with `rules.md`; defaults to the game's own folder."""
    stage: ClassVar[str] = ""
    """`module:Widget` of the stage; empty shows the view's tracks."""
    without_fields: ClassVar[frozenset[str]] = frozenset()
    """Attributes of table and seats without a field: secrets, and statistics shown only after a play."""
    snapshots_apart: ClassVar[int] = 32
    """Minimum number of records between two snapshots; an undo replays what came after the last one.

    Replaying a few records is faster than saving every table. Lower it if answers are slow to replay.
    """
    setup_page: ClassVar[str] = ""
    """`module:Screen` that replaces the "New play" page; it gets the app and the game's id."""
    guests_answer: ClassVar[bool] = False
    """Let guests answer questions to the whole table on their phones from the start."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        if file and not hasattr(cls, "home"):
            cls.home = Path(file).resolve().parent

    # Required

    def new(self, setup: Setup) -> T:
        """Create the table before the first question, from the `Table` class in `table.py` or `rules.py`."""
        kind: type = type(self)
        made = class_of(kind, Table, "table")
        if made is None:
            raise NotImplementedError("the game has no Table class: write it in table.py")
        table: T = made(setup)
        return table

    @found_in("rules")
    def play(self, table: T) -> Coroutine[Any, Any, None]:
        """One stretch: a turn, a story, a round. Called again until there is an outcome."""
        raise NotImplementedError("the game has no play(): write it in rules.py")

    @found_in("view")
    def view(self, table: T) -> View:
        """Describe the table. Must not change it, and must not fail on any table."""
        raise NotImplementedError("the game has no view(): write it in view.py")

    @found_in("view")
    def outcome(self, table: T) -> Outcome | None:
        """The result, or None while the play goes on."""
        raise NotImplementedError("the game has no outcome(): write it in view.py")

    # Optional

    @found_in("view")
    def board(self, table: T) -> Map | None:
        """The board as data, or None without one. Pages draw it, and the app if the game has no stage."""
        return self.view(table).map

    @found_in("view")
    def glance(self, table: T, seat: Any) -> Glance | None:
        """What only this seat sees now, such as a key card; `table.seen_by(seat, ...)` reads its secrets."""
        return None

    @found_in("rules")
    def drawn_at_start(self, table: T) -> bool:
        """True lets *Start* draw the first answer at random. The log records it; undo takes it back."""
        return False

    @found_in("rules")
    def standing(self, table: T) -> Sequence[Question[T, Any]]:
        """Questions that are always open."""
        return ()

    @found_in("fields")
    def fields(self, table: T) -> Iterable[Field]:
        """Everything on the table, plus what only the app tracks. Players may set any of it at any time."""
        return [points_field(seat) for seat in table.seats]

    @found_in("fields")
    def field(self, table: T, path: str) -> Field | None:
        """Find a field by path, even one not listed now, e.g. gas on a space that has none yet."""
        return next((field for field in self.fields(table) if field.path == path), None)

    @found_in("fields")
    def to_add(self, table: T, place: str) -> Iterable[Field]:
        """Fields not listed now that players may add, such as one more piece; `place` names a space."""
        return ()

    @found_in("fields")
    def as_moves(self, table: T, lines: Sequence[Any]) -> Iterable[Any]:
        """Combine To move lines into single moves of pieces where that is clearer."""
        return lines

    @found_in("fields")
    def begun(self, table: T) -> Mapping[str, Any]:
        """More values for a play that begins in the middle, e.g. pieces where a fresh setup puts them."""
        return {}

    @found_in("view")
    def ahead(self, table: T) -> Iterable[Text]:
        """What comes after the open question, in a sentence or two; shown if there is room."""
        return ()

    @found_in("view")
    def notes(self, table: T) -> Sequence[tuple[str, Text]]:
        """Texts that players can write down later, from the chronicle: the path and name of each field."""
        return ()

    @found_in("rules")
    def left(self, table: T, seat: Any) -> None:
        """Apply any other effect of somebody leaving; turns already skip their seat."""

    @found_in("rules")
    def joining(self, table: T) -> Joining:
        """May somebody join now? They are seated last, between two stretches; then `joined` is called."""
        return Joining(False, say("Nobody can join this game after it has begun."))

    @found_in("rules")
    def joined(self, table: T, seat: Any) -> None:
        """Give a latecomer their starting points or cards."""

    @found_in("view")
    def totals(self, table: T) -> Sequence[tuple[str, int, int]]:
        """What stays the same: (name, counted on the table, total in the box). The test kit checks it."""
        return ()

    @found_in("view")
    def worth(self, table: T, seat: Any) -> float:
        """How well a seat stands, for the greedy player of `simulate --report`; by default its points."""
        points: float = seat.points
        return points

    @found_in("view")
    def counted(self, table: T, records: Sequence[Record]) -> Iterable[Counted]:
        """Extra statistics of a finished play. `records`: those not undone, in order."""
        return ()

    @found_in("view")
    def how_much(self, table: T, headings: int) -> Text:
        """How much was played, e.g. "Nine stories". `headings`: number of headings in the chronicle."""
        return count("One round", "{n} rounds", headings)

    def named(self, setup: Setup) -> str:
        """The play's name in the app bar, library and history; defaults to the title."""
        return self.facts.title

    def retold(self, play: PlayElsewhere) -> tuple[Setup, Sequence[Record]] | None:
        """A play that another program recorded as one of this game; None if it takes none."""
        return None

    def bgg_of(self, setup: Setup) -> int:
        """The game's number at BoardGameGeek, or 0."""
        return self.facts.bgg

    def dressed(self, box: Json) -> Facts | None:
        """Show a saved box as its own game in the library; None lists it only on *New play*."""
        return None

    def check(self, setup: Setup) -> None:
        """Refuse combinations that the simple checks can't see."""

    @cached_property
    def boxes(self) -> Boxes:
        """What differs between its boxes: the `Boxes` subclass in `box.py`, or plain `Boxes`."""
        kind: type = type(self)
        made = class_of(kind, Boxes, "box")
        return Boxes() if made is None else made()

    # Shared by all games

    def rulebook(self) -> Rulebook:
        return Rulebook.of(self.home / "rules.md")

    def prepare(self, setup: Setup) -> Setup:
        """Fill in every option; refuse an unplayable setup."""
        check_people(setup.people, self.facts.fewest, self.facts.most, self.facts.players_rule)
        given = {self.formerly.get(key, key): choice for key, choice in setup.options.items()}
        check_options(given, self.options)
        # the play has its own copy, as the owner may go on editing
        box = self.boxes.starter() if setup.box is None else own_copy(setup.box)
        if box is not None:
            self.boxes.check(box)
        options = {option.key: given.get(option.key, option.default) for option in self.options}
        full = Setup(setup.people, options, box)
        self.check(full)
        return full


def palettes(colour: str) -> dict[str, Palette]:
    """Both palettes of `Facts` from one colour: `Facts(..., **palettes("#2F6FB0"))`."""
    return {"dark": Palette.seeded(colour, dark=True), "light": Palette.seeded(colour, dark=False)}


def best(seats: Iterable[S], low: bool = False) -> list[S]:
    """Everybody with the most points, or the fewest if `low`."""
    everybody = list(seats)
    top = (min if low else max)(seat.points for seat in everybody)
    return [seat for seat in everybody if seat.points == top]


def victory(winners: Sequence[Seat]) -> Text:
    """A sentence that says who wins, or who shares the victory."""
    if len(winners) > 1:
        return say("{names} share the victory.", names=listing(tuple(winners)))
    return say("{name} wins.", name=winners[0])


def best_at(seats: Iterable[S], number: Callable[[S], int]) -> tuple[S, ...]:
    """Everybody with the highest number; nobody if that is zero."""
    counted = [(number(seat), seat) for seat in seats]
    most = max((many for many, _ in counted), default=0)
    return tuple(seat for many, seat in counted if many == most) if most > 0 else ()


def only(seats: Sequence[Seat]) -> int | None:
    """The seat whose token is shown; none if several share it."""
    return seats[0].index if len(seats) == 1 else None


def podium(table: Table[Any], sentence: Text, winners: Sequence[Seat], *, low: bool = False,
           sides: Sequence[Side[Any]] = ()) -> Outcome:
    """Rank by points; scores are shown only if anybody has any.

    Ties share a place; the winners come first whatever their points.

    `low`: fewer points are better. `sides`: partners share a step and a place.
    """
    won = tuple(sorted({seat.index for seat in winners}))

    def rank(side: Side[Any]) -> tuple[bool, int]:
        return side.seats[0].index not in won, side.points if low else -side.points

    def place(side: Side[Any]) -> int:
        return 1 if side.seats[0].index in won else 1 + sum(rank(other) < rank(side) for other in order)

    order = sorted(sides or [Side(seat.index, [seat]) for seat in table.seats],
                   key=lambda side: (rank(side), side.index))
    scored = sides or any(seat.points for seat in table.seats)
    places = [PodiumPlace(seat.index, place(side), side.points if scored else None)
              for side in order for seat in side.seats]
    together = [tuple(seat.index for seat in side.seats) for side in order if sides]
    return Outcome(sentence, won, tuple(places), sides=tuple(together))
