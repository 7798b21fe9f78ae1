"""Past plays and people on the host's phone: filters, archive, trash, notes, photos, names, groups."""

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from companion.core.setup import Setup, people
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.games.windward import game as windward
from companion.services import when
from companion.services.home import likely_people
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.phones.desk import Desk
from companion.services.play_details import Details, save_details
from companion.services.store import PlayRow, open_store
from companion.services.store.lines import journals_of
from companion.testing.recording import SetClock
from tests.core.everything import unpacked

DAY = 86_400.0
JPEG = b"\xff\xd8\xff\xe0 a photo"


class Shown:
    """A desk, and what it has put on the table."""

    def __init__(self, folder: Path) -> None:
        self.clock = SetClock()
        games = {"windward": windward, "score_sheet": score_sheet}
        self.library = Library(open_store(folder / "plays.db"), games, self.clock)
        self.opened: OpenPlay | None = None
        self.desk = Desk(self.library, self.show)

    def show(self, opened: OpenPlay | None) -> None:
        self.opened = opened

    def do(self, what: str, **more: Any) -> Any:
        return self.desk.do({"what": what, **more})

    def begin(self, game: str, *names: str) -> int:
        return self.library.start(game, Setup(people(*names))).id

    def titles(self, **filters: Any) -> list[str]:
        return [f"{one['title']}: {one['names']}" for one in self.do("plays", **filters)["plays"]]


@pytest.fixture
def at(tmp_path: Path) -> Shown:
    return Shown(tmp_path)


def test_history_is_filtered_by_game_and_person_and_offers_only_what_has_plays(at: Shown) -> None:
    at.begin("windward", "Ana", "Ben")
    at.begin("score_sheet", "Ana", "Cleo")
    assert at.titles(game="windward") == ["Windward: Ana, Ben"]
    found = at.do("plays", person="Cleo")
    assert [one["names"] for one in found["plays"]] == ["Ana, Cleo"]
    assert found["persons"] == ["Ana", "Ben", "Cleo"] and len(found["games"]) == 2
    assert at.do("plays", game="windward")["persons"] == ["Ana", "Ben"]
    assert at.do("plays", person="Dev")["wish"]["person"] == "", "nobody of that name: no filter"


def test_a_play_is_archived_deleted_and_comes_back(at: Shown) -> None:
    play = at.begin("windward", "Ana", "Ben")
    assert str(at.do("archive", which=play, on=True)["told"]) == "Archived."
    assert at.titles() == [] and at.titles(shelf="away") == ["Windward: Ana, Ben"]
    at.do("archive", which=play, on=False)
    assert at.titles() == ["Windward: Ana, Ben"]
    at.do("delete", which=play)
    found = at.do("plays", shelf="trash")
    assert len(found["plays"]) == found["trash"] == 1 and at.titles() == []
    assert at.do("play", which=play)["trashed"]
    at.do("bring_play_back", which=play)
    assert at.titles() == ["Windward: Ana, Ben"] and at.do("plays")["trash"] == 0
    assert "refused" in at.do("delete_for_good", which=play), "only from the trash"
    at.do("delete", which=play)
    at.do("empty_trash")
    assert at.do("plays", shelf="trash")["plays"] == []


def test_place_note_and_day_are_kept_and_a_day_to_come_is_refused(at: Shown) -> None:
    play = at.begin("windward", "Ana", "Ben")
    today = at.do("details", which=play)
    assert (today["place"], today["note"], today["day"], today["photo"]) == ("", "", today["today"], False)
    assert at.do("note", which=play, place=" At Ben's ", note="Rain", day="2020-02-03")["ok"]
    after = at.do("details", which=play)
    assert (after["place"], after["note"], after["day"]) == ("At Ben's", "Rain", "2020-02-03")
    row, = at.do("plays")["plays"]
    assert (str(row["day"]), row["month"], row["place"]) == ("3 February 2020", "February 2020", "At Ben's")
    refused = at.do("note", which=play, place="", note="", day="2999-01-01")
    assert str(refused["refused"]) == "That day is still to come."
    assert at.do("details", which=play)["place"] == "At Ben's"


