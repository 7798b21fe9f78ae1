"""Five laws about a game's fields, checked at every record of a wild play.

Told      following only the lines, from where the answering hands left the table, gives the table after
          the record; a correction, its undo and its redo have no line
Plain     another change would be told in other words, so the words alone are enough
Complete  writing all fields onto a fresh table gives the same table: no field is missing
Quiet     no card without a change, no line that repeats the answer
Sealed    nothing hidden becomes a line
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from companion.core import log
from companion.core.engine.by_hand import EVERYTHING, UNFORESEEN, HandLine, Reading, differences
from companion.core.engine.state import canonical, picture
from companion.core.fields import NO_VALUE, Allowed
from companion.core.kinds import Deal, same, whole
from companion.core.language import ENGLISH, speaking
from companion.core.log import Record
from companion.core.play import Play
from companion.core.setup import Person
from companion.core.text import Refused
from companion.core.values import Json, Sealed
from companion.core.views import View
from companion.testing.answers import follow
from companion.testing.driving import (
    AnyGame,
    AnyPlay,
    AnyQuestion,
    Findings,
    a_check,
    line_of,
    open_keys,
    steps,
    where,
)
from companion.testing.source import TABLES_OWN

Fault = Callable[[str, str], None]
"""Takes the name of the law and a sentence."""

OFTENER = 5
"""Multiplies the checks between two stretches, as there are few such moments."""
OTHER_WORDS = 0.1
"""Share of records with lines at which to try other words."""
TAKEN_BACK = 0.2
"""Share of corrections to take back and make again on a copy of the play."""
LOOKS = 12
"""Looks at an attribute that no field's path names, before it counts as missing."""
SECRETS = 0.2
"""Share of secret answers at which to compare the play with one that has another secret."""


