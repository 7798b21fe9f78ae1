"""The sentences that Windward shows, read on the real app's screen by touches."""

import re
from random import Random
from typing import Any

import pytest

from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.ui.table.by_hand import HandRow
from companion.ui.widgets.controls.answer import ActionTile
from tests.games.windward.screen.test_by_hand_touch import READY, sit
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.hands import at_random
from tests.ui.targets import Fingers

pytestmark = pytest.mark.touch
both = sampled("size", [PHONE, TABLET], ids=["phone", "tablet"])

COMPASS = re.compile(r"\b(north|south|east|west)|\brow \d|\bspace \d|-?\d,\s?-?\d", re.IGNORECASE)
"""Words for a place that nobody finds on a round board."""


@pytest.mark.thorough
@both
def test_the_setups_stacks_and_stocks(at_table: Start, size: Any) -> None:
    """WW-7 to WW-13, two captains: eight Greys less one, nine Reds less those on their six starts, 16 teeth, 12 crew
    tiles. What the app has put on its planet is on the card (where a phone has room for one line: behind "2 more"),
    the rest below it."""
    hands = sit(at_table, size, READY[:-1])
    texts = " ".join(hands.drive.texts())
    if size == PHONE:
        hands.touch("2 more")
        hands.drive.advance(0.4)
    told = {row.text for row in hands.drive.all(cls=HandRow)}
    assert {"A Red on every Red start", "Two gas on every Gas Pocket"} < told
    assert "Split the rest of the deck into three face-up stacks." in texts
    assert "Beside the planet: 7 Greys, 3 Reds, 16 teeth" in texts and "12 crew tiles" in texts


@pytest.mark.thorough
def test_places_are_landmarks_and_the_posts_numbers(at_table: Start) -> None:
    """Whatever is read in twelve answers by touches, the lists opened: no compass, no row, no pair of numbers."""
    drive = at_table(game, players=2, settings={"movement": False})
    opened, choose = drive.app.page.controller.opened, awake(at_random(Random(7)))
    while opened.play.table.phase != "turns":
        question, raw = choose(opened.play)
        opened.answer(question.key(), raw)
    drive.app.page.refresh()
    hands, read = Afloat(drive), set()
    for _ in range(12):
        if hands.over:
            break
        read |= set(drive.texts())
        if drive.has("List", ActionTile):
            hands.touch(drive.find("List", ActionTile))
            drive.advance(0.3)
            read |= set(drive.texts())
            hands.close_sheet() if drive.app.sheets else hands.page.want("")
        question, raw = choose(hands.play)
        hands.reply(question, raw)
    drive.app.go("chronicle", opened=opened)
    drive.advance(0.4)
    read |= set(drive.texts())
    assert len(read) > 40 and [text for text in read if COMPASS.search(text)] == []
    assert any("towards" in text or "territory" in text or "Post" in text for text in read)


def awake(choose: Any) -> Any:
    """At random, but nobody ends a turn at port: alone that is the end (WW-109). Nothing is added to a battle."""
    def chosen(play: Any) -> tuple[Any, Any]:
        while True:
            question, raw = choose(play)
            name = type(question).__name__
            if name == "Extras":
                return question, [0, 0]
            if name != "EndTurn" or not question.seat.at_port:
                return question, raw
    return chosen


