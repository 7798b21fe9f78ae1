"""A list of spaces that is still open when a guest's phone has answered."""

import pytest

from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.sheet import Sheet
from tests.games.windward.screen.under_way import afloat
from tests.ui.conftest import Start

pytestmark = [pytest.mark.touch, pytest.mark.thorough]


def test_a_list_of_spaces_goes_with_its_question_and_a_late_finger_on_it_does_nothing(start: Start) -> None:
    """Tapping a line after a guest had attacked stopped the game: the space was out of reach."""
    hands = afloat(start)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.1.ship", hands.at(1, 3)), ("turn.speed", 3))
    controller = hands.page.controller
    sail = next(one for one in hands.play.open() if type(one).__name__ == "Sail")
    if hands.question.key() != sail.key():
        hands.bring(sail)
    hands.page.panel.answer_panel.open_list()
    hands.drive.advance(0.5)
    lines = [card for card in hands.drive.all(cls=AnswerCard) if _in_sheet(card)]
    assert lines and hands.drive.app.sheets
    assert controller.answer(sail.key(), list(hands.at(1, 3))).done  # from a phone
    assert type(hands.question).__name__ == "Throw"
    before = len(hands.play.log)
    for line in lines:
        line.dispatch("on_tap")
    hands.drive.advance(0.5)
    assert len(hands.play.log) == before and hands.page.situation.state != "broken"
    assert not hands.drive.app.sheets and not hands.drive.all(cls=Sheet)


def _in_sheet(card: AnswerCard) -> bool:
    above = card.parent
    while above is not None and above.parent is not above:
        if isinstance(above, Sheet):
            return True
        above = above.parent
    return False
