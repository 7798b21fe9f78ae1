"""The hands of the kit, and more to do with them: undo, corrections, whole plays by their golden pages."""

import json
from collections.abc import Callable
from typing import Any

from companion.core import log
from companion.core.kinds import DONE
from companion.core.play import Play
from companion.core.text import say
from companion.touches import hands
from companion.touches.hands import at_random
from companion.ui.table.by_hand import OrderRow
from companion.ui.widgets.base.flow import LongColumn
from companion.ui.widgets.controls.rows import ListRow

__all__ = ["Hands", "at_random", "resumed", "tap_twice"]


class Hands(hands.Hands):
    def undo(self) -> None:
        """Tap Undo in the bar, and confirm the warning if there is one."""
        self.touch(self.page.bar.undo)
        if self.drive.has("Take it back"):
            self.touch("Take it back", 0.4)

    def redo(self) -> None:
        self.touch(self.page.bar.redo)

    def why(self) -> None:
        """Why? is a pill, an icon, or scrolls with the rest."""
        panel = self.page.panel
        shown = [one for one in (panel.why, panel.why_sign, *panel.why_line.parts)
                 if one.opacity and one.parent is not None and one.get_root_window() is not None]
        self.touch(shown[0], 0.3)

    def correct(self, path: str, value: Any) -> None:
        """Use the menu: set the field on *Fix something*, then confirm."""
        before = len(self.play.log)
        self.menu("Fix something")
        self.set_field(path, value)
        self.touch(str(say("Set {n} and go on", n=1)), 0.3)
        log = self.play.log
        assert len(log) == before + 1 and log[-1].answer == [[path, value]], f"{path} was not corrected"

    def set_field(self, path: str, value: Any) -> None:
        """On *Fix something*, use minus and plus, a chip, or the list behind a line."""
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
                row = self.field_row(path)  # the page was refilled, as the tiles' contents moved along
                if row.layout[at] != letter:
                    other = row.layout.index(letter)
                    self.touch_at(*self.drive.where(row.tiles[at]))  # they are at the top
                    self.touch_at(*self.drive.where(row.tiles[other]))
            return
        if isinstance(row, OrderRow):
            for at, key in enumerate(row.ordered.keys(value)):
                self.touch(row.things[key].handle, 0.1)  # scrolls to it
                x, y = self.drive.where(row.things[key].handle)
                self.drive.drag((x, y), (x, self.drive.where(row.list.parts[at].handle)[1] + 4))
            return
        if isinstance(row, ListRow):
            self.touch(row, 0.4)
            sheet = self.drive.app.sheets[-1]
            for column in sheet.column.parts:
                while isinstance(column, LongColumn) and column.grow():
                    sheet.refit()
            self.drive.advance(frames=2)
            self.touch(self.drive.find(words, ListRow), 0.4)
        else:
            self.touch(next(chip for chip in row.chips if chip.text == words))

    def field_row(self, path: str) -> Any:
        """Rows further down are built only when scrolled near."""
        page = self.page
        row = page.rows.grow_until(lambda one: getattr(one, "path", "") == path)
        page.arrange()
        self.drive.advance(frames=2)
        assert row is not None, f"{path} is not on the page"
        return row

    def answer(self, name: str, raw: Any = DONE, seat: int | None = None) -> None:
        """Answer the open question of that class, bringing it into the panel first."""
        asked = [one for one in (*self.play.open(), *self.play.standing()) if type(one).__name__ == name
                 and (seat is None or (one.seat is not None and one.seat.index == seat))]
        assert asked, f"{name} is not asked; open: {[one.key() for one in self.play.open()]}"
        self.reply(asked[0], raw)

    def follow(self, page: str, quickly: bool = False) -> None:
        """Enter each line of a golden page by touches: `Guess/2 "right" -> ...`, `correct path value`.

        `quickly`: correct without touches, to come to what is tested."""
        for line in filter(None, (line.split("->")[0].strip() for line in page.splitlines())):
            verb, _, rest = line.partition(" ")
            if verb == "correct":
                path, _, value = rest.partition(" ")
                (self.page.controller.correct if quickly else self.correct)(path, json.loads(value))
                self.drive.advance(frames=2)
            else:
                asked = [one for one in (*self.play.open(), *self.play.standing()) if one.key() == verb]
                assert asked, f"{verb} is not asked; open: {[one.key() for one in self.play.open()]}"
                self.reply(asked[0], json.loads(rest))


def resumed(start: Callable[..., Any], play: Play[Any], size: Any, **settings: Any) -> Hands:
    """Open a copy of an engine's play in the real app."""
    drive = start(games=[play.game], size=size, settings={"movement": False, **settings}, library=False)
    opened = drive.app.library.start(play.game.facts.id, play.setup)
    for record in play.log:
        if record.kind == log.RESTART:
            opened.play.restart()
        else:
            (opened.correct if record.kind == log.CORRECT else opened.answer)(record.key, record.answer)
    drive.app.go("table", opened=opened)
    drive.advance(0.6)
    return Hands(drive)


def tap_twice(drive: Any, widget: Any, frames: int) -> None:
    x, y = drive.where(widget)
    drive.up(drive.down(x, y))
    drive.advance(frames=frames)
    drive.up(drive.down(x, y))
    drive.advance(0.5)
