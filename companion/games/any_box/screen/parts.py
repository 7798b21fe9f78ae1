"""Parts of the setup page: seats, settings with their choices, and cover looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.seats import Person
from companion.core.text import Text, say
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Column, Holder, Icon, SeatToken, Tap, Words, Wrap
from companion.ui.widgets.controls.choices import Segments

COLOURS = ("#C98A2B", "#B3423A", "#8A3FA0", "#3B5BDB", "#0B8A8F", "#3B8C3B", "#7A6A58", "#C2557E")
ICONS = ("cards-outline", "cards-heart-outline", "dice-5-outline", "castle", "rocket-launch-outline", "sword-cross",
         "tree-outline", "chess-knight")


class SeatChip(Tap):
    """A player's token and name; a tap edits or removes the seat."""

    text = StringProperty("")

    def __init__(self, look: Look, person: Person, letter: str, do: Callable[[SeatChip], None]) -> None:
        super().__init__(look)
        self.person, self.text = person, person.name
        self.box = Box.card(self, look, "surface2", tokens.TARGET / 2)
        self.token = SeatToken(look, person.colour, letter, 28)
        self.name = Words(look, person.name, "kicker")
        self.add_parts(self.token, self.name)
        self.bind(on_tap=lambda _: do(self))

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "surface2"))

    def hug(self, most: float | None = None) -> float:
        room = dp(40) + dp(10)
        self.name.hug(None if most is None else max(dp(24), most - room))
        self.take_size(self.name.width + room, max(dp(tokens.TARGET), self.name.height + dp(14)))
        return float(self.width)

    def arrange(self) -> None:
        middle = self.y + self.height / 2
        self.token.center = (self.x + dp(20), middle)
        self.name.pos = (self.x + dp(40), middle - self.name.height / 2)


class OneMore(Tap):
    def __init__(self, look: Look, do: Callable[[], object]) -> None:
        super().__init__(look, size=(dp(tokens.TARGET), dp(tokens.TARGET)))
        self.text = str(say("Add a player"))
        self.box = Box(self, look.colour("surface2", 0.0), dp(tokens.TARGET / 2), look.colour("outline2"), dp(1.5))
        self.icon = Icon(look, "account-plus-outline", 24, "text", fixed=True)
        self.add_parts(self.icon)
        self.bind(on_tap=lambda _: do())

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3", 1.0 if down else 0.0))

    def hug(self, most: float | None = None) -> float:
        return float(self.width)

    def arrange(self) -> None:
        self.icon.center = (self.x + self.width / 2, self.y + self.height / 2)


class SeatChips(Wrap):
    def take(self, touch: Any) -> bool:
        """No dragging: a tap opens the seat, which can be moved there."""
        return False


class Pair(Holder):
    """A label on the left and its choices on the right, stacked if they don't fit."""

    def __init__(self, look: Look, label: Text | str, second: Text | str, choices: Sequence[tuple[Any, Text | str]],
                 chosen: Any, change: Callable[[Any], None]) -> None:
        super().__init__()
        self.text, self.least = str(label), dp(112) * max(1.0, look.scale)
        self.words = Column([Words(look, label, "body"), Words(look, second, "support", "text2")], gap=0)
        self.choices = Segments(look, choices, chosen, change)
        self.fill([self.words, self.choices])

    def fit(self, width: float) -> float:
        self.choices.fit(10_000.0)
        wide = sum(chip.width for chip in self.choices.parts) + dp(8) * (len(self.choices.parts) - 1)
        self._beside = width - wide > self.least
        if self._beside:
            self.choices.fit(wide + 1)
            high = max(self.words.fit(width - wide - dp(12)), self.choices.height)
        else:
            high = self.words.fit(width) + dp(6) + self.choices.fit(width)
        return self.take_size(width, max(dp(56), high + dp(6)))

    def arrange(self) -> None:
        if not hasattr(self, "_beside"):
            return
        if self._beside:
            self.words.pos = (self.x, self.center_y - self.words.height / 2)
            self.choices.pos = (self.right - self.choices.width, self.center_y - self.choices.height / 2)
        else:
            self.words.pos = (self.x, self.top - self.words.height)
            self.choices.pos = (self.x, self.y)


class Swatch(Tap):
    def __init__(self, look: Look, colour: str, icon: str, do: Callable[[], object], name: Text) -> None:
        super().__init__(look, do, size=(dp(44), dp(44)))
        self.text = str(name)
        ground = tokens.rgba(colour) if colour else look.colour("surface2")
        self.box = Box(self, ground, dp(22))
        self.icon = Icon(look, icon, 24, "text", fixed=True)
        self.add_parts(self.icon)

    def choose(self, on: bool) -> None:
        self.box.border(self.look.colour("text") if on else None, dp(3) if on else 0)

    def hug(self, most: float | None = None) -> float:
        return float(self.width)

    def arrange(self) -> None:
        self.icon.center = (self.center_x, self.center_y)


class Looks(Column):
    def __init__(self, look: Look, colour: str, icon: str, change: Callable[[str, str], None]) -> None:
        self.colour, self.icon, self.change = colour, icon, change
        self.swatches = {one: Swatch(look, one, "", partial(self._pick, one, ""), say("Colour")) for one in COLOURS}
        self.icons = {one: Swatch(look, "", one, partial(self._pick, "", one), say("Icon")) for one in ICONS}
        super().__init__([Words(look, say("Its cover"), "body"), Wrap(self.swatches.values(), gap=8),
                          Wrap(self.icons.values(), gap=8)], gap=8)
        self._mark()

    def _pick(self, colour: str, icon: str) -> None:
        self.colour, self.icon = colour or self.colour, icon or self.icon
        self._mark()
        self.change(self.colour, self.icon)

    def _mark(self) -> None:
        for one, swatch in (*self.swatches.items(), *self.icons.items()):
            swatch.choose(one in (self.colour, self.icon))
