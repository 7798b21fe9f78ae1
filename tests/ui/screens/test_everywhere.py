"""Every screen round the table, at every size, plain and with text at 200 %: nothing cut, nothing too small to hit."""

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.uix.scrollview import ScrollView

from companion.core.registry import BrokenPlugin
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.keywords import game as keywords
from companion.games.windmill import game as windmill
from companion.touches.driver import AppDriver
from companion.ui.app import focus
from companion.ui.drawing.letters import drawn
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.base.part import Icon, Tap, Words, reachable
from companion.ui.widgets.controls.rows import ListRow
from tests.sampling import sampled
from tests.ui.conftest import NAMES, SIZES, Start
from tests.ui.screens.test_result import finished
from tests.ui.screens.test_shell import Boxed
from tests.ui.targets import all_too_small

pytestmark = pytest.mark.touch
PLAIN: dict[str, Any] = {}
CASES = [("phone", PLAIN), ("tablet", PLAIN), *((size, {"text_size": 200}) for size in SIZES),
         ("phone", {"theme": "light", "text_size": 150})]


def sideways(widget: Any) -> bool:
    """Does it lie in a row that scrolls sideways?"""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView) and parent.do_scroll_x:
            return True
        parent = parent.parent
    return False


def faults(driver: AppDriver) -> Iterator[str]:
    wide = driver.size[0]
    yield from all_too_small()
    for widget in driver.walk():
        left, right = widget.to_window(widget.x, 0)[0], widget.to_window(widget.right, 0)[0]
        if isinstance(widget, Words) and widget.text and not isinstance(widget, Icon):
            yield from _cut(widget)
            if not sideways(widget) and (left < -1 or right > wide + 1):
                yield f"{widget.text!r} lies beyond the edge: {left:.0f} to {right:.0f} of {wide}"


def _cut(words: Words) -> Iterator[str]:
    if words.is_shortened:
        yield f"{words.text!r} is cut"
    if words.text_width() > words.width + 2 or words.text_height() > words.height + 2:
        yield f"{words.text!r} needs {words.text_width():.0f} by {words.text_height():.0f}, has {words.size}"
    longest = max((drawn(word, words.font, words.px, words.px, None, "left", False).texture.width
                   for word in words.text.split() if len(word) < 14), default=0)
    if longest > words.width + 2:
        yield f"a word of {words.text!r} is broken: {longest:.0f} in {words.width:.0f}"


def visits(driver: AppDriver) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every screen round the table, with something in it."""
    app = driver.app
    over = finished(driver)
    opened = app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev")))
    opened.answer("Oldest/table", 0)
    six = app.library.start("keywords", Setup(people(*NAMES[:6])))
    app.library.save_box("boxed", "Ours", {"tiles": 4})
    why = say("Part of it is missing: {name}.", name="lunar")
    app.found.broken.append(BrokenPlugin("moonbase", why, "Traceback"))
    yield "library", {"all_open": True}
    yield "history", {}
    yield "players", {}
    yield "player", {"person": "Ana"}
    yield "search", {"words": "windmill"}
    yield "welcome", {}
    yield "table", {"opened": opened}
    yield "table", {"opened": six}
    yield "lay_it_out", {"opened": opened}
    yield "fix", {"opened": opened}
    yield "settings", {}
    yield "new_play", {"game": "windmill"}
    yield "new_play", {"game": "boxed", "setup": Setup(people("Maximiliane", "Ben", "Cleo", "Dev", "Eva"))}
    yield "chronicle", {"opened": over}
    yield "rules", {"game": "windmill"}
    yield "result", {"opened": over}
    yield "table_mode", {"opened": opened}
    yield "table_mode", {"opened": six}
    yield "boxes", {}
    yield "plugins", {}
    yield "licences", {}
    yield "licences", {"part": "h11 0.16.0"}


@sampled(("size", "settings"), CASES, ids=str)
def test_nothing_is_cut_or_too_small_to_hit(start: Start, size: str, settings: dict[str, Any]) -> None:
    driver = start(games=[windmill, keywords, Boxed()], size=SIZES[size], settings={**settings, "movement": False},
                   library=False)
    found = []
    for name, args in visits(driver):
        driver.app.go_home(name, **args)
        driver.advance(frames=4)
        assert driver.app.visits[-1].name == name, f"{name} could not be opened"
        found += [f"{name}: {fault}" for fault in faults(driver)]
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_every_screen_can_be_turned(start: Start) -> None:
    driver = start(games=[windmill, keywords, Boxed()], settings={"movement": False}, library=False)
    found = []
    for name, args in visits(driver):
        driver.app.go_home(name, **args)
        driver.advance(frames=2)
        driver.resize(SIZES["landscape phone"])
        found += [f"{name}: {fault}" for fault in faults(driver)]
        driver.resize(SIZES["phone"])
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_a_tablet_shows_boxes_in_two_columns(start: Start) -> None:
    """A game's boxes stand beside each other; on a phone below each other."""
    driver = start(games=[windmill, Boxed()], size=SIZES["tablet"])
    for name in ("Ours", "Theirs"):
        driver.app.library.save_box("boxed", name, {"tiles": 4})
    driver.app.go("boxes")
    driver.advance(0.4)
    first, second, third = (driver.find(name, ListRow) for name in ("Starter set", "Theirs", "Ours"))
    assert first.y == second.y and first.right < second.x and third.top < first.y and third.x == first.x
    assert second.right - first.x > driver.size[0] / 2, "the width is used"
    driver.resize(SIZES["phone"])
    assert first.x == second.x == third.x and first.y > second.top - 1 > third.top


