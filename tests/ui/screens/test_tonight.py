"""Tonight: a line in the library, one podium, and a picture to share."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.smoke import play_out
from companion.ui.screens.history import Stand
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.rows import ListRow
from tests.ui.conftest import Start, sights
from tests.ui.table.test_table import cut

pytestmark = pytest.mark.touch


def after_an_evening(start: Start, *games: Any, **kwargs: Any) -> AppDriver:
    driver = start(games=[windmill, story], library=False, **kwargs)
    for game in games:
        opened = driver.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo")))
        play_out(opened)
        driver.app.library.close(opened)
    driver.app.go_home()
    driver.advance(0.5)
    return driver


@sights
def test_the_library_tells_of_tonight_and_opens_its_podium(start: Start, size: Any, text_size: int) -> None:
    driver = after_an_evening(start, windmill, story, windmill, size=size, settings={"text_size": text_size})
    line = driver.find(lambda one: isinstance(one, ListRow) and one.text.startswith("Tonight"))
    assert line.text.endswith("Windmill ×2, Story") or line.text.endswith("Windmill ×2 and Story")
    driver.tap(line)
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "tonight" and len(driver.find(cls=Stand).podium.parts) == 3
    assert sorted(one.text for one in driver.find(cls=Stand).podium.names) == ["Ana", "Ben", "Cleo"]
    assert driver.has(cls=PlayCard) and cut(driver) == []
    driver.app.back()
    driver.advance(0.3)
    assert driver.app.visits[-1].name == "library"


def test_a_single_play_opens_its_result(start: Start) -> None:
    driver = after_an_evening(start, windmill)
    driver.tap(driver.find(lambda one: isinstance(one, ListRow) and one.text.startswith("Tonight")))
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "result"


@pytest.mark.thorough
def test_the_evening_is_shared_as_a_picture(start: Start) -> None:
    ports = recording_machine()
    driver = after_an_evening(start, windmill, story, ports=ports)
    driver.app.go("tonight")
    driver.advance(0.5)
    driver.tap("Share as a picture")
    driver.advance(0.5)
    shared = Path(str([call for call in ports.calls if call[0] == "share.file"][-1][1]))
    assert shared.suffix == ".png" and shared.name.startswith("Tonight") and shared.stat().st_size > 20_000
