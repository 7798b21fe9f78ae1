"""Pick one word, person or space, pick several things, or put them in order."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count as count_from
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.questions import (
    ANSWER,
    CLEAR,
    MOST_SHOWN,
    Aco,
    Button,
    ChoiceDraft,
    Draft,
    Face,
    Given,
    Kind,
    Points,
    Question,
    ShownChoice,
    Tc,
    draft_of,
    plain_answer,
)
from companion.core.setup import Seat
from companion.core.text import Refusal, Refused, Text, count, listing, say
from companion.core.values import Json, same, whole
from companion.core.views import spot_key

S = TypeVar("S", bound=Seat)
LAST = 99  # after every seat
NOT_SHOWN, NEEDED = say("One of those can't be chosen. Choose from those shown."), say("Tap a lit space.")
TWICE = say("The same one was chosen twice. Choose each only once.")


class PickText(Question[Tc, str]):
    """Pick one of a few words, shown as cards."""

    kind: ClassVar[Kind] = "pick one"
    at_once: ClassVar[bool] = False
    """If only one answer is left, tapping the question's tile gives it."""

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("Tap one of the answers."), self.rule)
        return raw

    def only_answer(self, table: Tc) -> Json:
        choices = list(self.choices(table)) if self.at_once else []
        return self.encode(choices[0]) if len(choices) == 1 else None


@dataclass(frozen=True)
class Option:
    """One answer of a `Menu`: its word in the log, its look, and what it does."""

    answer: str
    label: Text | str
    icon: str = ""
    hint: Text | None = None
    main: bool = False
    """The likely, harmless answer: the filled button on top."""
    opens: bool = False
    points: tuple[Points, ...] = ()
    badge: str = ""
    seat: Seat | None = None
    barred: Refusal | None = None
    """Why the rules forbid it now; shown greyed out with this reason."""
    echo: Text | None = None
    """What it did, as a sentence beside Undo, if the chronicle has no line for it."""
    then: Callable[[], Awaitable[None] | None] | None = None
    """What it does, for `one_of` and standing questions."""
    picture: str = ""
    tone: str = ""
    """The colour of a disc behind the icon, `#RRGGBB`."""

    @property
    def face(self) -> Face:
        return Face(self.label, self.hint, self.icon, self.points, self.main, self.opens, self.badge,
                    self.seat, self.picture, tone=self.tone)


class Menu(PickText[Tc]):
    """Pick one of a few answers, each declared once in `options`."""

    def options(self, table: Tc) -> Iterable[Option]:
        """Every answer, in the order of the screen."""
        raise NotImplementedError(f"{type(self).__name__} has no options")

    def option(self, table: Tc, answer: str) -> Option | None:
        return next((one for one in self.options(table) if one.answer == answer), None)

    def choices(self, table: Tc) -> Iterable[str]:
        return [one.answer for one in self.options(table) if one.barred is None]

    def barred(self, table: Tc) -> Iterable[tuple[str, Refusal]]:
        return [(one.answer, one.barred) for one in self.options(table) if one.barred is not None]

    def face(self, table: Tc, choice: Any) -> Face:
        found = self.option(table, choice)
        return super().face(table, choice) if found is None else found.face

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        found = self.option(table, answer)
        return super().in_brief(table, answer) if found is None or found.echo is None else found.echo

    async def then(self, table: Tc, answer: str) -> None:
        found = self.option(table, answer)
        if found is None or found.then is None:
            return await super().then(table, answer)
        done = found.then()
        if done is not None:
            await done


@draft_of(Menu)
class MenuDraft(ChoiceDraft[Menu[Any]]):
    def shown(self) -> list[ShownChoice]:
        options = islice(self.question.options(self.table), MOST_SHOWN + 1)
        made = [self._choice(one) for one in options if one.answer != self.hidden]
        return sorted(made, key=lambda one: (one.barred is not None, not one.face.main))

    def _choice(self, option: Option) -> ShownChoice:
        why = option.barred.why if option.barred is not None else None
        return ShownChoice(option.answer, option.face, why, choice=option.answer)


