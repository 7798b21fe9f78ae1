"""Buttons, pills, chips and seat tokens, drawn with few shapes so screens can hold dozens."""

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.text import Text
from companion.ui.drawing.art import BOX, LINE, LOWER, RADIUS, RIM, mask
from companion.ui.drawing.letters import drawn
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Card, Column
from companion.ui.widgets.base.part import Box, Do, Icon, Part, Tap, Words


class Push(Tap):
    """An icon and a few words in a rounded box; subclasses or `style` set colours, height and corners."""

    text = StringProperty("")
    contrast: ClassVar[dict[str, str]] = {}
    """Its style in high contrast."""
    high, corner, pad, role, icon_size, chrome = tokens.PRIMARY, 0.0, 20.0, "answer", 24.0, False
    tone, tone_alpha, ink, edge, unready = "surface3", 1.0, "text", "", "surface2"

    def __init__(self, look: Look, text: Text | str = "", icon: str = "", do: Do | None = None, *,
                 icon_last: bool = False, **style: Any) -> None:
        for name, value in (style | self.contrast if look.contrast else style).items():
            setattr(self, name, value)
        super().__init__(look, do)
        self.icon_last = icon_last
        self.ready = True
        line = look.colour(self.edge) if self.edge else None
        self.box = Box(self, self.ground(), 0, line, dp(1.5) if self.edge else 0)
        self.icon = Icon(look, icon, self.icon_size, self.ink)
        self.words = Words(look, "", self.role, self.ink, align="center", chrome=self.chrome)
        self.second = Words(look, "", "support", self.ink, align="center", chrome=self.chrome)
        self.add_parts(self.icon, self.words, self.second)
        self.text = str(text)

    def ground(self) -> tokens.Rgba:
        return self.look.colour(self.tone, self.tone_alpha)

    def on_text(self, _: Any, text: str) -> None:
        self.words.text = text
        self.arrange()

    def set_icon(self, name: str) -> None:
        self.icon.name = name
        self.arrange()

    def set_ready(self, ready: bool) -> None:
        """Fade a button that needs more input; a tap still says what is missing."""
        if ready != self.ready:
            self.ready = ready
            self.box.fill(self.ground() if ready else self.look.colour(self.unready))
            self.words.tint(self.ink if ready else "text2")
            self.icon.tint(self.ink if ready else "text2")

    def show_pressed(self, down: bool) -> None:
        if not self.ready:
            return
        red, green, blue, alpha = self.ground()
        ink = self.look.colour(self.ink)
        if down:
            red, green, blue = (tone * 0.88 + top * 0.12
                                for tone, top in zip((red, green, blue), ink[:3], strict=True))
            alpha = min(1.0, alpha + 0.12)
        self.box.fill((red, green, blue, alpha))

    def _icon_room(self) -> float:
        if not self.icon.name:
            return 0.0
        return float(self.icon.width + (dp(10) if self.text else 0))

    def hug(self, most: float | None = None) -> float:
        room = self._icon_room() + 2 * dp(self.pad)
        inner = None if most is None else max(dp(24), most - room)
        wide = max(self.words.hug(inner), self.second.hug(inner))
        small = max(self.high, tokens.TARGET - tokens.S)  # a finger has 48 dp with the gap to the next one
        least = dp(min(small, tokens.TARGET))
        self.take_size(max(least, wide + room), self._height())  # new words may leave the size unchanged
        return float(self.width)

    def fit(self, width: float) -> float:
        inner = max(dp(24), width - self._icon_room() - 2 * dp(self.pad))
        self.words.balance(inner)
        self.second.hug(inner)
        return self.take_size(width, self._height())

    def _height(self) -> float:
        pad = 8 if self.high < 48 or self.second.text else 16
        return float(max(self.look.high(self.high, self.chrome),
                         self.words.height + self.second.height + dp(pad)))

    def arrange(self) -> None:
        self.box.corner = dp(self.corner) if self.corner else min(self.height / 2, dp(32))
        self.box.place()
        words = max(self.words.width, self.second.width)
        x = self.center_x - (words + self._icon_room()) / 2
        gap = dp(10) if self.text and self.icon.name else 0.0
        first, last, first_wide = self.icon, self.words, self.icon.width if self.icon.name else 0.0
        if self.icon_last:
            first, last, first_wide = self.words, self.icon, words
        first.pos = (x, self.center_y - first.height / 2)
        last.pos = (x + first_wide + gap, self.center_y - last.height / 2)
        if self.second.text:
            left, second = self.words.x, self.second
            self.words.pos = (left + (words - self.words.width) / 2, self.center_y - dp(2))
            second.pos = (left + (words - second.width) / 2, self.words.y - second.height + dp(2))


