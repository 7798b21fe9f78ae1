"""The first start: one page that says what this is."""

from contextlib import suppress

from kivy.animation import Animation
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.core.text import Refused, Text, say
from companion.services.start import ASSETS
from companion.ui.app.beside import LOW
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.art import art
from companion.ui.screens.plain import this_device
from companion.ui.theme import Look
from companion.ui.widgets import Box, Column, Grid, PrimaryButton, Row, Scroll, Voice, Words
from companion.ui.widgets.displays.covers import Square

LAMP, TILE, WIDEST = 190.0, 112.0, 480.0
# sizes if space is tight, and the share of each gap that stays
SMALL_LAMP, SMALL_TILE, CLOSER = 130.0, 84.0, 0.55
COMES = 0.24  # seconds


class Sketch(Column):
    def __init__(self, look: Look, name: str, words: Text) -> None:
        self.square = Square(art("shell").texture(f"welcome_{name}"), TILE)
        self.words = Words(look, words, "support", "text2", align="center")
        super().__init__([self.square, self.words], 10, centred=True)

    def fit(self, width: float) -> float:
        super().fit(width)
        self.words.balance(width)  # no lone last word
        self.arrange()
        return float(self.height)


class Greeting(Column):
    """If the window is low and wide, the lamp is at the left."""

    aside = False
    tight = False
    """Shrink everything to fit a small or turned phone without scrolling."""

    def __init__(self, app: TablesideApp, look: Look) -> None:
        self.look = look
        self.lamp = Square(CoreImage(str(ASSETS / "icon_fg.png")).texture, LAMP, 0.3)
        lay = say("Put the computer beside the box.\nYou play, I keep score.")
        if app.is_tablet:
            lay = say("Lay the tablet beside the box.\nYou play, I keep score.")
        elif app.machine.is_phone:
            lay = say("Lay the phone beside the box.\nYou play, I keep score.")
        self.name = Voice(look, "Tableside", "display", align="center", chrome=True)
        self.sentence = Voice(look, lay, "title", align="center", chrome=True)
        self.tiles = Grid([Sketch(look, "box", say("The game stays on the table")),
                           Sketch(look, "ask", say("I ask one thing at a time")),
                           Sketch(look, "race", say("Scores and rules are my job"))], gap=12)
        stays = say("No account, no internet.\nWhat you play stays on {here}.", here=this_device(app))
        self.privacy = Words(look, stays, "support", "text2", align="center")
        self.head = Column([self.name, self.sentence])
        self.words = Column([self.head, self.tiles, self.privacy])
        self.beside = Row([], self.words, gap=16)
        super().__init__(gap=0, centred=True)

    def fit(self, width: float) -> float:
        closer, full = CLOSER if self.tight else 1.0, self.look.px("title", chrome=True)
        self.lamp.side = SMALL_LAMP if self.tight else LAMP
        self.head.gap, self.words.gap = 14 * closer, 27 * closer
        room = width - (self.lamp.fit(width) + dp(16) if self.aside else 0.0)
        self.tiles.columns = 1 if self.look.big and width < dp(440) else 3
        for tile in self.tiles.parts:
            tile.square.side = SMALL_TILE if self.tight else TILE
        self.sentence.set_size_px(full)
        self.sentence.fit_in_line(room, full * 0.75 if self.tight else 0.0)
        if self.aside:
            self.beside.fill([self.lamp, self.words])
        self.fill([self.beside] if self.aside else [self.lamp, self.words])
        return super().fit(width)


class WelcomeScreen(Page):
    """Shown once. The lamp is where the splash screen had it."""

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look)
        Box(self, self.look.colour("background"))
        with self.canvas:
            Color(*self.look.colour("primary", 0.16 if self.look.dark else 0.3))
            # outside the scroll view, which would clip it
            self.glow = Rectangle(texture=art("shell").texture("glow"))
        self.greeting = Greeting(app, self.look)
        self.scroll = Scroll(self.look, self.greeting)
        self.choose = PrimaryButton(self.look, say("Choose a box"), "cards-outline", self.leave, high=62.0)
        self.add_widget(self.scroll)
        self.add_widget(self.choose)

    def entered(self) -> None:
        if self.look.motion:
            for part in self.greeting.words.parts:
                part.opacity = 0.01
                Animation(opacity=1.0, d=COMES, t="out_quad").start(part)

    def on_answer_key(self, number: int) -> bool:
        return self.on_back()

    def on_back(self) -> bool:
        self.leave()
        return True

    def leave(self) -> None:
        with suppress(Refused):  # then it is shown again
            self.app.library.set("welcomed", True)
        self.app.go_home()

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        wide, side = self.width - left - right, dp(16)
        self.greeting.aside = bool(self.height < dp(LOW) < self.width)
        inner = min(wide - 2 * side, dp(WIDEST * (1.6 if self.greeting.aside else 1.0)))
        at = left + (wide - inner) / 2
        button = min(inner, dp(WIDEST))
        self.choose.fit(button)
        for tight in (False, True):
            self.greeting.tight = tight
            self.choose.pos = (left + (wide - button) / 2,
                               lower + dp(16 if tight or self.greeting.aside else 32))
            low = float(self.choose.top + dp(16))
            room = self.height - upper - low - dp(8)
            if self.scroll.needs(inner) <= room:
                break
        high = min(room, self.scroll.needs(inner))
        spare = max(0.0, room - high) * 0.45  # slightly above the middle
        self.scroll.show((at, low + room - high - spare), inner, high)
        lamp = dp(self.greeting.lamp.side)
        wide = lamp * 3.4
        x = at + lamp / 2 if self.greeting.aside else at + inner / 2
        y = low + room - spare - (high / 2 if self.greeting.aside else lamp / 2)
        self.glow.pos, self.glow.size = (x - wide / 2, y - wide / 2), (wide, wide)
