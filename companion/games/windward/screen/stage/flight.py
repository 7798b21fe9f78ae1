"""A Crester's flight as it is shown: flown once by itself, then step by step under the finger, and again later."""

from __future__ import annotations

from kivy.metrics import dp

from companion.games.windward.screen.stage.camera import SIDE, Point
from companion.games.windward.screen.stage.marks import FlightPath, Marks, middle
from companion.games.windward.screen.stage.pieces import STRIKES, PieceLayer


class FlightView:
    """Which flight is shown, and at which of its steps."""

    def __init__(self, marks: Marks, pieces: PieceLayer) -> None:
        self._marks, self._pieces = marks, pieces
        self._asked: FlightPath | None = None
        """The flight of the question."""
        self._again: FlightPath | None = None
        """One that was flown before and is looked at again."""
        self._known: dict[str, FlightPath] = {}
        self._at = 0
        self._drawn: FlightPath | None = None

    @property
    def now(self) -> FlightPath | None:
        return self._again or self._asked

    def before(self, asked: FlightPath | None) -> None:
        """Another question: what was shown flying stays where it has got to, if it stands there now."""
        if asked == self._asked and self._again is None:
            return
        self._again = None
        if asked != self._asked:
            self._pieces.release(stay=asked is None)
        self._asked = asked
        if asked is not None:
            self._known[asked.key] = asked

    def reopen(self, key: str) -> None:
        """Show again how this Crester flew; an empty key puts it away."""
        flight = self._known.get(key)
        if flight is None and self._again is None:
            return
        self._pieces.release()
        self._again = flight if flight != self._asked else None
        self._drawn = None

    def draw(self, zoom: float) -> None:
        """The way on the planet; one that was not shown before is flown."""
        flight = self.now
        self._marks.fly(flight, zoom)
        if flight is None:
            self._drawn = None
        elif flight != self._drawn:
            self._drawn = flight
            self._at = len(flight.path) - 1
            self._pieces.walk(flight.key, self._points(flight), flight.attacks)

    def can_step(self, by: int) -> bool:
        return self.now is not None and 0 <= self._at + by < len(self.now.path)

    def step(self, by: int) -> None:
        """One space on, or one back."""
        flight = self.now
        if flight is None or not self.can_step(by):
            return
        points = self._points(flight)
        start, self._at = points[self._at], self._at + by
        self._pieces.step_to(flight.key, start, points[self._at])

    def _points(self, flight: FlightPath) -> list[Point]:
        points = [middle(space) for space in flight.path]
        if flight.attacks:
            x, y = points[-1]
            points[-1] = (x + STRIKES[0] * dp(SIDE), y + STRIKES[1] * dp(SIDE))
        return points
