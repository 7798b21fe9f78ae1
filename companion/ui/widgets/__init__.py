"""The app's lightweight widgets. Each takes a `Look` and measures itself with `fit(width)` or `hug()`."""

from companion.ui.widgets.base.flow import Card, Column, Grid, Holder, Row, Scroll, SideBySide, Sideways, Wrap
from companion.ui.widgets.base.lists import DragList, LongColumn, Shadow, grow_on_scroll
from companion.ui.widgets.base.part import Part, enough, in_window, reachable
from companion.ui.widgets.base.tap import Box, Do, Tap, is_within, shake
from companion.ui.widgets.base.words import Changed, Icon, Voice, Words
from companion.ui.widgets.controls.buttons import (
    Chip,
    IconDisc,
    Link,
    OutlineButton,
    PersonChip,
    Pill,
    PrimaryButton,
    Push,
    TallChip,
    TonalButton,
)
from companion.ui.widgets.controls.seat import ColourTile, SeatToken

__all__ = [
    "Box", "Card", "Changed", "Chip", "ColourTile", "Column", "Do", "DragList", "Grid", "Holder", "Icon", "IconDisc",
    "Link", "LongColumn", "OutlineButton", "Part", "PersonChip", "Pill", "PrimaryButton", "Push", "Row", "Scroll",
    "SeatToken", "Shadow", "SideBySide", "Sideways", "TallChip", "Tap", "TonalButton", "Voice", "Words", "Wrap",
    "enough", "grow_on_scroll", "in_window", "is_within", "reachable", "shake"]
