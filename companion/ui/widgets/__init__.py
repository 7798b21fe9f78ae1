"""The app's own light widgets. Each is given a `Look`, and has `fit(width)` or `hug()` to be measured at once."""

from companion.ui.widgets.buttons import (
    Chip,
    IconDisc,
    Link,
    OutlineButton,
    Pill,
    PrimaryButton,
    Push,
    TonalButton,
)
from companion.ui.widgets.flow import Column, Grid, Holder, Scroll, Wrap
from companion.ui.widgets.seat import SeatToken
from companion.ui.widgets.tap import Box, Tap, shake
from companion.ui.widgets.words import Icon, Voice, Words

__all__ = ["Box", "Chip", "Column", "Grid", "Holder", "Icon", "IconDisc", "Link", "OutlineButton", "Pill",
           "PrimaryButton", "Push", "Scroll", "SeatToken", "Tap", "TonalButton", "Voice", "Words", "Wrap", "shake"]
