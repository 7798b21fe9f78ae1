"""Secrets and chance: ballots, sealed bids, draws from a bag, and what the phone deals."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic

from companion.core.kinds.number import Row
from companion.core.kinds.pick import PickText, S, SeatDraft, seat_of
from companion.core.questions import DRAW, Button, Draft, Face, Given, Kind, Question, Tc, draft_of, draw_one
from companion.core.setup import Seat
from companion.core.text import Refused, Text, said, say
from companion.core.values import Json, Sealed, break_seal, whole, whole_numbers


class SecretSeat(Question[Tc, Sealed[S]], Generic[Tc, S]):
    """Pick one person in secret: a ballot."""

    kind: ClassVar[Kind] = "pick a seat"
    secret: ClassVar[bool] = True
    drafts = SeatDraft

    def eligible(self, table: Tc) -> Iterable[S]:
        """Whom the seat may choose."""
        return ()

    def choices(self, table: Tc) -> Iterable[Sealed[S]]:
        return (Sealed(seat) for seat in self.eligible(table))

    def face(self, table: Tc, choice: Any) -> Face:
        seat = break_seal(choice)
        return Face(seat.name, seat=seat)

    def decode(self, table: Tc, raw: Json) -> Sealed[S]:
        return Sealed(seat_of(table, raw, self.rule))

    def check(self, table: Tc, answer: Sealed[S]) -> None:
        if break_seal(answer) not in self.eligible(table):
            raise Refused(say("You can't vote for that seat. Choose one of those shown."), self.rule)


class SecretText(Question[Tc, Sealed[str]]):
    """Pick one of a few words in secret."""

    kind: ClassVar[Kind] = "pick one"
    secret: ClassVar[bool] = True

    def words(self, table: Tc) -> Iterable[str]:
        """The words to choose from."""
        return ()

    def choices(self, table: Tc) -> Iterable[Sealed[str]]:
        return (Sealed(word) for word in self.words(table))

    def word_face(self, table: Tc, word: str) -> Face:
        """How a word looks; override to add a hint or an icon."""
        return Face(word)

    def face(self, table: Tc, choice: Any) -> Face:
        return self.word_face(table, break_seal(choice))

    def decode(self, table: Tc, raw: Json) -> Sealed[str]:
        if not isinstance(raw, str):
            raise Refused(say("Tap one of the answers."), self.rule)
        return Sealed(raw)

    def check(self, table: Tc, answer: Sealed[str]) -> None:
        if break_seal(answer) not in self.words(table):
            raise Refused(say("That isn't one of the answers. Choose one of those shown."), self.rule)


class Look(PickText[Tc]):
    """Let one seat look at its secrets: its `glance`, or the `hint`. The answer is "seen"."""

    secret: ClassVar[bool] = True
    seals: ClassVar[bool] = False

    def sentence(self, table: Tc) -> Text:
        return say("{name}, look at this in secret.", name=self.seat)

    def choices(self, table: Tc) -> Iterable[str]:
        return ("seen",)

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(say("I have seen it"), icon="eye-off-outline", main=True)

    def noted(self, table: Tc) -> Text | None:
        return None if self.seat is None else say("{name} has looked.", name=self.seat)

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        return ""


class SecretNumber(Question[Tc, Sealed[int]]):
    """Enter a number in secret, such as a bid."""

    kind: ClassVar[Kind] = "pick one"
    secret: ClassVar[bool] = True

    def row(self, table: Tc) -> Row:
        raise NotImplementedError(f"{type(self).__name__} has no limits")

    def choices(self, table: Tc) -> Iterable[Sealed[int]]:
        row = self.row(table)
        return (Sealed(number) for number in range(row.low, row.high + 1))

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(say("{answer}", answer=break_seal(choice)))

    def decode(self, table: Tc, raw: Json) -> Sealed[int]:
        if not whole(raw):
            raise Refused(say("Enter a whole number."), self.rule)
        return Sealed(raw)

    def check(self, table: Tc, answer: Sealed[int]) -> None:
        """Name the limits in a refusal, never the secret number."""
        row = self.row(table)
        if not row.low <= break_seal(answer) <= row.high:
            raise Refused(say("Enter {low} to {high}.", low=row.low, high=row.high), self.rule)

    def random_answer(self, table: Tc, rng: Random) -> Json:
        row = self.row(table)
        return rng.randint(row.low, row.high)


class Bag:
    """Things drawn without replacement: a deck, a bag. Refills itself when empty.

        self.deck = Bag({"storm": 3, "calm": 7})
    """

    def __init__(self, things: Mapping[str, int]) -> None:
        self.left = dict(things)
        self.out = dict.fromkeys(things, 0)

    def take(self, thing: str) -> None:
        """Remove a drawn thing; refill the bag if it was the last."""
        self.left[thing] = max(0, self.left[thing] - 1)
        self.out[thing] += 1
        if not any(self.left.values()):
            self.refill()

    def refill(self) -> None:
        """Put everything drawn back: a reshuffle."""
        for thing, number in self.out.items():
            self.left[thing] += number
            self.out[thing] = 0

    def things(self) -> list[str]:
        """Everything left in it, one by one."""
        return [thing for thing, number in self.left.items() for _ in range(number)]


class Draw(PickText[Tc]):
    """Draw one thing from a bag, by phone or by hand. Then call `bag.take(answer)`."""

    by_chance: ClassVar[bool] = True

    def bag(self, table: Tc) -> Bag:
        """The bag or deck, which the table keeps."""
        raise NotImplementedError(f"{type(self).__name__} has no bag")

    def choices(self, table: Tc) -> Iterable[str]:
        return list(dict.fromkeys(self.bag(table).things()))

    def random_answer(self, table: Tc, rng: Random) -> Json:
        return draw_one(self.bag(table).things(), rng)


class Dealt(Sealed[tuple[Any, ...]]):
    """What the phone dealt, sealed as a whole; `of(seat)` is one seat's share, for them only."""

    __slots__ = ("_each", "order", "shares")

    def __init__(self, order: Sequence[int], things: Sequence[Any], seats: Sequence[Seat], each: int) -> None:
        super().__init__(tuple(things[at] for at in order))
        self.order, self.shares = tuple(order), {seat.index: at * each for at, seat in enumerate(seats)}
        self._each = each

    def of(self, seat: Seat) -> Sealed[Any]:
        """One thing, or a tuple of several; sealed for this seat."""
        first, everything = self.shares[seat.index], break_seal(self)
        share = Sealed(everything[first] if self._each == 1 else everything[first:first + self._each])
        share.owner = seat.index
        return share


