"""The timer ring and rolling dice on the stage. Neither changes the game."""

from collections.abc import Callable, Sequence
from math import ceil, cos, pi, radians, sin
from random import Random
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, Scale, SmoothEllipse, SmoothLine, Translate
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.questions import Timer
from companion.core.text import say
from companion.ui.drawing.stage import ClockPlace
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Tap, Words
from companion.ui.widgets.controls.pad import DieFace

A_SECOND_REDRAWS = 10
LAST = 5


class Watch:
    """Picks the sounds: a tick in each of the last five seconds, a chime at zero."""

    def __init__(self) -> None:
        self._seen: int | None = None
        self._rung = False

    def look(self, left: float, running: bool) -> str:
        """"tick", "chime" or ""; a timer already over at the first look stays silent."""
        shown = ceil(left)
        before, self._seen = self._seen, shown
        if not running or before is None or shown >= before:
            if left > 0:
                self._rung = False
            elif before is None:
                self._rung = True
            return ""
        if shown <= 0:
            first, self._rung = not self._rung, True
            return "chime" if first else ""
        return "tick" if shown <= LAST else ""


def shown_time(left: float) -> str:
    """The digits to show: time left, "Time" at zero, then the overrun; a plus would look like the pill +10 s.

    >>> shown_time(17.2), shown_time(0.0), shown_time(-12.5), shown_time(125)
    ('18', 'Time', '−12', '2:05')
    """
    if left > 0:
        seconds = ceil(left)
        return str(seconds) if seconds < 100 else f"{seconds // 60}:{seconds % 60:02d}"
    over = int(-left)
    return f"−{over}" if over >= 1 else str(say("Time"))


