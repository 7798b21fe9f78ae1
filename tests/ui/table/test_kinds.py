"""Every kind of question, answered by touches on a game without a stage."""

from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.kinds import KINDS
from companion.core.log import ANSWER
from companion.ui.table.panel import PANELS
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieKey
from companion.ui.widgets.controls.rows import SignButton
from tests.ui.conftest import Start
from tests.ui.hands import Hands
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


def last_answer(driver: Any) -> Any:
    return [record for record in driver.app.page.play.log if record.kind == ANSWER][-1].answer


def answers(driver: Any) -> int:
    return sum(record.kind == ANSWER for record in driver.app.page.play.log)


def test_every_kind_has_a_panel() -> None:
    assert set(PANELS) == set(KINDS)


def test_confirm_shows_points_and_reasons_and_takes_one_tap(at_table: Start) -> None:
    drive = at_table(toy("ready", "lamp"))
    assert drive.says("+2") and drive.says("−1") and drive.says("Nobody has begun yet")
    drive.tap("All ready")
    assert last_answer(drive) == "done"
    assert drive.says("which lamp do you light")


def test_correct_leads_to_the_corrections(at_table: Start) -> None:
    drive = at_table(toy("ready", "lamp"))
    drive.tap("Fix something")
    assert drive.says("Fix something")


