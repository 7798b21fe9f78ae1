"""Pick several things, or put them in order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.questions import Draft, Question, Tc
from companion.core.refusals import Refused
from companion.core.seats import Seat
from companion.core.showing import CLEAR, Button, Face, ShownChoice
from companion.core.text import Text, count, listing, say
from companion.core.values import Json, same

B = TypeVar("B")
TRIES = 40  # random draws before giving up on the game's constraints


@dataclass(frozen=True)
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
        """One thing as plain JSON; override for things other than seats and words."""
        return thing.index if isinstance(thing, Seat) else getattr(thing, "key", thing)

    def face(self, table: Tc, choice: Any) -> Face:
        if isinstance(choice, Seat):
            return Face(choice.name, seat=choice)
        return Face(str(getattr(choice, "name", choice)))

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        named = [str(self.face(table, thing).label) for thing in answer]
        return str(listing(named)) if named else self.button(table, answer)

    def decode(self, table: Tc, raw: Json) -> tuple[B, ...]:
        if not isinstance(raw, list):
            raise Refused(say("Tap all that apply, then the button."), self.rule)
        things = [(self.token(thing), thing) for thing in self.things(table)]
        chosen: list[B] = []
        for token in raw:
            for known, thing in things:
                if known == token and same(known, token):
                    chosen.append(thing)
                    break
            else:
                raise Refused(not_shown(), self.rule)
        return tuple(chosen)

    def encode(self, answer: tuple[B, ...]) -> Json:
        return [self.token(thing) for thing in answer]

    def check(self, table: Tc, answer: tuple[B, ...]) -> None:
        tokens = [self.token(thing) for thing in answer]
        if len(tokens) > 1 and any([tokens.count(token) > 1 for token in tokens]):
            raise Refused(say("The same one was chosen twice. Choose each only once."), self.rule)
        least, most = self.least(table), self.most(table)
        if len(answer) < least:
            raise Refused(count("Choose {n} more.", "Choose {n} more.", least - len(answer)), self.rule)
        if len(answer) > most:
            raise Refused(too_many(most), self.rule)

    def could_be(self, table: Tc, raw: Json) -> bool:
        if not isinstance(raw, list) or not self.least(table) <= len(raw) <= self.most(table):
            return False
        tokens = [self.token(thing) for thing in self.things(table)]
        return (all(any(same(known, token) for known in tokens) for token in raw)
                and all(raw.count(token) == 1 for token in raw))

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

    def draft(self, table: Tc) -> SeveralDraft:
        return SeveralDraft(self, table)


@dataclass(frozen=True)
class PickSeveral(Several[Tc, B], Generic[Tc, B]):
    """Pick any number of things, in no order."""

    kind: ClassVar[str] = "pick several"


@dataclass(frozen=True)
class PutInOrder(Several[Tc, B], Generic[Tc, B]):
    """Put things in order: the first one tapped comes first."""

    kind: ClassVar[str] = "put in order"
    ordered: ClassVar[bool] = True


class SeveralDraft(Draft[Several[Any, Any]]):
    """Remembers tokens, as the things themselves may be replaced by an undo."""

    tokens: list[Json]
    _drawn: list[Json]

    def clear(self) -> None:
        self.tokens = []
        self._drawn = []

    def drop_stale(self) -> None:
        known = self._known()
        self.tokens = [token for token in self.tokens if token in known]

    def _known(self) -> list[Json]:
        return [self.question.token(thing) for thing in self.question.things(self.table)]

    def tap(self, token: Json) -> None:
        """Select or deselect it, closing gaps in an order. If only one is wanted, replace it."""
        question = self.question
        if token in self.tokens:
            at = self.tokens.index(token)
            self.tokens = [*self.tokens[:at], *self.tokens[at + 1:]]
            return
        if token not in self._known():
            raise Refused(not_shown(), question.rule)
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
        self.tokens = list(self.question.random_answer(self.table, rng))
        self._drawn = self.tokens

    @property
    def drawn(self) -> bool:
        return bool(self.tokens) and self.tokens == self._drawn

    def so_far(self) -> tuple[Any, ...]:
        things = [(self.question.token(thing), thing) for thing in self.question.things(self.table)]
        if self.question.ordered:
            return tuple(thing for token in self.tokens for known, thing in things if known == token)
        return tuple(thing for known, thing in things if known in self.tokens)

    def parts(self, brief: bool) -> dict[str, Any]:
        question, table = self.question, self.table
        things = list(question.things(table))
        return {"choices": tuple(self._shown(thing) for thing in things), "ordered": question.ordered,
                "least": question.least(table), "most": question.most(table)}

    def _shown(self, thing: Any) -> ShownChoice:
        token = self.question.token(thing)
        at = self.tokens.index(token) + 1 if token in self.tokens else 0
        return ShownChoice(token, self.question.face(self.table, thing), chosen=bool(at),
                           number=at if self.question.ordered else 0, choice=thing)

    def primary(self) -> Button:
        ordered = self.question.ordered
        return self.answer_button("arrow-right" if ordered else "check-bold", icon_last=ordered)

    def second(self) -> Button | None:
        return Button(CLEAR, say("Clear"), "backspace-outline") if self.tokens else self.draw_button()


def not_shown() -> Text:
    return say("One of those can't be chosen. Choose from those shown.")


def too_many(most: int) -> Text:
    return count("Choose at most {n}.", "Choose at most {n}.", most)
