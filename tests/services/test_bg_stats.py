"""BG Stats: every field of its documented link, with the types its apps insist on."""

import json
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote
from uuid import UUID

import pytest

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.core.values import Json
from companion.core.views import ScoreSheet, SheetColumn, View
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.services.bg_stats import LINK, as_link, as_play
from companion.services.chronicle import as_text, in_ten_lines
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details
from companion.services.store import open_store
from companion.services.summary import low_leads
from companion.testing.recording import SetClock

TYPES = {"sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int, "game": dict, "players": list,
         "name": str, "sourceGameId": str, "noPoints": bool, "highestWins": bool, "sourcePlayerId": str,
         "startPlayer": bool, "winner": bool, "rank": int, "score": int, "location": str, "comments": str}
ALWAYS = {"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}


def played(path: Path, sheet: Sheet, names: str, *answers: Json) -> tuple[Library, OpenPlay]:
    clock = SetClock()
    library = Library(open_store(path / "plays.db"), {"score_sheet": score_sheet}, clock)
    opened = library.start("score_sheet", Setup(people(*names.split(", ")), {}, sheet.to_json()))
    for answer in answers:
        opened.answer(opened.play.open()[0].key(), answer)
        clock.advance(300)
    return library, opened


def sent(path: Path, sheet: Sheet, *answers: Json, details: Details | None = None, names: str = "Ana, Ben") -> Any:
    _, opened = played(path, sheet, names, *answers)
    ended = opened.play.outcome()
    assert ended is not None
    return as_play(opened, ended, details or Details())


def well_typed(found: dict[str, Any]) -> None:
    """Both apps fail on a missing true or false, and on a number as text."""
    for key, value in found.items():
        assert type(value) is TYPES[key], key
    for player in found["players"]:
        assert {"name", "sourcePlayerId", "startPlayer", "winner"} <= set(player)
        assert all(type(value) is TYPES[key] for key, value in player.items())
    assert set(found["game"]) == {"name", "sourceGameId", "noPoints", "highestWins"}
    assert all(type(value) is TYPES[key] for key, value in found["game"].items())


def test_a_countdown_is_won_by_the_lowest(tmp_path: Path) -> None:
    found = sent(tmp_path, Sheet(name="Darts", start=501, down=True, reach="once"), 180, 100, 321,
                 details=Details("Pub", "A bull at last"))
    well_typed(found)
    assert set(found) == ALWAYS | {"location", "comments"} and UUID(found["sourcePlayId"])
    assert (found["location"], found["comments"], found["durationMin"]) == ("Pub", "A bull at last", 10)
    assert found["game"] == {"name": "Darts", "sourceGameId": "any_box/Darts", "noPoints": False,
                             "highestWins": False}
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in found["players"]] == [
        ("Ana", 0, 1, True), ("Ben", 401, 2, False)]


@pytest.mark.parametrize(("answer", "winners"), [("1", [False, True]), ("draw", [True, True])])
def test_a_win_or_a_draw_has_no_points(tmp_path: Path, answer: str, winners: list[bool]) -> None:
    found = sent(tmp_path, Sheet(name="Chess", by="wins", rounds=1), answer)
    well_typed(found)
    assert set(found) == ALWAYS and found["game"]["noPoints"] and found["game"]["highestWins"]
    assert [one["winner"] for one in found["players"]] == winners
    assert all("score" not in one for one in found["players"])


def test_odd_names_arrive_as_they_were_typed(tmp_path: Path) -> None:
    names = 'Jörg & "Jo", 100% #1?, 🎲 O\'Neil'
    found = sent(tmp_path, Sheet(name="Würfel & Co", rounds=1), 1, 2, 3, names=names)
    link = as_link(found)
    assert link.isascii() and not set(link.removeprefix(LINK)) & set(' "&#?+\'')
    back = json.loads(unquote(link.removeprefix(LINK)))
    assert back == found and [one["name"] for one in back["players"]] == names.split(", ")
    assert back["game"]["name"] == "Würfel & Co" and back["durationMin"] == 0, "only entered: nobody measured it"


def test_a_draw_of_two_teams_has_four_winners(tmp_path: Path) -> None:
    found = sent(tmp_path, Sheet("Chess", by="wins", rounds=1, sides=2), "draw", names="Ana, Ben, Cleo, Dev")
    assert [(one["winner"], one["rank"]) for one in found["players"]] == [(True, 1)] * 4


def test_ended_early_partners_win_together_and_low_sheets_rank_from_below(tmp_path: Path) -> None:
    """Partners sit apart (AB-3): Ana and Cleo have 3, Ben and Dev 9, and the fewest points are best."""
    library, opened = played(tmp_path, Sheet("Hearts", rounds=5, sides=2, wins="low"), "Ana, Ben, Cleo, Dev", 3, 9)
    library.end_here(opened.id, 2)
    (one,) = library.history()
    assert str(one.outcome) == "Ended early, Ana and Cleo win."
    assert {row.name: (row.place, row.won) for row in one.seats} == {
        "Ana": (1, True), "Ben": (2, False), "Cleo": (1, True), "Dev": (2, False)}
    library.end_here(opened.id)
    assert str(library.history()[0].outcome) == "Ended early, Ana and Cleo ahead."


def test_a_column_without_a_total_does_not_lead() -> None:
    """A game of somebody else may leave one out."""
    columns = (SheetColumn((0,), cast(int, None), leads=True), SheetColumn((1,), 3))
    assert not low_leads(View(say("Round one"), (), sheet=ScoreSheet(columns, ())))


def test_texts_are_titled_with_the_name_of_the_box(tmp_path: Path) -> None:
    _, opened = played(tmp_path, Sheet("Skat & Bier", rounds=1), "Ana, Ben", 1, 2)
    assert as_text(opened.play, 0.0).startswith("Skat & Bier\n")
    assert in_ten_lines(opened.play, 0.0).startswith("Skat & Bier, ")


@pytest.mark.parametrize(("id", "number", "names"), [("windward", 282922, "Ana, Ben"),
                                                     ("winter_tales", 122599, "Ana, Ben, Cleo")])
def test_a_game_that_boardgamegeek_lists_goes_out_with_its_number(id: str, number: int, names: str) -> None:
    game = find_games().games[id]
    assert game.bgg_of(game.prepare(Setup(people(*names.split(", ")), {}))) == number
