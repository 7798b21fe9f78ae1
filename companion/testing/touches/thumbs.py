"""Thumbs on the real app: touching, the menu, and setting things on the page "Does it match?"."""

from __future__ import annotations

from typing import Any

from companion.testing.touches.driver import AppDriver
from companion.ui.widgets.base.long_list import LongColumn
from companion.ui.widgets.controls.rows import ListRow

HOLD, AFTER = 0.07, 0.17  # as quick as a tap can be that a scrolling list still takes for one


class Thumbs:
    """Two thumbs over one app."""

    def __init__(self, drive: AppDriver) -> None:
        self.drive = drive

    # Where we are

    @property
    def page(self) -> Any:
        return self.drive.app.page

    @property
    def play(self) -> Any:
        """The play that is on the table, though its result may be on the screen now."""
        return self.drive.app.visits[-1].args["opened"].play

    @property
    def question(self) -> Any:
        return self.page.situation.question

    @property
    def over(self) -> bool:
        return self.drive.app.visits[-1].name != "table" or self.play.outcome() is not None

    # One touch

    def touch(self, what: Any) -> None:
        """A quick tap on a widget, given as itself or by its text; scrolled to if it must be."""
        drive = self.drive
        widget = drive.find(what) if isinstance(what, str) or callable(what) else what
        for _ in range(4):  # a long list grows while it is scrolled
            drive.scroll_to(widget)
            x, y = drive.where(widget)
            if 0 <= y <= drive.size[1]:
                break
        self.touch_at(x, y)

    def touch_at(self, x: float, y: float) -> None:
        wide, high = self.drive.size
        assert 0 <= x <= wide and 0 <= y <= high, f"off the screen, at {x:.0f}, {y:.0f}"
        while self.drive.app.layers.too_soon(x, y) or self._reveals():  # somebody who looks before they tap
            self.drive.advance(frames=1)
        finger = self.drive.down(x, y)
        self.drive.advance(HOLD)
        finger.touch_up()
        self.drive.advance(AFTER)

    def _reveals(self) -> bool:
        return bool(getattr(self.page, "stage", None) is not None and self.page.stage.reveals)

    def main(self) -> None:
        """The one filled button, or the action beside a clock that is not started."""
        button = self.page.panel.row.main
        assert button is not None, f"there is no button; the screen says {self.drive.texts()}"
        self.touch(button)

    def undo(self) -> None:
        """Undo in the bar; the warning before something seen is taken back is read and agreed to."""
        self.touch(self.page.bar.undo)
        if self.drive.has("Take it back"):
            self.touch("Take it back")
            self.drive.advance(0.4)

    def redo(self) -> None:
        self.touch(self.page.bar.redo)

    def menu(self, line: str) -> None:
        self.touch(self.page.bar.menu)
        self.drive.advance(0.4)
        self.touch(lambda row: isinstance(row, ListRow) and row.text == line)
        self.drive.advance(0.4)

    def close_sheet(self) -> None:
        assert self.drive.app.sheets, "no sheet is open"
        self.drive.key(27)
        self.drive.advance(0.4)

    def why(self) -> None:
        """Why? stands as a pill, as a sign, or scrolls with the rest."""
        panel = self.page.panel
        shown = [one for one in (panel.why, panel.why_sign, *panel.why_line.parts, *panel.head_row.parts[1:])
                 if one.opacity and one.parent is not None and one.get_root_window() is not None]
        self.touch(shown[0])
        self.drive.advance(0.3)

    def correct(self, path: str, value: Any) -> None:
        """Through the menu: the thing on the page "Does it match?", then the button that takes it."""
        before = len(self.play.log)
        self.menu("Correct")
        self.set_field(path, value)
        self.touch("Set 1, go on")
        self.drive.advance(0.3)
        log = self.play.log
        assert len(log) == before + 1 and log[-1].answer == [[path, value]], f"{path} was not corrected"

    def set_field(self, path: str, value: Any) -> None:
        """On the page "Does it match?": minus and plus, a chip, or the list behind a line."""
        draft = self.page.draft
        settable = (*draft.fields(), *draft.to_add(), *(draft.to_add(self.page.place) if self.page.place else ()))
        field = next(one for one in settable if one.path == path)
        if isinstance(field.allowed, range):
            while (stepper := self.field_row(path)).value != value:
                self.touch(stepper.plus if stepper.value < value else stepper.less)
            return
        row, words = self.field_row(path), str(field.words(value))
        if hasattr(row, "layout"):  # tiles change places, two at a time
            for at, letter in enumerate(value):
                row = self.field_row(path)  # what lies on the tiles moved along, so the page was filled again
                if row.layout[at] != letter:
                    other = row.layout.index(letter)
                    self.touch_at(*self.drive.where(row.tiles[at]))  # they stand at the top
                    self.touch_at(*self.drive.where(row.tiles[other]))
            return
        if isinstance(row, ListRow):
            self.touch(row)
            self.drive.advance(0.4)
            sheet = self.drive.app.sheets[-1]
            for column in sheet.column.parts:
                while isinstance(column, LongColumn) and column.grow():
                    sheet.refit()
            self.drive.advance(frames=2)
            self.touch(self.drive.find(words, ListRow))
            self.drive.advance(0.4)
        else:
            self.touch(next(chip for chip in row.chips if chip.text == words))

    def field_row(self, path: str) -> Any:
        """What stands further down is built only when somebody scrolls near it: now."""
        page = self.page
        row = page.rows.grow_until(lambda one: getattr(one, "path", "") == path)
        page.arrange()
        self.drive.advance(frames=2)
        assert row is not None, f"{path} is not on the page"
        return row
