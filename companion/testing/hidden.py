"""Checks of what has no field: the screen must not show it, and a card that is played leaves its hand."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from companion.core.kinds import SecretText
from companion.core.kinds.cards import Hand
from companion.core.setup import Seat
from companion.testing.by_hand_laws import between_stretches, in_the_middle, lasting
from companion.testing.driving import (
    AnyGame,
    AnyPlay,
    AnyQuestion,
    Findings,
    a_check,
    line_of,
    steps,
    where,
)

LONG = 100
OFTEN = 6
"""Cards that stayed in the hand, and none that left it, that make a finding."""


@a_check
def check_without_fields(game: AnyGame, found: Findings, plays: int = 3) -> None:
    """Before a stretch, nothing shown depends on the attributes in `without_fields`."""
    for number in range(plays if game.without_fields else 0):
        for play in steps(game, number, found, limit=LONG):
            fresh = in_the_middle(play) if between_stretches(play) else None
            for name in sorted(game.without_fields) if fresh is not None else ():
                for line, what in _shown_by(play, fresh, name):
                    found.add(f"{where(number, play)}, {line}",
                              f"{what} shows or counts {name}, which is in without_fields: it is empty in a "
                              "play that begins in the middle; give what players see a field of its own",
                              cause=f"{what} {name}")


def _shown_by(play: AnyPlay, fresh: AnyPlay | None, name: str) -> Iterator[tuple[str, str]]:
    """The line and name of each look that differs with the attribute of a play begun in the middle."""
    if fresh is None:
        return
    pairs = [(play.table, fresh.table), *zip(play.table.seats, fresh.table.seats, strict=False)]
    there = [(one, vars(one)[name], vars(new)[name]) for one, new in pairs
             if name in vars(one) and name in vars(new)]
    looks = _looks(play)
    before = [look() for _, _, look in looks] if there else []
    try:
        for one, _, new in there:
            setattr(one, name, new)
        for (line, what, look), seen in zip(looks, before, strict=False):
            if _differs(look, seen):
                yield line, what
    finally:
        for one, held, _ in there:
            setattr(one, name, held)


def _looks(play: AnyPlay) -> list[tuple[str, str, Callable[[], object]]]:
    game, table = play.game, play.table
    looks: list[tuple[str, str, Callable[[], object]]] = [
        (line_of(game, "view"), "the view", lambda: lasting(game.view(table))),
        (line_of(game, "board"), "the board", lambda: game.board(table))]
    looks += [(line_of(one, "sentence"), type(one).__name__, _sentence(one, table))
              for one in play.open() if not one.secret]
    return looks


def _sentence(question: AnyQuestion, table: Any) -> Callable[[], object]:
    return lambda: str(question.sentence(table))


def _differs(look: Callable[[], object], seen: object) -> bool:
    try:
        return look() != seen
    except (AttributeError, LookupError, TypeError, ValueError):  # it can't do without it
        return True


# Hands

@a_check
def check_hands(game: AnyGame, found: Findings, plays: int = 6) -> None:
    """A card that `words` of a hand offers leaves the hand once it is played."""
    kept: dict[str, list[str]] = {}
    left: set[str] = set()
    for number in range(plays):
        offered: dict[tuple[str, int], tuple[int, list[Counter[str]], str]] = {}
        for play in steps(game, number, found, limit=LONG):
            for key in [key for key, (began, _, _) in offered.items() if began != play.run.began]:
                name, seat = key
                _, before, place = offered.pop(key)
                if _held(play, play.table.seats[seat]) == before:
                    kept.setdefault(name, []).append(place)
                else:
                    left.add(name)
            for question in play.open():
                if isinstance(question, SecretText) and question.seat is not None \
                        and _offers_a_hand(question, play.table):
                    key = (type(question).__name__, question.seat.index)
                    place = f"{where(number, play)}, {line_of(question)}"
                    offered.setdefault(key, (play.run.began, _held(play, question.seat), place))
    for name in sorted(kept.keys() - left):
        if len(kept[name]) >= OFTEN:
            found.add(kept[name][0],
                      f"a card that answers {name} stays in the hand: call play(), discard() or give() of "
                      "the hand, or offer seen() instead of words() if it is only shown")


def _hands(seat: Seat) -> list[Hand]:
    return [one for one in vars(seat).values() if isinstance(one, Hand)]


def _held(play: AnyPlay, seat: Seat) -> list[Counter[str]]:
    return [Counter(hand.seen(play.table)) for hand in _hands(seat)]


def _offers_a_hand(question: AnyQuestion, table: Any) -> bool:
    """Do its words come from `words` of a hand?"""
    asked = []
    for hand in _hands(question.seat) if question.seat is not None else ():
        def words(*args: Any, of: Hand = hand) -> list[str]:
            asked.append(of)
            return Hand.words(of, *args)

        hand.words = words  # type: ignore[method-assign,assignment]
    try:
        _ = list(question.choices(table))
    finally:
        for hand in _hands(question.seat) if question.seat is not None else ():
            del hand.words
    return bool(asked)
