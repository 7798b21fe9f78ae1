"""All targets of every game's table, walked through a play by chance: 48 dp to a finger, neighbours counted."""

from __future__ import annotations

from random import Random

import pytest

from tests.ui.conftest import SIZES, Start
from tests.ui.table.test_keyboard import GAMES, answer
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow]


@pytest.mark.parametrize("size", ["tablet", "landscape phone", "small phone"])
@pytest.mark.parametrize("name", GAMES)
def test_every_target_is_48_dp_to_a_finger(at_table: Start, name: str, size: str) -> None:
    game, players = GAMES[name]
    drive = at_table(game, players=players, size=SIZES[size], settings={"movement": False})
    rng, found = Random(7), []
    for step in range(40):
        if drive.app.visits[-1].name != "table" or drive.app.page.play.outcome() is not None:
            break
        if step % 3 == 0:
            asked = drive.app.page.situation.key()
            found += [f"{step} {asked}: {one}" for one in all_too_small()]
        answer(drive, rng)
    assert not found, "\n".join(found)
