"""Plain JSON, sealed answers, and small dataclasses that nobody changes once they are made.

An answer makes a dozen values (a record, a request, lines of the chronicle). `frozen=True` would cost three times as
much as making them; here the type checker watches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[C]) -> type[C]:
    """A dataclass that the type checker takes for frozen; it can be hashed and compared like one."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


Json: TypeAlias = Any  # None, bool, int, float, str, and lists and string-keyed dicts of these


def whole(value: Json) -> bool:
    """A whole number; True and False are not numbers here, though Python thinks so."""
    return type(value) is int


def whole_numbers(raw: Json) -> bool:
    """A list of whole numbers."""
    return isinstance(raw, list) and all(whole(number) for number in raw)


def same(known: Json, given: Json) -> bool:
    """Equal and of one kind: 1, 1.0 and True are three different answers, in a list too."""
    if type(known) is not type(given) or known != given:
        return False
    if isinstance(known, dict):
        return all(same(known[key], given[key]) for key in known)
    return not isinstance(known, (list, tuple)) or all(map(same, known, given))


A = TypeVar("A")


class Sealed(Generic[A]):
    """Somebody's secret answer. It shows only that it was given; `table.reveal` opens it."""

    __slots__ = ("_value", "owner", "record")

    def __init__(self, value: A) -> None:
        self._value = value
        self.record = -1  # the line of the log it came from, noted by the engine
        self.owner = -1  # the seat that may look at it

    def __repr__(self) -> str:
        return "Sealed(given)"

    def __str__(self) -> str:
        return "given"


def break_seal(sealed: Sealed[A]) -> A:
    """For the engine and the kinds only; scripts use `table.reveal`, which is noted in the log."""
    return sealed._value
