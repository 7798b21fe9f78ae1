"""Values: small dataclasses that nobody changes once they are made.

An answer makes a dozen of them (a record, a request, sentences, lines of the chronicle). `frozen=True` would
watch over each one as the play runs, at three times the price of making it; here the type checker watches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[C]) -> type[C]:
    """A dataclass that the type checker takes for frozen; it can be hashed and compared like one."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
