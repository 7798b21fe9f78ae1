"""Plays of one evening with mostly the same people are one evening."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.services.evening.tonight import mostly_same, tonight, words_of
from companion.services.home import open_json
from companion.services.library import Library
from companion.services.phones.evenings import Evenings
from companion.services.play_details import Details, save_details
from companion.services.store import Summary, open_store
from companion.services.store.rows import SeatResult
from companion.testing.recording import SetClock
from tests.services.evenings import finish, take_in
from tests.toys.orchard import game as orchard

EIGHT = 1_700_078_400.0  # 15 November 2023, 20:00 in UTC
HOUR = 3600.0


class Table:
    def __init__(self, path: Path) -> None:
        self.clock = SetClock(day=EIGHT)
        self.library = Library(open_store(path / "t.db"), {"orchard": orchard}, self.clock)

    def play(self, when: float, names: str, winner: str) -> int:
        """A finished play of the orchard, one point for everybody."""
        seated = people(*names.split())
        results = tuple(SeatResult(seat, one.name, 1 if one.name == winner else 2, 1, one.name == winner)
                        for seat, one in enumerate(seated))
        summary = Summary("", (1,) * len(seated), say("{name} wins.", name=winner), results)
        play = self.library.store.add_play("orchard", "1", Setup(seated), when, summary)
        assert play is not None
        self.clock.day = when + 600
        return play


def podium_of(table: Table) -> Any:
    return Evenings(table.library, lambda _: None).does["tonight"]({})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.library.quit()


def test_three_plays_of_one_evening_have_one_podium(table: Table) -> None:
    """Dev comes for the second play: two wins; Ana has one. The afternoon's play is too long ago."""
    table.play(EIGHT - 9 * HOUR, "Ana Ben Cleo", "Cleo")
    table.play(EIGHT, "Ana Ben Cleo", "Ana")
    table.play(EIGHT + HOUR, "Ana Ben Cleo Dev", "Dev")
    table.play(EIGHT + 2 * HOUR, "Ana Cleo Dev", "Dev")
    night = tonight(table.library)
    assert night is not None and len(night.plays) == 3
    assert [(one.name, one.wins, one.plays, one.place) for one in night.guests] == [
        ("Dev", 2, 2, 1), ("Ana", 1, 3, 2), ("Cleo", 0, 3, 3), ("Ben", 0, 2, 3)]
    title, wins = words_of(night, table.library)
    assert str(title).endswith("Orchard ×3") and str(wins) == "Dev: 2 wins"
    assert [(one.seat, one.place, one.score) for one in night.outcome().places][:2] == [(0, 1, 2), (1, 2, 1)]
    assert open_json(table.library)["tonight"] == {"title": title, "wins": wins}


def test_a_play_that_ended_on_two_phones_is_one_play_of_the_evening(table: Table, tmp_path: Path) -> None:
    """Both courses are kept; statistics and the evening count one."""
    (tmp_path / "other").mkdir()
    here, there = table.library, Table(tmp_path / "other").library
    here.start("orchard", Setup(people("Ana", "Ben", "Cleo"))).answer("Weather/table", [3])
    take_in(there, here.files.export_everything())
    for seed, phone in enumerate((here, there)):
        opened = finish(phone.resume(phone.plays()[0].id), seed)
        if opened.votes_closed:
            opened.open_votes()
    take_in(here, there.files.export_everything())
    night = tonight(here)
    assert len(here.plays()) == 2 and night is not None
    assert len(night.plays) == 1 and [one.plays for one in night.guests] == [1, 1, 1]


def test_the_page_gets_the_podium_and_the_plays(table: Table) -> None:
    """From left to right: the second, the first, then everybody who shares the third place."""
    table.play(EIGHT, "Ana Ben Cleo", "Ana")
    table.play(EIGHT + HOUR, "Ana Ben Cleo Dev", "Dev")
    table.play(EIGHT + 2 * HOUR, "Ana Cleo Dev", "Dev")
    found = podium_of(table)
    assert [(one["name"], one["place"], one["score"]) for one in found["steps"]] == [
        ("Ana", 2, 1), ("Dev", 1, 2), ("Cleo", 3, 0), ("Ben", 3, 0)]
    assert [str(one["told"]) for one in found["plays"]] == ["Ana wins.", "Dev wins.", "Dev wins."]
    assert str(found["hint"]) == "The numbers are plays won." and found["file"] == "Tableside 2023-11-15.png"


def test_the_podium_of_a_single_play_has_its_points(table: Table) -> None:
    table.play(EIGHT, "Ana Ben Cleo", "Cleo")
    found = podium_of(table)
    assert [(one["name"], one["place"], one["score"]) for one in found["steps"]] == [
        ("Ana", 2, 1), ("Cleo", 1, 1), ("Ben", 2, 1)] and found["hint"] == ""


def test_an_evening_that_is_over_is_refused(table: Table) -> None:
    with pytest.raises(Refused):
        podium_of(table)


def test_other_people_have_their_own_evening(table: Table) -> None:
    table.play(EIGHT, "Ida Jon Kim", "Ida")
    table.play(EIGHT + HOUR, "Ana Ben Cleo", "Ana")
    night = tonight(table.library)
    assert night is not None and [len(one.seats) for one in night.plays] == [3]
    assert {one.name for one in night.guests} == {"Ana", "Ben", "Cleo"}
    assert str(words_of(night, table.library)[1]) == "Ana wins."


def test_the_next_evening_nothing_is_left_of_it(table: Table) -> None:
    table.play(EIGHT, "Ana Ben", "Ana")
    table.clock.day = EIGHT + 19 * HOUR
    assert tonight(table.library) is None and open_json(table.library)["tonight"] is None


def test_a_play_entered_for_another_day_is_not_of_tonight(table: Table) -> None:
    play = table.play(EIGHT, "Ana Ben", "Ana")
    save_details(table.library, play, Details(when=EIGHT - 30 * 24 * HOUR))
    assert tonight(table.library) is None


def test_a_draw_of_wins_names_both(table: Table) -> None:
    table.play(EIGHT, "Ana Ben", "Ana")
    table.play(EIGHT + HOUR, "Ana Ben", "Ben")
    night = tonight(table.library)
    assert night is not None and str(night.wins_words()) == "Ana and Ben: one win"
    assert [one.place for one in night.guests] == [1, 1] and night.outcome().winners == (0, 1)


def test_half_of_the_people_are_enough() -> None:
    assert mostly_same(["a", "b", "c", "d"], ["a", "b", "e", "f"])
    assert not mostly_same(["a", "b", "c"], ["a", "d", "e"])
