"""Base of the "my copy" editors: panel, undo, saving, export and menu.

    class Editor(CopyEditor):
        game_id = "windward"
        sections = {"tiles": say("Tiles"), ...}

        def draft_of(self, copy): ...    # make `Steps` from a saved copy
        def to_save(self): ...           # the inverse
        def odd(self): ...               # warnings, as sentences
        def refresh(self): ...           # copy, section or selection changed
        def lay_stage(self, room): ...   # place the map or tile
        def menu(self): ...              # extra menu lines
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text, count, say
from companion.ui.app.page import Page
from companion.ui.drawing.stage import Room
from companion.ui.screens.file_exchange import hand_out, take_file
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.bar import TableBar
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts import ButtonRow
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Chip, Column, Grid, Pill, Row, Scroll, Voice, Words
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.controls.sheet import Line, Sheet, open_menu, open_name, tried

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


T = TypeVar("T")
MOST_STEPS = 500
BESIDE, WIDEST = 720.0, 640.0
LEAST_SCROLL = 110.0


class Steps(Generic[T]):
    """The current copy, the saved one, and the undo history. Values are immutable."""

    def __init__(self, copy: T) -> None:
        self.copy = self.saved = copy
        self._past: list[T] = []
        self._future: list[T] = []
        self._in_stroke = False

    @property
    def unsaved(self) -> bool:
        return self.copy != self.saved

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def take(self, copy: T) -> bool:
        """Change the copy as one undo step. False if nothing changed."""
        if copy == self.copy:
            return False
        if not self._in_stroke:
            self._remember()
        self._future = []
        self.copy = copy
        self.changed()
        return True

    def begin_stroke(self, *_: Any) -> Any:
        """Group all changes until `end_stroke` into one undo step."""
        self._remember()
        self._in_stroke = True

    def end_stroke(self) -> None:
        self._in_stroke = False
        if self._past and self._past[-1] == self.copy:
            self._past.pop()

    def undo(self) -> None:
        if self._past:
            self._future.append(self.copy)
            self.copy = self._past.pop()
            self.changed()

    def redo(self) -> None:
        if self._future:
            self._past.append(self.copy)
            self.copy = self._future.pop()
            self.changed()

    def was_saved(self) -> None:
        self.saved = self.copy

    def changed(self) -> None:
        """Called when the copy was replaced, so the selection may be gone."""

    def _remember(self) -> None:
        self._past = [*self._past[1 - MOST_STEPS:], self.copy]


class CopyEditor(Page):
    """`copy`: id of the edited copy. Unsaved changes are saved on leaving."""

    game_id: ClassVar[str]
    sections: ClassVar[dict[str, Text]]
    """Parts of a copy by name, in display order."""

    def __init__(self, app: TablesideApp, copy: int, draft: Any = None) -> None:
        super().__init__(app, app.look_for(app.found.games[self.game_id]))
        row = next(row for row in app.library.copies(self.game_id) if row.id == copy)
        self.copy_id, self.name = copy, row.name
        self.draft: Any = draft or self.draft_of(row.copy)
        self.section = next(iter(self.sections))
        look = self.look
        self.bar = TableBar(look, app.back, self.undo, self.redo, self.open_menu)
        self.ground = Widget(size_hint=(None, None))
        self.box = Box.card(self.ground, look, "surface", tokens.CORNER["panel"])
        self.chips = {key: Chip(look, words, do=partial(self.show_section, key), high=48.0, pad=2.0)
                      for key, words in self.sections.items()}
        self.section_row = Grid(list(self.chips.values()), columns=len(self.chips), gap=6)
        self.kicker = Words(look, "", "kicker", "text2", chrome=True)
        self.checks = Pill(look, "", "alert-circle-outline", self.open_odd)
        self.headline = Voice(look, "")
        self.head = Column([], gap=6)
        self.kicker_row = Row([self.kicker, self.checks], self.kicker, least=36)
        self.column = Column([], gap=14)
        self.scroll = Scroll(look, self.column)
        self.row = ButtonRow(look)
        self.parts: list[Any] = []
        self._steady = self._steady_for = 0.0

    # For subclasses

    def draft_of(self, copy: Any) -> Steps[Any]:
        raise NotImplementedError

    def to_save(self) -> Any:
        raise NotImplementedError

    def odd(self) -> Sequence[Text]:
        raise NotImplementedError

    def refresh(self) -> None:
        raise NotImplementedError

    def lay_stage(self, room: Room) -> None:
        raise NotImplementedError

    def menu(self) -> tuple[Iterable[Line], Iterable[Line]]:
        return (), ()

    def stage_parts(self) -> list[Any]:
        """Widgets on the stage, bottom first."""
        return []

    def head_parts(self) -> list[Any]:
        return [self.section_row, self.kicker_row, self.headline]

    # Layout

    @property
    def on_stage(self) -> bool:
        """Only the first section is drawn on the stage."""
        return self.section == next(iter(self.sections))

    @property
    def is_beside(self) -> bool:
        return bool(self.width > self.height and self.width >= dp(BESIDE))

    def arrange(self) -> None:
        if self.width < 2 or self.height < 2:
            return
        left, upper, right, lower = self.insets
        width, top, foot = self.width - left - right, self.top - upper, self.y + lower
        shows_stage = self.on_stage or self.is_beside
        wanted = [*(self.stage_parts() if shows_stage else ()), self.ground, self.bar, self.scroll, self.row, self.head]
        if [part for part in reversed(self.children)] != wanted:
            self.clear_widgets()
            for part in wanted:
                self.add_widget(part)
        corner = dp(tokens.CORNER["panel"])
        if self.is_beside:
            wide = min(dp(496), max(dp(380), self.width * 0.42))
            mirrored = self.look.left_handed
            x = self.x if mirrored else self.right - wide
            stage = Room(self.x + (wide if mirrored else left), foot, self.width - wide - (right if mirrored else left),
                         top - foot)
            self.ground.pos, self.ground.size, self.box.corner = (x, self.y), (wide, self.height), 0.0
            self._lay_panel(x + (left if mirrored else 0.0), top - dp(4), wide - (left if mirrored else right))
        else:
            most = top - dp(BAR) - self.y - min(dp(240), (top - dp(BAR) - self.y) * (0.28 if self.look.big else 0.42))
            high = min(self._steady_height(width) + lower, most) if self.on_stage else top - dp(BAR + 4) - self.y
            stage = Room(self.x + left, self.y + min(high, most), width, top - self.y - min(high, most))
            self.ground.pos, self.ground.size = self.pos, (self.width, high)
            self.box.corner = (corner, corner, 0.0, 0.0)
            self._lay_panel(self.x + left, self.y + high, width)
        self.box.place()
        self.bar.stand(stage.x, top, stage.width)
        if shows_stage:
            self.lay_stage(Room(stage.x, stage.y, stage.width, max(2.0, stage.height - dp(BAR))))

    def _steady_height(self, width: float) -> float:
        """Never shrink, so nothing moves away under the finger."""
        if width != self._steady_for:
            self._steady, self._steady_for = 0.0, width
        self._steady = max(self._steady, self._needs(self._inner(width)))
        return self._steady

    def _inner(self, width: float) -> float:
        return float(min(width - 2 * dp(tokens.M if self.width < dp(380) else tokens.L), dp(WIDEST)))

    def _needs(self, inner: float) -> float:
        self.head.fill(self.head_parts())
        self.column.fill(self.parts)
        return float(self.head.fit(inner) + self.scroll.needs(inner) + self.row.fit(inner) + dp(40))

    def _lay_panel(self, x: float, top: float, width: float) -> None:
        inner = self._inner(width)
        x += (width - inner) / 2
        foot = self.y + self.insets[3] + dp(12)
        spare = top - foot - self._needs(inner) + dp(12)
        if self.headline in self.head.parts and self.column.height + spare < min(self.column.height, dp(LEAST_SCROLL)):
            self.head.fill([part for part in self.head.parts if part is not self.headline])
            self.column.fill([self.headline, *self.parts])  # very big text: the headline scrolls too
            self.head.fit(inner)
            self.scroll.needs(inner)
        self.head.pos = (x, top - dp(10) - self.head.height)
        self.row.pos = (x, foot)
        room = max(0.0, self.head.y - dp(8) - foot - self.row.height - dp(10))
        shown = min(room, self.column.height)
        self.scroll.show((x, self.head.y - dp(8) - shown), inner, shown)

    # Rendering

    def show_state(self, subtitle: Text) -> None:
        self.bar.show(self.name, subtitle, self.draft.can_undo, self.draft.can_redo)
        for key, chip in self.chips.items():
            chip.choose(key == self.section)
        odd = len(self.odd())
        self.checks.text = str(count("{n} check", "{n} checks", odd) if odd else say("All fine"))
        self.checks.set_icon("alert-circle-outline" if odd else "check-bold")

    def show_section(self, key: str) -> None:
        self.section = key
        self.scroll.to_start()
        self.refresh()

    def save_action(self) -> Action:
        return Action(say("Save"), "content-save-outline", self.save_and_say)

    # Undo and redo

    def undo(self) -> None:
        self.draft.undo()
        self.refresh()

    def redo(self) -> None:
        self.draft.redo()
        self.refresh()

    def on_shortcut(self, key: str) -> bool:
        action = {"z": self.undo, "y": self.redo, "s": self.save_and_say}.get(key)
        if action is not None:
            action()
        return action is not None

    # Saving

    def save(self) -> bool:
        """Save the copy. False if it was refused; the app says why."""
        saved = tried(self.app, lambda: self.app.library.save_copy(
            self.game_id, self.name, self.to_save(), self.copy_id))
        if saved:
            self.draft.was_saved()
        return saved

    def save_and_say(self) -> None:
        if self.save():
            odd = len(self.odd())
            self.app.tell(count("Saved as {name}. {n} thing looks odd, but you can play.",
                                "Saved as {name}. {n} things look odd, but you can play.", odd,
                                name=self.name) if odd else say("Saved as {name}.", name=self.name))

    def save_under(self, name: str) -> None:
        """Save a second copy and continue with it. Raises `Refused`."""
        row, _ = self.app.library.save_copy(self.game_id, name, self.to_save())
        self.copy_id, self.name = row.id, row.name
        self.remember(copy=row.id)
        self.draft.was_saved()
        self.refresh()

    def left(self) -> None:
        self.paused()
        self.remember(draft=self.draft)

    def paused(self) -> None:
        if self.draft.unsaved:
            self.save()

    # Export and import

    def export(self) -> None:
        if self.save():
            hand_out(self.app, f"{self.name}.json", lambda: self.app.library.export_copy(self.copy_id))

    def open_import(self) -> None:
        before = {row.id for row in self.app.library.copies(self.game_id)}

        def taken() -> None:
            new = [row.id for row in self.app.library.copies(self.game_id) if row.id not in before]
            if new:
                self._open_copy(new[0])
        take_file(self.app, say("Import a copy"), taken)

    def _open_copy(self, copy: int) -> None:
        self.app.go_instead(self.app.found.games[self.game_id].copy_editor, copy=copy)

    # Sheets

    def open_menu(self) -> None:
        odd = len(self.odd())
        above, below = self.menu()
        rows: list[Line] = [
            *above,
            (say("Save"), say("Also saved when you leave"), "content-save-outline", self.save_and_say),
            (say("Save under another name"), "", "content-copy", self.open_other_name),
            (say("What looks odd"), count("{n} thing", "{n} things", odd) if odd else say("Nothing"),
             "alert-circle-outline", self.open_odd),
            *below,
            (say("Export"), say("One file, to keep or to send"), "export-variant", self.export),
            (say("Import"), say("A copy from somebody else"), "import", self.open_import)]
        open_menu(self.app, self.look, self.name, rows)

    def open_odd(self) -> None:
        look, found = self.look, self.odd()
        lead = say("Worth a second look. You can play with it as it is.") if found else say("Nothing looks odd.")
        lines = [IconLine(look, text, "alert-circle-outline", role="body", icon_ink="loss") for text in found]
        self.app.open_sheet(Sheet(look, say("What looks odd"), [Words(look, lead, "support", "text2"), *lines]))

    def open_name(self, title: Text, name: str, button: Text, take: Callable[[str], None],
                  after: Callable[[], object] | None = None) -> None:
        open_name(self.app, self.look, title, name, button, take, after)

    def open_other_name(self) -> None:
        self.open_name(say("Save under another name"), "", say("Save"), self.save_under,
                       lambda: self.app.tell(say("Saved as {name}.", name=self.name)))


def headed(look: Look, title: Text, sentence: Text | None, *parts: Any) -> Column:
    words: list[Any] = [Words(look, title, "card title")]
    if sentence is not None:
        words.append(Words(look, sentence, "support", "text2"))
    return Column([*words, *parts], gap=tokens.S)
