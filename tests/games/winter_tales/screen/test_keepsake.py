"""After the last card: what was named is kept for the box, and a note is written into the chronicle."""

from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.games.winter_tales.box import model
from companion.touches.driver import AppDriver
from companion.ui.widgets.controls.rows import ListRow
from tests.games.winter_tales.evening import MANSION, MANSION_THEATER, THEATER
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, Start


def played_out(driver: AppDriver) -> Any:
    """A plaza is named at the start; a memory lies on the track; then the table goes to the epilogue."""
    setup = Setup(people("Ana", "Ben", "Cleo"), {}, model.starter())
    opened = driver.app.library.start("winter_tales", setup)
    opened.answer("DrawForAll/table", ["spring", "winter", "writer"])
    opened.answer("ChooseCharacter/0", "dorothy")
    opened.answer("ChooseCharacter/1", "wolf")
    opened.answer("StartSite/0/dorothy", MANSION)
    opened.answer("StartSite/1/wolf", "+plaza")
    opened.answer("PlazaEnds/1", [MANSION, THEATER])
    opened.correct("track.1", "spring")
    opened.correct("phase", "epilogue")
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        raw = [question.encode(one) for one in question.choices(opened.play.table)]
        first = raw[0] if raw else ""
        opened.answer(question.key(), "next" if "next" in raw else first)
    return opened


@pytest.mark.thorough
@pytest.mark.rule("WT-27")  # one tap; then it is not offered again
def test_a_place_named_in_a_play_is_kept_once(start: Start) -> None:
    driver = start()
    driver.app.library.save_box("winter_tales", "Our board", model.starter())
    table = played_out(driver)
    driver.app.go("result", opened=table)
    driver.advance(0.5)
    driver.tap("Keep them for next time")
    driver.advance(0.5)
    boxes = driver.app.library.boxes("winter_tales")
    assert [row.name for row in boxes] == ["Our board"], "in place of the one that was played with"
    assert MANSION_THEATER in [plaza["id"] for plaza in boxes[0].box["plazas"]]
    assert not driver.has("Keep them for next time")


@pytest.mark.thorough
@pytest.mark.rule("WT-8", "WT-27")
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_plaza_that_is_not_on_the_map_has_a_tile(start: Start, size: tuple[int, int]) -> None:
    """The starter map has two plazas; whoever begins in another finds it without opening the list."""
    driver = start(size=size)
    opened = driver.app.library.start("winter_tales", Setup(people("Ana", "Ben", "Cleo"), {}, model.starter()))
    opened.answer("DrawForAll/table", ["winter", "spring", "writer"])
    opened.answer("ChooseCharacter/0", "wolf")
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    driver.tap("Place Wolf")
    driver.advance(0.5)
    driver.tap("A plaza not on this map")
    driver.advance(0.5)
    assert driver.says("Which two locations does that plaza join?")


@pytest.mark.rule("WT-72")
@pytest.mark.parametrize(("size", "scale"), [(PHONE, 100), (SMALL, 200), (LANDSCAPE, 100)])
def test_a_note_is_written_into_the_chronicle_when_all_is_over(start: Start, size: tuple[int, int],
                                                              scale: int) -> None:
    driver = start(size=size, settings={"text_size": scale})
    table = played_out(driver)
    page = driver.app.go("chronicle", opened=table)
    driver.advance(0.5)
    driver.tap(page.actions[0])
    driver.advance(0.5)
    driver.tap(lambda row: isinstance(row, ListRow) and row.text == "The story of A memory")
    driver.advance(0.5)
    driver.type("a bell under the snow")
    driver.tap("Keep it")
    driver.advance(0.5)
    assert table.play.table.track[0].note == "a bell under the snow" and table.play.outcome() is not None
    assert driver.says("a bell under the snow")
