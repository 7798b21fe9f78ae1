"""My boxes: the list, and the editor, which games extend by a stage."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.boxes.code import LONGEST, box_link, grouped
from companion.core.boxes.edits import completed, confirmed, value_at, with_value
from companion.core.boxes.form import GridPart, PlacesPart, ValuePart
from companion.core.files import check_box
from companion.core.game import Game
from companion.core.language import editions
from companion.core.text import Refused, Text, count, language_name, say
from companion.core.values import same
from companion.services import when
from companion.services.open_play import OpenPlay
from companion.services.store import BoxRow
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.stage import Room
from companion.ui.screens.box_form import BoxForm
from companion.ui.screens.box_grid import GridStage
from companion.ui.screens.box_places import PlacesStage
from companion.ui.screens.box_stage import FormStage
from companion.ui.screens.file_exchange import hand_out, take_file
from companion.ui.screens.plain import PlainPage, in_pairs
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.bar import TableBar
from companion.ui.table.invite import QrCode
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts import ButtonRow
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Box,
    Chip,
    Column,
    Grid,
    Link,
    Pill,
    Row,
    Scroll,
    TonalButton,
    Voice,
    Words,
    Wrap,
)
from companion.ui.widgets.controls.buttons import TallChip
from companion.ui.widgets.controls.rows import CardBox, ChoiceRow, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, Sheet, open_menu, open_name, open_offer, tried

log = logging.getLogger("tableside")


def offer(app: TablesideApp, look: Look, opened: OpenPlay, done: Callable[[], None]) -> list[Any]:
    played, game = opened.play, opened.game
    learned = game.boxes.learned(played.table)
    if learned is None:
        return []
    saved = app.library.boxes(game.facts.id)
    if any(same(row.box, learned) for row in saved):
        return []
    mine = next((row for row in saved if same(row.box, played.setup.box)), None)

    def save() -> None:
        name = str(say("My box")) if mine is None else mine.name
        app.library.save_box(game.facts.id, name, learned, None if mine is None else mine.id)
        app.tell(say("Saved in {name}.", name=name))
        done()

    words: Text = say("You named places that aren't in your box yet.")
    return [CardBox(look, [IconLine(look, words, "map-marker-plus-outline"),
                           TonalButton(look, say("Keep them for next time"), "check-bold", save)], gap=8)]


CODE_ROWS = 3
"""Lines of the field for a code: nine groups of five letters on a small phone."""


def share_box(app: TablesideApp, look: Look, row: BoxRow) -> None:
    """The box as a QR code and as letters, which a phone's camera reads from it. Raises `Refused`."""
    code = app.library.box_code(row.id)
    hint = say("Scan it with a camera, or type it: My boxes, Enter a friend's code.")
    app.open_sheet(Sheet(look, row.name, [
        QrCode(look, box_link(code)), Words(look, code.replace("-", " "), "answer", align="center"),
        Words(look, hint, "support", "text2"),
        Wrap([TallChip(look, say("Send the code"), "export-variant",
                       lambda: app.tell(app.machine.share.share_text(row.name, code)))])]))


