"""The score sheet by touches: set up in a few taps, played on the table screen, to the result."""

from itertools import pairwise

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.games.score_sheet import game
from companion.games.score_sheet.sheet import Sheet
from companion.services.statistics import as_csv, person_sums
from companion.touches.driver import AppDriver, Size
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.pad import NumberPad
from companion.ui.widgets.controls.rows import ListRow, Stepper
from companion.ui.widgets.displays.chart import RaceChart
from companion.ui.widgets.displays.score_sheet import SheetGrid
from tests.ui.conftest import PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands

TEN = ((0, 5, 10, -5, 3), (10, 10, -5, 0, 7), (-5, 0, 5, 5, 9), (0, 0, 0, 10, 1), (5, -5, 10, 2, 0),
       (10, 5, 5, 0, -5), (0, 5, 10, 4, 0), (5, 10, 0, 0, 8), (-5, -5, 10, 10, 0), (5, 0, 5, 10, 6))
"""Ten rounds of five. Sums by hand: 25, 25, 50, 36, 29."""


def set_up(drive: AppDriver, name: str, *players: str) -> Hands:
    """From the library: Add a game, Score sheet, its name, who plays."""
    hands = Hands(drive)
    hands.touch("Add a game")
    drive.advance(0.5)
    hands.touch(drive.find("Score sheet", ListRow))
    drive.advance(0.6)
    hands.touch(drive.app.page.name)
    drive.type(name)
    for person in players:
        entry = drive.app.page.entry
        hands.touch(entry)
        drive.type(person)
        hands.touch(drive.app.page.entry.plus)
    return hands


def set_rounds(hands: Hands, rounds: int) -> None:
    stepper = next(one for one in hands.drive.all(cls=Stepper) if one.text == "How many rounds")
    hands.touch(stepper.key)
    hands.drive.advance(0.4)
    hands.type_number(rounds)
    hands.touch("Set")
    hands.drive.advance(0.5)


def quick(hands: Hands, number: int) -> None:
    """One touch for each number: a frequent one, or a held key."""
    pad = hands.drive.find(cls=NumberPad)
    panel = hands.page.panel.answer_panel
    chips = {chip.text: chip for chip in panel.row.chips.parts}
    words = str(number).replace("-", "−")
    if words in chips:
        hands.touch(chips[words])
    else:
        if number < 0:
            hands.touch(pad.sign)
        x, y = hands.drive.where(pad.keys[str(abs(number))])
        hands.drive.tap_at(x, y, hold=0.6)


def quickly(drive: AppDriver, name: str, *players: str) -> Hands:
    """Names typed with Enter on the keyboard, which is no touch: Add a game, Score sheet, the name."""
    hands = Hands(drive)
    hands.touch("Add a game")
    drive.advance(0.5)
    hands.touch(drive.find("Score sheet", ListRow))
    drive.advance(0.6)
    hands.touch(drive.app.page.name)
    drive.type(name)
    drive.app.page.name.typing.dispatch("on_text_validate")
    drive.advance(0.2)
    for person in players:
        assert drive.app.page.entry.typing.focus, "the keyboard stays with the names"
        drive.type(person)
        drive.app.page.entry.typing.dispatch("on_text_validate")
        drive.advance(0.2)
    return hands


def begin(hands: Hands) -> None:
    hands.touch(hands.drive.app.page.start)
    hands.drive.advance(0.8)


SIZES = pytest.mark.parametrize("size", [SMALL, TABLET], ids=["small", "tablet"])


def test_catan_to_ten_has_its_first_point_after_eight_touches(start: Start) -> None:
    drive = start(games=[game], size=SMALL)
    hands = quickly(drive, "Catan", "Ana", "Ben", "Cleo", "Dev")
    hands.touch("Taps, at any time")
    hands.touch("At a target score")
    begin(hands)
    assert drive.touches <= 7
    touches = drive.touches
    hands.touch(hands.page.panel.answer_panel.chips["1 +1"])
    assert [seat.points for seat in hands.play.table.seats] == [0, 1, 0, 0]
    assert drive.touches == touches + 1, "Ben +1 is one touch"
    for token in ("0 +5", "0 +2", "0 +2", "1 +2", "0 +1"):
        drive.advance(0.5)
        hands.touch(hands.page.panel.answer_panel.chips[token])
    drive.advance(1.0)
    assert str(hands.play.outcome().sentence) == "Ana wins."


