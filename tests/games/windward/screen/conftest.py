"""The real app, as for every test of a screen; a solo play, and the stage alone in a window."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.play import Play
from companion.games.windward import game
from tests.games.windward.screen.on_stage import set_up
from tests.ui.conftest import at_table, start
from tests.ui.stage_host import Host, hosted

__all__ = ["at_table", "start"]


@pytest.fixture
def solo() -> Play[Any]:
    return set_up("solo", "Ana")


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as found:
        yield found