class BoxesScreen(PlainPage):
    widest = 1080.0

    def __init__(self, app: TablesideApp, game: str | None = None) -> None:
        one = None if game is None else app.found.games[game]
        super().__init__(app, app.look_for(one), say("My boxes"), actions=[
            ("import", lambda: take_file(app, say("Import a box"), self.refresh))])
        games = [one] if one is not None else list(app.found.games.values())
        self.games = [each for each in games if each.boxes.form() or app.library.boxes(each.facts.id)]
        self.gone: BoxRow | None = None

    # Parts

    def parts(self) -> list[Any]:
        look = self.look
        parts: list[Any] = []
        if self.gone is not None:
            parts.append(Link(look, say("{name} is deleted. Undo", name=self.gone.name), "undo-variant",
                              self._bring_back))
        if not self.games:
            parts.append(Hint(look, say("None of these games asks what is in your box."),
                              "package-variant-closed"))
        if len(self.games) != 1:
            return [*parts, *in_pairs(look, (Column(self._of(game)) for game in self.games), tokens.XL)]
        shown = self._of(self.games[0])
        return [*parts, *in_pairs(look, (one for one in shown if isinstance(one, ListRow))),
                *(one for one in shown if not isinstance(one, ListRow))]

    def _of(self, game: Game[Any]) -> list[Any]:
        look = self.look
        head = [Voice(look, game.facts.title, "title")] if len(self.games) > 1 else []
        rows = [ListRow(look, row.name, self._second(game, row), "package-variant-closed",
                        partial(self._menu, game, row), tone="surface2")
                for row in self.app.library.boxes(game.facts.id)]
        if not game.boxes.form():
            return [*head, *self._language(game), *rows]
        starter = ListRow(look, say("Starter set"), say("A guess, so you can start right away"),
                          "help-circle-outline", lambda: self._starter_menu(game), tone="surface2")
        new = TonalButton(look, say("Enter my own box"), "plus", lambda: self._begin(game))
        code = Pill(look, say("Enter a friend's code"), "qrcode", lambda: self._ask_code(game))
        return [*head, *self._language(game), starter, *rows, new, Wrap([code])]

    def _language(self, game: Game[Any]) -> list[Any]:
        """The language of the names on the cards, if more than one edition is known."""
        key, languages = game.facts.id, self.app.library.settings()["boxes"]
        known = editions(key)
        if len(known) == 1:
            return []
        choices: list[tuple[str, Text | str]] = [("", say("Like the app"))]
        choices += [(one, language_name(one)) for one in known]

        def choose(language: str) -> None:
            chosen = {game: other for game, other in languages.items() if game != key}
            if language:
                chosen[key] = language
            self.app.library.set("boxes", chosen)
            self.app.apply_settings()

        return [ChoiceRow(self.look, say("Language of your box"),
                          say("For the names printed on cards and pieces."),
                          choices, languages.get(key, ""), choose)]

    def _second(self, game: Game[Any], row: BoxRow) -> Text:
        day = when.day(row.changed)
        try:
            about = game.boxes.about(row.box)
            if about is not None:
                return say("{day}. {about}", day=day, about=about)
            warnings = list(game.boxes.check(row.box))
        except Refused as error:
            return error.refusal.why
        except Exception:  # an unreadable box can still be exported
            log.exception("a box of %s could not be read", game.facts.id)
            return say("This box can't be read.")
        if warnings:
            return say("{day}. {warning}", day=day, warning=warnings[0])
        return say("Changed on {day}", day=day)

    # Actions

    def _begin(self, game: Game[Any]) -> None:
        if tried(self.app, lambda: check_box(game, game.boxes.new())):
            self.app.go(game.boxes.editor, box=None, game=game.facts.id)

    def _save(self, game: Game[Any], name: str, box: Any) -> BoxRow:
        library, key = self.app.library, game.facts.id
        return library.save_box(key, library.free_name(key, name), box)[0]

    def _ask_code(self, game: Game[Any]) -> None:
        def take(code: str) -> None:
            row = self.app.library.box_by_code(code, game.facts.id)
            self.app.tell(say("{name} is in My boxes.", name=row.name))
        open_name(self.app, self.look, say("Type or paste the code"), "", say("Use this box"), take,
                  self.refresh, hint=say("Box code"), longest=LONGEST, rows=CODE_ROWS,
                  shape=lambda typed: grouped(typed, game.facts.id))

    def _starter_menu(self, game: Game[Any]) -> None:
        why = say("The starter set is a guess. Enter your own box once, and every play will match it.")
        open_offer(self.app, self.look, say("Starter set"), [why],
                   (say("Enter my own box"), "plus", lambda: self._begin(game)))

    def _menu(self, game: Game[Any], row: BoxRow) -> None:
        edit: list[Line] = []
        if game.boxes.form():
            go = partial(self.app.go, game.boxes.editor, box=row.id)
            edit.append((say("Edit"), "", "pencil-outline", go))
        open_menu(self.app, self.look, row.name, [
            *edit,
            (say("Rename"), "", "form-textbox", lambda: self._rename(game, row)),
            (say("Duplicate"), "", "content-copy", lambda: self._duplicate(game, row)),
            (say("Share this box"), say("A code to scan or type"), "qrcode",
             lambda: tried(self.app, lambda: share_box(self.app, self.look, row))),
            (say("Export"), say("One file, to keep or to send"), "export-variant",
             lambda: hand_out(self.app, f"{row.name}.json", lambda: self.app.library.export_box(row.id))),
            (say("Delete"), say("Plays that use it keep it"), "delete-outline", lambda: self._delete(row))])

    def _rename(self, game: Game[Any], row: BoxRow) -> None:
        def take(name: str) -> None:
            self.app.library.save_box(game.facts.id, name, row.box, row.id)
        open_name(self.app, self.look, say("Rename"), row.name, say("Save the name"), take, self.refresh)

    def _duplicate(self, game: Game[Any], row: BoxRow) -> None:
        tried(self.app, lambda: self._save(game, row.name, row.box))
        self.refresh()

    def _delete(self, row: BoxRow) -> None:
        if tried(self.app, lambda: self.app.library.delete_box(row.id)):
            self.gone = row
        self.refresh()

    def _bring_back(self) -> None:
        if self.gone is not None:
            row, self.gone = self.gone, None
            tried(self.app, lambda: self.app.library.bring_back_box(row))
            self.refresh()


