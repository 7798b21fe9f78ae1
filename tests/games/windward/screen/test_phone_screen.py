"""A turn on a phone: the map takes more than half, one row of tiles, nothing greyed, End turn in place."""

from functools import partial
from typing import Any

import pytest

from companion.games.windward.board.hexes import spell
from companion.games.windward.box import model
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard
from companion.ui.widgets.controls.buttons import TonalButton
from companion.ui.widgets.controls.pad import DieKey
from companion.ui.widgets.controls.rows import Stepper
from tests.games.windward.screen.test_by_hand_touch import READY, TOGETHER, beside_a_red, put, sit
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.sampling import sampled
from tests.ui.conftest import PHONE, SMALL, Start
from tests.ui.hands import Hands
from tests.ui.targets import all_too_small

pytestmark = pytest.mark.touch
phones = sampled("size", [PHONE, SMALL], ids=["phone", "small"])


def tiles(hands: Hands) -> list[Any]:
    return sorted(hands.drive.all(cls=ActionTile), key=lambda tile: tile.x)


def at_sky(at_table: Start, size: Any) -> Hands:
    """Beside a Red, with a tooth to drop, and a tooth on her space to pick up."""
    hands = sit(at_table, size, READY)
    space, _ = beside_a_red(hands)
    put(hands, captains__0__ship=spell(space), captains__0__red_teeth=1)
    return hands


@phones
def test_the_map_has_more_than_half_and_the_tiles_one_row(at_table: Start, size: Any) -> None:
    hands = at_sky(at_table, size)
    panel = hands.page.panel
    assert panel.height <= 0.48 * hands.page.height + 1
    assert [tile.text for tile in tiles(hands)] == ["Orders", "Cards", "Drop", "List", "End turn"]
    assert len({round(tile.y) for tile in tiles(hands)}) == 1
    assert panel.gauges.parent is not None
    assert panel.headline.lines() == 1
    assert hands.drive.says("Tap a bright space")


@phones
def test_a_chosen_fight_is_told_on_the_button(at_table: Start, size: Any) -> None:
    hands = at_sky(at_table, size)
    _, red = beside_a_red(hands)
    hands.page.panel.answer_panel.choose(red)
    hands.drive.advance(0.3)
    main = hands.page.panel.row.main
    assert main.text.startswith("Attack ") and main.text.endswith("% win")
    assert hands.page.panel.gauges.parent is not None
    assert hands.page.panel.height <= 0.48 * hands.page.height + 1
    if size == PHONE:
        assert main.second is not None and main.second.text.endswith("the dice are a guess")


@pytest.mark.thorough
def test_end_turn_is_always_at_the_same_place(at_table: Start) -> None:
    hands = at_sky(at_table, SMALL)
    before = tiles(hands)[-1]
    place = round(before.right), round(before.y)
    put(hands, **{f"loose__{spell(hands.play.table.seats[0].ship)}__grey_teeth": 1})
    last = tiles(hands)[-1]
    assert "Pick up" in [tile.text for tile in tiles(hands)]
    assert (last.text, round(last.right), round(last.y)) == ("End turn", *place)


@pytest.mark.thorough
def test_the_orders_stand_in_one_view(at_table: Start) -> None:
    hands = at_sky(at_table, SMALL)
    hands.touch(tiles(hands)[0])
    hands.drive.advance(0.3)
    cards = hands.drive.all(cls=AnswerCard)
    assert [card.text for card in cards] == ["Drop a longboat", "+3 longboat speed", "+1 ship speed",
                                             "Process the Crester"]
    panel = hands.page.panel
    assert panel.middle.height <= panel.scroll.height + 1
    assert tiles(hands)[0].text == "Back"


@pytest.mark.thorough
def test_the_gauges_stay_beside_what_hands_must_do(at_table: Start) -> None:
    """Beside the To move card, a co-op strike and a battle still show the captain's morale."""
    hands = sit(at_table, SMALL, READY)
    hands.page.controller.opened.answer("Sail/0", [1, 0])
    hands.drive.advance(0.5)
    hands.undo()
    panel = hands.page.panel
    assert panel.hand.shown and panel.hand.card.put_back and panel.gauges.parent is not None
    assert panel.height <= 0.6 * hands.page.height + 1, "the map keeps two fifths"


def keys_in_view(hands: Hands) -> int:
    """The die's keys that a finger can hit, wholly in view; fails if one is cut."""
    scroll, keys = hands.page.panel.scroll, hands.drive.all(cls=DieKey)
    for key in keys:
        assert min(key.size) >= 48
        assert scroll.y - 1 <= key.to_window(*key.pos)[1] and key.to_window(key.x, key.top)[1] <= scroll.top + 1
    return len(keys)


@pytest.mark.thorough
def test_every_key_of_ten_dice_is_in_view(start: Start) -> None:
    """WW-59, WW-A26: Ana attacks two Reds on one space, five dice each; the fight's picture gives way to the keys."""
    hands = afloat(start, "solo", SMALL)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("beasts.red1", hands.at(1, 3)))
    hands.put(("beasts.red2", hands.at(1, 3)))
    hands.answer("Sail", list(hands.at(1, 3)))
    assert keys_in_view(hands) == 4 and hands.drive.has("Roll for me")
    hands.answer("Throw", [1, 1])
    assert hands.drive.has("What do the Reds' ten dice show?") and keys_in_view(hands) == 4
    hands.page.panel.answer_panel.show_all_faces()
    hands.drive.advance(0.3)
    assert keys_in_view(hands) == 8, "0 to 6, and the key that erases"