class PrimaryButton(Push):
    """The one filled button of a screen, labelled with what it does."""

    role, tone, ink = "primary", "primary", "on_primary"


class TonalButton(Push):
    """The secondary button."""

    contrast: ClassVar[dict[str, str]] = {"edge": "outline"}


class OutlineButton(Push):
    tone_alpha, edge = 0.0, "outline"


class Link(Push):
    """Tappable words in the accent colour."""

    role, tone_alpha, ink, pad, high, icon_size = "kicker", 0.0, "primary", 8.0, 48.0, 20.0


class Pill(Push):
    """A small outlined button, such as "Why?"."""

    high, pad, role, icon_size, chrome = 32.0, 12.0, "kicker", 18.0, True
    tone_alpha, ink, edge = 0.0, "text2", "outline2"
    contrast: ClassVar[dict[str, str]] = {"ink": "text", "edge": "outline"}


class Chip(Push):
    """One of a few choices, or a remembered name; filled when chosen."""

    contrast = TonalButton.contrast
    high, pad, role, icon_size, chrome, tone = 36.0, 14.0, "kicker", 18.0, True, "surface2"
    chosen = False

    def choose(self, on: bool) -> None:
        self.chosen = on
        self.tone, self.ink = ("container", "on_container") if on else ("surface2", "text")
        self.box.fill(self.ground())
        self.words.tint(self.ink)
        self.icon.tint(self.ink)


class TallChip(Chip):
    """A chip 48 dp high, for sheets that scroll."""

    high = 48.0


class PersonChip(Chip):
    high = 40.0
    edge = "outline2"
    tone_alpha = 0.0


class Key(Tap):
    """A key of a pad with a picture or a digit; `held` runs on a long press, instead of the tap."""

    high, down = 56.0, "container"

    def __init__(self, look: Look, face: Any, do: Do, text: str = "", tone: str = "surface3",
                 corner: float = 20.0, held: Do | None = None) -> None:
        super().__init__(look, do)
        self.text, self.face, self.held = text, face, held
        self.stand_on_card(tone, corner)
        self.add_parts(face)
        self._waiting: Any = None
        self._was_held = False

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(self.high))

    def arrange(self) -> None:
        self.face.center = (self.center_x, self.center_y)

    def show_pressed(self, down: bool) -> None:
        if self.down:
            self.box.fill(self.look.colour(self.down if down else self.tone))
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if down:
            self._was_held = False
            if self.held is not None:
                self._waiting = Clock.schedule_once(self._hold, tokens.HOLD_BEFORE_REPEAT)

    def _hold(self, _: float) -> None:
        self._was_held, self._waiting = True, None
        if self.held is not None:
            self.held()

    def on_tap(self) -> None:
        if not self._was_held:
            super().on_tap()


