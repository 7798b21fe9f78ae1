"""Pictures to share: their size and density, and a year at the table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.core.game import Game
from companion.core.text import count
from companion.services.evening.year import Year
from companion.services.history import game_of, title_of
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Column, Grid, Row
from companion.ui.widgets.base.part import Box, Part, Voice, Words
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.displays.chart import NumberTile
from companion.ui.widgets.displays.covers import Cover

WIDE, HIGH = 1080, 1350
GAMES, BAR = 8, 230.0  # games with a bar; dp of the longest
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


class Bar(Part):
    def __init__(self, wide: float) -> None:
        super().__init__()
        self.wide = wide

    def fit(self, width: float) -> float:
        return self.take_size(min(width, self.wide), dp(8))


class GameBar(Row):
    """A game of the year: its cover, and a bar in its colour."""

    def __init__(self, look: Look, key: str, games: Mapping[str, Game[Any]], plays: int, most: int) -> None:
        game = games.get(game_of(key))
        titles = {id: one.facts.title for id, one in games.items()}
        cover = Cover(game_of(key), corners=(dp(8),) * 4)
        cover.size = (dp(64), dp(38))
        bar = Bar(max(dp(6), dp(BAR) * plays / most))
        Box(bar, tokens.rgba(game.facts.dark.accent if game is not None else tokens.DARK.primary), dp(4))
        line = Row([Words(look, title_of(key, titles), "answer"), Words(look, str(plays), "answer", "text2")],
                   gap=8)
        super().__init__([cover, Column([line, bar], gap=3)], gap=12)
        self.stretch = self.parts[1]


class YearCard(Column):
    """Covers on top, then numbers, every game with its bar, and who won most."""

    def __init__(self, year: Year, games: Mapping[str, Game[Any]]) -> None:
        shown = year.games()
        with dense():
            look = Look.of("dark")
            tiles = [NumberTile(look, str(number), words) for number, words in year.numbers()]
            numbers = Grid(tiles, columns=len(tiles))
            head = [Cover(game_of(key), 0.62, (dp(10),) * 4) for key, _ in shown[:3]]
            bars = [GameBar(look, key, games, many, shown[0][1]) for key, many in shown[:GAMES]]
            if (more := len(shown) - GAMES) > 0:
                bars.append(Words(look, count("and one more game", "and {n} more games", more), "support",
                                  "text2"))
            crowns = [IconLine(look, words, "crown", role="answer") for words in year.winners()]
            title = Voice(look, year.title, "headline", align="center", chrome=True)
            parts = [title, Grid(head, columns=len(head)), numbers, *bars,
                     Column(crowns, gap=4),
                     Voice(look, "Tableside", "answer", align="right")]
            super().__init__(parts, gap=12, pad=16)
            Box(self, look.colour("background"))
            self.fit(WIDE)
            self.take_size(WIDE, max(HIGH, self.height))
