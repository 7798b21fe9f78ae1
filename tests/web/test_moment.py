"""The end of a play on phones and the TV: last place first, the winner held back, nothing beside it."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.windmill.last_guess import up_to_the_last_guess
from tests.services.phones.room import NAMES, Room
from tests.web.table import At, Guest

WATCH = """() => { window.moments = [];
setInterval(() => {
    const head = document.querySelector('.end h1'), risen = [...document.querySelectorAll('.podium li')]
        .filter(one => getComputedStyle(one).opacity > 0).map(one => one.className.slice(5)).sort().join('');
    const all = [...document.querySelectorAll('.panel *, .shelf *')].some(
        part => part.checkVisibility({visibilityProperty: true}));
    const now = head ? [head.textContent, risen, all] : null;
    if (now && JSON.stringify(moments.at(-1)) !== JSON.stringify(now)) moments.push(now); }, 10); }"""


def end_it(room: Room) -> None:
    def go() -> None:
        room.opened.answer(room.opened.play.open()[0].key(), "right")
    room.call(go)


@pytest.mark.thorough
def test_the_winner_is_held_back_on_phones_and_the_tv_at_the_same_moment(tmp_path: Path, phone: Any) -> None:
    """The podium stood there at once, with everybody's points below it. Ana has 1, Ben 3, Cleo 6."""
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        room.call(lambda: up_to_the_last_guess(room.opened))
        small, large = {"width": 360, "height": 640}, {"width": 1920, "height": 1080}
        cleo: Guest = phone(At(room), "Cleo", viewport=small, reduced_motion="no-preference")
        tv: Guest = phone(At(room), viewport=large, reduced_motion="no-preference").watch()
        for guest in (cleo, tv):
            guest.page.evaluate(WATCH)
        end_it(room)
        for guest in (cleo, tv):
            guest.until("moments.at(-1)?.[2] && moments.at(-1)[0] === 'Cleo wins'")
            seen = [(head, risen) for head, risen, _ in guest.page.evaluate("moments")]
            heads = list(dict.fromkeys(head for head, _ in seen))
            assert heads == ["Ana found Cleo's card on guess 1", "Who wins?", "Cleo wins"]
            assert list(dict.fromkeys(risen for _, risen in seen)) == ["", "3", "23", "123"]
            assert ("Who wins?", "23") in seen and ("Cleo wins", "23") not in seen
            alone = [all for head, _, all in guest.page.evaluate("moments") if head != "Cleo wins"]
            assert not any(alone), "nothing beside it tells who has won"
        title, badge = (tv.page.locator(one).bounding_box() for one in (".end h1", ".badge"))
        assert title["y"] >= badge["y"] + badge["height"], "a long sentence began below the table's name"


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
