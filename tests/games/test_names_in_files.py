"""Names that saved plays hold: question classes, exits and options. Renaming one without an alias loses evenings."""

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, ClassVar

import pytest

from companion.core.files import dump, play_file, read_play, replayed
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.table import Unwind
from companion.core.text import Refused
from companion.games.windmill.game import WindmillGame

GAMES = find_games().games
FROZEN: dict[str, list[str]] = json.loads(Path(__file__).with_name("names_in_files.json").read_text(encoding="utf-8"))


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def names_of(id: str) -> set[str]:
    package = f"companion.games.{id}"
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        if ".screen" not in module.name:
            import_module(module.name)
    asked = {one for one in subclasses(Question) if one.__module__.startswith(f"{package}.")}
    exits = {one for one in subclasses(Unwind) if one.__module__.startswith(f"{package}.") and one.by_hand}
    return {one.__name__ for one in asked | exits} | {option.key for option in GAMES[id].options}


@pytest.mark.parametrize("id", GAMES)
def test_names_in_files_stay_or_have_an_alias(id: str) -> None:
    """A new name goes into the list. A renamed one stays in it, and `formerly` of the game says its new name."""
    now, frozen = names_of(id), set(FROZEN[id])
    assert now - frozen == set(), "write these into names_in_files.json"
    assert frozen - now == set(GAMES[id].formerly), "each needs an entry in `formerly` of the game"
    assert set(GAMES[id].formerly.values()) <= now


class Renamed(WindmillGame):
    formerly: ClassVar[dict[str, str]] = {"Eldest": "Oldest", "Voided": "StoryVoided", "clock": "story_seconds"}


def test_a_play_with_former_names_opens_and_is_written_with_the_new_ones() -> None:
    setup = Setup(people("Ana", "Ben", "Cleo"), {"story_seconds": 45})
    play = Play(WindmillGame(), setup)
    play.answer("Oldest/table", 0)
    play.exit("StoryVoided")
    file = play_file(play, "1", uid="one")
    old = dump(replace(file, setup=replace(setup, options={"clock": 45}))).replace("Oldest/", "Eldest/")
    old = old.replace('"StoryVoided"', '"Voided"')
    assert "Oldest" not in old and "StoryVoided" not in old and "story_seconds" not in old
    game = Renamed()
    read = read_play(old, {"windmill": game})
    again = replayed(read, game)
    assert again.misfit is None and again.setup.options["story_seconds"] == 45
    assert [record.key for record in again.log] == ["Oldest/table", "StoryVoided"]
    with pytest.raises(Refused, match="no option called clock"):
        replayed(read, WindmillGame())
