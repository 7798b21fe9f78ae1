"""Finished plays on other screens: their card, how to open one, their photo, place, note, day and people."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from time import localtime
from typing import Any

from kivy.clock import mainthread
from kivy.core.image import Image
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.engine.boundary import logged
from companion.core.setup import Seat
from companion.core.text import Refused, Text, in_a_row, say
from companion.services import when
from companion.services.file_exchange import photos_here
from companion.services.open_play import OpenPlay
from companion.services.play_details import (
    LARGEST_PHOTO,
    LONGEST_NOTE,
    LONGEST_PLACE,
    Details,
    details_of,
    photo_of,
    remove_photo,
    save_details,
    save_photo,
)
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import open_damaged
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Column, Do, PrimaryButton, Row, TallChip, Words, Wrap
from companion.ui.widgets.controls.buttons import IconDisc
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet, open_name, tried
from companion.ui.widgets.displays.covers import Pictured, Scores


def titles_of(app: TablesideApp) -> dict[str, str]:
    return {game: plugin.facts.title for game, plugin in app.found.games.items()}


class PlayCard(Pictured):
    def __init__(self, look: Look, game: str, title: str, sentence: Text | str, day: Text | str,
                 seats: list[tuple[int, str, int | None]], do: Do, menu: Do | None = None) -> None:
        self.second = Words(look, in_a_row(title, day), "support", "text2")
        self.scores = Scores(look, [(colour, name) for colour, name, _ in seats],
                             [score for *_, score in seats])
        words = Column([Words(look, str(sentence).rstrip("."), "answer"), self.second], gap=0)
        head: Any = words
        if menu is not None:
            self.menu = IconDisc(look, "dots-vertical", menu, on_art=False)
            head = Row([words, self.menu], words, upper=True, gap=0)
        super().__init__(look, game, 1.0, do, [head, self.scores], corner="answer")
        self.text, self.aside, self.lowest = str(sentence), dp(48 if look.big else 92), dp(96)


def resumed(app: TablesideApp, play: int) -> OpenPlay | None:
    with logged("a play could not be opened"):  # it can still be exported
        return app.library.resume(play)
    return None


def open_play(app: TablesideApp, play: int, title: str, page: str = "result",
              opened: OpenPlay | None = None) -> None:
    """Open the result or another page of a play, or say what can be done if it is damaged.

    A play that was ended early has a result, too, and goes on only if `page` is "table"."""
    opened = opened or resumed(app, play)
    if opened is None:
        open_damaged(app, play, title)
        return
    if opened.play.misfit is not None:
        page = "chronicle"
    elif page == "result" and not _has_result(opened):
        page = "table"
    app.go_soon(page, opened=opened)


def _has_result(opened: OpenPlay) -> bool:
    """If the game fails, there is none: the table shows what is wrong."""
    with logged("a game could not say whether it is over"):
        return opened.result() is not None
    return False


def an_example() -> str:
    return when.local_day(when.from_iso_day("2026-11-16"))


class DayField(Column):
    """A day of the past, typed or picked."""

    def __init__(self, look: Look, moment: float, now: float, changed: Do = lambda: None) -> None:
        self.now, self.day = now, when.local_day(moment)
        hint = say("Day, such as {day}", day=an_example())
        self.date = TextEntry(look, hint, self.day, "calendar", longest=10, on_type=lambda _: changed())
        last = [(n, when.WEEKDAYS[localtime(now - n * when.DAY).tm_wday]) for n in range(2, 7)]
        picks = [TallChip(look, word, "calendar", partial(setattr, self.date.typing, "text",
                                                          when.local_day(now - days * when.DAY)))
                 for days, word in ((0, say("Today")), (1, say("Yesterday")), *last)]
        super().__init__([self.date, Wrap(picks)], gap=tokens.M)

    def moment(self, unchanged: float) -> float:
        """Its noon, or `unchanged`. Raises `Refused`."""
        if self.date.text.strip() == self.day:
            return unchanged
        try:
            moment = when.typed_day(self.date.text)
        except (ValueError, OverflowError):
            raise Refused(say("Write the day like {day}.", day=an_example())) from None
        if moment >= self.now + when.DAY / 2:
            raise Refused(say("That day is still to come."))
        return moment


class DetailsSheet:
    def __init__(self, app: TablesideApp, look: Look, play: int, recorded: float, changed: Do) -> None:
        self.app, self.look, self.play, self.changed = app, look, play, changed
        self.details = details_of(app.library, play)
        self.recorded = recorded
        # Translators: where the play took place
        self.place = TextEntry(look, say("Place"), self.details.place, "map-marker-outline",
                               longest=LONGEST_PLACE)
        self.note = TextEntry(look, say("Note"), self.details.note, "pencil-outline", longest=LONGEST_NOTE)
        self.day = DayField(look, self.details.when or recorded, app.library.clock.wall())
        rows = Column([photo_row(app, look, play, self._photo_changed), *self._people()], gap=0)
        self.sheet = Sheet(look, say("Place, note and photo"), [self.place, self.note, self.day, rows],
                           PrimaryButton(look, say("Save"), "check-bold", self._save))
        app.open_sheet(self.sheet)

    def _people(self) -> list[ListRow]:
        opened = resumed(self.app, self.play)
        if opened is None:
            return []
        return [
            ListRow(self.look, say("{name} was somebody else", name=seat), "", "account-edit-outline",
                    partial(self._rename, opened, seat)) for seat in opened.play.table.seats]

    def _rename(self, opened: OpenPlay, seat: Seat) -> None:
        def take(name: str) -> None:
            self._keep(self._typed_day() or self.recorded)  # keep the date, which editing would change
            early = not opened.over()
            won = [row.seat for row in self.app.library.store.results.seats_of([self.play]) if row.won]
            opened.play.rename(seat.index, name)
            opened.note()
            if early:  # the rename reopened it
                self.app.library.end_here(self.play, *won[:1])
        self.app.close_sheet(lambda: open_name(self.app, self.look, say("Who was it?"), seat.name,
                                               say("Save the name"), take, self.changed))

    def _photo_changed(self) -> None:
        self._keep(self._typed_day() or self.details.when)  # what was typed before the photo was chosen
        self.changed()

    def _typed_day(self) -> float:
        """0 if it isn't a day of the past."""
        with suppress(Refused):
            return self.day.moment(self.details.when)
        return 0.0

    def _save(self) -> None:
        try:
            moment = self.day.moment(self.details.when)
        except Refused as error:
            self.day.date.refuse(error.refusal.why)
            self.sheet.refit(self.day)
            return
        if tried(self.app, lambda: self._keep(moment)):
            self.app.close_sheet(self.changed)

    def _keep(self, moment: float) -> None:
        save_details(self.app.library, self.play,
                     Details(self.place.text.strip(), self.note.text.strip(), moment))


