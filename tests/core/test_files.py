"""Files that go out and come in: whole plays, no secrets, and one sentence for everything that is wrong."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from random import Random
from typing import Any

import pytest

from companion import __version__
from companion.core import files
from companion.core.boxes import Boxes
from companion.core.engine.state import picture
from companion.core.files import BoxFile, PlayFile, dump, first_other_score, play_file, read_play, replayed
from companion.core.log import ANSWER, UNDO, Ending, Record
from companion.core.play import Play
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.simulate import random_play
from tests.core.everything import Everything, everything_in, parts_of
from tests.core.everything import changed as with_changes
from tests.core.everything import text_of as text_with
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Scripted, Secret, Slate, keys

GAMES = {"orchard": orchard}


def finished() -> Play[Any]:
    return random_play(orchard, Setup(people("Ana", "Ben", "Ünal")), Random(7))


def text_of(play: Play[Any]) -> str:
    return dump(play_file(play, play.game.rules_version, "one", 1_700_000_000.0))


def read_box(text: str, games: Any) -> Any:
    return files.read_one(BytesIO(text.encode()), files.BOX, games)


def refusal(read: Callable[[], object]) -> str:
    """The sentence; and it is one sentence, or two short ones, without a line break."""
    with pytest.raises(Refused) as caught:
        read()
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 200
    return sentence


def changed(**members: Json) -> str:
    return with_changes(text_of(finished()), **members)


# There and back

def test_a_play_comes_back_as_it_was() -> None:
    play = finished()
    play.undo(play.position() - 3)
    play.redo()
    play.correct("seats.0.points", 9)
    text = text_of(play)
    file = read_play(text, GAMES)
    again = replayed(file, orchard)
    assert again.misfit is None and again.log == play.public_log()
    assert picture(again.table) == picture(play.table)
    assert (file.uid, file.began, file.rules) == ("one", 1_700_000_000.0, "1")
    assert text_of(again) == text


def test_the_head_names_format_versions_game_and_outcome() -> None:
    play = finished()
    head, part, end = parts_of(text_of(play))
    raw = part["play"]
    ended = play.outcome()
    assert ended is not None
    assert head == {"format": "tableside-play", "version": 1, "app": __version__} and end == {"end": 1}
    assert raw["game"] == "orchard"
    assert raw["outcome"]["sentence"]["says"] == str(ended.sentence)
    assert raw["outcome"]["winners"] == list(ended.winners)


def test_bytes_with_a_byte_order_mark_are_read_too() -> None:
    text = text_of(finished())
    assert read_play(b"\xef\xbb\xbf" + text.encode(), GAMES) == read_play(text, GAMES)


def test_a_line_that_does_not_fit_is_named() -> None:
    play = finished()
    file = read_play(text_of(play), GAMES)
    file.log[0] = Record(ANSWER, "Weather/table", None, [9])
    misfit = replayed(file, orchard).misfit
    assert misfit is not None and misfit.number == 0
    assert str(misfit) == "Line 1 of this play no longer fits the rules: This die has no 9."


def test_other_points_than_noted_are_noticed() -> None:
    play = finished()
    scores = list(play.run.scores)
    assert first_other_score(play, scores) is None
    position, points = scores[-1]
    assert first_other_score(play, [*scores[:-1], (position, (points[0] + 1, *points[1:]))]) == position


# Bad input

def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    text = text_of(finished())
    for end in [0, 1, 10]:
        assert refusal(partial(read_play, text[:end], GAMES)) == "This is not a Tableside file."
    for end in [30, 40, len(text) // 2, len(text) - 14, len(text) - 2]:
        assert refusal(partial(read_play, text[:end], GAMES)) == (
            "This file is incomplete or damaged and can't be read.")


@pytest.mark.parametrize("text", ["[]", "3", '"tableside-play"', "{}", '{"format": 3}',
                                  '{"format": "chess", "log": []}'])
def test_foreign_json_is_refused(text: str) -> None:
    assert refusal(lambda: read_play(text, GAMES)) == "This is not a Tableside file."


@pytest.mark.parametrize("text", [b"\x00\x01\x02", b"\xff\xfe\xff", b"PK\x03\x04", "[" * 100_000, "1" * 5_000,
                                  '{"format": "\\ud800"}'])
def test_what_is_no_json_at_all_is_refused(text: str | bytes) -> None:
    assert refusal(lambda: read_play(text, GAMES)) == "This is not a Tableside file."
    text = '{"format": "tableside-play", "version": NaN}'
    assert refusal(lambda: read_play(text, GAMES)) == "This file is incomplete or damaged and can't be read."


def test_a_newer_version_is_refused() -> None:
    assert refusal(lambda: read_play(with_changes(text_of(finished()), "head", version=2), GAMES)) == (
        "This file is from a newer Tableside. Update the app to open it.")


@pytest.mark.parametrize("version", [None, 0, "1", True, 1.0])
def test_a_version_that_is_none_is_refused(version: Json) -> None:
    assert "version" in refusal(lambda: read_play(with_changes(text_of(finished()), "head", version=version), GAMES))


def test_an_unknown_game_is_refused() -> None:
    assert refusal(lambda: read_play(changed(game="chess"), GAMES)) == (
        "chess isn't installed. Install it to open this play.")
    assert len(refusal(lambda: read_play(changed(game="x" * 400), GAMES))) < 120


def test_a_box_is_no_play() -> None:
    text = dump(BoxFile("orchard", "mine", {}))
    assert refusal(lambda: read_play(text, GAMES)) == (
        "This file contains a box, not a play.")


GOOD = {"kind": "answer", "key": "Weather/table", "seat": None, "answer": [2], "at": 0}


@pytest.mark.parametrize("line", [
    None, 3, "answer", [], {}, {**GOOD, "kind": "cheat"}, {**GOOD, "key": 3}, {**GOOD, "seat": "0"},
    {**GOOD, "seat": True}, {**GOOD, "at": "now"}, {**GOOD, "at": 10 ** 400}, {**GOOD, "key": "x" * 501},
    {**GOOD, "answer": "x" * 200_001}, {**GOOD, "kind": ["answer"]}, {**GOOD, "kind": "undo", "answer": -1},
    {**GOOD, "kind": "undo", "answer": "all"}, {key: value for key, value in GOOD.items() if key != "answer"},
])
def test_a_damaged_line_is_named(line: Json) -> None:
    assert refusal(lambda: read_play(changed(log=[GOOD, line]), GAMES)) == (
        "Line 2 of this play is damaged and can't be read.")


def person(name: Json, colour: Json) -> Json:
    return {"name": name, "colour": colour}


@pytest.mark.parametrize(("seated", "why"), [
    ([person("Ana", 0), person("ana ", 1)], "Two seats are called Ana. Change one of them."),
    ([person("Ana", 0), person(" ", 1)], "A seat has no name. Type one, or remove the seat."),
    ([person("Ana", 0), person("Ben", 0)], "Two seats have the same colour. Change one of them."),
    ([person("Ana", 0), person("Ben", 12)], "Two seats have the same colour. Change one of them."),
    ([person("Ana", 0), person(["Ben"], 1)], "This part of the file is damaged and can't be read: setup."),
    ([person("Ana", 0), person("Ben", "1")], "This part of the file is damaged and can't be read: setup."),
    ([person("Ana", 0), person("B" * 61, 1)], "A name can have at most 60 letters. Shorten it."),
    ([person(f"P{at}", at % 12) for at in range(13)],
     "This game is for 1 to 12 players, and you have 13. Add or remove a seat."),
    ("Ana", "This file doesn't say who played, so it can't be opened."),
    (None, "This file doesn't say who played, so it can't be opened."),
])
def test_people_who_cannot_sit_there_are_refused(seated: Json, why: str) -> None:
    setup = {"people": seated, "options": {}, "copy": None}
    assert refusal(lambda: read_play(changed(setup=setup), GAMES)) == why


@pytest.mark.parametrize("setup", [None, [], "x", {"people": [], "options": {}}, {"people": [], "options": 3}])
def test_a_setup_that_is_none_is_refused(setup: Json) -> None:
    refusal(lambda: read_play(changed(setup=setup), GAMES))


def test_too_few_players_and_unknown_options_are_refused_by_the_game() -> None:
    alone = {"people": [person("Ana", 0)], "options": {}}
    file = read_play(changed(setup=alone), GAMES)
    assert "2 to 5 players" in refusal(lambda: replayed(file, orchard))
    strange = {"people": [person("Ana", 0), person("Ben", 1)], "options": {"turbo": True}}
    file = read_play(changed(setup=strange), GAMES)
    assert refusal(lambda: replayed(file, orchard)) == "This game has no option called turbo."


def test_absurd_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 50_000)
    assert "too large" in refusal(lambda: read_play(" " * 50_001, GAMES))
    monkeypatch.setattr(files, "LARGEST_FILE", 64_000_000)
    assert "too many lines" in refusal(lambda: read_play(changed(log=[None] * 200_001), GAMES))
    setup = {"people": [person("Ana", 0), person("Ben", 1)], "options": {}, "copy": "x" * 1_000_001}
    assert "too large" in refusal(lambda: read_play(changed(setup=setup), GAMES))


@pytest.mark.parametrize("part", [{"began": "today"}, {"began": -1}, {"began": 1e300}, {"began": True}, {"scores": 3},
                                  {"scores": [[1]]}, {"scores": [["a", [1]]]}, {"log": {}}, {"uid": 5},
                                  {"rules": None}])
def test_other_parts_are_looked_at_too(part: dict[str, Json]) -> None:
    assert "damaged" in refusal(lambda: read_play(changed(**part), GAMES))


class TileBoxes(Boxes):
    def check(self, box: Json) -> list[Text]:
        return [say("{tiles} tiles", tiles=box["tiles"])]

    def starter(self) -> Json:
        return {"tiles": 3}


class Stumbling(Scripted):
    boxes = TileBoxes()


async def nothing(table: Slate) -> None:
    await table.ask(Ask(None))


def test_a_game_that_stumbles_over_a_box_refuses_it() -> None:
    games = {"scripted": Stumbling(nothing)}
    assert "doesn't fit the game" in refusal(lambda: read_box(dump(BoxFile("scripted", "mine", [])), games))
    file = PlayFile("scripted", "1", Setup(people("Ana"), {}, ["no tiles"]))
    assert "doesn't fit the game" in refusal(lambda: replayed(file, games["scripted"]))


# Boxes and everything

def test_a_box_comes_back_as_it_was() -> None:
    box = BoxFile("scripted", "Ana's box", {"tiles": 3})
    assert read_box(dump(box), {"scripted": Stumbling(nothing)}) == box
    assert "isn't installed" in refusal(lambda: read_box(dump(box), GAMES))


def some_of_everything() -> Everything:
    play = finished()
    return Everything([play_file(play, "1", "a", 5.0), PlayFile("chess", "1", play.setup, [], "b", 6.0)],
                      [Person("Ana", 0), Person("Ünal", 11)], [BoxFile("windward", "box", [1, 2])],
                      {"theme": "dark"})


def test_everything_comes_back_as_it_was() -> None:
    everything = some_of_everything()
    assert everything_in(everything.text()) == everything


@pytest.mark.parametrize(("part", "named"), [
    ({"play": 3}, "A play of ?"), ({"play": {"game": "chess", "log": 3}}, "A play of chess"),
    ({"person": {"name": "A", "colour": 12}}, "The person A"), ({"person": {"name": 3, "colour": 1}}, "The person ?"),
    ({"person": "Ana"}, "The person ?"), ({"copy": {}}, "The box ?"),
    ({"copy": {"game": "a", "name": 5, "copy": 1}}, "The box ?"), ({"settings": []}, "The settings"),
    ({"chess": {}}, "Line 3 of this file"), ({"person": {}, "copy": {}}, "Line 3 of this file"),
    ([], "Line 3 of this file")])
def test_a_damaged_part_of_everything_is_left_out_and_named(part: Json, named: str) -> None:
    whole = some_of_everything()
    parts = parts_of(whole.text())
    found = everything_in(text_with([*parts[:2], part, *parts[2:]]))
    (left,) = found.left_out
    assert left.startswith(f"{named} was left out: ") and "damaged" in left
    assert replace(found, left_out=[]) == whole


@pytest.mark.parametrize("lost", [1, 2, 30, 100])
def test_a_file_that_is_cut_off_brings_what_is_whole_and_says_so(lost: int) -> None:
    whole = some_of_everything()
    found = everything_in(whole.text()[:-lost - 2])
    assert found.plays == whole.plays and found.left_out


def test_bytes_that_are_no_letters_cost_one_line() -> None:
    whole = some_of_everything()
    found = everything_in(whole.text().encode().replace(b"windward", b"wind\xffard"))
    assert found.plays == whole.plays and found.boxes == [] and len(found.left_out) == 1


# Secrets

async def vote(table: Slate) -> None:
    given = await table.all_of([Secret(seat, "vote") for seat in table.present()])
    table.marks.append([table.reveal(sealed) for sealed in given.values()])
    await table.ask(Ask(None, "after"))


async def plan(table: Slate) -> None:
    table.marks = [await table.ask(Secret(table.seats[0], "plan"))]
    await table.ask(Ask(None, "between"))
    table.words = [table.reveal(table.marks[0]), "no"]
    await table.ask(Ask(None, "after"))


def exported(play: Play[Slate]) -> Play[Slate]:
    """What comes in on another phone; the file holds no secret that isn't revealed."""
    file = play_file(play, "1")
    open_now = {reveal.sealed for reveal in play.run.reveals}
    assert not any(record.sealed and not record.masked and record.answer not in
                   [play.log[number].answer for number in open_now] for record in file.log)
    again = replayed(read_play(dump(file), {"scripted": play.game}), play.game)
    assert again.misfit is None
    return again