@pytest.mark.thorough
def test_wingspan_has_its_first_number_after_nine_touches(start: Start) -> None:
    drive = start(games=[game], size=SMALL)
    hands = quickly(drive, "Wingspan", "Ana", "Ben", "Cleo")
    hands.touch("After named rows")
    hands.touch(drive.app.page.rows_entry)
    drive.type("Birds, Bonus, Goals, Eggs, Food, Tucked")
    begin(hands)
    assert drive.says("Birds: how many for Ana?")
    hands.give(38)
    assert hands.play.table.seats[0].points == 38 and drive.touches <= 9


@pytest.mark.thorough
def test_skull_king_needs_no_mental_arithmetic(start: Start) -> None:
    drive = start(games=[game], size=SMALL)
    hands = quickly(drive, "Skull King", "Ana", "Ben", "Cleo", "Dev")
    hands.touch("Bids, then tricks")
    begin(hands)
    for bid in (1, 0, 0, 1):
        quick(hands, bid)
        drive.advance(0.4)
    assert drive.says("How many tricks did everybody take?")
    hands.answer("Tricks", [1, 0, 0, 0])
    assert [seat.points for seat in hands.play.table.seats] == [20, 10, 10, -10]


def test_a_code_pasted_as_the_name_sets_everything(start: Start) -> None:
    drive = start(games=[game])
    hands = quickly(drive, "", "Ana", "Ben")
    hands.touch(drive.app.page.name)
    code = Sheet("Skull King", by="bids", rounds=10, turn="dealer").to_code()
    drive.type(code)
    assert drive.app.page.name.text == "Skull King" and drive.app.page.sheet().turn == "dealer"
    begin(hands)
    assert hands.play.table.bidding and drive.has("Skull King")
    assert drive.app.library.box_code(drive.app.library.boxes("score_sheet")[0].id) == code, "as in My boxes"


@pytest.mark.thorough
def test_ten_rounds_of_five_with_numbers_below_zero(start: Start) -> None:
    """At most six touches in each round: one for each player, and one to spare."""
    drive = start(games=[game])
    hands = set_up(drive, "Hearts", "Ana", "Ben", "Cleo", "Dan", "Eve")
    for line in ("After some rounds", "Fewest points", "More settings", "Below zero"):
        hands.touch(line)
    set_rounds(hands, 10)
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    assert drive.app.visits[-1].name == "table" and drive.has("Hearts")
    for round_, numbers in enumerate(TEN):
        touches = drive.touches
        for number in numbers:
            quick(hands, number)
        assert hands.play.table.round == round_ + 1
        assert drive.touches - touches <= 6, f"round {round_ + 1}"
    assert [seat.points for seat in hands.play.table.seats] == [25, 25, 50, 36, 29]
    drive.advance(1.0)
    assert str(hands.play.outcome().sentence) == "Ana and Ben share the victory."
    if drive.app.visits[-1].name == "table":
        hands.main()
        drive.advance(1.0)
    assert drive.app.visits[-1].name == "result"


@pytest.mark.thorough
def test_two_teams_of_two_to_the_result_and_the_sheet_is_kept(start: Start) -> None:
    """At most five touches in each round of four players; here a team has one number."""
    drive = start(games=[game])
    hands = set_up(drive, "Pairs", "Ana", "Ben", "Cleo", "Dan")
    for line in ("After some rounds", "More settings", "Two"):
        hands.touch(line)
    set_rounds(hands, 2)
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    for numbers in ((10, 5), (0, 8)):
        touches = drive.touches
        for number in numbers:
            hands.give(number)
        assert drive.touches - touches <= 5
    ended = hands.play.outcome()
    assert str(ended.sentence) == "Ben and Dan win." and ended.sides == ((1, 3), (0, 2))
    drive.advance(1.0)
    if drive.app.visits[-1].name == "table":
        hands.main()
        drive.advance(1.0)
    assert len(drive.app.page.stand.parts) == 2, "a step a team"
    assert [len(who) for *_, who in drive.app.page.stand.parts] == [2, 2]
    assert len(drive.find(cls=RaceChart).runners) == 2, "a line a team"
    kept = drive.app.library.boxes("score_sheet")
    assert [row.name for row in kept] == ["Pairs"] and kept[0].box["sides"] == 2
    drive.app.go("library")
    drive.advance(0.5)
    assert drive.has("Pairs"), "its own cover in the library"
    hands.touch("Pairs")
    drive.advance(0.5)
    assert drive.app.page.draft.sheet["name"] == "Pairs" and drive.app.page.draft.sheet["rounds"] == 2


