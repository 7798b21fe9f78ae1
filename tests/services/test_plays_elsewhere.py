"""Plays of BG Stats and of a CSV table come into History once, with the same people, points and winners."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.services.bg_stats import as_play
from companion.services.elsewhere.table import HEAD, as_csv
from companion.services.file_exchange import files_here
from companion.services.library import Library
from companion.services.phones.desk import Desk
from companion.services.play_details import Details, details_of, save_details
from companion.services.store import open_store
from companion.services.summary import is_ended_early
from companion.testing.recording import SetClock


def row(player: int, score: str, winner: bool, seat: int) -> dict[str, Any]:
    return {"playerRefId": player, "score": score, "winner": winner, "seatOrder": seat, "startPlayer": False}


def play(id: str, game: int, *scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"uuid": id, "playDate": "2024-05-03 20:15:00", "durationMin": 45, "ignored": False,
            "gameRefId": game, "locationRefId": 7, "playerScores": list(scores), **more}


def export(*plays: dict[str, Any]) -> dict[str, Any]:
    """As its app writes it; unknown keys don't matter."""
    return {"tags": [], "userInfo": {"meRefId": 1},
            "players": [{"id": 1, "name": "Ana", "isAnonymous": False}, {"id": 2, "name": "Ben"},
                        {"id": 3, "name": "Anonymous player", "isAnonymous": True}],
            "locations": [{"id": 7, "name": "Pub"}],
            "games": [{"id": 1, "name": "Farms", "highestWins": True, "noPoints": False, "bggId": 31260},
                      {"id": 2, "name": "Golf", "highestWins": False, "noPoints": False, "bggId": 0},
                      {"id": 3, "name": "Chess", "highestWins": True, "noPoints": True, "bggId": 171}],
            "plays": list(plays)}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "tableside.sqlite3"), {"score_sheet": score_sheet}, SetClock())


@pytest.fixture
def other(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "other.sqlite3"), {"score_sheet": score_sheet}, SetClock())


def take(library: Library, path: Path, content: Any) -> Any:
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8", newline="")
    return library.files.import_file(path).finish()


def results(library: Library) -> list[tuple[str, list[tuple[str, int | None, bool]]]]:
    return [(one.game, [(seat.name, seat.score, seat.won)
                        for seat in sorted(one.seats, key=lambda seat: seat.seat)])
            for one in library.history()]


EVENING = export(
    play("a", 1, row(2, "31", False, 2), row(1, "40", True, 1), comments="Sheep!"),
    play("b", 2, row(1, "72", False, 1), row(2, "5+60", True, 2)),
    play("c", 3, row(1, "", False, 1), row(2, "", True, 2)),
    play("d", 1, row(1, "12", False, 1), row(2, "9", True, 2)),
    play("e", 1, row(1, "10", False, 1), row(3, "9", False, 2), row(3, "8", False, 3)))


def test_an_export_of_bg_stats_comes_in_as_it_was_played(library: Library, tmp_path: Path) -> None:
    came = take(library, tmp_path / "BGStatsExport.json", EVENING)
    assert (came.plays, came.people, came.left_out) == (5, 2, ())
    assert results(library) == [
        ("score_sheet/Farms", [("Ana", 10, False), ("Anonymous", 9, False), ("Anonymous 2", 8, False)]),
        ("score_sheet/Farms", [("Ana", 12, False), ("Ben", 9, True)]),
        ("score_sheet/Chess", [("Ana", None, False), ("Ben", None, True)]),
        ("score_sheet/Golf", [("Ana", 72, False), ("Ben", 65, True)]),
        ("score_sheet/Farms", [("Ana", 40, True), ("Ben", 31, False)])]
    assert sorted(one.name for one in library.people()) == ["Ana", "Ben"], "nobody anonymous"
    first = library.history()[-1]
    assert details_of(library, first.id) == Details("Pub", "Sheep!", 0.0)
    assert not is_ended_early(first.outcome)
    opened = library.resume(first.id)
    outcome = opened.play.outcome()
    assert outcome is not None and opened.play.misfit is None
    sent = as_play(opened, outcome, Details())
    assert (sent["game"]["bggId"], sent["durationMin"]) == (31260, 45)  # type: ignore[index, call-overload]