BESIDE, WIDEST = 720.0, 640.0
LEAST_SCROLL = 110.0


class Steps:
    """The current box, the saved one, and the undo history. Each step is a new box."""

    def __init__(self, box: Any) -> None:
        self.box: Any = box
        self.saved: Any = box
        self.past: list[Any] = []
        self.future: list[Any] = []
        self._stroke = 0

    def at(self, path: str) -> Any:
        return value_at(self.box, path)

    def value(self, part: ValuePart) -> Any:
        """The value of a part of the form, or None."""
        return self.at(part.at)

    def put(self, part: ValuePart, value: Any, *, check: Callable[[Any], object] = bool) -> bool:
        """Set a part, which is then no guess; None removes it. `check` may refuse the box."""
        box = confirmed(with_value(self.box, part.at, value), part)
        check(box)
        return self.take(box)

    def take(self, box: Any) -> bool:
        """Change the box as one undo step. False if nothing changed."""
        if box == self.box:
            return False
        self.past.append(self.box)
        self.future = []
        self.box = box
        self.changed()
        return True

    def begin_stroke(self, *_: Any) -> Any:
        """Group all changes until `end_stroke` into one undo step."""
        self._stroke = len(self.past)

    def end_stroke(self) -> None:
        del self.past[self._stroke + 1:]

    def undo(self) -> None:
        self._step(self.past, self.future)

    def redo(self) -> None:
        self._step(self.future, self.past)

    def _step(self, source: list[Any], to: list[Any]) -> None:
        if source:
            to.append(self.box)
            self.box = source.pop()
            self.changed()

    def changed(self) -> None:
        """Called when the box was replaced, so the selection may be gone."""


