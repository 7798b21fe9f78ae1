"""A new play by touches: people, seats by drag, colours, switches, refusals; and the taps a new user needs."""

from typing import Any

import pytest
from kivy.core.window import Window

from companion.core.colours import worst
from companion.core.setup import Person, Setup, people
from companion.games.keywords import game as keywords
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter_tales
from companion.touches.driver import AppDriver
from companion.ui.screens.new_play import SeatRow
from companion.ui.widgets.controls.buttons import ColourTile, PersonChip
from tests.ui.conftest import NAMES, PHONE, SMALL, Start

pytestmark = pytest.mark.touch
ENTER = 13


def enter(driver: AppDriver) -> None:
    Window.dispatch("on_key_down", ENTER, 40, None, [])
    driver.advance(frames=2)


def type_names(driver: AppDriver, *names: str) -> None:
    for name in names:
        driver.type(name)
        enter(driver)


def seated(driver: AppDriver) -> list[str]:
    return [person.name for person in driver.app.page.draft.people]


def open_new_play(driver: AppDriver, game: str = "windmill") -> None:
    driver.tap(next(card for card in driver.all(lambda w: type(w).__name__ == "GameCover")
                    if card.text == driver.app.found.games[game].facts.title))


def with_names(start: Start, *names: str) -> AppDriver:
    """The page of a new play, with these names typed in."""
    driver = start(games=[windmill])
    open_new_play(driver)
    type_names(driver, *names)
    return driver


def of_three(start: Start) -> AppDriver:
    driver = start(games=[windmill])
    driver.app.go("new_play", game="windmill", setup=Setup(people("Ana", "Ben", "Cleo")))
    driver.advance(0.3)
    return driver


def test_from_a_fresh_install_a_story_of_four_is_timed_in_a_few_taps(start: Start) -> None:
    """Four taps besides typing: choose a box, cover, the oldest, start the clock. Enter on the empty field starts."""
    driver = start(games=[windmill])
    driver.app.go_home("welcome")
    driver.advance(0.5)
    before = driver.touches
    driver.tap("Choose a box")
    driver.tap(driver.find(lambda w: type(w).__name__ == "GameCover"))
    type_names(driver, "Ana", "Ben", "Cleo", "Dev", "")
    driver.advance(0.5)
    driver.tap(driver.find(lambda w: getattr(w, "text", "") == "Ana" and type(w).__name__ == "Tile"))
    driver.tap("Start")
    play = driver.app.page.controller.opened
    assert [seat.name for seat in play.play.table.seats] == ["Ana", "Ben", "Cleo", "Dev"]
    assert play.timers.running(play.play.timers()[0])
    assert driver.touches - before == 4


