"""Winter Tales at two sizes: a figure at the foot of the stage is its own, whatever else lies there."""

from math import hypot
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp

from companion.ui.stages.board_stage import HOLD
from companion.ui.theme import tokens
from tests.games.winter_tales.screen.test_stage_by_touch import play_until
from tests.ui.evening.stretch import Stretch, both_sizes

pytestmark = [pytest.mark.touch, pytest.mark.thorough]


@both_sizes
def test_a_figure_at_the_foot_wins_over_the_two_dots(tmp_path: Path, size: str) -> None:
    """All twelve stand on the lowest plaza, some of them where the dots were: a finger that rests on one takes it up,
    and no page is turned. The dots make way, and turn it all the same."""
    with Stretch(tmp_path, size, movement=False) as walk:
        opened = play_until(walk.drive, "Activate", 3)
        walk.drive.app.go("table", opened=opened)
        walk.drive.advance(0.5)
        stage = walk.drive.app.page.stage
        foot = (stage.room.center[0], stage.room.y + dp(8))
        place = min(stage.town.spots, key=lambda key: hypot(*_apart(stage.town.spots[key], foot)))
        for key in list(stage.pieces):
            opened.correct(f"characters.{key}.at", place)
        walk.hands.page.refresh()
        walk.drive.advance(0.5)
        near = min(stage.pieces, key=lambda key: hypot(*_apart(stage.where(key), foot)))
        if size == "small phone":
            assert max(map(abs, _apart(stage.where(near), foot))) < dp(tokens.TARGET / 2), "proves nothing"
        finger = walk.drive.down(*stage.where(near))
        walk.drive.advance(HOLD + 0.1)
        assert stage.carried and stage.page == "town"
        finger.touch_up()
        walk.drive.advance(0.5)
        if walk.drive.app.sheets:                           # it was not carried anywhere: what can be put right
            walk.close()
        if size != "tablet":                                # which shows town and track at once
            walk.drive.tap(stage.dots)
            assert stage.page == "track"
        else:
            assert stage.dots.parent is None


def _apart(one: Any, other: Any) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]
