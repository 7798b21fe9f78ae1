"""The result as a 1080 x 1350 picture to share, always in the game's dark theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.core.play import Play
from companion.core.text import Text, capital, count, minus, say, without_stop
from companion.core.views import Outcome
from companion.services.chronicle import race_of, teams_of
from companion.services.history import Finished, title_of
from companion.services.open_play import OpenPlay
from companion.services.start.places import ASSETS
from companion.services.when import weekday
from companion.ui.drawing.art import mask
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Column, Grid, Part, Row, SeatToken, Voice, Words, Wrap
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.chart import NumberTile, RaceChart, Runner
from companion.ui.widgets.displays.covers import Cover, Shade
from companion.ui.widgets.displays.podium import Podium, Seal, Step, Teams, chosen

WIDE, HIGH = 1080, 1350
DENSE = 3.0  # pixels per dp: the picture is a page of 360 x 450 dp
CONFETTI, LONGEST = 40, 16
SCENE, PODIUM, RACE = 150.0, 118.0, 124.0  # dp


@contextmanager
def dense() -> Iterator[None]:
    """Use the picture's density instead of the screen's."""
    before = Metrics.density, Metrics.fontscale
    Metrics.density, Metrics.fontscale = DENSE, 1.0
    try:
        yield
    finally:
        Metrics.density, Metrics.fontscale = before


def draw_evening(opened: OpenPlay, length: Text, path: Path) -> Path:
    """Raises `OSError` if it can't be written."""
    return write_picture(ShareCard(opened, length), path)


def write_picture(card: Widget, path: Path) -> Path:
    if not card.export_to_png(str(path)):  # Kivy fails silently; a missing file raises
        path.stat()
    return path


def stand_for(look: Look, play: Play[Any], outcome: Outcome) -> Any:
    seats, letters = play.table.seats, tokens.initials(seat.name for seat in play.table.seats)

    def token(seat: int) -> tuple[int, str]:
        return seats[seat].colour, letters[seat]

    teams, sharing = teams_of(outcome), outcome.standing_for()
    if outcome.won is None and teams:
        return Teams(look, [Step(*token(first.seat), 1 if first.seat in outcome.winners else 2, first.score,
                                 tuple(token(one.seat) for one in others), capital(str(name)))
                            for name, (first, *others) in teams])
    if outcome.won is None and outcome.places:
        return Podium(look, chosen([Step(*token(one.seat), one.place, one.score,
                                         tuple(token(seat) for seat in sharing[one.seat]))
                                    for one in outcome.places if one.seat in sharing]))
    won = outcome.won is True or (outcome.won is None and bool(outcome.winners))
    return Seal(look, say("Won") if won else say("Lost"), won)


def race_for(look: Look, play: Play[Any], outcome: Outcome,
             on_pick: Callable[[int | None], None] | None = None, high: float = 0.0) -> RaceChart | None:
    rows, letters = race_of(play), tokens.initials(seat.name for seat in play.table.seats)
    if len(rows) < 2:
        return None
    return RaceChart(look, [Runner(seat.index, seat.colour, letters[seat.index], tuple(row[seat.index] for row in rows),
                                   seat.index in outcome.winners) for seat in play.table.seats
                            if not outcome.sides or seat.index in outcome.standing_for()], on_pick, high)


def _name_and_points(name: str, score: int | None) -> str:
    short = name if len(name) <= LONGEST else f"{name[:LONGEST - 1]}…"
    return short if score is None else f"{short} {minus(score)}"


