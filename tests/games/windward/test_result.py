"""Windward: the lines below the podium."""

from companion.games.windward.view import honours
from tests.games.windward.voyage import Voyage


def told(*points: tuple[str, int]) -> list[tuple[str, str, int | None]]:
    voyage = Voyage()
    voyage.table.turning_points += [(1, what, seat) for what, seat in points]
    return [(str(one.text), str(one.note), one.seat) for one in honours(voyage.table)]


def test_an_honour_of_several_captains_is_one_line() -> None:
    """Ana lost her ship twice, Cleo once; Ben and Cleo beat a Red each."""
    assert told(("lost", 0), ("red", 1), ("lost", 2), ("lost", 0), ("red", 2)) == [
        ("Hunters of the evening: Ben and Cleo", "1 great Crester beaten", None),
        ("Back from the deep: Ana and Cleo", "Ships lost: Ana 2 and Cleo 1", None)]


def test_an_honour_of_one_captain_has_their_token() -> None:
    assert told(("white", 1), ("lost", 0), ("lost", 0)) == [
        ("Hunter of the evening: Ben", "1 great Crester beaten", 1),
        ("Back from the deep: Ana", "lost the ship 2 times", 0)]