def test_twice_imported_counts_once(library: Library, tmp_path: Path) -> None:
    take(library, tmp_path / "once.json", EVENING)
    before = results(library)
    assert str(take(library, tmp_path / "twice.json", EVENING).sentence) == \
        "You already have everything in this file."
    more = {**EVENING, "plays": [*EVENING["plays"], play("f", 3, row(1, "", True, 1), row(2, "", False, 2))]}
    assert take(library, tmp_path / "more.json", more).plays == 1
    assert len(results(library)) == len(before) + 1


def test_plays_that_cannot_come_in_are_counted_in_a_sentence(library: Library, tmp_path: Path) -> None:
    many = [row(1, "1", False, seat) for seat in range(13)]
    came = take(library, tmp_path / "some.json", export(
        play("a", 1, row(1, "1", True, 1)), play("b", 1, row(1, "1", True, 1), ignored=True), play("c", 1),
        play("d", 9, row(1, "1", True, 1)), play("e", 9, row(1, "1", True, 1)), play("f", 1, *many),
        play("g", 1, row(1, "1", True, 1), playDate="yesterday")))
    assert came.plays == 1
    assert [str(one) for one in came.left_out] == [
        "One play was left out: BG Stats doesn't count such plays.", "One play was left out: Nobody played.",
        "2 plays were left out: The game isn't in the file.",
        "One play was left out: Too many people played, 12 at most.",
        "One play was left out: The date can't be read."]


def test_odd_numbers_of_a_file_leave_out_one_play_at_most(library: Library, tmp_path: Path) -> None:
    came = take(library, tmp_path / "odd.json", export(
        play("a", 1, row(1, "1", True, 1), durationMin=10**400),
        play("b", [], row(1, "1", True, 1)),  # type: ignore[arg-type]
        play("c", 1, {**row(1, "1", True, 1), "playerRefId": {}}, locationRefId=[])))
    assert came.plays == 2 and [str(one) for one in came.left_out] == [
        "One play was left out: The game isn't in the file."]
    assert [names for _, names in results(library)] == [[("Anonymous", 1, True)], [("Ana", 1, True)]]
    assert all(library.length(one.id) < 1e7 for one in library.history())
    assert "Farms" in as_csv(library).finish()


@pytest.mark.parametrize(("content", "why"), [
    (json.dumps(EVENING)[:-40], "This file is incomplete or damaged and can't be read."),
    (json.dumps({**EVENING, "plays": [3]}), "This file is incomplete or damaged and can't be read."),
    ('{"name": "package", "version": 1}', "This is not a Tableside file."),
    ("Dear diary, we played.", "This is not a Tableside file."), ("[1, 2]", "This is not a Tableside file.")])
def test_a_damaged_or_foreign_file_is_one_sentence_and_changes_nothing(
        library: Library, tmp_path: Path, content: str, why: str) -> None:
    take(library, tmp_path / "good.json", EVENING)
    before = results(library)
    with pytest.raises(Refused) as refused:
        take(library, tmp_path / "bad.json", content)
    assert str(refused.value.refusal.why) == why and results(library) == before


def test_the_table_of_history_comes_back_on_another_device(library: Library, other: Library,
                                                           tmp_path: Path) -> None:
    take(library, tmp_path / "in.json", EVENING)
    hearts = Sheet("Hearts", rounds=1).to_json()
    opened = library.start("score_sheet", Setup(people("Ana", "=Ben"), {}, hearts))
    opened.answer("Score/0", 7)
    opened.answer("Score/1", 3)
    library.close(opened)
    save_details(library, opened.id, Details("Home, sweet home", "-1 card", 0.0))
    table = as_csv(library).finish()
    assert table.startswith(f"\ufeff{HEAD}\r\n") and "'=Ben" in table and "'-1 card" in table
    came = take(other, tmp_path / "history.csv", table)
    assert came.plays == 6 and sorted(results(other)) == sorted(results(library))
    assert sorted(as_csv(other).finish().splitlines()) == sorted(table.splitlines())
    assert take(library, tmp_path / "back.csv", table).plays == 0, "its own plays are here already"


