"""The open ballot, which exists only while the voter holds the pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.kinds import SecretNumber
from companion.core.showing import Face
from companion.core.text import say
from companion.services.table.situation import Q
from companion.ui.table.layout import BIG
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Column, Grid, Icon, Pill, PrimaryButton, Scroll, SeatToken, Tap, Voice, Words
from companion.ui.widgets.base.part import reachable
from companion.ui.widgets.controls.answer import AnswerCard, Tile

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

WIDEST = 420.0


class MiddlePage(Widget):
    """One sentence and one button, shown before the votes are revealed."""

    covers = True

    def __init__(self, look: Look, votes: int, on_open: Callable[[], None], by_phone: bool, at_desk: bool) -> None:
        super().__init__(size_hint=(None, None))
        self.scale = max(1.0, look.scale)
        with self.canvas.before:
            Color(*look.colour("background"))
            self._ground = Rectangle()
        title = say("All votes are in") if by_phone or at_desk else say("Phone to the middle")
        hint = (say("{n} votes, still closed. One tap opens them for everybody.", n=votes) if by_phone
                else say("Turn the screen so that everybody can see it.") if at_desk
                else say("All {n} votes are in. Lay the phone where everybody can see it.", n=votes))
        self.icon = Icon(look, "monitor" if at_desk else "cellphone", 72, "text2", fixed=True)
        self.title = Voice(look, title, "display", align="center", chrome=True)
        self.hint = Words(look, hint, "body", "text2", align="center")
        self.scroll = Scroll(look, Column([self.title, self.hint], gap=12))
        self.button = PrimaryButton(look, say("Open all votes"), "email-open-outline", on_open)
        for part in (self.icon, self.scroll, self.button):
            self.add_widget(part)

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float]) -> None:
        self.pos, self.size = pos, size
        self._ground.pos, self._ground.size = pos, size
        left, upper, right, lower = insets
        wide = min(self.width - left - right - dp(32), dp(WIDEST) * self.scale)
        x = self.x + left + (self.width - left - right - wide) / 2
        self.button.fit(wide)
        self.button.pos = (x, self.y + lower + dp(32))
        low, high = self.button.top + dp(16), self.top - upper - dp(24)
        shown = min(self.scroll.needs(wide), max(dp(48), high - low))
        over = dp(88) if high - low - shown > dp(100) else 0.0  # hide the icon first if space is short
        self.icon.opacity = 1.0 if over else 0.0
        top = low + (high - low + shown + over) / 2
        self.icon.center = (x + wide / 2, top - dp(36))
        self.scroll.show((x, top - over - shown), wide, shown)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True  # block touches below




PAD = 148.0


class HoldPad(Tap):
    """Press and hold: opens after 350 ms and closes when the finger lifts or slips off.

    `at_desk`: a mouse can't hold the pad and choose, so one click opens it and the next closes it."""

    full = NumericProperty(0.0)
    quick = True  # a short tap does nothing

    def __init__(self, look: Look, on_open: Callable[[], None], on_close: Callable[[], None], at_desk: bool) -> None:
        super().__init__(look, size=(dp(PAD), dp(PAD)))
        self.at_desk = at_desk
        self.on_open, self.on_close = on_open, on_close
        self.is_open = False
        self._fingers: list[Any] = []
        with self.canvas.before:
            Color(*look.colour("surface2"))
            self._disc = SmoothEllipse()
            self._fill_ink = Color(*look.colour("primary", 0))
            self._fill = SmoothEllipse()
            Color(*look.colour("outline"))
            self._edge = SmoothLine(width=dp(1.4))
            self._arc_ink = Color(*look.colour("primary"))
            self._arc = SmoothLine(width=dp(2.4))
        self.icon = Icon(look, "fingerprint", 64, "text", fixed=True)
        self.add_parts(self.icon)
        self.bind(full=self.moved)

    def show_pressed(self, down: bool) -> None:
        Animation.cancel_all(self, "full")
        if down:
            hold = Animation(full=1.0, d=tokens.MOTION["hold"].seconds)
            hold.bind(on_complete=lambda *_: self._opened())
            hold.start(self)
        else:
            self.full = 0.0
            if self.is_open:
                self.is_open = False
                self.on_close()

    def _opened(self) -> None:
        if self.pressed and reachable(self):
            self.is_open = True
            self.on_open()

    def by_key(self) -> None:
        """Toggle, because you can't hold a key and choose at the same time."""
        self.press(not self.is_open)

    def release(self) -> None:
        """Close on seal or pause, and ignore the current touch so the next ballot doesn't open under it."""
        for finger in self._fingers:
            finger.ungrab(self)
        self._fingers.clear()
        self.press(False)

    def on_touch_down(self, touch: Any) -> bool:
        if self.at_desk:
            taken = not touch.is_mouse_scrolling and not self.disabled and self.takes(touch)
            if taken:
                self.by_key()
            return taken
        taken = bool(super().on_touch_down(touch))
        if taken:
            self._fingers.append(touch)
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        if touch in self._fingers:
            self._fingers.remove(touch)
        return bool(super().on_touch_up(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.is_open and not self.touched_by(touch):
            touch.ungrab(self)
        return bool(super().on_touch_move(touch))

    def arrange(self) -> None:
        side = self.width
        inner = side * 0.85
        x, y = (self.center_x, self.center_y)
        self._disc.pos = self._fill.pos = (x - inner / 2, y - inner / 2)
        self._disc.size = self._fill.size = (inner, inner)
        self._fill_ink.a = 1.0 if self.full >= 1 else 0.0
        self._edge.circle = (x, y, side / 2 - dp(2))
        self._arc.circle = (x, y, side / 2 - dp(2), 0, max(0.1, 360 * self.full))
        self.icon.center = (self.center_x, self.center_y)
        self.icon.tint("on_primary" if self.full >= 1 else "text")




NUMBERS_IN_A_ROW = 4


CARD, LOWEST, HIGHEST = 76.0, 52.0, 120.0  # dp, a choice: normal, eight on a small phone, with space to spare
FEW = 4  # up to this many are stacked
ROOMY = 172.0  # dp, a card with space for its check mark


class BidKey(Tile):
    place = 0

    def __init__(self, look: Look, face: Face) -> None:
        super().__init__(look)
        self.face = face
        self.label.set_size_px(look.px("number", chrome=True))
        self.show(face)

    def choose(self, on: bool) -> None:
        self.show(self.face, chosen=on)

    def fit(self, width: float) -> float:
        high = max(super().fit(width), float(dp(64)))
        self.height = high
        return high


class BallotPaper(Widget):
    """The choices of a vote; one thumb holds the pad while the other chooses and seals."""

    covers = True

    def __init__(self, screen: TableScreen, look: Look, question: Q, changing: bool,
                 seal: Callable[[BallotPaper, Any], None], why: Callable[[], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.screen, self.look, self.question, self.seal = screen, look, question, seal
        self.changing = changing
        """The voter has sealed before and is changing the vote."""
        table = screen.play.table
        with self.canvas.before:
            Color(*look.colour("background"))
            self._ground = Rectangle()
        seat = question.seat
        self.token = (SeatToken(look, seat.colour, screen.letters[seat.index], 36) if seat is not None else None)
        name = seat.name if seat is not None else ""
        self.kicker = Words(look, question.kicker(table) or say("For {name}'s eyes only", name=name), "kicker", "text2",
                            chrome=True)
        self.title = Voice(look, question.sentence(table), "title")
        self.hint = Words(look, question.hint(table) or "", "body", "text2")
        self.chosen: Any = None
        made = self._bid if self._numbers() else self._card
        self.cards: list[Any] = sorted((made(choice) for choice in question.choices(table)),
                                       key=lambda card: card.place)
        self.grid = Grid(self.cards, columns=self._columns(), gap=8)
        self.column = Column([self.title, self.hint, self.grid], gap=10)
        self.scroll = Scroll(look, self.column)
        self.button = PrimaryButton(look, question.button(table, None), "email-seal-outline", self._seal)
        self.button.set_ready(False)
        until = say("Sealed until everybody is in") if look.scale <= BIG else ""
        self.sealed_until = Words(look, until, "support", "text2", align="center")
        lift = say("Lift to hide") if screen.app.machine.is_phone else say("Click to hide")
        self.lift = Words(look, lift, "support", "text", align="center")
        self.why = Pill(look, say("Why?"), "help-circle-outline", why)
        parts = (self.token, self.kicker, self.why, self.scroll, self.button, self.sealed_until, self.lift)
        for part in parts:
            if part is not None:
                self.add_widget(part)

    def _columns(self) -> int:
        """Four numbers per row, so all bids are visible at once."""
        if self._numbers():
            return NUMBERS_IN_A_ROW if self.look.scale <= BIG else NUMBERS_IN_A_ROW - 1
        return 2 if self.look.scale <= BIG else 1

    def _card(self, choice: Any) -> AnswerCard:
        card = AnswerCard(self.look, self.screen.panel.letter, CARD)
        face = self.question.face(self.screen.play.table, choice)
        card.choice = choice
        card.place = face.seat.index if face.seat is not None else 0  # seating order, whatever order the rules list
        card.show(face, filled=False)
        card.bind(on_tap=self._choose)
        return card

    def _bid(self, choice: Any) -> BidKey:
        key = BidKey(self.look, self.question.face(self.screen.play.table, choice))
        key.choice = choice
        key.bind(on_tap=self._choose)
        return key

    def _choose(self, chosen: Any) -> None:
        self.chosen = chosen.choice
        for card in self.cards:
            if isinstance(card, AnswerCard):
                roomy = card.width >= dp(ROOMY)  # else the name needs the space
                card.more.name = "check-circle" if card is chosen and roomy else ""
            card.choose(card is chosen)
        self.button.set_ready(True)
        self.column.fit(self.column.width)

    def _seal(self) -> None:
        if self.chosen is not None:
            self.seal(self, self.question.encode(self.chosen))

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float], pad: Any) -> None:
        self.pos, self.size = pos, size
        self._ground.pos, self._ground.size = pos, size
        left, upper, right, lower = insets
        x, wide = self.x + left + dp(16), self.width - left - right - dp(32)
        top = self.top - upper - dp(24)
        if self.width > self.height:
            half = wide / 2 - dp(8)
            near = x if pad.center_x < self.center_x else x + wide - half
            far = x + wide - half if near == x else x
            self._stand_beside(near, far, half, top, lower, pad)
        else:
            below = self._stand_head(x, wide, top)
            low = self._stand_row(x, wide, pad)
            self.column.fill([self.title, self.hint, self.grid])
            self.grid.columns = 1 if len(self.cards) <= FEW and not self._numbers() else self._columns()
            rest = self._grow_into(wide, below - low - dp(8))
            self._stand_scroll(x, wide, below - rest / 2, low + dp(8))

    def _grow_into(self, wide: float, room: float, beside: bool = False) -> float:
        """Enlarge the choices to fill the space; returns what is left."""
        if self._numbers():
            return 0.0
        for card in self.cards:
            card.high = CARD
        if not beside and self.scroll.needs(wide) > room:  # showing every choice matters more than the hint
            self.column.fill([self.title, self.grid])
        rows = -(-len(self.cards) // self.grid.columns)
        for _ in range(3):  # a card with a second line may keep its height, so the others compensate
            spare = (room - self.scroll.needs(wide)) / dp(1) / rows
            for card in self.cards:
                card.high = max(LOWEST, min(HIGHEST, card.high + spare))
        return max(0.0, room - float(self.scroll.needs(wide)))

    def _numbers(self) -> bool:
        return isinstance(self.question, SecretNumber)

    def _stand_beside(self, near: float, far: float, half: float, top: float, lower: float, pad: Any) -> None:
        """Landscape: the question above the pad, the choices in the other half."""
        below = self._stand_head(near, half, top)
        self._stand_row(near, half, pad)
        self.grid.columns = self._columns()
        self.column.fill([self.grid])
        for part in (self.title, self.hint):
            if part.parent is not self:
                self.add_widget(part)
        self.title.fit(half)
        self.hint.fit(half)
        self.title.pos = (near, below - self.title.height)
        self.hint.pos = (near, self.title.y - dp(4) - self.hint.height)
        self.hint.opacity = 1.0 if self.hint.y > pad.top else 0.0
        low = self.y + lower + dp(16)
        self._stand_scroll(far, half, top - self._grow_into(half, top - low, beside=True) / 2, low)

    def _stand_head(self, x: float, wide: float, top: float) -> float:
        """Place the voter's name and Why?; returns the lower edge."""
        lead = dp(44) if self.token is not None else 0.0
        self.why.hug()
        high = max(dp(36), self.kicker.fit(wide - lead - self.why.width - dp(8)))
        middle = top - high / 2
        self.why.pos = (x + wide - self.why.width, middle - self.why.height / 2)
        self.kicker.pos = (x + lead, middle - self.kicker.height / 2)
        if self.token is not None:
            self.token.center = (x + dp(18), middle)
        return float(top - high - dp(12))

    def _stand_scroll(self, x: float, wide: float, top: float, low: float) -> None:
        shown = min(self.scroll.needs(wide), max(dp(40), top - low))
        self.scroll.show((x, top - shown), wide, shown)

    def _stand_row(self, x: float, wide: float, pad: Any) -> float:
        """Keep the pad under its thumb, with the button on the free side; returns the upper edge."""
        right = pad.center_x > x + wide / 2
        start, end = (x, pad.x - dp(16)) if right else (pad.right + dp(16), x + wide)
        self.lift.fit(pad.width + dp(28))
        self.lift.pos = (pad.x - dp(14), max(self.y + dp(4), pad.y - self.lift.height - dp(6)))
        self.button.fit(end - start)
        self.sealed_until.fit(end - start)
        high = self.button.height + dp(8) + self.sealed_until.height
        self.button.pos = (start, pad.center_y + high / 2 - self.button.height)
        self.sealed_until.pos = (start, self.button.y - dp(8) - self.sealed_until.height)
        return float(max(pad.top, self.button.top))
