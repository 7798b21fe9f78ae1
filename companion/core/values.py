"""Plain JSON, sealed answers, and cheap immutable dataclasses.

Each answer creates a dozen values, and `frozen=True` would triple their cost; here the type checker enforces
it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from companion.core.setup import Seat

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[C]) -> type[C]:
    """A hashable dataclass that the type checker treats as frozen."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


Json: TypeAlias = Any  # None, bool, int, float, str, and lists and string-keyed dicts of these


def whole(value: Json) -> bool:
    return type(value) is int


def whole_numbers(raw: Json) -> bool:
    return isinstance(raw, list) and all(whole(number) for number in raw)


def same(known: Json, given: Json) -> bool:
    """Equal and of the same type, also inside lists: 1, 1.0 and True differ."""
    if type(known) is not type(given) or known != given:
        return False
    if isinstance(known, dict):
        return all(same(known[key], given[key]) for key in known)
    return not isinstance(known, (list, tuple)) or all(map(same, known, given))


A = TypeVar("A")
B = TypeVar("B")


class Sealed(Generic[A]):
    """A secret answer. Shows only that it was given; `table.reveal` opens it."""

    __slots__ = ("_value", "owner", "owners", "record")

    def __init__(self, value: A) -> None:
        self._value = value
        self.record = -1  # its record in the log, set by the engine
        self.owner = -1  # the seat that may see it
        self.owners: frozenset[int] = frozenset()
        """More seats that may see it."""

    def shared_with(self, *seats: "Seat") -> "Sealed[A]":
        """The same secret, visible to these seats as well."""
        return self._like(self._value, self.record, seats)

    def part(self, at: Any) -> "Sealed[Any]":
        """One item of a sealed list or dict, visible to the same seats. `reveal` opens only this item."""
        return self._like(self._value[at], -1)  # type: ignore[index]

    def _like(self, value: B, record: int, more: "Iterable[Seat]" = ()) -> "Sealed[B]":
        made = Sealed(value)
        made.record, made.owner, made.owners = record, self.owner, self.owners | {seat.index for seat in more}
        return made

    def __repr__(self) -> str:
        return "Sealed(given)"

    def __str__(self) -> str:
        return "given"


def break_seal(sealed: Sealed[A]) -> A:
    """For the engine and the kinds only; scripts use `table.reveal`, which the log records."""
    return sealed._value
