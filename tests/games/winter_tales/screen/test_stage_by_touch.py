"""The stage of Winter Tales under fingers, in the real app."""

from random import Random
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.games.winter_tales.rules.quest_cards import AddCards
from companion.games.winter_tales.screen.stage.reading import close_up
from companion.games.winter_tales.table import Resolving
from companion.services.open_play import OpenPlay
from companion.touches.driver import AppDriver
from tests.games.winter_tales.screen.test_stage import whole_town
from tests.ui.conftest import PHONE, TABLET, Start
from tests.ui.hands import Hands
from tests.ui.stage_host import NAMES


def play_until(driver: AppDriver, name: str, seed: int, **options: Any) -> Any:
    """A play of chance up to the first question of that class."""
    rng = Random(seed)
    opened = driver.app.library.start("winter_tales", Setup(people(*NAMES[:4]), {"length": 5, **options}, whole_town()))
    for _ in range(600):
        asked = opened.play.open()
        if asked and type(asked[0]).__name__ == name:
            return opened
        question = rng.choice([one for one in asked if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    raise AssertionError(f"{name} never came")


def on_screen_at(driver: AppDriver, name: str) -> OpenPlay:
    """A play by chance, on the screen at the first question of that name."""
    opened = play_until(driver, name, 3)
    driver.app.go("table", opened=opened)
    driver.advance(0.6)
    return opened


def test_a_beginning_place_is_tapped_on_the_town(start: Start) -> None:
    driver = start(size=TABLET)
    opened = on_screen_at(driver, "StartSite")
    hands = Hands(driver)
    question = hands.question
    space = next(iter(question.choices(opened.play.table)))
    assert hands.on_stage(space)
    assert question.character.at == space, "the tap is the answer"


def test_a_swipe_and_the_dots_turn_the_page(start: Start) -> None:
    driver = start(size=PHONE)
    on_screen_at(driver, "Activate")
    stage = driver.app.page.stage
    x, y = stage.room.center
    assert stage.page == "town"
    driver.drag((x + 90, y), (x - 90, y))
    assert stage.page == "track"
    driver.drag((x - 90, y), (x + 90, y))
    assert stage.page == "town"
    driver.tap(stage.dots)
    assert stage.page == "track"
    left, low, right, upper = stage.dots.target()
    assert right - left >= dp(48) and upper - low >= dp(48)
    stage.dots.belongs = lambda at: at[1] > stage.room.y + dp(20) and abs(at[0] - x) < dp(60)
    stage.dots.stand(stage.room)
    assert abs(stage.dots.center_x - x) >= dp(60), "beside pieces that take a finger's upper half"


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_tap_with_two_fingers_lifts_no_character(start: Start, size: tuple[int, int]) -> None:
    """A character stayed lifted, and the next tap moved it; on a phone the page turned."""
    driver = start(size=size)
    on_screen_at(driver, "Activate")
    stage = driver.app.page.stage
    x, y = stage.where("dorothy")
    fingers = [driver.down(x, y), driver.down(x - 70, y - 20)]
    driver.advance(0.1)
    for finger in fingers:
        driver.up(finger)
    driver.advance(0.6)
    assert stage.page == "town" and not stage.carried and not driver.app.sheets


@pytest.mark.thorough
def test_a_finger_that_drags_on_after_a_long_press_turns_no_page(start: Start) -> None:
    driver = start(size=PHONE)
    on_screen_at(driver, "Activate")
    stage = driver.app.page.stage
    x, y = stage.room.center
    driver.drag((x + 90, y), (x - 90, y))
    finger = driver.down(*stage.where(1))
    driver.advance(0.6)
    assert stage.page == "track" and (driver.app.sheets or stage.bubble.parent is stage)
    finger.touch_move(finger.x + dp(120), finger.y)
    driver.advance(frames=2)
    driver.up(finger)
    driver.advance(0.3)
    assert stage.page == "track"


def test_cards_are_played_with_one_tap_each(start: Start) -> None:
    """Three cards and one taken back are two; the bar shows them at once, and the button goes on to the next."""
    driver = start(size=PHONE)
    opened = on_screen_at(driver, "AddCards")
    hands = Hands(driver)
    quest, seat = opened.play.table.perhaps(Resolving), hands.question.seat
    assert quest.cards[seat.index] == 0
    for raw in ("card", "card", "card", "back"):
        hands.give(raw)
    assert quest.cards[seat.index] == 2
    scene = close_up(opened.play.table, hands.question)
    assert scene is not None and scene.tug is not None
    assert (scene.tug.spring.number if quest.hero.side == "spring" else scene.tug.winter.number) == 2
    assert driver.has("2")
    hands.undo()
    assert opened.play.table.perhaps(Resolving).cards[seat.index] == 3
    hands.give("next")
    assert hands.question.key() != AddCards(seat).key()


@pytest.mark.thorough
@pytest.mark.rule("WT-65", "WT-67")
def test_the_track_is_in_view_while_a_memory_is_placed(start: Start) -> None:
    """Reasons left it a strip of dashes; nobody is told to discard what the memory is chosen from."""
    driver = start(size=PHONE)
    opened = on_screen_at(driver, "AddCards")
    hands = Hands(driver)
    hands.give("card")
    while type(hands.question).__name__ != "PlaceMemory":
        words = list(hands.question.choices(opened.play.table))
        hands.give(next(word for word in ("end", "none", "next", "out") if word in words))
    assert not driver.says("face-up card") and driver.says("Choose the memory card, then everybody discards")
    stage = driver.app.page.stage
    assert stage.page == "track" and stage.track.grid.cards[0][3] >= dp(40)


@pytest.mark.thorough
@pytest.mark.rule("WT-19")  # the app can't see them, and said that everything can go into the box
@pytest.mark.parametrize("command", ["Pack away", "Lay it out again"])
def test_hands_of_cards_are_not_forgotten_in_the_box(start: Start, command: str) -> None:
    driver = start(size=PHONE)
    on_screen_at(driver, "Activate")
    Hands(driver).menu(command)
    assert driver.says("Keep each hand of story cards apart, face down.")
    assert not driver.says("Everything can go into the box")
