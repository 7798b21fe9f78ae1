"""The live state of a play, as the rules see it, and the calls a script asks with."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from types import coroutine
from typing import Any, ClassVar, Generic, TypeVar, cast

from companion.core.questions import Question
from companion.core.setup import Person, Seat, Setup
from companion.core.text import Text, say
from companion.core.values import Sealed, break_seal, value

T = TypeVar("T", bound="Table[Any]")
S = TypeVar("S", bound=Seat)
A = TypeVar("A")
B = TypeVar("B")
F = TypeVar("F")


class Unwind(BaseException):
    """Raised by rules to leave a flow early; only `table.until` catches it.

    A BaseException, so that no stray `except Exception` swallows it.
    """

    by_hand: ClassVar[Text | None] = None
    """A label such as "Cancel this story": while its `until` is active, players may force this exit."""


class RequestMode(Enum):
    ASK = "ask"
    ONE_OF = "one of"
    ALL_OF = "all of"


ASK, ONE_OF, ALL_OF = RequestMode  # module globals are about 10x faster than Enum members


@value
class Request:
    """What a script yields to the engine."""

    mode: RequestMode
    questions: tuple[Question[Any, Any], ...]


@coroutine
def _wait(request: Request) -> Generator[Request, Any, Any]:
    return (yield request)


@value
class Line:
    """A line of the chronicle: what happened, to whom, by which rule."""

    text: Text
    seat: int | None = None
    rule: str = ""
    heading: bool = False
    scored: bool = False
    """Show all of this record's points beside this line, e.g. a whole side's."""
    news: bool = False
    """The line to read beside Undo, though others follow it."""
    more: tuple[Text, ...] = ()
    """Details that the chronicle shows when the line is opened."""
    corrected: bool = False
    """Tells what the table corrected."""
    hands: Text | None = None
    """What players do with pieces that no field counts: a line of the To move card."""
    hands_back: Text | None = None
    """What they do if this is taken back."""


class Table(Generic[S]):
    """The seats and the shared state. Games subclass it with their own state."""

    seats: list[S]
    """Everybody, also those who have left."""

    def __init__(self, setup: Setup, seats: list[S]) -> None:
        self.setup = setup
        """People, options and box as the play began."""
        self.seats = seats
        self.now: list[Any] = []
        """The running flows, outermost first."""
        self.ahead: list[Any] = []
        """Flows that a correction set up in advance; `coming` picks them up."""
        self.arriving: list[Person] = []
        """Latecomers not seated yet: see `Game.joining`."""
        self.exits: list[type[Unwind]] = []
        self.told: list[Line] = []
        self.opened: list[tuple[int, bool]] = []
        self.moved: Callable[[], None] | None = None
        self.listed: dict[Any, list[Any]] = {}
        """Fields that a game builds once per table: see `companion.core.fields.listed_once`."""
        self.furnish()

    def furnish(self) -> None:
        """Build constant data from the setup (a map, the owner's box). Called again after every undo.

        Name these attributes in `constant`, so that snapshots leave them out.
        """

    constant: ClassVar[frozenset[str]] = frozenset()
    """Attributes that `furnish` builds."""

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("setup", "told", "opened", "moved", "listed", *self.constant):
            state.pop(name, None)
        return state

    def laid_out_again(self, setup: Setup) -> None:
        """Restore the constant data after loading a snapshot."""
        self.setup = setup
        self.told = []
        self.opened = []
        self.moved = None
        self.listed = {}
        self.furnish()

    # Asking

    @coroutine  # a generator saves one step in the most common call
    def ask(self: T, question: Question[T, A]) -> Generator[Request, Any, A]:
        """Wait for one answer."""
        question.key()  # a field that is no name fails here, at the game's own line
        answer: A = yield Request(ASK, (question,))
        return answer

    async def one_of(self: T, *moves: Question[T, Any]) -> None:
        """Open several questions; the first one answered counts, and its `then` runs."""
        question, answer = await _wait(Request(ONE_OF, moves))
        await question.then(self, answer)

    async def all_of(self: T, questions: Iterable[Question[T, A]]) -> dict[Seat, A]:
        """Ask one question per seat, answered in any order and changeable until the last is in."""
        asked = tuple(questions)
        if not asked:
            return {}
        return cast(dict[Seat, A], await _wait(Request(ALL_OF, asked)))

    def by_players(self) -> None:
        """Call this once the rules have set what players moved; *To move* lists only later changes."""
        if self.moved is not None:
            self.moved()

    # Flows

    @contextmanager
    def during(self, flow: F) -> Iterator[F]:
        """`with table.during(Battle()) as battle:` keeps a flow's state on the table while the block runs."""
        self.now.append(flow)
        try:
            yield flow
        finally:
            self.now[:] = [one for one in self.now if one is not flow]

    def under_way(self, kind: type[F]) -> F:
        """The innermost running flow of that kind."""
        flow = self.perhaps(kind)
        if flow is None:
            raise LookupError(f"no {kind.__name__} is under way")
        return flow

    def perhaps(self, kind: type[F]) -> F | None:
        """The innermost running flow of that kind, or None."""
        for flow in reversed(self.now):
            if isinstance(flow, kind):
                return flow
        return None

    def coming(self, flow: F) -> F:
        """Return the flow that players set before it began, or this one: `during(coming(Battle()))`."""
        for at, set_before in enumerate(self.ahead):
            if type(set_before) is type(flow):
                return cast(F, self.ahead.pop(at))
        return flow

    def seen(self, kind: Callable[[], F]) -> F:
        """The flow as fields read it: running, set in advance, or a blank one."""
        found: F
        for found in reversed(self.now):
            if type(found) is kind:
                return found
        for found in self.ahead:
            if type(found) is kind:
                return found
        return kind()

    def held(self, kind: Callable[[], F]) -> F:
        """The flow as fields write it: running, or kept until it begins."""
        flow = self.seen(kind)
        if not any(flow is one for one in (*self.now, *self.ahead)):
            self.ahead.append(flow)
        return flow

    def hands_wait(self) -> bool:
        """While True, *To move* keeps its lines and adds to them, for one card at the end, as of a night."""
        return False

    def is_under_way(self, kind: type[Any]) -> bool:
        """Is such a flow running?"""
        return self.perhaps(kind) is not None

    @contextmanager
    def until(self, what: type[Unwind]) -> Iterator[None]:
        """`with table.until(Caught):` ends here when the rules, or players by hand, raise it."""
        self.exits.append(what)
        try:
            yield
        except what:
            pass
        finally:
            if self.exits:
                self.exits.pop()

    # Seating order

    def called(self, index: int) -> Text | str:
        """The name at a seat's index, even if an undo took that seat away."""
        return self.seats[index].name if index < len(self.seats) else say("somebody")

    def present(self) -> list[S]:
        """Everybody who has not left; never empty."""
        return [seat for seat in self.seats if not seat.gone]

    def next_of(self, seat: Seat) -> S:
        """The nearest seat on the left that has not left, or the seat itself if alone."""
        places = len(self.seats)
        for step in range(1, places + 1):
            left = self.seats[(seat.index + step) % places]
            if not left.gone:
                return left
        return self.seats[seat.index]

    def left_of(self, seat: Seat) -> Iterator[S]:
        """The others, clockwise from the left neighbour, skipping anyone who leaves meanwhile."""
        places = len(self.seats)
        for step in range(1, places):
            other = self.seats[(seat.index + step) % places]
            if not other.gone:
                yield other

    def fewest_points(self, but: Seat) -> int:
        """The lowest score among the others: a fair start for a latecomer."""
        others = [seat for seat in self.seats if seat is not but]
        return min(seat.points for seat in [seat for seat in others if not seat.gone] or others)

    def each(self, things: Callable[[], Sequence[B]]) -> Iterator[B]:
        """Yield each thing once, rebuilding the list each time so it is never stale."""
        seen: list[B] = []
        while True:
            fresh = next((thing for thing in things()
                          if not any(thing is old or thing == old for old in seen)), None)
            if fresh is None:
                return
            seen.append(fresh)
            yield fresh

    # Telling

    def tell(self, text: Text, seat: Seat | None = None, rule: str = "", heading: bool = False,
             scored: bool = False, news: bool = False, more: Iterable[Text] = (),
             hands: Text | None = None, hands_back: Text | None = None) -> None:
        """Add a line to the chronicle. The engine adds the points; `scored` shows them all here.

        `news`: the line to read beside Undo, though others follow it. `more`: details, shown once it is
        opened. `hands`: what players do with pieces that no field counts; the To move card lists it, and
        `hands_back` after an undo."""
        self.told.append(Line(text, None if seat is None else seat.index, rule, heading, scored, news,
                              tuple(more), hands=hands, hands_back=hands_back))

    def reveal(self, sealed: Sealed[A]) -> A:
        """Reveal a secret answer; from here on the log and the chronicle may show it."""
        answer = break_seal(sealed)
        self.opened.append((sealed.record, isinstance(answer, Seat)))
        return answer

    def tally(self, sealed: Iterable[Sealed[A]]) -> list[A]:
        """The sorted values of at least two answers, without their owners; they stay sealed."""
        answers = list(sealed)
        if len({one.owner for one in answers}) == 1 < len(self.present()):
            raise ValueError("tally() of one player's answers would give them away: use two or more, or "
                             "reveal")
        found = sorted((break_seal(one) for one in answers), key=str)
        self.opened.append((-1, all(isinstance(one, Seat) for one in found)))
        return found

    def seen_by(self, seat: Seat, sealed: Sealed[A]) -> A:
        """A secret as its owner sees it, for `glance` and that seat's own secret questions."""
        if seat.index not in (sealed.owner, *sealed.owners):
            raise LookupError(f"{seat.name} may not see this secret")
        return break_seal(sealed)
