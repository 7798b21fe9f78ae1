"""Dice, a coin, who starts and a countdown on every table, by touches."""

import re

from companion.games.score_sheet import game
from companion.ui.widgets.controls.pad import DieFace
from tests.ui.conftest import Start
from tests.ui.hands import Hands


def test_dice_coin_who_starts_and_a_countdown_that_rings(at_table: Start) -> None:
    drive = at_table(game, players=3)
    hands = Hands(drive)
    before = len(hands.play.log)
    hands.menu("Tools")
    sheet = drive.app.sheets[-1]
    hands.touch("2 dice")
    first, second = (face.number for face in drive.all(cls=DieFace))
    assert 1 <= first <= 6 and 1 <= second <= 6 and sheet.result.text == f"total {first + second}"
    hands.touch("Flip a coin")
    assert sheet.result.text in ("Heads", "Tails")
    hands.touch("Who starts?")
    assert re.fullmatch(r"(Ana|Ben|Cleo) starts", sheet.result.text)
    hands.touch("30 s")
    drive.advance(10.0)
    assert sheet.time.text in ("0:20", "0:19", "0:21")
    hands.close_sheet()
    drive.advance(0.5)
    assert drive.app.page.bar.pill.title.text.startswith("0:"), "it runs in the bar"
    drive.advance(21.0)
    assert drive.app.page.bar.pill.title.text == "Score sheet"
    assert drive.says("The time is up."), "it rings though the sheet is closed"
    assert len(hands.play.log) == before, "nothing of it is recorded"
