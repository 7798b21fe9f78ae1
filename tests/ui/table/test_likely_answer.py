"""On a phone, the question and its likely answer are in view, whatever pieces are still to be moved."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.registry import BUILT_IN, find_games
from companion.testing.driving import choose, wild_setup
from companion.ui.widgets.base.part import is_within
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from tests.ui.conftest import PHONE, SMALL, Start
from tests.ui.hands import Hands

pytestmark = [pytest.mark.touch, pytest.mark.slow, pytest.mark.thorough]
FOUND = find_games().games
MAP = 0.34
"""The least share of a phone for a board that is tapped."""
ANSWERS = 140


def is_in_view(hands: Hands, part: Any) -> bool:
    """Wholly, or of a high answer as much as a usual one needs for its words."""
    panel, top = hands.page.panel, part.to_window(part.x, part.top)[1]
    low = top - min(part.height, dp(panel.form.answer))
    bottom, upper = 0, hands.page.height
    if is_within(part, panel.scroll):
        bottom, upper = panel.scroll.y, panel.scroll.top
    return bool(bottom - 1 <= low and top <= upper + 1)


def faults(hands: Hands) -> Iterator[str]:
    panel, page = hands.page.panel, hands.page
    if page.situation.state != "question" or panel.answer_panel is None:
        return
    answers = [part for one in panel.body for part in one.walk()
               if isinstance(part, (AnswerCard, Tile)) and part.get_root_window() is not None]
    likely = [repr(one.choice) for one in panel.answer_panel.described.choices if one.face.main]
    filled = [one for one in answers if repr(one.choice) in likely]
    if not is_in_view(hands, panel.headline):
        yield "the question is out of view"
    if answers and not any(is_in_view(hands, one) for one in filled or answers):
        yield "no answer is in view"
    if page.stage.roomy and hands.question.kind == "place" and page.height - panel.height < MAP * page.height:
        yield "the board is a strip"


def questions(hands: Hands, opened: Any, rng: Random) -> Iterator[str]:
    """Each question of a random play, up to twice with the same number of pieces to move."""
    seen = Counter[tuple[str, int]]()
    for _ in range(ANSWERS):
        asked = choose(opened.play, rng, 0.05)
        if asked is None or hands.over:
            return
        opened.answer(asked.key(), asked.random_answer(opened.play.table, rng))
        if hands.over:
            return
        open_now = opened.play.open()
        case = (type(open_now[0]).__name__, len(hands.page.controller.hand.lines))
        seen[case] += 1
        for one in open_now[:2] if seen[case] < 3 else ():
            hands.page.want(one.key())
            hands.drive.advance(0.12)
            yield type(one).__name__


@pytest.mark.parametrize(("name", "seed", "size"), [
    ("windward", 1, SMALL), ("winter_tales", 0, SMALL), ("windward", 0, SMALL), ("winter_tales", 2, SMALL),
    *((name, 3, size) for name in BUILT_IN for size in (SMALL, PHONE))])
def test_the_likely_answer_is_in_view(start: Start, name: str, seed: int, size: Any) -> None:
    """The list of pieces to move hid it on a small phone: *No battle*, the space to sail to, who flies."""
    game, rng = FOUND[name], Random(seed)
    drive = start(games=[game], size=size, settings={"movement": False}, library=False)
    opened = drive.app.library.start(name, wild_setup(game, rng))
    drive.app.go("table", opened=opened)
    drive.advance(0.4)
    hands = Hands(drive)
    found = [f"answer {len(opened.play.log)}, {kind}: {fault}" for kind in questions(hands, opened, rng)
             for fault in faults(hands)]
    assert not found, found
