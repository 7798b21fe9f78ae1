"""The echo line: the last action, with an Undo button within reach."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Push
from companion.ui.widgets.controls.seat import SeatToken

LONGEST = 88
"""Characters in two lines on a phone; tap for the full text in the chronicle."""

LONGEST_BELOW = 60
"""The same at the bottom of a small phone's panel."""
SHORTEST = 72.0  # dp left of Undo: 48 for a finger, however short the text


class UndoPill(Push):
    high, pad, role, icon_size, chrome = 30.0, 10.0, "kicker", 18.0, True
    tone, tone_alpha, ink = "#FFFFFF", 0.16, "#FFFFFF"


class UndoLink(Push):
    """The Undo link at the bottom of a small phone's panel."""

    high, pad, role, icon_size, chrome = 36.0, 4.0, "kicker", 20.0, True
    tone_alpha, ink = 0.0, "primary"


class EchoLine(Tap):
    """A pill on the art, or a plain line at the bottom of the panel (`foot`). Tap for the chronicle."""

    def __init__(self, look: Look, on_open: Callable[[], object], on_undo: Callable[[], object],
                 foot: bool = False) -> None:
        super().__init__(look, on_open)
        self.foot = foot
        self._wanted: tuple[str, str, int | None, str] = ("", "", None, "")
        self._dressed: tuple[str, str, int | None, str] = self._wanted
        self.box = Box(self, (0, 0, 0, 0) if foot else look.scrim(), dp(18),
                       look.colour("outline") if look.contrast and not foot else None, look.line)
        self.token: SeatToken | None = None
        ink = "text2" if foot else tokens.ON_SCRIM
        self.words = Words(look, "", "support", ink, chrome=True)
        kind = UndoLink if foot else UndoPill
        self.undo = kind(look, "", "undo-variant", on_undo)
        self.add_parts(self.words, self.undo)

    def show(self, text: str, undo: str, colour: int | None, letter: str) -> None:
        """`undo` is the button's label, empty after an undo. Drawn once placed: only one of two is visible."""
        self.text = text
        self._wanted = (text, undo, colour, letter)

    def _dress(self) -> None:
        if self._wanted == self._dressed:
            return
        text, undo, colour, letter = self._dressed = self._wanted
        most = LONGEST_BELOW if self.foot else LONGEST
        self.words.say(text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0].rstrip(',;:')} …")
        self.undo.text = undo
        if bool(undo) != (self.undo.parent is not None):
            change = self.add_widget if undo else self.remove_widget
            change(self.undo)
        if colour is None:
            if self.token is not None:
                self.remove_widget(self.token)
                self.token = None
        elif self.token is None:
            dark = self.look if self.foot else Look.of("dark")
            self.token = SeatToken(dark, colour, letter, 26)
            self.add_widget(self.token)
        else:
            self.token.become(colour, letter)

    def hang(self, up: float) -> None:
        """Draw this much higher while the panel below glides."""
        if not self._movable:
            if not up:
                return
            self._make_movable()
        self._shift.y = up

    def _lead(self) -> float:
        return float(dp(12) + (dp(32) if self.token is not None else 0))

    def _end(self, gap: float) -> float:
        if self.undo.parent is None:
            return 0.0
        self.undo.hug()
        return float(self.undo.width + gap)

    def hug(self, most: float | None = None) -> float:
        """Fit the pill on the art, on two lines if the text is long."""
        most = most or 10_000.0
        self._dress()
        end = self._end(dp(4))
        self.words.hug(most - self._lead() - dp(14) - end)
        self.take_size(max(self._lead() + self.words.width + dp(12), dp(SHORTEST)) + end,
                       max(dp(36), self.words.height + dp(10)))
        return float(self.width)

    def fit(self, width: float) -> float:
        self._dress()
        self.words.fit(width - self._lead() - self._end(dp(8)))
        return self.take_size(width, max(dp(48), self.words.height + dp(8)))

    def arrange(self) -> None:
        if self.token is not None:
            self.token.center = (self.x + dp(24), self.center_y)
        self.words.pos = (self.x + self._lead(), self.center_y - self.words.height / 2)
        edge = self.right - (dp(0) if self.foot else dp(4))
        self.undo.pos = (edge - self.undo.width, self.center_y - self.undo.height / 2)
