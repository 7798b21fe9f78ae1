"""The first start: one page that says what this is."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services.start.places import ASSETS
from companion.ui.app.page import Page
from companion.ui.drawing.art import art
from companion.ui.screens.plain import LOW, this_device
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Scroll
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Voice, Words
from companion.ui.widgets.controls.buttons import PrimaryButton

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LAMP, TILE, WIDEST = 190.0, 112.0, 480.0
SMALL_LAMP, SMALL_TILE, CLOSER = 130.0, 84.0, 0.55  # sizes if space is tight, and the share of each gap that stays
COMES = 0.24  # seconds


class ChooseButton(PrimaryButton):
    high = 62.0


class Sketch(Part):
    def __init__(self, look: Look, name: str, words: Text) -> None:
        super().__init__()
        with self.canvas:
            Color(1, 1, 1, 1)
            self.picture = Rectangle(texture=art("shell").texture(f"welcome_{name}"))
        self.words = Words(look, words, "support", "text2", align="center")
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    most = TILE

    def fit(self, width: float) -> float:
        self.side = min(width, dp(self.most))
        self.words.balance(width)
        self.size = (width, self.side + dp(10) + self.words.height)
        self._place()
        return float(self.height)

    def _place(self, *_: object) -> None:
        if hasattr(self, "side"):
            self.picture.pos = (self.x + (self.width - self.side) / 2, self.top - self.side)
            self.picture.size = (self.side, self.side)
            self.words.pos = (self.x + (self.width - self.words.width) / 2, self.y)


class Greeting(Part):
    """If the window is low and wide, the lamp is at the left."""

    aside = False
    tight = False
    """Shrink everything to fit a small or turned phone without scrolling."""

    def __init__(self, app: TablesideApp, look: Look) -> None:
        super().__init__()
        self.look = look
        self.lamp = Widget(size_hint=(None, None), size=(dp(LAMP), dp(LAMP)))
        with self.lamp.canvas:
            Color(1, 1, 1, 1)
            self.picture = Rectangle(texture=CoreImage(str(ASSETS / "icon_fg.png")).texture)
        lay = say("Lay the phone beside the box.\nYou play, I keep score.") if app.machine.is_phone else \
            say("Put the computer beside the box.\nYou play, I keep score.")
        self.name = Voice(look, "Tableside", "display", align="center", chrome=True)
        self.sentence = Voice(look, lay, "title",
                              align="center", chrome=True)
        self.tiles = [Sketch(look, "box", say("The game stays on the table")),
                      Sketch(look, "ask", say("I ask one thing at a time")),
                      Sketch(look, "race", say("Scores and rules are my job"))]
        stays = say("No account, no internet.\nWhat you play stays on {here}.", here=this_device(app))
        self.privacy = Words(look, stays, "support", "text2", align="center")
        self.add_parts(self.lamp, self.name, self.sentence, *self.tiles, self.privacy)

    def fading(self) -> list[Any]:
        return [self.name, self.sentence, *self.tiles, self.privacy]

    @property
    def side(self) -> float:
        return float(dp(SMALL_LAMP if self.tight else LAMP))

    def gap(self, wide: float) -> float:
        return float(dp(wide) * (CLOSER if self.tight else 1.0))

    def fit(self, width: float) -> float:
        self.stacked = self.look.big and width < dp(440)
        room = width - (self.side + dp(16) if self.aside else 0.0)
        self.room = room
        high = 0.0 if self.aside else self.side
        full = self.look.px("title", chrome=True)
        self.sentence.set_size_px(full)
        self.sentence.fit_in_line(room, full * 0.75 if self.tight else 0.0)
        high += self.name.fit(room) + self.gap(14) + self.sentence.height + self.gap(28)
        for tile in self.tiles:
            tile.most = SMALL_TILE if self.tight else TILE
        tiles = [tile.fit(room if self.stacked else (room - dp(24)) / 3) for tile in self.tiles]
        high += sum(tiles) + dp(24) if self.stacked else max(tiles)
        high += self.gap(26) + self.privacy.fit(min(room, dp(300) * max(1.0, self.look.scale * 0.8)))
        self.take_size(width, high)
        return float(high)

    def arrange(self) -> None:
        if not hasattr(self, "room"):
            return
        left, top = self.x, self.top
        if self.aside:
            self.lamp.pos = (self.x, self.center_y - self.side / 2)
            left += self.side + dp(16)
        else:
            self.lamp.pos = (self.center_x - self.side / 2, top - self.side)
            top -= self.side
        for part, gap in ((self.name, self.gap(14)), (self.sentence, self.gap(28))):
            part.pos = (left, top - part.height)
            top -= part.height + gap
        x = left
        for tile in self.tiles:
            tile.pos = (x, top - tile.height)
            if self.stacked:
                top -= tile.height + dp(12)
            else:
                x += tile.width + dp(12)
        top = min(tile.y for tile in self.tiles) - self.gap(26)
        self.privacy.pos = (left + (self.room - self.privacy.width) / 2, top - self.privacy.height)
        self._place_lamp()

    def _place_lamp(self) -> None:
        side, (x, y) = self.side, self.lamp.pos
        self.picture.pos, self.picture.size = (x - side * 0.3, y - side * 0.3), (side * 1.6, side * 1.6)


class WelcomeScreen(Page):
    """Shown once. The lamp is where the splash screen had it."""

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look)
        Box(self, self.look.colour("background"))
        with self.canvas:
            Color(*self.look.colour("primary", 0.16 if self.look.dark else 0.3))
            self.glow = Rectangle(texture=art("shell").texture("glow"))  # outside the scroll view, which would clip it
        self.greeting = Greeting(app, self.look)
        self.scroll = Scroll(self.look, self.greeting)
        self.choose = ChooseButton(self.look, say("Choose a box"), "cards-outline", self.leave)
        self.add_widget(self.scroll)
        self.add_widget(self.choose)

    def entered(self) -> None:
        if self.look.motion:
            for part in self.greeting.fading():
                part.opacity = 0.01
                Animation(opacity=1.0, d=COMES, t="out_quad").start(part)

    def on_back(self) -> bool:
        self.leave()
        return True

    def leave(self) -> None:
        with suppress(Refused):  # then it is shown again
            self.app.evening.set("welcomed", True)
        self.app.go_home()

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, _, right, lower = self.insets
        wide, side = self.width - left - right, dp(16)
        self.greeting.aside = bool(self.height < dp(LOW) < self.width)
        inner = min(wide - 2 * side, dp(WIDEST * (1.6 if self.greeting.aside else 1.0)))
        at = left + (wide - inner) / 2
        button = min(inner, dp(WIDEST))
        self.choose.fit(button)
        self.greeting.tight = False
        low, room = self._foot(left + (wide - button) / 2, lower, 16 if self.greeting.aside else 32)
        if self.scroll.needs(inner) > room:
            self.greeting.tight = True
            low, room = self._foot(left + (wide - button) / 2, lower, 16)
        high = min(room, self.scroll.needs(inner))
        spare = max(0.0, room - high) * 0.45  # slightly above the middle
        self.scroll.show((at, low + room - high - spare), inner, high)
        lamp = self.greeting.side
        wide = lamp * 3.4
        x = at + lamp / 2 if self.greeting.aside else at + inner / 2
        y = low + room - spare - (high / 2 if self.greeting.aside else lamp / 2)
        self.glow.pos, self.glow.size = (x - wide / 2, y - wide / 2), (wide, wide)

    def _foot(self, x: float, lower: float, margin: float) -> tuple[float, float]:
        self.choose.pos = (x, lower + dp(margin))
        low = self.choose.top + dp(16)
        return float(low), float(self.height - self.insets[1] - low - dp(8))