class PickSeat(Question[Tc, S], Generic[Tc, S]):
    """Pick one player, by default anybody at the table."""

    kind: ClassVar[Kind] = "pick a seat"

    def choices(self, table: Tc) -> Iterable[S]:
        return table.present()

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(choice.name, seat=choice)

    def decode(self, table: Tc, raw: Json) -> S:
        seat: S = seat_of(table, raw, self.rule)
        return seat


@draft_of(PickSeat)
class SeatDraft(ChoiceDraft[Question[Any, Any]]):
    """Lists people in seating order, whatever the rules' order."""

    def shown(self) -> list[ShownChoice]:
        return sorted(super().shown(), key=lambda one: LAST if one.face.seat is None else one.face.seat.index)


def seat_of(table: Any, raw: Json, rule: str) -> Any:
    seats = table.seats
    if not whole(raw) or not 0 <= raw < len(seats):
        raise Refused(say("Tap one of the players."), rule)
    return seats[raw]


B = TypeVar("B")
TRIES = 40  # random draws before giving up on the game's constraints


class Several(Question[Tc, tuple[B, ...]], Generic[Tc, B]):
    """Base of *pick several* and *put in order*: tap things, then a button."""

    at_once: ClassVar[bool] = False
    """If there is a single thing to choose, tapping its tile answers."""
    ordered: ClassVar[bool] = False
    """The tapping order counts."""

    def things(self, table: Tc) -> Sequence[B]:
        """What can be tapped, in display order."""
        return ()

    def least(self, table: Tc) -> int:
        """The fewest things that must be chosen."""
        return 0

    def most(self, table: Tc) -> int:
        """The most things that may be chosen."""
        return len(self.things(table))

    def possible(self, table: Tc) -> bool:
        return len(self.things(table)) >= self.least(table)

    def token(self, thing: Any) -> Json:
        """One thing as plain JSON; override it unless things are seats or words. Equal ones may share it."""
        return plain_answer(thing)

    def face(self, table: Tc, choice: Any) -> Face:
        if isinstance(choice, Seat):
            return Face(choice.name, seat=choice)
        name = getattr(choice, "name", choice)
        return Face(name if isinstance(name, Text) else str(name))

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        named = [self.face(table, thing).label for thing in answer]
        return listing(named) if named else self.button(table, answer)

    def decode(self, table: Tc, raw: Json) -> tuple[B, ...]:
        if not isinstance(raw, list):
            raise Refused(say("Tap all that apply, then the button."), self.rule)
        left = [(self.token(thing), thing) for thing in self.things(table)]
        chosen: list[B] = []
        for token in raw:
            found = [at for at, (known, _) in enumerate(left) if known == token and same(known, token)]
            if not found:
                raise Refused(TWICE if token in raw[:len(chosen)] else NOT_SHOWN, self.rule)
            chosen.append(left.pop(found[0])[1])
        return tuple(chosen)

    def encode(self, answer: tuple[B, ...]) -> Json:
        return [self.token(thing) for thing in answer]

    def check(self, table: Tc, answer: tuple[B, ...]) -> None:
        least, most = self.least(table), self.most(table)
        if len(answer) < least:
            raise Refused(count("Choose {n} more.", "Choose {n} more.", least - len(answer)), self.rule)
        if len(answer) > most:
            raise Refused(too_many(most), self.rule)

    def random_answer(self, table: Tc, rng: Random) -> Json:
        """Draw until the game's constraints (half of the cargo) hold, else take the first few."""
        for _ in range(TRIES):
            drawn = self._some(table, rng)
            with suppress(Refused):
                self.check(table, self.decode(table, drawn))
                return drawn
        return [self.token(thing) for thing in list(self.things(table))[:self.least(table)]]

    def _some(self, table: Tc, rng: Random) -> Json:
        things = list(self.things(table))
        fewest, most = self.least(table), min(self.most(table), len(things))
        chosen = rng.sample(things, rng.randint(fewest, max(fewest, most)))
        if not self.ordered:
            chosen.sort(key=things.index)
        return [self.token(thing) for thing in chosen]

    def only_answer(self, table: Tc) -> Json:
        things = tuple(self.things(table)) if self.at_once else ()
        return self.encode(things) if len(things) == 1 else None


