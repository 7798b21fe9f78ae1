"""The seat strip with scores and whose turn it is, and the echo line with Undo."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.services.table.situation import SeatState
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Sideways
from companion.ui.widgets.base.part import Box, Icon, Part, Tap, Voice, Words
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.buttons import Link, Push, SeatToken

WIDE, NARROW, LEAST_GAP = 46.0, 40.0, 2.0  # widths and gap of columns; eight narrow ones fit on a phone
BRIM = 6.0  # extra touch area beyond the first and last seat


class SeatPlace(Tap):
    """One seat. `form`: "row" (token and score), "column" (score below), "card" (with a note)."""

    counted = NumericProperty(0.0)
    risen = NumericProperty(1.0)
    """How far the last change has floated away from the score."""

    def __init__(self, look: Look, seat: SeatState, letter: str, form: str, names: bool, high: float) -> None:
        super().__init__(look)
        self.seat, self.letter, self.form, self.names = seat, letter, form, names
        self.high = high
        self.narrow = False
        self.box = Box(self, (0, 0, 0, 0), dp(28))
        self.token = SeatToken(look, seat.colour, letter, 36)
        self.name = Words(look, "", "label", chrome=True, one_line=True)
        self.score = Words(look, "", "score big" if form == "row" else "score")
        self.note = Words(look, "", "support", "text2", chrome=True)
        self.change = Words(look, "", "label" if form == "column" else "score")
        self.mark = Icon(look, "", 14, "text")
        self.mark_ground = Part(size_hint=(None, None), size=(dp(20), dp(20)))
        self._mark_box = Box(self.mark_ground, look.colour("surface"), dp(10), look.colour("outline2"),
                             dp(1))
        self.add_parts(self.token, self.name, self.score, self.note, self.mark_ground, self.mark,
                       self.change)
        self.bind(counted=lambda *_: self._say_score(), risen=lambda *_: self._place_change())
        self.counted = seat.score or 0
        self.show(seat)

    def show(self, seat: SeatState) -> None:
        before, self.seat = self.seat, seat
        self.text = seat.name
        self.token.become(seat.colour, self.letter, 0.4 if seat.gone else 1.0)
        pill = seat.active and not seat.gone
        card = self.form == "card"
        if card:
            self.box.fill(self.look.colour("surface3" if pill else "surface2"))
        else:
            self.box.fill(self.look.colour("surface3", 1.0 if pill else 0.0))
        if pill and (self.look.contrast or card):
            self.box.border(self.look.colour("outline" if self.look.contrast else "primary"), dp(2))
        else:
            self.box.border(None)
        self.name.say(seat.name if card or (self.names and pill and self.form == "row") else "")
        self.note.say(seat.note if card else "")
        marks = ["exit-run"] if seat.gone else [mark.icon for mark in seat.marks]
        self.mark.name = marks[0] if marks else ""
        self._count(before.score, seat.score)

    def _count(self, before: int | None, now: int | None) -> None:
        Animation.cancel_all(self, "counted")
        if before is None or now is None or before == now or not self.look.motion:
            self.counted = now or 0
            self._say_score()
            return
        move = tokens.MOTION["count"]
        Animation(counted=now, d=move.seconds, t=move.curve).start(self)
        self._rise(now - before)

    def _rise(self, change: int) -> None:
        """Let the change float away from the score and fade."""
        self.change.say(signed(change), "gain" if change > 0 else "loss")
        self.change.hug()
        Animation.cancel_all(self, "risen")
        self.risen = 0.0
        Animation(risen=1.0, d=0.9, t="out_quad").start(self)

    def _place_change(self) -> None:
        """Above the score; beside it if a name or the token is there. Never over a token."""
        score, words = self.score, self.change
        words.opacity = 1.0 - self.risen
        x, middle = score.x + self._score_room() + dp(3), score.center_y - words.height / 2
        last = self.form == "column" and self.parent is not None and x + words.width > self.parent.right
        if self.form == "card" or last:
            words.pos = (score.x - words.width - dp(3), middle)
        elif self.form == "column" or self.name.text:
            words.pos = (x, middle)
        else:
            words.pos = (score.x, score.top - dp(4) + dp(12) * self.risen)

    def _say_score(self) -> None:
        shown = "" if self.seat.score is None else str(round(self.counted))
        self.score.say(shown.replace("-", "−"))

    def hug(self, most: float | None = None) -> float:
        look = self.look
        pill = self.seat.active and not self.seat.gone
        if self.form == "column":
            side = dp(30)
            self.score.hug()
            wide = max(dp(NARROW if self.narrow else WIDE), self._score_room() + dp(8))
            high = max(dp(self.high), side + self.score.height + dp(8))
        else:
            side = dp(40 if pill and self.high >= 56 else 36)
            self.score.hug()
            self.name.hug(dp(120) * look.grow(chrome=True))
            inner = max(self._score_room(), self.name.width)
            wide = side + (inner + dp(14) if inner else dp(8)) + (dp(8) if pill else 0)
            high = max(dp(self.high), self.name.height + self.score.height + dp(8))
        self.token.size = (side, side)
        self.take_size(wide, high)
        return float(self.width)

    def _score_room(self) -> float:
        """The score's final width, as it may still be counting up."""
        now, final = self.score.text, "" if self.seat.score is None else str(self.seat.score)
        digit = self.score.text_width() / max(1, len(now)) if now else 0.0
        return max(self.score.text_width(), digit * len(final))

    def fit(self, width: float) -> float:
        self.token.size = (dp(40), dp(40))
        room = width - dp(60) - (dp(28) if self.mark.name else 0) - (self.score.hug() + dp(12))
        self.name.hug(room)
        self.note.hug(room)
        return self.take_size(width, max(dp(56), self.name.height + self.note.height + dp(12)))

    def arrange(self) -> None:
        if self.form == "column":
            high = self.token.height + self.score.height
            self.token.center = (self.center_x, self.center_y + high / 2 - self.token.height / 2)
            self.score.pos = (self.center_x - self.score.width / 2, self.token.y - self.score.height)
        elif self.form == "card":
            self.token.center = (self.x + dp(30), self.center_y)
            high = self.name.height + self.note.height
            self.name.pos = (self.x + dp(56), self.center_y + high / 2 - self.name.height)
            self.note.pos = (self.x + dp(56), self.name.y - self.note.height)
            edge = self.right - dp(14) - (dp(28) if self.mark.name else 0)
            self.score.pos = (edge - self.score.width, self.center_y - self.score.height / 2)
        else:
            inset = dp(6) if self.seat.active else dp(2)
            self.token.pos = (self.x + inset, self.center_y - self.token.height / 2)
            x = self.token.right + dp(6)
            high = self.name.height + self.score.height
            self.name.pos = (x, self.center_y + high / 2 - self.name.height)
            self.score.pos = (x, self.center_y - high / 2)
        self.box.corner = dp(20) if self.form in ("card", "column") else self.height / 2
        self.box.place()
        self._place_mark()
        self._place_change()

    def _place_mark(self) -> None:
        if self.form == "card":
            self.mark.center = (self.right - dp(24), self.center_y)
        elif self.form == "column":  # a lower mark would hide the letter and a digit
            self.mark.center = (self.token.right - dp(2), self.token.top - dp(5))
        else:
            self.mark.center = (self.token.right - dp(5), self.token.y + dp(5))
        self.mark_ground.center = self.mark.center
        self.mark_ground.opacity = 1.0 if self.mark.name and self.form != "card" else 0.0