def test_a_long_note_stays_whole_when_only_the_day_changes(at: Shown) -> None:
    id = at.begin("windward", "Ana", "Ben")
    note = "We laughed a lot. " * 200
    place = "At Ben's, in the garden behind the house by the old mill"
    save_details(at.library, id, Details(place, note.strip()))
    found = at.do("details", which=id)
    assert found["longest"]["note"] > len(note)
    assert at.do("note", which=id, place=found["place"], note=found["note"], day=found["day"])["ok"]
    assert at.do("details", which=id)["note"] == note.strip()


def test_a_photo_comes_in_parts_and_goes(at: Shown) -> None:
    play, text = at.begin("windward", "Ana", "Ben"), b64encode(JPEG).decode()
    at.do("photo_in", which=play, part=text[:8], first=True)
    assert not at.do("details", which=play)["photo"]
    at.do("photo_in", which=play, part=text[8:], last=True)
    assert at.do("photo", which=play)["photo"] == f"data:image/jpeg;base64,{text}"
    other = b64encode(b"no photo").decode()
    assert "photo" in str(at.do("photo_in", which=play, part=other, first=True, last=True)["refused"])
    assert "refused" in at.do("photo_in", which=play, part="%%", first=True, last=True)
    assert at.do("details", which=play)["photo"], "the old one stays"
    at.do("photo_off", which=play)
    assert at.do("photo", which=play)["photo"] == ""


def test_a_play_without_tableside_is_one_round_of_a_score_sheet_on_its_day(at: Shown) -> None:
    once = {"name": "Chess", "day": "2020-02-03"}
    assert at.desk.new({"game": "score_sheet", "names": ["Ana", "Ben"], "once": once}) == {"ok": True}
    assert at.opened is not None and at.opened.title == "Chess"
    assert at.do("details", which=at.opened.id)["day"] == "2020-02-03"
    refused: Any = at.desk.new({"game": "windward", "names": ["Ana", "Ben"], "once": 5})
    assert "refused" in refused
    future = {**once, "day": "2999-01-01"}
    late: Any = at.desk.new({"game": "score_sheet", "names": ["Ana", "Ben"], "once": future})
    assert str(late["refused"]) == "That day is still to come."
    assert len(at.do("plays")["plays"]) == 1


def test_a_year_counts_its_plays_games_and_winners(at: Shown) -> None:
    play = at.begin("windward", "Ana", "Ben")
    at.library.end_here(play, winner=1)
    found = at.do("year", year=at.do("plays")["year"])
    assert [one[0] for one in found["numbers"]] == [1, 1] and found["games"] == [["Windward", 1]]
    assert [str(one) for one in found["wins"]] == ["Ben won 1"]


@pytest.mark.parametrize(("today", "top"), [("2026-11-30", None), ("2026-12-01", 2026), ("2027-01-31", 2026),
                                            ("2027-02-01", None)])
def test_the_year_is_on_top_in_december_and_january(at: Shown, today: str, top: int | None) -> None:
    at.clock.day = when.from_iso_day("2026-11-15")
    at.library.end_here(at.begin("windward", "Ana", "Ben"), winner=1)
    at.clock.day = when.from_iso_day(today)
    at.begin("windward", "Ana", "Ben")
    found = at.do("plays")
    assert [found["top"] and found["top"]["year"], found["year"]] == [top, None if top else 2026]
    assert str(at.do("year", year=top or found["year"])["title"]) == "2026 at our table"
    assert "top" not in at.do("plays", shelf="away")


def test_a_year_without_a_play_is_not_on_top(at: Shown) -> None:
    at.clock.day = when.from_iso_day("2027-01-02")
    at.library.end_here(at.begin("windward", "Ana", "Ben"), winner=1)
    found = at.do("plays")
    assert found["top"] is None and found["year"] == 2027
    assert "refused" in at.do("year", year=2026)


