"""What the players' pages count of Windmill: at which guess a card was found, and whose stories were found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.log import ANSWER, EXIT, RESTART, Record
from companion.core.text import Text, say
from companion.core.views import Counted
from companion.games.windmill.table import Windmill

FOUND = say("Cards found, by guess")
GUESSES: tuple[Text, ...] = (say("First guess"), say("Second guess"), say("Third guess"), say("Fourth guess"))


def counted(table: Windmill, records: Sequence[Record]) -> Iterable[Counted]:
    """A story that was voided counts no guess that came before."""
    guess, found = 0, []
    for record in records:
        word, _, seat = record.key.partition("/")
        if record.kind in (EXIT, RESTART) or word == "CardDown":
            guess = 0
        elif record.kind == ANSWER and word == "Guess" and record.answer in ("right", "wrong", "late"):
            guess += 1
            if record.answer == "right":
                found.append((min(guess, len(GUESSES)), int(seat)))
    return [Counted(FOUND, GUESSES[nth - 1], seat) for nth, seat in sorted(found)]