class ByHandLaws:
    """Checks one play after each record. `complete`: share of records at which to write everything again."""

    def __init__(self, play: AnyPlay, fault: Fault, rng: Random, complete: float = 0.05) -> None:
        self.play, self.fault, self.rng, self.complete = play, fault, rng, complete
        play.by_hand.card()
        self.lines = len(play.log)
        self.reading, self.scores = self.read(), shown_scores(play)
        self.asked = self.questions()

    def questions(self) -> dict[str, AnyQuestion]:
        """Those that the players may answer now, by their keys."""
        return {one.key(): one for one in (*self.play.open(), *self.play.standing())}

    def read(self) -> Reading:
        return Reading(self.play.fields(), own=True)

    def look(self) -> None:
        before, seen = self.reading, self.scores
        now = self.reading = self.read()
        self.scores = shown_scores(self.play) if seen else {}
        fresh = len(self.play.log) - self.lines
        self.lines = len(self.play.log)
        if fresh == 1 and only_corrections(self.play):
            self.silent(self.play)
            if self.play.log[-1].kind in log.CORRECTIONS and self.rng.random() < TAKEN_BACK:
                self.take_back()
        elif fresh == 1 and self.play.log[-1].kind != log.FAILED:
            lines = tuple(one for one in self.play.by_hand.card(EVERYTHING).lines if not one.untracked)
            self.told(before, now, lines)
            if lines and self.rng.random() < OTHER_WORDS:
                self.plain(lines)
            self.scored(before, now, seen)
            self.quiet(before, now, lines)
        self.sealed(now)
        if fresh == 1 and self.rng.random() < SECRETS:
            self.twin()
        rate = self.complete * (OFTENER if between_stretches(self.play) else 1)
        if fresh and self.play.run.frames and self.rng.random() < rate:
            for sentence in missing(self.play):
                self.fault("complete", sentence)
        self.asked = self.questions()

    def changed(self, before: Reading, now: Reading) -> set[str]:
        """Differences from how players left the table with the answer."""
        cause = self.play.by_hand.cause
        return on_table(before if cause is None else cause.left, now)

    # Told

    def told(self, before: Reading, now: Reading, lines: tuple[HandLine, ...]) -> None:
        """Replay the told moves on a copy of the table: cards count, also on undo."""
        cause = self.play.by_hand.cause
        copy = before if cause is None else cause.left
        if cause is not None and cause.failed:
            self.fault("told", cause.failed)
        for line in lines:
            if not str(line.sentence).strip():
                self.fault("told", f"the To move line of {line.path} is empty")
            for move in line.changes():
                field = now.fields.get(move.path) or before.fields[move.path]
                if not same(copy.get(field), move.old):
                    self.fault("told", f"the To move line of {move.path} starts from a wrong value")
                copy = copy.but({move.path: move.new})
        for path in on_table(copy, now):
            self.fault("told", f"{path} changed, but no To move line says so")

    def silent(self, play: AnyPlay) -> None:
        for line in play.by_hand.card(EVERYTHING).lines:
            self.fault("told", f"a To move line for {line.path}, though a correction moves no piece")

    def take_back(self) -> None:
        """Undo and redo a correction on a copy of the play."""
        copy: AnyPlay = Play(self.play.game, self.play.setup, self.play.log, trusted=True)
        copy.by_hand.card()
        for step in (copy.undo, copy.redo):
            step()
            self.silent(copy)

    # Plain

    def plain(self, lines: tuple[HandLine, ...]) -> None:
        """Give one piece another value, or leave it where it was: the lines must not stay the same.

        Equal words of one piece, or of things without a place such as two mates, count as one. Of the
        steps of a piece, the last one counts."""
        now = self.play.by_hand.reading()
        single = {move.path: move for line in lines for move in line.changes()
                  if line.sentence not in [one.sentence for one in line.also]}
        if not single:
            return
        move = self.rng.choice(list(single.values()))
        cause, field = self.play.by_hand.cause, now.fields.get(move.path)
        others = [] if field is None or field.text else self.others(field.allowed, move)
        if cause is None or field is None:
            return
        words = self.words(now)
        if self.words(now.but({move.path: move.old})) == words:
            self.fault("plain", f"{move.path} moves from {move.old} to {move.new}, "
                                "but the To move words are the same if it stays")
        elif others and self.words(now.but({move.path: (other := self.rng.choice(others))})) == words:
            self.fault("plain", f"{move.path} has the same To move words for {move.new} and {other}")

    def words(self, after: Reading) -> list[str]:
        """The lines if the table lay like this, each as often as it is told."""
        cause, play = self.play.by_hand.cause, self.play
        lines = [] if cause is None else differences(cause.left, after)
        return [str(line.sentence) for line in play.game.as_moves(play.table, lines)]

    def others(self, allowed: Allowed, move: HandLine) -> list[Json]:
        """Other values the field could have; of a range, only the neighbours."""
        near: Iterable[Json] = allowed
        if isinstance(allowed, range):
            beside = (move.new - 1, move.new + 1) if whole(move.new) else ()
            near = [one for one in beside if one in allowed]
        return [one for one in near if not same(one, move.new) and not same(one, move.old)]

    def scored(self, before: Reading, now: Reading, seen: dict[int, int]) -> None:
        for seat, score in self.scores.items():
            if score != seen.get(seat) and not any(same(before.values.get(path), seen.get(seat))
                                                   and same(value, score)
                                                   for path, value in now.values.items()):
                self.fault("told", f"the score of seat {seat} changed, but no field did")

    # Quiet

    def quiet(self, before: Reading, now: Reading, lines: tuple[HandLine, ...]) -> None:
        changed = self.changed(before, now) if lines else set()
        for line in lines:
            field = now.fields.get(line.path) or before.fields[line.path]
            if line.path not in changed:
                self.fault("quiet", f"a To move line for {line.path}, which did not change")
            if str(field.words(line.old)) == str(field.words(line.new)):
                self.fault("quiet",
                           f"a To move line for nothing: {line.path} has the same words before and after")
        record, cause = self.play.log[-1], self.play.by_hand.cause
        moved = () if cause is None else [cause.left.values.get(path)
                                          for path in on_table(cause.reading, cause.left)]
        if record.kind == log.ANSWER and lines and not any(same(record.answer, value) for value in moved):
            for line in self.play.by_hand.card(UNFORESEEN).lines:
                if says_it(record, line):
                    name = record.key.partition("/")[0]
                    question = self.asked.get(record.key)
                    place = line_of(question) if question else "rules.py"
                    self.fault("quiet", f"a To move line repeats the answer to {name} ({place}): call "
                                        "table.by_players() once it is set")

    # Sealed

    def sealed(self, now: Reading) -> None:
        for path, value in now.values.items():
            if isinstance(value, Sealed):
                self.fault("sealed", f"the field {path} holds a sealed value")

    def twin(self) -> None:
        """Replay with another secret: until revealed, nothing may differ."""
        record, number = self.play.log[-1], len(self.play.log) - 1
        if not record.sealed or any(reveal.by == number for reveal in self.play.run.reveals):
            return
        twin: AnyPlay = Play(self.play.game, self.play.setup, self.play.log[:-1], trusted=True)
        if follow(twin, record, self.rng):
            other = Reading(twin.fields(), own=True)
            for path in on_table(self.reading, other):
                self.fault("sealed", f"the field {path} gives away a secret before it is revealed")


