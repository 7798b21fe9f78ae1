"""What Windward's table is told, read on the screen of the real app, by touches."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.panels import FlightRow
from companion.ui.screens.chronicle import ChronicleLine
from companion.ui.table.by_hand import HandRow
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard
from tests.games.windward.screen.test_by_hand_touch import READY, sit
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.hands import at_random

pytestmark = pytest.mark.touch
both = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])

COMPASS = re.compile(r"\b(north|south|east|west)|\brow \d|\bspace \d|-?\d,\s?-?\d", re.IGNORECASE)
"""Words for a place that nobody finds on a round board."""


@both
def test_a_red_that_stays_because_it_fought_is_said(start: Start, size: Any) -> None:
    """WW-87: five hits to five, a tie. Before the night is paid for, hands read that they need not wait for it."""
    hands = afloat(start, size=size)
    red = hands.at(1, 3)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.morale", 4), ("beasts.red1", red))
    hands.answer("Sail", list(red))
    hands.answer("Throw", [2, 3])
    hands.answer("Throw", [1, 1, 1, 1, 1])
    hands.answer("Extras", [0, 0])
    hands.answer("EndTurn")
    stays = "The Red on the hex three out towards 1 fought Ana this turn, so it stays there."
    assert hands.drive.has(stays)
    hands.answer("CardOrMorale", "card")
    assert hands.play.table.living("red")[0].at == red
    assert stays in hands.chronicle()


def test_a_red_that_did_not_fight_is_not_said_to_stay(start: Start) -> None:
    hands = afloat(start)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("beasts.red1", hands.at(1, 5)))
    hands.answer("EndTurn")
    assert not hands.drive.says("stays where it is")


@both
def test_mates_and_coffee_come_off_the_orders(start: Start, size: Any) -> None:
    """WW-83: two mates and a Coffee gave three orders; the hands are told to take them back."""
    hands = afloat(start, size=size)
    hands.put(("captains.0.ship", hands.at(1, 2)))
    hands.answer("Card", "coffee")
    for order in ("ship_speed", "longboat_speed", "drop_longboat"):
        hands.answer("Order", order)
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    assert {"Ana takes the mates off the orders", "Coffee goes back to the stock"} <= set(hands.told())


def test_a_dry_stack_is_told_where_cards_are_drawn(start: Start) -> None:
    """WW-8: at port, on the order that draws three."""
    hands = afloat(start)
    hands.touch(hands.drive.find("Orders", ActionTile))
    hands.drive.advance(0.3)
    assert hands.drive.says("if a stack runs out, shuffle all into three")


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


@pytest.mark.parametrize("mode, seed", [("solo", 5), ("competitive", 7), ("coop", 2)])
def test_places_are_landmarks_and_the_posts_numbers(at_table: Start, mode: str, seed: int) -> None:
    """Whatever is read in twelve answers by touches, the lists opened: no compass, no row, no pair of numbers."""
    players = 1 if mode == "solo" else 2
    drive = at_table(game, players=players, options={"mode": mode}, settings={"movement": False})
    opened, choose = drive.app.page.controller.opened, awake(at_random(Random(seed)))
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


def test_of_two_reds_that_are_tapped_each_has_its_own_name(start: Start) -> None:
    """WW-97: equally near; the card names the Red and where it stands, and the tapped one flies."""
    hands = afloat(start)
    hands.put(("captains.0.ship", hands.at(1, 2, 1)), ("captains.0.morale", 4), ("beasts.red1", hands.at(1, 3, 2)),
              ("beasts.red2", hands.at(1, 4)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    cards = hands.drive.all(cls=AnswerCard)
    assert [card.text for card in cards] == [
        "From the Post: 3 towards 1, then 2 towards 2", "From the Post: 4 towards 1"]
    hands.touch(cards[1])
    assert hands.drive.says("The Red flies two hexes and attacks Ana")


@both
def test_no_two_lines_of_a_list_are_the_same(at_table: Start, size: Any) -> None:
    """Six Reds and a Grey on the planet: on "Does it match?" no two things share a name, and no two places either."""
    hands = sit(at_table, size, READY)
    hands.menu("Correct")
    fields = hands.page.draft.fields()
    labels = [str(field.label) for field in fields]
    assert len(labels) == len(set(labels)) and sum(label.startswith("Red ") for label in labels) >= 6
    red = hands.field_row(f"beasts.{hands.play.table.living('red')[0].key}")
    hands.touch(red)
    hands.drive.advance(0.4)
    places = [str(red.field.words(value)) for value in red.field.allowed]
    assert len(places) == len(set(places)) > 60


def test_alone_reds_reach_the_ship_and_strike_together_later(start: Start) -> None:
    """WW-111, WW-114: B, four out, flies three and is there; A follows as far as it can. The chronicle has it all."""
    hands = afloat(start, "solo")
    hands.put(("captains.0.ship", hands.at(1, 1)), ("captains.0.morale", 4), ("beasts.red1", hands.at(1, 5)),
              ("beasts.red2", hands.at(1, 4)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    rows = sorted(hands.drive.all(cls=FlightRow), key=lambda row: -row.y)
    assert [(row.text, row.strikes.text) for row in rows] == [("The Red", "reaches Ana"), ("The Red", "")]
    assert not hands.drive.says("attacks")
    hands.touch("All moved")
    assert type(hands.question).__name__ == "Throw"
    hands.menu("Chronicle")
    assert not hands.drive.says("flew from"), "the night is one line"
    hands.touch(hands.drive.find("Two Reds flew. One reached Ana.", ChronicleLine))
    assert hands.drive.says("The Red flew from the hex four out towards 1, three hexes towards 4, to Ana.")
    assert hands.drive.says("three hexes towards 4, to the hex two out towards 1.")


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET, LANDSCAPE], ids=["phone", "small", "tablet", "landscape"])
def test_look_ahead_never_covers_the_ship(start: Start, size: Any) -> None:
    """The eye is tapped; then the ship is flown to spaces all over the planet, and what is said stands beside it."""
    hands = afloat(start, "solo", size)
    hands.put(("captains.0.ship", hands.at(1, 3)), ("beasts.red1", hands.at(2, 3)), ("beasts.red2", hands.at(5, 3)))
    hands.touch(lambda one: getattr(one, "text", "") == "Look ahead")
    hands.drive.advance(0.5)
    stage = hands.page.stage
    said = stage._corners.sayings
    assert said.parent is not None
    covered = []
    for space in sorted(hands.play.table.planet.spaces):
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
