"""Pick one, pick a seat, pick several, choose a space, write a note."""

from dataclasses import replace
from typing import Any

from companion.core.questions import Description, ShownChoice
from companion.core.text import Refused, Text, folded, say
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action, AnswerPanel, Chooser, Choosers, Host
from companion.ui.widgets import Column, Grid, OutlineButton, shake
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, IconLine
from companion.ui.widgets.controls.sheet import Sheet

SEARCH_FROM = 10  # from this many answers on, a list has a search field
SHORT = 13


class PickOnePanel(Choosers):
    """Answer cards, the usual one filled and on top; forbidden ones are faded, with the reason."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.grid = Grid(columns=2, gap=8)
        self.search: TextEntry | None = None
        self.shown: list[AnswerCard] = []
        self.tapped: AnswerCard | Tile | None = None

    def begin(self) -> None:
        self.search = None

    def draw(self) -> None:
        self.tapped = None
        choices = self.described.choices
        self.shown = self.cards(len(choices))
        for card, one in zip(self.shown, choices, strict=True):
            card.high = self.host.form.answer
            self._dress(card, one)
        self._fill()

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        card.choice = one.choice
        card.show(one.face, barred=str(one.barred or ""), terse=self.host.terse)

    def _tap(self, chooser: AnswerCard | Tile) -> None:
        self.tapped = chooser
        self.host.answer(self.question, self.question.encode(chooser.choice))

    def _fill(self) -> None:
        many = len(self.shown) >= 6
        short = all(len(card.text) <= SHORT and not card.hint.text and not card.points.text
                    for card in self.shown)
        if many and short and self.look.scale <= BIG:
            self.grid.fill(self.shown)
            self.column.fill([self.grid])
            return
        if len(self.shown) >= SEARCH_FROM:
            if self.search is None:
                self.search = TextEntry(self.look, say("Search"), icon="magnify", on_type=self._searched)
            words = folded(self.search.text).split()
            fits = [card for card in self.shown if all(word in folded(card.text) for word in words)]
            self.column.fill([self.search, *fits])
        else:
            self.column.fill(self.shown)

    def _searched(self, _: str) -> None:
        self._fill()
        self.host.changed()

    def parts(self) -> list[Any]:
        return [self.column]

    def refused(self, why: str) -> bool:
        if not isinstance(self.tapped, AnswerCard):
            return False
        self.tapped.refuse(why)
        self.host.changed()
        return True


class PickSeatPanel(PickOnePanel):
    """Tiles with tokens in seating order, or two columns of rows if there are points or hints."""

    strip_optional = True

    def draw(self) -> None:
        self.tapped = None
        choices = self.described.choices
        plain = not any(one.face.hint or one.face.points or one.barred for one in choices)
        choosers: list[Any] = self.tiles(len(choices)) if plain else self.cards(len(choices))
        for chooser, one in zip(choosers, choices, strict=True):
            if plain:
                chooser.choice = one.choice
                chooser.show(one.face)
            else:
                chooser.high = 76.0
                self._dress(chooser, one)
        two = 1 if self.look.scale > BIG else 2
        self.grid.columns = self.tile_columns() if plain else two
        self.grid.fill(choosers)
        self.column.fill([self.grid])


class SeveralPanel(Choosers):
    """Chosen tiles have a border and a check, or their number in an order."""

    strip_optional = True
    second_comes = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = Grid(columns=4, gap=8)
        self.shown: list[Any] = []

    def draw(self) -> None:
        choices = self.described.choices
        faces = [one.face for one in choices]
        plain = all(face.seat is not None or (len(str(face.label)) <= SHORT and not face.hint)
                    for face in faces)
        self.shown = self.tiles(len(choices)) if plain else self.cards(len(choices))
        for chooser, one in zip(self.shown, choices, strict=True):
            chooser.choice = one.token
        self.grid.columns = self.tile_columns() if plain else 1
        if plain and any(face.seat is None for face in faces) and self.look.scale <= BIG:
            self.grid.columns = min(3, max(2, len(choices)))
        self.grid.fill(self.shown)
        self._dress()

    def _dress(self) -> None:
        for chooser, one in zip(self.shown, self.described.choices, strict=True):
            if isinstance(chooser, Tile):
                chooser.show(one.face, chosen=one.chosen, badge=str(one.number) if one.number else "")
            else:
                sign = "check-circle" if one.chosen else ""
                if one.number:
                    sign = f"numeric-{min(one.number, 9)}-circle"
                chooser.show(one.face, chosen=one.chosen, filled=False, terse=self.host.terse, more=sign)

    def _tap(self, chooser: Chooser) -> None:
        try:
            self.draft.tap(chooser.choice)
        except Refused:
            shake(chooser)
            return
        self.touched()

    def touched(self) -> None:
        """Update only the state of the tiles, as the choices are the same."""
        self.drop_description()
        self._dress()
        self.host.changed()

    def parts(self) -> list[Any]:
        return [self.grid]


IN_THE_PANEL = 3  # up to this many spaces are also listed in the panel
AT_ONCE_IN_THE_PANEL = 8  # a few more if a tap answers at once, such as on the memory track


class PlacePanel(Choosers):
    """A tap on the stage or list selects and the button confirms; with `at_once` the tap answers."""

    folds = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.link = OutlineButton(self.look, say("Choose from a list"), "format-list-bulleted",
                                  self.open_list)
        self.link.high = 48.0
        self._list: Sheet | None = None

    def begin(self) -> None:
        self._close_list()

    def describe(self) -> Description:
        """Describe all spaces only if the panel lists them; else those on the chosen spot."""
        return self.host.controller.describe(self.question, brief=not self._few())

    def draw(self) -> None:
        self.host.stage.select(self.draft.chosen)
        few, chosen = self._few(), self.described.chosen
        listed = few or len(self.described.choices) > 1
        parts: list[Any] = []
        if chosen is not None and not listed and not self.host.slim:
            face = chosen.face
            line = say("{place}: {hint}", place=face.label, hint=face.hint) if face.hint else face.label
            icon = face.icon or "navigation-variant-outline"
            shown = IconLine(self.look, line, icon, role="body", ink="on_container", icon_ink="on_container")
            parts.append(CardBox(self.look, [shown], "container", 14))
        if listed:
            parts += self._cards(self.described.choices)
        if not few and not self.host.slim:
            parts.append(self.link)
        self.column.fill(parts)

    def _few(self) -> bool:
        most = AT_ONCE_IN_THE_PANEL if self.draft.question.at_once else IN_THE_PANEL
        lit = self.host.stage.lights_places
        return not lit or (len(self.draft.spaces) <= most and not (self.host.slim and self.host.folded))

    def shorten(self) -> None:
        self.drop_description()
        super().shorten()

    def hint(self) -> Text | None:
        """Drop the hint on how to choose once a space is chosen."""
        if self.host.slim and not self._few():
            return None
        return super().hint() if self.draft.chosen is None or self._few() else None

    def _cards(self, choices: tuple[ShownChoice, ...]) -> list[AnswerCard]:
        cards = self.cards(len(choices))
        for card, one in zip(cards, choices, strict=True):
            goes_on = self.described.at_once and one.barred is None
            more = "chevron-right" if goes_on else ""
            card.choice = one.choice
            card.show(one.face, barred=str(one.barred or ""), filled=False, chosen=one.chosen,
                      terse=self.host.terse, more="check-circle" if one.chosen else more)
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

    def open_list(self) -> None:
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
        if few:
            return []
        return [Action(say("Choose from a list"), "format-list-bulleted", self.open_list, short=say("List"))]

    def give(self) -> None:
        if self.draft.chosen is None:
            self.open_list()
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
