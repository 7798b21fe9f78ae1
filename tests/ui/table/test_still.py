"""Less motion: with "movement" off in the settings nothing moves by itself, on any game's table."""

from random import Random
from typing import Any

import pytest
from PIL import ImageChops

from companion.games.keywords import game as keywords
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter
from tests.ui.conftest import Start
from tests.ui.hands import Hands, at_random

pytestmark = [pytest.mark.touch, pytest.mark.thorough]


@pytest.mark.parametrize("game", [windmill, story, keywords, windward, winter], ids=lambda game: str(game.facts.id))
def test_less_motion_stills_everything(at_table: Start, game: Any) -> None:
    """A moment after an answer the picture is the one it stays: no sails, no clouds, nothing that comes in."""
    drive = at_table(game, players=3, settings={"movement": False})
    hands, choose = Hands(drive), at_random(Random(5))
    for _ in range(3):
        chosen = choose(hands.play)
        assert chosen is not None
        drive.app.page.answer(*chosen)
        drive.advance(1.0)  # what is got ready in idle moments is ready
        first = drive.picture()
        drive.advance(0.7)
        assert ImageChops.difference(first, drive.picture()).getbbox() is None, chosen[0].key()
