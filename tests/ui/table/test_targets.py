"""All targets of every game's table, walked through a play by chance: 48 dp to a finger, neighbours counted."""

from __future__ import annotations

from random import Random

import pytest

from tests.ui.conftest import SIZES, Start
from tests.ui.table.by_chance import GAMES, looked_at, seated
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_every_target_is_48_dp_to_a_finger(at_table: Start, name: str, size: str) -> None:
    drive = seated(at_table, name, size)
    found = looked_at(drive, Random(7), 3, all_too_small)
    assert not found, "\n".join(found)
