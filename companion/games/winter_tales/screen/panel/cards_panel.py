"""Cards played one by one: a row a player with minus, number and plus, and the seven steps of a quest above them.

One tap is one answer; nothing is gathered and sent later.
"""

from __future__ import annotations

from typing import Any

from companion.core.questions import Face
from companion.games.winter_tales.rules.kinds import ARTIFACT, END, LAST, NEXT, NONE, OUT
from companion.games.winter_tales.screen.panel.reading import CardRow, lines_of, step_of
from companion.games.winter_tales.screen.panel.rows import StepMarks, TellerRow
from companion.ui.table.panels.answer_panel import Action, Host
from companion.ui.table.panels.choosers import Choosers
from companion.ui.widgets import Column
from companion.ui.widgets.controls.answer import AnswerCard


class CardsPanel(Choosers):
    """For every question that counts cards: quest, last card, trap, epilogue."""

    strip_optional = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.marks = StepMarks(self.look)
        self.rows: dict[str, TellerRow] = {}

    def draw(self) -> None:
        choices = [str(choice) for choice in self.question.choices(self.table)]
        self.marks.show(step_of(self.table))
        lines = lines_of(self.table, self.question, choices)
        lines.sort(key=lambda line: not line.active)  # whoever plays must not have to scroll
        rows = [self._row(line) for line in lines]
        taken = {line.plus for line in lines} | {line.minus for line in lines}
        taken |= {NEXT, OUT, LAST, *([NONE] if END in choices else []), self._main(choices), self._beside(choices)}
        rest = [choice for choice in choices if choice not in taken]
        self.column.fill([*rows, *self._answers(rest)])

    def _row(self, line: CardRow) -> TellerRow:
        row = self.rows.get(line.key)
        if row is None:
            row = self.rows[line.key] = TellerRow(self.look, self._answer)
        row.show(line, "" if line.colour is None else self.host.letter(self.table.seats[line.seat]))
        return row

    def _answers(self, choices: list[str]) -> list[AnswerCard]:
        """What is neither a card nor the next step: joining without a card, the expert who stands by."""
        cards = self.cards(len(choices))
        for card, choice in zip(cards, choices, strict=True):
            card.choice = choice
            card.high = self.host.form.answer
            card.show(self._face(choice), terse=self.host.terse)
        return cards

    def _tap(self, chooser: AnswerCard) -> None:
        self._answer(chooser.choice)

    def _face(self, choice: str) -> Face:
        face: Face = self.question.face(self.table, choice)
        return face

    def _answer(self, choice: str) -> None:
        self.host.answer(self.question, choice)

    def above(self) -> list[Any]:
        return [self.marks] if step_of(self.table) else []

    def parts(self) -> list[Any]:
        return [self.column]

    def primary(self) -> Action | None:
        main = self._main(list(self.question.choices(self.table)))
        if not main:
            return None
        icon = "check-bold" if main == END else "arrow-right"
        return Action(self._face(main).label, icon, lambda: self._answer(main), icon_last=main != END)

    def _main(self, choices: list[str]) -> str:
        """On to the next, who must be asked; where nobody is to be asked any more, the end."""
        asked = [choice for choice in (NEXT, OUT) if choice in choices]
        if END in choices and (NONE not in choices or not self.table.full):
            return END
        return asked[0] if asked else ""

    def _beside(self, choices: list[str]) -> str:
        """What stands beside the button, without scrolling: the Artifact, or that nobody else joins."""
        main = self._main(choices)
        hidden = NONE if END in choices else ""
        return next((one for one in (ARTIFACT, END, NONE) if one in choices and one not in (main, hidden)), "")

    def second(self) -> Action | None:
        beside = self._beside([str(choice) for choice in self.question.choices(self.table)])
        if not beside:
            return None
        face = self._face(beside)
        return Action(face.label, face.icon, lambda: self._answer(beside))
