"""What happened last: the line beside Undo."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.core import log as records
from companion.core.play import Play
from companion.core.text import Text, count, say, without_stop


@dataclass(frozen=True)
class Echo:
    """Who did what last; `taken`: it was just undone."""

    text: str
    seat: int | None = None
    taken: bool = False
    told: Text | None = None
    """The chronicle's sentence, if `text` is one."""


def last_echo(play: Play[Any], briefs: Mapping[int, str]) -> Echo | None:
    """What the next undo takes back, in the chronicle's words; None before the first answer.

    An answer without a chronicle line is named by `briefs` or at least by its seat; next to an older
    sentence, Undo would seem to take back something else.
    """
    number = play.last_number()
    if number is None:
        return None
    last = play.log[number]
    if number == 0 and last.kind == records.FIX:
        return Echo(str(say("The play begins in the middle")))
    entries = takewhile(lambda entry: entry.record == number, reversed(play.chronicle()))
    told = [line for entry in reversed([*entries]) for line in entry.lines if not line.heading]
    seat, brief = last.seat, briefs.get(number)
    known = range(len(play.table.seats))  # an edited file may name any seat
    name = play.table.seats[seat] if seat in known else None
    opened = []
    if last.sealed and name is not None:
        opened = [reveal for reveal in play.run.reveals if reveal.by == number]
    votes = play.opened_votes([number])
    if opened and told and told[-1].seat is not None and (votes or len(opened) > 1):
        words = say("{name} answered last; the answers are revealed", name=name)
        if votes:
            words = say("{name} voted last; the votes are revealed", name=name)
        return Echo(str(words), seat)  # Undo takes one back
    alike = len(told) > 1 and len({line.text.message for line in told}) == 1  # such as two sums
    if told and not (brief and alike):
        line = next((one for one in reversed(told) if one.news), told[-1])
        return Echo(without_stop(line.text), line.seat, told=line.text)
    if name is None:
        return Echo(brief or str(say("The last answer")))
    return Echo(brief or str(say("{name} answered", name=name)), seat)


class LastEcho:
    """A play's last action; right after an undo, what was undone."""

    def __init__(self) -> None:
        self._records, self._position = -1, 0
        self._last: Echo | None = None
        self._gone: Echo | None = None

    def read(self, play: Play[Any], briefs: Mapping[int, str]) -> Echo | None:
        if len(play.log) != self._records:
            last, steps = self._last, self._position - play.position()
            newest = play.log[-1] if play.log else None
            self._gone = None
            if newest is not None and newest.kind == records.UNDO and newest.key != records.FOR_GOOD \
                    and last is not None and steps > 0:
                self._gone = taken_back(play, last, steps)
            self._records, self._position = len(play.log), play.position()
        self._last = last_echo(play, briefs)
        return self._gone or self._last


def taken_back(play: Play[Any], last: Echo, steps: int) -> Echo:
    if steps > 1:
        words = count("Taken back: the last step", "Taken back: the last {n} steps", steps)
        return Echo(str(words), taken=True)
    still_there = last.seat is not None and last.seat < len(play.table.seats)  # joining may have been undone
    seat = last.seat if still_there else None
    return Echo(str(say("Taken back: {what}", what=last.text)), seat, taken=True)