def test_any_cell_can_be_typed_over(at_table: Start) -> None:
    drive = at_table(game, players=3)
    hands = Hands(drive)
    for number in (4, 5, 6, 1):
        hands.give(number)
    grid = drive.app.page.stage.sheet
    hands.touch_at(*grid.where(0, 1))
    drive.advance(0.5)
    hands.type_number(15)
    hands.touch("Set")
    drive.advance(0.5)
    assert [seat.points for seat in hands.play.table.seats] == [5, 15, 6]
    assert hands.play.log[-1].answer == [["cells.0.1", 15]] or hands.play.log[-1].key == "cells.0.1"


def finish(drive: AppDriver, sheet: Sheet, *numbers: int) -> None:
    """One round of two people."""
    opened = drive.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    for number in numbers:
        opened.answer(opened.play.open()[0].key(), number)
    assert opened.over()


@pytest.mark.thorough
def test_history_and_statistics_call_a_play_by_its_sheet(start: Start) -> None:
    """In Hearts the lowest wins, so its points and Skat's never share an average."""
    drive = start(games=[game])
    finish(drive, Sheet("Hearts", rounds=1, wins="low"), 3, 9)
    finish(drive, Sheet("Hearts", rounds=1, wins="low"), 5, 1)
    finish(drive, Sheet("Skat", rounds=1), 40, 60)
    finish(drive, Sheet(rounds=1), 7, 8)
    drive.app.go("history")
    drive.advance(0.5)
    seconds = [card.second.text.partition(",")[0] for card in drive.all(cls=PlayCard)]
    assert sorted(seconds) == ["Hearts", "Hearts", "Score sheet", "Skat"]
    drive.tap(drive.find(lambda one: type(one).__name__ == "Chip" and one.text == "Hearts"))
    assert len(drive.all(cls=PlayCard)) == 2 and drive.says("Best score: Ben, 1")
    assert drive.app.page.title.text == "Hearts"
    drive.app.go("player", person="Ana")
    drive.advance(0.5)
    assert drive.says("Average 4, best 3.") and drive.has("Hearts") and drive.has("Skat")
    drive.app.library.save_box("score_sheet", "Skat", Sheet("Skat").to_json())
    drive.app.go("search", words="skat")
    drive.advance(0.5)
    assert [row.second.text.partition(",")[0] for row in drive.all("Skat", ListRow)] == [
        "Your score sheet.", "Ana"], "the kept sheet, then the play"
    library = drive.app.library
    told = as_csv([person_sums(library.results(), "Ana")], {"score_sheet": "Score sheet"})
    assert [line.split(",")[1:3] for line in told.splitlines()[2:]] == [["Hearts", "2"], ["Score sheet", "1"],
                                                                        ["Skat", "1"]]


@pytest.mark.thorough
@SIZES
def test_keys_stay_under_the_thumb_if_no_number_is_typed(start: Start, size: Size) -> None:
    drive = start(games=[game], size=size)
    drive.app.go("table", opened=drive.app.library.start("score_sheet", Setup(people("Ana", "Ben"))))
    drive.advance(0.5)
    pad = drive.find(cls=NumberPad)
    before = drive.where(pad)
    drive.tap("Next: Ben")
    assert drive.says("Enter a whole number.") and drive.where(pad) == before


@pytest.mark.thorough
@SIZES
def test_every_key_of_the_pad_is_in_sight_while_the_game_may_end(start: Start, size: Size) -> None:
    """From the second round on, an open end may be declared: a tile below the keys, on small phones in the menu."""
    drive = start(games=[game], size=size)
    sheet = Sheet(name="Darts", start=501, down=True, reach="once")
    opened = drive.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    drive.app.go("table", opened=opened)
    for points in (180, 100):
        drive.app.page.controller.answer(opened.play.open()[0].key(), points)
    drive.advance(0.5)
    panel = drive.app.page.panel
    assert drive.has("Count the result") == (size != SMALL)
    assert panel.middle.height <= panel.scroll.height + 1, "nothing scrolls"
    drive.app.page.controller.answer(opened.play.open()[0].key(), 321)
    drive.advance(0.5)
    assert panel.situation.state == "over"
    assert panel.lately is None or not panel.lately.next.text, "nothing comes after the end"


