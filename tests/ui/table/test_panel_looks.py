"""What stands in the panel where there is little room: gauges, seats, kicker, Why?, edges."""

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.games.story import game as story
from companion.touches.offscreen import pixels
from companion.ui.table.layout import Level, levels
from companion.ui.table.parts import GaugeRow
from companion.ui.widgets.controls.answer import Tile
from tests.ui.conftest import SIZES, Start
from tests.ui.looks import broken
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


def test_the_panel_takes_the_first_level_that_fits_and_scrolls_if_none_does(
        at_table: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_table(story, players=4, settings={"text_size": 200}).app.page
    steps = levels(page.panel.form, page.look.scale)
    for first in range(len(steps) + 1):
        fitting = steps[first:]
        monkeypatch.setattr(page.fitting, "most_height",
                            lambda form, level, fitting=fitting: 5000.0 if level in fitting else 0.0)
        page.arrange()
        assert page.panel.level == fitting[0] if fitting else page.panel.level.all_scrolls


@pytest.mark.thorough
def test_without_room_for_the_games_card_its_gauges_stand_in_one_row(at_table: Start) -> None:
    drive = at_table(toy("lamp", "ready"))
    row = drive.find(cls=GaugeRow)
    assert row.text == "Morale 3/4"
    strip = drive.app.page.panel.strip
    assert row.top <= strip.y and row.readings[0].icon.name == "emoticon-happy-outline"
    drive.tap(row)
    assert drive.app.sheets and drive.says("Ana")
    drive.key(27)
    drive.advance(0.5)
    drive.tap("Red lamp")
    assert not drive.has(cls=GaugeRow), "nobody's turn, nobody's gauges"


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "text"), [("tablet", 100), ("small phone", 200)])
def test_the_row_of_gauges_is_there_only_in_place_of_the_card_and_never_at_the_answers_cost(
        at_table: Start, size: str, text: int) -> None:
    drive = at_table(toy("lamp"), size=SIZES[size], settings={"text_size": text})
    assert not drive.has(cls=GaugeRow)
    assert drive.has("Red lamp")


def test_a_tap_on_a_seats_letter_says_the_name(at_table: Start) -> None:
    """Eight stand there as letters only: who is H?"""
    drive = at_table(toy("who", "ready"), players=8)
    drive.tap(drive.app.page.panel.strip.places[7])
    drive.advance(0.4)
    assert str(drive.app.sheets[-1].title.text) == "Hana"


@pytest.mark.thorough
@pytest.mark.parametrize("sheet", [False, True])
def test_no_line_shines_through_at_the_edge_of_the_screen(at_table: Start, sheet: bool) -> None:
    """A light panel over a dark stage, a light sheet over its veil: their soft edge was a dark hairline."""
    drive = at_table(story, players=4, settings={"theme": "light"})
    if sheet:
        drive.tap(drive.app.page.bar.menu)
        drive.advance(0.6)
    picture = drive.picture()
    wide, high = picture.size
    for y in (high - 1, high - round(dp(40))):
        inside = picture.getpixel((round(dp(6)), y))
        assert picture.getpixel((0, y)) == picture.getpixel((wide - 1, y)) == inside, y


@pytest.mark.thorough
@pytest.mark.parametrize("kicker", [True, False])
def test_why_stands_once_when_everything_scrolls(at_table: Start, kicker: bool) -> None:
    """Why? stands beside the kicker, else beside or below the headline; it used to stand in two places."""
    panel = at_table(story, players=4).app.page.panel
    assert panel.kicker.text
    panel.measure(dp(380), Level(kicker=kicker, all_scrolls=True))
    panel.stand_middle(dp(16), dp(380), dp(80), dp(400))
    signs = [panel.why, panel.why_sign, panel.why_line]
    seen = [sign for sign in signs if sign.get_parent_window() is not None]
    assert len(seen) == 1
    assert (seen[0] is panel.why) == kicker