def test_people_are_renamed_merged_forgotten_and_brought_back(at: Shown) -> None:
    at.begin("windward", "Ana", "Benn")
    at.begin("windward", "Ana", "Ben")

    def names() -> list[str]:
        return sorted(one["name"] for one in at.do("people")["people"])

    at.do("rename_person", name="Ana", to="Anna")
    assert names() == ["Anna", "Ben", "Benn"]
    assert "refused" in at.do("rename_person", name="Anna", to="Ben"), "merge them instead"
    assert str(at.do("merge", name="Benn", to="Ben")["told"]) == "Benn now counts as Ben."
    assert names() == ["Anna", "Ben"]
    at.do("unmerge", name="Benn")
    assert names() == ["Anna", "Ben", "Benn"]
    at.do("forget_person", name="Benn")
    assert names() == ["Anna", "Ben"]
    at.do("bring_person_back", name="Benn")
    assert names() == ["Anna", "Ben", "Benn"]


def test_groups_are_made_changed_and_deleted(at: Shown) -> None:
    at.begin("windward", "Ana", "Ben")
    at.begin("windward", "Ana", "Cleo")
    assert at.do("save_group", name="Friday", people=["Ana", "Ben"])["ok"]
    found = at.do("save_group", name="Sunday", people=["Ana", "Cleo"], was="Friday")
    assert [(one["name"], sorted(each["name"] for each in one["people"])) for one in found["groups"]] == \
        [("Sunday", ["Ana", "Cleo"])]
    assert "refused" in at.do("save_group", name="Empty", people=[])
    at.do("forget_person", name="Cleo")
    assert at.do("delete_group", name="Sunday")["groups"] == []
    (back,) = at.do("bring_group_back")["groups"]
    assert (back["name"], [one["name"] for one in back["people"]]) == ("Sunday", ["Ana", "Cleo"])
    assert len(at.do("bring_group_back")["groups"]) == 1, "once"


def farms(at: Shown, *points: tuple[int, int]) -> None:
    """Finished plays of Ana and Ben, a day apart."""
    for ana, ben in points:
        setup = Setup(people("Ana", "Ben"), {}, Sheet("Farms", rounds=1).to_json())
        opened = at.library.start("score_sheet", setup)
        opened.answer("Score/0", ana)
        opened.answer("Score/1", ben)
        at.clock.advance(DAY)


def test_the_page_of_a_person_has_streaks_the_last_results_and_points_of_each_game(at: Shown) -> None:
    """Ana wins by 5 to 4, loses by 7 to 8, and wins by 9 to 4: 7 points on average, ahead of Ben twice."""
    farms(at, (5, 4), (7, 8), (9, 4))
    everybody = at.do("people")["people"]
    assert [(one["name"], one["letter"], str(one["told"])) for one in everybody] == [
        ("Ana", "A", "3 plays, 2 won"), ("Ben", "B", "3 plays, 1 won")]
    ana = at.do("person", name="Ana")
    assert [[number, str(words)] for number, words in ana["numbers"]] == [
        ["3", "plays"], ["2", "won"], ["67%", "of plays won"], ["1", "best winning streak"]]
    assert [(one["won"], one["place"]) for one in ana["last"]] == [(True, 1), (False, 2), (True, 1)]
    (game,) = ana["games"]
    assert (game["title"], game["scores"], game["average"]) == ("Farms", [5, 7, 9], 7)
    assert str(game["told"]) == "3 plays, 2 won. Average 7, best 9."
    (met,) = ana["met"]
    assert (met["name"], str(met["told"])) == ("Ben", "Ahead 2, behind 1, in 3 plays")
    assert at.do("person", name="Ben")["last"][1] == {"won": True, "place": 1}


def test_a_person_without_a_finished_play_has_no_numbers(at: Shown) -> None:
    at.begin("windward", "Ana", "Ben")
    found = at.do("person", name="Ana")
    assert found["numbers"] == found["last"] == found["games"] == found["met"] == []
    assert str(found["told"]) == "No finished plays yet. The first one brings the numbers."


def test_what_games_count_is_read_a_little_at_a_time(at: Shown) -> None:
    """Each request reads at least one play; a page asks until all are read."""
    farms(at, (5, 4), (7, 8))
    asked = 1
    while not (reply := at.do("counts", name="Ana"))["done"]:
        asked += 1
    assert reply["charts"] == [] and asked <= 3