def test_a_vote_under_way_is_left_out_and_asked_again() -> None:
    play: Play[Slate] = Play(Scripted(vote), Setup(people("Ana", "Ben")))
    play.answer("Secret/0/vote", "yes")
    assert '"yes"' not in dump(play_file(play, "1"))
    again = exported(play)
    assert again.log == [] and keys(again) == ["Secret/0/vote", "Secret/1/vote"]


def test_a_revealed_vote_goes_out_and_the_changed_one_before_it_does_not() -> None:
    play: Play[Slate] = Play(Scripted(vote), Setup(people("Ana", "Ben")))
    for seat, word in [(0, "no"), (0, "yes"), (1, "yes")]:
        play.answer(f"Secret/{seat}/vote", word)
    assert '"no"' not in dump(play_file(play, "1"))
    again = exported(play)
    assert again.table.marks == [["yes", "yes"]] and keys(again) == ["Ask/table/after"]


def test_the_vote_of_somebody_who_left_is_not_needed() -> None:
    play: Play[Slate] = Play(Scripted(vote), Setup(people("Ana", "Ben", "Cleo")))
    play.answer("Secret/0/vote", "no")
    play.leave(0)
    play.answer("Secret/1/vote", "yes")
    play.answer("Secret/2/vote", "yes")
    again = exported(play)
    assert again.table.marks == [["yes", "yes"]] and '"no"' not in dump(play_file(play, "1"))


