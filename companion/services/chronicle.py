"""The chronicle: the log told in chapters, to read and to share.

It contains no secrets: a sealed answer shows only that it was given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from companion.core import log
from companion.core.engine.run import ChronicleEntry
from companion.core.log import Record
from companion.core.play import Play
from companion.core.setup import Setup
from companion.core.text import Text, capital, folded, in_a_row, listing, minus, say
from companion.core.values import whole
from companion.core.views import Outcome, PodiumPlace, Reminder
from companion.services.when import clock, day

BY_HAND = (log.CORRECT, log.FIX, log.EXIT, log.RESTART, log.LEAVE, log.RETURN, log.JOIN, log.RENAME)
OPENING = Record(log.ANSWER)


@dataclass(frozen=True)
class ToldLine:
    """One line. `record` is its number in the log; -1 is the opening of the play."""

    record: int
    text: Text | str
    seat: int | None = None
    rule: str = ""
    at: float = 0.0
    points: tuple[tuple[int, int], ...] = ()
    by_hand: bool = False
    """Players overruled the app: a correction, an exit, somebody leaving."""
    rolled: bool = False
    secret: bool = False
    more: tuple[Text, ...] = ()
    heading: bool = False


@dataclass(frozen=True)
class Chapter:
    heading: ToldLine | None
    lines: tuple[ToldLine, ...]


def chapters(play: Play[Any]) -> list[Chapter]:
    found: list[tuple[ToldLine | None, list[ToldLine]]] = [(None, [])]
    entries = {entry.record: entry for entry in play.chronicle()}
    for told in (line for number in (-1, *play.run.fed) for line in _told_at(play, number, entries)):
        if told.heading:
            found.append((told, []))
        else:
            found[-1][1].append(told)
    return [Chapter(heading, tuple(lines)) for heading, lines in found if heading is not None or lines]


def last_lines(play: Play[Any], most: int) -> list[ToldLine]:
    """Newest first, without headings. Reads only as much of the log as needed."""
    entries = {entry.record: entry for entry in play.chronicle()}
    lines = (line for number in (*reversed(play.run.fed), -1)
             for line in reversed([*_told_at(play, number, entries)]) if not line.heading)
    return list(islice(lines, most))


def _told_at(play: Play[Any], number: int, entries: Mapping[int, ChronicleEntry]) -> Iterator[ToldLine]:
    record = play.log[number] if number >= 0 else OPENING
    if number in entries:
        yield from _of_entry(play, entries[number], record)
    elif record.sealed:
        known = range(len(play.table.seats))  # an edited file may name any
        seat = record.seat if record.seat in known else None
        yield ToldLine(number, _sealed_words(play, number, seat), seat, "", record.at, secret=True)


def _of_entry(play: Play[Any], entry: ChronicleEntry, record: Record) -> Iterator[ToldLine]:
    """Points go beside the line about their seat, else beside the last."""
    begins = entry.record == 0 and record.kind == log.FIX
    for line, points in zip(entry.lines, entry.points_by_line(), strict=True):
        text = say("The play begins in the middle") if begins and line.corrected else line.text
        yield ToldLine(entry.record, text, line.seat, line.rule, record.at, points, record.kind in BY_HAND,
                       record.rolled, record.sealed, line.more, line.heading)
    at_start = entry.record < 0
    if entry.points and not at_start and all(line.heading for line in entry.lines):
        seat = entry.points[0][0]
        text = say("{name} moved on the track.", name=play.table.seats[seat])
        yield ToldLine(entry.record, text, seat, "", record.at, entry.points, record.kind in BY_HAND,
                       record.rolled)


def _sealed_words(play: Play[Any], number: int, seat: int | None) -> Text:
    """In the question's words; without its secrets, a copy no longer knows the question."""
    if number in play.run.in_secret:
        return play.run.in_secret[number]
    if seat is None:
        return say("A secret answer was given.")
    return say("{name} has chosen in secret.", name=play.table.seats[seat])


def names_of(play: Play[Any]) -> str:
    return str(listing(tuple(play.table.seats)))


def stretches_of(play: Play[Any]) -> int:
    headed = sum(chapter.heading is not None for chapter in chapters(play))
    return headed or max(0, len(play.run.scores) - 1)


PAUSE = 3600.0  # a longer break between answers (in seconds) doesn't count as playing


def seconds_of(records: Sequence[Record]) -> float:
    """How long they played; 0 if each player's points were only entered, once and in a row."""
    keys = [record.key for record in records if record.kind == log.ANSWER]
    if len({*keys}) == len(keys) and len({key.partition("/")[0] for key in keys}) == 1:
        return 0.0
    times = [record.at for record in records if record.at]
    return sum(gap for gap in (later - sooner for sooner, later in pairwise(times)) if 0 < gap < PAUSE)


def length_of(setup: Setup, records: Sequence[Record]) -> float:
    """Seconds, as another program noted them or as the log has them."""
    noted = setup.box.get("minutes", 0) if isinstance(setup.box, dict) else 0
    return 60.0 * noted if whole(noted) and noted > 0 else seconds_of(records)


def scores_of(play: Play[Any]) -> list[tuple[int, ...]]:
    """Everybody's points after each stretch. Before joining, latecomers have their starting points."""
    rows = [points for _, points in play.run.scores]
    first = {seat: row[seat] for row in reversed(rows) for seat in range(len(row))}
    return [row + tuple(first[seat] for seat in range(len(row), len(play.table.seats))) for row in rows]


