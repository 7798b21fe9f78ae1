"""Choosing a space on the stage, and writing a note."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.questions import Refused
from companion.core.showing import Description, ShownChoice
from companion.core.text import Text, say
from companion.ui.table.panels.answer_panel import Action, AnswerPanel, Choosers, Host
from companion.ui.widgets import Column, OutlineButton
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, IconLine
from companion.ui.widgets.controls.sheet import Sheet

IN_THE_PANEL = 3  # up to this many spaces are also listed in the panel
AT_ONCE_IN_THE_PANEL = 8  # a few more if a tap answers at once, such as on the memory track


class PlacePanel(Choosers):
    """A tap on the stage or list selects and the button confirms; with `at_once` the tap answers."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.link = OutlineButton(self.look, say("Choose from a list"), "format-list-bulleted", self._open_list)
        self.link.high = 48.0
        self._list: Sheet | None = None

    def begin(self) -> None:
        self._close_list()

    def describe(self) -> Description:
        """Describe the spaces' faces only if the panel lists them, as the stage shows the rest."""
        return self.host.controller.describe(self.question, brief=not self._few())

    def draw(self) -> None:
        self.host.stage.select(self.draft.chosen)
        few, chosen = self._few(), self.described.chosen
        parts: list[Any] = []
        if chosen is not None and not few and not self.host.slim:
            face = chosen.face
            line = say("{place}: {hint}", place=face.label, hint=face.hint) if face.hint else face.label
            parts.append(CardBox(self.look, [IconLine(self.look, line, face.icon or "navigation-variant-outline",
                                                   role="body", ink="on_container", icon_ink="on_container")],
                              "container", 14))
        if few:
            parts += self._cards(self.described.choices)
        elif not self.host.slim:
            parts.append(self.link)
        self.column.fill(parts)

    def _few(self) -> bool:
        most = AT_ONCE_IN_THE_PANEL if self.draft.question.at_once else IN_THE_PANEL
        return len(self.draft.spaces) <= most or not self.host.stage.lights_places

    def hint(self) -> Text | None:
        """Drop the hint on how to choose once a space is chosen."""
        if self.host.slim and not self._few():
            return None
        return super().hint() if self.draft.chosen is None or self._few() else None

    def _cards(self, choices: tuple[ShownChoice, ...]) -> list[AnswerCard]:
        cards = self.cards(len(choices))
        for card, one in zip(cards, choices, strict=True):
            goes_on = self.described.at_once and one.barred is None
            card.choice = one.choice
            card.show(one.face, barred=str(one.barred or ""), filled=False, chosen=one.chosen, terse=self.host.terse,
                      more="check-circle" if one.chosen else "chevron-right" if goes_on else "")
        return cards

    def _tap(self, chooser: AnswerCard) -> None:
        self.choose(chooser.choice)

    def choose(self, space: Any) -> None:
        """Choose a space on the stage or in the list; a forbidden one shows why."""
        try:
            given = self.draft.choose(space)
        except Refused as refused:
            card = next((card for card in self.made_cards if card.choice == space and card.parent), None)
            if card is not None:
                card.refuse(str(refused))
                self.host.changed()
            return
        self.passed_on(given)

    def _open_list(self) -> None:
        app = self.host.app

        def take(space: Any) -> None:
            if self._list is None:
                return  # a guest has already answered this question
            app.close_sheet()
            self.choose(space)
        rows = []
        for one in self.host.controller.describe(self.question).choices:
            card = AnswerCard(self.look, self.host.letter)
            card.show(one.face, barred=str(one.barred or ""), filled=False)
            if one.barred is None:
                card.bind(on_tap=lambda _, space=one.choice: take(space))
            rows.append(card)
        self._list = Sheet(self.look, self.described.sentence, rows)
        app.open_sheet(self._list)

    def _close_list(self) -> None:
        if self._list is not None and self.host.app.sheets[-1:] == [self._list]:
            self.host.app.close_sheet()
        self._list = None

    def parts(self) -> list[Any]:
        return [self.column] if self.column.parts else []

    def primary(self) -> Action | None:
        """Describe the chosen space on the button if there is no room for a card."""
        button, chosen = super().primary(), self.described.chosen
        if button is None or chosen is None or not self.host.slim or self._few() or self.host.terse:
            return button
        return replace(button, second=(chosen.face.hint or "") if chosen.face.icon else chosen.face.label)

    def more(self) -> list[Action]:
        few = self._few() or not self.host.slim
        return [] if few else [Action(say("Choose from a list"), "format-list-bulleted", self._open_list,
                                       short=say("List"))]

    def give(self) -> None:
        if self.draft.chosen is None:
            self._open_list()
        else:
            super().give()

    def left(self) -> None:
        self._close_list()
        self.host.stage.select(None)


class NotePanel(AnswerPanel):
    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.box: TextEntry | None = None

    def begin(self) -> None:
        self.box = None

    def draw(self) -> None:
        shown = self.described.text
        if self.box is None and shown is not None:
            self.box = TextEntry(self.look, shown.placeholder or "", shown.value, on_type=self._typed,
                                 longest=shown.longest, rows=3, counted=True)

    def _typed(self, text: str) -> None:
        self.draft.type_text(text)
        self.changed()

    def parts(self) -> list[Any]:
        return [self.box]
