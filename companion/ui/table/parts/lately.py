"""The last lines of the chronicle in the empty middle of a tablet's panel: as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.core.text import say
from companion.services.chronicle import ToldLine
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.seat import SeatToken

MOST = 5
GAP, SIDE = 10.0, 24.0


class Line(Holder):
    """Who, and what happened."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.token = SeatToken(look, 0, "", SIDE)
        self.words = Words(look, "", "support", "text2")
        self.fill([self.token, self.words])

    def show(self, line: ToldLine, face: tuple[int, str] | None) -> None:
        self.words.say(line.text)
        self.token.opacity = 0.0 if face is None else 1.0
        if face is not None:
            self.token.become(*face)

    def fit(self, width: float) -> float:
        self.words.fit(width - dp(SIDE + 10))
        self.size = (width, max(dp(SIDE), self.words.height))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        self.token.pos = (self.x, self.top - dp(SIDE))
        self.words.pos = (self.x + dp(SIDE + 10), self.top - max(dp(SIDE), self.words.line) / 2 - self.words.line / 2
                          - (self.words.height - self.words.line))


class Lately(Holder):
    """`stand` gives it the free room; what does not fit whole is not shown."""

    def __init__(self, look: Look, face: Callable[[int], tuple[int, str]]) -> None:
        super().__init__()
        self.face = face
        self.title = Words(look, say("Lately"), "kicker", "text2")
        self.lines = [Line(look) for _ in range(MOST)]
        self.count = 0
        self.fill([self.title, *self.lines])
        self.opacity = 0.0

    def show(self, told: list[ToldLine]) -> None:
        """The newest first."""
        self.count = min(len(told), MOST)
        for line, one in zip(self.lines, told, strict=False):
            line.show(one, None if one.seat is None else self.face(one.seat))

    def stand(self, left: float, width: float, low: float, top: float) -> None:
        self.title.fit(width)
        y = top - dp(18) - self.title.height
        self.title.pos = (left, y)
        shown = 0
        for line in self.lines[:self.count]:
            high = line.fit(width)
            if y - dp(GAP) - high < low + dp(12):
                break
            y -= dp(GAP) + high
            line.pos = (left, y)
            shown += 1
        for at, line in enumerate(self.lines):
            line.opacity = 1.0 if at < shown else 0.0
        self.opacity = 1.0 if shown else 0.0

    def hide(self) -> None:
        self.opacity = 0.0

    def seen(self) -> list[str]:
        """For tests: what can be read."""
        return [line.words.text for line in self.lines if line.opacity and self.opacity]

    def fit(self, width: float) -> float:
        return 0.0

    def arrange(self) -> None:
        """Its lines are placed by `stand`."""
