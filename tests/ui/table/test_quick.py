"""Quick thumbs: answers, undos, taps anywhere, turned screens, people who come and go, all while things still move.

What is moved later (a pawn that waits, votes that fall) must not meet a play, a scene or a page that is gone.
"""

import logging
from random import Random
from typing import Any

import pytest

from companion.testing.driving import somebody_new
from companion.ui.widgets.controls.sheet import Sheet
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.table.by_chance import GAMES

pytestmark = [pytest.mark.touch, pytest.mark.slow]

STEPS = 120
FRAMES = (0, 0, 1, 1, 2, 3, 8)


class Quick:
    """One thing after the other, the next one often in the same frame."""

    def __init__(self, drive: Any, rng: Random) -> None:
        self.drive, self.rng, self.app = drive, rng, drive.app
        self.opened = drive.app.page.controller.opened

    def step(self) -> None:
        if self.app.visits[-1].name != "table":
            self.back_to_the_table()
        elif self.app.sheets:
            self.rng.choice((self.app.close_sheet, self.tap))()  # what lies below can't be answered
        else:
            self.rng.choices((self.answer, self.undo, self.redo, self.tap, self.restart, self.come_and_go, self.join,
                              self.turn, self.leave), (55, 15, 4, 18, 2, 2, 2, 2, 1))[0]()
        frames = self.rng.choice(FRAMES)
        if frames:
            self.drive.advance(frames=frames)

    def back_to_the_table(self) -> None:
        while self.app.sheets:
            self.app.close_sheet()
        self.app.go_home("library")
        self.opened = self.app.library.resume(self.opened.id)
        if self.opened.play.outcome() is not None:
            self.opened.undo(max(0, self.opened.play.position() - self.rng.randint(1, 12)))
        self.app.go("table", opened=self.opened)

    def answer(self) -> None:
        play = self.app.page.play
        asked = [one for one in play.open() if one.possible(play.table)]
        if asked:
            question = self.rng.choice(asked)
            self.app.page.controller.answer(question.key(), question.random_answer(play.table, self.rng))

    def undo(self) -> None:
        self.app.page.controller.undo(sure=True)

    def redo(self) -> None:
        self.app.page.controller.redo()

    def tap(self) -> None:
        finger = self.drive.down(self.rng.uniform(0, self.drive.size[0]), self.rng.uniform(0, self.drive.size[1]))
        self.drive.up(finger)

    def restart(self) -> None:
        self.app.page.controller.restart()

    def come_and_go(self) -> None:
        seat = self.rng.choice(self.app.page.play.table.seats)
        controller = self.app.page.controller
        (controller.come_back if seat.gone else controller.leave)(seat.index)

    def join(self) -> None:
        if self.app.page.play.joining().may:
            self.app.page.controller.join(somebody_new(self.app.page.play, self.rng))

    def turn(self) -> None:
        self.drive.resize(self.rng.choice([PHONE, LANDSCAPE, TABLET, SMALL]))

    def leave(self) -> None:
        self.app.back()


def test_a_double_tap_on_a_sheet_counts_once_and_leaves_no_sheet_behind(at_table: Start) -> None:
    """The second tap comes while the sheet is on its way down."""
    drive = at_table(GAMES["windmill"][0], players=4)
    page = drive.app.page
    drive.tap(page.bar.menu)
    drive.advance(0.5)
    row = drive.find("Chronicle")
    drive.scroll_to(row)
    x, y = drive.where(row)
    for _ in range(2):
        drive.up(drive.down(x, y))
        drive.advance(frames=1)
    drive.advance(1.0)
    assert [visit.name for visit in drive.app.visits][-2:] == ["table", "chronicle"]
    assert not drive.all(cls=Sheet) and not page.play.log


@pytest.mark.thorough
@sampled(("name", "size"), list(zip(GAMES, [PHONE, TABLET] * 3, strict=True)))
def test_quick_thumbs_harm_nothing(at_table: Start, caplog: pytest.LogCaptureFixture, name: str, size: Any) -> None:
    """Nothing raises, no picture breaks, no play is set aside."""
    game, players = GAMES[name]
    quick = Quick(at_table(game, players=players, size=size), Random(f"{name} {size[0]}"))
    with caplog.at_level(logging.ERROR, "tableside"):
        for _ in range(STEPS):
            quick.step()
            page = quick.app.page
            assert not getattr(page, "broken", None), f"the picture broke: {page.broken}"
            if quick.app.visits[-1].name == "table":
                assert page.situation.state != "broken", page.situation.sentence
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