@pytest.mark.thorough
def test_no_two_lines_of_a_list_are_the_same(at_table: Start) -> None:
    """Six Reds and a Grey on the planet: on *Fix something* no two things and no two places share a name."""
    hands = sit(at_table, PHONE, READY)
    hands.menu("Fix something")
    fields = hands.page.draft.fields()
    labels = [str(field.label) for field in fields]
    assert len(labels) == len(set(labels)) and sum(label.startswith("Red ") for label in labels) >= 6
    red = hands.field_row(f"beasts.{hands.play.table.living('red')[0].key}")
    hands.touch(red)
    hands.drive.advance(0.4)
    places = [str(red.field.words(value)) for value in red.field.allowed]
    assert len(places) == len(set(places)) > 60


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, LANDSCAPE], ids=["small", "landscape"])
def test_look_ahead_never_covers_the_ship(start: Start, size: Any) -> None:
    """The eye is tapped; then the ship is flown to spaces all over the planet, and what is said stands beside it."""
    hands = afloat(start, "solo", size)
    hands.put(("captains.0.ship", hands.at(1, 3)), ("beasts.red1", hands.at(2, 3)), ("beasts.red2", hands.at(5, 3)))
    hands.touch(lambda one: getattr(one, "text", "") == "Look ahead")
    hands.drive.advance(0.5)
    stage = hands.page.stage
    said = stage.corners.sayings
    assert said.parent is not None
    covered = []
    for space in sorted(hands.play.table.planet.spaces)[::3]:
        if space == POST or space in hands.play.table.flying():
            continue
        hands.page.controller.fix([("captains.0.ship", f"{space.q},{space.r}")])
        hands.page.refresh()
        hands.page.fold_hand()
        hands.drive.advance(frames=3)
        x, y = stage.where(space)
        if said.parent is not None and said.x - 14 < x < said.right + 14 and said.y - 14 < y < said.top + 14:
            covered.append(Hex(*space))
    assert covered == []


def test_the_card_is_read_out_and_the_echo_goes_while_it_says_the_same(start: Start) -> None:
    """Turns and battles only, a tie: the app says what to move; the line beside Undo doesn't repeat it."""
    hands = afloat(start, depth="light")
    hands.put(("beasts.red9", hands.at(1, 4)))
    said: list[str] = []
    hands.drive.app.machine.speech.say = said.append
    opened = hands.page.controller.opened
    opened.answer("Sail/0", list(hands.at(1, 4)))
    opened.answer("Ended/0", "tie")
    hands.drive.advance(0.5)
    assert said[-1] == "To move: Ana takes a +2 token. Ana, where did your ship come from?"
    assert not hands.page.echo.opacity and hands.page.panel.foot is None
    hands.drive.tap("Done")
    hands.drive.advance(0.5)
    assert not hands.page.panel.hand.shown


@pytest.mark.thorough
def test_more_lines_are_48_dp_to_a_finger_with_big_text(at_table: Start) -> None:
    """The first line stands close below, and took four of them."""
    drive = at_table(game, players=3, options={"mode": "coop"}, size=SMALL, settings={"text_size": 200})
    controller = drive.app.page.controller
    for answer in (list("ABCDEF"), 0, [5]):
        controller.opened.answer(controller.play.open()[0].key(), answer)
    drive.advance(0.6)
    assert type(controller.play.open()[0]).__name__ == "WhiteDie"
    more = drive.app.page.panel.hand.more
    wide, high = Fingers().reach(more, *more.to_window(*more.center))
    assert more.text == "2 more" and wide >= 46 and high >= 46


HINT = "Fly on the table. Tell the phone only about battles and your last space."


@pytest.mark.thorough
def test_what_to_tell_the_phone_stands_only_beside_the_turn_itself(at_table: Start) -> None:
    """Not while a captain tells of a beaten Grey, and not while the phone asks what follows from that."""
    drive = at_table(game, players=2, options={"depth": "light"}, settings={"movement": False})
    opened, rng = drive.app.page.controller.opened, Random(5)
    while opened.play.table.phase != "turns":
        question = opened.play.open()[0]
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    drive.app.page.refresh()
    hands = Afloat(drive)
    hands.put(("stock.greys", 0))
    assert HINT in drive.texts()
    me = opened.play.table.active.index
    hands.page.want(f"GreyBeaten/{me}")
    drive.advance(0.4)
    assert type(hands.page.situation.question).__name__ == "GreyBeaten" and HINT not in drive.texts()
    grey = opened.play.table.living("grey")[0].at
    hands.page.want("")
    opened.answer(f"GreyBeaten/{me}", [grey.q, grey.r])
    hands.page.refresh()
    drive.advance(0.4)
    (asked,) = opened.play.open()
    assert type(asked).__name__ == "AnyLeft" and HINT not in drive.texts()
    opened.answer(asked.key(), "no")
    hands.page.refresh()
    drive.advance(0.4)
    assert HINT in drive.texts(), "the turn goes on"
