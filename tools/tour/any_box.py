"""Any box: setting up, the sheet, teams, the result, the small tools; and the ways to add a game."""

from __future__ import annotations

from pathlib import Path

from companion.games.any_box import game
from companion.games.any_box.sheet import Sheet
from companion.services.packs.making import make_pack
from companion.ui.screens.file_exchange import take_pack
from companion.ui.widgets.controls.pad import NumberPad
from companion.ui.widgets.controls.rows import ListRow
from tools.tour.guide import Guide

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EVERYWHERE = "light big small small-big landscape tablet"
HEARTS = Sheet("Hearts", low=True, below_zero=True, clock=60, icon="cards-heart-outline", colour="#B3423A")
PAIRS = Sheet("Pairs", sides=2, rounds=2)
ROUNDS = ((3, 13, 0, 10), (0, 5, 20, 1), (7, 0, 6, 13), (2, 18, 4, 2), (5, 1))


def any_box(guide: Guide) -> None:
    app, drive, hands = guide.app, guide.drive, guide.hands
    app.evening.save_copy("any_box", HEARTS.name, HEARTS.to_json())
    with guide.step("sheet"):
        page = "\n".join(f"Score/{seat} {number}" for numbers in ROUNDS for seat, number in enumerate(numbers))
        guide.sit("any_box", "Ana Ben Cleo Dev", page=page, copy=HEARTS.to_json())
        pad = drive.find(cls=NumberPad)
        for digit in "12":
            hands.touch(pad.keys[digit])
        guide.shot("sheet", EVERYWHERE)
    guide.open_sheet("tools", lambda: hands.menu("Tools"), "light big")
    with guide.step("set up"):
        guide.home()
        guide.shot("library", "light tablet")
        app.go(game.setup_page, game="any_box")
        guide.shot("set-up", EVERYWHERE)
    with guide.step("packs"):
        packs(guide)
    with guide.step("teams"):
        guide.sit("any_box", "Ana Ben Cleo Dev", page="Score/0 10\nScore/1 5\nScore/0 0", copy=PAIRS.to_json())
        guide.shot("teams", "light")
        hands.give(8)
        app.page.open_result() if app.visits[-1].name == "table" else None
        guide.shot("result", EVERYWHERE, wait=0.9)


def packs(guide: Guide) -> None:
    """What there is to add, a pack before it is taken in, one from the host of the table."""
    app, hands = guide.app, guide.hands
    guide.home()
    hands.touch("Add a game")
    guide.shot("add-a-game", EVERYWHERE)
    hands.touch(guide.drive.find("From the host of this table", ListRow))
    guide.shot("pack-from-host", EVERYWHERE)
    hands.close_sheet()
    take_pack(app, make_pack(EXAMPLES / "tableside-deckhands")[1], lambda: None)
    guide.shot("pack", EVERYWHERE)
    hands.close_sheet()
