"""Packs of contract 1, made on 17 November 2026: they load and replay for ever. Never make them again."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion import api
from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import Play
from companion.core.setup import Setup
from companion.services.packs.pack import PackFolder
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


@pytest.mark.slow
@sampled("name", ["pebbles", "pearl_dive", "salt_road", "night_watch"])
def test_a_pack_of_the_first_contract_is_added_tried_and_replayed(name: str, tmp_path: Path) -> None:
    """A plain script, one with a flow and a clock, a map, and secrets that are counted."""
    raw = (FROZEN / f"{name}-0.1.0.tableside").read_bytes()
    kept = json.loads((FROZEN / "plays.json").read_text(encoding="utf-8"))[name]
    game = PackFolder(tmp_path).take_in(raw, trial, set(), plays=10).finish()
    assert replayed(game, kept) == kept["replayed"]
    assert kept["replayed"]["winners"] and kept["replayed"]["told"]


def test_no_name_of_the_first_contract_is_gone() -> None:
    names = (FROZEN / "names.txt").read_text(encoding="utf-8").split()
    assert len(names) == 103 and set(names) <= set(api.__all__)
