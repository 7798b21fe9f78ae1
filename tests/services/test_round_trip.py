"""The law of files: whatever the app lets people do, exported, comes in on an empty device, equal."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import COLOURS, LONGEST_NAME, Person, Setup, people
from companion.core.text import Refused
from companion.services.chronicle import as_text
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.services.table.echo import last_echo
from companion.testing.recording import SetClock
from companion.testing.wild import wild_play
from tests.core.everything import changed, packed, parts_of, unpacked
from tests.sampling import sampled
from tests.services.evenings import look_over, take_in

GAMES = find_games().games
HOSTILE = ("\u202eana", "\U0001f469\u200d\U0001f467", "W" * LONGEST_NAME, "\x1b[31mred", "<b>Ana</b>", "a\u0301\u0327",
           "{name}", "%s", "\x00", "a\nb", "'; DROP TABLE plays", "\U0001d49c\U0001d4c3", "0", "\u00df", "ﬃ", "null")
MOMENTS = (0.0, 1.0, 1_700_000_000.25, 4_102_444_799.0, 4_102_444_801.0, 1e12, -5.0)


def evening_at(path: Path, clock: SetClock | None = None) -> Library:
    return Library(open_store(path), GAMES, clock or SetClock())


def wild_people(number: int, rng: Random) -> tuple[Person, ...]:
    return tuple(Person(name, colour) for name, colour in
                 zip(rng.sample(HOSTILE, number), rng.sample(range(len(COLOURS)), number), strict=True))


def most_people(game: Game[Any], rng: Random) -> Setup:
    boxes = game.boxes.to_try()
    for number in range(game.facts.most, game.facts.fewest - 1, -1):
        try:
            return game.prepare(Setup(wild_people(number, rng), {}, rng.choice(boxes) if boxes else None))
        except Refused:
            continue
    raise AssertionError(f"{game.facts.id} can't be set up")


def content(library: Library) -> Any:
    """All that goes out, in an order that does not depend on the device."""
    raw = unpacked(library.files.export_everything())
    raw["plays"].sort(key=lambda play: play["uid"])
    raw["people"].sort(key=lambda person: str(person["name"]))
    return raw


@pytest.mark.thorough
@pytest.mark.slow
@sampled("id", sorted(GAMES), keep=2)
@sampled("seed", range(2))
def test_wild_plays_with_the_most_people_come_in_again_equal(tmp_path: Path, id: str, seed: int) -> None:
    rng, game = Random(f"{id} {seed}"), GAMES[id]
    here, there, third = (evening_at(tmp_path / f"{name}.db") for name in ("here", "there", "third"))
    plays: list[int] = []
    records = 0
    while records < 100:  # a score sheet may be full after five
        played = wild_play(game, 100 * seed + len(plays), setup=most_people(game, rng), limit=150, looks=0.0,
                           complete=0.0, laws=False).play
        assert played is not None
        log = [replace(record, at=rng.choice(MOMENTS)) for record in played.log]
        plays.append(here.store.add_play(id, game.rules_version, played.setup, rng.choice(MOMENTS), records=log))
        here.store.remember(played.setup.people, 5.0)
        records += len(log)
    came = take_in(there, here.files.export_everything())
    assert (came.plays, came.people, came.left_out) == (len(plays), len(here.people()), ())
    assert content(there) == content(here)
    for play in plays:
        assert take_in(third, here.files.export_play(play)).plays == 1
    cut = {row.uid for row in here.plays() if here.store.records(row.id)[-1].sealed}  # shared mid-vote
    assert [one for one in content(third)["plays"] if one["uid"] not in cut] == [
        one for one in content(here)["plays"] if one["uid"] not in cut]


def test_a_table_of_twelve_comes_in(tmp_path: Path) -> None:
    here, there = evening_at(tmp_path / "here.db"), evening_at(tmp_path / "there.db")
    opened = here.start("score_sheet", Setup(people(*(f"P{at}" for at in range(12)))))
    assert take_in(there, opened.export()).plays == 1
    assert len(there.plays()[0].people) == 12


def test_an_answer_of_two_thousand_emoji_comes_in(tmp_path: Path) -> None:
    here, there = evening_at(tmp_path / "here.db"), evening_at(tmp_path / "there.db")
    opened = here.start("score_sheet", Setup(people("Ana", "Ben")))
    question = opened.play.open()[0]
    opened.answer(question.key(), question.random_answer(opened.play.table, Random(1)))
    record = replace(opened.play.log[0], answer="\U0001f98a" * 2_000)
    here.store.add_play("score_sheet", "1", opened.play.setup, 5.0, records=[record])
    came = take_in(there, here.files.export_everything())
    assert came.plays == 2 and came.left_out == ()


def test_a_clock_after_2100_stops_no_export(tmp_path: Path) -> None:
    clock = SetClock()
    clock.day = 5e9
    here, there = evening_at(tmp_path / "here.db", clock), evening_at(tmp_path / "there.db")
    opened = here.start("score_sheet", Setup(people("Ana", "Ben")))
    question = opened.play.open()[0]
    opened.answer(question.key(), question.random_answer(opened.play.table, Random(1)))
    assert take_in(there, opened.export()).plays == 1


def test_one_bad_part_is_left_out_and_named_and_the_rest_comes_in(tmp_path: Path) -> None:
    here, there = evening_at(tmp_path / "here.db"), evening_at(tmp_path / "there.db")
    for name in ("Ana", "Ben"):
        here.add_person(Person(name, 3))
    opened = here.start("score_sheet", Setup(people("Cleo", "Dan")))
    here.save_box("windward", "box", GAMES["windward"].boxes.starter())
    raw = unpacked(here.files.export_everything())
    raw["plays"].append({**raw["plays"][0], "uid": "other", "log": [7]})
    raw["people"].append({"name": "Eve", "colour": 99})
    text = packed(raw)
    left = ["A play of score_sheet was left out: Line 1 of this play is damaged and can't be read.",
            "The person Eve was left out: This part of the file is damaged and can't be read: person."]
    assert [str(why) for why in look_over(there, text).left_out] == left
    came = take_in(there, text)
    assert (came.plays, came.people, came.boxes, [str(why) for why in came.left_out]) == (1, 4, 1, left)
    assert there.resume(there.plays()[0].id).play.log == opened.play.log
    assert [row.name for row in there.boxes("windward")] == ["box"]


@pytest.mark.thorough
def test_an_edited_play_that_names_a_seat_nobody_has_opens_or_is_refused(tmp_path: Path) -> None:
    here = evening_at(tmp_path / "here.db")
    opened = here.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    for _ in range(6):
        question = opened.play.open()[0]
        opened.answer(question.key(), question.random_answer(opened.play.table, Random(1)))
    text = opened.export()
    for number in range(6):
        for seat in (3, 11, 99, -1):
            log = parts_of(text)[1]["play"]["log"]
            log[number]["seat"] = seat
            there = evening_at(tmp_path / f"{number} {seat}.db")
            try:
                take_in(there, changed(text, log=log))
            except Refused as refused:
                assert "damaged" in str(refused)
                continue
            again = there.resume(there.plays()[0].id)
            controller = TableController(again)
            controller.read()
            assert controller.situation.state != "broken"
            assert as_text(again.play, 0.0)


@sampled("id", sorted(GAMES))
def test_whatever_line_names_a_seat_nobody_has_the_table_says_what_undo_takes_back(id: str) -> None:
    """Each line in turn is the last one, with an edited seat."""
    played = wild_play(GAMES[id], 3, limit=60, looks=0.0, complete=0.0, laws=False).play
    assert played is not None and len(played.log) > 4
    for number in range(len(played.log)):
        log = [*played.log[:number], replace(played.log[number], seat=11)]
        play = Play(GAMES[id], played.setup, log)
        echo = last_echo(play, {})
        assert (echo is None) == (play.last_number() is None)
        assert as_text(play, 0.0)