class IconDisc(Tap):
    """A round button on the art: 48 dp to the finger, drawn at 40 dp."""

    def __init__(self, look: Look, icon: str, do: Do | None = None, *, on_art: bool = True,
                 **kwargs: Any) -> None:
        super().__init__(look, do, size=(dp(40), dp(40)), **kwargs)
        ground = look.scrim() if on_art else look.colour("surface", 0)
        self.box = Box(self, ground, dp(20))
        self._ink = tokens.ON_SCRIM if on_art else "text"
        self.icon = Icon(look, icon, 24, self._ink, fixed=True)
        self.add_parts(self.icon)

    def set_ready(self, ready: bool) -> None:
        self.disabled = not ready
        self.icon.tint(self._ink, 1.0 if ready else 0.38)

    def arrange(self) -> None:
        # `center` updates later than `pos`
        self.icon.center = (self.x + self.width / 2, self.y + self.height / 2)


class SeatToken(Part):
    """A seat's shape and initial. `rim`: "" on dark panels, "line" on light ones, "art" for a double rim."""

    def __init__(self, look: Look, colour: int, letter: str, size_dp: float = 36.0, *, rim: str | None = None,
                 alpha: float = 1.0, **kwargs: Any) -> None:
        self.look, self.colour, self.letter, self.alpha = look, colour, letter, alpha
        usual = "" if look.dark else "line"
        self.rim = usual if rim is None else rim
        super().__init__(size=(dp(size_dp), dp(size_dp)), **kwargs)
        self._paint()
        self.add_parts()

    def _paint(self) -> None:
        seat = tokens.SEATS[self.colour]
        layers: list[tuple[str, tokens.Rgba]] = [("", tokens.rgba(seat.fill, self.alpha))]
        if self.rim == "art":
            layers = [("_edge", tokens.rgba(tokens.DARK_RIM, self.alpha)),
                      ("_rim", tokens.rgba(tokens.LIGHT_RIM, self.alpha)), *layers]
        elif self.rim == "line":
            layers.insert(0, ("_rim", self.look.colour("text", self.alpha)))
        self.canvas.clear()
        with self.canvas:
            self._layers: list[Rectangle] = []
            for layer, ink in layers:
                Color(*ink)
                self._layers.append(Rectangle(texture=mask(self.colour, layer)))
            Color(*tokens.rgba(seat.ink, self.alpha))
            self.letter_box = Rectangle()
        self.arrange()

    def become(self, colour: int, letter: str, alpha: float = 1.0) -> None:
        if (colour, letter, alpha) != (self.colour, self.letter, self.alpha):
            self.colour, self.letter, self.alpha = colour, letter, alpha
            self._paint()

    def arrange(self) -> None:
        radius = min(self.size) * RADIUS
        side = BOX * radius
        for layer in self._layers:
            layer.pos, layer.size = (self.center_x - side / 2, self.center_y - side / 2), (side, side)
        # keep a big token's outline as thin as the others'
        if self.rim == "line" and radius > dp(LINE / RIM):
            side *= (1 + dp(LINE) / radius) / (1 + RIM)
            self._layers[0].size = (side, side)
            self._layers[0].pos = (self.center_x - side / 2, self.center_y - side / 2)
        seat = tokens.SEATS[self.colour]
        px = round(radius * seat.letter * (0.7 if len(self.letter) > 1 else 1.0), 1)
        label = drawn(self.letter, tokens.BOLD, max(4.0, px), px, None, "left", False)
        wide, high = label.texture.size
        middle = self.center_y - radius * LOWER.get(seat.shape, 0.0)
        self.letter_box.texture = label.texture
        self.letter_box.size = (wide, high)
        self.letter_box.pos = (round(self.center_x - wide / 2),
                            round(middle - (high - label.below) / 2 - label.below))


class ColourTile(Card):
    def __init__(self, look: Look, colour: int, letter: str, chosen: bool, do: Do) -> None:
        name = str(tokens.SEATS[colour].name)
        words = Words(look, name, "label", "text2", align="center", chrome=True)
        super().__init__(look, Column([SeatToken(look, colour, letter, 44), words], 2, 2, 7, centred=True),
                         do, text=name, tone="surface3" if chosen else "surface2")
        if chosen:
            self.box.border(look.colour("primary"), dp(2))
