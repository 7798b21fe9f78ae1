"""Key Words by touches, library to podium: stacks tapped from the bottom up, undo, a correction, a dead phone."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.keywords import game
from companion.touches.offscreen import LANDSCAPE, PHONE, SIZES, SMALL
from companion.ui.widgets.controls.answer import Tile
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def points(hands: Hands) -> list[int]:
    return [seat.points for seat in hands.play.table.seats]


def next_round(hands: Hands, *stacks: list[int]) -> None:
    """Choose the narrator if asked, tell the story, tap three stacks."""
    while type(hands.question).__name__ != "StackUp":
        question = hands.question
        raw = question.encode(next(iter(question.choices(hands.play.table))))
        hands.give(raw)
    for stack in stacks:
        hands.give(stack)


@sampled("size", [PHONE, LANDSCAPE])
def test_from_the_library_to_the_podium(tmp_path: Path, size: Any) -> None:
    """KW-10, KW-11: three for the fastest, then two, then one; three players play six rounds."""
    with Night(tmp_path, size) as night:
        hands = night.begin("keywords", "Ana Ben Cleo")
        hands.give(0)
        next_round(hands, [1, 2], [2, 1], [1])
        hands.give()
        ben, cleo = points(hands)[1:]
        assert (ben, cleo) == (3 + 1 + 3, 1 + 3)            # with three at the table the second gets one
        hands.undo()
        assert points(hands) == [0, 0, 0]
        hands.redo()
        assert points(hands)[1:] == [7, 4]
        while type(hands.question).__name__ != "StackUp":
            hands.give(hands.question.encode(next(iter(hands.question.choices(hands.play.table)))))
        others = [seat.index for seat in hands.question.things(hands.play.table)]
        hands.give(others)
        hands = night.kill()                                # the first stack is entered, the phone dies
        assert hands.drive.says("Picture two: whose tokens? Bottom one first.")
        hands.give(others[:1])
        hands.give([])
        hands.give()
        hands.correct("seats.0.points", 30)
        while not hands.over:
            next_round(hands, [], [], [])
            hands.give()
        assert hands.drive.app.visits[-1].name == "result" and hands.drive.says("Ana wins")


@pytest.mark.thorough
def test_who_was_drawn_is_said_once(at_table: Start) -> None:
    drive = at_table(game, players=6)
    drive.tap(drive.app.page.panel.row.main)
    assert drive.says("Chance made") and not drive.says("The app drew")


@pytest.mark.thorough
def test_the_agreed_clock_is_started_beside_the_answers(tmp_path: Path) -> None:
    """KW-15: if no big button starts the clock, a pill beside the ring does; then it adds ten seconds."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("keywords", "Ana Ben Cleo", "90 s")
        hands.give(0)
        timers, timer = hands.page.controller.opened.timers, hands.play.timers()[0]
        assert not timers.started(timer)
        hands.touch("Start")
        assert timers.running(timer)
        before = timers.left(timer)
        hands.touch("+10 s")
        assert timers.left(timer) > before + 5
        hands.touch("Pause")
        assert not timers.running(timer)
        hands.touch("Go on")
        assert timers.running(timer)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_between_story_and_counting_everybody_is_called_to_place(at_table: Start, size: str) -> None:
    drive = at_table(game, players=6, size=SIZES[size])
    stage, panel = drive.app.page.stage, drive.app.page.panel
    drive.app.page.controller.opened.answer("FirstNarrator/table", 1)
    drive.advance(0.3)
    assert stage.called == 0
    drive.tap("The story has ended")
    assert stage.called == 1, "Place your tokens: go!"
    assert max(card.edge.a for card in stage.cards) < 0.1, "no outline crosses the words"
    drive.advance(2.2)
    assert stage.called == 0 and stage.cards[0].edge.a == 1.0
    tiles = drive.all(cls=Tile)
    assert len(tiles) == 5 and len({tile.y for tile in tiles}) == 1, "all five guessers in view, in one row"
    assert panel.scroll.y <= drive.where(tiles[0])[1] - tiles[0].height / 2
    assert panel.middle.height <= panel.scroll.height + 1, "and nothing below: the stage tells the points"


@pytest.mark.thorough
def test_with_big_text_a_small_phone_shows_names_to_tap(at_table: Start) -> None:
    drive = at_table(game, players=6, size=SMALL, settings={"text_size": 200})
    drive.app.page.controller.opened.answer("FirstNarrator/table", 1)
    drive.advance(0.3)
    drive.tap("The story has ended")
    drive.advance(2.2)
    page = drive.app.page
    whole = [tile for tile in drive.all(cls=Tile) if drive.where(tile)[1] - tile.height / 2 >= page.panel.scroll.y]
    assert len(whole) >= 2 and page.panel.scroll.scroll_y == 1
