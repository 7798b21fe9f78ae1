"""The count has the whole window: token by token, with its points, and the last one is held back."""

from pathlib import Path
from typing import Any

import pytest

from companion.touches.offscreen import LANDSCAPE, PHONE, SMALL, TABLET
from tests.sampling import sampled
from tests.ui.moving import record
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def counting(night: Night) -> Any:
    """Ben narrates; Dev, Ana and Eli found picture 1, Ana alone picture 2, and picture 3 is not entered."""
    hands = night.begin("keywords", "Ana Ben Cleo Dev Eli")
    hands.give(1)
    hands.give()
    hands.give([3, 0, 4])
    hands.give([0])
    return hands


@sampled("size", [SMALL, PHONE, LANDSCAPE, TABLET], ids=["small", "phone", "landscape", "tablet"])
def test_tokens_fall_one_by_one_in_the_whole_window(tmp_path: Path, size: Any) -> None:
    """KW-10: 3 + 2 + 1, then 3, then 3 + 1 for Cleo and Dev on picture 3."""
    with Night(tmp_path, size, movement=True) as night:
        hands = counting(night)
        page = hands.drive.app.page
        stage, seen, drums = page.stage, [], []
        stage.bind(on_drum=lambda _: drums.append(str(stage.suspense)))

        def look() -> None:
            if stage.reveals:
                discs = [tuple(disc.points for disc in card.discs) for card in stage.shown]
                now = (discs, str(stage.suspense or ""), stage.room.width * stage.room.height)
                if not seen or seen[-1] != now:
                    seen.append(now)

        record(hands.drive, look)
        hands.give([2, 3])
        hands.drive.advance(6.0)
        assert [discs for discs, words, _ in seen if words == "The stacks are counted…"] == [
            [(), (), ()], [(3,), (), ()], [(3, 2), (), ()], [(3, 2, 1), (), ()], [(3, 2, 1), (3,), ()],
            [(3, 2, 1), (3,), (3,)]]
        assert [discs[2] for discs, words, _ in seen if words == "Dev's token is the last…"] == [(3,)]
        assert seen[-1][:2] == ([(3, 2, 1), (3,), (3, 1)], "")
        assert drums == ["Dev's token is the last…"]
        assert min(room for _, _, room in seen) > 0.6 * size[0] * size[1], "of the window"
        assert not stage.reveals and not page.suspense.opacity
        assert hands.drive.says("Ana guessed best, with five points.")


@pytest.mark.thorough
def test_a_tap_ends_the_count_and_answers_nothing(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE, movement=True) as night:
        hands = counting(night)
        drive = hands.drive
        hands.give([2, 3])
        drive.advance(0.5)
        assert drive.app.page.stage.reveals
        answers = len(hands.play.log)
        finger = drive.down(200, 200)
        finger.touch_up()
        drive.advance(0.5)
        assert not drive.app.page.stage.reveals and len(hands.play.log) == answers
        assert [len(card.discs) for card in drive.app.page.stage.shown] == [3, 1, 2]


@pytest.mark.thorough
@pytest.mark.parametrize("movement", [True, False])
def test_undo_and_a_second_look_count_nothing(tmp_path: Path, movement: bool) -> None:
    """Nor does the first count if movement is off: the points are there at once."""
    with Night(tmp_path, PHONE, movement=movement) as night:
        hands = counting(night)
        drive, stage = hands.drive, hands.drive.app.page.stage
        hands.give([2, 3])
        assert stage.reveals == movement
        hands.watch()
        hands.main()  # add the points
        drive.advance(1.0)
        hands.touch(hands.page.bar.undo, 1.0)
        assert hands.question.key() == "BookRound/table" and not drive.app.page.stage.reveals
        hands.touch("Look again", 0.4)
        hands.give("third")
        hands.give([3])
        assert not drive.app.page.stage.reveals
        assert drive.says("Dev guessed best, with six points.")