class Deal(Question[Tc, Dealt]):
    """Let the phone deal roles or hands, sealed in the log. `table.seen_by(seat, share)` shows a share."""

    kind: ClassVar[Kind] = "confirm"
    secret: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    def things(self, table: Tc) -> Sequence[Any]:
        """What to deal: at least `each` per seat. The rest stays aside."""
        raise NotImplementedError(f"{type(self).__name__} has no things")

    def each(self, table: Tc) -> int:
        """How many each seat gets."""
        return 1

    def possible(self, table: Tc) -> bool:
        return len(self.things(table)) >= self.each(table) * len(table.present())

    def decode(self, table: Tc, raw: Json) -> Dealt:
        if not whole_numbers(raw) or sorted(raw) != list(range(len(self.things(table)))):
            raise Refused(say("The app deals the cards. Tap the button."), self.rule)
        return Dealt(raw, self.things(table), table.present(), self.each(table))

    def encode(self, answer: Dealt) -> Json:
        return list(answer.order)

    def check(self, table: Tc, answer: Dealt) -> None:
        """Every order is valid."""

    def random_answer(self, table: Tc, rng: Random) -> Json:
        number = len(self.things(table))
        return rng.sample(range(number), number)

    button = said("Deal")

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(self.button(table, choice))


@draft_of(Deal)
class DealDraft(Draft[Any]):
    """One button, with which the phone deals or draws."""

    eyes_only = False  # it shows nobody anything
    icon = "cards-outline"

    def why_not(self) -> None:
        return None

    def draw(self, rng: Random) -> Given:
        return Given(self.question.random_answer(self.table, rng), True)

    def primary(self) -> Button:
        return Button(DRAW, self.question.button(self.table, None), self.icon)


def given_in_secret(question: Question[Any, Any]) -> Text:
    """The chronicle's line while an answer is sealed, if the game tells none."""
    if isinstance(question, Deal):
        return say("The app dealt.")
    if question.seat is None:
        return say("A secret answer was given.")
    if isinstance(question, SecretSeat):
        return say("{name} has voted.", name=question.seat)
    if isinstance(question, SecretNumber):
        return say("{name} has bid in secret.", name=question.seat)
    return say("{name} has chosen in secret.", name=question.seat)
