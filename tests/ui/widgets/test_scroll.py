"""A finger that rests a moment before it moves scrolls; one that does not move taps."""

from typing import Any

import pytest
from kivy.animation import Animation
from kivy.effects import kinetic
from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView

from companion.core.setup import Setup, people
from companion.ui.widgets.base.flow import PATIENCE, REACH
from tests.sampling import sampled
from tests.ui.conftest import NAMES, SIZES, SMALL, Start
from tests.ui.toy import toy

REST = 0.1  # seconds: longer than Kivy waits by itself, as most fingers do


def long_list(at_table: Start) -> tuple[Any, Any]:
    drive = at_table(toy("harbour"), size=SMALL)
    scroll = drive.app.page.panel.scroll
    assert scroll.do_scroll_y and scroll.scroll_y == 1.0
    return drive, scroll


def test_a_finger_that_rests_before_it_moves_scrolls(at_table: Start) -> None:
    drive, scroll = long_list(at_table)
    records = len(drive.app.page.play.log)
    x, y = scroll.center
    finger = drive.down(x, y - dp(40))
    drive.advance(REST)
    for step in range(1, 9):
        finger.touch_move(x, y - dp(40) + dp(15) * step)
        drive.advance(frames=1)
    finger.touch_up()
    drive.advance(0.4)
    assert scroll.scroll_y < 1.0
    assert len(drive.app.page.play.log) == records


def test_a_finger_that_rests_and_lifts_taps(at_table: Start) -> None:
    drive, scroll = long_list(at_table)
    play = drive.app.page.play
    card = next(card for card in drive.app.page.panel.answer_panel.shown
                if scroll.y + dp(40) < drive.where(card)[1] < scroll.top - dp(40))
    drive.tap_at(*drive.where(card), hold=REST)
    assert [record.answer for record in play.log] == [card.choice]


@pytest.mark.thorough
def test_nothing_is_seen_outside_of_the_list_it_scrolls_in(at_table: Start) -> None:
    """The gap between the list and the button below it is bare, wherever the list stands."""
    drive = at_table(toy("harbour"), size=SMALL, settings={"movement": False})
    page, scroll = drive.app.page, drive.app.page.panel.scroll
    y = (scroll.y + page.panel.below.top) / 2
    for place in (1.0, 0.8, 0.55, 0.3):
        scroll.scroll_y = place
        drive.advance(frames=3)
        picture = drive.picture().convert("RGB")
        seen = {picture.getpixel((int(x), int(picture.height - y))) for x in range(20, picture.width - 30, 3)}
        assert len(seen) == 1, f"something of the list is drawn below it, at {place}"


@pytest.mark.thorough
def test_every_list_and_row_is_as_patient(start: Start) -> None:
    drive = start(size=SMALL)
    app = drive.app
    opened = app.library.start("windmill", Setup(people(*NAMES[:5])))
    app.library.start("story", Setup(people(*NAMES[:4])))
    seen = set()
    for name, args in (("library", {}), ("new_play", {"game": "windward"}), ("table", {"opened": opened}),
                       ("chronicle", {"opened": opened}), ("history", {}), ("settings", {}), ("rules", {})):
        app.go_home(name, **args)
        drive.advance(0.2)
        found = drive.all(cls=ScrollView)
        assert found and {one.scroll_timeout for one in found} == {PATIENCE}, name
        seen |= {type(one).__name__ for one in found}
    assert seen == {"Scroll", "Sideways"}


@sampled("size", SIZES)
@pytest.mark.parametrize("up", [True, False])
def test_a_flick_stops_at_the_end_and_springs_a_little(start: Start, monkeypatch: pytest.MonkeyPatch, up: bool,
                                                       size: str) -> None:
    drive = start(size=SIZES[size])
    monkeypatch.setattr(kinetic, "time", lambda: drive.now)  # a flick is as fast as the test's clock says
    drive.app.go_home("settings")
    drive.advance(0.2)
    scroll = drive.app.page.scroll
    x, y = scroll.center
    for _ in range(6):
        finger = drive.down(x, y)
        for step in range(1, 5):
            finger.touch_move(x, y + dp(40 if up else -40) * step)
            drive.advance(frames=1)
        finger.touch_up()
        past = []
        for _ in range(45):
            drive.advance(frames=1)
            past.append(abs(scroll.effect_y.overscroll))
        assert max(past) <= dp(REACH)
        assert past[-1] == 0 and sum(one > 0 for one in past) <= 20, "it is past its end for two thirds of a second"
    assert scroll.scroll_y == (0.0 if up else 1.0)


def test_the_bar_shows_which_part_is_seen(at_table: Start) -> None:
    drive, scroll = long_list(at_table)
    drive.advance(0.2)
    seen = scroll.height / scroll.content.height
    assert scroll.bar.size == pytest.approx((dp(3), scroll.height * seen))
    assert scroll.bar.pos[1] + scroll.bar.size[1] == pytest.approx(scroll.top)
    scroll.scroll_y = 0.0
    drive.advance(0.2)
    assert scroll.bar.pos == pytest.approx((scroll.right - dp(3), scroll.y))


@pytest.mark.thorough
def test_a_list_that_fits_has_no_bar_and_a_row_none_at_all(start: Start) -> None:
    drive = start()
    drive.app.go("table", opened=drive.app.library.start("windmill", Setup(people(*NAMES[:4]))))
    drive.advance(0.5)
    panel = drive.app.page.panel
    assert not panel.scroll.do_scroll_y and panel.scroll.bar.size[0] == 0
    assert not any(isinstance(one, Color) for one in panel.strip.scroll.canvas.after.children), "a bar has a colour"


@pytest.mark.thorough
def test_nothing_fades_after_a_scroll(at_table: Start) -> None:
    """Kivy's own bars would draw all again for half a second."""
    drive, scroll = long_list(at_table)
    drive.advance(2.0)
    scroll.scroll_y = 0.5
    drive.advance(0.6)
    assert scroll not in {animation_of for one in Animation._instances for animation_of in
                          [tied[0] for tied in one._widgets.values()]}
