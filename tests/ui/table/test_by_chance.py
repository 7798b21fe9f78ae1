"""Where chance may answer, the phone draws, and the record says so."""

from companion.games.keywords import game as keywords
from companion.games.windward import game as windward
from tests.ui.conftest import Start


def test_the_phone_draws_the_first_narrator(at_table: Start) -> None:
    driver = at_table(keywords, players=4)
    driver.tap("Draw for me")
    driver.advance(0.5)
    play = driver.app.page.play
    assert [record.rolled for record in play.log] == [True]
    assert play.log[0].key.startswith("FirstNarrator")


def test_the_phone_suggests_a_layout_that_the_table_confirms(at_table: Start) -> None:
    driver = at_table(windward, players=3)
    driver.tap("Draw for me")
    driver.advance(0.3)
    play = driver.app.page.play
    assert play.log == []
    driver.tap("This is our planet")
    driver.advance(0.5)
    assert sorted(play.log[0].answer) == list("ABCDEF")
    assert play.log[0].rolled


def test_a_suggestion_that_was_changed_is_nobodys_draw(at_table: Start) -> None:
    driver = at_table(windward, players=3)
    driver.tap("Draw for me")
    driver.advance(0.3)
    driver.tap("Clear")
    driver.advance(0.3)
    for tile in "FEDCB":  # the sixth lays itself
        driver.tap(f"Tile {tile}")
        driver.advance(0.2)
    driver.tap("This is our planet")
    driver.advance(0.5)
    record = driver.app.page.play.log[0]
    assert record.answer == list("FEDCBA") and not record.rolled
