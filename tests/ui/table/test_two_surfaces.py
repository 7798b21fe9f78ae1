"""Somebody else answers while this surface is touched."""

from companion.services.table.controller import TableController
from tests.ui.conftest import Start
from tests.ui.toy import toy


def test_a_finger_that_is_down_while_somebody_else_answers_counts_for_nothing(at_table: Start) -> None:
    """Finger down, an answer from a phone, finger up: one wish must not answer two questions."""
    drive = at_table(toy("lamp", "lamp", "who"))
    page = drive.app.page
    guest = TableController(page.controller.opened)
    guest.read()
    finger = drive.down(*drive.where(drive.find("Green lamp")))
    drive.advance(0.1)
    assert guest.answer("Lamp/0", "red").done
    drive.advance(0.1)
    drive.up(finger)
    drive.advance(0.5)
    assert [record.answer for record in page.play.log] == ["red"]
    assert drive.app.notice.words.text == "Somebody answered on another phone. Look again.", "a no-op with a word"
    drive.tap("Green lamp")
    assert [record.answer for record in page.play.log] == ["red", "green"], "the next finger counts"


def test_what_somebody_else_answered_is_drawn_and_heard(at_table: Start) -> None:
    drive = at_table(toy("ready", "lamp", "who"))
    page = drive.app.page
    guest = TableController(page.controller.opened)
    guest.read()
    assert guest.answer("Ready/table", "done").done
    drive.advance(0.3)
    assert page.panel.headline.text == "Ana, which lamp do you light?"
    assert ("sound.play", "book") in [call[:2] for call in drive.app.machine.sound.calls]
