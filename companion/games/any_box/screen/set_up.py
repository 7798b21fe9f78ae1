"""Setting up a score sheet: the box's name, the players, and how points are counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.refusals import Refused
from companion.core.setup import Setup
from companion.core.text import Text, say
from companion.core.values import Json
from companion.games.any_box.screen.parts import Looks, OneMore, Pair, SeatChip, SeatChips
from companion.games.any_box.sheet import LONGEST_NAME, MOST, MOST_CATEGORIES, MOST_ROUNDS, Sheet
from companion.services.open_play import OpenPlay
from companion.ui.screens.new_play import NewPlayDraft, NewPlayScreen
from companion.ui.theme import tokens
from companion.ui.widgets import Column, Link, shake
from companion.ui.widgets.controls.choices import SwitchRow
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.controls.rows import Divider, ListRow, Stepper

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

USUAL_ROUNDS = 5
OPEN, FIXED, NAMED = "open", "fixed", "named"


@dataclass
class SheetDraft(NewPlayDraft):
    sheet: dict[str, Any] = field(default_factory=lambda: dict(Sheet().to_json()))
    rows: str = OPEN
    typed_rows: str = ""
    keep: bool = True
    more: bool = False

    @staticmethod
    def of_sheet(people: list[Any], raw: Json, **about: Any) -> SheetDraft:
        sheet = Sheet.of(raw)
        rows = NAMED if sheet.categories else FIXED if sheet.rounds else OPEN
        return SheetDraft(people, sheet=dict(sheet.to_json()), rows=rows, typed_rows=", ".join(sheet.categories),
                          **about)


class SetUpScreen(NewPlayScreen):
    """`copy` is a saved sheet, `setup` repeats a play, `once` takes only final points."""

    draft: SheetDraft

    def __init__(self, app: TablesideApp, game: str = "any_box", setup: Setup | None = None,
                 draft: SheetDraft | None = None, copy: int | None = None, once: bool = False) -> None:
        if draft is None and setup is not None:
            draft = SheetDraft.of_sheet(list(setup.people), setup.copy, keep=False)
        self._copy, self._once = copy, once
        super().__init__(app, game, None, draft)
        name = self.draft.sheet["name"]
        self.title.say(name or say("Any box"))
        self.lead.say(self.game.facts.blurb)
        self.named.say("")  # the title already says it

    def _as_last_time(self) -> SheetDraft:
        last = super()._as_last_time()
        row = next((one for one in self.app.evening.copies(self.game.facts.id) if one.id == self._copy), None)
        sheet = Sheet(rounds=1) if self._once else Sheet()
        return SheetDraft.of_sheet(last.people, row.copy if row is not None else sheet.to_json(),
                                   typing=last.typing, copy=self._copy, keep=not self._once)

    # Parts

    def _make_parts(self) -> None:
        look, sheet = self.look, self.draft.sheet
        self.name = TextEntry(look, say("What is it called?"), sheet["name"], "pencil-outline", on_type=self._named,
                              longest=LONGEST_NAME)
        self.rows_entry = TextEntry(look, say("Farms, cities, roads"), self.draft.typed_rows, "format-list-bulleted",
                                    on_type=self._rows_typed, longest=LONGEST_NAME * MOST_CATEGORIES)
        self.settings = Column([], gap=tokens.S)
        self._set_all()
        super()._make_parts()

    def _seat_everybody(self) -> None:
        """Use chips: seating matters little on a score sheet."""
        letters = tokens.initials(person.name for person in self.draft.people)
        chips: list[Any] = [SeatChip(self.look, person, letter, self._open_seat)
                            for person, letter in zip(self.draft.people, letters, strict=True)]
        if not isinstance(self.seats, SeatChips):
            self.seats = SeatChips(gap=6)
        more = [OneMore(self.look, self._type)] if chips and not self.draft.typing else []
        self.seats.fill([*chips, *more])

    def _type(self) -> None:
        super()._type()
        self._seat_everybody()
        self.arrange()

    def _refresh(self) -> None:
        super()._refresh()
        new = str(say("New"))  # the ring after the names says it
        self.chips.fill([chip for chip in self.chips.parts if chip.text != new or not self.seats.parts])
        self.column.fill([self.name, *self.column.parts])
        self.arrange()

    def _copy_parts(self) -> list[Any]:
        return []

    def _rule_parts(self) -> list[Any]:
        return [Divider(self.look), self.settings]

    def _set_all(self) -> None:
        draft, sheet, look = self.draft, self.draft.sheet, self.look
        named = [(NAMED, say("Named"))] if draft.more or draft.rows == NAMED else []
        rows = Pair(look, say("Rounds"), self._rounds_words(),
                    [(OPEN, say("Open-ended")), (FIXED, say("Fixed")), *named], draft.rows, self._set_rows)
        parts: list[Any] = [rows]
        if draft.rows == FIXED:
            parts.append(self._stepper(say("How many rounds"), "rounds", 1, MOST_ROUNDS, 1))
        elif draft.rows == NAMED:
            parts.append(self.rows_entry)
        parts += [
            Pair(look, say("Who wins"), "", [(False, say("High")), (True, say("Low"))], sheet["low"],
                 partial(self._set, "low")),
            Pair(look, say("Teams"), say("partners share a column, and sit apart"),
                 [(0, say("Off")), (2, say("Two")), (3, say("Three"))], sheet["sides"], partial(self._set, "sides")),
            SwitchRow(look, say("Below zero"), say("the pad gets a ±"), sheet["below_zero"],
                      partial(self._set, "below_zero")),
            Pair(look, say("Clock for a round"), "", self._clocks(), sheet["clock"], self._set_clock),
            self._stepper(say("Everybody begins with"), "start", -MOST, MOST, 5)]
        if draft.more:
            parts += [
                ListRow(look, say("Target score"), self._target_words(), "flag-checkered", self._type_target),
                SwitchRow(look, say("First player moves on"), say("each round starts one seat further on"),
                          sheet["passes"], partial(self._set, "passes")),
                Looks(look, sheet["colour"], sheet["icon"], self._set_look)]
        else:
            parts.append(Link(look, say("More settings"), "chevron-down", self._show_more, icon_last=True))
        parts.append(SwitchRow(look, say("Keep this sheet"), self._keep_words(), draft.keep, self._set_keep))
        self.settings.fill(parts)

    def _stepper(self, label: Text, key: str, low: int, high: int, by: int) -> Stepper:
        sheet = self.draft.sheet

        def typed() -> None:
            open_number(self.app, self.look, label, sheet[key], low, high, lambda number: self._set(key, number))

        return Stepper(self.look, label, sheet[key], low, high, partial(self._put, key), by=by, on_type=typed)

    def _rounds_words(self) -> Text:
        if self.draft.rows == OPEN:
            return say("until somebody ends it")
        if self.draft.rows == FIXED:
            return say("a set number, then the result")
        return say("one row per name, with commas between them")

    def _clocks(self) -> list[tuple[int, Text | str]]:
        usual = [0, 30, 60, 90]
        now = self.draft.sheet["clock"]
        seconds = [*usual, *([now] if now not in usual else [])]
        words: list[tuple[int, Text | str]] = [(one, say("{n} s", n=one) if one else say("Off")) for one in seconds]
        return [*words, (-1, say("Other"))]

    def _target_words(self) -> Text:
        target = self.draft.sheet["target"]
        return say("{n} points end the game", n=target) if target else say("none")

    def _keep_words(self) -> Text:
        name = self.draft.sheet["name"].strip()
        if not name:
            return say("give it a name to list it among your games")
        return say("{name} will be listed among your games", name=name)

    # Actions

    def _put(self, key: str, value: Json) -> None:
        self.draft.sheet[key] = value

    def _set(self, key: str, value: Json) -> None:
        self._put(key, value)
        self._again()

    def _again(self) -> None:
        self._set_all()
        self.arrange()

    def _set_rows(self, rows: str) -> None:
        self.draft.rows = rows
        self._put("rounds", USUAL_ROUNDS if rows == FIXED else 0)
        self._again()

    def _set_clock(self, seconds: int) -> None:
        if seconds >= 0:
            self._set("clock", seconds)
            return
        open_number(self.app, self.look, say("Seconds for a round"), None, 5, 3600, partial(self._set, "clock"))
        self._again()

    def _type_target(self) -> None:
        open_number(self.app, self.look, say("Target score"), self.draft.sheet["target"] or None, 0, MOST,
                    partial(self._set, "target"))

    def _set_look(self, colour: str, icon: str) -> None:
        self.draft.sheet.update(colour=colour, icon=icon)

    def _set_keep(self, keep: bool) -> None:
        self.draft.keep = keep

    def _show_more(self) -> None:
        self.draft.more = True
        self._again()

    def _named(self, name: str) -> None:
        self.draft.sheet["name"] = name
        self.title.say(name.strip() or say("Any box"))
        self.arrange()

    def _rows_typed(self, words: str) -> None:
        self.draft.typed_rows = words

    # Starting

    def sheet(self) -> Sheet:
        named = [row.strip() for row in self.draft.typed_rows.split(",") if row.strip()]
        raw = {**self.draft.sheet, "name": self.draft.sheet["name"].strip(),
               "categories": named if self.draft.rows == NAMED else []}
        if self.draft.rows == NAMED and not named:
            raise Refused(say("Name the rows first, with commas between them."))
        return Sheet.of(raw)

    def setup(self) -> Setup:
        return Setup(tuple(self.draft.people), {}, self.sheet().to_json())

    def _begin(self, *, draws: bool = False) -> OpenPlay | None:
        try:
            sheet = self.sheet()
        except Refused as error:
            self.why.say(error.refusal.why)
            shake(self.start)
            self.arrange()
            return None
        started = super()._begin(draws=draws)
        if started is not None and self.draft.keep and sheet.name:
            self._keep(sheet)
        return started

    def _keep(self, sheet: Sheet) -> None:
        """Save under its name, replacing a sheet with the same name."""
        evening, game = self.app.evening, self.game.facts.id
        same = next((row.id for row in evening.copies(game) if row.name.casefold() == sheet.name.casefold()), None)
        evening.save_copy(game, sheet.name, sheet.to_json(), same if same is not None else self.draft.copy)
