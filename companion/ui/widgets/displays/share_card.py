"""Pictures to share: their size and density, and a year at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.core.text import count, say
from companion.services.history import Finished, title_of
from companion.ui.theme import Look
from companion.ui.widgets.base.flow import Column, Grid
from companion.ui.widgets.base.part import Box, Voice, Words
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.chart import NumberTile

WIDE, HIGH = 1080, 1350
DENSE = 3.0  # pixels per dp: the picture is a page of 360 x 450 dp


@contextmanager
def dense() -> Iterator[None]:
    """Use the picture's density instead of the screen's."""
    before = Metrics.density, Metrics.fontscale
    Metrics.density, Metrics.fontscale = DENSE, 1.0
    try:
        yield
    finally:
        Metrics.density, Metrics.fontscale = before


def write_picture(card: Widget, path: Path) -> Path:
    if not card.export_to_png(str(path)):  # Kivy fails silently; a missing file raises
        path.stat()
    return path


class YearCard(Column):
    def __init__(self, year: int, plays: Sequence[Finished], minutes: int, titles: Mapping[str, str]) -> None:
        games = Counter(title_of(one.game, titles) for one in plays)
        wins = Counter(seat.name for one in plays for seat in one.seats if seat.won)
        with dense():
            look = Look.of("dark")
            hours = max(1, round(minutes / 60))
            numbers = Grid([NumberTile(look, str(len(plays)), count("play", "plays", len(plays))),
                            NumberTile(look, str(hours), count("hour", "hours", hours)),
                            NumberTile(look, str(len(games)), count("game", "games", len(games)))], columns=3)
            rows = [ListRow(look, name, count("{n} play", "{n} plays", many), "cards-outline", tone="surface2")
                    for name, many in games.most_common(3)]
            crowns = [ListRow(look, name, count("won once", "won {n} times", many), "crown", tone="surface2")
                      for name, many in wins.most_common(3)]
            title = Words(look, say("{year} at our table", year=year), "number", size_px=look.px("display", True))
            super().__init__([title, numbers, *rows, *crowns, Voice(look, "Tableside", "answer", align="right")], gap=8,
                             pad=16)
            Box(self, look.colour("background"))
            self.fit(WIDE)
            self.take_size(WIDE, max(HIGH, self.height))