@pytest.mark.thorough
def test_enter_on_the_empty_field_starts_nothing_while_somebody_is_missing(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben", "")
    assert seated(driver) == ["Ana", "Ben"] and type(driver.app.page).__name__ == "NewPlayScreen"


def test_enter_adds_a_name_and_keeps_the_cursor(start: Start) -> None:
    driver = with_names(start)
    assert driver.says("Add the first player")
    type_names(driver, "Ana", "Ben", "Cleo")
    assert seated(driver) == ["Ana", "Ben", "Cleo"]
    assert driver.app.page.entry.typing.focus and driver.app.page.entry.text == ""
    driver.advance(0.5)
    driver.key(13)  # the window tells the app, too
    assert driver.app.visits[-1].name == "new_play", "the third name doesn't start the play"


def test_names_survive_back_and_sit_down_in_any_game(start: Start) -> None:
    driver = start(games=[windmill, keywords])
    open_new_play(driver, "keywords")
    type_names(driver, "Ana", "Ben", "Cleo", "Dev", "Eva")
    driver.type("Finn")
    driver.app.back()
    driver.advance(0.5)
    open_new_play(driver, "windmill")
    assert seated(driver) == ["Ana", "Ben", "Cleo", "Dev", "Eva"], "Windmill is for five"
    assert driver.all(cls=PersonChip)[0].text == "Finn"
    driver.app.back()
    driver.advance(0.5)
    open_new_play(driver, "keywords")
    assert seated(driver) == ["Ana", "Ben", "Cleo", "Dev", "Eva", "Finn"]


@pytest.mark.thorough
def test_names_that_began_a_play_wait_no_longer(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben", "Cleo", "")
    driver.advance(0.5)
    assert driver.app.waiting == []


def test_a_name_twice_is_refused_in_place(start: Start) -> None:
    driver = with_names(start, "Ana", "ana")
    assert seated(driver) == ["Ana"]
    assert driver.says("ana is already at the table.")


@pytest.mark.thorough
def test_what_was_said_about_a_name_goes_with_the_next_key(start: Start) -> None:
    driver = with_names(start, "Ana", "ana")
    driver.type("x")
    assert not driver.says("is already at the table")


def test_start_takes_a_name_that_is_only_typed(start: Start) -> None:
    """Three are seated, "Lena" is typed: Start counts her, and she plays."""
    driver = with_names(start, "Ana", "Ben", "Cleo")
    driver.type("Lena")
    driver.tap("Start with four players")
    assert [seat.name for seat in driver.app.page.controller.opened.play.table.seats] == ["Ana", "Ben", "Cleo", "Lena"]


@pytest.mark.thorough
def test_start_does_not_drop_a_typed_name_it_can_not_take(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben", "Cleo")
    driver.type("ben")
    driver.tap(driver.app.page.start)
    assert type(driver.app.page).__name__ == "NewPlayScreen"
    assert driver.says("ben is already at the table.") and driver.app.page.entry.text == "ben"


@pytest.mark.thorough
def test_the_plus_of_the_field_seats_the_name_and_keeps_the_cursor(start: Start) -> None:
    driver = with_names(start)
    driver.type("Ana")
    driver.tap(driver.app.page.entry.plus)
    assert seated(driver) == ["Ana"]
    assert driver.app.page.entry.typing.focus and driver.app.page.entry.text == ""


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "text_size"), [(PHONE, 100), (SMALL, 200)])
def test_the_field_is_in_sight_above_the_keyboard_at_every_name(start: Start, size: tuple[int, int],
                                                                text_size: int) -> None:
    driver = start(games=[windmill], size=size, settings={"text_size": text_size})
    driver.app.machine.insets.covered = int(size[1] * 0.42)
    open_new_play(driver)
    driver.advance(0.5)
    for name in ("Ana", "Ben", "Cleo", "Dev", "Eva"):
        type_names(driver, name)
        driver.advance(0.3)
        page = driver.app.page
        low, top = page.entry.to_window(0, page.entry.y)[1], page.entry.to_window(0, page.entry.top)[1]
        assert low >= page.scroll.y - 1 and top <= page.scroll.top + 1, f"after {name}: {low:.0f} to {top:.0f}"
        assert low >= driver.app.machine.insets.covered


@pytest.mark.thorough
def test_a_sixth_player_is_refused_in_place(start: Start) -> None:
    driver = with_names(start, "A", "B", "C", "D", "E", "F")
    assert len(seated(driver)) == 5
    assert driver.says("Windmill is for at most 5 players. Remove a seat first.")


def test_too_few_can_not_start_and_the_button_says_so(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben")
    driver.tap("One more player")
    assert driver.says("This game is for 3 to 5 players, and you have 2. Add or remove a seat.")
    assert type(driver.app.page).__name__ == "NewPlayScreen"


def test_who_played_last_sits_down_again_and_others_are_chips(start: Start) -> None:
    driver = start(games=[windmill, keywords])
    library = driver.app.library
    library.start("keywords", Setup(people("Eva", "Finn", "Gus")))
    driver.app.machine.clock.advance(60)
    library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    driver.app.go("new_play", game="windmill")
    driver.advance(0.3)
    assert seated(driver) == ["Ana", "Ben", "Cleo"]
    driver.tap("Finn")
    assert seated(driver) == ["Ana", "Ben", "Cleo", "Finn"]
    colours = [person.colour for person in driver.app.page.draft.people]
    assert len(set(colours)) == 4
    driver.advance(0.5)
    driver.key(13)
    assert driver.app.visits[-1].name == "table", "Enter is Start"


def test_seats_are_put_in_order_by_dragging(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.go("new_play", game="windmill", setup=Setup(people("Ana", "Ben", "Cleo", "Dev")))
    driver.advance(0.3)
    rows = {row.text: row for row in driver.all(cls=SeatRow)}
    driver.drag(driver.where(rows["Dev"].handle), driver.where(rows["Ben"].handle))
    assert seated(driver) == ["Ana", "Dev", "Ben", "Cleo"]
    assert [row.number.text for row in sorted(driver.all(cls=SeatRow), key=lambda row: -row.y)] == ["1", "2", "3", "4"]


@pytest.mark.thorough
@pytest.mark.parametrize(("removed", "left"), [("Ana", ["Ben", "Cleo"]), ("Ben", ["Ana", "Cleo"])])
def test_a_seat_that_a_second_finger_removes_during_a_drag_stays_away(start: Start, removed: str,
                                                                       left: list[str]) -> None:
    driver = of_three(start)
    rows = {row.text: row for row in driver.all(cls=SeatRow)}
    finger = driver.down(*driver.where(rows["Ben"].handle))
    driver.tap(rows[removed].name)
    driver.tap("Remove this seat")
    finger.touch_move(finger.x, finger.y - 90)
    driver.up(finger)
    assert seated(driver) == left


@pytest.mark.thorough
def test_a_colour_that_is_taken_is_swapped(start: Start) -> None:
    driver = of_three(start)
    driver.tap(driver.find("Ana", SeatRow))
    driver.tap(driver.find("Sky", ColourTile))
    assert driver.app.page.draft.people == [Person("Ana", 1), Person("Ben", 0), Person("Cleo", 2)]


@pytest.mark.thorough
def test_a_name_that_was_typed_counts_without_enter(start: Start) -> None:
    driver = of_three(start)
    driver.tap(driver.find("Ana", SeatRow))
    driver.tap(driver.app.sheets[-1].column.parts[0])
    driver.type("bel")
    driver.key(27)
    assert seated(driver) == ["Anabel", "Ben", "Cleo"]


def test_a_seat_can_be_taken_away(start: Start) -> None:
    driver = of_three(start)
    driver.tap(driver.find("Ben", SeatRow))
    driver.tap("Remove this seat")
    assert seated(driver) == ["Ana", "Cleo"]
    assert driver.has("One more player")


def test_switches_reach_the_play(start: Start) -> None:
    """WM-A2 on, and a story clock of fifteen seconds."""
    driver = of_three(start)
    assert driver.says("Everything as in the rulebook.") and driver.has("Never-ending story")
    assert not driver.has("No Windmill in round one"), "house rules are folded; the mode is not one"
    driver.tap("Change")
    driver.tap("15 s")
    driver.tap("No Windmill in round one")
    driver.tap("Hide")
    assert driver.says("Story clock: 15 s and No Windmill in round one: on.")
    driver.tap("Start with three players")
    options = driver.app.page.controller.opened.play.setup.options
    assert options["story_seconds"] == 15 and options["strict_first_round"] is True


@pytest.mark.thorough
def test_what_was_chosen_outlives_a_change_of_theme(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben", "Cleo")
    driver.app.library.set("theme", "light")
    driver.app.apply_settings()
    driver.advance(0.3)
    assert seated(driver) == ["Ana", "Ben", "Cleo"]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_name_of_sixty_letters_and_another_script_fit(start: Start, size: tuple[int, int]) -> None:
    driver = start(games=[windmill], size=size, settings={"text_size": 200})
    names = ("W" * 60, "Ольга", "Ana")
    driver.app.go("new_play", game="windmill", setup=Setup(people(*names)))
    driver.advance(0.3)
    for row in driver.all(cls=SeatRow):
        assert row.name.x + row.name.text_width() <= row.handle.x + 1
        assert row.name.text_height() <= row.height
    driver.tap("Start with three players")
    assert driver.app.page.controller.opened.play.table.seats[0].name == "W" * 60


@pytest.mark.thorough
def test_the_title_can_be_read_over_white_pictures(start: Start) -> None:
    """4.5 to 1 for the small name and 3 to 1 for the large title, wherever the picture behind them is white."""
    driver = start(games=[story])
    open_new_play(driver, "story")
    page = driver.app.page
    for size in (PHONE, SMALL):
        driver.resize(size)
        page.named.opacity = page.title.opacity = 0.0
        seen = driver.picture()
        for words, least in ((page.named, 4.5), (page.title, 3.0)):
            x, y, wide, high = (round(one) for one in (words.x, words.y, words.text_width(), words.height))
            under = seen.crop((x, seen.height - y - high, x + wide, seen.height - y))
            grounds = ["#{:02x}{:02x}{:02x}".format(*one) for _, one in under.getcolors(100_000)]
            assert worst("#FFFFFF", grounds) >= least, (size, words.text)


def test_a_new_play_names_its_game(start: Start) -> None:
    driver = start(games=[windmill, keywords])
    open_new_play(driver, "keywords")
    assert driver.has("Key Words") and driver.has("Who is playing?")


def test_a_rematch_of_last_fridays_table_takes_two_taps(start: Start) -> None:
    """The cover and Start: the same people, the same house rules."""
    driver = start(games=[windmill])
    library = driver.app.library
    last = library.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev"), {"story_seconds": 45}))
    library.close(last)
    library.archive(last.id)
    library.archive(last.id, False)
    driver.app.machine.clock.advance(6.5 * 86_400)
    driver.app.go_home()
    driver.advance(0.3)
    before = driver.touches
    open_new_play(driver)
    assert driver.says("Story clock: 45 s.")
    driver.tap("Start with four players")
    assert driver.touches - before == 2
    play = driver.app.page.controller.opened.play
    assert [seat.name for seat in play.table.seats] == ["Ana", "Ben", "Cleo", "Dev"]
    assert play.setup.options["story_seconds"] == 45


def test_a_table_is_saved_as_a_group_and_sits_down_again_with_one_tap(start: Start) -> None:
    driver = with_names(start, "Ana", "Ben", "Cleo")
    driver.tap("Save as a group")
    driver.advance(0.4)
    driver.tap("Save with three players")
    driver.advance(0.5)
    assert [group.name for group in driver.app.library.groups()] == ["Friday table"]
    driver.app.page.draft.people[:] = [Person("Zoe", 5)]
    driver.app.page.people_changed()
    driver.advance(0.3)
    driver.tap(driver.find("Friday table", PersonChip))
    assert seated(driver) == ["Ana", "Ben", "Cleo"]


@pytest.mark.thorough
def test_start_alone_means_the_mode_for_one(start: Start) -> None:
    driver = start(games=[windward])
    driver.app.go("new_play", game="windward", setup=Setup(people("Ana")))
    driver.advance(0.3)
    driver.tap("Start alone")
    assert driver.app.page.controller.opened.play.setup.options["mode"] == "solo"


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "switch", "stays"), [
    (windward, "Deadweight opens one Drift", "Odds"), (winter_tales, "Quest without moving", "Memory card")])
def test_switches_without_effect_in_light_depth_are_hidden(start: Start, game: Any, switch: str, stays: str) -> None:
    driver = start(games=[game])
    driver.app.go("new_play", game=game.facts.id, setup=Setup(people("Ana", "Ben", "Cleo")))
    driver.advance(0.3)
    driver.tap(driver.app.page.rules.link)
    assert driver.has(switch) and driver.has(stays)
    driver.tap("Turns and battles")
    assert driver.has(stays) and not driver.has(switch)


@pytest.mark.thorough
def test_a_box_that_was_just_entered_is_the_one_on_the_table(start: Start) -> None:
    driver = start(games=[windward])
    library, box = driver.app.library, windward.boxes.starter()
    first = library.save_box("windward", "Ours", box)[0].id
    driver.app.go("new_play", game="windward", setup=Setup(people("Ana", "Ben")))
    driver.advance(0.3)
    page = driver.app.page
    assert page.draft.box == first and driver.says("Ours:")
    driver.app.go("boxes", game="windward")
    driver.advance(0.3)
    second = library.save_box("windward", "The new box", box)[0].id
    driver.app.back()
    driver.advance(0.3)
    assert driver.app.page.draft.box == second and driver.says("The new box:")


def box_on_new_play(start: Start, *names: str) -> AppDriver:
    """New play with the first of these saved boxes chosen, although the others are newer."""
    driver = start(games=[windward])
    for name in names:
        driver.app.library.save_box("windward", name, windward.boxes.starter())
        driver.app.machine.clock.advance(60)
    driver.app.go("new_play", game="windward", setup=Setup(people("Ana", "Ben")))
    driver.advance(0.3)
    if len(names) > 1:
        driver.tap("Your box")
        driver.tap(names[0])
        driver.advance(0.3)
    return driver


def to_boxes(driver: AppDriver) -> None:
    driver.tap("Your box")
    driver.tap("Edit my boxes")
    driver.advance(0.4)


def back(driver: AppDriver, times: int = 1) -> None:
    for _ in range(times):
        driver.key(27)
        driver.advance(0.5)


def names_of_boxes(driver: AppDriver) -> list[str]:
    return [row.name for row in driver.app.library.boxes("windward")]


@pytest.mark.thorough
@pytest.mark.parametrize("names", [(), ("Our box",), ("Our box", "A friend's box")])
def test_a_look_into_the_editor_makes_no_box_and_changes_none(start: Start, names: tuple[str, ...]) -> None:
    driver = box_on_new_play(start, *names)
    chosen, rows = driver.app.page.draft.box, driver.app.library.boxes("windward")
    to_boxes(driver)
    driver.tap("Enter my own box")
    driver.advance(0.5)
    assert driver.says("0 of 6 tiles"), "the editor, with an empty box"
    back(driver, 2)
    assert driver.app.library.boxes("windward") == rows and driver.app.page.draft.box == chosen
    assert driver.says("Our box:" if names else "Starter set: a guess")


@pytest.mark.thorough
def test_a_box_is_made_by_its_first_stroke_and_used(start: Start) -> None:
    driver = box_on_new_play(start, "Our box")
    to_boxes(driver)
    driver.tap("Enter my own box")
    driver.advance(0.5)
    page = driver.app.page
    driver.tap_at(*page.canvas_part.middle((1, 0)))
    driver.tap(page.bar.undo)
    back(driver)
    assert names_of_boxes(driver) == ["Our box"], "the stroke was taken back"
    driver.tap("Enter my own box")
    driver.advance(0.5)
    driver.tap_at(*driver.app.page.canvas_part.middle((1, 0)))
    back(driver, 2)
    assert names_of_boxes(driver) == ["My box", "Our box"] and driver.says("My box:")


@pytest.mark.thorough
def test_the_chosen_box_stays_while_others_are_edited_deleted_or_brought_back(start: Start) -> None:
    driver = box_on_new_play(start, "Our box", "A friend's box", "The old box")
    chosen = driver.app.page.draft.box

    def visit(*taps: str) -> None:
        to_boxes(driver)
        for tap in taps:
            driver.tap(tap)
            driver.advance(0.4)

    visit("A friend's box", "Edit", "Post", "Save")
    back(driver, 2)
    assert driver.app.page.draft.box == chosen and driver.says("Our box:"), "saved without a change"
    visit("The old box", "Delete")
    back(driver)
    assert driver.app.page.draft.box == chosen and driver.says("Our box:")
    visit("A friend's box", "Delete", "A friend's box is deleted. Undo", "A friend's box", "Rename")
    driver.type("!")
    driver.tap("Save the name")
    back(driver)
    assert names_of_boxes(driver) == ["A friend's box!", "Our box"]
    assert driver.app.page.draft.box == chosen and driver.says("Our box:")
    visit("Our box", "Delete", "Our box is deleted. Undo")
    back(driver)
    assert driver.app.page.draft.box == chosen and driver.says("Our box:")
    visit("Our box", "Delete")
    back(driver)
    assert driver.says("A friend's box!:"), "the chosen one is gone: the newest"


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_house_rules_open_at_their_top(start: Start, size: tuple[int, int]) -> None:
    driver = start([winter_tales], size)
    everybody = people("Ana", "Ben", "Cleo", "Dev", "Eva", "Fin", "Gus")
    driver.app.go("new_play", game="winter_tales", setup=Setup(everybody))
    driver.advance(0.3)
    page = driver.app.page
    page.scroll.scroll_y = 0
    driver.advance(0.2)
    driver.tap("Change")
    driver.advance(0.3)
    top = page.rules.head.to_window(*page.rules.head.pos)[1] + page.rules.head.height
    seen = page.scroll.to_window(page.scroll.x, page.scroll.top)[1]
    assert seen - 60 <= top <= seen + 1, (top, seen)


@pytest.mark.thorough
def test_big_words_stay_in_the_start_button_while_names_are_typed(start: Start) -> None:
    driver = start(games=[story], size=SMALL, settings={"text_size": 200})
    driver.app.go("new_play", game="story")
    driver.advance(0.5)
    for name in NAMES[:3]:
        driver.type(name)
        driver.app.page.entry.typing.dispatch("on_text_validate")
        driver.advance(0.2)
    button = driver.app.page.start
    assert button.text == "Start with three players" and button.words.text_height() < button.height
