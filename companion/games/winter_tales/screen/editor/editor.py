"""Editor for my copy: the town on the owner's board and the locations on cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.metrics import dp

from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import FIGURES
from companion.games.winter_tales.copy.model import ATTACK_CARDS, CONNECTION_CARDS, WITH_PASSAGE, starter
from companion.games.winter_tales.screen.editor import sections
from companion.games.winter_tales.screen.editor.draft import ADD, JOIN, MOVE, WAY, TownDraft
from companion.games.winter_tales.screen.editor.town import TownCanvas
from companion.games.winter_tales.screen.stage.layout import Point
from companion.ui.drawing.stage import Room
from companion.ui.screens.copy_editor import CopyEditor
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import tokens
from companion.ui.widgets.controls.sheet import Line

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

TOWN, TRACK, CARDS = "town", "track", "cards"
ENOUGH: sections.LastLine = (say("That's enough"), "close", lambda: None)
"""Last line of the list while players enter one card after another."""


class Editor(CopyEditor):
    game_id = "winter_tales"
    sections: ClassVar[dict[str, Text]] = {TOWN: say("Town"), TRACK: say("Memory track"), CARDS: say("Cards")}

    def __init__(self, app: TablesideApp, copy: int, draft: TownDraft | None = None) -> None:
        super().__init__(app, copy, draft)
        self.town = TownCanvas(self.draft, self._tapped, self._dropped)
        self.refresh()

    def draft_of(self, copy: Any) -> TownDraft:
        return TownDraft(copy)

    def to_save(self) -> Any:
        return self.draft.copy

    def odd(self) -> list[Text]:
        return list(self.draft.odd())

    def menu(self) -> tuple[list[Line], list[Line]]:
        return [], [(say("Begin again"), say("Back to the town that comes with the game. You can undo it."),
                     "restore", self.begin_again)]

    # Showing

    def refresh(self) -> None:
        self.show_state(self.draft.summary())
        kicker, headline = self._words()
        self.kicker.say(kicker)
        self.headline.say(headline)
        parts = {TOWN: sections.town_parts, TRACK: sections.track_parts, CARDS: sections.cards_parts}[self.section]
        self.column.gap = 20 if self.section == CARDS else 14
        self.parts = parts(self)
        self.row.show(self._primary(), None)
        self.arrange()

    def _words(self) -> tuple[Text, Text]:
        if self.section == TRACK:
            return say("Objective icons"), say("Which memory spaces have the target?")
        if self.section == CARDS:
            return say("Locations on your cards"), say("Which locations are on the cards?")
        return sections.town_words(self.draft)

    def _primary(self) -> Action:
        draft = self.draft
        if self.section == TOWN and draft.tool == ADD:
            return Action(say("Never mind"), "close", self.rest)
        if self.section == TOWN and (draft.chosen or draft.tool != MOVE):
            return Action(say("Done"), "check-bold", self.rest)
        return self.save_action()

    def show_section(self, key: str) -> None:
        self.draft.tool, self.draft.chosen = MOVE, ""
        super().show_section(key)

    # Touch

    def _tapped(self, key: str, at: Point) -> None:
        draft = self.draft
        if draft.tool == ADD:
            self.open_name(say("A new location"), "", say("Put it on the map"), lambda name: self._add(name, at))
        elif key:
            self._try(lambda: draft.tap(key))
        elif draft.tool == MOVE:
            draft.chosen = ""
        self.show_town()

    def _dropped(self, key: str, at: Point) -> None:
        self._try(lambda: self.draft.drag(key, at))
        self.show_town()

    def show_town(self) -> None:
        if self.section != TOWN:
            self.section = TOWN
        self.scroll.to_start()
        self.refresh()

    def _add(self, name: str, at: Point) -> None:
        self.draft.add(name, at)
        self.refresh()

    def _try(self, action: Callable[[], Any]) -> None:
        try:
            action()
        except Refused as error:
            self.app.noise("refuse", 30)
            self.app.tell(error.refusal.why)

    # Buttons

    def rest(self) -> None:
        self.draft.tool, self.draft.chosen = MOVE, ""
        self.refresh()

    def add(self) -> None:
        self.draft.tool, self.draft.chosen = ADD, ""
        self.refresh()

    def join(self) -> None:
        """Start from the selected location, or from the next one tapped."""
        self.draft.tool = JOIN
        self.refresh()

    def one_more_way(self) -> None:
        self.draft.tool = WAY
        self.refresh()

    def build(self, house: str) -> None:
        self._try(lambda: self.draft.build(house))
        self.refresh()

    def remove(self) -> None:
        self._try(self.draft.remove)
        self.refresh()

    def open_rename(self) -> None:
        def take(name: str) -> None:
            self.draft.rename(name)
            self.refresh()
        self.open_name(say("What is it called?"), self.draft.name(self.draft.chosen), say("Save the name"), take)

    def toggle_icon(self, space: int) -> None:
        self._try(lambda: self.draft.toggle_icon(space))
        self.refresh()

    def change(self, **parts: Any) -> None:
        self._try(lambda: self.draft.set(**parts))
        self.refresh()

    def open_passage(self, who: str) -> None:
        def take(place: str) -> None:
            self._try(lambda: self.draft.set_passage(who, place))
            self.refresh()
            if place:
                self._next_card()
        last = (say("Not set"), "close", lambda: take("")) if who in self.draft.copy["passages"] else ENOUGH
        sections.open_places(self, say("{who}: where does the passage lead?", who=FIGURES[who].name), take, last=last)

    def _next_card(self) -> None:
        """Continue with the next card until all are entered or the player stops."""
        copy = self.draft.copy
        unset = [who for who in WITH_PASSAGE if who not in copy["passages"]]
        if unset:
            self.open_passage(unset[0])
        elif len(copy["connections"]) < CONNECTION_CARDS:
            self.open_connection(None)
        elif len(copy["attacks"]) < ATTACK_CARDS:
            self.open_attack(None)

    def open_connection(self, at: int | None) -> None:
        cards = [list(card) for card in self.draft.copy["connections"]]

        def put(card: list[str]) -> None:
            self.change(connections=[*cards, card] if at is None else [*cards[:at], card, *cards[at + 1:]])
            if at is None:
                self._next_card()

        def first(one: str) -> None:
            sections.open_places(self, say("And the other location?"), lambda two: put([one, two]), without=one)
        last = ENOUGH if at is None else (say("Remove this card"), "delete-outline",
                                          lambda: self.change(connections=[*cards[:at], *cards[at + 1:]]))
        sections.open_places(self, say("A Connection: which location?"), first, last=last)

    def open_attack(self, at: int | None) -> None:
        cards = list(self.draft.copy["attacks"])

        def put(place: str) -> None:
            self.change(attacks=[*cards, place] if at is None else [*cards[:at], place, *cards[at + 1:]])
            if at is None:
                self._next_card()
        last = ENOUGH if at is None else (say("Remove this card"), "delete-outline",
                                          lambda: self.change(attacks=[*cards[:at], *cards[at + 1:]]))
        sections.open_places(self, say("An Attack: which location?"), put, last=last)

    def begin_again(self) -> None:
        self.draft.take(starter())
        self.show_section(TOWN)

    def on_back(self) -> bool:
        if self.section == TOWN and (self.draft.tool != MOVE or self.draft.chosen):
            self.rest()
            return True
        return False

    # Layout

    def stage_parts(self) -> list[Any]:
        return [self.town]

    def lay_stage(self, room: Room) -> None:
        """The art fills the screen; draggable places stay between bar and panel."""
        base = self.y if self.is_beside else room.y - dp(tokens.CORNER["panel"])
        x = room.x if self.is_beside else self.x
        self.town.stand((x, base), (room.width if self.is_beside else self.width, self.top - base), room)
