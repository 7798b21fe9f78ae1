"""One thing of the stage, tapped: where it stands, its few numbers with minus and plus, and the way to all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.by_hand.fields import Field
from companion.core.json_values import Json, same
from companion.core.text import say
from companion.ui.screens.by_hand.fields import FieldPage
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Grid, Icon, SeatToken, Words
from companion.ui.widgets.base.flow import Column, Holder
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.buttons import Pill
from companion.ui.widgets.controls.rows import SignButton

MOST, WATCHED = 3, 2  # so many numbers stand on the card, of those that weigh so much
PAD = 12.0
BESIDE = 104.0  # a narrower stepper goes below the others


def numbers_of(field: Field, fields: Sequence[Field]) -> list[Field]:
    """The numbers to stand beside a thing: its own, or those of its board that people watch."""
    if isinstance(field.allowed, range):
        return [field]
    own = [one for one in fields if one.path.startswith(f"{field.path}.")]
    board = [one for one in fields if field.seat is not None and one.seat == field.seat
             and str(one.group) == str(field.group) and one.weight >= WATCHED and not one.score and one.on_table]
    return [one for one in own or board if isinstance(one.allowed, range)][:MOST]


class SmallStepper(Holder):
    """A number under its name, between minus and plus; three of them stand side by side on a phone."""

    path = ""

    def __init__(self, page: FieldPage, field: Field) -> None:
        super().__init__()
        look = page.look
        self.page, self.path = page, field.path
        self.box = Box(self, look.colour("surface3"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.icon = Icon(look, field.icon, 18, "primary")
        self.label = Words(look, field.short or field.label, "label", align="center")
        self.hint = Words(look, "", "label", "warm", align="center")
        self.number = Words(look, "", "score big", align="center")
        self.minus = SignButton(look, "minus", lambda: self._step(-1), 44.0)
        self.plus = SignButton(look, "plus", lambda: self._step(1), 44.0)
        for sign in (self.minus, self.plus):
            sign.box.fill(look.colour("surface2"))
        self.fill([self.icon, self.label, self.hint, self.minus, self.number, self.plus])
        self.value, self.low, self.high, self.by = 0, 0, 0, 1
        self._beside = False
        """What it was stands on the line of its name."""

    def show(self, field: Field, was: Json) -> None:
        allowed, value = field.allowed, field.read()
        if isinstance(allowed, range):
            self.low, self.high = allowed.start, allowed.stop - 1
        self.by, self.value = field.step, value if isinstance(value, int) else self.low
        changed = not same(value, was)
        self.number.say(str(field.words(self.value)))
        self.number.tint("warm" if changed else "text")
        self.hint.say(say("was {old}", old=field.words(was)) if changed else "")
        self.hint.tint("warm")
        self.minus.set_ready(self.value > self.low)
        self.plus.set_ready(self.value < self.high)

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")

    def _step(self, by: int) -> None:
        self.page.set_to(self.path, min(self.high, max(self.low, self.value + by * self.by)))

    def fit(self, width: float) -> float:
        room = width - dp(8)
        lead = self.icon.width + dp(4) if self.icon.name else 0.0
        self.label.hug(room - lead)
        self.number.hug()
        self.hint.hug(room)
        self._beside = bool(self.hint.text) and lead + self.label.width + dp(6) + self.hint.width <= room
        high = max(self.label.height, self.icon.height) + self.minus.height
        high += self.hint.height if self.hint.text and not self._beside else 0.0
        self.size = (width, high + dp(16))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        top = self.top - dp(8)
        head = max(self.label.height, self.icon.height)
        lead = self.icon.width + dp(4) if self.icon.name else 0.0
        beside = self.hint.width + dp(6) if self._beside else 0.0
        x = self.x + (self.width - lead - self.label.width - beside) / 2
        self.icon.pos = (x, top - head / 2 - self.icon.height / 2)
        self.label.pos = (x + lead, top - head / 2 - self.label.height / 2)
        self.hint.pos = (x + lead + self.label.width + dp(6), self.label.y) if self._beside else (
            self.x + (self.width - self.hint.width) / 2, top - head - self.hint.height)
        low = self.y + dp(4)
        self.minus.pos = (self.x + dp(4), low)
        self.plus.pos = (self.right - dp(4) - self.plus.width, low)
        self.number.pos = (self.x + self.width / 2 - self.number.width / 2,
                           low + self.minus.height / 2 - self.number.height / 2)


class ThingHead(Holder):
    """Whose or what it is, where it stands, and All of it."""

    def __init__(self, look: Look, field: Field, token: SeatToken | None, on_all: Callable[[], object]) -> None:
        super().__init__()
        self.lead: Any = token or Icon(look, field.icon or "map-marker-outline", 28, "primary")
        self.name = Words(look, field.group if token is not None and field.group else field.label, "answer")
        self.where = Words(look, "", "support", "text2")
        self.all_of_it = Pill(look, say("All of it"), "chevron-right", on_all, icon_last=True)
        self.fill([self.lead, self.name, self.where, self.all_of_it])

    def show(self, field: Field, was: Json) -> None:
        value = field.read()
        changed = not same(value, was)
        words = field.words(value)
        self.where.say(say("Now {new}", new=words) if changed else words)
        self.where.tint("warm" if changed else "text2")

    def refuse(self, why: str) -> None:
        self.where.say(why)
        self.where.tint("loss")

    def fit(self, width: float) -> float:
        self.all_of_it.hug(width * 0.5)
        lead = self.lead.width + dp(12)
        self.name.fit(width - lead - self.all_of_it.width - dp(8))
        self.where.fit(width - lead)
        self.size = (width, max(self.name.height, self.all_of_it.height) + self.where.height + dp(2))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        self.lead.pos = (self.x, self.center[1] - self.lead.height / 2)
        left = self.x + self.lead.width + dp(12)
        high = max(self.name.height, self.all_of_it.height)
        self.name.pos = (left, self.top - high / 2 - self.name.height / 2)
        self.all_of_it.pos = (self.right - self.all_of_it.width, self.top - high / 2 - self.all_of_it.height / 2)
        self.where.pos = (left, self.top - high - dp(2) - self.where.height)


class ThingCard(Column):
    """The card of the thing that was tapped. `paths`: whose rows it holds."""

    def __init__(self, page: FieldPage, field: Field, fields: Sequence[Field], on_all: Callable[[], object]) -> None:
        look, token = page.look, page.token(field.seat) if field.seat is not None else None
        self.path = field.path
        self.head = ThingHead(look, field, token, on_all)
        self.steppers = [SmallStepper(page, one) for one in numbers_of(field, fields)]
        self.grid = Grid(self.steppers, columns=max(1, len(self.steppers)), gap=6)
        super().__init__([self.head, *([self.grid] if self.steppers else ())], gap=10, pad=PAD)
        Box(self, look.colour("surface2"), dp(tokens.CORNER["card"]),
            look.colour("outline") if look.contrast else None, look.line)
        self.look = look

    def rows(self) -> list[Any]:
        return [self, *self.steppers]

    def show(self, field: Field, was: Json) -> None:
        self.head.show(field, was)

    def refuse(self, why: str) -> None:
        self.head.refuse(why)

    def fit(self, width: float) -> float:
        count = max(1, len(self.steppers))
        narrow = (width - 2 * dp(PAD)) / count < dp(BESIDE) * self.look.grow(chrome=True)
        self.grid.columns = 1 if narrow else count
        return super().fit(width)
