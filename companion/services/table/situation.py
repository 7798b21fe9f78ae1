"""What a play asks for now, and everybody's score and marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.core.kinds import Look
from companion.core.play import Play
from companion.core.questions import Question, traits
from companion.core.setup import Seat
from companion.core.table import RequestMode
from companion.core.text import Text, say
from companion.core.views import Glance, Mark, Outcome, SeatView, View

Q = Question[Any, Any]
State: TypeAlias = Literal["question", "ballots", "seats", "over", "stuck", "misfit", "broken"]


PEEK = "*peek/"  # no class of a game can be called so


class Peek(Look[Any]):
    """Stands in for a question while one seat looks at its secrets. Nobody can answer it."""

    icon = "eye-outline"
    seat: Seat
    seen: Glance

    def possible(self, table: Any) -> bool:
        return True

    def key(self) -> str:
        return f"{PEEK}{self.seat.index}"

    def sentence(self, table: Any) -> Text:
        return self.seen.title

    def title(self, table: Any) -> Text:
        return say("Look in secret")

    def choices(self, table: Any) -> Iterable[str]:
        return ()


def peeks(play: Play[Any]) -> list[Peek]:
    """One for each seat that has something to see."""
    seen = [(seat, play.glance(seat.index)) for seat in play.table.seats if not seat.gone]
    return [Peek(seat, glance) for seat, glance in seen if glance is not None]


def peek_at(play: Play[Any], key: str) -> Peek | None:
    return next((one for one in peeks(play) if one.key() == key), None) if key.startswith(PEEK) else None


@dataclass(frozen=True)
class Situation:
    """`state` is "question" to answer, "ballots" to pass round, "seats" (a question for each), "over",
    "stuck", "misfit" (the log no longer fits the rules) or "broken" (the game failed; the play is set aside).
    """

    state: State
    question: Q | None = None
    others: tuple[Q, ...] = ()
    standing: tuple[Q, ...] = ()
    asked: tuple[Q, ...] = ()
    """Every seat's question of an `all_of`."""
    given: frozenset[str] = frozenset()
    outcome: Outcome | None = None
    sentence: Text | None = None
    aside: bool = False
    """Showing another question than the main one; there is a way back."""

    def key(self) -> str:
        return f"{self.state}/{self.question.key() if self.question is not None else ''}"


def situation_of(play: Play[Any], wish: str = "") -> Situation:
    """`wish`: key of the question somebody wants to see, if it is open and has an answer."""
    if play.misfit is not None:
        return Situation("misfit", sentence=say("{what}", what=str(play.misfit)))
    peek = peek_at(play, wish)
    if peek is not None:
        return Situation("ballots", peek, (), tuple(play.standing()), (peek,), aside=True)
    outcome = play.outcome()
    if outcome is not None:
        return Situation("over", outcome=outcome, sentence=outcome.sentence, standing=tuple(play.standing()))
    request = play.request()
    asked, standing = tuple(play.open()), tuple(play.standing())
    wished = next((one for one in (*asked, *standing)
                   if one.key() == wish and one.possible(play.table)), None)
    if wished is not None and wished not in asked:
        return Situation("question", wished, standing=standing, aside=True)
    if request is None or play.stuck() or not asked:
        return Situation("stuck", standing=standing)
    if request.mode is RequestMode.ALL_OF:
        return _everybody(play, asked, standing, wished)
    main = wished or next((one for one in asked if one.possible(play.table)), asked[0])
    if request.mode is RequestMode.ASK and main.secret and main.seat is not None and not traits(main).waits:
        return Situation("ballots", main, (), standing, asked)
    others = tuple(one for one in asked if one is not main)
    return Situation("question", main, others, standing, aside=wished is not None and wished is not asked[0])


def _everybody(play: Play[Any], asked: tuple[Q, ...], standing: tuple[Q, ...], wished: Q | None) -> Situation:
    given = frozenset(play.run.given())
    if all(one.secret for one in asked):
        waiting = [one for one in asked if one.key() not in given]
        turn = wished or (waiting[0] if waiting else asked[0])
        return Situation("ballots", turn, (), standing, asked, given)
    if wished is not None:
        return Situation("question", wished, (), standing, asked, given, aside=True)
    return Situation("seats", None, (), standing, asked, given)


def headline(play: Play[Any], situation: Situation) -> Text | str:
    """The biggest text, which is also read aloud."""
    asked, state = situation.question, situation.state
    if state == "question" and asked is not None:
        words = asked.sentence(play.table)
        if not isinstance(words, (Text, str)):
            raise TypeError(f"the sentence of {type(asked).__name__} is no text: {words!r}")
        return words
    if state == "ballots" and asked is not None:
        return say("Pass the phone to {name}", name=asked.seat) if asked.seat is not None else ""
    if state == "over":
        return situation.sentence or ""
    return _HEADLINES[state]


_HEADLINES: dict[State, Text] = {
    "seats": say("Everybody answers, in any order."),
    "stuck": say("There's nothing to answer right now."),
    "misfit": say("This play no longer fits the rules."),
    "broken": say("This play can't go on right now."),
}


def misfit_line(play: Play[Any]) -> Text | None:
    """Which line no longer fits the rules, and why: below the headline, which says the rest."""
    misfit = play.misfit
    return None if misfit is None else say("Line {n}: {why}", n=misfit.number + 1, why=misfit.why)


@dataclass(frozen=True)
class SeatState:
    index: int
    name: str
    colour: int
    score: int | None = None
    active: bool = False
    gone: bool = False
    marks: tuple[Mark, ...] = ()
    note: Text | str = ""
    side: Text | str = ""


def seat_states(play: Play[Any], view: View | None, active: set[int]) -> tuple[SeatState, ...]:
    """Everybody, in seating order. Without a view, shows the points."""
    views = {one.index: one for one in view.seats} if view is not None else {}
    rows = []
    for seat in play.table.seats:
        seen = views.get(seat.index) or SeatView(seat.index, seat.points)
        rows.append(SeatState(seat.index, seat.name, seat.colour, seen.score, seat.index in active, seat.gone,
                              seen.marks, "" if seen.note is None else seen.note, seen.side))
    return tuple(rows)


def active_seats(situation: Situation) -> set[int]:
    if situation.question is not None and situation.question.seat is not None:
        return {situation.question.seat.index}
    waiting = [one.seat for one in situation.asked if one.key() not in situation.given]
    return {seat.index for seat in waiting if seat is not None} if len(waiting) == 1 else set()