def test_pick_one_has_the_commonest_filled_and_on_top(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    cards = sorted(drive.all(cls=AnswerCard), key=lambda card: -card.y)
    assert [card.text for card in cards] == ["Red lamp", "Green lamp", "Blue lamp"]
    assert [card.main for card in cards] == [True, False, False]
    assert drive.says("Ana +1")
    drive.tap("Green lamp")
    assert last_answer(drive) == "green"


def test_an_answer_with_a_tone_has_a_disc_of_that_colour(at_table: Start) -> None:
    drive = at_table(toy("lamp", "harbour"))
    red, green = (drive.find(name, AnswerCard) for name in ("Red lamp", "Green lamp"))
    assert (red.disc.tone, green.disc.tone) == ("", "#2E7D32")
    x, y = green.icon.to_window(green.icon.x + dp(5), green.icon.center_y)
    picture = drive.picture()
    assert picture.getpixel((int(x), picture.height - int(y)))[:3] == (0x2E, 0x7D, 0x32)
    drive.tap("Green lamp")
    assert not any(card.disc.tone for card in drive.all(cls=AnswerCard)), "the cards are used again"


@pytest.mark.thorough
def test_a_question_asked_again_begins_at_its_top(at_table: Start) -> None:
    drive = at_table(toy("lamp", "harbour", "harbour"))
    drive.tap("Red lamp")
    drive.scroll_to(drive.all(cls=AnswerCard)[-1])
    scroll = drive.app.page.panel.scroll
    assert scroll.scroll_y < 0.5
    drive.tap(drive.all(cls=AnswerCard)[-1])
    assert answers(drive) == 2 and drive.app.page.play.open()[0].key().startswith("Harbour")
    assert scroll.scroll_y == 1.0


@pytest.mark.thorough
def test_many_answers_are_searched_and_the_next_list_begins_whole(at_table: Start) -> None:
    drive = at_table(toy("harbour", "lamp", "harbour"))
    assert len(drive.all(cls=AnswerCard)) == 12
    drive.tap(drive.find(cls=TextEntry))
    drive.type("larc")
    assert [card.text for card in drive.all(cls=AnswerCard)] == ["Harbour of Larch"]
    drive.tap("Harbour of Larch")
    assert last_answer(drive) == "Harbour of Larch"
    drive.tap("Red lamp")
    assert len(drive.all(cls=AnswerCard)) == 12


def test_a_barred_answer_is_faded_and_says_why(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    assert drive.find("Blue lamp", AnswerCard).faded
    drive.tap("Blue lamp")
    assert drive.says("The blue lamp is lit already.")
    assert answers(drive) == 0


def test_pick_a_seat_by_its_tile(at_table: Start) -> None:
    drive = at_table(toy("who", "ready"))
    tiles = drive.all(cls=Tile)
    assert [tile.text for tile in tiles] == ["Ana", "Ben", "Cleo"]
    drive.tap(tiles[1])
    assert last_answer(drive) == 1


def test_pick_several_counts_and_says_what_is_missing(at_table: Start) -> None:
    drive = at_table(toy("join", "ready"), players=4)
    drive.tap(drive.find("Dev", Tile))
    assert drive.says("One more joins")
    drive.tap("One more joins")
    assert drive.says("Choose 1 more.") and answers(drive) == 0
    drive.tap(drive.find("Ben", Tile))
    drive.tap("Two join in")
    assert last_answer(drive) == [1, 3]


def test_each_of_two_equal_cards_is_tapped(at_table: Start) -> None:
    drive = at_table(toy("hand", "hand", "ready"))
    first, wood, second = drive.all(cls=Tile)
    assert [tile.text for tile in (first, wood, second)] == ["Sheep", "Wood", "Sheep"]
    drive.tap(second)
    assert [tile.chosen for tile in (first, wood, second)] == [False, False, True]
    drive.tap("Done")
    assert last_answer(drive) == ["Sheep"]
    hands = Hands(drive)
    hands.reply(hands.question, ["Sheep", "Sheep"])
    assert last_answer(drive) == ["Sheep", "Sheep"]


def test_put_in_order_by_tapping_and_taking_back(at_table: Start) -> None:
    drive = at_table(toy("stack", "ready"))
    for name in ("Cleo", "Ana", "Ben"):
        drive.tap(drive.find(name, Tile))
    assert drive.find("Ana", Tile).badge.text == "2"
    drive.tap(drive.find("Ana", Tile))
    assert [tile.badge.text for tile in drive.all(cls=Tile)] == ["", "2", "1"]
    drive.tap(drive.find("Ana", Tile))
    assert drive.says("2 + 1") and drive.says("+3")
    drive.tap("That is the order")
    assert last_answer(drive) == [2, 1, 0]


@pytest.mark.thorough
def test_clear_takes_every_number_back(at_table: Start) -> None:
    drive = at_table(toy("stack", "ready"))
    drive.tap(drive.find("Cleo", Tile))
    drive.tap("Clear")
    assert all(not tile.chosen for tile in drive.all(cls=Tile))


def test_numbers_step_and_stop_at_their_limits(at_table: Start) -> None:
    drive = at_table(toy("cards", "ready"))
    signs = drive.all(cls=SignButton)
    plus = signs[1]
    for _ in range(3):
        drive.tap(plus)
    assert drive.says("3 is the maximum here")
    drive.tap("Counted")
    assert last_answer(drive) == [3, 1, 1]


@pytest.mark.thorough
def test_a_sign_held_down_repeats(at_table: Start) -> None:
    drive = at_table(toy("bet", "ready"))
    plus = drive.all(cls=SignButton)[1]
    drive.tap(plus, hold=0.4 + 1.0)
    drive.tap("Done")
    assert 5 + 7 <= last_answer(drive) <= 5 + 10


def test_dice_are_typed_face_by_face(at_table: Start) -> None:
    drive = at_table(toy("dice", "ready"))
    assert drive.says("74%") and drive.says("Lose")
    key = {key.number: key for key in drive.all(cls=DieKey)}
    assert sorted(number for number in key if number) == [1, 2, 3, 4, 5, 6]
    drive.tap(key[4])
    drive.tap(key[None])
    drive.tap(key[6])
    drive.tap("One by one")
    assert answers(drive) == 0
    drive.tap(key[2])
    drive.tap("That is what they show")
    assert last_answer(drive) == [6, 2]


def test_the_phone_rolls_and_the_roll_is_kept_at_once(at_table: Start) -> None:
    drive = at_table(toy("dice", "ready"))
    drive.tap("Roll for me")
    record = drive.app.page.play.log[-1]
    assert record.rolled and len(record.answer) == 2


def test_a_place_is_chosen_in_the_list_and_committed_by_the_button(at_table: Start) -> None:
    drive = at_table(toy("where", "ready"))
    drive.tap("Reef")
    assert answers(drive) == 0
    drive.tap("Sail to the reef")
    assert last_answer(drive) == "reef"


def test_a_note_is_typed_or_left_empty(at_table: Start) -> None:
    drive = at_table(toy("note", "note", "ready"))
    drive.tap("Nothing to keep")
    assert last_answer(drive) == ""
    drive.tap(drive.find(cls=TextEntry))
    drive.type("the mill")
    drive.tap("Keep it")
    assert last_answer(drive) == "the mill"


def test_one_of_shows_the_others_as_tiles(at_table: Start) -> None:
    drive = at_table(toy("one_of", "ready"))
    assert drive.says("Out with the nets")
    drive.tap("Trade")
    assert drive.says("How much is traded?")
    drive.tap("Back")
    assert drive.says("Out with the nets")
    drive.tap("Trade")
    drive.tap(drive.all(cls=SignButton)[1])
    drive.tap("Done")
    assert last_answer(drive) == 2


def test_a_bare_action_among_the_tiles_is_done_at_once(at_table: Start) -> None:
    drive = at_table(toy("one_of", "ready"))
    drive.tap("End turn")
    assert drive.says("The turn ended")


def test_everybody_answers_in_any_order_and_may_change(at_table: Start) -> None:
    drive = at_table(toy("all_of", "ready"))
    assert drive.says("Everybody answers, in any order.")
    drive.tap(drive.find(lambda w: getattr(w, "text", "") == "Cleo" and type(w).__name__ == "ListRow"))
    drive.tap("snow")
    assert drive.says("done; tap to change")
    drive.tap(drive.find(lambda w: getattr(w, "text", "") == "Cleo" and type(w).__name__ == "ListRow"))
    drive.tap("sun")
    for name in ("Ana", "Ben"):
        drive.tap(drive.find(lambda w, name=name: getattr(w, "text", "") == name and type(w).__name__ == "ListRow"))
        drive.tap("snow")
    assert drive.says("They wished for snow, snow and sun")


def test_a_standing_question_is_a_tile_and_leads_back(at_table: Start) -> None:
    drive = at_table(toy("lamp", "ready"))
    drive.tap("Objective")
    assert drive.says("It brings three points.")
    drive.tap("Declared")
    assert drive.says("which lamp do you light")
    assert drive.app.page.play.table.seats[0].points == 3
