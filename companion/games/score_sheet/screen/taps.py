"""The counter: a line per player with +1, +2, +5 and −1."""

from functools import partial
from typing import Any

from companion.core.questions import ShownChoice
from companion.core.values import Json
from companion.games.score_sheet.questions import STEPS
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import AnswerPanel, Host
from companion.ui.widgets import Column, Row, SeatToken, TallChip, Words, Wrap


class TapPanel(AnswerPanel):
    strip_optional = True
    hides_strip = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.chips: dict[Json, TallChip] = {}
        self._lines: tuple[Json, ...] = ()

    def draw(self) -> None:
        by_seat: dict[Any, list[ShownChoice]] = {}
        for one in self.described.choices:
            by_seat.setdefault(one.face.seat, []).append(one)
        tokens = tuple(one.token for one in self.described.choices)
        if set(tokens) != set(self._lines):
            self._lines = tokens
            self.column.fill([self._line(seat, choices)
                              for seat, choices in sorted(by_seat.items(), key=lambda pair: pair[0].index)])
        for one in self.described.choices:
            self.chips[one.token].set_ready(one.barred is None)

    def _line(self, seat: Any, choices: list[ShownChoice]) -> Any:
        look = self.look
        names = Words(look, self.table.column_of(seat).words, "body")
        sign = -1 if self.table.sheet.down else 1
        steps = {STEPS.index(sign * int(str(one.token).split()[1])): one.token for one in choices}
        for token in steps.values():
            words = str(token).split()[1].replace("-", "−")
            self.chips[token] = TallChip(look, words, "", partial(self._tap, token))
            self.chips[token].choice = token
        chips = [self.chips[steps[at]] for at in sorted(steps)]
        who = SeatToken(look, seat.colour, self.host.letter(seat), 32)
        if look.scale > BIG:
            return Column([Row([who, names], names), Wrap(chips, gap=8)], gap=4)
        return Row([who, names, *chips], names, gap=6)

    def _tap(self, token: Json) -> None:
        self.passed_on(self.draft.tap(token))

    def shorten(self) -> None:
        """Do nothing, as it has no second lines."""

    def parts(self) -> list[Any]:
        return [self.column]