def test_one_line_of_the_menu_ends_a_play_and_another_counts_the_result(start: Start) -> None:
    """Both said that they end something."""
    drive = start(games=[game], size=SMALL)
    opened = drive.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, Sheet("Darts").to_json()))
    opened.answer("Score/0", 5)
    opened.answer("Score/1", 7)
    drive.app.go("table", opened=opened)
    drive.advance(0.5)
    drive.tap(drive.app.page.bar.menu)
    drive.advance(0.5)
    lines = [row.text for row in drive.all(cls=ListRow)]
    assert [line for line in lines if line.startswith("End")] == ["End this play here"]
    assert lines.count("Count the result") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_twelve_players_all_have_their_place_in_view(start: Start, size: Size) -> None:
    drive = start(games=[game], size=size)
    twelve = people("Ana", "Ben", "Cleo", "Dev", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo")
    opened = drive.app.library.start("score_sheet", Setup(twelve))
    drive.app.go("table", opened=opened)
    drive.advance(0.5)
    for seat, points in enumerate((5, 30, 12, *range(20, 29))):
        opened.answer(f"Score/{seat}", points)
    drive.app.page.refresh()
    drive.advance(0.5)
    grid = drive.find(cls=SheetGrid)
    assert grid.columns < 12, "not all columns fit"
    order = [token for token in grid.pools["place"] if token.parent is not None]
    assert len(order) == 12 and [token.letter for token in order[:3]] == ["B", "L", "K"], "most points first"
    words = [*grid.pools["label"], *grid.pools["score"]]
    told = sorted((round(-one.center_y), one.x, one.right) for one in words
                  if one.parent is not None and one.center_y < order[0].top)
    beside = [(left, right) for left, right in pairwise(told) if left[1] < right[1]]
    assert all(left[2] + dp(2) <= right[1] for left, right in beside), "20 and 11. apart"


@pytest.mark.thorough
@pytest.mark.parametrize("text_size", [100, 200])
def test_long_numbers_of_twelve_can_be_read_and_leave_the_keys_in_view(start: Start, text_size: int) -> None:
    """On a small phone five digits were 5 px high, two in big letters three dots, and chips hid the keys."""
    drive = start(games=[game], size=SMALL, settings={"text_size": text_size})
    opened = drive.app.library.start("score_sheet", Setup(people(*(f"P{one}" for one in range(12)))))
    drive.app.go("table", opened=opened)
    for points in range(13):
        opened.answer(opened.play.open()[0].key(), 23_604 + points)
    drive.app.page.refresh()
    drive.advance(0.5)
    grid, panel = drive.find(cls=SheetGrid), drive.app.page.panel
    shown = [words for words in grid.pools["score"] if words.parent is not None]
    places = [words for words in shown if words.text.startswith("236")]
    assert all(words.px >= dp(9) for words in places), [words.px for words in places]
    assert not [words for words in places if words.is_shortened]
    assert text_size == 200 or panel.middle.height <= panel.scroll.height + 1, "nothing scrolls"


@pytest.mark.thorough
def test_more_rounds_are_added_to_a_single_game_that_was_drawn(start: Start) -> None:
    """A second round brings points and with them the target, which *Fix something* didn't show before."""
    drive = start(games=[game])
    sheet = Sheet("Chess", by="wins", rounds=1)
    opened = drive.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    opened.answer("WhoWon/table", "draw")
    drive.app.go("fix", opened=opened)
    drive.advance(0.5)
    hands = Hands(drive)
    assert not drive.has("When somebody reaches it")
    set_rounds(hands, 3)
    assert drive.has("When somebody reaches it") and not drive.has("was That round is the last")
    drive.tap(drive.find("It ends at once"))
    assert drive.app.page.draft.changes == {"sheet.rounds": 3, "sheet.reach": "once"}
    drive.tap(drive.find("That round is the last"))
    assert drive.app.page.draft.changes == {"sheet.rounds": 3}
    hands.touch(drive.app.page.main)
    drive.advance(0.6)
    assert [one.key() for one in opened.play.open()] == ["WhoWon/table"] and opened.play.table.round == 1