class TimerRing(Tap):
    """Redraws ten times a second while visible; the stage sets size and colours. Tap to pause or resume."""

    thick = 14 / 252
    pulse = NumericProperty(1.0)

    def __init__(self, look: Look, timer: Timer, timers: Any, noise: Callable[[str, int], None],
                 on_change: Callable[[], object], on_second: Callable[[float], None] | None = None) -> None:
        """`on_change`: it was started, paused or prolonged, or is over;
        `on_second` gets the remaining share."""
        super().__init__(look, self.toggle)
        self.timer, self.timers, self.noise = timer, timers, noise
        self.on_change, self.on_second = on_change, on_second
        self._over: bool = timers.over(timer)
        self.watch = Watch()
        self.place_at = ClockPlace((0, 0), dp(96))
        with self.canvas:
            PushMatrix()
            self._grow = Scale(1, 1, 1)
            self._disc_ink = Color(*look.scrim())
            self._disc = SmoothEllipse()
            self._track_ink = Color(1, 1, 1, 1)
            self._track = SmoothLine()
            self._ring_ink_ = Color(1, 1, 1, 1)
            self._arc = SmoothLine(cap="none")
            self._ends = [SmoothEllipse(), SmoothEllipse()]
            self._mark_ink = Color(1, 1, 1, 1)
            self._marks = [SmoothLine(width=dp(1.2)) for _ in range(min(24, max(1, timer.seconds // 5)))]
        self.digits = Words(look, "", "clock", align="center", chrome=True)
        self.below = Words(look, "", "answer", align="center", chrome=True)
        self.add_widget(self.digits)
        self.add_widget(self.below)
        with self.canvas.after:
            PopMatrix()
        self.bind(pulse=self._pulsed)
        self._ticking: Any = None

    # Its place

    def stand(self, place: ClockPlace) -> None:
        self.place_at = place
        side = place.diameter
        self.size = (side, side)
        self.center = place.center
        disc = 1.0 if self.look.contrast else 0.55
        self._disc_ink.a = disc if place.disc else 0.0
        self._mark_ink.rgba = tokens.rgba("#FFFFFF" if place.disc else "#5C2348", 0.7)
        self.draw()

    # Its time

    def begin(self) -> None:
        if self._ticking is None:
            self._ticking = Clock.schedule_interval(self._tick, 1 / A_SECOND_REDRAWS)
        self._tick(0)

    def end(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def toggle(self) -> None:
        if self.timers.running(self.timer):
            self.timers.pause(self.timer)
        else:
            self.timers.start(self.timer)
        self._changed()

    def more(self) -> None:
        self.timers.add(self.timer, 10)
        self._changed()

    def _changed(self) -> None:
        self.draw()
        self.on_change()

    def _tick(self, _: float) -> None:
        left, running = self.timers.left(self.timer), self.timers.running(self.timer)
        heard = self.watch.look(left, running)
        if heard:
            self.noise(heard, 200 if heard == "chime" else 40)
            if heard == "tick":
                self._beat()
        self.draw()
        if self.on_second is not None:
            self.on_second(self.part())
        if self._over != (left <= 0):
            self._over = left <= 0
            self._changed()

    def _beat(self) -> None:
        if self.look.motion:
            each = tokens.MOTION["last seconds"].seconds
            grows = Animation(pulse=1.04, d=each, t="out_quad")
            (grows + Animation(pulse=1.0, d=each, t="out_quad")).start(self)

    def _pulsed(self, *_: object) -> None:
        self._grow.origin = (self.center_x, self.center_y)
        self._grow.x = self._grow.y = self.pulse

    # Its picture

    def part(self) -> float:
        return float(max(0.0, min(1.0, self.timers.left(self.timer) / max(1, self.timer.seconds))))

    def draw(self) -> None:
        place, part = self.place_at, self.part()
        side = place.diameter
        stroke = side * self.thick
        radius = (side - stroke) / 2
        x, y = place.center
        started, running = self.timers.started(self.timer), self.timers.running(self.timer)
        over = part <= 0
        disc = radius if place.disc else 0.0
        self._disc.pos, self._disc.size = (x - disc, y - disc), (2 * disc, 2 * disc)
        self._track_ink.rgba = tokens.rgba(place.ring if over else place.track, 1.0 if over else 0.55)
        self._track.width = dp(1.5) if over else stroke / 2
        self._track.circle = (x, y, radius)
        self._ring_ink_.rgba = tokens.rgba(place.ring, 0.0 if over else 1.0)
        self._arc.width = stroke / 2
        self._arc.circle = (x, y, radius, 0, max(0.5, 360 * part))
        for end, angle in zip(self._ends, (0.0, 360 * part), strict=True):
            at = (x + radius * sin(radians(angle)), y + radius * cos(radians(angle)))
            end.pos, end.size = (at[0] - stroke / 2, at[1] - stroke / 2), (stroke, stroke)
        self._draw_marks(x, y, radius, stroke)
        self._write(side, running or not started)

    def _draw_marks(self, x: float, y: float, radius: float, stroke: float) -> None:
        count = len(self._marks)
        for number, mark in enumerate(self._marks):
            if self.width < dp(150) or count < 2:
                mark.points = []
                continue
            angle = radians(360 * number / count)
            inner, outer = radius - stroke * 0.3, radius + stroke * 0.3
            mark.points = [x + inner * sin(angle), y + inner * cos(angle), x + outer * sin(angle),
                           y + outer * cos(angle)]

    def _write(self, side: float, bright: bool) -> None:
        text = shown_time(self.timers.left(self.timer))
        big = side * 112 / 252
        if len(text) > 2:
            big *= 0.72 if len(text) == 3 else 0.56
        if abs(self.digits.px - big) > 0.5:
            self.digits.set_size_px(big)
        self.text = text
        self.digits.say(text)
        ink, alpha = self.place_at.digits, 1.0 if bright else 0.6
        self.digits.tint(ink, alpha)
        words = "" if side < dp(150) else str(self._words(text))
        self.below.say(words)
        self.below.tint(ink, alpha)
        self.digits.hug()
        self.below.hug()
        up = self.below.height * 0.45 if words else 0.0
        self.digits.center = (self.center_x, self.center_y + up)
        self.below.center = (self.center_x, self.center_y - side * 0.2)

    def _words(self, text: str) -> object:
        if not text[0].isdigit():
            return ""
        if not self.timers.started(self.timer):
            return say("seconds")
        return say("seconds left") if self.timers.running(self.timer) else say("paused")


ROLLS, RESTS, FADES = 0.7, 1.0, 0.2  # seconds
FLIPS = 6  # faces shown before the last one
SIDE, GAP, WIDEST = 54.0, 10.0, 6


class RollingDie(Widget):
    def __init__(self, look: Look, face: tuple[int, str], faces: Sequence[tuple[int, str]],
                 rng: Random) -> None:
        super().__init__(size_hint=(None, None), size=(dp(SIDE), dp(SIDE)))
        self.number = face[0]
        self.turns = rng.choice((-1, 1)) * rng.uniform(420, 760)
        self.late = rng.uniform(0.0, 0.14)
        with self.canvas.before:
            PushMatrix()
            self.shift = Translate(0, 0)
            self.spin = Rotate(angle=0, origin=(dp(SIDE) / 2, dp(SIDE) / 2))
        with self.canvas.after:
            PopMatrix()
        self.faces = [DieFace(look, number, SIDE, sign)
                      for number, sign in (*(rng.choice(faces) for _ in range(FLIPS)), face)]
        for one in self.faces:
            self.add_widget(one)
        self.show(0.0, (0.0, 0.0))

    def show(self, part: float, rest: tuple[float, float]) -> None:
        """Move the die `part` of the way to where it rests."""
        part = min(1.0, max(0.0, (part - self.late) / (1 - self.late)))
        left = (1 - part) ** 2
        self.shift.x = rest[0] - left * dp(190)
        self.shift.y = rest[1] + abs(sin(2.5 * pi * part)) * (1 - part) * dp(64)
        self.spin.angle = self.turns * left
        seen = len(self.faces) - 1 if part >= 0.8 else int(part / 0.8 * FLIPS)
        for at, one in enumerate(self.faces):
            one.opacity = 1.0 if at == seen else 0.0

    @property
    def shown(self) -> int:
        return next(one.number for one in self.faces if one.opacity)


class RollingDice(Widget):
    """Dice over the stage; they ignore touches and remove themselves."""

    def __init__(self, look: Look, dice: Sequence[tuple[int, str]], faces: Sequence[tuple[int, str]],
                 middle: tuple[float, float]) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        rng = Random(sum((at + 1) * number for at, (number, _) in enumerate(dice)))
        self.dice = [RollingDie(look, die, faces, rng) for die in dice]
        for one in self.dice:
            self.add_widget(one)
        self.middle, self.passed = middle, 0.0
        self._event: Any = Clock.schedule_interval(self._move, 1 / 30)
        self._move(0.0)

    def _move(self, passed: float) -> None:
        self.passed += passed
        for die, rest in zip(self.dice, self._places(), strict=True):
            die.show(self.passed / ROLLS, rest)
        over = self.passed - ROLLS - RESTS
        self.opacity = 1.0 if over <= 0 else max(0.0, 1 - over / FADES)
        if over >= FADES:
            self.end()

    def _places(self) -> list[tuple[float, float]]:
        step, count = dp(SIDE + GAP), len(self.dice)
        rows = -(-count // WIDEST)
        found = []
        for at in range(count):
            row, column = divmod(at, WIDEST)
            here = min(WIDEST, count - row * WIDEST)
            found.append((self.middle[0] + (column - here / 2) * step + dp(GAP) / 2,
                          self.middle[1] + (rows / 2 - row - 1) * step + dp(GAP) / 2))
        return found

    def end(self) -> None:
        self._event.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)


def show_roll(page: Any, look: Look, dice: Sequence[tuple[int, str]],
              faces: Sequence[tuple[int, str]]) -> None:
    """Roll over the page's stage (or its upper half), replacing any earlier roll."""
    for old in [child for child in page.children if isinstance(child, RollingDice)]:
        old.end()
    if not look.motion or not dice:
        return
    room = getattr(getattr(page, "stage", None), "room", None)
    middle = (page.width / 2, page.height * 0.68)
    if room is not None:
        middle = (room.x + room.width / 2, room.y + room.height / 2)
    page.add_widget(RollingDice(look, dice, faces, middle))
