"""The live state of a play, as the rules see it, and the words a script asks with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from enum import Enum
from types import TracebackType, coroutine
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from companion.core.questions import Question
from companion.core.seats import Person, Seat
from companion.core.text import Text, say
from companion.core.values import Sealed, break_seal, value

if TYPE_CHECKING:
    from companion.core.setup import Setup

T = TypeVar("T", bound="Table[Any]")
S = TypeVar("S", bound=Seat)
A = TypeVar("A")
B = TypeVar("B")
F = TypeVar("F")


class Unwind(BaseException):
    """Raised by rules to leave a flow early; only `table.until` catches it.

    A BaseException, so that no stray `except Exception` can swallow it.
    """

    by_hand: ClassVar[Text | None] = None
    """A label ("Void this story"): while its `until` is active the table may force this exit."""


class RequestMode(Enum):
    ASK = "ask"
    ONE_OF = "one of"
    ALL_OF = "all of"


ASK, ONE_OF, ALL_OF = RequestMode  # a name of the module is found ten times faster than a member of an Enum


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
    """A sentence for the chronicle: what happened, to whom, by which rule."""

    text: Text
    seat: int | None = None
    rule: str = ""
    heading: bool = False
    scored: bool = False
    """Everybody's points of this record stand beside it: a whole side's, whoever tells it."""


class During(Generic[F]):
    """Keeps a flow on `table.now` while its block runs; gone however the block is left."""

    def __init__(self, table: Table[Any], flow: F) -> None:
        self.table, self.flow = table, flow

    def __enter__(self) -> F:
        self.table.now.append(self.flow)
        return self.flow

    def __exit__(self, *_: object) -> None:
        now = self.table.now
        if now and now[-1] is self.flow:
            now.pop()
        else:
            now[:] = [flow for flow in now if flow is not self.flow]


class Until:
    """Catches one kind of Unwind; while active, the table may force it by hand if it has a label."""

    def __init__(self, table: Table[Any], what: type[Unwind]) -> None:
        self.table, self.what = table, what

    def __enter__(self) -> None:
        self.table.exits.append(self.what)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        exits = self.table.exits
        if exits:
            exits.pop()
        return kind is not None and issubclass(kind, self.what)


class Table(Generic[S]):
    """The seats and what lies between them. Games subclass it with their own state."""

    seats: list[S]

    def __init__(self, setup: Setup, seats: list[S]) -> None:
        self.setup = setup
        self.seats = seats
        self.now: list[Any] = []
        """The flows under way, outermost first."""
        self.ahead: list[Any] = []
        """Flows that hands have set before they began: see `coming`."""
        self.arriving: list[Person] = []
        """Who has come late and sits down at the next chance: see `Game.joining`."""
        self.exits: list[type[Unwind]] = []
        self.told: list[Line] = []
        self.opened: list[int] = []
        self.listed: dict[Any, list[Any]] = {}
        """The fields of this table, where a game makes them once: see `companion.core.fields.listed_once`."""
        self.furnish()

    def furnish(self) -> None:
        """Lay out constant data made from the setup (a map, my copy). Called again after every undo.

        Name what is laid out here in `constant`, so that snapshots leave it out.
        """

    constant: ClassVar[frozenset[str]] = frozenset()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("setup", "told", "opened", "listed", *self.constant):
            state.pop(name, None)
        return state

    def laid_out_again(self, setup: Setup) -> None:
        """After a snapshot was loaded: hang the constant things back on."""
        self.setup = setup
        self.told = []
        self.opened = []
        self.listed = {}
        self.furnish()

    # Asking

    @coroutine
    def ask(self: T, question: Question[T, A]) -> Generator[Request, Any, A]:
        """Wait for one answer. The only wait of most scripts, so that it is one step to the engine, not two."""
        answer: A = yield Request(ASK, (question,))
        return answer

    async def one_of(self: T, *moves: Question[T, Any]) -> None:
        """Several questions are open; the first one answered counts, and its `then` is run."""
        question, answer = await _wait(Request(ONE_OF, moves))
        await question.then(self, answer)

    async def all_of(self: T, questions: Iterable[Question[T, A]]) -> dict[Seat, A]:
        """One question a seat, answered in any order, changeable until the last is in."""
        asked = tuple(questions)
        if not asked:
            return {}
        return cast(dict[Seat, A], await _wait(Request(ALL_OF, asked)))

    # Flows

    def during(self, flow: F) -> During[F]:
        return During(self, flow)

    def under_way(self, kind: type[F]) -> F:
        """The innermost flow of that kind."""
        for flow in reversed(self.now):
            if isinstance(flow, kind):
                return flow
        raise LookupError(f"no {kind.__name__} is under way")

    def perhaps(self, kind: type[F]) -> F | None:
        """The innermost flow of that kind; None where none is under way."""
        for flow in reversed(self.now):
            if isinstance(flow, kind):
                return flow
        return None

    def coming(self, flow: F) -> F:
        """The flow to begin with: as hands have set it before, or this one."""
        for at, set_before in enumerate(self.ahead):
            if type(set_before) is type(flow):
                return cast(F, self.ahead.pop(at))
        return flow

    def seen(self, kind: Callable[[], F]) -> F:
        """The flow as fields read it: under way, set for when it begins, or one with nothing done."""
        found: F
        for found in reversed(self.now):
            if type(found) is kind:
                return found
        for found in self.ahead:
            if type(found) is kind:
                return found
        return kind()

    def held(self, kind: Callable[[], F]) -> F:
        """The flow as fields write it: under way, or one that is kept until it begins."""
        flow = self.seen(kind)
        if not any(flow is one for one in (*self.now, *self.ahead)):
            self.ahead.append(flow)
        return flow

    def is_under_way(self, kind: type[Any]) -> bool:
        return self.perhaps(kind) is not None

    def until(self, what: type[Unwind]) -> Until:
        return Until(self, what)

    # Going round

    def called(self, index: int) -> Text | str:
        """The name at a place of the table; also where nobody sits any more, as somebody's coming was taken back."""
        return self.seats[index].name if index < len(self.seats) else say("somebody")

    def present(self) -> list[S]:
        return [seat for seat in self.seats if not seat.gone]

    def next_of(self, seat: Seat) -> S:
        """The nearest seat on the left that has not left (or the seat itself, if it is alone)."""
        places = len(self.seats)
        for step in range(1, places + 1):
            left = self.seats[(seat.index + step) % places]
            if not left.gone:
                return left
        return self.seats[seat.index]

    def left_of(self, seat: Seat) -> Iterator[S]:
        """The others, clockwise from the left neighbour; who leaves meanwhile is passed by."""
        places = len(self.seats)
        for step in range(1, places):
            other = self.seats[(seat.index + step) % places]
            if not other.gone:
                yield other

    def fewest_points(self, but: Seat) -> int:
        """What the last of the others has: a fair start for somebody who joins late."""
        others = [seat for seat in self.seats if seat is not but]
        return min(seat.points for seat in [seat for seat in others if not seat.gone] or others)

    def each(self, things: Callable[[], Sequence[B]]) -> Iterator[B]:
        """Each thing once, the list made again each time round, so that it is never stale."""
        seen: list[B] = []
        while True:
            fresh = next((thing for thing in things() if not any(thing is old or thing == old for old in seen)), None)
            if fresh is None:
                return
            seen.append(fresh)
            yield fresh

    # Telling

    def tell(self, text: Text, seat: Seat | None = None, rule: str = "", heading: bool = False,
             scored: bool = False) -> None:
        """A line for the chronicle. The engine adds the points that changed; `scored`: all of them beside this line."""
        self.told.append(Line(text, None if seat is None else seat.index, rule, heading, scored))

    def reveal(self, sealed: Sealed[A]) -> A:
        """Open a secret answer; from here on the log and the chronicle may show it."""
        self.opened.append(sealed.record)
        return break_seal(sealed)

    def tally(self, sealed: Iterable[Sealed[A]]) -> list[A]:
        """The values without whose they are, sorted: two failures among five. The answers themselves stay sealed."""
        self.opened.append(-1)
        return sorted((break_seal(one) for one in sealed), key=str)

    def seen_by(self, seat: Seat, sealed: Sealed[A]) -> A:
        """A secret as its owner sees it, for the hint, words and faces of that seat's own secret questions."""
        if sealed.owner != seat.index:
            raise LookupError(f"{seat.name} may not see this secret")
        return break_seal(sealed)
