"""Pieces on a board: sprites by key that appear, walk to their new places, change their looks and vanish.

A stage says where each piece stands, as many times as it likes; `Pieces` finds out what has changed:

    self.pieces = Pieces(self.canvas, self._motion, Pawn)     # Pawn: a `Figure` that draws its look
    self.pieces.show({"pawn0": Stand((colour, letter), at=(120, 80), space="3")})
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, dist, pi, sin
from typing import Any, NamedTuple

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.ui.drawing.art import Motion, Point, Sprite, along, between, group_in
from companion.ui.theme import tokens

APPEAR, VANISH = 0.25, 0.2  # seconds
PAWN = tokens.MOTION["pawn"]


class Stand(NamedTuple):
    """A piece as it should be seen."""

    look: Any
    """What the figure draws; another look replaces the figure."""
    at: Point
    scale: float = 1.0
    angle: float = 0.0
    """Degrees anticlockwise. A piece that `faces` its way takes it only when it appears."""
    alpha: float = 1.0
    far: Any = 0.0
    """Drawing order: the farthest first."""
    space: Any = None
    """The space it stands on."""
    faces: bool = False
    grows: bool = False
    """`Pieces.grow` enlarges it."""

    def place(self) -> tuple[Any, ...]:
        """What a piece has to walk, grow or turn for."""
        return self.at, self.scale, self.angle, self.faces, self.grows


class Walk(NamedTuple):
    """How a piece gets to its new place."""

    via: Sequence[Point] = ()
    seconds: float = PAWN.seconds
    curve: str = PAWN.curve
    hop: float = 0.0
    delay: float = 0.0


class Figure:
    """One piece. A subclass draws its look in `draw`; with a second sprite, it overrides the rest too."""

    def __init__(self, look: Any) -> None:
        self.look = look
        self.group = InstructionGroup()
        self.sprite = Sprite(self.group)
        self.draw(look)

    def draw(self, look: Any) -> None:
        """Add patches to `self.sprite`."""

    @property
    def at(self) -> Point:
        return self.sprite.pos

    @property
    def angle(self) -> float:
        return self.sprite.angle

    def put(self, at: Point) -> None:
        self.sprite.pos = at

    def size(self, scale: float) -> None:
        self.sprite.scale = scale

    def face(self, angle: float) -> None:
        self.sprite.angle = angle

    def fade(self, alpha: float) -> None:
        self.sprite.alpha = alpha


class Pieces:
    """All pieces of a board by their keys."""

    def __init__(self, layer: Any, motion: Motion, make: Callable[[Any], Figure]) -> None:
        self._layer, self._motion, self._make = group_in(layer), motion, make
        self._figures: dict[str, Figure] = {}
        self._stands: dict[str, Stand] = {}
        self._scales: dict[str, float] = {}
        """Sizes now, between two stands, before `grow`."""
        self._drawn: list[tuple[Figure, Any]] = []
        """Figures in drawing order, with those that fade away."""
        self._held: dict[str, Point] = {}
        self._grown = self._seen = 1.0

    # Reading

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __contains__(self, key: object) -> bool:
        return key in self._figures

    def at(self, key: str) -> Point | None:
        """Where a piece is now, also while it walks or is carried."""
        return self._figures[key].at if key in self._figures else None

    def stand_of(self, key: str) -> Stand | None:
        """Where it stands once everything has settled."""
        return self._stands.get(key)

    def space_of(self, key: str) -> Any:
        return self._stands[key].space if key in self._stands else None

    def near(self, point: Point, within: float) -> list[str]:
        """Keys of the pieces at a point, the nearest first."""
        far = {key: dist(stand.at, point) for key, stand in self._stands.items()}
        return sorted((key for key in far if far[key] <= within), key=far.__getitem__)

    # Showing

    def show(self, stands: Mapping[str, Stand], walks: Mapping[str, Walk] | None = None, *,
             moving: bool = True) -> float:
        """Show exactly these; return the seconds until the last has arrived. Not `moving`: all at once."""
        for key in [key for key in self._figures if key not in stands]:
            self._vanish(key, moving)
        longest = 0.0
        for key, stand in stands.items():
            walk = (walks or {}).get(key, Walk())
            longest = max(longest, self._stand(key, stand, walk, moving))
        self._sort()
        return longest

    def _stand(self, key: str, stand: Stand, walk: Walk, moving: bool) -> float:
        old = self._stands.get(key)
        if old == stand and moving:
            return self._motion.left((self, key))
        figure = self._figures.get(key)
        if figure is None or old is None:
            self._appear(key, stand, moving)
            return 0.0
        self._stands[key] = stand
        if old.look != stand.look:
            self._figures[key] = self._like(figure, stand.look)
            self._resize(key)
        self._figures[key].fade(stand.alpha * self._seen)
        if moving and old.place() == stand.place():
            return self._motion.left((self, key))
        return self._go(key, old.at, stand, walk, moving)

    def _like(self, old: Figure, look: Any) -> Figure:
        fresh = self._make(look)
        fresh.put(old.at)
        fresh.face(old.angle)
        self._drawn = [(fresh if one is old else one, far) for one, far in self._drawn]
        self._layer.clear()
        for one, _ in self._drawn:
            self._layer.add(one.group)
        return fresh

    def _appear(self, key: str, stand: Stand, moving: bool) -> None:
        figure = self._figures[key] = self._make(stand.look)
        self._stands[key], self._scales[key] = stand, stand.scale
        figure.put(stand.at)
        figure.face(stand.angle)
        self._resize(key)

        def fade(part: float) -> None:
            figure.fade(part * stand.alpha * self._seen)

        if moving:
            self._motion.move((self, key, "fade"), APPEAR, fade)
        else:
            fade(1.0)

    def _vanish(self, key: str, moving: bool) -> None:
        figure, stand = self._figures.pop(key), self._stands.pop(key)
        self._scales.pop(key)
        self._held.pop(key, None)
        self._motion.stop((self, key))
        self._motion.stop((self, key, "fade"))

        def fade(part: float) -> None:
            figure.fade((1.0 - part) * stand.alpha * self._seen)
            if part >= 1.0:
                self._layer.remove(figure.group)
                self._drawn = [one for one in self._drawn if one[0] is not figure]

        if moving:  # by the figure, not its key: another one may appear meanwhile
            self._motion.move((self, figure), VANISH, fade)
        else:
            fade(1.0)

    def _go(self, key: str, start: Point, stand: Stand, walk: Walk, moving: bool) -> float:
        """Walk on from wherever the figure is; it turns as if it had already arrived at `start`."""
        figure = self._figures[key]
        way, scale, turned = [figure.at, *walk.via, stand.at], self._scales[key], figure.angle
        leaves = figure.at if start == stand.at else start
        turns = [turned]
        if leaves != stand.at:
            turns = [heading(one, other) for one, other in pairwise([leaves, *way[1:]])]

        def step(part: float) -> None:
            moved = self._figures[key]
            moved.put(along(way, part, walk.hop if part < 1.0 else 0.0))
            if stand.faces:
                moved.face(turns[min(len(turns) - 1, int(part * len(turns)))])
            else:
                moved.face(between(turned, stand.angle, part))
            self._scales[key] = between(scale, stand.scale, part)
            self._resize(key)

        if not moving:
            self._motion.stop((self, key))
            step(1.0)
            return 0.0
        self._motion.move((self, key), walk.seconds, step, delay=walk.delay, curve=walk.curve)
        return walk.seconds

    def _resize(self, key: str) -> None:
        self._figures[key].size(self._scales[key] * (self._grown if self._stands[key].grows else 1.0))

    def _sort(self) -> None:
        """Put nearer ones in front; equally far ones keep their order."""
        now = {figure: self._stands[key].far for key, figure in self._figures.items()}
        before = dict(self._drawn)  # with those that fade away
        drawn = sorted((before | now).items(), key=lambda one: one[1], reverse=True)
        if [one for one, _ in drawn] != [one for one, _ in self._drawn]:
            self._layer.clear()
            for one, _ in drawn:
                self._layer.add(one.group)
        self._drawn = drawn

    def clear(self) -> None:
        self.show({}, moving=False)

    # All of them

    def grow(self, factor: float) -> None:
        """Enlarge the pieces that grow, so that a small board stays readable."""
        if abs(factor - self._grown) > 0.01:
            self._grown = factor
            for key in self._figures:
                self._resize(key)

    def fade(self, alpha: float) -> None:
        """Fade all of them."""
        self._seen = alpha
        for key, figure in self._figures.items():
            figure.fade(alpha * self._stands[key].alpha)

    # One of them

    def hold(self, key: str, at: Point) -> None:
        """Show a piece here until `release`."""
        if key in self._figures:
            self._motion.stop((self, key))
            self._held[key] = at
            self._figures[key].put(at)

    def release(self, *, stay: bool = False) -> None:
        """Put held pieces back; with `stay`, the next `show` lets them walk on from here."""
        for key, at in self._held.items():
            if key not in self._figures:
                continue
            if stay:
                self._stands[key] = self._stands[key]._replace(at=at)
            else:
                self._figures[key].put(self._stands[key].at)
        self._held.clear()

    def lead(self, key: str, points: Sequence[Point], seconds: float, curve: str = "linear",
             then: Callable[[], None] | None = None, pace: Callable[[float], float] | None = None) -> None:
        """Hold a piece and move it along these points; `pace`: how far it is after a part of the time."""
        if key not in self._figures:
            return

        def step(part: float) -> None:
            self._held[key] = along(points, part if pace is None else pace(part))
            if key in self._figures:
                self._figures[key].put(self._held[key])
            if part >= 1.0 and then is not None:
                then()

        self._motion.move((self, key), seconds, step, curve=curve)

    def shake(self, key: str) -> None:
        if key not in self._figures:
            return
        x, y = self._held.get(key, self._stands[key].at)

        def step(part: float) -> None:
            if key in self._figures:
                self._figures[key].put((x + dp(2) * sin(part * 6 * pi) * (1 - part), y))

        self._motion.move((self, key), 0.3, step)


def heading(start: Point, end: Point) -> float:
    """Rotation of an upward-pointing picture that moves from start to end."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0])) - 90
