"""The end of a play: the last place first, the winner held back with a drum, and the whole window for it."""

from random import Random
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.games.windmill import game as windmill
from companion.testing.driving import choose
from companion.touches.driver import AppDriver
from companion.ui.widgets.displays.podium import Podium
from tests.games.windmill.last_guess import up_to_the_last_guess
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.moving import record

pytestmark = pytest.mark.touch


def before_the_last_guess(start: Start, **kwargs: Any) -> AppDriver:
    driver = start(games=[windmill], **kwargs)
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    up_to_the_last_guess(opened)
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    return driver


def end_it(driver: AppDriver) -> Any:
    driver.app.page.answer(driver.app.page.play.open()[0], "right")
    return driver.app.page


@sampled("size", [SMALL, PHONE, LANDSCAPE, TABLET],
         ids=["small", "phone", "landscape", "tablet"])
def test_the_last_guess_has_the_window_and_the_winner_is_held_back(start: Start, size: Any) -> None:
    """Ana has 1, Ben 3, Cleo 6."""
    driver = before_the_last_guess(start, size=size)
    calls = driver.app.machine.sound.calls
    calls.clear()
    seen: list[Any] = []

    def look() -> None:
        page = driver.app.page
        grown = tuple(step.place for step, block, _, _ in page.stand.parts if block.opacity)
        seen.append((page.reveals, page.winner.text, grown, page.picture.width, page.picture.height,
                     ("sound.play", "drum") in calls, ("sound.play", "win") in calls))

    record(driver, look)
    page = end_it(driver)
    driver.advance(7.0)
    shown = [one for one in seen if one[0] and not one[6]]
    assert [one[1] for one in shown[:1] + shown[-1:]] == ["Ana found Cleo's card on guess 1", "Who wins?"]
    assert {one[3:5] for one in shown} == {tuple(size)}, "the picture fills the window"
    assert {one[2] for one in shown if not one[5]} == {(), (3,), (2, 3)}, "the last place first"
    assert {one[2] for one in shown} == {(), (3,), (2, 3), (2, 1, 3)}
    assert all(one[5] for one in shown if 1 in one[2]), "a drum before the winner"
    assert page.winner.text == "Cleo wins" and not page.reveals and page.scroll.hung.xy == (0, 0)
    assert page.picture.width * page.picture.height < 0.8 * size[0] * size[1], "the panel is back"
    assert calls.count(("sound.play", "drum")) == calls.count(("sound.play", "win")) == 1
    assert driver.says("How the evening went")


@pytest.mark.thorough
@pytest.mark.parametrize("after", [0.5, 2.0, 3.4, 5.0])
def test_a_tap_ends_it_and_does_nothing_else(start: Start, after: float) -> None:
    driver = before_the_last_guess(start)
    page = end_it(driver)
    driver.advance(after)
    assert page.reveals
    driver.tap_at(206, 830)  # where Play again will be
    driver.advance(0.5)
    assert driver.app.page is page and not page.reveals and page.winner.text == "Cleo wins"
    podium = driver.find(cls=Podium)
    assert all(block.opacity == 1 for _, block, _, _ in podium.parts) and podium.crowns[0].opacity == 1
    driver.tap("Play again")
    assert driver.app.visits[-1].name == "new_play"


LOST_SHIP = [("Layout/table", [*"ABCDEF"]), ("Wind/table", [3]), ("Ready/table", "done"), ("Sail/0", [0, 1]),
             ("Sail/0", [0, 0]), ("EndTurn/0", "done")]  # WW-109


def a_tale() -> list[tuple[str, Any]]:
    game, rng = find_games().games["winter_tales"], Random(1)
    play = Play(game, game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    while play.outcome() is None:
        question = choose(play, rng)
        assert question is not None
        play.answer(question.key(), question.random_answer(play.table, rng))
    return [(record.key, record.answer) for record in play.log]


@sampled(("name", "setup", "answers"), [
    ("windward", Setup(people("Ana"), {"mode": "solo"}), lambda: LOST_SHIP),
    ("winter_tales", Setup(people("Ana", "Ben", "Cleo")), a_tale)],
         ids=["the last turn of Windward", "the epilogue"])
def test_the_ends_of_big_games_have_the_window_too(start: Start, name: str, setup: Setup,
                                                   answers: Any) -> None:
    *before, last = answers()
    driver = start(games=[find_games().games[name]], library=False)
    opened = driver.app.library.start(name, setup)
    for key, answer in before:
        opened.answer(key, answer)
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    driver.app.page.answer(next(one for one in opened.play.open() if one.key() == last[0]), last[1])
    page = driver.app.page
    assert driver.app.visits[-1].name == "result" and page.reveals
    assert tuple(page.picture.size) == tuple(PHONE), "the picture fills the window"
    driver.advance(8.0)
    assert not page.reveals and ("sound.play", "drum") in driver.app.machine.sound.calls


@pytest.mark.thorough
def test_it_comes_once_and_not_without_movement(start: Start) -> None:
    driver = before_the_last_guess(start)
    page = end_it(driver)
    opened = page.opened
    driver.advance(7.0)
    driver.app.library.set("theme", "light")
    driver.app.apply_settings()
    driver.advance(0.3)
    assert driver.app.page is not page and not driver.app.page.reveals, "built again with other colours"
    driver.app.go_home()
    driver.app.go("result", opened=opened)
    assert not driver.app.page.reveals, "from History"
    driver = before_the_last_guess(start, settings={"movement": False})
    page = end_it(driver)
    assert not page.reveals and page.winner.text == "Cleo wins"


@pytest.mark.thorough
def test_a_seal_falls_after_the_drum(start: Start) -> None:
    driver = start(games=[score_sheet])
    sheet = Sheet("Island", by="wins", wins="together")
    opened = driver.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    driver.app.page.answer(opened.play.open()[0], "won")
    page = driver.app.page
    assert page.reveals and page.stand.opacity == 0
    driver.advance(1.6)
    assert page.winner.text == "Won or lost?"
    driver.advance(5)
    assert page.winner.text == "You won together" and page.stand.opacity == 1
