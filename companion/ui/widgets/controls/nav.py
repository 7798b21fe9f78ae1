"""Navigation between the app's four main pages: a bar at the bottom, or a rail on wide screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box, Do, Tap
from companion.ui.widgets.base.words import Icon, Words

PLACES = (("library", say("Games"), "cards-outline"), ("history", say("History"), "history"),
          ("players", say("Players"), "account-multiple-outline"), ("settings", say("Settings"), "cog-outline"))
BAR, RAIL = 72.0, 88.0


class NavPlace(Tap):
    def __init__(self, look: Look, words: str, icon: str, here: bool, do: Do) -> None:
        super().__init__(look, None if here else do)
        self.text = words
        self.pill = Widget(size_hint=(None, None), size=(dp(60), dp(32)))
        self.box = Box(self.pill, look.colour("container", 1.0 if here else 0.0), dp(16))
        self.icon = Icon(look, icon, 24, "on_container" if here else "text2", chrome=False)
        self.label = Words(look, words, "label", "text" if here else "text2", align="center", chrome=True)
        self.add_parts(self.pill, self.icon, self.label)

    def arrange(self) -> None:
        self.label.hug(self.width - dp(2))
        high = self.pill.height + dp(4) + self.label.height
        self.pill.pos = (self.center_x - self.pill.width / 2, self.center_y + high / 2 - self.pill.height)
        self.icon.center = self.pill.center
        self.label.pos = (self.center_x - self.label.width / 2, self.center_y - high / 2)


class Navigation(Widget):
    """A bar if it is wider than high, otherwise a rail."""

    def __init__(self, look: Look, here: str, go: Callable[[str], Any]) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        Box(self, look.colour("surface2"), 0.0)
        self.places = []
        for name, words, icon in PLACES:
            place = NavPlace(look, str(words), icon, name == here, partial(go, name))
            self.places.append(place)
            self.add_widget(place)

    def bar_height(self) -> float:
        return self.look.high(BAR, chrome=True)

    def rail_width(self) -> float:
        return self.look.high(RAIL, chrome=True)

    def stand(self, pos: tuple[float, float], size: tuple[float, float], foot: float = 0.0, head: float = 0.0) -> None:
        """The background covers the insets `foot` and `head`; the buttons stay clear of them."""
        self.pos, self.size = pos, size
        wide, high = size[0], size[1] - foot - head
        count = len(self.places)
        if wide > high:
            for number, place in enumerate(self.places):
                place.size = (wide / count, high)
                place.pos = (pos[0] + number * wide / count, pos[1] + foot)
            return
        each = min(self.bar_height(), high / count)
        top = pos[1] + foot + high / 2 + each * count / 2
        for number, place in enumerate(self.places):
            place.size = (wide, each)
            place.pos = (pos[0], top - (number + 1) * each)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
