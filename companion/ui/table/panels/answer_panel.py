"""The base of all answer panels. One draws the description of its question, and passes touches on to the draft.

A game's own panel (`Question.panel = "module:Class"`) is a subclass of `AnswerPanel`, too, or of one in this room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import Any, Protocol

from companion.core.questions import Given, Refused
from companion.core.showing import ANSWER, CLEAR, DRAW, FIX, ROLL, Button, Description
from companion.core.text import Text
from companion.core.values import Json
from companion.services.table.controller import TableController
from companion.services.table.situation import Q
from companion.ui.table.layout import Form
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard, Tile

LUCK = SystemRandom()
"""The phone's own dice. What they show is recorded, so that nothing depends on them later."""


@dataclass(frozen=True)
class Action:
    """A button of the primary row: its words, its sign, and what it does. Not `ready`: faded, says what is missing."""

    text: Text | str
    icon: str
    do: Callable[[], object]
    ready: bool = True
    icon_last: bool = False
    second: Text | str = ""
    """A smaller line below the words."""
    short: Text | str = ""
    """Its words on a tile, where the usual ones are too long."""


class Host(Protocol):
    """What an answer panel may ask of the question panel it lives in."""

    look: Look
    form: Form
    terse: bool
    slim: bool
    """The stage shows what is asked: the panel keeps to the button."""
    app: Any
    controller: TableController
    width: float
    scroll: Any

    @property
    def live(self) -> Any:
        """The table of the play, as it stands."""

    @property
    def stage(self) -> Any: ...

    def letter(self, seat: Any) -> str: ...
    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give the answer. False: it was refused, and the answer panel was told why."""

    def changed(self) -> None:
        """The parts changed: measure and place them again."""

    def refused(self, why: str) -> None:
        """Say above the button why it can't be given."""

    def correct(self) -> None: ...


class AnswerPanel:
    """Where questions of one kind are answered, between headline and button. `ask` is called again for the next one."""

    strip_optional = False
    """The seat strip may go when there is no room: the seats stand in the answers, or matter little now."""
    second_comes = False
    """A second button appears while the answer is made: nothing else may take its place, or all would jump."""

    hides_strip = False
    """On a score sheet the seats stand over their columns: no strip is needed."""
    own_preview = False
    """It shows by itself what the answer so far would book."""

    stage_part = 0.0
    """Of the screen's height, that the stage keeps on a phone: it shows what the answers are about."""

    question: Q

    def __init__(self, host: Host) -> None:
        self.host = host
        self.look = host.look
        self.draft: Any = None
        """The answer so far, which the controller keeps."""
        self._described: Description | None = None

    def ask(self, question: Q) -> None:
        """Take on a question: another one, or the same on a changed table."""
        self.question = question
        draft = self.host.controller.draft(question)
        if draft is not self.draft:
            self.draft = draft
            self.begin()
        self.read()

    def begin(self) -> None:
        """Another question came: drop what belonged to the last one."""

    def read(self) -> None:
        """Look at the live table, and draw what it shows."""
        self.drop_description()
        self.draft = self.host.controller.draft(self.question)
        self.draw()

    def draw(self) -> None:
        """Make or change the parts, as `described`."""

    @property
    def described(self) -> Description:
        """The question and the answer so far; made once a change."""
        if self._described is None:
            self._described = self.describe()
        return self._described

    def describe(self) -> Description:
        return self.host.controller.describe(self.question)

    def shorten(self) -> None:
        """The room for second lines came or went: `host.terse`."""
        self.draw()

    def prefetch(self) -> list[Callable[[], Any]]:
        """Parts that it is likely to want, to be made one by one before it is asked."""
        return []

    def parts(self) -> list[Any]:
        """What scrolls between headline and button, from the top."""
        return []

    def hint(self) -> Text | None:
        """What stands first below the headline."""
        return self.described.hint

    def above(self) -> list[Any]:
        """What stands above the headline: odds."""
        return []

    def primary(self) -> Action | None:
        """The one filled button."""
        return self.action(self.described.primary)

    def second(self) -> Action | None:
        """The button beside it."""
        return self.action(self.described.second)

    def action(self, button: Button | None) -> Action | None:
        if button is None:
            return None
        does = {ANSWER: self.give, CLEAR: self.clear, DRAW: self.draw_by_chance, ROLL: self.draw_by_chance,
                FIX: self.host.correct}
        return Action(button.words, button.icon, does[button.does], button.ready, button.icon_last)

    def more(self) -> list[Action]:
        """Further ways to answer that stand among the other actions, where there is no room for them."""
        return []

    def preview(self) -> Any:
        """The answer so far, as a stage wants it; None: there is nothing to show."""
        return self.draft.so_far()

    def refused(self, why: str) -> bool:
        """Say it in place. False: the panel says it above the button."""
        return False

    def left(self) -> None:
        """Another question takes the panel."""

    # What the buttons do

    def give(self) -> None:
        try:
            given = self.draft.give()
        except Refused as refused:  # something is still open
            self.host.refused(str(refused.refusal.why))
            return
        self.passed_on(given)

    def clear(self) -> None:
        self.draft.clear()
        self.touched()

    def draw_by_chance(self) -> None:
        given = self.draft.draw(LUCK)
        self.host.app.noise("dice", 30)
        self.passed_on(given)

    def passed_on(self, given: Given | None) -> None:
        """An answer that is complete goes to the table; until then the parts show what was tapped."""
        if given is None:
            self.touched()
        elif self.host.answer(self.question, given.raw, rolled=given.rolled) and given.told is not None:
            self.host.app.tell(given.told)

    # For the subclasses

    @property
    def table(self) -> Any:
        return self.host.live

    def touched(self) -> None:
        """The draft changed: draw it, and let the panel place the parts again."""
        self.drop_description()
        self.draw()
        self.host.changed()

    def changed(self) -> None:
        """The draft changed, and the parts show it already."""
        self.drop_description()
        self.host.changed()

    def drop_description(self) -> None:
        """It is made again when somebody looks."""
        self._described = None




Chooser = Tile | AnswerCard


class Choosers(AnswerPanel):
    """A panel for questions that are answered by tapping cards or tiles."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.made_cards: list[AnswerCard] = []
        self.made_tiles: list[Tile] = []

    def _tap(self, chooser: Any) -> None:
        """Somebody tapped one of them: `chooser.choice`."""

    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(AnswerCard(self.look, self.host.letter)))

    def tiles(self, count: int) -> list[Tile]:
        return enough(self.made_tiles, count, lambda: self._bound(Tile(self.look, self.host.letter)))

    def _bound(self, chooser: Any) -> Any:
        chooser.bind(on_tap=self._tap)
        return chooser

    def tiles_for_seats(self) -> list[Callable[[], Any]]:
        """Prefetched one by one: most tiles are people."""
        return [partial(self.tiles, count) for count in range(1, len(self.table.seats) + 1)]
