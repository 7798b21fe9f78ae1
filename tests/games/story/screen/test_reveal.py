"""The reveal takes up the whole window (on a phone, all but the seats) and shows the last vote late."""

from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp

from companion.games.story.screen.stage import Stage
from companion.touches.offscreen import LANDSCAPE, PHONE, SMALL, TABLET
from tests.sampling import sampled
from tests.ui.moving import record
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def voting(night: Night) -> Any:
    """Everybody told a story; then Ana, Ben and Dev choose Ben's, and Cleo her own."""
    hands = night.begin("story", "Ana Ben Cleo Dev")
    hands.give(0)
    for _ in range(5):
        hands.give()
    return hands


def vote(hands: Any) -> None:
    for seat, choice in enumerate((1, 1, 2, 1)):
        hands.answer("Ballot", choice, seat=seat)


@sampled("size", [SMALL, PHONE, LANDSCAPE, TABLET], ids=["small", "phone", "landscape", "tablet"])
def test_the_stage_has_the_window_until_the_winner_is_seen(tmp_path: Path, size: Any) -> None:
    with Night(tmp_path, size, movement=True) as night:
        hands = voting(night)
        page = hands.drive.app.page
        stage, seen = page.stage, []

        def look() -> None:
            prints = [one for key, one in stage.table.prints.items() if key >= 0]
            seen.append((stage.reveals, stage.room.height * stage.room.width, page.suspense.words.text,
                         [disc.scale[0] for one in prints for disc in one.discs if one.least_vote == 1.0],
                         [one.pose.width for one in prints]))

        record(hands.drive, look)
        vote(hands)
        hands.drive.advance(7.0)
        shown = [one for one in seen if one[0]]
        assert shown and min(one[1] for one in shown) > 0.6 * size[0] * size[1], "of the window"
        assert "Dev's vote is the last…" in {one[2] for one in shown}
        assert all(scale >= 1.0 for one in shown for scale in one[3]), "votes of 28 dp"
        assert all(wide >= dp(54) for one in shown for wide in one[4]), "wide enough for a name"
        assert not seen[-1][0] and seen[-1][1] < shown[-1][1] and not page.suspense.opacity
        assert page.panel.picture.lift == 0 and hands.drive.says("Ben's story wins, three votes to one.")


@pytest.mark.thorough
def test_a_drum_holds_the_last_vote_back(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE, movement=True) as night:
        hands = voting(night)
        stage, played = hands.drive.app.page.stage, []
        stage.bind(on_drum=lambda _: played.append(stage.suspense))
        vote(hands)
        if stage.reveals:
            hands.drive.advance(7.0)
        assert [str(words) for words in played] == ["Dev's vote is the last…"]


def test_a_play_resumed_while_votes_come_in_keeps_its_picture_and_reveals_them(tmp_path: Path) -> None:
    """Asked for a reveal before it had shown anything, the stage failed; a plain one took its place."""
    with Night(tmp_path, PHONE, movement=True) as night:
        voting(night)
        hands = night.kill()
        stage = hands.drive.app.page.stage
        assert isinstance(stage, Stage) and not hands.drive.says("couldn't be drawn")
        vote(hands)
        assert stage.reveals and hands.drive.app.page.stage is stage


@pytest.mark.thorough
@pytest.mark.parametrize("size", [TABLET, (1422, 800)], ids=["tablet", "full HD in full screen"])
def test_prints_lie_round_the_picture_on_a_wide_screen(tmp_path: Path, size: Any) -> None:
    """Two of three lay at the left and the right edge, with empty wood between."""
    with Night(tmp_path, size, movement=True) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        hands.give(0)
        for _ in range(4):
            hands.give()
        for seat in range(3):
            hands.answer("Ballot", 1, seat=seat)
        hands.drive.advance(1.0)
        stage = hands.drive.app.page.stage
        assert stage.reveals
        across = [one.pose.pos[0] for key, one in stage.table.prints.items() if key >= 0]
        assert max(across) - min(across) < 0.6 * size[0]
