"""Phones that exchange files in any order end with the same plays, people, groups and statistics."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.play import NotSaved
from companion.core.text import Refused
from companion.services.library import Library, Listed
from companion.services.play_details import (
    PICTURES,
    Details,
    details_of,
    evenings,
    photo_of,
    photos_to_send,
    save_details,
    save_photo,
)
from companion.services.store import ResultRow, open_store
from companion.services.store.lines import root_of
from companion.simulate import random_setup
from companion.testing.driving import choose
from companion.testing.recording import SetClock
from tools.kills import Tally, act

STEPS, LONGEST = 40, 2_000
YEAR = 365 * 86_400.0
CLOCKS = (0.0, 0.0, -3 * YEAR, 2 * YEAR, -60.0, 200 * YEAR, -60 * YEAR)
"""How far a phone's clock is off, in seconds."""
NAMES = ("Zoe", "Yann", "Xenia", "Willi")


# What a person sees

def courses(phone: Library) -> list[str]:
    """Every play's log as everybody may see it, and the play it began as."""
    return sorted(course_of(phone, row) for row in every_play(phone))


def course_of(phone: Library, row: Listed) -> str:
    return f"{root_of(row.uid)} {[record.to_json() for record in phone.readable(row.id).public_log()]}"


def every_play(phone: Library) -> list[Listed]:
    return [*phone.plays(), *phone.plays(archived=True)]


def states(phone: Library) -> list[str]:
    """How each play stands: under way or ended and with which places, archived or not, and its details."""
    found = []
    for row in every_play(phone):
        seats = _seats(phone.store.results.seats_of([row.id]))
        outcome = None if row.outcome is None else str(row.outcome)
        about = details_of(phone, row.id), photo_of(phone, row.id) is not None
        found.append(f"{outcome} {seats} {row.archived} {row.names} {about} {course_of(phone, row)}")
    return sorted(found)


def counted(phone: Library) -> list[tuple[str, int, int, bool]]:
    return _seats(phone.store.results.seats())


def _seats(rows: list[ResultRow]) -> list[tuple[str, int, int, bool]]:
    return sorted((row.name, row.place or 0, row.score or 0, row.won) for row in rows)


def people(phone: Library) -> list[str]:
    """Everybody with their plays and wins, and the groups."""
    groups = [f"{group.name}: {sorted(one.name for one in group.people)}" for group in phone.groups()]
    return sorted(map(str, phone.person_records().values())) + sorted(groups)


SEEN: dict[str, Callable[[Library], object]] = {
    "the plays": courses, "how plays stand": states, "the statistics": counted, "people and groups": people,
    "the number of evenings": lambda phone: len(evenings(phone, archived=True))}


def exchanges(folder: Path, games: dict[str, Game[Any]], number: int, seed: int = 1) -> Tally:
    tally = Tally("Files between three phones")
    for count in range(seed, seed + number):
        place = folder / f"phones-{count}"
        phones = [_phone(place / name, games, Random(f"{count}{name}")) for name in "abc"]
        evening = Evening(phones, place, Random(count), tally)
        for step in range(STEPS):
            evening.step(step)
        for one, other in [(one, other) for _ in range(2) for one in phones for other in phones]:
            evening.send(one, other)
        first, *others = phones
        tally.counts["exchanges"] += 1
        tally.counts["plays"] += len(courses(first))
        tally.faults += [f"seed {count}: {what} differ" for what, look in SEEN.items()
                         if any(look(phone) != look(first) for phone in others)]
        if len(set(courses(first))) < len(courses(first)):
            tally.faults.append(f"seed {count}: a course is there twice")
        for phone in phones:
            phone.store.close(backup=False)
    return tally


def _phone(home: Path, games: dict[str, Game[Any]], rng: Random) -> Library:
    home.mkdir(parents=True)
    clock = SetClock(day=1_700_000_000.0 + rng.choice(CLOCKS))
    return Library(open_store(home / "tableside.db"), games, clock)


# What people do