class PickSeveral(Several[Tc, B], Generic[Tc, B]):
    """Pick any number of things, in no order."""

    kind: ClassVar[Kind] = "pick several"


class PutInOrder(Several[Tc, B], Generic[Tc, B]):
    """Put things in order: the first one tapped comes first."""

    kind: ClassVar[Kind] = "put in order"
    ordered: ClassVar[bool] = True


@draft_of(Several)
class SeveralDraft(Draft[Several[Any, Any]]):
    """Remembers tokens, as the things themselves may be replaced by an undo."""

    tokens: list[Json]
    _drawn: list[Json]

    def clear(self) -> None:
        self.tokens = []
        self._drawn = []

    def drop_stale(self) -> None:
        known = [token for token, _ in self._known()]
        self.tokens = [token for token in self.tokens if token in known]

    def _known(self) -> list[tuple[Json, Any]]:
        """What each thing is tapped by, and the thing."""
        things = list(self.question.things(self.table))
        return [*zip(told_apart([self.question.token(thing) for thing in things]), things, strict=True)]

    def tapped(self, answer: Sequence[Json]) -> list[Json]:
        """What is tapped to give this answer."""
        left, found = self._known(), list[Json]()
        for token in answer:
            fits = [at for at, (_, thing) in enumerate(left) if same(self.question.token(thing), token)]
            found.append(left.pop(fits[0])[0] if fits else token)
        return found

    def tap(self, token: Json) -> None:
        """Select or deselect it, closing gaps in an order. If only one is wanted, replace it."""
        question = self.question
        if token in self.tokens:
            self.tokens = [one for one in self.tokens if one != token]
            return
        if token not in [known for known, _ in self._known()]:
            raise Refused(NOT_SHOWN, question.rule)
        most = question.most(self.table)
        if len(self.tokens) < most:
            self.tokens = [*self.tokens, token]
        elif most == 1:
            self.tokens = [token]
        else:
            raise Refused(too_many(most), question.rule)

    def erase(self) -> None:
        self.tokens = self.tokens[:-1]

    def draw(self, rng: Random) -> None:
        """Suggest a random answer that players may still change; only an unchanged one counts as drawn."""
        self.tokens = self.tapped(self.question.random_answer(self.table, rng))
        self._drawn = self.tokens

    @property
    def drawn(self) -> bool:
        return bool(self.tokens) and self.tokens == self._drawn

    def so_far(self) -> tuple[Any, ...]:
        things = self._known()
        if self.question.ordered:
            return tuple(thing for token in self.tokens for known, thing in things if known == token)
        return tuple(thing for known, thing in things if known in self.tokens)

    def parts(self, brief: bool) -> dict[str, Any]:
        question, table = self.question, self.table
        choices = tuple(self._shown(token, thing) for token, thing in self._known())
        return {"choices": choices, "ordered": question.ordered, "least": question.least(table),
                "most": question.most(table)}

    def _shown(self, token: Json, thing: Any) -> ShownChoice:
        at = self.tokens.index(token) + 1 if token in self.tokens else 0
        return ShownChoice(token, self.question.face(self.table, thing), chosen=bool(at),
                           number=at if self.question.ordered else 0, choice=thing)

    def primary(self) -> Button:
        ordered = self.question.ordered
        return self.answer_button("arrow-right" if ordered else "check-bold", icon_last=ordered)

    def second(self) -> Button | None:
        return Button(CLEAR, say("Clear"), "backspace-outline") if self.tokens else self.draw_button()


def told_apart(tokens: Sequence[Json]) -> list[Json]:
    """Number the equal ones, so that each can be tapped.

    >>> told_apart(["Sheep", "Wood", "Sheep", "Sheep"])
    ['Sheep', 'Wood', ['Sheep', 2], ['Sheep', 3]]
    """
    found: list[Json] = []
    for at, token in enumerate(tokens):
        numbered = ([token, n] for n in count_from(2))
        again = token in tokens[:at]
        found.append(next(one for one in numbered if one not in (*tokens, *found)) if again else token)
    return found


def too_many(most: int) -> Text:
    return count("Choose at most {n}.", "Choose at most {n}.", most)


