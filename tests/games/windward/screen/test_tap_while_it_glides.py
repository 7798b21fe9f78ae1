"""While the map glides, a tap means the hex that was under the finger, not the one that arrives there."""

import pytest

from companion.games.windward.board.hexes import Hex
from companion.ui.stages.camera import whole
from tests.games.windward.screen.under_way import afloat
from tests.ui.conftest import SMALL, Start

pytestmark = [pytest.mark.touch, pytest.mark.thorough]


def test_a_tap_while_the_map_glides_sails_where_the_finger_was(start: Start) -> None:
    """It took the hex that came to the same place of the window: (0, 1) for (1, 0)."""
    hands = afloat(start, size=SMALL, depth="light")
    hands.drive.app.library.set("movement", True)
    hands.drive.app.apply_settings()
    hands.drive.advance(0.5)
    stage = hands.page.stage
    aimed, wide, space = stage.guide.goal, whole(stage.window), Hex(2, 0)
    assert stage.animate and aimed.zoom > wide.zoom
    stage.guide.jump(wide)
    stage.guide.glide(aimed)
    hands.drive.advance(frames=1)
    assert stage.moving
    finger = hands.drive.down(*stage.where(space))
    hands.drive.advance(0.1)
    finger.touch_up()
    hands.drive.advance(0.3)
    assert hands.play.log[-1].answer == list(space)
