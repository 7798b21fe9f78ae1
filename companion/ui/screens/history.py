"""The history of finished plays by game, and the trash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.text import Text, count, in_a_row, say, say_in
from companion.services import when
from companion.services.chronicle import seconds_of
from companion.services.history import Finished, game_of, title_of
from companion.services.library import Listed
from companion.services.play_details import Details, dated
from companion.ui.screens.details import DetailsSheet
from companion.ui.screens.file_exchange import hand_out, hand_out_file, take_file
from companion.ui.screens.plain import PlainPage, in_pairs, this_device
from companion.ui.screens.plays import PlayCard, open_play, resumed, titles_of
from companion.ui.widgets import Column, Do, Grid, Link, TallChip, Words, Wrap
from companion.ui.widgets.controls.rows import CardBox, ChipRow, Divider, Heading, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, open_menu, open_offer, tried
from companion.ui.widgets.displays.chart import NumberTile
from companion.ui.widgets.displays.share_card import YearCard, write_picture

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

TIMED = 20  # plays counted for the average length


class HistoryScreen(PlainPage):
    place = "history"
    widest = 1080.0

    def __init__(self, app: TablesideApp, game: str = "", person: str = "", month: str = "") -> None:
        super().__init__(app, app.look, say("History"), actions=[("plus", self._enter_play)], role="headline wide")
        self.game, self.person, self.month = game, person, month

    def left(self) -> None:
        self.remember(game=self.game, person=self.person, month=self.month)

    # Parts

    def parts(self) -> list[Any]:
        library, look = self.app.library, self.look
        away = library.plays(archived=True)
        hidden = {play.id for play in away}
        everything = [pair for pair in dated(library, library.history()) if pair[0].id not in hidden]
        games = sorted(dict.fromkeys(one.game for one, _ in everything), key=lambda game: game != self.game)
        for key in ("month", "person", "game"):  # drop what no play fits any more
            if not any(self._fits(one) for one, _ in everything):
                setattr(self, key, "")
        shown = [pair for pair in everything if self._fits(pair[0])]
        self.title.say(self._title(self.game) if self.game else say("History"))
        parts: list[Any] = []
        if len(games) > 1:
            choices: list[tuple[str, Text | str]] = [("", say("All games"))]
            choices += [(game, self._title(game)) for game in games]
            parts.append(ChipRow(look, choices, self.game, partial(self.choose, "game")))
        parts += self._filters([one for one, _ in everything])
        if self.game in games:
            parts.append(self._record([one for one, _ in everything if one.game == self.game]))
        if not everything:
            parts.append(Hint(look, say("No finished plays yet. The first one will appear here."), "history"))
        listed = {play.id: play for play in library.plays()}
        self.long.begin(in_pairs(look, self._rows(shown, listed)))
        trash = library.trash()
        empty = Link(look, say("Empty the trash"), "delete-empty-outline", partial(self._empty_menu, len(trash)))
        return [*parts, self.long, *self._gone(say_in("heading", "Put away"), away, "archive-outline", self._away_menu),
                *self._gone(say("Trash"), trash, "delete-outline", self._trash_menu), *([empty] if trash[1:] else ())]

    def _fits(self, one: Finished, but: str = "") -> bool:
        person, month = ("" if key == but else getattr(self, key) for key in ("person", "month"))
        return (self.game in ("", one.game) and month in ("", when.month(one.when))
                and (not person or any(seat.name == person for seat in one.seats)))

    def _filters(self, everything: list[Finished]) -> list[Any]:
        """Offer only people and months with plays to show."""
        people = sorted({seat.name for one in everything if self._fits(one, "person") for seat in one.seats})
        months = list(dict.fromkeys(when.month(one.when) for one in everything if self._fits(one, "month")))
        if len(everything) < 2:
            return []

        def choose(key: str, title: Text, icon: str, every: Text, values: list[str]) -> None:
            open_menu(self.app, self.look, title, [(value or every, "", icon, partial(self.choose, key, value))
                                                   for value in ("", *values)])

        return [Wrap([
            TallChip(self.look, self.person or say("Everybody"), "account-outline",
                       partial(choose, "person", say("Whose plays?"), "account-outline", say("Everybody"), people)),
            TallChip(self.look, self.month or say("Any month"), "calendar",
                       partial(choose, "month", say("Which month?"), "calendar", say("Any month"), months))])]

    def _rows(self, shown: list[tuple[Finished, Details]], listed: dict[int, Listed]) -> Iterator[Any]:
        for one, added in shown:
            colours = {person.name: person.colour for person in listed[one.id].people} if one.id in listed else {}
            seats = [(colours.get(seat.name, seat.seat % 8), seat.name, seat.score) for seat in one.seats]
            day = str(in_a_row(when.day(one.when), added.place))
            yield PlayCard(self.look, game_of(one.game), self._title(one.game), one.outcome, day, seats,
                           partial(self._open_menu, one))

    def _title(self, game: str) -> str:
        return title_of(game, titles_of(self.app))

    def _record(self, shown: list[Finished]) -> CardBox:
        look, record = self.look, self.app.library.game_record(self.game)
        times = [seconds_of(self.app.library.store.records(one.id)) for one in shown[:TIMED]]
        minutes = [time / 60 for time in times if time >= 60]  # those entered afterwards took no time
        tiles = [NumberTile(look, str(record.plays), count("play", "plays", record.plays))]
        if minutes:
            tiles.append(NumberTile(look, str(round(sum(minutes) / len(minutes))), say("minutes on average")))
        lines: list[Any] = [Grid(tiles, columns=len(tiles))]
        if record.best is not None:
            lines.append(IconLine(look, say("Best score: {name}, {score}", name=record.best.name,
                                            score=record.best.score or 0), "trophy-outline", role="body"))
        for tally in record.people[:5]:
            if tally.wins:
                lines.append(IconLine(look, say("{name} won {wins} of {plays}", name=tally.name, wins=tally.wins,
                                                plays=tally.plays), "crown"))
        return CardBox(look, lines)

    def _gone(self, title: Text, plays: list[Listed], icon: str, menu: Callable[[Listed], None]) -> list[Any]:
        look = self.look
        rows = [ListRow(look, play.title, in_a_row(str(play.outcome or "").rstrip("."), _who_and_when(play)), icon,
                        partial(menu, play)) for play in plays]
        return [Divider(look), Heading(Words(look, title, "kicker", "primary")), Column(rows, gap=0)] if rows else []

    # Actions

    def _do(self, action: Do, words: Text, undo: Do | None = None) -> None:
        if tried(self.app, action):
            self.refresh()
            again = None if undo is None else (say("Undo"), lambda: self._do(undo, say("It is back.")))
            self.app.tell(words, again)

    def _open_menu(self, one: Finished) -> None:
        go = partial(open_play, self.app, one.id, self._title(one.game))
        opened = resumed(self.app, one.id)
        early = opened is not None and not opened.over()
        lines: list[Line] = [] if game_of(one.game) not in self.app.found.games else [
            (say("Resume"), say("Ended early."), "play", go) if early else
            (say("Result"), say("Podium and race"), "trophy-outline", go),
            (say("Chronicle"), say("The evening in sentences"), "script-text-outline", partial(go, "chronicle"))]
        open_menu(self.app, self.look, one.outcome, [
            *lines,
            (say("Place, note and photo"), say("The day, and who really played"), "map-marker-outline",
             lambda: DetailsSheet(self.app, self.look, one.id, one.when, self.refresh)),
            (say("Export"), say("One file, without note and photo"), "export-variant",
             lambda: hand_out(self.app, f"{self._title(one.game)} {when.day(one.when)}.json",
                              lambda: self.app.library.files.export_play(one.id))),
            (say("Put away"), say("Hide it from this list; you can bring it back"), "archive-outline",
             lambda: self._archive(one.id, True))])

    def _year(self) -> list[Line]:
        library = self.app.library
        plays = [one for one, _ in dated(library, library.history())]
        if not plays:
            return []
        year = when.year(plays[0].when)
        own = [one for one in plays if when.year(one.when) == year]

        def draw(path: Path) -> None:
            minutes = sum(seconds_of(library.store.records(one.id)) for one in own) / 60
            write_picture(YearCard(year, own, round(minutes), titles_of(self.app)), path)
        return [(say("{year} as a picture", year=year), say("Plays, hours, games and who won, to share"),
                 "image-outline", lambda: hand_out_file(self.app, f"Tableside {year}.png", draw))]

    def _archive(self, play: int, on: bool) -> None:
        self._do(lambda: self.app.library.archive(play, on),
                 say("Put away. It is at the end of this list.") if on else say("Back in the list."))

    def _away_menu(self, play: Listed) -> None:
        library = self.app.library
        open_offer(self.app, self.look, play.title, [_who_and_when(play)],
                   (say("Bring back"), "archive-arrow-up-outline", lambda: self._archive(play.id, False)),
                   (say("Delete"), "delete-outline",  # into the trash, so undo works now and later
                    lambda: self._do(partial(library.delete, play.id), say("Deleted. It is in the trash below."),
                                     partial(library.bring_back, play.id))))

    def _trash_menu(self, play: Listed) -> None:
        library = self.app.library
        gone = say("Delete for good removes it from {here}. This can't be undone.", here=this_device(self.app))
        open_offer(self.app, self.look, play.title, [_who_and_when(play), gone],
                   (say("Bring back"), "delete-restore",
                    lambda: self._do(partial(library.bring_back, play.id), say("It is back."))),
                   (say("Delete for good"), "delete-forever-outline",
                    lambda: self._do(partial(library.delete_for_good, play.id), say("Deleted for good."))))

    def _empty_menu(self, plays: int) -> None:
        gone = count("One play will be removed from {here}. This can't be undone.",
                     "{n} plays will be removed from {here}. This can't be undone.", plays,
                     here=this_device(self.app))
        open_offer(self.app, self.look, say("Empty the trash"), [gone], (say("Keep them"), "arrow-left", None),
                   (say("Delete all for good"), "delete-forever-outline",
                    lambda: self._do(self.app.library.empty_trash, say("The trash is empty."))))

    def _enter_play(self) -> None:
        sheets = [game for game in self.app.found.games.values() if game.setup_page]
        lines: list[Line] = [(say("A play without Tableside"), say("Box, people and final points"), "pencil-outline",
                              partial(self.app.go, game.setup_page, game=game.facts.id, once=True)) for game in sheets]
        open_menu(self.app, self.look, say("Add or share"), [
            *lines, *self._year(), (say("From a file"), say("A play that somebody shared"), "import",
                     lambda: take_file(self.app, say("Import a play"), self.refresh))])


def _who_and_when(play: Listed) -> str:
    return str(in_a_row(*play.names, when.day(play.touched)))
