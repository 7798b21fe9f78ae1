"""The base of all question panels. A kind makes the parts between headline and button, and gathers the answer.

A game's own panel (`Question.panel = "module:Class"`) is a subclass of `Kind`, too, or of one of the generic kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Protocol

from companion.core.questions import Json, Refused
from companion.core.text import Text
from companion.ui.table.layout import Form
from companion.ui.table.situation import Q
from companion.ui.theme.look import Look

LUCK = SystemRandom()
"""The phone's own dice. What they show is recorded, so that nothing depends on them later."""


@dataclass(frozen=True)
class Action:
    """A button of the primary row: its words, its sign, and what it does. Not `ready`: faded, says what is missing."""

    text: Text | str
    icon: str
    do: Callable[[], None]
    ready: bool = True
    icon_last: bool = False


class Host(Protocol):
    """What a kind may ask of the panel it lives in."""

    look: Look
    form: Form
    terse: bool
    app: Any
    width: float
    scroll: Any

    @property
    def live(self) -> Any:
        """The table of the play, as it stands."""

    @property
    def stage(self) -> Any: ...

    def letter(self, seat: Any) -> str: ...
    def late_hidden(self, question: Q) -> Json:
        """The answer that a clock offers at nought, while it still runs; None: nothing is hidden."""

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give the answer. False: it was refused, and the kind was told why."""

    def changed(self) -> None:
        """The parts changed: measure and place them again."""

    def correct(self) -> None: ...


class Kind:
    """One question on the panel. `ask` is called again when the next question is of the same kind."""

    strip_optional = False
    """The seat strip may go when there is no room: the seats stand in the answers, or matter little now."""
    second_comes = False
    """A second button appears while the answer is made: nothing else may take its place, or all would jump."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.look = host.look
        self.question: Q = None  # type: ignore[assignment]
        self.draft: Any = None
        """The answer so far."""

    def ask(self, question: Q) -> None:
        """Take on a question: another one, or the same on a changed table."""
        fresh = self.question is None or question.key() != self.question.key()
        self.question = question
        if fresh:
            self.draft = self.empty()
        self.read()

    def empty(self) -> Any:
        """The answer before anything was tapped."""
        return None

    def read(self) -> None:
        """Look at the live table: make or change the parts."""

    def shorten(self) -> None:
        """The room for second lines came or went: `host.terse`."""
        self.read()

    def prefetch(self) -> list[Callable[[], Any]]:
        """Parts that it is likely to want, to be made one by one before it is asked."""
        return []

    def parts(self) -> list[Any]:
        """What scrolls between headline and button, from the top."""
        return []

    def hint(self) -> Text | None:
        """What stands first below the headline."""
        return self.question.hint(self.table)

    def above(self) -> list[Any]:
        """What stands above the headline: odds."""
        return []

    def primary(self) -> Action | None:
        """The one filled button."""
        return None

    def second(self) -> Action | None:
        """The button beside it."""
        return None

    def preview(self) -> Any:
        """The answer as `question.preview` wants it; None: there is nothing to preview."""
        return None

    def refused(self, why: str) -> bool:
        """Say it in place. False: the panel says it above the button."""
        return False

    def left(self) -> None:
        """Another question takes the panel."""

    def forget(self) -> None:
        """It was answered: a question of the same name (the next round's) begins with nothing tapped."""
        self.question = None  # type: ignore[assignment]

    # For the subclasses

    @property
    def table(self) -> Any:
        return self.host.live

    def allowed(self, answer: Any) -> str:
        """Why this answer can't be given yet; empty: it can."""
        try:
            self.question.check(self.table, answer)
        except Refused as refused:
            return str(refused)
        return ""
