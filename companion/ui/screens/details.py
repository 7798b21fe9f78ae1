"""A finished play's place, note, day, photo and people."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.core.setup import Seat
from companion.core.text import say
from companion.services import when
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details, details_of, save_details
from companion.ui.screens.plays import resumed
from companion.ui.theme import Look
from companion.ui.widgets import Column, Do, PrimaryButton, TallChip, Wrap
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.photos import photo_row
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import LONGEST, Sheet, open_name, tried

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


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
        now = app.library.clock.wall()
        picks = Wrap([TallChip(look, word, "calendar", partial(self._pick, now - days * when.DAY)) for days, word in
                      ((0, say("Today")), (1, say("Yesterday")), *((n, when.weekday(now - n * when.DAY))
                                                                    for n in range(2, 7)))])
        rows = Column([photo_row(app, look, play, self._photo_changed), *self._people()], gap=0)
        self.sheet = Sheet(look, say("Place, note and photo"), [self.place, self.note, self.date, picks, rows],
                           PrimaryButton(look, say("Save"), "check-bold", self._save))
        app.open_sheet(self.sheet)

    def _pick(self, moment: float) -> None:
        self.date.typing.text = when.iso_day(moment)

    def _people(self) -> list[ListRow]:
        opened = resumed(self.app, self.play)
        return [] if opened is None else [
            ListRow(self.look, say("{name} was somebody else", name=seat), "", "account-edit-outline",
                    partial(self._rename, opened, seat)) for seat in opened.play.table.seats]

    def _rename(self, opened: OpenPlay, seat: Seat) -> None:
        def take(name: str) -> None:
            self._keep(self._typed_day() or self.recorded)  # keep the date, which editing would change
            early = not opened.over()
            won = [row.seat for row in self.app.library.store.seats_of([self.play]) if row.won]
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
        """None if it isn't a day."""
        if self.date.text.strip() == self.day:
            return self.details.when
        try:
            return when.typed_day(self.date.text)
        except (ValueError, OverflowError):
            return None

    def _save(self) -> None:
        moment = self._typed_day()
        if moment is None or moment >= self.app.library.clock.wall() + when.DAY / 2:
            self.date.refuse(say("Write the day like 2026-11-16.") if moment is None else
                             say("That day is still to come."))
            self.sheet.refit(self.date)
        elif tried(self.app, lambda: self._keep(moment)):
            self.app.close_sheet(self.changed)

    def _keep(self, moment: float) -> None:
        save_details(self.app.library, self.play, Details(self.place.text.strip(), self.note.text.strip(), moment))
