"""Phones that exchange files: any order ends with the same plays and the same statistics everywhere."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.store.lines import root_of
from companion.testing.recording import SetClock
from tests.services.evenings import GAMES, finish, look_over, take_in

pytestmark = pytest.mark.slow

THREE = Setup(people("Ana", "Ben", "Cleo"))


@pytest.fixture
def phones(tmp_path: Path) -> list[Library]:
    return [Library(open_store(tmp_path / f"{name}.sqlite3"), GAMES, SetClock()) for name in "abc"]


def courses(phone: Library) -> list[str]:
    """Every play's log as everybody may see it, and the play it began as."""
    return sorted(f"{root_of(row.uid)} {[record.to_json() for record in phone.resume(row.id).play.public_log()]}"
                  for row in phone.plays())


def counted(phone: Library) -> list[tuple[str, int | None, int | None, bool]]:
    return sorted((row.name, row.place, row.score, row.won) for row in phone.store.results())


def ended(phone: Library, play: int, seed: int = 1) -> None:
    opened = finish(phone.resume(play), seed)
    if opened.votes_closed:
        opened.open_votes()


def begun(phone: Library) -> int:
    opened = phone.start("orchard", THREE)
    opened.answer("Weather/table", [3])
    return opened.id


def test_an_evening_that_ended_on_another_phone_is_one_evening(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    half = here.files.export_play(play)
    take_in(there, half)
    ended(there, there.plays()[0].id)
    whole = there.files.export_everything()
    seen = look_over(here, whole)
    assert (seen.plays, seen.continued, seen.second) == (0, 1, 0)
    assert str(seen.sentence) == "New in this file: 1 play that went on elsewhere. Nothing you have is lost."
    take_in(here, whole)
    take_in(there, half)
    for phone in (here, there):
        assert len(phone.plays()) == 1 and len(phone.store.results()) == 3
    assert courses(here) == courses(there) and here.plays()[0].id == play


def test_an_evening_that_went_on_in_two_places_is_kept_twice_and_counted_once(phones: list[Library]) -> None:
    here, there, _ = phones
    begun(here)
    take_in(there, here.files.export_everything())
    for seed, phone in enumerate((here, there)):
        ended(phone, phone.plays()[0].id, seed)
    for one, other in ((here, there), (there, here), (here, there)):
        take_in(other, one.files.export_everything())
    for phone in (here, there):
        assert len(phone.plays()) == 2 and len(phone.store.results()) == 3
    assert courses(here) == courses(there) and counted(here) == counted(there)


@pytest.mark.parametrize("seed", range(12))
def test_any_order_of_files_between_three_phones_ends_alike(seed: int, phones: list[Library]) -> None:
    rng = Random(seed)
    post: list[str] = []
    for _ in range(14):
        phone = rng.choice(phones)
        rows = phone.plays()
        match rng.choice(("begin", "go on", "go on", "end", "undo", "send", "take", "take")):
            case "begin":
                begun(phone)
            case "go on" if rows:
                opened = phone.resume(rng.choice(rows).id)
                questions = [one for one in opened.play.open() if one.possible(opened.play.table)]
                if questions:
                    question = rng.choice(questions)
                    opened.answer(question.key(), question.random_answer(opened.play.table, rng))
            case "end" if rows:
                ended(phone, rng.choice(rows).id, seed)
            case "undo" if rows:
                opened = phone.resume(rng.choice(rows).id)
                if opened.play.can_undo():
                    opened.undo()
            case "send":
                post.append(phone.files.export_everything())
            case "take" if post:
                take_in(phone, rng.choice(post))
    for _ in range(2):
        for one in phones:
            for other in phones:
                take_in(other, one.files.export_everything())
    first, *others = phones
    assert all(courses(phone) == courses(first) and counted(phone) == counted(first) for phone in others)
    assert len(set(courses(first))) == len(courses(first)), "no course twice"


def test_a_shared_play_ends_before_votes_that_are_not_open(phones: list[Library]) -> None:
    here, *_ = phones
    opened = here.start("orchard", THREE)
    for key, answer in (("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done")):
        opened.answer(key, answer)
    for seat, votes in enumerate((2, 0, 1)):
        opened.answer(f"Vote/{seat}", votes)
        assert here.files.export_play(opened.id).count("Vote/") == 0, "for others"
        assert here.files.export_everything().count("covered:") == seat + 1, "for oneself: none is lost"
    here.resume(opened.id).open_votes()
    assert here.files.export_play(opened.id).count("Vote/") == 3
