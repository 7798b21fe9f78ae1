"""A space of the stage, and a note."""

from __future__ import annotations

from typing import Any

from companion.core.kinds import Note, Place
from companion.core.questions import Face
from companion.core.text import Text, say
from companion.ui.table.kinds.choosers import Choosers
from companion.ui.table.kinds.kind import Action, Host, Kind
from companion.ui.widgets import Column, OutlineButton
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, IconLine
from companion.ui.widgets.controls.sheet import Sheet

IN_THE_PANEL = 3  # so few spaces stand in the panel itself


class PlaceKind(Choosers):
    """The first tap chooses, on the stage or in the list; the button commits. `at_once`: the tap is the answer."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.link = OutlineButton(self.look, say("Choose from a list"), "format-list-bulleted", self._open_list)
        self.link.high = 48.0

    def read(self) -> None:
        self.spaces = list(self.question.choices(self.table))
        if self.draft not in self.spaces:
            self.draft = None
        self.host.stage.select(self.draft)
        self._fill()

    @property
    def at_once(self) -> bool:
        return isinstance(self.question, Place) and self.question.at_once

    def _few(self) -> bool:
        return len(self.spaces) <= IN_THE_PANEL or self.at_once or not self.host.stage.lights_places

    def hint(self) -> Text | None:
        """What a chosen space means takes the place of the hint how to choose."""
        return super().hint() if self.draft is None or self._few() else None

    def _fill(self) -> None:
        few = self._few()
        parts: list[Any] = []
        if self.draft is not None and not few:
            face = self.question.face(self.table, self.draft)
            line = say("{place}: {hint}", place=face.label, hint=face.hint) if face.hint else face.label
            parts.append(CardBox(self.look, [IconLine(self.look, line, face.icon or "navigation-variant-outline",
                                                   role="body", ink="on_container", icon_ink="on_container")],
                              "container", 14))
        if few:
            parts += self._cards([*((space, "") for space in self.spaces), *self._barred()])
        else:
            parts.append(self.link)
        self.column.fill(parts)

    def _barred(self) -> list[tuple[Any, str]]:
        return [(space, str(refusal.why)) for space, refusal in self.question.barred(self.table)]

    def _cards(self, rows: list[tuple[Any, str]]) -> list[AnswerCard]:
        cards = self.cards(len(rows))
        for card, (space, why) in zip(cards, rows, strict=True):
            chosen = self.draft is not None and space == self.draft
            card.choice = space
            card.show(self._face(space), barred=why, filled=False, chosen=chosen, terse=self.host.terse,
                      more="check-circle" if chosen else "chevron-right" if self.at_once and not why else "")
        return cards

    def _tap(self, chooser: AnswerCard) -> None:
        self.choose(chooser.choice)

    def _face(self, space: Any) -> Face:
        return self.question.face(self.table, space)

    def choose(self, space: Any) -> None:
        """A lit space was tapped, or a line of the list; one that is barred says why."""
        if space not in self.spaces:
            why = next((why for barred, why in self._barred() if barred == space), "")
            card = next((card for card in self.made_cards if card.choice == space and card.parent), None)
            if card is not None and why:
                card.refuse(why)
                self.host.changed()
            return
        self.draft = space
        if self.at_once:
            self._commit()
            return
        self.host.stage.select(space)
        self._fill()
        self.host.changed()

    def _open_list(self) -> None:
        app = self.host.app

        def take(space: Any) -> None:
            app.close_sheet()
            self.choose(space)
        rows = []
        for space, why in [*((space, "") for space in self.spaces), *self._barred()]:
            card = AnswerCard(self.look, self.host.letter)
            card.show(self._face(space), barred=why, filled=False)
            if not why:
                card.bind(on_tap=lambda _, space=space: take(space))
            rows.append(card)
        app.open_sheet(Sheet(self.look, self.question.sentence(self.table), rows))

    def parts(self) -> list[Any]:
        return [self.column]

    def preview(self) -> Any:
        return self.draft

    def primary(self) -> Action | None:
        if self.at_once:
            return None
        icon = self._face(self.draft).icon if self.draft is not None else ""
        return Action(self.question.button(self.table, self.draft), icon or "check-bold", self._commit,
                      ready=self.draft is not None)

    def _commit(self) -> None:
        if self.draft is not None:
            self.host.answer(self.question, self.question.encode(self.draft))
        else:
            self._open_list()

    def left(self) -> None:
        self.host.stage.select(None)


class NoteKind(Kind):
    """A few words to keep. Never required."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.box: TextEntry | None = None

    def empty(self) -> str:
        self.box = None
        return ""

    def read(self) -> None:
        if self.box is None:
            most = self.question.longest if isinstance(self.question, Note) else 240
            self.box = TextEntry(self.look, say("Nothing is fine, too"), self.draft, on_type=self._typed, longest=most,
                             rows=3, counted=True)

    def _typed(self, text: str) -> None:
        self.draft = text
        self.host.changed()

    def parts(self) -> list[Any]:
        return [self.box]

    def preview(self) -> Any:
        return self.draft

    def primary(self) -> Action:
        return Action(self.question.button(self.table, self.draft), "check-bold",
                      lambda: self.host.answer(self.question, self.draft))
