"""Dice, a coin, who starts and a countdown on every table, by touches."""

import re

from companion.games.score_sheet import game
from companion.ui.table.tools import Coin
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
    drive.advance(1.0)
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


def test_dice_of_other_kinds_roll_together_and_stay_chosen(at_table: Start) -> None:
    drive = at_table(game, players=2)
    hands = Hands(drive)
    hands.menu("Tools")
    for sides in (4, 8, 10, 12, 20, 100):
        hands.touch(f"d{sides}")
        hands.touch("6 dice")
        rolled = [face.number for face in drive.all(cls=DieFace)]
        assert len(rolled) == 6 and all(1 <= one <= sides for one in rolled)
        assert drive.app.sheets[-1].result.text == f"total {sum(rolled)}"
    hands.close_sheet()
    hands.menu("Tools")
    assert [str(chip.text) for chip in drive.app.sheets[-1].kinds.values() if chip.chosen] == ["d100"]


def test_a_coin_shows_its_side_only_when_it_has_landed(at_table: Start) -> None:
    drive = at_table(game, players=2)
    hands = Hands(drive)
    hands.menu("Tools")
    hands.touch("Flip a coin")
    (coin,) = drive.all(cls=Coin)
    assert drive.app.sheets[-1].result.text == "" and coin.turned > 0
    drive.advance(1.0)
    side, sign = ("Heads", "crown") if coin.is_heads else ("Tails", "star-four-points")
    sheet = drive.app.sheets[-1]
    assert (sheet.result.text, coin.sign.name, coin.turned) == (side, sign, 0.0)
    assert sheet.result.y >= sheet.kinds[6].top, "its side stands above the buttons"
