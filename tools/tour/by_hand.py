"""By hand: the card, put back, lay it out again, does it match; at a small table and at a big one."""

from __future__ import annotations

from companion.core.by_hand.lines import EVERYTHING
from companion.services.by_hand import tell
from companion.ui.screens.lay_it_out import CheckRow
from tools.tour.guide import Guide
from tools.tour.voyages import HUNT, READY

SHOWN = "light big small small-big landscape tablet tablet-big"
BATTLE = """
    correct beasts.red3 "3,0"
    Sail/1 [3,0]
    """


def by_hand(guide: Guide) -> None:
    _windmill(guide)
    _windward(guide)


def _windmill(guide: Guide) -> None:
    hands = guide.hands
    guide.sit("windmill", "Ana Ben Cleo Dev", page="""
        Oldest/table 3
        correct seats.0.points 7
        correct seats.1.points 4
        correct seats.2.points 12
        correct seats.3.points 16
        """)
    tell(guide.app.evening, "windmill", EVERYTHING)
    guide.app.page.controller.tell_by_hand(EVERYTHING)
    for answer in ("done", "right", "done", "wrong", "right"):
        hands.give(answer)
    guide.shot("told", SHOWN)
    with guide.step("put back"):
        hands.undo()
        guide.shot("put-back", SHOWN + " contrast")
        hands.redo()
    with guide.step("how much"):
        hands.menu("By hand")
        guide.shot("how-much", "light small")
        hands.close_sheet()
    with guide.step("table mode"):
        hands.menu("Table mode")
        guide.drive.advance(0.3)
        guide.shot("table-mode", "small landscape")
        guide.app.back()
        guide.drive.advance(0.4)
    with guide.step("compare"):
        hands.menu("Correct")
        hands.set_field("seats.0.points", 12)
        guide.shot("compare", SHOWN)
        hands.touch(guide.app.page.main)
        guide.drive.advance(0.4)


def _windward(guide: Guide) -> None:
    hands, drive = guide.hands, guide.drive
    opened = guide.sit("windward", "Ana Ben Cleo", {"great_white": True}, READY + HUNT)
    with guide.step("battle"):
        guide.carry_out(opened, BATTLE)
        hands.answer("Cannons", 2)
        while opened.play.open()[0].key().startswith("Throw"):
            question = opened.play.open()[0]
            opened.answer(question.key(), [1] * question.how_many(opened.play.table))
        for _ in range(12):
            if guide.app.page.controller.hand.lines:
                break
            hands.main()
        guide.shot("battle", SHOWN)
        hands.undo()
        guide.shot("battle-put-back", SHOWN)
        hands.redo()
    with guide.step("lay it out"):
        hands.menu("Lay it out again")
        drive.advance(0.5)
        for _ in range(4):
            hands.touch(next(row for row in drive.all(cls=CheckRow) if not row.checked))
        guide.shot("lay-it-out", SHOWN)
        hands.touch("Play on")
        drive.advance(0.4)
    with guide.step("does it match"):
        guide.app.page.open_correct(at="captains.1.ship")
        drive.advance(0.4)
        guide.app.page.set_to("captains.1.gas", 3)
        guide.app.page.set_to("captains.1.ship", "2,-1")
        guide.shot("does-it-match", SHOWN)
