"""Which votes of a play are closed: nobody may see them, in a file, in the library or on another phone."""

from collections.abc import Sequence
from typing import Any

from companion.core import log
from companion.core.engine.run import Ballot
from companion.core.log import Record
from companion.core.play import Play
from companion.core.values import Json


def votes_key(uid: str) -> str:
    """The setting that says up to which record a play's votes are revealed."""
    return f"votes_opened.{uid}"


def unopened(play: Play[Any], opened: Json, record: Record | None = None) -> list[Ballot]:
    """Complete ballots that nobody has seen: not opened, and the table has answered nothing since.

    `opened`: the setting of `votes_key`. `record`: the one under way, which the log doesn't have yet.
    """
    records = [*play.log, *([record] if record is not None else [])]
    answered = next((number for number in reversed(play.run.fed)
                     if records[number].kind == log.ANSWER and not records[number].sealed), -1)
    seen = max(answered, opened - 1) if isinstance(opened, int) else answered
    return [ballot for ballot in play.run.ballots if ballot.by > seen]


def hidden_votes(play: Play[Any], opened: Json) -> list[int]:
    """Records of the votes that nobody may see yet: unopened, or of a ballot that isn't complete."""
    return [*play.run.votes_in(), *(number for ballot in unopened(play, opened) for number in ballot.votes)]


def votes_that_count(play: Play[Any]) -> set[int]:
    """Records of all votes that were neither changed nor taken back."""
    return {*play.run.votes_in(), *(number for ballot in play.run.ballots for number in ballot.votes)}


def closed_votes(records: Sequence[Record]) -> list[int]:
    """Numbers of the sealed answers since the last open one: without the game, any may be a closed vote."""
    found: list[int] = []
    for number in reversed(log.effective(records)):
        record = records[number]
        if record.kind == log.ANSWER and not record.sealed:
            break
        if record.sealed:
            found.append(number)
    return found


def before_secrets(records: Sequence[Record]) -> list[Record]:
    """The log before its first secret: for others, if nobody knows which secrets are revealed."""
    first = next((number for number, record in enumerate(records) if record.sealed), None)
    return list(records[:first])
