"""The library at every size: what lies on a picture covers nothing that is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.metrics import dp
from PIL import Image

from companion.ui.screens.library import ResumeCard
from tests.ui.evening.stretch import Stretch, four_sizes

pytestmark = pytest.mark.touch


@four_sizes
def test_no_number_of_a_score_sheet_lies_under_when_it_was_left(tmp_path: Path, size: str) -> None:
    """Any box, one round for three: the sheet stands below the pill, all of it, and its lines are seen."""
    with Stretch(tmp_path, size) as walk:
        walk.cover("Any box")
        for name in ("Ana", "Ben", "Cleo"):
            walk.type(name)
            walk.enter()
        walk.put_keyboard_away()
        walk.touch(walk.drive.app.page.start)
        walk.hands.reply(walk.hands.play.open()[0], 12)
        walk.library()
        walk.drive.advance(2)
        walk.look("library with a sheet")
        card = walk.drive.find(cls=ResumeCard)
        texture = card.picture.source
        assert texture.size == tuple(int(side) for side in card.picture.size), "nothing of it is cut"
        picture = Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")  # the lowest row comes first
        covered = int(card.top - card.badge.y)
        under = picture.crop((0, picture.height - covered + 1, *picture.size))
        assert len(under.getcolors(1 << 20) or []) == 1, "nothing is drawn under the pill"
        below = picture.crop((0, 0, picture.width, picture.height - covered))
        assert len(below.getcolors(1 << 20) or []) > 20 and below.height >= dp(40 + 34), "head and a row"
