"""The history of finished plays by game, and the trash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import mainthread
from kivy.core.image import Image
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.core.setup import Seat
from companion.core.text import Text, count, in_a_row, say, say_in
from companion.services import when
from companion.services.chronicle import seconds_of
from companion.services.file_exchange import photos_here
from companion.services.history import Finished, game_of, title_of
from companion.services.library import Listed
from companion.services.open_play import OpenPlay
from companion.services.play_details import (
    LARGEST_PHOTO,
    Details,
    dated,
    details_of,
    photo_of,
    remove_photo,
    save_details,
    save_photo,
)
from companion.ui.screens.file_exchange import hand_out, hand_out_file, open_damaged, take_file
from companion.ui.screens.plain import PlainPage, in_pairs, this_device
from companion.ui.theme import Look
from companion.ui.widgets import Box, Column, Do, Grid, Link, PrimaryButton, TallChip, Voice, Words, Wrap
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, ChipRow, Divider, Heading, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import LONGEST, Line, Sheet, open_menu, open_name, open_offer, tried
from companion.ui.widgets.displays.chart import NumberTile
from companion.ui.widgets.displays.covers import Pictured, Scores

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

TIMED = 20  # plays counted for the average length


def titles_of(app: TablesideApp) -> dict[str, str]:
    return {game: plugin.facts.title for game, plugin in app.found.games.items()}


class PlayCard(Pictured):
    def __init__(self, look: Look, game: str, title: str, sentence: Text | str, day: str,
                 seats: list[tuple[int, str, int | None]], do: Do) -> None:
        self.second = Words(look, in_a_row(title, day), "support", "text2")
        self.scores = Scores(look, [(colour, name) for colour, name, _ in seats], [score for *_, score in seats])
        words = Column([Words(look, str(sentence).rstrip("."), "answer"), self.second], gap=0)
        super().__init__(look, game, 1.0, do, [words, self.scores], corner="answer")
        self.text, self.aside, self.lowest = str(sentence), dp(48 if look.big else 92), dp(96)


HIGHEST = 360.0
TURNS = {3: 180, 6: -90, 8: 90}


class Photo(Widget):
    """As wide as its column, at most `highest` high."""

    def __init__(self, path: Path, highest: float = HIGHEST) -> None:
        super().__init__(size_hint=(None, None))
        self.highest = highest
        content = path.read_bytes()
        self.texture = Image(BytesIO(content), ext="png" if content.startswith(b"\x89PNG") else "jpg").texture
        self.angle = TURNS.get(orientation(content), 0)
        with self.canvas:
            PushMatrix()
            self.turn = Rotate(angle=self.angle)
            Color(1, 1, 1, 1)
            self.box = Rectangle(texture=self.texture)
            PopMatrix()
        self.bind(pos=self._place, size=self._place)

    def fit(self, width: float) -> float:
        wide, high = self.texture.size if self.angle % 180 == 0 else self.texture.size[::-1]
        self.size = (width, round(min(dp(self.highest), width * high / wide)))
        return float(self.height)

    def _place(self, *_: object) -> None:
        wide, high = self.texture.size
        across, up = self.size if self.angle % 180 == 0 else self.size[::-1]
        scale = min(across / wide, up / high)
        self.turn.origin = self.center
        self.box.size = (wide * scale, high * scale)
        self.box.pos = (self.center_x - wide * scale / 2, self.center_y - high * scale / 2)


def orientation(content: bytes) -> int:
    """How to rotate a JPEG, from its EXIF data; 1 if it doesn't say."""
    at = content.find(b"Exif\0\0", 0, 4096)
    if at < 0:
        return 1
    tiff = content[at + 6:at + 4096]
    order = "little" if tiff[:2] == b"II" else "big"

    def number(offset: int, size: int) -> int:
        return int.from_bytes(tiff[offset:offset + size], order)  # type: ignore[arg-type]

    table = number(4, 4)
    for entry in range(number(table, 2)):
        place = table + 2 + 12 * entry
        if number(place, 2) == 0x0112:
            return number(place + 8, 2)
    return 1


def photo_parts(app: TablesideApp, play: int, highest: float = HIGHEST) -> list[Any]:
    path = photo_of(app.library, play)
    with suppress(Exception):  # Kivy's loaders raise anything for a damaged picture
        return [] if path is None else [Photo(path, highest)]
    return []


def photo_row(app: TablesideApp, look: Look, play: int, done: Callable[[], object]) -> ListRow:
    """In a sheet: add a photo, or remove it."""
    if photo_of(app.library, play) is None:
        return ListRow(look, say("Add a photo"), say("It stays on this device and is not exported"), "camera-outline",
                       lambda: app.close_sheet(lambda: add_photo(app, look, play, done)))

    def remove() -> None:
        remove_photo(app.library, play)
        done()
    return ListRow(look, say("Remove the photo"), "", "camera-off-outline", lambda: app.close_sheet(remove))


