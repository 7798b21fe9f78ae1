"""Windward's answer panels: orders and wares, battle extras, the Reds' night."""

from __future__ import annotations

from typing import Any

from companion.core.showing import ShownChoice
from companion.core.text import say
from companion.games.windward.board import explain
from companion.games.windward.board.lookahead import PlannedFlight
from companion.games.windward.rules.night import WAYS, NightDraft, token_of
from companion.games.windward.rules.placing import in_words
from companion.games.windward.screen.flight_row import FlightRow, ShownWay, Told
from companion.games.windward.table import Rest, Windward
from companion.games.windward.words import SHORT
from companion.ui.table.layout import BIG, LANDSCAPE, SMALL
from companion.ui.table.panels.answer_panel import Host
from companion.ui.table.panels.number import NumberPanel
from companion.ui.table.panels.pick import PickOnePanel
from companion.ui.table.panels.several import SeveralPanel
from companion.ui.widgets import Grid
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard

LOW = 52.0


class OfferPage(PickOnePanel):
    """Fades options unavailable here, with the reason; hides those available elsewhere."""

    strip_optional = True

    def draw(self) -> None:
        super().draw()
        elsewhere = set(self.question.elsewhere())  # type: ignore[attr-defined]
        self.shown = [card for card in self.shown if card.choice not in elsewhere]
        if self._pairs() and (self._small() or len({card.icon.name for card in self.shown}) == 1):
            for card in self.shown:
                card.icon.name = ""  # identical icons only take up space
        self._fill()

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        """Hide hints on small phones, so that all options fit."""
        card.choice = one.choice
        card.show(one.face, barred=str(one.barred or ""), terse=self.host.terse or self._small())
        if self._small():
            card.high = LOW
            card.hint.say("")  # Why? shows the reason
            card.more.name = ""

    def _small(self) -> bool:
        return self.host.form.name in (SMALL, LANDSCAPE)

    def _pairs(self) -> bool:
        return self.look.scale <= BIG

    def _fill(self) -> None:
        self.grid.columns = 2 if self._pairs() else 1
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

    def parts(self) -> list[Any]:
        return [self.column]


class ExtrasPage(NumberPanel):
    """One card per supply card or token with its effect, above the number rows."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = Grid(columns=2, gap=8)
        self._made: list[AnswerCard] = []

    def draw(self) -> None:
        super().draw()
        offers = self.question.likely(self.table)  # type: ignore[attr-defined]
        cards = enough(self._made, len(offers), self._card)
        for card, (answer, face) in zip(cards, offers, strict=True):
            card.choice = list(answer)
            card.show(face, filled=False, terse=self.host.terse)
        self.grid.columns = 2 if len(cards) > 1 and self.look.scale <= BIG else 1
        self.grid.fill(cards)

    def _card(self) -> AnswerCard:
        card = AnswerCard(self.look, self.host.letter)
        card.bind(on_tap=lambda card: self.host.answer(self.question, card.choice))
        return card

    def shorten(self) -> None:
        self.draw()

    def parts(self) -> list[Any]:
        return [self.grid, *super().parts()] if self.grid.parts else super().parts()


class NightPage(SeveralPanel):
    """Updates later Reds when a path changes; a tap on a row highlights its flight."""

    second_comes = False
    draft: NightDraft

    @property
    def stage_part(self) -> float:  # type: ignore[override]
        return 0.38 if self.host.form.name in (SMALL, LANDSCAPE) else 0.5

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rows: list[FlightRow] = []
        self.bright = ""
        """Key of the Red whose flight is highlighted."""

    def begin(self) -> None:
        self._point_out("")

    def left(self) -> None:
        self._point_out("")

    def draw(self) -> None:
        told = [told_of(self.table, number, one, self.draft.tokens)
                for number, one in enumerate([one for one in self.draft.flights() if one.moves], 1)]
        self.shown = enough(self.rows, len(told), self._row)
        for row, one in zip(self.shown, told, strict=True):
            row.tell(one, bright=one.key == self.bright)
        self.grid.columns = 1
        self.grid.fill(self.shown)

    def _row(self) -> FlightRow:
        return FlightRow(self.look, self._look_at, self._tap)

    def _look_at(self, row: FlightRow) -> None:
        self._point_out("" if row.told is None or row.told.key == self.bright else row.told.key)
        self.draw()
        self.host.changed()

    def _point_out(self, key: str) -> None:
        self.bright = key
        point_out = getattr(self.host.stage, "only_flight", None)  # a stage that crashed is replaced by the plain one
        if point_out is not None:
            point_out(key)

    def touched(self) -> None:
        self.drop_description()
        self.draw()
        self.host.changed()

    def _swiped(self, chooser: object) -> None:
        """Ignore swipes, so scrolling over the rows doesn't choose."""


def told_of(table: Windward, number: int, flight: PlannedFlight, tokens: list[str]) -> Told:
    red, choices = flight.decision.crester, flight.choices
    where, hands = in_words(table, red.at), explain.for_the_hands(table.planet, flight.way.path)
    chosen = next((letter for letter, way in zip(WAYS, choices, strict=False) if token_of(red, way) in tokens), WAYS[0])
    if len(choices) < 2:
        second = say("From {where}: {way}", where=where, way=hands)
    elif chosen == WAYS[0]:
        second = say("From {where}. Equally short ways: A is chosen for you", where=where)
    else:
        second = say("From {where}. Equally short ways: you chose {letter}", where=where, letter=chosen)
    strikes = ""
    if flight.way.arrives:
        me = table.under_way(Rest).captain
        strikes = str(say("reaches {name}", name=me) if table.solo else say("attacks {name}", name=me))
    ways = tuple([ShownWay(letter, token_of(red, way), explain.runs(table.planet, way.path),
                      str(explain.for_the_hands(table.planet, way.path)), token_of(red, way) in tokens)
                  for letter, way in zip(WAYS, choices, strict=False)])
    return Told(f"red{red.id}", number, str(SHORT["red"]), strikes, str(second), ways)