class SeatStrip(Widget):
    """Everybody in a row that scrolls if needed, or cards in two columns on wide panels."""

    def __init__(self, look: Look, on_seat: Callable[[int], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.on_seat = look, on_seat
        self.places: list[SeatPlace] = []
        self._form: tuple[object, ...] = ()
        self._needs: tuple[object, float] = (None, 0.0)
        self._fitted: tuple[object, float] = (None, 0.0)
        self.inner = Widget(size_hint=(None, None))
        self.scroll = Sideways(self.inner)
        self.add_widget(self.scroll)
        self.bind(pos=self._arrange)

    def show(self, seats: Sequence[SeatState], letters: Sequence[str], *, names: bool = True,
             high: float = 56.0, form: str = "") -> None:
        """`letters` are initials by seat; an empty `form` picks a row for up to five, else columns."""
        form = form or ("row" if len(seats) <= 5 else "column")
        shape = (form, names, high, tuple(letters[seat.index] for seat in seats))
        if shape != self._form:
            self._form = shape
            self.inner.clear_widgets()
            self.places = [self._place(seat, letters[seat.index], form, names, high) for seat in seats]
            for place in self.places:
                self.inner.add_widget(place)
        else:
            for place, seat in zip(self.places, seats, strict=True):
                if seat != place.seat:
                    place.show(seat)

    def _place(self, seat: SeatState, letter: str, form: str, names: bool, high: float) -> SeatPlace:
        place = SeatPlace(self.look, seat, letter, form, names, high)
        place.bind(on_tap=lambda _: self.on_seat(place.seat.index))
        return place

    def _shown(self) -> object:
        """Everything the sizes depend on; most answers leave it unchanged."""
        return self._form, tuple((place.seat, place.score.text) for place in self.places)

    def fit(self, width: float) -> float:
        key = (width, self._shown())
        if self._fitted[0] != key:
            high = self._fit(width)
            self._fitted = key, high
        elif self.height != self._fitted[1]:  # it was hidden meanwhile
            self.size = (width, self._fitted[1])
            self._arrange()
        return self._fitted[1]

    def _fit(self, width: float) -> float:
        if not self.places:
            self.size = (width, 0)
            return 0.0
        if self.places[0].form == "card":
            return self._fit_cards(width)
        wides = self._wides(width)
        high = max(place.height for place in self.places)
        spare = width - sum(wides)
        most = dp(14) if self.places[0].form == "row" else spare / max(1, len(wides) - 1)
        least = max(dp(LEAST_GAP), dp(tokens.TARGET) - min(wides))
        self._gap = max(least, min(most, spare / max(1, len(wides) - 1)))
        if sum(wides) + self._gap * (len(wides) - 1) > width + 1:
            # eight on a small phone: seeing all matters more than 48 dp each
            tight = spare / max(1, len(wides) - 1)
            if tight < dp(LEAST_GAP):
                tight = self._peeping(width, sum(wides) / len(wides), self._gap)
            self._gap = tight
        self.inner.size = (sum(wides) + self._gap * (len(wides) - 1) + 2 * dp(BRIM), high)
        self.size = (width, high)
        for place in self.places:
            place.height = high
        self._arrange()
        return float(high)

    def _peeping(self, width: float, each: float, gap: float) -> float:
        """A gap that shows half of the next seat, as a hint that the row scrolls."""
        whole = int((width - each / 2) / (each + gap))
        return max(gap, (width - each / 2) / max(1, whole) - each)

    def needs(self) -> float:
        """Preferred width; zero for cards, which share what there is."""
        if self.places and self.places[0].form == "card":
            return 0.0
        key = self._shown()
        if self._needs[0] != key:
            self._needs = key, self._hug_all(narrow=False) + float(dp(LEAST_GAP)) * max(0,
                                                                                        len(self.places) - 1)
            self._fitted = (None, 0.0)
        return self._needs[1]

    def _hug_all(self, *, narrow: bool) -> float:
        for place in self.places:
            place.narrow = narrow
        return float(sum(place.hug() for place in self.places))

    def _wides(self, width: float) -> list[float]:
        """Seat widths, narrowing columns before the row has to scroll."""
        self._hug_all(narrow=self.places[0].form == "column" and self.needs() > width)
        return [place.width for place in self.places]

    def _fit_cards(self, width: float) -> float:
        columns = 2 if len(self.places) > 1 and width > dp(300) * self.look.grow(True) else 1
        gap = dp(tokens.S)
        each = (width - gap * (columns - 1)) / columns
        high = max(place.fit(each) for place in self.places)
        rows = -(-len(self.places) // columns)
        self.size = (width, rows * high + gap * (rows - 1))
        self.inner.size = (width + 2 * dp(BRIM), self.height)
        self._cards = (columns, each, high)
        self._arrange()
        return float(self.height)

    def _arrange(self, *_: object) -> None:
        brim = dp(BRIM)
        self.scroll.pos, self.scroll.size = (self.x - brim, self.y), (self.width + 2 * brim, self.height)
        if not self.places:
            return
        if self.places[0].form == "card":
            columns, each, high = self._cards
            gap = dp(tokens.S)
            for number, place in enumerate(self.places):
                row, column = divmod(number, columns)
                place.height = high
                x = self.inner.x + brim + column * (each + gap)
                place.pos = (x, self.inner.top - (row + 1) * high - row * gap)
            return
        x = self.inner.x + brim
        for place in self.places:
            place.pos = (x, self.inner.y)
            x += place.width + self._gap
        self.scroll.do_scroll_x = self.inner.width > self.scroll.width + 1
        if not self.scroll.do_scroll_x:
            self.scroll.scroll_x = 0.0
        else:
            self._bring_active()

    def _bring_active(self) -> None:
        active = next((place for place in self.places if place.seat.active), None)
        if active is not None:
            room = self.inner.width - self.scroll.width
            middle = active.center_x - self.inner.x - self.scroll.width / 2
            self.scroll.scroll_x = max(0.0, min(1.0, middle / room))


LONGEST = 88
"""Characters in two lines on a phone; tap for the full text in the chronicle."""

LONGEST_BELOW = 60
"""The same at the bottom of a small phone's panel."""
SHORTEST = 72.0  # dp left of Undo: 48 for a finger, however short the text


class UndoPill(Push):
    high, pad, role, icon_size, chrome = 30.0, 10.0, "kicker", 18.0, True
    tone, tone_alpha, ink = "#FFFFFF", 0.16, "#FFFFFF"


class EchoLine(Tap):
    """A pill on the art, or a plain line at the bottom of the panel (`foot`). Tap for the chronicle."""

    def __init__(self, look: Look, on_open: Callable[[], object], on_undo: Callable[[], object],
                 foot: bool = False) -> None:
        super().__init__(look, on_open)
        self.foot = foot
        self.box = Box(self, (0, 0, 0, 0) if foot else look.scrim(), dp(18),
                       look.colour("outline") if look.contrast and not foot else None, look.line)
        self.token = SeatToken(look if foot else Look.of("dark"), 0, "", 26)
        ink = "text2" if foot else tokens.ON_SCRIM
        self.words = Words(look, "", "support", ink, chrome=True)
        self.undo: Push = UndoPill(look, "", "undo-variant", on_undo)
        if foot:
            self.undo = Link(look, "", "undo-variant", on_undo, high=36.0, pad=4.0, chrome=True)
        self.add_parts(self.words)

    def show(self, text: str, undo: str, colour: int | None, letter: str) -> None:
        """`undo` is the button's label, empty after an undo."""
        self.text = text
        most = LONGEST_BELOW if self.foot else LONGEST
        self.words.say(text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0].rstrip(',;:')} …")
        self.undo.text = undo
        if colour is not None:
            self.token.become(colour, letter)
        for part, shown in ((self.undo, bool(undo)), (self.token, colour is not None)):
            if shown != (part.parent is self):
                (self.add_widget if shown else self.remove_widget)(part)

    def _lead(self) -> float:
        return float(dp(12) + (dp(32) if self.token.parent is not None else 0))

    def _end(self, gap: float) -> float:
        if self.undo.parent is None:
            return 0.0
        self.undo.hug()
        return float(self.undo.width + gap)

    def hug(self, most: float | None = None) -> float:
        """Fit the pill on the art, on two lines if the text is long."""
        most = most or 10_000.0
        end = self._end(dp(4))
        self.words.hug(most - self._lead() - dp(14) - end)
        self.take_size(max(self._lead() + self.words.width + dp(12), dp(SHORTEST)) + end,
                       max(dp(36), self.words.height + dp(10)))
        return float(self.width)

    def fit(self, width: float) -> float:
        self.words.fit(width - self._lead() - self._end(dp(8)))
        return self.take_size(width, max(dp(48), self.words.height + dp(8)))

    def arrange(self) -> None:
        self.token.center = (self.x + dp(24), self.center_y)
        self.words.pos = (self.x + self._lead(), self.center_y - self.words.height / 2)
        edge = self.right - (dp(0) if self.foot else dp(4))
        self.undo.pos = (edge - self.undo.width, self.center_y - self.undo.height / 2)


class SuspenseLine(Part):
    """What the window says while a stage reveals something; invisible without words."""

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None), opacity=0)
        self.words = Voice(look.on_art(), "", "title", align="center")
        Box(self, look.scrim(), dp(22))
        self.add_parts(self.words)

    def say(self, words: Text | None) -> None:
        self.words.say(words or "")
        self.opacity = 0.0 if words is None else 1.0

    def fit(self, width: float) -> float:
        self.words.hug(width - dp(32))
        return self.take_size(self.words.width + dp(32), max(dp(44), self.words.height + dp(10)))

    def stand(self, page: Any) -> None:
        """In the middle of the page's lower edge."""
        left, _, right, lower = page.insets
        self.fit(page.width - left - right - dp(32))
        self.pos = (page.x + left + (page.width - left - right - self.width) / 2, page.y + lower + dp(10))

    def arrange(self) -> None:
        self.words.center = self.center