@dataclass
class Evening:
    """Each step is a move of one phone, by chance."""

    phones: list[Library]
    place: Path
    rng: Random
    tally: Tally
    post: list[Path] = field(default_factory=list)

    def step(self, number: int) -> None:
        phone, rng = self.rng.choice(self.phones), self.rng
        for each in self.phones:
            each.clock.advance(rng.choice((0.0, 1.0, 600.0)))  # type: ignore[attr-defined]
        rows = every_play(phone)
        move = rng.choice(MOVES) if rows else Evening.begin
        self.tally.counts[move.__name__.replace("_", " ")] += 1
        with suppress(Refused):
            move(self, phone, rng.choice(rows) if rows else None)

    # Plays

    def begin(self, phone: Library, _: Listed | None) -> None:
        game = phone.games[self.rng.choice(sorted(phone.games))]
        phone.start(game.facts.id, random_setup(game, self.rng))

    def go_on(self, phone: Library, row: Listed) -> None:
        opened = phone.resume(row.id)
        for _ in range(self.rng.randint(1, 8)):
            with suppress(Refused, NotSaved):
                act(opened, self.rng)

    def finish(self, phone: Library, row: Listed) -> None:
        opened = phone.resume(row.id)
        for _ in range(LONGEST):
            question = choose(opened.play, self.rng)
            if question is None:
                break
            opened.answer(question.key(), question.random_answer(opened.play.table, self.rng))
        if opened.votes_closed:
            opened.open_votes()

    def end_here(self, phone: Library, row: Listed) -> None:
        if not row.finished:
            phone.end_here(row.id, self.rng.choice((None, 0, 1)))

    def resume(self, phone: Library, row: Listed) -> None:
        if row.finished and not phone.resume(row.id).over():
            phone.play_on(row.id)

    def undo_or_redo(self, phone: Library, row: Listed) -> None:
        self.end_here(phone, row)
        opened = phone.resume(row.id)
        (opened.play.redo if opened.play.can_redo() else opened.play.undo)()

    def archive(self, phone: Library, row: Listed) -> None:
        phone.archive(row.id, not row.archived)

    def throw_away(self, phone: Library, row: Listed) -> None:
        phone.delete(row.id)

    def describe(self, phone: Library, row: Listed) -> None:
        some = Details("Home"), Details("", "Late"), Details("Club", "Early", 1.6e9), Details()
        save_details(phone, row.id, self.rng.choice(some))

    def photograph(self, phone: Library, row: Listed) -> None:
        save_photo(phone, row.id, PICTURES[0] + bytes([self.rng.randrange(256)]))

    # People

    def rename(self, phone: Library, _: Listed) -> None:
        phone.rename(self._somebody(phone), self.rng.choice(NAMES))

    def merge(self, phone: Library, _: Listed) -> None:
        phone.merge(self._somebody(phone), self._somebody(phone))

    def unmerge(self, phone: Library, _: Listed) -> None:
        for name in sorted(phone.setting("now_called"))[:1]:
            phone.unmerge(name)

    def save_group(self, phone: Library, _: Listed) -> None:
        was = self.rng.choice(["", *(group.name for group in phone.groups())])
        some = self.rng.sample(phone.people(), min(2, len(phone.people())))
        phone.save_group(self.rng.choice(("Us", "Them", was or "All")), some, was)

    def delete_group(self, phone: Library, _: Listed) -> None:
        for group in phone.groups()[:1]:
            phone.delete_group(group.name)

    def _somebody(self, phone: Library) -> str:
        return self.rng.choice([*(person.name for person in phone.people()), "Nobody"])

    # Files

    def send_everything(self, phone: Library, _: Listed) -> None:
        self.post.append(phone.files.export_to(self._file(), photos_to_send(phone)[0]).finish())

    def send_one(self, phone: Library, row: Listed) -> None:
        file = self._file()
        file.write_text(phone.files.export_play(row.id), encoding="utf-8")
        self.post.append(file)

    def _file(self) -> Path:
        return self.place / f"{len(self.post)}.json"

    def take(self, phone: Library, _: Listed) -> None:
        if self.post:
            phone.files.import_file(self.rng.choice(self.post)).finish()

    def send(self, one: Library, other: Library) -> None:
        file = self.place / "last.json"
        one.files.export_to(file, photos_to_send(one)[0]).finish()
        other.files.import_file(file).finish()


Move = Callable[[Evening, Library, Any], None]
MOVES: tuple[Move, ...] = (
    Evening.begin, *[Evening.go_on] * 3, Evening.finish, *[Evening.end_here] * 2, Evening.resume,
    Evening.undo_or_redo, *[Evening.archive] * 2, Evening.throw_away, Evening.describe, Evening.photograph,
    Evening.rename, Evening.merge, Evening.unmerge, Evening.save_group, Evening.delete_group,
    *[Evening.send_everything] * 2, Evening.send_one, *[Evening.take] * 7)
