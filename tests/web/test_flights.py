"""Flights to watch on the guests' big screen: one after the other, each with its reason."""

from typing import Any

import pytest

from companion.games.windward.board.hexes import spell
from tests.web.table import Guest

WATCH = """async () => {
    const {watch} = await import('/guest/flights.js');
    const ghost = document.querySelector('.ghost');
    const steps = ['0px', '9px', '18px'].map(x => ({transform: `translate(${x})`}));
    watch([{ghost, steps, words: 'one'}, {ghost, steps: steps.slice(1), words: 'two'}], () => {});
    const flying = ghost.getAnimations();
    dispatchEvent(new PointerEvent('pointerdown'));
    return {times: flying.map(one => [one.effect.getTiming().delay, one.effect.getTiming().duration]),
            left: ghost.getAnimations().length}; }"""


def a_white_flies(table: Any) -> None:
    """Ana rests at sky, two out; the White four out reaches her round the Drift between them."""
    def go() -> None:
        opened = table.serving.table.opened
        opened.play.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")])
        planet = opened.play.table.planet
        opened.play.fix([("captains.0.ship", spell(planet.at(1, (2, 0)))), ("captains.0.cards", 3),
                         ("beasts.white9", spell(planet.at(1, (4, 0))))])
        opened.answer("EndTurn/0", "done")
        opened.answer("CardOrMorale/0", "card")
        assert type(opened.play.open()[0]).__name__ == "Fly"
    table.call(go)


def big_screen(serve: Any, phone: Any, motion: str) -> Guest:
    table = serve("windward", "Ana", "Ben", "Cleo", mode="coop")
    a_white_flies(table)
    tv: Guest = phone(table, viewport={"width": 1920, "height": 1080}, device_scale_factor=1, is_mobile=False,
                      has_touch=True, reduced_motion=motion)
    tv.watch()
    tv.page.locator(".ghost").first.wait_for()
    return tv


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_reason_of_a_flight_is_large_below_it(serve: Any, phone: Any, motion: str) -> None:
    told = "document.querySelector('.spot-told')"
    tv = big_screen(serve, phone, motion)
    tv.until(f"{told}.textContent !== ''")
    words = tv.page.evaluate(f"{told}.textContent")
    assert words.startswith("The White: ") and "onto Ana's ship. The shortest path" in words
    assert tv.page.evaluate(f"parseFloat(getComputedStyle({told}).fontSize)") > 24, "readable from a chair"
    reason, shelf = (tv.page.locator(one).bounding_box() for one in (".spot-told", ".shelf"))
    assert reason["y"] + reason["height"] <= shelf["y"], "its second line was below the headline's shelf"


def test_flights_follow_each_other_slowly_and_a_tap_skips_them(serve: Any, phone: Any) -> None:
    """0.35 s for each of two hexes, with a rest of 0.1 s on both; 1.5 s later the next one takes off."""
    found = big_screen(serve, phone, "no-preference").page.evaluate(WATCH)
    assert found["times"][-2:] == [[350, 900], [350 + 900 + 1500, 450]]
    assert found["left"] == 0
