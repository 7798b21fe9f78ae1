"""Winter Tales: what the screen reads from the table, without a window."""

import pytest

from companion.games.winter_tales.screen.panel.cards_panel import lines_of
from companion.games.winter_tales.screen.stage.reading import close_up, told_of_slot
from companion.services.table.fix import in_groups
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import four, light, put
from tests.games.winter_tales.rules.test_hands import resolving


@pytest.mark.thorough
@pytest.mark.rule("WT-A27")  # in light depth too, where no character leads the row
def test_the_writer_with_both_sides_has_two_rows_that_differ() -> None:
    evening = light(5).tap("Activate", "tin_man glimmer").tap("AddCards", "card")
    question = evening.asked("AddCards")
    rows = [row for row in lines_of(evening.table, question, list(question.choices(evening.table)))
            if row.name == "Eve"]
    assert [(row.second, row.plus) for row in rows] == [("spring", "spring 4"), ("winter", "winter 4")]


@pytest.mark.rule("WT-72")  # the next story owes it a link
def test_a_tap_on_a_memory_tells_who_told_it() -> None:
    evening = resolving(four()).taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "card 1"),
                                     ("AddCards", "end"), ("MemoryNote", "the clock struck"), ("PlaceMemory", 1))
    assert told_of_slot(evening.table, 1) == (
        "A Glimmer of Hope", "“the clock struck” A success in chapter 1. "
                             "Told by Ana with 2 cards and Ben with 1 card.")


@pytest.mark.thorough
def test_laying_out_in_the_middle_of_a_battle_shows_the_town() -> None:
    """The picture of *Lay it out again* has no question: pieces are found on the map, not in the fight."""
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf card")
    assert close_up(evening.table, evening.play.open()[0]) is not None
    assert close_up(evening.table, None) is None


@pytest.mark.thorough
def test_how_far_you_are_is_asked_before_cards_drawn_so_far() -> None:
    groups = in_groups(four().play.fields(), "", None, app_first=True)
    books = groups[next(iter(groups))]
    assert str(books[0].label) == "Chapter" and not any(one.passing for one in books[:5]) and books[-1].passing
