"""Packs of each version of the plugin interface load and replay for ever. Never make them again."""

import inspect
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion import api
from companion.core.game import CONTRACT, Game
from companion.core.log import Record
from companion.core.play import Play
from companion.core.setup import Setup
from companion.services.packs.pack import PackFolder, read_pack
from companion.simulate import trial
from tests.sampling import sampled

FROZEN = Path(__file__).resolve().parents[2] / "frozen"


def replayed(game: Game[Any], kept: Any) -> dict[str, Any]:
    """A kept play under today's engine: what the game told, every field, and who won."""
    play: Play[Any] = Play(game, Setup.from_json(kept["setup"]), [Record.from_json(one) for one in kept["log"]])
    ended = play.outcome()
    return {"misfit": play.misfit and str(play.misfit), "records": play.position(),
            "told": [str(line.text) for entry in play.chronicle() for line in entry.lines if line.rule],
            "fields": {field.path: field.read() for field in play.fields()},
            "open": [question.key() for question in play.open()],
            "winners": ended and list(ended.winners)}


MADE_FOR = {"pebbles": 1, "pearl_dive": 1, "salt_road": 1, "night_watch": 1, "signal_flags": 2}
"""A plain script, one with a flow and a clock, a map, counted secrets, and a key card of two people."""


@pytest.mark.slow
@sampled("name", ["pebbles", "signal_flags", "pearl_dive", "salt_road", "night_watch"], keep=2)
def test_a_pack_of_each_version_is_added_tried_and_replayed(name: str, tmp_path: Path) -> None:
    raw = (FROZEN / f"{name}-0.1.0.tableside").read_bytes()
    kept = json.loads((FROZEN / "plays.json").read_text(encoding="utf-8"))[name]
    assert read_pack(raw).contract == MADE_FOR[name]
    game = PackFolder(tmp_path).take_in(raw, trial, set(), plays=10).finish()
    assert replayed(game, kept) == kept["replayed"]
    assert kept["replayed"]["winners"] and kept["replayed"]["told"]


def test_each_version_has_a_pack() -> None:
    assert set(MADE_FOR.values()) == set(range(1, CONTRACT + 1))


def test_no_name_of_the_first_version_is_gone() -> None:
    names = (FROZEN / "names.txt").read_text(encoding="utf-8").split()
    assert len(names) == 103 and set(names) <= set(api.__all__)


def parts(name: str) -> dict[str, list[str]]:
    """What makers may write after a name of the api: its parameters, and the parts of a class."""
    thing = getattr(api, name)
    takes: list[str] = []
    with suppress(TypeError, ValueError):  # no signature: a type alias, an exception
        takes = list(inspect.signature(thing).parameters)
    kinds = inspect.getmro(thing) if inspect.isclass(thing) else ()
    ours = [kind for kind in kinds if kind.__module__.startswith("companion")]
    has = {part for kind in ours for part in (*vars(kind), *inspect.get_annotations(kind))}
    return {"takes": takes, "has": sorted(part for part in has if not part.startswith("_"))}


def test_no_parameter_or_part_of_the_second_version_is_gone() -> None:
    """Regenerate the file only for a new version, and list what it drops in core/registry.py."""
    kept = json.loads((FROZEN / "version-2.json").read_text(encoding="utf-8"))
    gone = [f"{name}: {part}" for name in kept for sort in ("takes", "has") for part in kept[name][sort]
            if name not in api.__all__ or part not in parts(name)[sort]]
    assert len(kept) == 107 and "moves" not in kept["Option"]["takes"] and gone == []