def test_a_table_sorted_by_name_comes_back_with_the_same_plays_and_ranks(
        library: Library, other: Library, tmp_path: Path) -> None:
    """Each play fell apart into its people; of golf without a winner, the most points came first."""
    take(library, tmp_path / "in.json", export(
        play("a", 2, row(1, "72", False, 1), row(2, "65", False, 2)),
        play("b", 1, row(1, "9", True, 1), row(2, "12", False, 2), row(3, "15", False, 3))))
    head, *lines = as_csv(library).finish().splitlines()
    by_name = sorted(lines, key=lambda line: line.split(",")[7])
    came = take(other, tmp_path / "sorted.csv", "\r\n".join([head, *by_name]))
    assert (came.plays, came.left_out) == (2, ())
    again = as_csv(other).finish().splitlines()
    assert sorted(again) == sorted([head, *lines])
    assert {tuple(line.split(",")[7:10]) for line in again if "Golf" in line} == {
        ("Ana", "72", "2"), ("Ben", "65", "1")}
    assert {tuple(line.split(",")[7:10]) for line in again if "Farms" in line} == {
        ("Ana", "9", "1"), ("Ben", "12", "3"), ("Anonymous", "15", "2")}


def test_a_date_out_of_bounds_leaves_out_the_play_with_its_note(library: Library, tmp_path: Path) -> None:
    """The sentence was about a damaged file, and counted the missing play's person and note as new."""
    came = take(library, tmp_path / "old.json", export(
        play("a", 1, row(1, "1", True, 1), playDate="1000-01-01 20:00:00", comments="Long ago")))
    assert [str(one) for one in came.left_out] == ["One play was left out: The date can't be read."]
    assert str(came.sentence) == "You already have everything in this file."


def test_a_table_typed_in_a_spreadsheet_comes_in(library: Library, tmp_path: Path) -> None:
    typed = ("Date;Game;Name;Points;Won\r\n03.05.2024;Farms;Ana;40;x\r\n03.05.2024;Farms;Ben;31;\r\n"
             "04.05.2024;Farms;Ben;;1\r\n;;;;\r\n")
    assert take(library, tmp_path / "typed.csv", typed).plays == 2
    assert results(library) == [("score_sheet/Farms", [("Ben", None, True)]),
                                ("score_sheet/Farms", [("Ana", 40, True), ("Ben", 31, False)])]


def test_exports_of_others_are_found_in_downloads(tmp_path: Path) -> None:
    (tmp_path / "Downloads").mkdir()
    for name, text in (("BGStatsExport.json", "{}"), ("one.bgsplay", "{}"), ("history.csv", HEAD + "\r\n"),
                       ("bank.csv", "day,amount\r\n"), ("package.json", "{}")):
        (tmp_path / "Downloads" / name).write_text(text, encoding="utf-8")
    assert {one.name for one in files_here(tmp_path)} == {"BGStatsExport.json", "one.bgsplay", "history.csv"}


def test_a_full_disk_leaves_no_half_of_the_plays_saved_together(library: Library, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), library.store.together():
        library.start("score_sheet", Setup(people("Ana"), {}, Sheet("Solo").to_json()))
        raise RuntimeError
    assert library.plays() == [] and library.people() == []
    assert take(library, tmp_path / "after.json", EVENING).plays == 5


def test_a_phone_of_serve_takes_an_export_in_and_gives_the_table_out(library: Library) -> None:
    desk: Any = Desk(library, lambda opened: None)
    text = json.dumps(EVENING)
    assert desk.do({"what": "in", "part": text[:400], "first": True}) == {"ok": True}
    came = desk.do({"what": "in", "part": text[400:], "last": True})
    assert str(came["told"]) == "New in this file: 5 plays, 2 people and 5 notes. Nothing you have is lost."
    out = desk.do({"what": "out", "kind": "table"})
    assert (out["file"][-4:], out["type"], len(out["text"].splitlines())) == (".csv", "text/csv", 12)
    assert str(desk.do({"what": "in", "part": out["text"], "first": True, "last": True})["told"]) == \
        "You already have everything in this file."
