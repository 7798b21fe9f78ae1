"""The app's lightweight widgets. Each takes a `Look` and measures itself with `fit(width)` or `hug()`."""

from companion.ui.widgets.base.flow import Column, Grid, Holder, Scroll, Wrap
from companion.ui.widgets.base.row import Row
from companion.ui.widgets.base.tap import Box, Tap, shake
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.buttons import (
    Chip,
    IconDisc,
    Link,
    OutlineButton,
    Pill,
    PrimaryButton,
    Push,
    TonalButton,
)
from companion.ui.widgets.controls.seat import SeatToken

__all__ = ["Box", "Chip", "Column", "Grid", "Holder", "Icon", "IconDisc", "Link", "OutlineButton", "Pill",
           "PrimaryButton", "Push", "Row", "Scroll", "SeatToken", "Tap", "TonalButton", "Voice", "Words", "Wrap",
           "shake"]
