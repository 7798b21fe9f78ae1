"""What the library and the form for a new play show, as data for every surface."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.core.setup import Person, Setup, people
from companion.services.library import Library
from companion.services.phones.desk import Desk
from companion.services.phones.http import write_json
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.ui.toy import ToyGame


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "plays.db"), find_games().games, SetClock())


def sent(library: Library) -> Any:
    return json.loads(write_json(Desk(library, lambda _: None).forms()))


def test_a_fresh_library_has_covers_and_nobody_to_resume(library: Library) -> None:
    found = sent(library)
    assert found["plays"] == found["known"] == found["groups"] == []
    assert [one["game"] for one in found["covers"]] == list(library.games)
    windmill = next(one for one in found["covers"] if one["game"] == "windmill")
    assert windmill["picture"] == "covers/windmill.webp" and windmill["about"] == "3–5 · 20–45 min"
    sheet = next(one for one in found["covers"] if one["game"] == "score_sheet")
    assert sheet["picture"] == "" and sheet["icon"] == "package-variant" and len(sheet["colours"]) == 4
    assert found["starts"][:3] == ["Start alone", "Start with two players", "Start with three players"]
    assert found["missing"][:2] == ["One more player", "Two more players"]


def test_a_play_under_way_is_offered_with_its_people_and_points(library: Library) -> None:
    opened = library.start("windmill", Setup((Person("Ana", 3), Person("Ben", 0), Person("Bo", 1))))
    play, = sent(library)["plays"]
    assert play["id"] == opened.id and play["game"] == "windmill" and play["told"]
    assert play["left"].startswith("Left at")
    assert [(one["letter"], one["colour"], one["score"]) for one in play["people"]] == [
        ("A", 3, None), ("Be", 0, None), ("Bo", 1, None)]
    library.end_here(opened.id)
    assert sent(library)["plays"] == []


def test_the_form_begins_with_the_last_people_and_options_of_each_game(library: Library) -> None:
    library.start("windward", Setup(people("Ana", "Ben"), {"mode": "coop"}))
    library.save_group("Friday", people("Ana", "Ben", "Cleo"))
    found = sent(library)
    games = {one["id"]: one for one in found["games"]}
    assert [one["name"] for one in games["windward"]["people"]] == ["Ana", "Ben"]
    assert games["windward"]["chosen"]["mode"] == "coop" and games["story"]["chosen"] == {}
    assert "Drag" in games["story"]["order"]
    assert [one["name"] for one in found["known"]] == ["Ana", "Ben"]
    group, = found["groups"]
    assert group["name"] == "Friday" and [one["name"] for one in group["people"]] == ["Ana", "Ben", "Cleo"]


def test_a_saved_sheet_is_a_cover_with_its_own_colours(library: Library) -> None:
    row, _ = library.save_box("score_sheet", "Rummy", {"name": "Rummy", "colour": "#2B8AC9", "icon": "cards"})
    sheet, plain = [one for one in sent(library)["covers"] if one["game"] == "score_sheet"]
    assert sheet["box"] == row.id and sheet["title"] == "Rummy" and sheet["icon"] == "cards"
    assert plain["box"] is None and plain["colours"] != sheet["colours"]


def test_a_plugin_shows_the_picture_it_brings_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyGame()
    library = Library(open_store(tmp_path / "plays.db"), {"toy": game}, SetClock())
    desk = Desk(library, lambda _: None)
    asked = {"what": "cover", "game": "toy"}
    assert sent(library)["covers"][0]["picture"] == "" and "refused" in desk.do(asked)
    monkeypatch.setattr(type(game), "home", tmp_path)
    (tmp_path / "cover.jpg").write_bytes(b"JFIF")
    assert sent(library)["covers"][0]["picture"] == "own"
    assert desk.do(asked)["picture"] == "data:image/jpeg;base64,SkZJRg=="
