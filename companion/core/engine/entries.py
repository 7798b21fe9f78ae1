"""What a run keeps of the records it was fed: lines for the chronicle, snapshots, opened seals."""

from __future__ import annotations

from companion.core.table import Line
from companion.core.values import value


@value
class ChronicleEntry:
    """What one record did, for the chronicle. `record` is its number in the log; -1 is the opening."""

    record: int
    lines: tuple[Line, ...]
    points: tuple[tuple[int, int], ...] = ()

    def points_by_line(self) -> list[tuple[tuple[int, int], ...]]:
        """For each line the changes that hang on it: all beside the one that was scored; else a seat's own beside the
        first line about that seat, the rest beside the last line that is no heading. Without one they hang on none."""
        scored = [at for at, line in enumerate(self.lines) if line.scored][:1]
        plain = scored or [at for at, line in enumerate(self.lines) if not line.heading]
        hung: list[list[tuple[int, int]]] = [[] for _ in self.lines]
        for seat, change in self.points:
            own = next((at for at in plain if self.lines[at].seat == seat), plain[-1] if plain else None)
            if own is not None:
                hung[own].append((seat, change))
        return [tuple(one) for one in hung]


@value
class Snapshot:
    """The table between two stretches, as it was when `position` records had been fed."""

    position: int
    state: bytes


@value
class Reveal:
    """A sealed record that was opened, and the record that opened it."""

    sealed: int
    by: int