@pytest.mark.thorough
def test_why_is_as_large_as_other_words_at_200_percent(at_table: Start) -> None:
    """Beside a headline of 52 sp, Why? stayed at 130 percent."""
    panel = at_table(story, players=4, settings={"text_size": 200}).app.page.panel
    (why,) = panel.why_line.parts
    assert why.words.px == pytest.approx(panel.look.px("kicker"))


@pytest.mark.thorough
def test_why_stands_beside_the_headline_whatever_level_was_tried_before(at_table: Start) -> None:
    """A level with seats took the sign along and left it in a row that was not shown."""
    panel = at_table(story, players=4).app.page.panel
    for _ in range(2):  # the second time, nothing else moves
        for panel.shows_strip, gauges in ((True, False), (False, False), (True, True)):
            panel.measure(dp(380), Level(kicker=False, gauges=gauges))
        panel.shows_strip = False
        panel.measure(dp(380), Level(kicker=False))
        panel.stand_middle(dp(16), dp(380), dp(80), dp(400))
    assert panel.why_sign.top == pytest.approx(panel.headline.top)
    assert panel.why_sign.right == pytest.approx(dp(396))


@pytest.mark.thorough
def test_notes_of_one_line_and_of_two_begin_at_the_left(at_table: Start) -> None:
    page = at_table(story, players=3).app.page
    signs = [line.icon.x for line in page.panel.reminders]
    assert signs and max(signs) - min(signs) < 1
    assert min(signs) == pytest.approx(page.panel.headline.x, abs=dp(16))


@pytest.mark.thorough
def test_a_name_of_eleven_letters_is_not_broken_at_200_percent(at_table: Start) -> None:
    drive = at_table(story, players=3, size=SIZES["small phone"], settings={"text_size": 200})
    opened = drive.app.library.start("story", Setup(people("Ana", "Bartholomew", "Cleo")))
    drive.app.go_instead("table", opened=opened)
    drive.advance(0.5)
    assert drive.says("Bartholomew") and not broken(drive)
    opened.answer("Youngest/table", 1)
    drive.advance(0.5)
    assert drive.says("Bartholomew") and not broken(drive)


@pytest.mark.thorough
def test_a_kicker_of_two_lines_does_not_touch_the_headline(at_table: Start) -> None:
    panel = at_table(story, players=4).app.page.panel
    panel.kicker.say("Grandma Dorothy enters the plaza between Memory Lane Cemetery and Oaks Park")
    panel.measure(dp(380), Level())
    panel.stand_middle(dp(16), dp(380), dp(80), dp(500))
    assert panel.kicker.lines() == 2
    assert panel.headline.top <= panel.kicker.y - dp(2)


@pytest.mark.thorough
def test_a_mark_hides_neither_letter_nor_score_of_a_narrow_seat(at_table: Start) -> None:
    """Story with eight: Cleo holds the flag. Her C and her eleven points could not be read."""
    drive = at_table(story, players=8)
    drive.tap(drive.find("Cleo", Tile))
    place = drive.app.page.panel.strip.places[2]
    assert place.form == "column" and place.mark.name
    letter, mark, score = place.token.letter_box, place.mark_ground, place.score
    assert mark.y >= score.y + score.text_height(), "above the score"
    assert mark.x >= letter.pos[0] + letter.size[0] or mark.y >= letter.pos[1] + letter.size[1] - dp(4)


@pytest.mark.thorough
def test_a_row_that_scrolls_shows_half_of_the_next_one(at_table: Start) -> None:
    """Eight do not stand side by side on a phone of 320 dp: the one at the edge says that there are more."""
    strip = at_table(toy("who", "ready"), players=8, size=pixels(320, 568)).app.page.panel.strip
    assert strip.scroll.do_scroll_x
    edge, starts = strip.scroll.right, [place.to_window(place.x, 0)[0] for place in strip.places]
    seen = [edge - start for start in starts if start < edge]
    assert len(seen) < 8 and dp(12) < seen[-1] < strip.places[0].width