class ShareCard(Widget):
    def __init__(self, opened: OpenPlay, length: Text) -> None:
        super().__init__(size_hint=(None, None), size=(WIDE, HIGH))
        outcome = opened.play.outcome()
        assert outcome is not None
        with dense():
            look = Look.of("dark", opened.game.facts)
            panel = self._panel(look, opened, outcome, length)
            self._scene(look, opened, outcome, panel.top)
            self.add_widget(panel)

    def _panel(self, look: Look, opened: OpenPlay, outcome: Outcome, length: Text) -> Column:
        play = opened.play
        seats, letters = play.table.seats, tokens.initials(seat.name for seat in play.table.seats)
        heading = Words(look, say("How the evening went"), "answer")
        order = sorted(outcome.places, key=lambda one: one.place)
        scores = {one.seat: one.score for one in order}
        names = [Row([SeatToken(look, seats[at].colour, letters[at], 22),
                      Words(look, _name_and_points(seats[at].name, scores.get(at)), "label")], gap=4)
                 for at in dict.fromkeys([*(one.seat for one in order), *range(len(seats))])]
        chart = race_for(look, play, outcome, high=RACE)
        details = [ListRow(look, one.text, one.note or "", one.icon or "star-four-points", tone="surface2")
                   for one in outcome.details[:2 if chart is None else 0]]
        date = Words(look, weekday(opened.row.began), "support", "text2")
        icon = Part(size=(dp(20), dp(20)))
        with icon.canvas:
            Color(1, 1, 1, 1)
            drawn = Rectangle(texture=CoreImage(str(ASSETS / "icon.png")).texture, size=icon.size)
        icon.bind(pos=lambda _, pos: setattr(drawn, "pos", pos))
        panel = Column([Row([heading, Words(look, length, "support", "text2")], heading), Wrap(names, gap=10),
                        *([chart] if chart is not None else ()), *details,
                        Row([date, icon, Voice(look, "Tableside", "answer")], date)], gap=8, pad=16)
        corner = dp(20)
        Box(panel, look.colour("surface"), (corner, corner, 0.0, 0.0))
        panel.pos = (0, 0)
        panel.fit(WIDE)
        if panel.height > HIGH - dp(SCENE) and chart is not None:  # many names: drop the chart
            panel.fill([part for part in panel.parts if part is not chart])
            panel.fit(WIDE)
        return panel

    def _scene(self, look: Look, opened: OpenPlay, outcome: Outcome, low: float) -> None:
        cover, veil = Cover(opened.game.facts.id, focus=0.5), Shade(tokens.SCRIM, 0.7, upper=True)
        cover.pos, cover.size = (0, low - dp(20)), (WIDE, HIGH - low + dp(20))
        veil.pos, veil.size = (0, HIGH - dp(110)), (WIDE, dp(110))
        white = look.on_art()
        named = Words(white, opened.game.facts.title, "kicker", chrome=True)
        named.hug()
        named.pos = (WIDE / 2 - named.width / 2, HIGH - dp(12) - named.height)
        winner = Voice(white, without_stop(outcome.sentence), "display", align="center", chrome=True)
        for role in ("display", "headline wide", "title", "card title"):
            winner.set_size_px(look.px(role, chrome=True))
            winner.balance(WIDE - dp(40))
            if winner.height <= named.y - low - dp(PODIUM):
                break
        winner.pos = (WIDE / 2 - winner.width / 2, named.y - winner.height)
        stand = stand_for(look, opened.play, outcome)
        stand.pos, stand.size = (0, low), (WIDE, max(dp(60), winner.y - low - dp(6)))
        for part in (cover, veil, named, winner):
            self.add_widget(part)
        if outcome.won is not False:
            self._confetti([seat.colour for seat in opened.play.table.seats], low, winner.y)
        self.add_widget(stand)

    def _confetti(self, colours: list[int], low: float, words: float) -> None:
        rng = Random(11)
        with self.canvas:
            for number in range(CONFETTI):
                colour, side = colours[number % len(colours)], rng.uniform(34, 50)
                x, y, angle = rng.uniform(0, WIDE), rng.uniform(low + 120, HIGH - 20), rng.uniform(0, 360)
                if abs(x - WIDE / 2) > 330 or y < words - 20:  # keep the words clear
                    PushMatrix()
                    Translate(x, y)
                    Rotate(angle=angle)
                    Color(*tokens.rgba(tokens.SEATS[colour].fill))
                    Rectangle(texture=mask(colour), pos=(-side / 2, -side / 2), size=(side, side))
                    PopMatrix()


class YearCard(Column):
    def __init__(self, year: int, plays: Sequence[Finished], minutes: int, titles: Mapping[str, str]) -> None:
        games = Counter(title_of(one.game, titles) for one in plays)
        wins = Counter(seat.name for one in plays for seat in one.seats if seat.won)
        with dense():
            look = Look.of("dark")
            hours = max(1, round(minutes / 60))
            words = (count("play", "plays", len(plays)), count("hour", "hours", hours),
                     count("game", "games", len(games)))
            numbers = Grid([NumberTile(look, str(number), word) for number, word in
                            zip((len(plays), hours, len(games)), words, strict=True)], columns=3)
            rows = [ListRow(look, name, count("{n} play", "{n} plays", many), "cards-outline", tone="surface2")
                    for name, many in games.most_common(3)]
            crowns = [ListRow(look, name, count("won once", "won {n} times", many), "crown", tone="surface2")
                      for name, many in wins.most_common(3)]
            super().__init__([Voice(look, say("{year} at our table", year=year), "display", chrome=True), numbers,
                              *rows, *crowns, Voice(look, "Tableside", "answer", align="right")], gap=8, pad=16)
            Box(self, look.colour("background"))
            self.fit(WIDE)
            self.take_size(WIDE, max(HIGH, self.height))