def only_corrections(play: AnyPlay) -> bool:
    """Is the last record a correction, or an undo or redo of nothing else?"""
    record = play.log[-1]
    if record.kind not in (log.UNDO, log.REDO):
        return record.kind in log.CORRECTIONS
    before, after = log.effective(play.log[:-1]), log.effective(play.log)
    return all(play.log[number].kind in log.CORRECTIONS for number in {*before} ^ {*after})


def says_it(record: Record, line: HandLine) -> bool:
    """Is the answer the value itself (a space, a piece, a person)? Consequences for others don't count."""
    another = None not in (record.seat, line.seat) and record.seat != line.seat
    if another or not isinstance(record.answer, str):
        return False
    return len(record.answer) > 1 and same(record.answer, line.new)


def on_table(before: Reading, now: Reading) -> set[str]:
    if before.values == now.values and before.values.keys() == now.values.keys():
        return set()
    fields = {**before.fields, **now.fields}

    def moved(path: str, absent: Json) -> bool:
        was, there = before.values.get(path, absent), now.values.get(path, absent)
        return was is not there and not same(was, there)

    return {path for path, field in fields.items() if field.on_table and moved(path, field.absent)}


def shown_scores(play: AnyPlay) -> dict[int, int]:
    """Empty if the game shows no score per seat."""
    return {seat.index: seat.score for seat in play.view().seats if seat.score is not None}


# Complete


def between_stretches(play: AnyPlay) -> bool:
    """A stretch has just begun, and nobody has answered, left or corrected anything."""
    return play.run.untold and play.run.began == len(play.run.fed)


def missing(play: AnyPlay) -> Iterator[str]:
    """What is missing after writing every field onto a fresh table."""
    whole = between_stretches(play)
    wanted = Reading(play.fields(), own=whole)
    fresh = _begun_anew(play)
    start = Reading(fresh.fields(), own=whole)
    wordless = list(without_words(start, wanted))
    if wordless:
        yield from wordless
        return
    try:
        if differences(start, wanted):
            fresh.fix(wanted.values.items())
    except Refused as error:
        place = line_of(play.game, "fields")
        with speaking(ENGLISH):
            yield (f"a fresh table refuses the values of all fields ({place}): {error} "
                   "Let the field have this value, or keep the rules within its limits")
        return
    got = Reading(fresh.fields(), own=whole)
    lost = [path for path, field in {**got.fields, **wanted.fields}.items()
            if not same(got.get(field), wanted.get(field))]
    if lost:
        yield f"after all fields are written onto a fresh table, {lost[0]} differs"
    # somebody who left is still asked what was open
    elif whole and not (fresh.log and fresh.log[-1].kind == "leave"):
        yield from _unlike(play, fresh)


def _begun_anew(play: AnyPlay) -> AnyPlay:
    """A fresh play of the same people, seated as they are now."""
    fresh: AnyPlay = Play(play.game, play.setup)
    for seat in play.table.seats:
        if seat.index >= len(fresh.table.seats):
            fresh.join(Person(seat.name, seat.colour))
        elif seat.name != fresh.table.seats[seat.index].name:
            fresh.rename(seat.index, seat.name)
    for seat in play.table.seats:
        if seat.gone:
            fresh.leave(seat.index)
    return fresh


def without_words(one: Reading, other: Reading) -> Iterator[str]:
    """*Fix something* shows what a field was before, even if it wasn't listed then."""
    for path in one.fields.keys() ^ other.fields.keys():
        field = one.fields.get(path) or other.fields[path]
        try:
            field.words(field.absent)
        except NO_VALUE:
            yield (f"the field {path} isn't always listed and has no words for {field.absent!r}, "
                   "its value until then: set `absent`")


def _unlike(play: AnyPlay, fresh: AnyPlay) -> Iterator[str]:
    if open_keys(play) != open_keys(fresh):
        # secrets have no fields: deal again
        if fresh.open() and all(isinstance(one, Deal) for one in fresh.open()):
            return
        yield ("after all fields are written onto a fresh table, it asks "
               f"{', '.join(open_keys(fresh)[:2])} instead of {', '.join(open_keys(play)[:2])}")
        return
    for name in unlike(play.game, play.table, fresh.table):
        yield (f"after all fields are written onto a fresh table, {name} differs: "
               "give it a field, or list it in without_fields")
    one, two = lasting(play.view()), lasting(fresh.view())
    if one != two:
        part = next(part.name for part in fields(one) if getattr(one, part.name) != getattr(two, part.name))
        yield (f"after all fields are written onto a fresh table, the view's {part} differs "
               f"({line_of(play.game, 'view')}): show only what fields hold, and don't count what is in "
               "without_fields")
    elif asked(play) != asked(fresh):
        yield "after all fields are written onto a fresh table, the question differs"


def lasting(view: View) -> View:
    """Without rules told for a moment, which a fresh table has not reached."""
    return replace(view, reminders=tuple(one for one in view.reminders if not one.forgotten))


