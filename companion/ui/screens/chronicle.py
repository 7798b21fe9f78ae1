"""The chronicle: the play told in sentences, newest first; tap a line to go back to it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.text import Text, count, in_a_row, say, without_stop
from companion.services.chronicle import Chapter, ToldLine, as_text, change_words, chapters, search
from companion.services.open_play import OpenPlay
from companion.services.play_details import day_of
from companion.services.table.controller import Result, TableController
from companion.services.when import clock
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import hand_out
from companion.ui.screens.plain import PlainPage
from companion.ui.screens.rules import rule_sheet
from companion.ui.table.play_page import undo_or_ask
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Box,
    Card,
    Column,
    Grid,
    Icon,
    Part,
    Row,
    SeatToken,
    Voice,
    Words,
    Wrap,
    shown,
)
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.buttons import OutlineButton, PrimaryButton, TonalButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, ChipRow, IconLine
from companion.ui.widgets.controls.sheet import Line, open_menu, open_name, tried

THREAD = 25.0  # dp from the left
LEAD = 58.0  # where the text begins


def draw_thread(widget: Any, look: Look) -> None:
    def place(*_: object) -> None:
        line.pos, line.size = (widget.x + dp(THREAD) - dp(1), widget.y), (dp(2), widget.height)

    line, group = Rectangle(), InstructionGroup()
    group.add(Color(*look.colour("outline2")))
    group.add(line)
    widget.canvas.before.insert(0, group)  # under its card
    widget.fbind("pos", place)
    widget.fbind("size", place)


class ChapterHead(Row):
    def __init__(self, look: Look, text: Text | str, icon: str) -> None:
        super().__init__([], gap=LEAD - THREAD - 11, pad=THREAD - 11, air=11, least=52)
        self.text = str(text)
        draw_thread(self, look)
        self.icon = Icon(look, icon, 22, "primary")
        self.back = Box(self.icon, look.colour("background"), dp(12))
        self.words = self.stretch = Voice(look, text, "card title")
        self.fill([self.icon, self.words])


class ChronicleLine(Card):
    def __init__(self, look: Look, told: ToldLine, seat: tuple[int, str] | None, second: Text | str,
                 do: Callable[["ChronicleLine"], None]) -> None:
        self.told, self.opened = told, False
        icon = "lock-outline" if told.secret else "circle-small"
        if told.by_hand:
            icon = "pencil-outline"
        known = seat if not told.by_hand else None
        lead = Icon(look, icon, 22, "primary") if known is None else SeatToken(look, *known, 33)
        when = Words(look, second, "support", "text2")
        below = Row([Icon(look, "cellphone" if told.rolled else "", 16, "text2"), when], when, gap=4)
        self.words = Words(look, without_stop(told.text), "body")
        words = Column([self.words, below], gap=0)
        self.changes = [Words(look, signed(change), "score", "gain" if change > 0 else "loss")
                        for _, change in told.points]
        with_comma = [Row([change, Words(look, ",", "score", "text2")], gap=0)
                      for change in self.changes[:-1]]
        changes = Row([*with_comma, *self.changes[-1:]], gap=4)
        if look.scale > 1.4 and told.points:
            words.fill([*words.parts, Wrap([changes])])
        points = shown((changes, told.points and look.scale <= 1.4))
        beside = Row([words, *points, Part(size=(dp(2), 0))], words)
        first = Row([lead], pad=THREAD - lead.width / dp(2))
        line = Row([first, beside], beside, gap=LEAD - 2 * THREAD, air=7, least=54)
        self.inside = Column([], gap=tokens.S, pad=12, air=0)
        super().__init__(look, Column([line, self.inside], gap=0), lambda: do(self), text=str(told.text),
                         corner=tokens.CORNER["card"])
        self.open([])
        draw_thread(self, look)

    def open(self, parts: list[Any]) -> None:
        """An empty list closes the line."""
        self.inside.fill(parts)
        self.inside.air = 6.0 if parts else 0.0
        self.opened = bool(parts)
        self.show_pressed(False)
        self.box.border(self.look.colour("outline") if parts and self.look.contrast else None, self.look.line)

    def show_pressed(self, down: bool) -> None:
        tone = "surface3" if self.opened else "surface2"
        self.box.fill(self.look.colour(tone, 1.0 if down or self.opened else 0.0))


LONGEST = 120


def open_notes(app: TablesideApp, look: Look, opened: OpenPlay, done: Callable[[], None]) -> None:
    def write(path: str, name: Text, now: str) -> None:
        open_name(app, look, name, now, say("Keep it"), partial(opened.correct, path), done,
                  hint=say("In a few words"), longest=LONGEST)

    lines: list[Line] = []
    for path, name in opened.game.notes(opened.play.table):
        field = opened.game.field(opened.play.table, path)
        now = "" if field is None else str(field.read())
        lines.append((name, now, "pencil-outline", partial(write, path, name, now)))
    open_menu(app, look, say("Write it down"), lines)


EVERYTHING, POINTS, CORRECTIONS = "everything", "points", "corrections"


def take_back(app: TablesideApp, look: Look, opened: OpenPlay, to: int | None = None) -> None:
    """Undo the last answer, or go back `to` a position, and show the table; perhaps ask first."""
    def tell(result: Result) -> None:
        if result.why:
            app.tell(result.why)
        if result.done:
            app.noise("undo", 10)
            app.to_table(opened)

    undo_or_ask(app, look, TableController(opened), to, tell)


def share_text(app: TablesideApp, opened: OpenPlay, write: Callable[[Play[Any], float], str]) -> None:
    app.tell(app.machine.share.share_text(opened.title, write(opened.play, day_of(app.library, opened))))


class ChronicleScreen(PlainPage):
    widest, gap = 720.0, tokens.XS

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        notes = opened.play.misfit is None and opened.game.notes(opened.play.table)
        note = ("pencil-outline", lambda: open_notes(app, self.look, opened, self.entered))
        noting = shown((note, notes))
        super().__init__(app, app.look_for(opened.game), say("Chronicle"),
                         actions=[*noting, ("magnify", self.find), ("share-variant", self.share)])
        self.opened = opened
        self.wanted: Any = EVERYTHING
        self.words = ""
        self.unfolded: ChronicleLine | None = None
        self.searching = False
        seats = opened.play.table.seats
        self.letters = tokens.initials(seat.name for seat in seats)
        choices = [(EVERYTHING, say("Everything")), (POINTS, say("Points")),
                   (CORRECTIONS, say("Corrections")), *((seat.index, seat.name) for seat in seats)]
        self.filter = ChipRow(self.look, choices, EVERYTHING, partial(self.choose, "wanted"))
        self.entry = TextEntry(self.look, say("Find in the chronicle"), icon="magnify",
                               on_type=partial(self.choose, "words"))
        self.long.gap = 0.0
        self.told: list[Chapter] = []

    def entered(self) -> None:
        self.told = chapters(self.opened.play)
        self.refresh()

    # Rendering

    def parts(self) -> list[Any]:
        self.unfolded = None
        self.long.begin(self._rows())
        if not self.long.parts:
            nothing, other = say("Nothing has happened yet."), say("No line matches. Choose Everything.")
            empty = other if self.told else nothing
            self.long.fill([Words(self.look, empty, "body", "text2")])
        return [*shown((self.entry, self.searching)), self.filter, *self._misfit(), self.long]

    def _rows(self) -> Iterator[Any]:
        """Newest first, but each heading above its chapter."""
        found = search(self.told, self.words) if self.words.strip() else self.told
        icon = self.opened.game.facts.icon
        for chapter in reversed(found):
            lines = [line for line in reversed(chapter.lines) if self._fits(line)]
            if chapter.heading is not None and (lines or self.wanted == EVERYTHING):
                yield ChapterHead(self.look, chapter.heading.text, icon)
            for line in lines:
                yield self._line(line)

    def _fits(self, line: ToldLine) -> bool:
        if self.wanted == POINTS:
            return bool(line.points)
        if self.wanted == CORRECTIONS:
            return line.by_hand
        return self.wanted in (EVERYTHING, line.seat) or self.wanted in dict(line.points)

    def _line(self, line: ToldLine) -> ChronicleLine:
        seats = self.opened.play.table.seats
        seat = None if line.seat is None else (seats[line.seat].colour, self.letters[line.seat])
        second = in_a_row(clock(line.at), say("by hand") if line.by_hand else "",
                          say("rolled by the app") if line.rolled else "")
        return ChronicleLine(self.look, line, seat, second, self._open)

    def _misfit(self) -> list[Any]:
        """If the log no longer fits the rules, offer what to do above the first wrong line."""
        misfit = self.opened.play.misfit
        if misfit is None:
            return []
        look = self.look
        buttons = Grid([PrimaryButton(look, say("Play on from here"), "play", self._play_on),
                        TonalButton(look, say("Export"), "export-variant", self._export)],
                       columns=2 if not look.big and self.width > dp(380) else 1)
        line = IconLine(look, str(misfit), "alert-circle-outline", role="body", ink="loss", icon_ink="loss")
        return [CardBox(look, [line, buttons])]

    # Opening a line

    def _open(self, row: ChronicleLine) -> None:
        before, self.unfolded = self.unfolded, None
        if before is not None:
            before.open([])
        if before is not row:
            row.open(self._line_actions(row.told))
            self.unfolded = row
        above = self.scroll.above()
        self.arrange()
        self.scroll.keep(above)
        if self.unfolded is not None:
            Clock.schedule_once(lambda _: self.scroll.bring(row), 0)

    def _line_actions(self, line: ToldLine) -> list[Any]:
        look, play = self.look, self.opened.play
        parts: list[Any] = [Words(look, one, "support", "text2") for one in line.more]
        if line.points:
            parts.append(Words(look, change_words(play, line.points), "support", "text2"))
        buttons: list[Any] = []
        taken = play.position() - play.position_of(line.record)
        may = line.record >= 0 and play.misfit is None and taken > 0
        if may:
            def back() -> None:
                take_back(self.app, look, self.opened, play.position_of(line.record))
            buttons.append(PrimaryButton(look, say("Back to here"), "history", back, pad=8.0, role="answer",
                                         high=52.0))
        if line.rule:
            buttons.append(OutlineButton(look, say("Why?"), "help-circle-outline", lambda: rule_sheet(
                self.app, look, self.opened.game, [line.rule], self.opened), pad=8.0, high=52.0))
        if buttons:
            parts.append(Grid(buttons, columns=1 if look.big else len(buttons)))
        if may:
            parts.append(IconLine(look, count("Takes back {n} answer. Redo brings it back.",
                                              "Takes back {n} answers. Redo brings them back.", taken),
                                  "redo-variant", ink="text2", icon_ink="text2"))
        elif not buttons:
            parts.append(Words(look, say("The play began here."), "support", "text2"))
        return parts

    def _play_on(self) -> None:
        if tried(self.app, self.opened.play.play_on):
            self.app.to_table(self.opened)

    # Finding and sharing

    def find(self) -> None:
        self.searching = not self.searching
        if not self.searching:
            self.entry.clear()
        self.refresh()
        self.scroll.to_start()
        if self.searching:
            Clock.schedule_once(lambda _: self.entry.focus(), 0)
        else:
            self.entry.focus(False)

    def on_back(self) -> bool:
        if self.searching:
            self.find()
            return True
        return False

    def share(self) -> None:
        open_menu(self.app, self.look, say("Share this evening"), [
            (say("As text"), say("To paste into a message"), "script-text-outline",
             partial(share_text, self.app, self.opened, as_text)),
            (say("As a file to continue from"), say("Another phone can import it and play on"),
             "export-variant", self._export)])

    def _export(self) -> None:
        hand_out(self.app, f"{self.opened.title}.json", self.opened.export)
