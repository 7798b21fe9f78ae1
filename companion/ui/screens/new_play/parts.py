"""The buttons of a new play, and what was chosen so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.questions import Json
from companion.core.seats import Person
from companion.core.setup import Setup
from companion.core.text import Text, say, spelled
from companion.ui.widgets.controls.buttons import Chip, PrimaryButton


class StartButton(PrimaryButton):
    """Faded while somebody is missing, but still to be seen on its ground."""

    def set_ready(self, ready: bool) -> None:
        super().set_ready(ready)
        if not ready:
            self.box.fill(self.look.colour("surface3"))


class PersonChip(Chip):
    """A remembered person, to be seated with a tap."""

    high = 40.0
    edge = "outline2"
    tone_alpha = 0.0


def order_words(sides: int) -> Text:
    """What the order of the seats means."""
    if sides:
        return say("Partners sit apart: the seats go to {n} sides in turn. Drag to reorder.", n=spelled(sides))
    return say("Seats run clockwise round the table. Drag to reorder.")


@dataclass
class NewPlayDraft:
    """What was chosen so far; outlives a change of theme."""

    people: list[Person] = field(default_factory=list)
    options: dict[str, Json] = field(default_factory=dict)
    copy: int | None = None
    """The id of the owner's copy; None: the starter set."""
    typing: bool = False
    typed: str = ""
    """A name that is not seated yet; Start takes it."""
    folded: bool = True
    """The house rules are one sentence."""

    @staticmethod
    def of(setup: Setup) -> NewPlayDraft:
        return NewPlayDraft(list(setup.people), dict(setup.options))
