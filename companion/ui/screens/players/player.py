"""One player: how often, how well, at what, and against whom. The sums stand at once, what games count is filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.questions import Refused
from companion.core.seats import Person, name_key
from companion.core.text import Text, count, say
from companion.services import when
from companion.services.history import game_of, title_of
from companion.services.statistics import Chart, GameSums, PersonSums, counting, person_sums
from companion.ui.screens.plain import WIDE, PlainPage
from companion.ui.screens.players.person_sheet import PersonSheet
from companion.ui.screens.players.sharing import share_numbers, titles_of
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Grid
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.headings import Heading
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.displays.bars import BarChart, NumberTile, TrendChart

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LATELY, RIVALS = 5, 8
SLICE = 0.006  # seconds of a frame in which plays are counted


class Stacks(Grid):
    """Columns of cards, each as high as it needs: the next card goes where the least stands."""

    _places: Sequence[tuple[int, float]] = ()

    def fit(self, width: float) -> float:
        gap = dp(self.gap)
        each = (width - gap * (self.columns - 1)) / self.columns
        highs, places = [0.0] * self.columns, []
        for part in self.parts:
            column = highs.index(min(highs))
            places.append((column, highs[column]))
            highs[column] += part.fit(each) + gap
        self._places = places
        self.take_size(width, max(highs) - gap if places else 0.0)
        return float(self.height)

    def arrange(self) -> None:
        for part, (column, down) in zip(self.parts, self._places, strict=False):
            part.pos = (self.x + column * (part.width + dp(self.gap)), self.top - down - part.height)


class PlayerScreen(PlainPage):
    """`app.go("player", person="Ana")`."""

    widest = 1080.0

    def __init__(self, app: TablesideApp, person: str) -> None:
        super().__init__(app, app.look, person, role="headline wide",
                         actions=[("export-variant", self._share), ("pencil-outline", self._edit)])
        self.name = person
        self.column.gap = tokens.M
        self.charts: list[Chart] = []
        self.job: Any = None
        self._event: Any = None

    def entered(self) -> None:
        self._build()
        self._stop()
        self.job = counting(self.app.evening, self.name)
        self._event = Clock.schedule_interval(self._count, 0)

    def left(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _count(self, _: float) -> bool:
        """A few plays a frame; then the charts of the games stand under their sums."""
        try:
            if not self.job.run(SLICE):
                return True
        except Refused:
            self.job = None
            return False
        if self.job.result != self.charts:
            self.charts = self.job.result
            self._build()
        return False

    # Its parts

    def person(self) -> Person:
        found = [person for person in self.app.evening.people() if name_key(person.name) == name_key(self.name)]
        return found[0] if found else Person(self.name, 0)

    def _build(self) -> None:
        self.show_or_say(self._fill)

    def _fill(self) -> None:
        look, evening = self.look, self.app.evening
        sums, person = person_sums(evening.results(), self.name), self.person()
        seat = tokens.SEATS[person.colour]
        parts: list[Any] = [ListRow(look, person.name, say("{colour}, {shape}", colour=seat.name, shape=seat.shape),
                                    token=SeatToken(look, person.colour, tokens.initials([person.name])[0], 40),
                                    do=self._edit, more="pencil-outline", tone="surface")]
        if not sums.plays:
            parts.append(IconLine(look, say("No play finished yet. The numbers come with the first one."),
                                  "flag-checkered", role="body", ink="text2", icon_ink="text2"))
            self.show(parts)
            return
        games = Stacks([self._game(game) for game in sums.games], columns=self._columns(), gap=tokens.M)
        parts += [self._numbers(sums), games, *self._rivals(sums), *self._lately()]
        self.show(parts)

    def _columns(self) -> int:
        """A tablet has room for two games side by side."""
        return 2 if self.has_rail() and not self.look.big and self.width > dp(WIDE) else 1

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        for part in self.column.parts:
            if isinstance(part, Grid) and part.parts and isinstance(part.parts[0], CardBox):
                part.columns = self._columns()
        super().place_body(at, low, inner, high)

    def _numbers(self, sums: PersonSums) -> Grid:
        look = self.look
        tiles = [NumberTile(look, str(sums.plays), say("plays")), NumberTile(look, str(sums.wins), say("won")),
                 NumberTile(look, f"{sums.rate} %", say("of plays won")),
                 NumberTile(look, str(sums.longest), say("best winning streak"))]
        return Grid(tiles, columns=2 if look.big else 4)

    def _game(self, game: GameSums) -> CardBox:
        look = self.look
        plugin = self.app.found.games.get(game_of(game.game))
        title = title_of(game.game, titles_of(self.app))
        icon = plugin.facts.icon if plugin is not None else "cards-outline"
        parts: list[Any] = [IconLine(look, title, icon, role="answer"), Words(look, _sums_words(game), "support",
                                                                             "text2")]
        scores = [score for _, score in game.scores]
        if len(scores) > 1 and game.average is not None:
            parts += [Words(look, say("Points from play to play; the dashes are the average"), "label"),
                      TrendChart(look, scores, game.average)]
        for chart in self.charts:
            if chart.game == game.game:
                parts += [Words(look, chart.kind, "label"), BarChart(look, chart.bars)]
        return CardBox(look, parts, tone="surface")

    def _rivals(self, sums: PersonSums) -> list[Any]:
        look = self.look
        if not sums.rivals:
            return []
        colours = {name_key(person.name): person.colour for person in self.app.evening.people()}
        shown = sums.rivals[:RIVALS]
        letters = tokens.initials(one.name for one in shown)
        rows = [ListRow(look, one.name, say("Ahead {ahead}, behind {behind}, in {plays}", ahead=one.ahead,
                                            behind=one.behind, plays=_plays(one.plays)),
                        token=SeatToken(look, colours.get(name_key(one.name), at % len(tokens.SEATS)), letter, 32))
                for at, (one, letter) in enumerate(zip(shown, letters, strict=True))]
        return [Heading(Words(look, say("At the same table"), "kicker", "primary")),
                CardBox(look, rows, tone="surface", gap=0, pad=8)]

    def _lately(self) -> list[Any]:
        look = self.look
        lately = self.app.evening.history(name=self.name)[:LATELY]
        lines = [IconLine(look, f"{str(one.outcome).rstrip('.')}, {when.day(one.when)}", "flag-checkered")
                 for one in lately]
        return [Heading(Words(look, say("Lately"), "kicker", "primary")), CardBox(look, lines, tone="surface")]

    # What can be done

    def _edit(self) -> None:
        PersonSheet(self.app, self.person(), self._called, self._gone).open()

    def _called(self, name: str) -> None:
        """Renamed, recoloured or merged: the page is about whoever it is now."""
        self.name = name
        self.title.say(name)
        for visit in self.app.visits:
            if visit.page is self:
                visit.args["person"] = name
        self.charts = []
        self.entered()

    def _gone(self) -> None:
        """Forgotten: the list below offers to bring the name back."""
        for visit in self.app.visits:
            if visit.name == "players":
                visit.args.setdefault("forgotten", []).append(self.name)
        self.app.back()

    def _share(self) -> None:
        share_numbers(self.app, [self.name], self.name)


def _plays(n: int) -> Text:
    return count("one play", "{n} plays", n)


def _sums_words(game: GameSums) -> Text:
    plays = count("One play, {wins} won", "{n} plays, {wins} won", game.plays, wins=game.wins)
    if game.average is None:
        return plays
    return say("{plays}. Average {average}, best {best}.", plays=plays, average=f"{game.average:.1f}".replace(".0", ""),
               best=game.best or 0)