def race_of(play: Play[Any]) -> list[tuple[int, ...]]:
    """Everybody's points from the start to the end of each stretch; at most one row means there is no race.

    What comes before the first stretch, such as finding out who begins, doesn't count.
    """
    rows = scores_of(play)
    if not any(any(row) for row in rows):
        return []
    told = chapters(play)
    headed = sum(chapter.heading is not None for chapter in told)
    opening = len(rows) - 2 == headed > 0 and rows[0] == rows[1]
    if told and not told[-1].lines and rows[-2:-1] == rows[-1:]:
        rows.pop()  # it ended before anything happened in the last stretch
    return rows[1:] if opening else rows


def teams_of(outcome: Outcome) -> list[tuple[Text, list[PodiumPlace]]]:
    """Sides that won or lost together, winners first; empty if everybody played alone."""
    found: dict[str, tuple[Text, list[PodiumPlace]]] = {}
    for one in sorted(outcome.places, key=lambda place: place.place):
        if one.note is not None and one.score is not None:
            found.setdefault(str(one.note), (one.note, []))[1].append(one)
    seated = sum(len(members) for _, members in found.values())
    return list(found.values()) if 1 < len(found) < seated else []


def on_podium(outcome: Outcome) -> list[PodiumPlace]:
    """The seats on the podium from left to right: the best three, and everybody tied with the third."""
    standing = outcome.standing_for()
    order = sorted((one for one in outcome.places if one.seat in standing), key=lambda one: one.place)
    third = order[2].place if len(order) > 2 else 3
    first = [one for one in order if one.place == 1]
    second = [one for one in order if one.place == 2]
    others = [one for one in order if 2 < one.place <= third]
    if len(first) > 1:
        return [*first, *second, *others]
    left = (len(second) + 1) // 2
    return [*second[:left], *first, *second[left:], *others]  # a single winner stands in the middle


def change_words(play: Play[Any], points: tuple[tuple[int, int], ...]) -> str:
    """E.g. "Cleo +2, Ana +2"."""
    seats = play.table.seats
    signs = [(seats[seat].name, "+" if change > 0 else "−", abs(change)) for seat, change in points]
    return str(in_a_row(*(f"{name} {sign}{by}" for name, sign, by in signs)))


def places_of(play: Play[Any], outcome: Outcome) -> list[str]:
    """E.g. "1. Dev, 19". Empty if the table won or lost together."""
    seats = play.table.seats
    order = sorted(outcome.places, key=lambda place: place.place)
    sharing = outcome.standing_for()
    lines = []
    for place in order:
        if place.seat in sharing:
            names = listing(tuple(seats[one] for one in (place.seat, *sharing[place.seat])))
            score = "" if place.score is None else minus(place.score)
            lines.append(str(in_a_row(f"{place.place}. {names}", score)))
    return lines


def told(one: Reminder) -> str:
    """E.g. "Best guesser: Cleo (two cards found)"."""
    return f"{one.text}" if one.note is None else f"{one.text} ({one.note})"


CONTROLS = dict.fromkeys([*range(10), *range(11, 32), 127])
"""Left out of texts: an imported name may hold them, and a terminal obeys them."""


def as_text(play: Play[Any], began: float) -> str:
    outcome = play.outcome()
    page = [play.game.named(play.setup), str(in_a_row(names_of(play), day(began))), ""]
    if outcome is not None:
        page += [str(outcome.sentence), *places_of(play, outcome)]
        page += [*(told(one) for one in outcome.details), ""]
    for chapter in chapters(play):
        if chapter.heading is not None:
            page += ["", str(chapter.heading.text)]
        page += [_line_of_text(play, line) for line in chapter.lines]
    return "\n".join(page).replace("\n\n\n", "\n\n").strip().translate(CONTROLS) + "\n"


LINES = 10


def in_ten_lines(play: Play[Any], began: float) -> str:
    """A summary for a message: the game, who and when, the result, places, highlights."""
    outcome = play.outcome()
    page = [str(in_a_row(play.game.named(play.setup), day(began))), names_of(play)]
    if outcome is not None:
        page.append(str(outcome.sentence))
        for name, members in teams_of(outcome):
            names = listing([play.table.seats[one.seat] for one in members])
            side = say("{side}: {points} ({names})", side=capital(name), points=members[0].score, names=names)
            page.append(str(side))
        if not teams_of(outcome):
            page += places_of(play, outcome)
        page += [told(one) for one in outcome.details]
    return "\n".join(page[:LINES]).translate(CONTROLS) + "\n"


def _line_of_text(play: Play[Any], line: ToldLine) -> str:
    time_of = clock(line.at)
    points = f" ({change_words(play, line.points)})" if line.points else ""
    rolled = f" [{say('rolled by the app')}]" if line.rolled else ""
    more = "".join(f"\n    {one}" for one in line.more)
    return f"{time_of + '  ' if time_of else ''}{line.text}{points}{rolled}{more}"


def search(found: list[Chapter], words: str) -> list[Chapter]:
    """Lines that contain all words; a matching heading brings its whole chapter."""
    wanted = folded(words).split()

    def fits(told: ToldLine | None) -> bool:
        if told is None:
            return False
        text = folded(" ".join(map(str, (told.text, *told.more))))
        return all(word in text for word in wanted)

    matching = [chapter if fits(chapter.heading) else
            replace(chapter, lines=tuple(line for line in chapter.lines if fits(line))) for chapter in found]
    return [chapter for chapter in matching if chapter.lines or fits(chapter.heading)]