class BoxEditor(Page):
    """Draws the game's `form`. Changes are also saved on leaving, so a look at it changes nothing.

    `box`: id of the edited box; None for a new one of `game`, which its first save makes."""

    stage_section: ClassVar[Text | None] = None
    """Name of the first section if it is drawn on a stage, as a map or a tile."""
    steps: ClassVar[type[Steps]] = Steps

    def __init__(self, app: TablesideApp, box: int | None, draft: Any = None, game: str = "") -> None:
        row = None if box is None else app.library.store.box(box)
        self.game = app.found.games[game if row is None else row.game]
        super().__init__(app, app.look_for(self.game))
        self.box_id = box
        self.name = self._new_name() if row is None else row.name
        boxes = self.game.boxes
        shown = boxes.new() if row is None else completed(row.box, boxes.form(), boxes.starter())
        self.draft: Any = draft or self.steps(shown)
        self.form = BoxForm(self)
        first = [] if self.stage_section is None else [str(self.stage_section)]
        listed = self.form.sections(with_stages=self.stage_section is None)
        self.sections = list(dict.fromkeys([*first, *listed]))
        self.section = self.sections[0]
        self._stages: dict[str, FormStage | None] = {}
        look = self.look
        self.bar = TableBar(look, app.back, self.undo, self.redo, self.open_menu)
        self.ground = Widget(size_hint=(None, None))
        self.card = Box.card(self.ground, look, "surface", tokens.CORNER["panel"])
        self.chips = [Chip(look, name, do=partial(self.show_section, name), high=48.0, pad=2.0)
                      for name in self.sections]
        self.section_row = Grid(self.chips, columns=len(self.chips), gap=6)
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

    def entered(self) -> None:
        self.refresh()

    # For subclasses

    def summary(self) -> Text | str:
        """The line under the box's name."""
        return self.game.boxes.about(self.draft.box) or ""

    def show_stage(self) -> None:
        """Fill the panel of the stage: kicker, headline, parts and row."""
        if self.stage is not None:
            self.stage.show()

    def lay_stage(self, room: Room) -> None:
        """Place the map or tile."""
        if self.stage is not None:
            self.stage.lay(room)

    def menu(self) -> tuple[Iterable[Line], Iterable[Line]]:
        """More lines for the menu, at its top and before Export."""
        return (), ()

    def stage_parts(self) -> list[Any]:
        """Widgets on the stage, bottom first."""
        return [] if self.stage is None else [self.stage.canvas_part]

    def head_parts(self) -> list[Any]:
        return [self.section_row, self.kicker_row, *([self.headline] if self.on_stage else ())]

    # Layout

    @property
    def stage(self) -> FormStage | None:
        """The stage for a grid or places of this section, unless the game's editor draws its own."""
        if self.stage_section is None and self.section not in self._stages:
            self._stages[self.section] = self._stage_of(self.form.on_stage(self.section))
        return self._stages.get(self.section)

    def _stage_of(self, part: GridPart | PlacesPart | None) -> FormStage | None:
        if isinstance(part, GridPart):
            return GridStage(self, part)
        return None if part is None else PlacesStage(self, part)

    @property
    def on_stage(self) -> bool:
        """Of a game's own stage, only the first section is drawn on it."""
        if self.stage_section is None:
            return self.stage is not None
        return self.section == self.sections[0]

    @property
    def is_beside(self) -> bool:
        return bool(self.width > self.height and self.width >= dp(BESIDE))

    def arrange(self) -> None:
        if self.width < 2 or self.height < 2:
            return
        left, upper, right, lower = self.insets
        width, top, foot = self.width - left - right, self.top - upper, self.y + lower
        shows_stage = self.on_stage or (self.is_beside and self.stage_section is not None)
        behind = self.stage_parts() if shows_stage else ()
        wanted = [*behind, self.ground, self.bar, self.scroll, self.row, self.head]
        if [part for part in reversed(self.children)] != wanted:
            self.clear_widgets()
            for part in wanted:
                self.add_widget(part)
        corner = dp(tokens.CORNER["panel"])
        if self.is_beside:
            panel, picture = self.beside()
            stage = Room(picture.inner_x, foot, picture.inner_width, top - foot)
            self.ground.pos, self.ground.size = (panel.x, self.y), (panel.width, self.height)
            self.card.corner = 0.0
            self._lay_panel(panel.inner_x, top - dp(4), panel.inner_width)
        else:
            below = top - dp(BAR) - self.y
            most = below - min(dp(240), below * (0.28 if self.look.big else 0.42))
            high = top - dp(BAR + 4) - self.y
            if self.on_stage:
                high = min(self._steady_height(width) + lower, most)
            stage = Room(self.x + left, self.y + min(high, most), width, top - self.y - min(high, most))
            self.ground.pos, self.ground.size = self.pos, (self.width, high)
            self.card.corner = (corner, corner, 0.0, 0.0)
            self._lay_panel(self.x + left, self.y + high, width)
        self.card.place()
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
        scrolled = self.column.height + spare
        if self.headline in self.head.parts and scrolled < min(self.column.height, dp(LEAST_SCROLL)):
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

    def refresh(self) -> None:
        """The box, the section or the selection changed."""
        self.show_state()
        if self.on_stage:
            self.show_stage()
        else:
            self.kicker.say(say("Also saved when you leave"))
            self.column.gap = 20
            self.parts = self.form.draw(self.section)
            self.row.show(self.save_action(), None)
        self.arrange()

    def show_state(self) -> None:
        self.bar.show(self.name, self.summary(), bool(self.draft.past), bool(self.draft.future))
        for chip in self.chips:
            chip.choose(chip.text == self.section)
        odd = len(self.odd())
        self.checks.text = str(count("{n} check", "{n} checks", odd) if odd else say("All fine"))
        self.checks.set_icon("alert-circle-outline" if odd else "check-bold")

    def odd(self) -> list[Text]:
        """What looks odd, as sentences."""
        return list(self.game.boxes.check(self.draft.box))

    def show_section(self, name: str) -> None:
        self.section = name
        self.scroll.to_start()
        self.refresh()

    def save_action(self) -> Action:
        return Action(say("Save"), "content-save-outline", self.save_and_say)

    def on_back(self) -> bool:
        return self.stage is not None and self.stage.on_back()

    # Undo and redo

    def undo(self) -> None:
        self.do(self.draft.undo)

    def redo(self) -> None:
        self.do(self.draft.redo)

    def do(self, change: Callable[..., object], *about: Any, **parts: Any) -> None:
        """Run a change of the draft, or say why it is refused."""
        if not tried(self.app, partial(change, *about, **parts)):
            self.app.noise("refuse", 30)
        self.refresh()

    def on_shortcut(self, key: str) -> bool:
        action = {"z": self.undo, "y": self.redo, "s": self.save_and_say}.get(key)
        if action is not None:
            action()
        return action is not None

    # Saving

    def save(self) -> bool:
        """Save the box, unless nothing changed. False if it was refused; the app says why."""
        if self.box_id is not None and self.draft.box == self.draft.saved:
            return True
        return tried(self.app, self._write)

    def _write(self) -> None:
        name = self._new_name() if self.box_id is None else self.name
        row, _ = self.app.library.save_box(self.game.facts.id, name, self.draft.box, self.box_id)
        self.box_id, self.name, self.draft.saved = row.id, row.name, self.draft.box
        self.remember(box=row.id)

    def _new_name(self) -> str:
        return self.app.library.free_name(self.game.facts.id, str(say("My box")))

    def save_and_say(self) -> None:
        if self.save():
            odd = len(self.odd())
            self.app.tell(count("Saved as {name}. {n} thing looks odd, but you can play.",
                                "Saved as {name}. {n} things look odd, but you can play.", odd,
                                name=self.name) if odd else say("Saved as {name}.", name=self.name))

    def left(self) -> None:
        self.paused()
        self.remember(draft=self.draft)

    def paused(self) -> None:
        if self.draft.box != self.draft.saved:
            self.save()

    # Export

    def export(self) -> None:
        if self.save() and (id := self.box_id) is not None:
            hand_out(self.app, f"{self.name}.json", lambda: self.app.library.export_box(id))

    # Sheets

    def open_menu(self) -> None:
        odd = len(self.odd())
        above, below = self.menu()
        rows: list[Line] = [
            *above,
            (say("Save"), say("Also saved when you leave"), "content-save-outline", self.save_and_say),
            (say("What looks odd"), count("{n} thing", "{n} things", odd) if odd else say("Nothing"),
             "alert-circle-outline", self.open_odd),
            *below,
            (say("Export"), say("One file, to keep or to send"), "export-variant", self.export)]
        open_menu(self.app, self.look, self.name, rows)

    def open_odd(self) -> None:
        look, found = self.look, self.odd()
        lead = say("Nothing looks odd.")
        if found:
            lead = say("Worth a second look. You can play with it as it is.")
        lines = [IconLine(look, text, "alert-circle-outline", role="body", icon_ink="loss") for text in found]
        words = Words(look, lead, "support", "text2")
        self.app.open_sheet(Sheet(look, say("What looks odd"), [words, *lines]))
