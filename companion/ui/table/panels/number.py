"""Numbers, typed or counted, and dice."""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from kivy.metrics import dp

from companion.core.questions import Given, ShownDice, ShownFace, ShownRow
from companion.core.text import Refused, say
from companion.ui.table.layout import BIG, LANDSCAPE, PHONE, SMALL
from companion.ui.table.panels.answer_panel import LUCK, Action, AnswerPanel, Host
from companion.ui.theme import tokens
from companion.ui.widgets import Column, Holder, SeatToken, TallChip, Words, Wrap, shown
from companion.ui.widgets.controls.pad import (
    DieKey,
    DieKeys,
    DieRow,
    DieSlot,
    NumberPad,
    OddsBar,
    open_number,
)
from companion.ui.widgets.controls.rows import Stepper
from companion.ui.widgets.displays.ring import show_roll


class NumberPanel(AnswerPanel):
    """One row per number, or a single big number between minus and plus."""

    strip_optional = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self._steppers: dict[tuple[Any, ...], Stepper] = {}
        """The last steppers shown, by their content."""

    def draw(self) -> None:
        rows = [row for row in self.described.rows if row.high or row.low]  # not "0 of 0"
        lone = self.described.lone
        before = self._steppers
        self._steppers = {}
        for row in rows:
            says = (row.key, lone, str(row.label), row.low, row.high, str(row.hint or ""), row.step)
            stepper = self._steppers[says] = before.get(says) or self._stepper(row, lone)
            stepper.begin(row.value)
        self.column.fill(self._steppers.values())

    def shorten(self) -> None:
        """Do nothing, as it has no second lines."""

    def _stepper(self, row: ShownRow, lone: bool) -> Stepper:
        token = SeatToken(self.look, row.seat.colour, self.host.letter(row.seat), 36) if row.seat else None
        return Stepper(self.look, row.label, row.value, row.low, row.high, partial(self._set, row.key),
                       hint=row.hint or "", token=token, lone=lone, by=row.step,
                       on_type=partial(self._type, row.key))

    def _type(self, key: str) -> None:
        row = next((one for one in self.described.rows if one.key == key), None)
        if row is not None:
            open_number(self.host.app, self.look, row.label, row.value, row.low, row.high,
                        lambda number: self._typed(key, number))

    def _typed(self, key: str, number: int) -> None:
        self.draft.set_row(key, number)
        self.touched()

    def _set(self, key: str, value: int) -> None:
        """Keep the other steppers' messages; this one already shows its number."""
        self.draft.set_row(key, value)
        self.changed()

    def parts(self) -> list[Any]:
        return [self.column]


def show_throw(page: Any, shown: ShownDice, thrown: Sequence[int]) -> None:
    signs = {face.number: face.icon for face in shown.faces}
    show_roll(page, page.look, [(number, signs.get(number, "")) for number in thrown], list(signs.items()))


class DicePanel(AnswerPanel):
    """Enter the dice face by face, or let the phone roll. A single die takes one tap."""

    strip_optional = has_keys = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.slots = DieRow()
        self.keys = DieKeys()
        self.odds: OddsBar | None = None
        self._keys_for: tuple[tuple[ShownFace, ...], ...] = ()
        self._slots: dict[tuple[int, ShownFace | None], DieSlot] = {}
        """Every slot shown so far, by position and face."""
        self.all_faces = False
        """Whether rare faces have keys, too."""
        self.faces: list[DieKey] = []
        self.erase = DieKey(self.look, None, self._back)

    def begin(self) -> None:
        self.all_faces = False

    def more(self) -> list[Action]:
        if not self.shown.rare or self.all_faces:
            return []
        return [Action(say("Another face"), "dice-d6-outline", self.show_all_faces)]

    def show_all_faces(self) -> None:
        self.all_faces = True
        self.touched()

    @property
    def shown(self) -> ShownDice:
        shown = self.described.dice
        assert shown is not None, "only dice have this panel"
        return shown

    def draw(self) -> None:
        faces, alone = self.shown.faces, self.shown.alone
        if self.all_faces:
            faces = tuple(sorted({*faces, *self.shown.rare}, key=lambda face: face.number))
        out = self.shown.out
        if self._keys_for != (faces, out):
            self._keys_for = (faces, out)
            self.faces = [DieKey(self.look, face.number, partial(self._type, face.number), face.icon)
                          for face in sorted((*faces, *out), key=lambda face: face.number)]
            for key in self.faces:
                key.opacity = FADED if key.number in [face.number for face in out] else 1.0
        tight = tokens.TARGET if self.question.lays_out else 56.0
        for key in (*self.faces, self.erase):
            key.high = tight if self._tight else 64.0
        if self.shown.odds is not None:
            self.odds = self.odds or OddsBar(self.look)
            self.odds.show(self.shown.odds)
        if not alone:
            self.keys.most = min(4, len(faces) + 1)
        else:
            self.keys.most = len(self.faces) if self.question.lays_out else 3
        self.keys.fill([*self.faces, *shown((self.erase, not alone))])
        self._show_slots()

    def _show_slots(self) -> None:
        self.slots.most = 48.0 if self._tight else 60.0
        self.slots.fill([self._slot(at, die) for at, die in enumerate(self.shown.slots)])

    @property
    def _tight(self) -> bool:
        """Whether slots and keys must share a low screen."""
        return self.host.form.name in (SMALL, LANDSCAPE)

    def _slot(self, at: int, die: ShownFace | None) -> DieSlot:
        if (at, die) not in self._slots:
            number, icon = (None, "") if die is None else (die.number, die.icon)
            self._slots[at, die] = DieSlot(self.look, number, icon)
        return self._slots[at, die]

    def draw_by_chance(self) -> None:
        """Record the roll first, then animate it."""
        shown, given, app = self.shown, self.draft.draw(LUCK), self.host.app
        page = app.page
        app.noise("dice", 30)
        self.passed_on(Given(given.raw, True) if self.look.motion else given)  # rolling dice need no words
        if app.page is page:
            show_throw(page, shown, given.raw)

    def _type(self, face: int) -> None:
        try:
            given = self.draft.type_face(face)
        except Refused as refused:  # a faded key
            self.host.refused(str(refused.refusal.why))
            return
        if given is not None:
            self.passed_on(given)
        else:
            self._typed()

    def _back(self) -> None:
        self.draft.erase()
        self._typed()

    def _typed(self) -> None:
        self.drop_description()
        self._show_slots()
        self.host.changed()
        self.host.scroll.bring(self.slots)  # keep the dice entered so far visible

    def above(self) -> list[Any]:
        return [] if self.shown.odds is None else [self.odds]

    def parts(self) -> list[Any]:
        return [self.keys] if self.shown.alone else [self.slots, self.keys]


