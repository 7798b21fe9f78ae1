"""The base of all answer panels: draws a question's description and passes touches to the draft.

A game's own panel (`Question.panel = "module:Class"`) also subclasses `AnswerPanel` or another panel here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import Any, Protocol

from companion.core.questions import ANSWER, CLEAR, DRAW, FIX, ROLL, Button, Description, Given
from companion.core.text import Refused, Text
from companion.core.values import Json
from companion.services.table.controller import TableController
from companion.services.table.situation import Q
from companion.ui.table.layout import BIG, Form
from companion.ui.theme import Look
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard, Tile

LUCK = SystemRandom()
"""The phone's dice. Results are recorded, so replays don't depend on them."""


@dataclass(frozen=True)
class Action:
    """A button of the primary row. If not `ready` it is faded and a tap says what is missing."""

    text: Text | str
    icon: str
    do: Callable[[], object]
    ready: bool = True
    icon_last: bool = False
    second: Text | str = ""
    short: Text | str = ""
    """A shorter label for tiles."""
    quiet: bool = False
    """Not filled."""


class Host(Protocol):
    """What an answer panel may use of its question panel."""

    look: Look
    form: Form
    terse: bool
    folded: bool
    """The list of spaces on the board is behind a button."""
    slim: bool
    """The stage shows the choices, so the panel shows little more than the button."""
    app: Any
    controller: TableController
    width: float
    scroll: Any

    @property
    def live(self) -> Any:
        """The current table of the play."""

    @property
    def stage(self) -> Any: ...

    def letter(self, seat: Any) -> str: ...
    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give the answer; False if refused, after the answer panel got the reason."""

    def changed(self) -> None:
        """Measure and place the parts again."""

    def refused(self, why: str) -> None:
        """Show above the button why the answer can't be given."""

    def open_fix(self, at: str = "") -> None: ...


class AnswerPanel:
    """Answers questions of one kind, between headline and button; `ask` is called for each."""

    strip_optional = False
    """The seat strip may be hidden if space is short."""
    has_keys = False
    """Answers are typed, so its keys stay in view and the stage gives way."""
    yields_stage = False
    """Nobody needs the stage for this question, so it gives way before anything scrolls."""
    second_comes = False
    """A second button appears later; keep its place free so nothing jumps."""

    hides_strip = False
    """Hide the seat strip, because the score sheet has the seats above its columns."""
    own_preview = False
    """The panel itself shows what the answer so far would change."""

    folds = False
    """It lists spaces that the board lights, so the list may be folded behind a button."""
    question: Q

    def __init__(self, host: Host) -> None:
        self.host = host
        self.look = host.look
        self.draft: Any = None
        """The answer so far, kept by the controller."""
        self._described: Description | None = None

    def ask(self, question: Q) -> None:
        """Show a question: a new one, or the same one on a changed table."""
        self.question = question
        draft = self.host.controller.draft(question)
        if draft is not self.draft:
            self.draft = draft
            self.begin()
        self.read()

    def begin(self) -> None:
        """Drop what belonged to the last question."""

    def read(self) -> None:
        self.drop_description()
        self.draft = self.host.controller.draft(self.question)
        self.draw()

    def draw(self) -> None:
        """Create or update the parts from `described`."""

    @property
    def described(self) -> Description:
        """The question and the answer so far, cached until the next change."""
        if self._described is None:
            self._described = self.describe()
        return self._described

    def describe(self) -> Description:
        return self.host.controller.describe(self.question)

    def shorten(self) -> None:
        """Redraw after `host.terse` changed."""
        self.draw()

    def parts(self) -> list[Any]:
        """What scrolls between headline and button, top down."""
        return []

    def hint(self) -> Text | None:
        """The first text below the headline."""
        return self.described.hint

    def above(self) -> list[Any]:
        """Parts above the headline, such as odds."""
        return []

    def primary(self) -> Action | None:
        return self.action(self.described.primary)

    def second(self) -> Action | None:
        return self.action(self.described.second)

    def action(self, button: Button | None) -> Action | None:
        if button is None:
            return None
        does: dict[str, Callable[[], object]] = {
            ANSWER: self.give, CLEAR: self.clear, DRAW: self.draw_by_chance, ROLL: self.draw_by_chance,
            FIX: partial(self.host.open_fix, button.at)}
        return Action(button.words, button.icon, does[button.does], button.ready, button.icon_last,
                      quiet=button.quiet)

    def more(self) -> list[Action]:
        """More ways to answer, shown among the other actions if space is short."""
        return []

    def offers(self, raw: Any) -> bool:
        """Whether a finger can give this answer. A game's own panel may leave out long ways."""
        return True

    def preview(self) -> Any:
        """The answer so far for the stage; None if there is nothing to show."""
        return self.draft.so_far()

    def refused(self, why: str) -> bool:
        """Show the reason in place; False lets the panel show it above the button."""
        return False

    def left(self) -> None:
        """Called when another question takes over the panel."""

    # What the buttons do

    def give(self) -> None:
        try:
            given = self.draft.give()
        except Refused as refused:  # something is still missing
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
        """Give a complete answer to the table, otherwise show what was tapped."""
        if given is None:
            self.touched()
        elif self.host.answer(self.question, given.raw, rolled=given.rolled) and given.told is not None:
            echo, drawn = self.host.controller.echo, (given.told.args or {}).get("what")
            if drawn is None or echo is None or str(drawn) not in echo.text:
                self.host.app.tell(given.told)  # else the echo line says who it was

    # For the subclasses

    @property
    def stage_part(self) -> float:
        """Share of the screen height the stage keeps on a phone, as the answers are about it."""
        return 0.5 if self.question.lays_out else 0.0

    @property
    def big_stage_part(self) -> float:
        """The same with big text; the answers scroll then."""
        return 0.0

    @property
    def table(self) -> Any:
        return self.host.live

    def touched(self) -> None:
        """Redraw and lay out again after a change of the draft."""
        self.drop_description()
        self.draw()
        self.host.changed()

    def changed(self) -> None:
        """Lay out again after a change of the draft that the parts already show."""
        self.drop_description()
        self.host.changed()

    def drop_description(self) -> None:
        self._described = None


def tile_columns(scale: float, count: int, short: bool = False) -> int:
    """Tiles per row: four, or five with `short` names, fewer with big text.

    Rows are balanced, so five become three and two.

    >>> [tile_columns(1.0, count) for count in range(1, 10)]
    [2, 2, 3, 4, 3, 3, 4, 4, 3]
    >>> [tile_columns(2.0, count) for count in (1, 3, 5)], tile_columns(1.0, 5, short=True)
    ([2, 2, 2], 5)
    """
    most = 5 if short and scale <= 1.0 else 4
    if scale > BIG:
        most = 3 if scale <= 1.6 else 2
    rows = -(-count // most)
    return max(2, -(-count // max(1, rows)))


Chooser = Tile | AnswerCard


class Choosers(AnswerPanel):
    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.made_cards: list[AnswerCard] = []
        self.made_tiles: list[Tile] = []

    def _tap(self, chooser: Any) -> None:
        """Handle a tap on `chooser.choice`."""

    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(AnswerCard(self.look, self.host.letter)))

    def tiles(self, count: int) -> list[Tile]:
        return enough(self.made_tiles, count, lambda: self._bound(Tile(self.look, self.host.letter)))

    def _bound(self, chooser: Any) -> Any:
        chooser.bind(on_tap=self._tap)
        return chooser

    def tile_columns(self) -> int:
        choices = self.described.choices
        short = all(len(str(one.face.label)) < 7 for one in choices)
        return tile_columns(self.look.scale, len(choices), short)