class Place(Question[Tc, Aco], Generic[Tc, Aco]):
    """Pick a space of the stage. Spaces are words, numbers, or pairs of numbers (hexes)."""

    kind: ClassVar[Kind] = "place"
    at_once: ClassVar[bool] = False
    """Tapping a space answers, without a button."""

    def decode(self, table: Tc, raw: Json) -> Aco:
        if not is_space(raw):
            raise Refused(NEEDED, self.rule)
        space: Aco = unfold(raw)
        return space

    def spot(self, answer: Any) -> str:
        """The key of its spot on the board: `2,-1` for a pair of numbers. Empty if only the list has it."""
        return spot_key(answer)

    def about_spot(self, table: Tc, spot: str) -> Sequence[Text]:
        """What a long press on any spot of the board tells, such as what it costs to go there."""
        return ()


@draft_of(Place)
class PlaceDraft(Draft[Place[Any, Any]]):
    """The first tap selects, the button submits. With `at_once`, the tap submits."""

    chosen: Any
    _spaces: list[Any] | None = None

    def clear(self) -> None:
        self.chosen = None

    def drop_stale(self) -> None:
        self._spaces = None
        if self.chosen is not None and self.chosen not in self.spaces:
            self.chosen = None

    @property
    def spaces(self) -> list[Any]:
        """Allowed spaces; computed once per look, as a big board is slow."""
        if self._spaces is None:
            self._spaces = list(self.question.choices(self.table))
        return self._spaces

    def tap(self, token: Json) -> Given | None:
        encode = self.question.encode
        spaces = [*self.spaces, *(space for space, _ in self.question.barred(self.table))]
        for space in spaces:
            if same(encode(space), token):
                return self.choose(space)
        raise Refused(NEEDED, self.question.rule)

    def choose(self, space: Any) -> Given | None:
        """Choose a space object; a barred one gives its reason."""
        if space not in self.spaces:
            for barred, refusal in self.question.barred(self.table):
                if barred == space:
                    raise Refused(refusal.why, refusal.rule)
            raise Refused(NEEDED, self.question.rule)
        self.chosen = space
        return self.give() if self.question.at_once else None

    def erase(self) -> None:
        self.chosen = None

    def so_far(self) -> Any:
        return self.chosen

    def why_not(self) -> Text | None:
        return NEEDED if self.chosen is None else None

    def give(self) -> Given:
        if self.chosen is None:
            raise Refused(NEEDED, self.question.rule)
        return super().give()

    def on_chosen_spot(self) -> list[Any]:
        """The chosen answer and all others on its spot, between which a tap can't tell."""
        if self.chosen is None:
            return []
        spot_of = self.question.spot
        spot = spot_of(self.chosen)
        return [one for one in self.spaces if one == self.chosen or (spot and spot_of(one) == spot)]

    def parts(self, brief: bool) -> dict[str, Any]:
        """`brief`: only those on the chosen spot, as a stage highlights the others itself."""
        if brief:
            shown = [self._shown(space) for space in self.on_chosen_spot()]
        else:
            shown = [self._shown(space) for space in self.spaces]
            shown += [self._shown(space, refusal.why) for space, refusal in self.question.barred(self.table)]
        return {"choices": tuple(shown), "at_once": self.question.at_once}

    def _shown(self, space: Any, barred: Text | None = None) -> ShownChoice:
        chosen = self.chosen is not None and space == self.chosen
        return ShownChoice(self.question.encode(space), self.question.face(self.table, space), barred, chosen,
                           choice=space)

    def primary(self) -> Button | None:
        question, table, chosen = self.question, self.table, self.chosen
        if question.at_once:
            return None
        icon = question.face(table, chosen).icon if chosen is not None else ""
        label = question.button(table, chosen)
        return Button(ANSWER, label, icon or "check-bold", chosen is not None, self.why_not())


def is_space(raw: Json) -> bool:
    if isinstance(raw, list):
        return bool(raw) and all(map(is_space, raw))
    return isinstance(raw, str) or whole(raw)


def unfold(raw: Json) -> Any:
    return tuple(unfold(part) for part in raw) if isinstance(raw, list) else raw