def test_a_finished_play_goes_to_bg_stats_as_a_link_and_as_a_file(at: Shown) -> None:
    play = at.begin("score_sheet", "Ana", "Ben")
    assert str(at.do("bg_stats", which=play)["refused"]) == "This play is not over yet."
    at.library.resume(play).correct("columns.1.points", 7)
    at.library.end_here(play, 1)
    found = at.do("bg_stats", which=play)
    sent = json.loads(found["text"])
    assert [(one["name"], one["score"], one["winner"]) for one in sent["players"]] == [
        ("Ana", 0, False), ("Ben", 7, True)]
    assert found["file"] == "Score sheet BG Stats.json"
    assert json.loads(unquote(found["link"].split("=", 1)[1])) == sent


def test_a_damaged_play_is_read_exported_and_goes_on_before_the_damage(at: Shown, tmp_path: Path) -> None:
    play = at.begin("score_sheet", "Ana", "Ben")
    for points in (3, 5, 8):
        at.library.resume(play).correct("round", points)
    whole = at.begin("score_sheet", "Cleo", "Dev")
    for journal in journals_of(tmp_path / "plays.db"):
        journal.unlink()  # it would repair the line
    at.library.store.file.execute("UPDATE records SET line = '' WHERE play = ? AND number = 2", (play,))
    later = Shown(tmp_path)
    assert later.do("play", which=whole)["damage"] is None
    assert str(later.do("play", which=play)["damage"]) == "Line 3 of this play is damaged and can't be read."
    (rows,) = unpacked(later.do("out", kind="play", which=play)["text"])["damaged"]
    assert len(rows["lines"]) == 3, "all of it"
    later.do("rescue", which=play)
    assert later.opened is not None and later.opened.id not in (play, whole)
    assert later.opened.play.table.round == 5, "the third correction can't be read"


def test_a_play_with_a_damaged_head_is_listed_by_its_title(at: Shown) -> None:
    play = at.begin("score_sheet", "Ana", "Ben")
    assert at.do("plays")["damaged"] == []
    at.library.store.file.execute("UPDATE plays SET sum = 'x' WHERE id = ?", (play,))
    (row,) = at.do("plays")["damaged"]
    told = "This play's saved data is damaged. Export it; nothing is deleted."
    assert (row["id"], str(row["told"])) == (play, told)
    assert at.do("play", which=play)["text"] == ""
    assert str(at.do("rescue", which=play)["refused"]).startswith("Too little can be read")
    assert at.opened is None


def test_everybodys_numbers_come_as_a_table(at: Shown) -> None:
    for winner in (1, 1, 0):
        at.library.end_here(at.begin("score_sheet", "Ana", "Ben"), winner)
    found = at.do("table_of_people")
    assert found["file"] == "All players.csv"
    assert [line for line in found["text"].splitlines() if line.startswith("Ben,,")] == ["Ben,,3,2,,,0,2"]


def test_a_games_numbers_stand_above_its_plays(at: Shown) -> None:
    for winner, points in ((1, 7), (1, 5), (0, 4)):
        play = at.begin("score_sheet", "Ana", "Ben")
        at.library.resume(play).correct(f"columns.{winner}.points", points)
        at.library.end_here(play, winner)
    assert at.do("plays")["record"] == []
    key = at.do("plays")["games"][0][0]
    assert [(icon, str(words)) for icon, words in at.do("plays", game=key)["record"]] == [
        ("cards-outline", "3 plays"), ("trophy-outline", "Best score: Ben, 7"),
        ("crown", "Ben won 2 of 3"), ("crown", "Ana won 1 of 3")]


def test_the_form_reads_no_more_plays_than_it_needs(at: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """It read 20 for each game, which made the answer that ends a play slow."""
    read, latest = list[int](), at.library.store.latest

    def noted() -> Iterator[PlayRow]:
        for row in latest():
            read.append(row.id)
            yield row
    monkeypatch.setattr(at.library.store, "latest", noted)
    at.begin("windward", "Ana", "Ben", "Cleo")
    at.begin("score_sheet", "Ana")
    at.begin("score_sheet", "Dev")
    pair = replace(windward.facts, fewest=2, most=2)
    assert [one.name for one in likely_people(at.library, pair)] == ["Ana", "Ben"]
    assert read == [3, 2, 1]
    assert [one.name for one in likely_people(at.library, replace(pair, fewest=1))] == ["Dev"]
    assert read == [3, 2, 1, 3]