def add_photo(app: TablesideApp, look: Look, play: int, done: Callable[[], object], *, camera: bool = False) -> None:
    def take(content: bytes | None) -> None:
        if tried(app, lambda: save_photo(app.library, play, content or b"")):
            done()

    def take_file(path: Path) -> None:
        try:
            with path.open("rb") as file:
                take(file.read(LARGEST_PHOTO + 1))
        except OSError:
            take(None)

    if app.machine.documents.choose_photo(mainthread(take), camera=camera):
        return
    rows = [ListRow(look, found.name, when.day(found.changed), "image-outline",
                    partial(app.close_sheet, partial(take_file, found.path)), more="") for found in photos_here()]
    lead = (say("Photos in Pictures and Downloads:") if rows
            else say("No photo found. Put it into Pictures or Downloads."))
    app.open_sheet(Sheet(look, say("Add a photo"), [Words(look, lead, "support", "text2"), *rows]))


class DetailsSheet:
    def __init__(self, app: TablesideApp, look: Look, play: int, recorded: float, changed: Do) -> None:
        self.app, self.look, self.play, self.changed = app, look, play, changed
        self.details = details_of(app.library, play)
        self.day = when.iso_day(self.details.when or recorded)
        self.recorded = recorded
        # Translators: where the play took place
        self.place = TextEntry(look, say("Place"), self.details.place, "map-marker-outline", longest=LONGEST)
        self.note = TextEntry(look, say("Note"), self.details.note, "pencil-outline", longest=4 * LONGEST)
        self.date = TextEntry(look, say("Day, such as 2026-11-16"), self.day, "calendar", longest=10)
        rows = Column([photo_row(app, look, play, self._photo_changed), *self._people()], gap=0)
        self.sheet = Sheet(look, say("Place, note and photo"), [self.place, self.note, self.date, rows],
                           PrimaryButton(look, say("Save"), "check-bold", self._save))
        app.open_sheet(self.sheet)

    def _people(self) -> list[ListRow]:
        opened = resumed(self.app, self.play)
        return [] if opened is None else [
            ListRow(self.look, say("{name} was somebody else", name=seat), "", "account-edit-outline",
                    partial(self._rename, opened, seat)) for seat in opened.play.table.seats]

    def _rename(self, opened: OpenPlay, seat: Seat) -> None:
        def take(name: str) -> None:
            self._keep(self._typed_day() or self.recorded)  # keep the date, which editing would change
            early = not opened.over()
            won = [row.seat for one in self.app.library.history() if one.id == self.play for row in one.seats
                   if row.won]
            opened.rename(seat.index, name)
            opened.note()
            if early:  # the rename reopened it
                self.app.library.end_here(self.play, *won[:1])
        self.app.close_sheet(lambda: open_name(self.app, self.look, say("Who was it?"), seat.name, say("Save the name"),
                                               take, self.changed))

    def _photo_changed(self) -> None:
        self._keep(self._typed_day() or self.details.when)  # what was typed before the photo was chosen
        self.changed()

    def _typed_day(self) -> float | None:
        """None if it isn't a day, or still to come."""
        if self.date.text.strip() == self.day:
            return self.details.when
        try:
            moment = when.from_iso_day(self.date.text)
        except (ValueError, OverflowError):
            return None
        return moment if moment < self.app.library.clock.wall() + when.DAY else None

    def _save(self) -> None:
        moment = self._typed_day()
        if moment is None:
            self.date.refuse(say("Write the day like 2026-11-16."))
            self.sheet.refit(self.date)
        elif tried(self.app, lambda: self._keep(moment)):
            self.app.close_sheet(self.changed)

    def _keep(self, moment: float) -> None:
        save_details(self.app.library, self.play, Details(self.place.text.strip(), self.note.text.strip(), moment))


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
            day = in_a_row(when.day(one.when), added.place)
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


def resumed(app: TablesideApp, play: int) -> OpenPlay | None:
    try:
        return app.library.resume(play)
    except Exception:  # a game can raise anything; the play can still be exported
        return None


def open_play(app: TablesideApp, play: int, title: str, page: str = "result") -> None:
    """Open the result, chronicle or table; for a damaged play, say what can be done."""
    opened = resumed(app, play)
    if opened is None:
        open_damaged(app, play, title)
        return
    misfit = opened.play.misfit is not None
    app.go("chronicle" if misfit else page if opened.over() or page == "chronicle" else "table", opened=opened)


def _who_and_when(play: Listed) -> str:
    return in_a_row(*play.names, when.day(play.touched))