KEY, LOW_KEY, FADED = 56.0, 50.0, 0.3


class TypedRow(Holder):
    """Frequent numbers at the left; the typed number and resulting total at the right.

    The label "Often" shows only if it needs no extra line.
    """

    def __init__(self, look: Any) -> None:
        super().__init__()
        # Translators: numbers that are often the answer
        self.label = Words(look, say("Often"), "support", "text2", chrome=True)
        self.chips = Wrap(gap=8)
        self.number = Words(look, "", "lone number", chrome=True)
        self.total = Words(look, "", "support", "text2", chrome=True)
        self.often: list[TallChip] = []
        self.high = 56.0
        self._lead = 0.0
        self.fill([self.label, self.chips, self.number, self.total])

    def fit(self, width: float) -> float:
        self.number.hug()
        self.total.hug(width)
        aside = max(self.number.width, self.total.width) + dp(12)
        room = max(dp(80), width - aside)
        self.label.hug()
        told = self.label.width + dp(10)
        lines = [*accumulate((chip.hug() + dp(8) for chip in self.often), initial=-dp(8))][1:]
        one_line = [chip for chip, end in zip(self.often, lines, strict=True) if end <= room]
        self.chips.fill(one_line)
        line = max((end for end in lines if end <= room), default=0.0)
        self._lead = told if self.chips.parts and told + line <= room else 0.0
        self.label.opacity = 1.0 if self._lead else 0.0
        self.chips.fit(room - self._lead)
        return self.take_size(width, max(self.chips.height, self.number.height * 0.82 + self.total.height))

    def arrange(self) -> None:
        self.number.pos = (self.right - self.number.width, self.top - self.number.height * 0.9)
        self.total.pos = (self.right - self.total.width, self.y)
        self.chips.pos = (self.x + self._lead, self.y + (self.height - self.chips.height) / 2)
        self.label.pos = (self.x, self.y + (self.height - self.label.height) / 2)


class PadPanel(AnswerPanel):
    """Keys for one number. Holding a key, or tapping a frequent number, answers at once."""

    strip_optional = True
    hides_strip = True
    own_preview = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.row = TypedRow(self.look)
        self.pad = NumberPad(self.look, self._typed, on_hold=self.give)
        self.column = Column([self.row, self.pad], gap=8)
        self._chips_for: tuple[int, ...] | None = None

    @property
    def shown(self) -> ShownRow:
        return self.described.rows[0]

    def begin(self) -> None:
        self.pad.set(None)

    def draw(self) -> None:
        row = self.shown
        if self.pad.number != row.value:
            self.pad.set(row.value)
        self.pad.longest = max(len(str(abs(row.low))), len(str(abs(row.high))))
        low = self.host.form.name in (SMALL, LANDSCAPE)
        tile_below = self.host.form.name == PHONE and self.host.controller.situation.standing
        high = LOW_KEY if low else KEY
        if tile_below:
            high = tokens.TARGET
        self.pad.lay(row.low < 0, high, low)
        if self._chips_for != row.often:
            self._chips_for = row.often
            self.row.often = [TallChip(self.look, say("{n}", n=number), "", partial(self._often, number))
                              for number in row.often]
        self._say()

    def shorten(self) -> None:
        """Do nothing, as it has no second lines."""

    def _say(self) -> None:
        preview = self.described.preview
        self.row.number.say(self.pad.words or "–", "text" if self.pad.typed else "text2")
        self.row.total.say(preview[0].how if preview else self.shown.hint or "")

    def _typed(self, _: str) -> None:
        self.draft.put(self.shown.key, self.pad.number)
        self.drop_description()
        self._say()
        self.host.changed()

    def _often(self, number: int) -> None:
        self.draft.put(self.shown.key, number)
        self.drop_description()
        self.give()

    def refused(self, why: str) -> bool:
        """Tell it on the stage, so the keys stay under the thumb."""
        self.host.app.tell(why)
        return True

    def parts(self) -> list[Any]:
        if self.look.scale > BIG:
            return [self.row, self.pad]
        return [self.column]

    def hint(self) -> None:
        """None, because the total is beside the number."""
        return None
