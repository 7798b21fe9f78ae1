"""Ready-made sheets: ten ways to count, searchable, identical in the app and on the page."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.language import speaking
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.values import Json
from companion.games.score_sheet import game
from companion.games.score_sheet.ready import READY_MADE, found
from companion.games.score_sheet.sheet import Sheet
from companion.services.library import Library
from companion.services.phones.desk import Desk
from companion.services.store import open_store
from companion.testing.recording import SetClock


def played(name: str, *answers: tuple[str, Json], names: str = "Ana Ben") -> tuple[str, list[int]]:
    (one,) = [one for one in READY_MADE if str(one.name) == name]
    play = Play(game, Setup(people(*names.split()), {}, one.sheet().to_json()))
    for key, answer in answers:
        play.answer(key, answer)
    outcome = play.outcome()
    return ("" if outcome is None else str(outcome.sentence)), [seat.points for seat in play.table.seats]


@pytest.mark.parametrize(("typed", "names"), [
    ("", 10), ("dice", ["Five dice"]), ("DARTS", ["501 down"]), ("team leg", ["Teams and legs"]),
    ("first 100", ["First to 100"]), ("Carcassonne", [])])
def test_words_of_name_or_description_find_a_sheet(typed: str, names: Any) -> None:
    assert names in (len(found(typed)), [str(one.name) for one in found(typed)])


def test_ten_sheets_say_what_they_are_in_each_language() -> None:
    assert len({str(one.name) for one in READY_MADE}) == 10
    find_games()  # adds their catalogues
    with speaking("de"):
        assert [one.sheet().name for one in found("würfel")] == ["Fünf Würfel"]


def test_each_counts_as_it_says() -> None:
    assert played("First to 100", ("Score/0", 100), ("Score/1", 120)) == ("Ben wins.", [100, 120])
    assert played("Fewest points", ("Score/0", 100), ("Score/1", 20)) == ("Ben wins.", [100, 20])
    assert played("501 down", ("Score/0", 180), ("Score/1", 100), ("Score/0", 321)) == ("Ana wins.", [0, 401])
    legs: list[tuple[str, Json]] = [("WhoWon/table", side) for side in "01011"]
    assert played("Teams and legs", *legs, names="Ana Ben Cleo Dan") == ("Ben and Dan win.", [2, 3, 2, 3])
    assert played("Together against the game", ("Verdict/table", "won"))[0] == "You won together."


def test_the_bonus_row_counts_thirty_five() -> None:
    (dice,) = found("dice")
    sheet = dice.sheet()
    assert [(row, sheet.worth_of(at)) for at, row in enumerate(sheet.categories)][5:8] == [
        ("Sixes", 1), ("Bonus", 35), ("Three of a kind", 1)]


def test_the_page_offers_the_same_ones_and_starts_them(tmp_path: Path) -> None:
    library = Library(open_store(tmp_path / "plays.db"), {"score_sheet": game}, SetClock())
    begun: list[Any] = []
    desk: Any = Desk(library, begun.append)
    offered = desk.do({"what": "boxes", "game": "score_sheet"})["ready"]
    assert [str(one["name"]) for one in offered] == [str(one.name) for one in READY_MADE]
    assert desk.new({"game": "score_sheet", "names": ["Ana", "Ben"], "box": offered[3]["id"]}) == {"ok": True}
    assert begun[0].title == "First to 100" and Sheet.of(begun[0].play.setup.box).target == 100
    assert "refused" in desk.new({"game": "score_sheet", "names": ["Ana", "Ben"], "box": "ready 99"})
