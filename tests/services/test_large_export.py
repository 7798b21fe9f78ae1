"""A collector's history of BG Stats: 2,000 plays come in within ten seconds, and nothing is miscounted."""

import json
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.services.bg_stats import TABLES
from companion.services.library import Library
from companion.services.play_details import every_details
from companion.services.statistics import person_sums
from companion.services.store import open_store
from companion.testing.recording import SetClock

PLAYS, PEOPLE, GAMES = 2_000, 30, 50
SECONDS = 10.0

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def export() -> dict[str, Any]:
    """In the form that bgstatsapp.com describes, with the keys the app adds and nobody here reads.

    Play n is of game n modulo 50, with two to five people in turn from person n modulo 30 on. The first wins
    with 90 points, each other one has ten fewer than the one before.
    """
    return {"about": "", "challenges": [], "deletedObjects": [], "tags": [], "groups": [],
            "userInfo": {"meRefId": 1, "bggUsername": ""},
            "players": [{"id": 1 + at, "uuid": f"P-{at}", "name": f"Person {at}", "isAnonymous": False,
                         "modificationDate": "2020-01-01 12:00:00", "bggUsername": ""}
                        for at in range(PEOPLE)],
            "locations": [{"id": 1, "uuid": "L-1", "name": "Café Zoé"},
                          {"id": 2, "uuid": "L-2", "name": "At home"}],
            "games": [{"id": 1 + at, "uuid": f"G-{at}", "name": f"Game {at}", "bggId": 1000 + at,
                       "bggYear": 2001, "highestWins": True, "noPoints": False, "usesTeams": False,
                       "cooperative": False, "minPlayerCount": 2, "maxPlayerCount": 5, "designers": "",
                       "copies": []}
                      for at in range(GAMES)],
            "plays": [play(number) for number in range(PLAYS)]}


def play(number: int) -> dict[str, Any]:
    """Three a day; 30 to 89 minutes."""
    day, turn = divmod(number, 3)
    date = f"{2020 + day // 336}-{1 + day % 336 // 28:02}-{1 + day % 28:02} {12 + 3 * turn}:00:00"
    rows = [{"playerRefId": 1 + (number + seat) % PEOPLE, "score": str(90 - 10 * seat), "winner": seat == 0,
             "seatOrder": seat + 1, "startPlayer": seat == 0, "newPlayer": False, "rank": seat + 1}
            for seat in range(2 + number % 4)]
    return {"uuid": f"00000000-0000-4000-8000-{number:012}", "playDate": date, "entryDate": date,
            "modificationDate": date, "durationMin": 30 + number % 60, "ignored": False, "rounds": 0,
            "rating": 0, "manualWinner": False, "usesTeams": False, "nemestatsId": 0, "bggId": 0, "board": "",
            "playImages": "[]", "comments": "Rain outside" if number % 10 == 0 else "",
            "gameRefId": 1 + number % GAMES, "locationRefId": 1 + number % 2, "expansionPlays": [],
            "playerScores": rows}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "tableside.sqlite3"), find_games().games, SetClock())


def test_two_thousand_plays_come_in_quickly_and_count_right(library: Library, tmp_path: Path) -> None:
    """500 times 2 + 3 + 4 + 5 seats are 7,000; 2,000 = 66 x 30 + 20, so twenty people win 67, ten 66.

    Person 0 is first in plays 0 modulo 30, second in 29; third in 28 and fourth in 27 if there are so many
    seats: 28 modulo 60 has two, 58 four; 27 modulo 60 has five, 57 three. 26 modulo 60 has four, 56 two, so
    Person 0 is never fifth. The last twenty plays are 0 to 19 modulo 60: 67 firsts, 66 seconds, 33 thirds
    and 33 fourths are 199 plays.
    """
    assert set(TABLES) <= set(export())
    path = tmp_path / "BGStatsExport.json"
    path.write_text(json.dumps(export()), encoding="utf-8")
    begun = process_time()
    came = library.files.import_file(path).finish()
    took = process_time() - begun
    assert (came.plays, came.people, came.left_out) == (PLAYS, PEOPLE, ())
    assert took < SECONDS, f"{took:.1f} s of processor time"

    results = library.results()
    assert len(results) == 7_000 and len({row.play for row in results}) == PLAYS
    assert set(Counter(row.game for row in results if row.seat == 0).values()) == {40}
    assert len({row.game for row in results}) == GAMES
    wins = [record.wins for record in library.person_records().values()]
    assert Counter(wins) == {67: 20, 66: 10}
    sums = person_sums(results, "Person 0")
    assert (sums.plays, sums.wins) == (199, 67)
    points = sum(row.score or 0 for row in results if row.name == "Person 0")
    assert points == 67 * 90 + 66 * 80 + 33 * 70 + 33 * 60
    minutes = sum(library.length(play) for play in {row.play for row in results}) / 60
    assert round(minutes) == PLAYS * 30 + 33 * 1_770 + 190
    noted = every_details(library).values()
    assert Counter(one.place for one in noted) == {"Café Zoé": 1_000, "At home": 1_000}
    assert sum(one.note == "Rain outside" for one in noted) == 200