@pytest.mark.thorough
def test_a_tablet_shows_the_history_in_two_columns(start: Start) -> None:
    driver = start(games=[windmill], size=SIZES["tablet"], settings={"movement": False})
    for _ in range(3):
        finished(driver)
    driver.app.go_home("history")
    driver.advance(0.4)
    first, second, third = sorted(driver.all(cls=PlayCard), key=lambda card: (-card.y, card.x))[:3]
    assert first.y == second.y and first.right < second.x and third.top <= first.y and third.x == first.x
    assert second.right - first.x > driver.size[0] * 0.7, "the width is used"


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["small phone", "landscape phone"])
def test_the_whole_welcome_is_seen_at_once(start: Start, size: str) -> None:
    driver = start(games=[windmill], size=SIZES[size], settings={"movement": False})
    driver.app.go_home("welcome")
    driver.advance(0.4)
    page = driver.app.page
    assert page.greeting.sentence.lines() == 2, "no lone word"
    assert page.greeting.privacy.to_window(*page.greeting.privacy.pos)[1] >= page.choose.top
    driver.resize(SIZES["phone"])
    assert not page.greeting.tight


def reached_by_arrows(top: Any) -> tuple[set[Any], set[Any]]:
    """From the first button on, by arrows alone; and all there are."""
    every = focus.targets(top)
    seen, waiting = set(every[:1]), every[:1]
    while waiting and not seen.issuperset(every):
        here = waiting.pop()
        for arrow in focus.ARROWS:
            focus.mark(here)
            focus.move(top, arrow)
            there = focus.focused[0]
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    focus.clear()
    return seen, set(every)


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["small phone", "tablet"])
def test_arrows_reach_everything_on_every_screen(start: Start, size: str) -> None:
    """Keys reach everything that a finger can tap, on every page."""
    driver = start(games=[windmill, keywords, Boxed()], size=SIZES[size], settings={"movement": False}, library=False)
    found = []
    for name, args in visits(driver):
        driver.app.go_home(name, **args)
        driver.advance(frames=4)
        seen, every = reached_by_arrows(driver.app.page)
        taps = [one for one in driver.app.page.walk() if isinstance(one, Tap)]
        touched = {one for one in taps if not one.disabled and reachable(one)}
        found += [f"{name}: arrows miss {type(one).__name__} {getattr(one, 'text', '')!r}" for one in every - seen]
        found += [f"{name}: keys miss {type(one).__name__} {getattr(one, 'text', '')!r}" for one in touched - every]
    assert not found, "\n".join(found)
