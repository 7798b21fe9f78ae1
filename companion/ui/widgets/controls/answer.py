"""One answer to a question: its label, hint and gain."""

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp

from companion.core.colours import is_colour
from companion.core.questions import Face
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Card, Column
from companion.ui.widgets.base.part import Box, Do, Icon, Part, Tap, Words, shake
from companion.ui.widgets.controls.buttons import SeatToken

Letter = Callable[[Any], str]
SIGN, SIGN_LARGE = 28.0, 44.0  # dp, of an icon, and of a disc, picture or token


def signed(change: int) -> str:
    """
    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    if change == 0:
        return "0"
    return f"+{change}" if change > 0 else f"−{-change}"


class Disc:
    """A disc in an answer's own colour behind its icon, which then has the ink that is readable on it."""

    def __init__(self, icon: Icon) -> None:
        self.icon, self.tone = icon, ""
        self._layers: list[tuple[Color, SmoothEllipse, float]] = []

    def show(self, tone: str) -> None:
        """`#RRGGBB`; empty for no disc."""
        self.tone = tone
        if tone and not self._layers:
            with self.icon.canvas.before:
                self._layers = [(Color(), SmoothEllipse(), inset) for inset in (0.0, dp(1.5))]
            self.icon.bind(pos=self._lay, size=self._lay)

    def fade(self, alpha: float) -> None:
        """Call it after the icon has got its usual ink."""
        inks = [ink for ink, _, _ in self._layers]
        if not self.tone:
            for ink in inks:
                ink.a = 0.0
            return
        rim, fill = inks
        rim.rgba = self.icon.look.colour("text2", alpha)
        fill.rgba = tokens.rgba(self.tone, alpha)
        self.icon.paint(tokens.rgba(tokens.ink_on(self.tone), alpha))

    def _lay(self, *_: object) -> None:
        for _, shape, inset in self._layers:
            shape.pos = (self.icon.x + inset, self.icon.y + inset)
            shape.size = (self.icon.width - 2 * inset, self.icon.height - 2 * inset)


class FaceTap(Tap):
    token: SeatToken | None = None
    label: Words

    def __init__(self, look: Look, letter: Letter | None, high: float, **kwargs: Any) -> None:
        super().__init__(look, **kwargs)
        self.letter, self.high = letter or (lambda seat: tokens.initials([seat.name])[0]), high
        self.choice: Any = None
        self.faded = self.chosen = False
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]))
        self.icon = Icon(look, "", SIGN)
        self.disc = Disc(self.icon)

    def _show_face(self, face: Face) -> None:
        self.text = str(face.label)
        self.label.say(face.label)
        picture = self.look.picture(face.picture)
        self.icon.name = picture or face.icon if face.seat is None else ""
        self.disc.show(face.tone if is_colour(face.tone) and not picture and face.seat is None else "")
        side = dp(SIGN_LARGE) if picture or self.disc.tone else dp(SIGN) * self.look.grow(chrome=True)
        self.icon.size = (side, side)
        self._show_token(face)

    @property
    def lead(self) -> Part | None:
        """What stands before or above the words."""
        return self.token or (self.icon if self.icon.name or self.disc.tone else None)

    @property
    def has_large_lead(self) -> bool:
        return self.lead is not None and self.lead.width > dp(40)

    def _show_token(self, face: Face) -> None:
        """Put the token behind the other parts, since a badge may cover its corner."""
        if face.seat is None:
            if self.token is not None:
                self.remove_widget(self.token)
                self.token = None
        elif self.token is None:
            self.token = SeatToken(self.look, face.seat.colour, self.letter(face.seat), 44)
            self.add_widget(self.token, index=len(self.children))
        else:
            self.token.become(face.seat.colour, self.letter(face.seat))


