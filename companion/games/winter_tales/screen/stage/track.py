"""The memory track: eight cards in a row on a tablet, two rows of four on a phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import say
from companion.games.winter_tales.screen.stage.labels import ACCENT, GREY, PILL_INK, dashes, icon, ribbon, symbol, words
from companion.games.winter_tales.screen.stage.layout import Point
from companion.games.winter_tales.screen.stage.reading import Slot
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens

GAP = 7.0


@dataclass(frozen=True)
class CardLook:
    fill: str
    ink: str
    symbol: str = ""
    edge: str = ""
    alpha: float = 1.0


LOOKS = {
    "spring": CardLook("#F28C28", "#2A1200", "symbol_flower", "#FFD9A8"),
    "winter": CardLook("#F3F7FF", "#14233F", "symbol_snowflake", "#5E86C4"),
    "neutral": CardLook("#8E9AAF", "#111827", "symbol_half", "#C7D0DF"),
    "free": CardLook("#1E2A42", "#B4C0D6", edge="#3D4D6D"),
    "epilogue": CardLook("#2E1B52", "#EADCFF", "symbol_feather", "#7E63B8"),
    "beyond": CardLook("#131C2E", "#5F6E8C", edge="#2D3C5A", alpha=0.0),
}
FEATHER_DISC = "#CDA9FF"


@dataclass(frozen=True)
class TrackGrid:
    """Card positions; `title` is None if there is no room for it."""

    cards: tuple[tuple[float, float, float, float], ...]
    title: Point | None
    words: bool


def grid_of(room: Room, count: int, *, head: float = 34.0, widest: float = 96.0) -> TrackGrid:
    """Choose the rows that give the largest cards; cards are at most slightly taller than wide."""
    best, size = TrackGrid((), None, False), 0.0
    for rows in (1, 2):
        columns = -(-count // rows)
        gap = dp(GAP)
        top = dp(head) if room.height > dp(head) + rows * dp(56) else 0.0
        wide = min(dp(widest), max(1.0, room.width - gap * (columns - 1)) / columns)
        high = min(wide * 1.16, max(1.0, room.height - top - gap * rows - dp(10)) / rows)
        if min(wide, high) > size:
            size = min(wide, high)
            left = room.x + (room.width - columns * wide - gap * (columns - 1)) / 2
            upper = room.top - top - max(0.0, (room.height - top - rows * high - gap * rows) / 2)
            cards = tuple((left + number % columns * (wide + gap), upper + gap - (number // columns + 1) * (high + gap),
                           wide, high) for number in range(count))
            best = TrackGrid(cards, (left, upper + dp(14)) if top else None, high >= dp(58) and wide >= dp(62))
    return best


class TrackView:
    def __init__(self, layer: InstructionGroup) -> None:
        self.group = InstructionGroup()
        layer.add(self.group)
        self._shown: tuple[Any, ...] = ()
        self.grid: TrackGrid | None = None

    def show(self, slots: tuple[Slot, ...], room: Room, line: str, chosen: int | None) -> None:
        key = (slots, room, line, chosen)
        if key == self._shown:
            return
        self._shown = key
        self.group.clear()
        self.grid = grid = grid_of(room, len(slots))
        self._head(grid, line)
        for slot, box in zip(slots, grid.cards, strict=True):
            self._card(slot, box, slot.number == chosen, grid.words)

    def _head(self, grid: TrackGrid, line: str) -> None:
        if grid.title is None:
            return
        x, y = grid.title
        right = grid.cards[-1][0] + grid.cards[-1][2]
        words(self.group, str(say("Memory track")), tokens.MEDIUM, dp(15), (x + dp(2), y + dp(8)), PILL_INK, "left")
        words(self.group, line, tokens.TEXT, dp(13), (right - dp(2), y + dp(8)), GREY, "right", right - x - dp(118))

    def _card(self, slot: Slot, box: tuple[float, float, float, float], chosen: bool, named: bool) -> None:
        x, y, wide, high = box
        look, layer = LOOKS[slot.kind], self.group
        corner = min(dp(10), wide * 0.14)
        layer.add(Color(*tokens.rgba(look.fill, look.alpha)))
        layer.add(SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner]))
        if chosen:
            layer.add(Color(*tokens.rgba(ACCENT, 0.3)))
            layer.add(SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner]))
        if slot.lit:
            dashes(layer, box, corner, ACCENT, dp(2.5 if chosen else 2))
        elif look.edge:
            layer.add(Color(*tokens.rgba(look.edge)))
            layer.add(SmoothLine(rounded_rectangle=(x, y, wide, high, corner), width=dp(0.75)))
        self._face(slot, box, look, named)
        if slot.target:
            centre = (x + wide - dp(13), y + high - dp(13))
            icon(layer, "bullseye-arrow", min(dp(18), wide * 0.24), centre, look.ink)
        if slot.marked:
            ribbon(layer, (x + wide * 0.22, y + high + dp(7)), min(dp(1.0), wide / 80))

    def _face(self, slot: Slot, box: tuple[float, float, float, float], look: CardLook, named: bool) -> None:
        x, y, wide, high = box
        low = dp(22) if named and slot.word else 0.0
        layer, middle = self.group, (x + wide / 2, y + low + (high - low) / 2)
        side = min(wide * 0.48, (high - low) * (0.62 if low else 0.5))
        if slot.kind == "epilogue":
            layer.add(Color(*tokens.rgba(FEATHER_DISC)))
            layer.add(SmoothRoundedRectangle(pos=(middle[0] - side * 0.58, middle[1] - side * 0.58),
                                             size=(side * 1.16, side * 1.16), radius=[side * 0.58]))
        if look.symbol:
            feather = slot.kind == "epilogue"
            symbol(layer, look.symbol, middle, side * (0.86 if feather else 1.0), "#2E1B52" if feather else look.ink)
        else:
            ink = ACCENT if slot.lit else look.ink
            words(layer, str(slot.number), tokens.BOLD, max(dp(12), min(dp(20), high * 0.26)), middle, ink)
        if named and slot.word:
            ink = ACCENT if slot.lit else look.ink
            words(layer, slot.word, tokens.MEDIUM, dp(12.5), (x + wide / 2, y + dp(13)), ink, "center", wide - dp(6))

    def slot_at(self, point: Point) -> int | None:
        for number, (x, y, wide, high) in enumerate(self.grid.cards if self.grid is not None else ()):
            if x <= point[0] <= x + wide and y <= point[1] <= y + high:
                return number + 1
        return None
