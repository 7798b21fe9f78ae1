"""Write a few choices as one number, so that likely ones cost little: for short box codes.

A `Writer` and a `Reader` go through the same choices in the same order:

>>> writer = Writer()
>>> [writer.next([6, 1, 1], at) for at in (0, 0, 2, 0)]
[0, 0, 2, 0]
>>> reader = Reader(writer.number())
>>> [reader.next([6, 1, 1]) for _ in range(4)], reader.at_end
([0, 0, 2, 0], True)
"""

from collections.abc import Sequence


class Coder:
    def next(self, weights: Sequence[int], at: int | None = None) -> int:
        """The next choice: its index in `weights`, which say how likely each is. A reader needs no `at`."""
        raise NotImplementedError

    def flag(self, likely: int, on: bool | None = None) -> bool:
        """Yes or no: no is `likely` times as likely as yes."""
        return self.next([likely, 1], None if on is None else int(on)) == 1


class Writer(Coder):
    def __init__(self) -> None:
        self._choices: list[tuple[int, Sequence[int]]] = []

    def next(self, weights: Sequence[int], at: int | None = None) -> int:
        if at is None or weights[at] < 1:
            raise ValueError("a writer needs a possible choice")
        self._choices.append((at, tuple(weights)))
        return at

    def number(self) -> int:
        """Range coding with large integers. The last choice goes in first, so the first comes out first."""
        number = 0
        for at, weights in reversed(self._choices):
            rest, part = divmod(number, weights[at])
            number = rest * sum(weights) + sum(weights[:at]) + part
        return number


class Reader(Coder):
    def __init__(self, number: int) -> None:
        self._number = number

    def next(self, weights: Sequence[int], at: int | None = None) -> int:
        rest, part = divmod(self._number, sum(weights))
        for found, weight in enumerate(weights):
            if part < weight:
                self._number = rest * weight + part
                return found
            part -= weight
        raise ValueError("no choice is possible")

    @property
    def at_end(self) -> bool:
        """Nothing is left over, so the number was written by these choices."""
        return self._number == 0
