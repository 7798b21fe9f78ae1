"""The cards of the library: the play to go on with, and the others that are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.services import when
from companion.services.evening import Evening, Listed
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Sideways
from companion.ui.widgets.base.picture import Cover
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Voice, Words
from companion.ui.widgets.controls.buttons import IconDisc, Link, PrimaryButton
from companion.ui.widgets.displays.covers import Badge, Pictured, Scores, frame_over

Open = Callable[[Listed], None]
LOWEST = 124.0
"""So high is a picture at least, dp: below the words on it there is room for a row of a score sheet, with its head."""
PACKED_AWAY = 6 * 3600.0  # seconds after which the box is likely back on its shelf


class ResumeButton(PrimaryButton):
    high, pad = 48.0, 14.0


def play_title(play: Listed) -> str:
    return play.title or play.game


class ResumeCard(Tap):
    """The stage as it stands, whose play it is, and one button. Wide screens have the picture at the left."""

    text = StringProperty("")
    aside = False

    def __init__(self, look: Look, evening: Evening, play: Listed, do: Open, lay_out: Open, end: Open) -> None:
        super().__init__(look)
        self.play = play
        corner = dp(tokens.CORNER["card"])
        self.box = Box(self, look.colour("surface"), corner, look.colour("outline") if look.contrast else None,
                       look.line)
        self.picture = Cover(play.game, 0.35, (corner, corner, 0.0, 0.0), focus=0.6, small=True)
        self.badge = Badge(look, when.left_at(play.touched, evening.clock.wall()), "bookmark-outline")
        self.title = Voice(look, play_title(play), "title")
        self.second = Words(look, play.subtitle, "support", "text2")
        self.scores = Scores(look, [(person.colour, person.name) for person in play.people],
                             play.points or [None] * len(play.people), token=26)
        self.button = ResumeButton(look, say("Resume"), "play", lambda: do(play))
        packed = evening.clock.wall() - play.touched > PACKED_AWAY
        self.lay_out = Link(look, say("Lay it out again"), "check-all", lambda: lay_out(play)) if packed else None
        self.menu = IconDisc(look, "dots-vertical", lambda: end(play))
        for part in (self.picture, self.badge, self.title, self.second, self.scores, self.button, self.lay_out,
                     self.menu):
            if part is not None:
                self.add_widget(part)
        frame_over(self, look, corner)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do(play))

    def fit(self, width: float) -> float:
        corner = dp(tokens.CORNER["card"])
        pad = dp(16)
        aside = width * 0.5 if self.aside else 0.0
        inner = width - aside - 2 * pad
        self.title.fit(inner)
        self.second.fit(inner)
        self.button.hug(inner)
        self._lay_high = 0.0
        if self.lay_out is not None:
            self.lay_out.hug(inner)
            self._lay_high = self.lay_out.height
        self._one_line = self.scores.hug(inner) + self.button.width + dp(8) <= inner
        if not self._one_line:
            self.scores.fit(inner)
            self.button.fit(inner)
        row = max(self.scores.height, self.button.height) if self._one_line else \
            self.scores.height + dp(8) + self.button.height
        words = dp(12) + self.title.height + dp(2) + self.second.height + dp(10) + row + self._lay_high + dp(14)
        if self.aside:
            high = max(words, dp(190))
            self.picture.corners = (corner, 0.0, 0.0, corner)
            self.picture.size = (aside, high)
        else:
            self.picture.corners = (corner, corner, 0.0, 0.0)
            self.picture.fit(width)
            self.picture.height = max(self.picture.height, dp(LOWEST))
            high = words + self.picture.height
        self.badge.hug((aside or width) - dp(32) - dp(48))
        self.take_size(width, high)
        return float(high)

    def arrange(self) -> None:
        if not hasattr(self, "_one_line"):
            return
        self.picture.pos = (self.x, self.top - self.picture.height)
        self.badge.pos = (self.x + dp(16), self.top - dp(14) - self.badge.height)
        self.menu.pos = (self.x + self.picture.width - dp(48), self.top - dp(48))
        left = self.x + dp(16) + (self.picture.width if self.aside else 0)
        right = self.right - dp(16)
        top = self.top if self.aside else self.picture.y
        if self.aside:
            spare = self.height - self._words_height()
            top -= spare / 2
        top -= dp(12) + self.title.height
        self.title.pos = (left, top)
        top -= dp(2) + self.second.height
        self.second.pos = (left, top)
        top -= dp(10)
        if self._one_line:
            middle = top - max(self.scores.height, self.button.height) / 2
            self.scores.pos = (left, middle - self.scores.height / 2)
            self.button.pos = (right - self.button.width, middle - self.button.height / 2)
        else:
            self.scores.pos = (left, top - self.scores.height)
            self.button.pos = (left, self.scores.y - dp(8) - self.button.height)
        if self.lay_out is not None:
            low = min(self.scores.y, self.button.y)
            self.lay_out.pos = (left - dp(Link.pad), low - self.lay_out.height)

    def covered(self) -> float:
        """How much of the picture, from above, lies under the words on it."""
        return float(dp(14) + self.badge.height)

    def _words_height(self) -> float:
        row = max(self.scores.height, self.button.height) if self._one_line else \
            self.scores.height + dp(8) + self.button.height
        return float(dp(12) + self.title.height + dp(2) + self.second.height + dp(10) + row + self._lay_high + dp(14))

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface2" if down else "surface"))


class OpenCard(Pictured):
    """Another open play, small."""

    def __init__(self, look: Look, evening: Evening, play: Listed, do: Open, end: Open) -> None:
        super().__init__(look, play.game, 0.42, grey=not play.known)
        self.play = play
        self.text = play_title(play)
        names = Words(look, ", ".join(play.names), "support", "text2")
        second = play.subtitle if play.known else say("This game is not installed")
        self.below(Voice(look, self.text, "card title"), Words(look, second, "support", "text2"), names)
        self.menu = IconDisc(look, "dots-vertical", lambda: end(play))
        self.add_widget(self.menu)
        self.bind(on_tap=lambda _: do(play))

    def covered(self) -> float:
        """No words lie on it."""
        return 0.0

    def arrange(self) -> None:
        super().arrange()
        if hasattr(self, "menu"):
            self.menu.pos = (self.right - dp(48), self.top - dp(48))


class OpenPlays(Widget):
    """The other open plays side by side; the row scrolls sideways."""

    def __init__(self, look: Look, evening: Evening, plays: list[Listed], do: Open, lost: Open,
                 end: Open) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        self.cards = [OpenCard(look, evening, play, do if play.known else lost, end) for play in plays]
        self.inner = Widget(size_hint=(None, None))
        self.scroll = Sideways(self.inner)
        for card in self.cards:
            self.inner.add_widget(card)
        self.add_widget(self.scroll)
        self.bind(pos=self._arrange)

    def fit(self, width: float) -> float:
        each = min(width * 0.8, dp(200) * (1 + (self.look.scale - 1) * 0.5))
        gap = dp(tokens.S)
        high = max(card.fit(each) for card in self.cards)
        for card in self.cards:
            card.height = high
        self.inner.size = (len(self.cards) * (each + gap) - gap, high)
        self.size = (width, high)
        self._arrange()
        return float(high)

    def _arrange(self, *_: Any) -> None:
        self.scroll.pos, self.scroll.size = self.pos, self.size
        self.scroll.do_scroll_x = self.inner.width > self.width + 1
        x = self.inner.x
        for card in self.cards:
            card.pos = (x, self.inner.y)
            x += card.width + dp(tokens.S)