class AnswerCard(FaceTap):
    """An answer card: filled if it is the usual choice, faded with a reason if forbidden."""

    _left = 0.0
    """Where the words begin."""

    def __init__(self, look: Look, letter: Letter | None = None, high: float = tokens.ANSWER,
                 **kwargs: Any) -> None:
        super().__init__(look, letter, high, **kwargs)
        self.main = False
        self.label = Words(look, "", "answer")
        self.hint = Words(look, "", "support", "text2")
        self.points = Words(look, "", "kicker", align="right")
        self.sign = Icon(look, "", 18)
        self.more = Icon(look, "", 24, "text2")
        self.add_parts(self.icon, self.label, self.hint, self.points, self.sign, self.more)

    def show(self, face: Face, *, barred: str = "", filled: bool | None = None, chosen: bool = False,
             terse: bool = False, more: str = "") -> None:
        """Show a face. `terse` omits the second line; `barred` says why it can't be chosen."""
        self.main = (face.main if filled is None else filled) and not barred
        self.faded, self.chosen = bool(barred), chosen
        self._show_face(face)
        hint = barred or ("" if face.hint is None else str(face.hint))
        self.hint.say("" if terse and not barred else hint)
        self.sign.name = ""
        shown = tuple(one for one in face.points if one.change or len(face.points) > 1)
        self.points.say("" if barred else "\n".join(f"{one.seat.name} {signed(one.change)}" for one in shown))
        self._gains = {one.change > 0 for one in shown if one.change}
        self.more.name = more or ("chevron-right" if face.opens and not barred else "")
        self._dress()

    def spoken(self) -> str:
        """What a voice says of it, e.g. "Right card: Dev +1, Cleo +1"."""
        points = ", ".join(self.points.text.splitlines())
        label = f"{self.text}: {points}" if points else self.text
        return f"{label}. {self.hint.text}" if self.hint.text else label

    def refuse(self, why: str) -> None:
        self.main = False
        self._dress()
        self.hint.say(why, "loss")
        self.sign.name = "alert-circle-outline"
        self.sign.tint("loss")
        shake(self)

    def choose(self, on: bool) -> None:
        self.chosen = on
        self._dress()

    def _dress(self) -> None:
        ink = "on_primary" if self.main else "text"
        fade = 0.5 if self.faded else 1.0
        self.box.fill(self._tone())
        self.box.border(None) if self.main else self.box.edge(self.look, self.chosen)
        self.icon.tint(ink, fade)
        self.disc.fade(fade)
        self.label.tint(ink, fade)
        self.hint.tint(ink if self.main else "text2")
        points = "gain" if True in self._gains else "loss"
        if self.main or len(self._gains) != 1:
            points = ink
        self.points.tint(points)
        self.more.tint("primary" if self.chosen else "text2")
        if self.token is not None:
            self.token.opacity = 0.45 if self.faded else 1.0

    def _tone(self) -> tokens.Rgba:
        if self.main:
            return self.look.colour("primary")
        return self.look.colour("container" if self.chosen else "surface2")

    def show_pressed(self, down: bool) -> None:
        if not self.main:
            self.box.fill(self.look.colour("surface3") if down else self._tone())

    def fit(self, width: float) -> float:
        pad, big = dp(14), self.look.big
        lead = dp(52) if self.has_large_lead else dp(44)
        self._left = pad + (lead if self.lead is not None else 0.0)
        right = pad + (dp(28) if self.more.name else 0)
        aside = 0.0
        if self.points.text:
            self.points.align = "left" if big else "right"
            self.points.hug(width - self._left - right)
            aside = 0.0 if big else self.points.width + dp(12)
        room = max(dp(60), width - self._left - right - aside)
        self.label.fit(room)
        sign = dp(24) if self.sign.name else 0.0
        self.hint.fit(room - sign)
        inner = self.label.height + self.hint.height + (self.points.height if big and self.points.text else 0)
        least = self.look.high(self.high)
        beside = self.points.height + dp(16) if self.points.text else 0
        return self.take_size(width, max(least, inner + dp(20), beside))

    def arrange(self) -> None:
        big = self.look.big
        middle = self.y + self.height / 2  # `center_y` is out of date while a grid resizes it
        if self.lead is not None:
            self.lead.center = (self.x + dp(14) + (self._left - dp(14) - dp(8)) / 2, middle)
        stack = [self.label, self.hint, *([self.points] if big and self.points.text else [])]
        top = middle + sum(part.height for part in stack) / 2
        for part in stack:
            aside = dp(24) if part is self.hint and self.sign.name else 0.0
            part.pos = (self.x + self._left + aside, top - part.height)
            top -= part.height
        self.sign.pos = (self.x + self._left, self.hint.center_y - self.sign.height / 2)
        self.more.pos = (self.right - dp(14) - self.more.width, middle - self.more.height / 2)
        if not big:
            edge = self.more.x - dp(4) if self.more.name else self.right - dp(16)
            self.points.pos = (edge - self.points.width, middle - self.points.height / 2)


