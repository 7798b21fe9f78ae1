"""How the window is divided, phone by phone: the numbers of LOOK 5."""

from dataclasses import replace

import pytest

from companion.ui.table import layout
from companion.ui.table.layout import form_of, levels, panel_most
from tests.sampling import sampled


@sampled(("size", "name"), [
    ((412, 892), "phone"), ((360, 640), "small phone"), ((320, 568), "small phone"), ((892, 412), "landscape phone"),
    ((640, 360), "landscape phone"), ((1280, 800), "tablet"), ((800, 1280), "medium"), ((600, 960), "medium"),
    ((1024, 1366), "tablet"), ((1024, 600), "tablet")])
def test_the_form_of_a_window(size: tuple[float, float], name: str) -> None:
    assert form_of(*size).name == name


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "panel"), [(1280, 486.4), (840, 400), (1600, 496)])
def test_a_panel_beside_the_stage_is_38_per_cent_wide_within_limits(width: float, panel: float) -> None:
    assert form_of(width, 800).panel == pytest.approx(panel)


@pytest.mark.thorough
def test_a_landscape_phone_gives_the_panel_46_per_cent() -> None:
    assert form_of(892, 412).panel == pytest.approx(892 * 0.46)


@pytest.mark.thorough
def test_a_medium_window_keeps_its_content_narrow() -> None:
    form = form_of(700, 1000)
    assert (form.sides, form.widest) == (24, 560)


def test_a_phone_gives_the_panel_at_most_63_per_cent_and_the_stage_at_least_220() -> None:
    form = form_of(412, 892)
    level = levels(form, 1.0)[0]
    assert panel_most(form, level, 892, 84) == pytest.approx(892 * 0.63)
    assert panel_most(form, level, 720, 84) <= 720 - 84 - 220 + 1


def test_things_give_way_in_the_order_of_the_page() -> None:
    steps = levels(form_of(412, 892), 2.0)
    gone = [(not step.reminders, not step.kicker, step.echo == "", step.terse, step.stage_least == layout.STRIP)
            for step in steps[:-1]]
    assert gone == [(False,) * 5, (True, False, False, False, False), (True, True, False, False, False),
                    (True, True, True, False, False), (True, True, True, True, False), (True,) * 5]
    assert steps[-1].all_scrolls and not any(step.all_scrolls for step in steps[:-1])


def test_at_plain_size_nothing_but_the_reminders_gives_way() -> None:
    assert [step.kicker for step in levels(form_of(412, 892), 1.0)] == [True, True]
    assert [step.echo for step in levels(form_of(360, 640), 1.0)] == ["foot", "foot"]


@pytest.mark.thorough
def test_a_small_phone_has_no_kicker_and_its_echo_at_the_foot() -> None:
    first = levels(form_of(360, 640), 1.0)[0]
    assert (first.kicker, first.echo, first.stage_least) == (False, "foot", 160)


@pytest.mark.thorough
def test_gauges_are_the_first_to_give_way() -> None:
    steps = levels(form_of(412, 892), 1.0, gauges=True)
    assert [(step.gauges, step.reminders) for step in steps] == [(True, True), (False, True), (False, False)]
    assert not any(step.gauges for step in levels(form_of(360, 640), 2.0, gauges=True)[1:])


@pytest.mark.thorough
def test_where_a_space_of_a_board_is_asked_for_the_board_keeps_half() -> None:
    """Second lines, the big headline, the list of spaces and lines of *To move* give way, then the gauges."""
    small = layout.form_of(360, 640)
    steps = layout.levels(small, 1.0, gauges=True, slim=True)
    assert [(step.gauges, step.terse, step.one_line, step.folded) for step in steps[:5]] == [
        (True, False, False, False), (True, True, False, False), (True, True, True, False),
        (True, True, True, True), (False, True, True, True)]
    steps = layout.levels(small, 1.0, gauges=True, hand=True, slim=True)
    assert [(step.gauges, step.folded, step.hand) for step in steps[:9]] == [
        (True, False, 4), (True, False, 4), (True, False, 4), (True, True, 4), (True, True, 4),
        (True, True, 2), (True, True, 1), (True, True, 1), (False, True, 1)]
    most = [panel_most(small, step, 640, 84) for step in steps[:9]]
    assert max(most[:4]) < 320 and max(most[:7]) < 360, (
        "half of it, and a little less for lines that hands need")
    assert most[7:] == [0.6 * 640, 0.56 * 640], (
        "the gauges beside one line, or more of the board without them")
    assert all(step.folded for step in steps[3:])


@pytest.mark.thorough
def test_a_page_that_wants_half_the_stage_keeps_it_beside_the_card_by_hand() -> None:
    form = replace(layout.form_of(412, 892), stage_least=446.0, keeps=True)
    steps = layout.levels(form, 1.0, hand=True)
    assert {step.stage_least for step in steps} == {446.0}
    assert [(step.hand, step.echo) for step in steps][-3:] == [(1, "foot"), (1, "foot"), (1, "")], "Undo is in the bar"
    small = replace(layout.form_of(360, 640), stage_least=320.0, keeps=True)
    assert panel_most(small, layout.levels(small, 1.0)[-1], 640, 56) == 640 - 56 - 320


@pytest.mark.thorough
def test_the_stage_gives_way_to_keys_unless_the_page_is_about_it() -> None:
    small = layout.form_of(360, 640)
    steps = layout.levels(small, 1.0, keys=True)
    assert [(step.one_line, step.stage_least) for step in steps[-2:]] == [(True, 160), (True, layout.STRIP)]
    steps = layout.levels(replace(small, keeps=True), 1.0, keys=True)
    assert {step.stage_least for step in steps} == {160} and (steps[-1].one_line, steps[-1].echo) == (True, "")
