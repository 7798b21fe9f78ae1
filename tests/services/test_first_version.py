"""Files of version 1.0.0 open in this version, equal: a fault here is a broken promise, never a reason to write them
again."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.services.library import Library
from companion.services.settings import DEFAULTS
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.core.everything import parts_of, unpacked
from tests.services.evenings import take_in
from tests.services.first_version import HOME

GAMES = find_games().games
LATER = (("windward", "depth", "full"), ("windward", "research_gas", True))
OURS = ("any_box", "keywords", "story", "windmill", "windward", "winter_tales")
RENAMED = {"any_box": "score_sheet"}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "here.db"), GAMES, SetClock())


def test_there_is_a_file_of_each_game_and_one_of_everything() -> None:
    assert sorted(path.stem for path in HOME.iterdir()) == sorted([*OURS, "everything"])


@pytest.mark.parametrize("id", OURS)
def test_a_play_of_the_first_version_opens_equal(library: Library, id: str) -> None:
    """Every record, the points after each stretch, and the winner."""
    text = (HOME / f"{id}.json").read_text(encoding="utf-8")
    assert take_in(library, text).plays == 1
    (listed,) = library.plays()
    opened = library.resume(listed.id)
    was, now = parts_of(text)[1]["play"], parts_of(opened.export())[1]["play"]
    assert opened.play.misfit is None and _then(now) == {**was, "game": _now(id), "rules": ""}
    assert listed.finished and len(was["log"]) > 5 and was["outcome"]["places"]


def test_everything_of_the_first_version_comes_in_equal(library: Library) -> None:
    text = (HOME / "everything.json").read_text(encoding="utf-8")
    came = take_in(library, text)
    assert came.left_out == () and came.plays == 15
    assert all(library.resume(listed.id).play.misfit is None for listed in library.plays())
    was, now = unpacked(text), unpacked(library.files.export_everything())
    later = {key: now["settings"].pop(key) for key in now["settings"].keys() - was["settings"].keys()}
    assert later == {key: DEFAULTS[key] for key in later}, "settings that came later have their defaults"
    assert _sorted(now) == _sorted(was)
    assert (library.setting("theme"), library.setting("text_size")) == ("dark", 130)


def _then(play: dict[str, Any]) -> dict[str, Any]:
    """Under its id now, without options that came later: they have their defaults."""
    options = {key: value for key, value in play["setup"]["options"].items() if (play["game"], key, value) not in LATER}
    return {**play, "game": _now(play["game"]), "rules": "", "setup": {**play["setup"], "options": options}}


def _now(game: str) -> str:
    return RENAMED.get(game, game)


def _sorted(raw: dict[str, Any]) -> dict[str, Any]:
    return {"plays": sorted(map(_then, raw["plays"]), key=lambda play: str(play["uid"])),
            "people": sorted(person["name"] for person in raw["people"]),
            "copies": sorted((_now(box["game"]), box["name"], str(box["copy"])) for box in raw["copies"]),
            "settings": raw["settings"]}
