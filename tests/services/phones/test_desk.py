"""Boxes on the host's phone: deleted by mistake and restored."""

from pathlib import Path
from typing import Any

import pytest
import segno

from companion.core.setup import Setup, people
from companion.games.windward import game as windward
from companion.services.library import Library
from companion.services.phones.desk import Desk
from companion.services.phones.serve import Serving
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.toys.harbour import STARTER, HarbourGame


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    library = Library(open_store(tmp_path / "plays.db"), {"windward": windward}, SetClock())
    library.save_box("windward", "Friday's box", windward.boxes.starter())
    return Desk(library, lambda _: None)


def do(desk: Desk, what: str, **more: Any) -> Any:
    return desk.do({"what": what, "game": "windward", **more})


def test_a_deleted_box_is_offered_again_and_comes_back_as_it_was(desk: Desk) -> None:
    row, = desk.library.boxes("windward")
    reply = do(desk, "forget", which=row.id)
    assert reply["boxes"] == [] and str(reply["gone"]) == "Friday's box is deleted. Undo"
    offered, = desk.forms()["games"]
    assert str(offered["gone"]) == "Friday's box is deleted. Undo", "also after a reload"
    reply = do(desk, "bring_back")
    assert reply["id"] == row.id and reply["gone"] == "" and len(reply["boxes"]) == 1
    back, = desk.library.boxes("windward")
    assert (back.id, back.name, back.box) == (row.id, row.name, row.box)
    assert str(do(desk, "bring_back")["refused"]) == "This can't be done here."


def test_a_saved_box_or_a_play_ends_the_offer(desk: Desk) -> None:
    row, = desk.library.boxes("windward")
    do(desk, "forget", which=row.id)
    assert do(desk, "save", name="Mine", box=row.box)["gone"] == ""
    do(desk, "forget", which=desk.library.boxes("windward")[0].id)
    desk.start("windward", people("Ana", "Ben"), {}, None)
    assert do(desk, "boxes")["gone"] == "" and "refused" in do(desk, "bring_back")


def test_the_page_gets_a_box_older_than_its_form_with_the_starters_values(tmp_path: Path) -> None:
    library = Library(open_store(tmp_path / "plays.db"), {"harbour": HarbourGame()}, SetClock())
    row, _ = library.save_box("harbour", "Old", {key: STARTER[key] for key in ("sea", "cargo", "ports")})
    desk = Desk(library, lambda _: None)
    reply = desk.do({"what": "box", "game": "harbour", "which": row.id})
    assert reply["box"] == {key: value for key, value in STARTER.items() if key != "guessed"}
    assert desk.do({"what": "box", "game": "harbour"})["box"] == STARTER


@pytest.mark.parametrize("known, shown_on, opens", [
    ("", "", "tableside://open?box="),
    ("", "https://example.org/serve/", "https://example.org/serve/#box="),
    ("https://example.org/", "", "https://example.org/#box="),
    ("https://example.org/", "https://example.org/serve/", "https://example.org/#box="),
])
def test_a_camera_opens_the_page_on_the_web_with_a_box_or_else_the_app(
        desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, known: str, shown_on: str,
        opens: str) -> None:
    """`serve` over http has no page that a friend's phone could keep the box on."""
    monkeypatch.setattr("companion.core.boxes.code.PAGE", known)
    reply = do(desk, "code", which=desk.library.boxes("windward")[0].id, page=shown_on)
    expected = segno.make(opens + reply["code"], error="m", micro=False).matrix
    assert reply["qr"] == ["".join(map(str, row)) for row in expected]
    other = Library(open_store(tmp_path / "other.db"), {"windward": windward}, SetClock())
    assert other.box_by_code(opens + reply["code"]) == other.box_by_code(reply["code"])


@pytest.mark.slow
def test_the_plays_of_many_years_come_in_again(desk: Desk, tmp_path: Path) -> None:
    """500 plays are a file of 9.4 MB; from 8 MiB on, the page refused what it had exported."""
    desk.library.start("windward", Setup(people("Ana", "Ben")))
    text = do(desk, "out", kind="everything")["text"] + (" " * 1023 + "\n") * (12 << 10)
    store = open_store(tmp_path / "other.db")
    other = Desk(Library(store, {"windward": windward}, SetClock()), lambda _: None)
    parts = [text[at:at + (1 << 19)] for at in range(0, len(text), 1 << 19)]
    for part in parts[:-1]:
        assert do(other, "in", part=part, first=part is parts[0]) == {"ok": True}
    assert "1 play" in str(do(other, "in", part=parts[-1], last=True)["told"])


def test_a_file_that_is_far_too_large_is_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.services.phones.desk.LARGEST_FILE", 9)
    assert do(desk, "in", part="123456", first=True) == {"ok": True}
    assert str(do(desk, "in", part="7890")["refused"]) == "This file is too large to be from Tableside."
    assert do(desk, "in", part="123456789") == {"ok": True}, "nothing of it is left"


def test_a_play_ends_with_its_points_and_a_winner_or_none_or_stays_open(tmp_path: Path) -> None:
    """The host ends three plays of Ana and Ben: Ben wins, nobody does, and one goes on later."""
    serving = Serving(tmp_path / "plays.db", {"windward": windward}, 0, lambda _: None, "127.0.0.1")
    try:
        for more, over, sentence in (({"points": True, "winner": 1}, True, "Ended early, Ben wins."),
                                     ({"points": True, "winner": None}, True, "Ended early."),
                                     ({}, False, "")):
            serving.open(serving.library.start("windward", Setup(people("Ana", "Ben"))))
            assert serving.table is not None
            host, play = serving.table.host, serving.table.opened.id
            now = {"op": "end", "epoch": serving.table.views.epoch}
            assert "refused" in host.do({**now, "points": True, "winner": 2})
            assert host.do({**now, **more}) == {"ok": True}
            assert serving.table is None, "the home is shown"
            found = serving.library.finished_play(play)
            assert (found is not None) is over
            assert found is None or str(found.outcome) == sentence
    finally:
        serving.close()