def test_a_sealed_plan_cuts_the_log_before_it() -> None:
    play: Play[Slate] = Play(Scripted(plan), Setup(people("Ana", "Ben")))
    play.answer("Secret/0/plan", "yes")
    play.answer("Ask/table/between", "no")
    again = exported(play)
    assert keys(again) == ["Ask/table/after"], "the plan is open now, so all of it goes out"
    play.undo()
    assert keys(play) == ["Ask/table/between"]
    again = exported(play)
    assert again.log == [] and keys(again) == ["Secret/0/plan"]


def test_a_secret_taken_back_cannot_be_brought_back_by_redo() -> None:
    play: Play[Slate] = Play(Scripted(vote), Setup(people("Ana", "Ben")))
    play.answer("Secret/0/vote", "yes")
    play.answer("Secret/1/vote", "yes")
    play.answer("Ask/table/after", "no")
    play.undo(0)
    again = exported(play)
    assert '"yes"' not in dump(play_file(play, "1"))
    assert not again.can_redo() and keys(again) == ["Secret/0/vote", "Secret/1/vote"]


def test_where_the_game_is_not_here_every_answer_goes_out_and_the_secrets_are_covered() -> None:
    log = [Record(ANSWER, "a"), Record(ANSWER, "b", sealed=True, answer="Cleo"), Record(UNDO, answer=1),
           Record(ANSWER, "c", sealed=True, masked=True), Record(ANSWER, "d", answer=3)]
    file = PlayFile("chess", "1", Setup(people("Ana")), log, "one", 5.0, covered=True)
    text = Everything([file]).text()
    assert "Cleo" not in text and '"covered": true' in text
    assert everything_in(text).plays == [file] and everything_in(text).plays[0].log == log


