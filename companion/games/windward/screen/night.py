"""The Reds' night on one page: a row a flight, numbered as on the stage; equal ways are chips in their row."""

from __future__ import annotations

from companion.core.text import say
from companion.games.windward.board import explain
from companion.games.windward.board.night_plan import PlannedFlight
from companion.games.windward.rules.night.all_fly import WAYS, NightDraft, token_of
from companion.games.windward.rules.night.flights import Rest
from companion.games.windward.rules.placing import in_words
from companion.games.windward.screen.flight_row import FlightRow, ShownWay, Told
from companion.games.windward.table import Windward
from companion.games.windward.words import letter_of
from companion.ui.table.panels.answer_panel import Host
from companion.ui.table.panels.several import SeveralPanel
from companion.ui.widgets.base.part import enough


class NightPage(SeveralPanel):
    """The rows of later Reds follow at once when another way is taken. A tap on a row leaves only its flight bright."""

    second_comes = False
    stage_part = 0.38
    draft: NightDraft

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rows: list[FlightRow] = []
        self.bright = ""
        """The Red whose flight was tapped."""

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
        point_out = getattr(self.host.stage, "only_flight", None)  # a stage that broke was replaced by the plain one
        if point_out is not None:
            point_out(key)

    def touched(self) -> None:
        self.drop_description()
        self.draw()
        self.host.changed()

    def _swiped(self, chooser: object) -> None:
        """A finger that scrolls over the rows chooses nothing."""


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
    return Told(f"red{red.id}", number, str(say("Red {letter}", letter=letter_of(red.id))), strikes, str(second), ways)
