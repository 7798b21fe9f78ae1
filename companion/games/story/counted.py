"""What the players' pages count of Story: who votes for whom. Only votes that were opened before everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.log import ANSWER, Record
from companion.core.text import say
from companion.core.views import Counted
from companion.games.story.table import Story

VOTES = say("Votes for")
VOTED_BY = say("Votes from")


def counted(table: Story, records: Sequence[Record]) -> Iterable[Counted]:
    """A vote that was changed before the reveal stays secret: only the last one of each voter was opened."""
    sealed: dict[int, int] = {}
    for record in records:
        word = record.key.partition("/")[0]
        if record.kind != ANSWER:
            continue
        if word == "Ballot" and record.seat is not None and type(record.answer) is int:
            sealed[record.seat] = record.answer
        elif word == "Opened":
            for voter, story in sealed.items():
                yield Counted(VOTES, table.seats[story].name, voter)
                yield Counted(VOTED_BY, table.seats[voter].name, story)
            sealed = {}