def asked(play: AnyPlay) -> list[str]:
    table = play.table
    return [str(question.sentence(table)) for question in play.open()]


def unlike(game: AnyGame, table: Any, other: Any) -> Iterator[str]:
    """Differences between two tables, except what a game keeps for statistics."""
    one, two = picture(table), picture(other)
    apart = frozenset((*game.without_fields, "ahead", "arriving"))  # flows set ahead are fields
    yield from _inside(one, two, "", apart)


def _inside(one: Json, two: Json, path: str, apart: frozenset[str]) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(two, dict):
        for key in {**one, **two}:
            if key not in apart and not (_never_set(one, two, key)):
                yield from _inside(one.get(key), two.get(key), f"{path}.{key}" if path else key, apart)
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for at, (left, right) in enumerate(zip(one, two, strict=True)):
            yield from _inside(left, right, f"{path}.{at}", apart)
    elif canonical(one) != canonical(two):
        yield path


def _never_set(one: dict[str, Json], two: dict[str, Json], key: str) -> bool:
    """A class attribute until it changes, such as a flag; fields and view compare it anyway."""
    held = one.get(key, two.get(key))
    return (key in one) != (key in two) and (not held or isinstance(held, (bool, str)))


# Attributes without a field


@a_check
def check_fields(game: AnyGame, found: Findings, plays: int = 3) -> None:
    """A field has the name of each attribute that rules change, or reads it, or brings it back.

    Wild plays look only at random moments, and so miss what rarely differs.
    """
    missed: dict[str, list[str]] = {}
    written: set[str] = set()
    for number in range(plays):
        begun: dict[str, str] = {}
        for play in steps(game, number, found, limit=150):
            now = dict(_attributes(play.table, game.without_fields))
            begun = begun or now
            changed = {name for name in now if now[name] != begun.get(name)} - written - _in_paths(play)
            if changed and play.outcome() is None:
                looked_at = {name for name in changed if len(missed.get(name, ())) < LOOKS}
                lost = {name for name in _unwritten(play, looked_at) if not _is_read(play, name)}
                written |= looked_at - lost
                for name in lost:
                    missed.setdefault(name, []).append(where(number, play))
    for name in sorted(missed.keys() - written):
        found.add(f"{missed[name][0]}, {line_of(game, 'fields')}",
                  f"no field reads {name}, so players can't correct it: "
                  "give it a field, or list it in without_fields")


def _in_paths(play: AnyPlay) -> set[str]:
    """Names of attributes in the paths of fields: `heap`, and `seats.pebbles` for `seats.0.pebbles`."""
    paths = [field.path.split(".") for field in play.fields()]
    return {part for path in paths for part in path} | {f"seats.{part}" for path in paths for part in path}


def _unwritten(play: AnyPlay, names: set[str]) -> set[str]:
    """Those of the attributes that differ after all fields are written onto a fresh table."""
    fresh = in_the_middle(play) if names else None
    if fresh is None:
        return names
    now, got = (dict(_attributes(one.table, frozenset())) for one in (play, fresh))
    return {name for name in names if now[name] != got.get(name)}


def in_the_middle(play: AnyPlay) -> AnyPlay | None:
    """A fresh play with all its fields written; None if some are only for this moment of the stretch."""
    fresh, wanted = _begun_anew(play), Reading(play.fields(), own=True)
    try:
        if differences(Reading(fresh.fields(), own=True), wanted):
            fresh.fix(wanted.values.items())
    except Refused:
        return None
    return fresh


def _is_read(play: AnyPlay, name: str) -> bool:
    """Empty the attribute for a moment: does a field notice?"""
    attribute, before = name.rpartition(".")[2], play.fields()
    values = [field.read() for field in before]
    things = play.table.seats if name.startswith("seats.") else [play.table]
    for thing in [one for one in things if attribute in vars(one)]:
        held = getattr(thing, attribute)
        setattr(thing, attribute, type(held)() if isinstance(held, (list, dict, set)) else None)
        try:
            if [field.read() for field in before] != values or len(play.fields()) != len(before):
                return True
        except (AttributeError, LookupError, TypeError, ValueError):  # it tried, but can't read nothing
            return True
        finally:
            setattr(thing, attribute, held)
    return False


def _attributes(table: Any, apart: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What lies on the table and before the seats: each attribute with its value, or those of all seats."""
    state: Any = picture(table)
    seats = state.pop("seats")
    for name in {name: None for seat in seats for name in seat}:
        if name not in apart:
            yield f"seats.{name}", canonical([seat.get(name) for seat in seats])
    for name, value in state.items():
        if name not in TABLES_OWN | apart:
            yield name, canonical(value)
