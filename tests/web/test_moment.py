"""The end of a play on phones and the TV: last place first, the winner held back, nothing beside it."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.windmill.last_guess import up_to_the_last_guess
from tests.services.phones.room import NAMES, Room
from tests.web.table import At, Guest

STAY = """() => { const still = new CSSStyleSheet();
    still.replaceSync('.podium li { animation-play-state: paused !important }');
    document.adoptedStyleSheets = [still]; }"""
"""On a slow machine, a place had risen for good before the test first looked."""
SEEK = """seconds => { for (const one of document.querySelectorAll('.podium li')) {
    for (const rising of one.getAnimations()) { rising.pause(); rising.currentTime = seconds * 1000; } } }"""
SHOWN = """() => { const places = [...document.querySelectorAll('.podium li')];
    const risen = places.filter(one => getComputedStyle(one).opacity > 0).map(one => one.className.slice(5));
    const parts = [...document.querySelectorAll('.panel *, .shelf *')];
    return [document.querySelector('.end h1')?.textContent, risen.sort().join(''),
            parts.some(part => part.checkVisibility({visibilityProperty: true}))]; }"""


def end_it(room: Room) -> None:
    def go() -> None:
        room.opened.answer(room.opened.play.open()[0].key(), "right")
    room.call(go)


@pytest.mark.thorough
def test_the_winner_is_held_back_on_phones_and_the_tv_at_the_same_moment(tmp_path: Path, phone: Any) -> None:
    """The podium stood there at once, with everybody's points below it. Ana has 1, Ben 3, Cleo 6.

    Third place rises at 1.1 s, second at 1.75, the drum is at 2.4, the winner rises at 3.8 and is named at
    4.2, and at 5.5 the rest of the page is back. The test moves the page's clock and its animations.
    """
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        room.call(lambda: up_to_the_last_guess(room.opened))
        small, large = {"width": 360, "height": 640}, {"width": 1920, "height": 1080}
        cleo: Guest = phone(At(room), "Cleo", viewport=small, reduced_motion="no-preference")
        tv: Guest = phone(At(room), viewport=large, reduced_motion="no-preference").watch()
        for guest in (cleo, tv):
            guest.own_clock(time=0).pause_at(10)
            guest.page.evaluate(STAY)
        end_it(room)
        last, asked, won = "Ana found Cleo's card on guess 1", "Who wins?", "Cleo wins"
        for guest in (cleo, tv):
            guest.until("document.querySelectorAll('.podium li').length === 3")
            assert [after(guest, 1.0, 0.0), after(guest, 1.3, 1.0)] == [[last, "", False], [last, "3", False]]
            assert after(guest, 2.2, 1.3) == [last, "23", False]
            assert [after(guest, 2.5, 2.2), after(guest, 3.7, 2.5)] == [[asked, "23", False]] * 2
            assert after(guest, 4.1, 3.7) == [asked, "123", False]
            assert after(guest, 4.3, 4.1) == [won, "123", False]
            assert after(guest, 5.6, 4.3) == [won, "123", True]
        title, badge = (tv.page.locator(one).bounding_box() for one in (".end h1", ".badge"))
        assert title["y"] >= badge["y"] + badge["height"], "a long sentence began below the table's name"


@pytest.mark.thorough
def test_the_games_own_picture_of_the_end_is_there_after_a_reload(tmp_path: Path, phone: Any) -> None:
    """Only boards asked for a game's pictures, and at the end there is none."""
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        room.call(lambda: up_to_the_last_guess(room.opened))
        cleo: Guest = phone(At(room), "Cleo")
        end_it(room)
        cleo.page.locator(".podium").wait_for()
        cleo.page.reload()
        cleo.page.locator(".podium").wait_for()
        cleo.page.locator(".sky use[href='#art-end']").wait_for(state="attached")


def after(guest: Guest, seconds: float, before: float) -> Any:
    """The headline, the risen places, and whether anything beside them shows, that long after the end."""
    guest.page.clock.run_for(1000 * (seconds - before))
    guest.page.evaluate(SEEK, seconds)
    return guest.page.evaluate(SHOWN)


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_tap_or_less_motion_shows_it_all(tmp_path: Path, phone: Any, motion: str) -> None:
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        room.call(lambda: up_to_the_last_guess(room.opened))
        cleo: Guest = phone(At(room), "Cleo", reduced_motion=motion)
        end_it(room)
        if motion == "no-preference":
            cleo.until("document.querySelector('.falling .podium')")
            cleo.page.touchscreen.tap(100, 300)
        cleo.until("document.querySelector('.end h1')?.textContent === 'Cleo wins'")
        assert cleo.page.locator("body.falling").count() == 0
        cleo.sees("How the evening went")
        late: Guest = phone(At(room), reduced_motion="no-preference").watch()
        late.sees("Cleo wins")
        assert late.page.locator("body.falling").count() == 0, "who joins later doesn't wait"


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "grown"), [((1920, 1080), 1), ((3840, 2160), 2)])
def test_everything_grows_with_the_tv(tmp_path: Path, phone: Any, size: tuple[int, int], grown: int) -> None:
    """At 3840 x 2160, letters and tokens had the size of those at 1920 x 1080."""
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        tv: Guest = phone(At(room), viewport={"width": size[0], "height": size[1]}).watch()
        letters = tv.page.evaluate("['.tv h1', '.badge b', '.strip li', '.strip .name', '.bar'].map(one => "
                                   "parseFloat(getComputedStyle(document.querySelector(one)).fontSize))")
        assert [each / grown for each in letters] == pytest.approx([64, 36.8, 70.4, 32, 24], abs=2)
        assert tv.boxes(".strip .t")[0]["width"] == pytest.approx(77 * grown, abs=3)