class Tile(FaceTap):
    """A small square choice: token or icon above a name, with a number or check in the corner."""

    def __init__(self, look: Look, letter: Letter | None = None, high: float = 88.0, **kwargs: Any) -> None:
        super().__init__(look, letter, high, **kwargs)
        self.label = Words(look, "", "kicker", align="center")
        self.badge = Words(look, "", "score", "on_primary", align="center", chrome=True)
        self.check = Icon(look, "", 18, "on_primary")
        self._badge_box = Part(size=(dp(24), dp(24)))
        Box(self._badge_box, look.colour("primary"), dp(12))
        self.add_parts(self.icon, self.label, self._badge_box, self.badge, self.check)

    def show(self, face: Face, *, chosen: bool = False, badge: str = "", faded: bool = False) -> None:
        self.chosen, self.faded = chosen, faded
        self._show_face(face)
        self.badge.say(badge)
        self.check.name = "check-bold" if chosen and not badge else ""
        self._dress()

    def _dress(self) -> None:
        fade = 0.45 if self.faded else 1.0
        self.show_pressed(False)
        self.box.edge(self.look, self.chosen)
        self.icon.tint("text", fade)
        self.disc.fade(fade)
        self.label.tint("text", fade)
        if self.token is not None:
            self.token.opacity = fade
        self._badge_box.opacity = 1.0 if self.chosen else 0.0

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down or self.chosen else "surface2"))

    def fit(self, width: float) -> float:
        self.label.fit(width - dp(12))
        lead = dp(48) if self.has_large_lead else dp(34)
        lead = lead if self.lead is not None else 0.0
        least = dp(self.high) if lead else self.look.high(56)
        return self.take_size(width, max(least, lead + self.label.height + dp(24)))

    def arrange(self) -> None:
        lead = self.lead
        self.label.pos = (self.x + dp(6), self.y + dp(10) if lead else self.center_y - self.label.height / 2)
        if lead is not None:
            middle = (self.label.top + self.top) / 2
            lead.center = (self.center_x, middle)
        corner = (self.right - dp(16), self.top - dp(16))
        self._badge_box.center = corner
        self.badge.hug()
        self.badge.center = corner
        self.check.center = corner


class ActionTile(Card):
    """A tile below the main button that opens another pending question."""

    def __init__(self, look: Look, text: str = "", icon: str = "", do: Do | None = None) -> None:
        self.icon, self.label = Icon(look, "", 24), Words(look, "", "label", align="center", chrome=True)
        super().__init__(look, Column([self.icon, self.label], 2, 4, 7, centred=True), least=tokens.TILE)
        self.show(text, icon, do)

    def show(self, text: str, icon: str, do: Do | None, faded: bool = False) -> None:
        self.text, self.do = text, do
        self.label.say(text)
        self.icon.name = icon or "dots-horizontal"
        for part in (self.icon, self.label):
            part.tint("text", 0.45 if faded else 1.0)
