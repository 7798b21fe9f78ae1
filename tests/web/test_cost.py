"""What an answer costs: on a phone, laying out the page is by far the most of it."""

from typing import Any

import pytest

from tests.web.table import Guest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

OFTEN = 6
INHERITED = """[...document.querySelectorAll('.board-art .spot, .board-art .piece')].flatMap((one) =>
    ['--high', '--px'].filter((name) => getComputedStyle(one).getPropertyValue(name)))"""


@pytest.fixture
def ana(serve: Any, phone: Any) -> Guest:
    """At a question with a folded board."""
    table = serve("windward", "Ana", "Ben", "Cleo")
    guest: Guest = phone(table, "Ana", viewport={"width": 360, "height": 640})
    guest.page.locator(".board .spot").first.wait_for(state="attached")
    guest.until("document.querySelector('main.late')")
    return guest


def test_the_board_takes_no_new_style_from_its_size_or_its_camera(ana: Guest) -> None:
    """All of its 1,200 elements got one whenever it folded, opened or zoomed."""
    assert ana.page.locator(".board-art .spot").count() > 50
    assert ana.page.evaluate(INHERITED) == []


def test_the_next_question_is_laid_out_once_or_twice_to_choose_what_folds(ana: Guest) -> None:
    """Each question began with everything open, and was laid out for each level up to the same one again."""
    line = ana.context.new_cdp_session(ana.page)
    line.send("Performance.enable")

    def count() -> float:
        return next(float(one["value"]) for one in line.send("Performance.getMetrics")["metrics"]
                    if one["name"] == "LayoutCount")

    def layouts(questions: range) -> float:
        before = count()
        for number in questions:
            ana.page.evaluate(f"tableside.listed = 'question {number}'; tableside.render()")
        return count() - before
    # Frames of the browser's own come between; not in each of three rounds.
    rounds = [layouts(range(start, start + OFTEN)) for start in (0, OFTEN, 2 * OFTEN)]
    assert 0 < min(rounds) <= 2 * OFTEN
