"""What a file brings: said before it comes in, and counted afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.text import Text, count, listing, say


@dataclass
class Imported:
    """What came in; what was here already is not counted."""

    plays: int = 0
    people: int = 0
    copies: int = 0
    settings: int = 0
    left_out: tuple[Text, ...] = ()
    """One sentence for each copy that its game refused."""
    known: set[str] | None = field(default=None, repr=False)
    """Names that are here, or came in already; read with the first person."""


@dataclass
class Preview:
    """What a file would bring, before anything is taken in."""

    kind: str
    plays: int = 0
    """New here; among them `second`."""
    second: int = 0
    """Plays that are here with another course: they come in beside those."""
    here: int = 0
    """Plays that are here already, or have gone on here."""
    strangers: int = 0
    """New ones whose game is not here; they are kept until it is."""
    people: int = 0
    copies: int = 0
    named: tuple[Text, ...] = ()
    """One sentence for each of these copies."""
    settings: int = 0
    left_out: tuple[Text, ...] = ()
    known: set[str] | None = field(default=None, repr=False)

    @property
    def sentence(self) -> Text:
        """For whoever decides."""
        parts = [number for number, wanted in (
            (count("{n} play", "{n} plays", self.plays), self.plays),
            (count("{n} person", "{n} people", self.people), self.people),
            (count("{n} copy", "{n} copies", self.copies), self.copies),
            (count("{n} setting", "{n} settings", self.settings), self.settings)) if wanted]
        if not parts:
            return say("Everything in this file is here already.")
        return say("New in this file: {parts}. What is here already stays as it is.", parts=listing(parts))