@pytest.mark.thorough
def test_every_row_of_a_looting_is_in_view(start: Start) -> None:
    """WW-78: Ben has a grey tooth, two red teeth and two +2 tokens, so Ana takes three of the five."""
    hands = afloat(start, "competitive", SMALL)
    hands.put(("captains.0.ship", hands.at(1, 1)), ("captains.1.ship", hands.at(1, 2)),
              ("captains.1.grey_teeth", 1), ("captains.1.red_teeth", 2), ("captains.1.plus_two", 2))
    hands.answer("Sail", list(hands.at(1, 2)))
    hands.answer("Throw", [3, 3])
    hands.answer("Throw", [1, 1])
    hands.answer("Extras", [0, 0])
    hands.answer("Extras", [0, 0])
    assert hands.drive.has("Half of the cargo: 3 pieces") and len(hands.drive.all(cls=Stepper)) == 3
    assert not hands.page.panel.scroll.do_scroll_y


@pytest.mark.thorough
def test_the_map_has_half_of_the_window_while_hands_lay_it_out(at_table: Start) -> None:
    """WW-122: the White's corner, and then everything else beside the planet."""
    hands = sit(at_table, SMALL, TOGETHER[:3], mode="coop")
    hands.drive.advance(0.3)
    assert hands.page.panel.hand.shown and keys_in_view(hands) == 6 and hands.drive.has("Roll for me")
    assert hands.page.stage.room.height >= 0.5 * hands.page.height - 1
    roll = hands.page.panel.row.main
    assert isinstance(roll, TonalButton) and roll.right <= hands.page.center_x, "not filled, nor where All moved was"
    hands.answer("WhiteDie", [4])
    assert hands.drive.has("Set sail") and hands.page.stage.room.height >= 0.5 * hands.page.height - 1


@pytest.mark.thorough
def test_what_finds_no_tile_is_behind_more(at_table: Start) -> None:
    hands = at_sky(at_table, PHONE)
    put(hands, **{f"loose__{spell(hands.play.table.seats[0].ship)}__grey_teeth": 1})
    assert [tile.text for tile in tiles(hands)] == ["Orders", "Cards", "Pick up", "More…", "End turn"]
    hands.answer("Drop", ["red_teeth.1"])
    assert hands.play.table.seats[0].cargo.red_teeth == 0


@pytest.mark.thorough
def test_on_a_low_stage_nothing_of_the_map_lies_under_the_bar(at_table: Start) -> None:
    """On a small phone at 200 % the stage is a strip; the map's button used to be below the menu."""
    hands = sit(partial(at_table, settings={"text_size": 200}), SMALL, READY)
    space, _ = beside_a_red(hands)
    put(hands, captains__0__ship=spell(space))
    hands.drive.advance(1.0)
    page, corners = hands.page, hands.page.stage.corners
    assert corners.map.parent is not None and corners.turn.parent is not None
    assert corners.turn.top <= page.stage.room.top
    assert not corners.turn.collide_widget(corners.map)
    assert all_too_small() == []


def test_every_territory_is_in_view_in_the_last_turns(start: Start) -> None:
    """WW-102: with five captains, the last two lay below the fold of a small phone."""
    hands = afloat(start, size=SMALL, depth="light", players=5, box=model.starter())
    hands.put(("captains.0.notoriety", 15))
    hands.page.controller.opened.answer("Card/0", "aerogenerator")
    hands.page.refresh()
    hands.drive.advance(0.6)
    assert type(hands.question).__name__ == "NewWind" and len(in_view(hands)) == 6


def test_whether_any_is_left_is_answered_without_scrolling_in_the_last_turns(start: Start) -> None:
    """WW-153, WW-70: the planet is no help there, so *Yes* and *No* come first, whatever the banner takes."""
    hands = afloat(start, size=SMALL, depth="light", players=5, text_size=200)
    hands.put(("beasts.red9", hands.at(1, 4)), ("captains.1.notoriety", 15))
    opened = hands.page.controller.opened
    opened.answer("Sail/0", list(hands.at(1, 4)))
    hands.put(("stock.reds", 0))
    opened.answer("Ended/0", "won")
    hands.page.refresh()
    hands.drive.advance(0.6)
    assert type(hands.question).__name__ == "AnyLeft" and in_view(hands) == ["Yes", "No"]


@pytest.mark.thorough
def test_the_button_that_loses_the_ship_has_its_words_on_two_lines(start: Start) -> None:
    """WW-125: in half of the row they took three lines beside an empty half; the right end stays free."""
    hands = afloat(start, "coop", PHONE, players=3)
    hands.put(("beasts.white9", hands.at(4, 3)))
    hands.page.want("EndTurn/0")
    hands.drive.advance(0.5)
    row = hands.page.panel.row
    assert row.main.text == "Rest at port and lose the ship"
    assert row.main.height < 70 and row.main.width <= 0.75 * row.width


def in_view(hands: Afloat) -> list[str]:
    """The answers that can be seen whole, without scrolling."""
    cards, scroll = hands.page.panel.answer_panel.shown, hands.page.panel.scroll
    low = {card: card.to_window(card.x, card.y)[1] for card in cards}
    bottom, top = scroll.y - 1, scroll.top + 1
    return [card.text for card in cards if bottom <= low[card] and low[card] + card.height <= top]