# A play's photo: show it, add it, remove it

HIGHEST = 360.0
FIRST = {3: 4, 6: 2, 8: 6}  # EXIF: where the lower left corner is among the texture's coordinates


class Photo(Widget):
    """As wide as its column, at most `highest` high."""

    def __init__(self, path: Path, highest: float = HIGHEST) -> None:
        super().__init__(size_hint=(None, None))
        self.highest = highest
        content = path.read_bytes()
        texture = Image(BytesIO(content), ext="png" if content.startswith(b"\x89PNG") else "jpg").texture
        first, corners = FIRST.get(orientation(content), 0), texture.tex_coords
        self.upright = texture.size[::-1] if first in (2, 6) else texture.size
        with self.canvas:
            Color(1, 1, 1, 1)
            self.box = Rectangle(texture=texture, tex_coords=[*corners[first:], *corners[:first]])
        self.bind(pos=self._place, size=self._place)

    def fit(self, width: float) -> float:
        wide, high = self.upright
        self.size = (width, round(min(dp(self.highest), width * high / wide)))
        return float(self.height)

    def _place(self, *_: object) -> None:
        wide, high = self.upright
        scale = min(self.width / wide, self.height / high)
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
    with logged("a photo could not be read"):  # Kivy's loaders raise anything for a damaged one
        return [] if path is None else [Photo(path, highest)]
    return []


def photo_row(app: TablesideApp, look: Look, play: int, done: Callable[[], object]) -> ListRow:
    """In a sheet: add a photo, or remove it."""
    if photo_of(app.library, play) is None:
        return ListRow(look, say("Add a photo"), say("It stays on this device unless you export it"),
                       "camera-outline", lambda: app.close_sheet(lambda: add_photo(app, look, play, done)))

    def remove() -> None:
        remove_photo(app.library, play)
        done()
    return ListRow(look, say("Remove the photo"), "", "camera-off-outline", lambda: app.close_sheet(remove))


def add_photo(app: TablesideApp, look: Look, play: int, done: Callable[[], object], *,
              camera: bool = False) -> None:
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
                    partial(app.close_sheet, partial(take_file, found.path)), more="")
            for found in photos_here()]
    if rows:
        lead = say("Photos in Pictures and Downloads:")
    else:
        lead = say("No photo found. Put it into Pictures or Downloads.")
    app.open_sheet(Sheet(look, say("Add a photo"), [Words(look, lead, "support", "text2"), *rows]))
