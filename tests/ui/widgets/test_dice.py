"""Typing dice: every slot and every key in sight, also where there is little room."""

import pytest
from kivy.metrics import dp

from companion.ui.theme import Look
from companion.ui.widgets.controls.pad import LEAST_SLOT, DieRow, DieSlot
from companion.ui.widgets.displays.ring import RESTS, ROLLS, RollingDice
from tests.sampling import sampled
from tests.ui.conftest import SIZES, SMALL, Start
from tests.ui.toy import toy


@pytest.mark.thorough
@pytest.mark.parametrize(("letters", "scrolls"), [(100, False), (200, True)])
def test_typed_dice_stay_in_sight_on_a_small_phone(at_table: Start, letters: int, scrolls: bool) -> None:
    """The stage gives way to the keys. With big letters they scroll, and the slots come back into view."""
    drive = at_table(toy("dice"), size=SMALL, settings={"text_size": letters})
    panel = drive.app.page.panel
    dice, scroll = panel.answer_panel, panel.scroll
    assert scroll.do_scroll_y is scrolls
    drive.tap(dice.faces[5])
    low, top = (dice.slots.to_window(0, edge)[1] for edge in (dice.slots.y, dice.slots.top))
    assert scroll.y - 1 <= low < top <= scroll.top + 1
    assert drive.where(dice.faces[5])[1] > scroll.y  # and the keys with them


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "rows"), [(2, 1), (5, 1), (8, 1), (12, 2)])
def test_slots_stand_in_one_row_as_long_as_they_can_be_read(start: Start, count: int, rows: int) -> None:
    start(games=[toy()])
    row = DieRow()
    row.fill([DieSlot(Look.of("dark"), face) for face in [3] * (count - 1) + [None]])
    row.fit(dp(336))
    assert len({slot.y for slot in row.parts}) == rows
    assert all(slot.width >= dp(LEAST_SLOT) and slot.right <= row.right + 1 for slot in row.parts)
    assert row.height == row.top - min(slot.y for slot in row.parts)


@sampled("size", SIZES)
def test_dice_visibly_roll_and_land_on_what_was_rolled(at_table: Start, size: str) -> None:
    drive = at_table(toy("dice", "ready"), size=SIZES[size])
    page = drive.app.page
    button = drive.find("Roll for me")
    drive.scroll_to(button)
    drive.tap_at(*drive.where(button), hold=0.1)
    rolled = page.play.log[-1].answer
    roll = next(child for child in page.children if isinstance(child, RollingDice))
    assert [die.number for die in roll.dice] == rolled
    seen = set()
    while roll.passed < ROLLS:
        seen.add(tuple(round(die.spin.angle) for die in roll.dice))
        drive.advance(frames=1)
    assert len(seen) >= 5, "they turn from frame to frame"
    assert [die.shown for die in roll.dice] == rolled and all(die.spin.angle == 0 for die in roll.dice)
    assert not drive.says("The app rolled"), "the dice and the line beside Undo say it"
    drive.advance(RESTS + 1)
    assert roll.parent is None


def test_without_movement_no_dice_roll(at_table: Start) -> None:
    drive = at_table(toy("dice", "ready"), settings={"movement": False})
    drive.tap("Roll for me")
    assert not any(isinstance(child, RollingDice) for child in drive.app.page.children)
    assert drive.says("The app rolled")
