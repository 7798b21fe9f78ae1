"""Secrets: an answer that reaches the script unopened."""

from __future__ import annotations

from typing import Generic, TypeVar

A = TypeVar("A")


class Sealed(Generic[A]):
    """Somebody's secret answer. It shows only that it was given; `table.reveal` opens it."""

    __slots__ = ("_value", "record")

    def __init__(self, value: A) -> None:
        self._value = value
        self.record = -1  # the line of the log it came from, noted by the engine

    def __repr__(self) -> str:
        return "Sealed(given)"

    def __str__(self) -> str:
        return "given"


def break_seal(sealed: Sealed[A]) -> A:
    """For the engine and the kinds only; scripts use `table.reveal`, which is noted in the log."""
    return sealed._value
