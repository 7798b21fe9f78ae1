"""Finds values of the wrong type in what a game shows: the kit's plays pass them on, but a screen fails."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.core.kinds import Menu, SecretText
from companion.core.setup import Seat
from companion.core.text import Text
from companion.testing.driving import AnyGame, AnyPlay, Findings, a_check, line_of, steps, where
from companion.testing.looks import faces

OURS = "companion.core."
PLAIN = (bool, int, float, str, tuple, list, NoneType)
LONG = 80


@a_check
def check_shapes(game: AnyGame, found: Findings, plays: int = 2) -> None:
    """What the game shows holds values that a screen can draw."""
    for number in range(plays):
        for play in steps(game, number, found, limit=LONG):
            for line, thing in _shown(play):
                for wrong in wrong_types(thing):
                    part = wrong.partition(" is ")[0]
                    found.add(f"{where(number, play)}, {line}", wrong, cause=f"{line} {part}")


def _shown(play: AnyPlay) -> Iterator[tuple[str, object]]:
    """The line that makes each thing, and the thing."""
    game, table = play.game, play.table
    for name in ("view", "board", "outcome"):
        yield line_of(game, name), getattr(game, name)(table)
    yield line_of(game, "glance"), [game.glance(table, seat) for seat in table.seats]
    for question in (*play.open(), *play.standing()):
        for hook in ("timer", "reasons", "points", "in_line"):
            yield line_of(question, hook), getattr(question, hook)(table)
        if isinstance(question, Menu):
            yield line_of(question, "options"), list(question.options(table))
        else:
            hook = "word_face" if isinstance(question, SecretText) else "face"
            yield line_of(question, hook), list(faces(question, table))


def wrong_types(thing: object) -> Iterator[str]:
    """A sentence with a fix for each value inside that a screen can't draw."""
    for owner, name, value, hint in _values(thing):
        if not _fits(value, hint):
            kind = type(owner).__name__
            yield f"{kind}.{name} is {_brief(value)} instead of {_words(hint)}{_fix(value, hint)}"


def _values(thing: object) -> Iterator[tuple[object, str, object, Any]]:
    if isinstance(thing, (list, tuple)):
        for one in thing:
            yield from _values(one)
    elif is_dataclass(thing) and type(thing).__module__.startswith(OURS) \
            and not isinstance(thing, (Seat, Text, type)):
        hints = _hints(type(thing))
        for part in fields(thing):
            value = getattr(thing, part.name)
            yield thing, part.name, value, hints.get(part.name, Any)
            yield from _values(value)


@cache
def _hints(kind: type) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except NameError:  # a name that only type checkers import
        return {}


def _fits(value: object, hint: Any) -> bool:
    """Only what is certain: what this can't judge, fits."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin in (tuple, list):
        inside = parts[:1] if parts[1:] in ((), (...,)) else ()
        return isinstance(value, (tuple, list)) and all(_fits(one, part) for part in inside for one in value)
    if hint is float:
        return isinstance(value, (int, float))
    if isinstance(hint, type) and (hint in PLAIN or hint.__module__.startswith(OURS)):
        return isinstance(value, hint)
    return True


def _words(hint: Any) -> str:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    names = ["None" if part is NoneType else str(getattr(part, "__name__", part)) for part in parts]
    return " or ".join(names)


def _brief(value: object) -> str:
    return f"the seat {value.name}" if isinstance(value, Seat) else f"{value!r:.40}"


def _fix(value: object, hint: Any) -> str:
    wanted = {hint, *get_args(hint)}
    seats = any(isinstance(one, type) and issubclass(one, Seat) for one in wanted)
    if seats and isinstance(value, int):
        return ": pass the seat itself, not its index"
    if int in wanted and isinstance(value, Seat):
        return ": write seat.index"
    if Text in wanted and isinstance(value, str):
        return ": wrap it in say()"
    return ""