def test_what_players_said_after_the_last_line_goes_along() -> None:
    file = PlayFile("chess", "1", Setup(people("Ana", "Ben")), [Record(ANSWER, "a")], "one", 5.0)
    assert "ended" not in parts_of(dump(file))[1]["play"]
    for ending in (Ending(True, 1, 6.5), Ending(True, None, 6.5), Ending(False, None, 7.0)):
        assert everything_in(Everything([replace(file, ended=ending)]).text()).plays[0].ended == ending
    assert parts_of(dump(replace(file, ended=Ending(True, 1, 6.5))))[1]["play"]["ended"] == {
        "ended": True, "winner": 1, "at": 6.5}


@pytest.mark.parametrize("at", [1e300, 1e17, -5, 4_102_444_800, float("inf")])
def test_a_moment_that_no_calendar_shows_is_refused(at: float) -> None:
    line = {**GOOD, "at": at}
    said = refusal(lambda: read_play(changed(log=[line]), GAMES))
    assert said in ("Line 1 of this play is damaged and can't be read.",
                    "This file is incomplete or damaged and can't be read.")
    assert "damaged" in refusal(lambda: read_play(changed(began=at), GAMES))


@pytest.mark.parametrize("word", ["1e999", "-1e999", "Infinity", "NaN"])
def test_a_number_beyond_all_numbers_is_refused(word: str) -> None:
    text = changed(log=[{**GOOD, "answer": 12345}]).replace("12345", word)
    assert refusal(lambda: read_play(text, GAMES)) == "This file is incomplete or damaged and can't be read."


def test_an_infinite_number_that_was_let_in_once_does_not_poison_the_next_export() -> None:
    play = PlayFile("orchard", "1", Setup(people("Ana", "Ben")), [Record(ANSWER, "a", None, [float("inf")])], "one")
    again = everything_in(Everything([play]).text())
    assert again.plays[0].log[0].answer == [None]


def test_a_new_field_of_a_person_does_not_enter_files_unasked() -> None:
    @dataclass(frozen=True)
    class Tall(Person):
        height: int = 190

    ana = Tall("Ana", 3)
    assert Setup((ana,)).to_json()["people"] == [{"name": "Ana", "colour": 3}]
    assert '{"person": {"name": "Ana", "colour": 3}}\n' in files.lines(files.EVERYTHING, [ana])
