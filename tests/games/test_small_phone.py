"""360x640: an answer of each question is in view, and what ends something is not filled."""

from __future__ import annotations

import pytest

from companion.ui.widgets.controls.buttons import TonalButton
from tests.games.winter_tales.evening import light
from tests.ui.conftest import SMALL, Start, at_table, start
from tests.ui.hands import resumed

__all__ = ["at_table", "start"]

pytestmark = pytest.mark.touch


def test_what_ends_a_quest_is_not_filled(start: Start) -> None:
    """WT-64: on a small phone it was the only answer wholly in view, and filled."""
    evening = light().tap("Activate", "dorothy")
    hands = resumed(start, evening.tap("TakeUpQuest", "glimmer").play, SMALL)
    ends = hands.page.panel.row.main
    assert ends.text == "The quest ends" and isinstance(ends, TonalButton)
