"""The table screen as a whole: a play by touches, undo, corrections, people, and what must never happen."""

from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import dp

from companion.core.log import ANSWER, EXIT, FIX, LEAVE
from companion.core.setup import Setup, people
from companion.ui.drawing.stage import Stage
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.theme import tokens
from companion.ui.widgets import Tap, Words, is_within
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard, Tile
from companion.ui.widgets.controls.pad import DieKey
from companion.ui.widgets.controls.rows import ListRow, SignButton
from tests.sampling import sampled
from tests.services.store.refusing import FULL, full_disk
from tests.ui.conftest import LANDSCAPE, NAMES, PHONE, SIZES, SMALL, Start
from tests.ui.toy import STEPS, toy

pytestmark = pytest.mark.touch


class Falls(Stage):
    """A stage that breaks when it is shown."""

    def show(self, play: Any, question: Any) -> None:
        raise ValueError("no paint")


class Trips(Stage):
    """A stage that breaks when its movement ends early, and when a line is pointed out."""

    def paint(self) -> None:
        self._motion.loop(lambda _: None)

    def show(self, play: Any, question: Any) -> None:
        self._motion.move("fall", 60.0, self._fall)

    def _fall(self, part: float) -> None:
        if part == 1.0:
            raise ValueError("no floor")

    def point_out(self, line: Any) -> None:
        raise ValueError("no finger")


class NeverMade(Stage):
    def paint(self) -> None:
        raise ValueError("no canvas")


def listed(name: str) -> Any:
    return lambda widget: isinstance(widget, ListRow) and widget.text == name


def play_everything(drive: Any, players: int) -> None:
    """The toy's steps, each by touches."""
    page = drive.app.page
    drive.tap("All ready")
    drive.tap("Red lamp")
    drive.tap(drive.find("Ben", Tile))
    for name in NAMES[:2]:
        drive.tap(drive.find(name, Tile))
    drive.tap("Two join in")
    for name in NAMES[:players]:
        drive.tap(drive.find(name, Tile))
    drive.tap("That is the order")
    drive.tap("Counted")
    drive.tap(page.panel.row.main)
    for _ in range(2):
        drive.tap(next(key for key in drive.all(cls=DieKey) if key.number == 3))
    drive.tap("That is what they show")
    drive.tap("Bay")
    drive.tap("Sail to the bay")
    drive.tap("Nothing to keep")
    drive.tap("Out with the nets")
    for name in NAMES[:players]:
        drive.tap(drive.find(listed(name)))
        drive.tap("sun")
    for _ in range(players):
        thumb = drive.down(*drive.where(page.dark.pad))
        drive.advance(0.5)
        drive.tap(drive.find("Ana", AnswerCard))
        drive.tap("Seal my vote")
        thumb.touch_up()
        drive.advance(0.1)
    drive.tap("Reveal all votes")
    drive.tap("It is told")
    drive.tap("found")
    drive.tap("right")


@sampled("size", SIZES)
def test_a_game_without_a_stage_is_played_to_the_end(at_table: Start, size: str) -> None:
    drive = at_table(toy(), size=SIZES[size])
    opened = drive.app.page.controller.opened
    play_everything(drive, 3)
    assert opened.play.outcome() is not None
    answered = {record.key.split("/")[0] for record in opened.play.log if record.kind == ANSWER}
    assert len(answered) >= len(STEPS)


def test_the_end_leads_to_the_result(at_table: Start) -> None:
    drive = at_table(toy("who"))
    drive.tap(drive.find("Ben", Tile))
    assert drive.app.visits[-1].name == "result"


def test_a_play_that_is_over_says_so_and_can_be_undone(at_table: Start) -> None:
    drive = at_table(toy("who"))
    opened = drive.app.page.controller.opened
    opened.answer("Who/table", 1)
    drive.app.page.refresh()
    drive.advance(0.3)
    assert drive.says("Ana, Ben and Cleo wins.") and drive.has("See the result")
    drive.tap(drive.app.page.bar.undo)
    assert drive.says("Who was the loudest?")


def test_a_refused_answer_stays_in_place_and_says_why(at_table: Start) -> None:
    drive = at_table(toy("strict", "ready"))
    drive.tap("left")
    card = drive.find("left", AnswerCard)
    assert card.hint.text == "The left door is locked."
    assert card.sign.name == "alert-circle-outline"
    assert not drive.app.page.play.log
    drive.tap("right")
    assert drive.says("Is everybody ready?")


def test_undo_and_redo_from_the_bar_and_from_the_echo_line(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    page = drive.app.page
    assert page.bar.undo.disabled and page.bar.redo.disabled
    drive.tap("Red lamp")
    assert page.echo.text == "Ana answered lamp"
    drive.tap("Undo")
    assert drive.says("which lamp do you light")
    drive.tap(page.bar.redo)
    assert drive.says("Who was the loudest?")
    drive.tap(page.bar.undo)
    assert drive.says("which lamp do you light") and page.bar.undo.disabled


@pytest.mark.thorough
def test_a_correction_is_one_record_and_changes_the_strip(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    drive.tap(drive.app.page.bar.menu)
    drive.tap(drive.find(listed("Fix something")))
    plus = drive.all(cls=SignButton)[1]
    for _ in range(3):
        drive.tap(plus)
    drive.tap("Set 1 and go on")
    drive.advance(0.5)
    log = drive.app.page.play.log
    assert [(record.kind, record.answer) for record in log] == [(FIX, [["seats.0.points", 3]])]
    assert drive.says("The play begins in the middle")


@pytest.mark.thorough
def test_the_menu_of_a_score_sheet_has_nothing_to_pack_or_to_move(start: Start) -> None:
    drive = start(size=SMALL)
    drive.app.go("table", opened=drive.app.library.start("score_sheet", Setup(people(*NAMES[:4]), {})))
    drive.advance(0.5)
    drive.tap(drive.app.page.bar.menu)
    assert not any(drive.has(line, (ListRow, ActionTile)) for line in ("Pack away", "Lay it out again"))
    assert drive.has("End this play here", ListRow)


def test_to_pack_away_takes_two_taps_and_the_menu_fits_a_small_phone(start: Start) -> None:
    drive = start(size=SMALL)
    opened = drive.app.library.start("windmill", Setup(people(*NAMES[:3]), {}))
    opened.answer("Oldest/table", 0)
    drive.app.go("table", opened=opened)
    drive.advance(0.5)
    drive.tap(drive.app.page.bar.menu)
    drive.advance(0.4)
    assert drive.has("Cancel this story") and drive.where(drive.find("End this play here"))[1] > 24
    drive.tap(drive.find("Pack away", ActionTile))
    drive.advance(0.4)
    assert drive.touches == 2 and type(drive.app.page).__name__ == "PackAwayScreen"


@pytest.mark.thorough
def test_the_menu_begins_with_what_the_table_may_decide(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    drive.tap(drive.app.page.bar.menu)
    rows = sorted(drive.all(cls=ListRow), key=lambda row: -drive.where(row)[1])
    assert [row.text for row in rows] == [
        "Fix something", "Skip this step", "Start this part again", "Invite phones",
        "Somebody joins, leaves or comes back", "Objective", "End this play here"]
    sheet = drive.app.sheets[-1]
    assert [tile.text for tile in drive.all(cls=ActionTile) if is_within(tile, sheet)] == [
        "Chronicle", "Rules", "Table mode", "Tools", "Pack away", "Lay it out again", "To move", "Share"]
    drive.tap(drive.find(listed("Skip this step")))
    assert drive.app.page.play.log[-1].kind == EXIT
    assert drive.says("Who was the loudest?")


def test_somebody_leaves_and_comes_back(at_table: Start) -> None:
    drive = at_table(toy("who", "ready"))
    drive.tap(drive.app.page.bar.menu)
    drive.tap(drive.find(listed("Somebody joins, leaves or comes back")))
    drive.tap(drive.find(listed("Ben leaves")))
    assert drive.app.page.play.log[-1].kind == LEAVE
    assert [tile.text for tile in drive.all(cls=Tile)] == ["Ana", "Cleo"]
    drive.tap(drive.app.page.panel.strip.places[1])
    drive.tap("Comes back")
    drive.tap(drive.find(listed("Ben comes back")))
    assert [tile.text for tile in drive.all(cls=Tile)] == ["Ana", "Ben", "Cleo"]


def test_why_shows_the_rule_and_the_house_rule(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    why = drive.app.page.panel
    drive.tap(why.why if why.why.get_parent_window() is not None else why.why_sign)
    assert drive.says("TY-2") and drive.says("A lamp may be barred") and drive.says("Nobody lights it twice.")
    assert drive.says("House rule: Strict lamps: Off")


def test_stuck_after_a_correction_offers_a_new_beginning(at_table: Start) -> None:
    drive = at_table(toy("who", "ready"))
    page = drive.app.page
    page.play.table.present = lambda: []  # what no correction of this toy can do, others' can
    page.refresh()
    drive.advance(0.3)
    assert drive.says("There's nothing to answer right now.")
    del page.play.table.present
    drive.tap("Start this part again")
    assert drive.says("Who was the loudest?")


@pytest.mark.parametrize("broken", [Falls, NeverMade])
def test_a_stage_that_raises_is_replaced_and_the_play_goes_on(at_table: Start, broken: type) -> None:
    drive = at_table(toy("lamp", "who", stage=f"{__name__}:{broken.__name__}"))
    assert isinstance(drive.app.page.stage, GenericStage)
    assert drive.says("play on with a plain one")
    drive.tap("Red lamp")
    assert drive.says("Who was the loudest?")


@pytest.mark.thorough
def test_a_stage_whose_movement_raises_keeps_nobody_at_the_table(at_table: Start) -> None:
    drive = at_table(toy("lamp", stage=f"{__name__}:{Trips.__name__}"), settings={"movement": True})
    stage = drive.app.page.stage
    assert isinstance(stage, Trips) and stage.live
    drive.app.go_home()
    drive.advance(0.5)
    assert not stage.live and not hasattr(drive.app.page, "stage"), "in the library"


@pytest.mark.thorough
def test_a_stage_that_was_replaced_moves_no_more(at_table: Start) -> None:
    """It went on for as long as the app ran."""
    drive = at_table(toy("lamp", stage=f"{__name__}:{Trips.__name__}"), settings={"movement": True})
    page = drive.app.page
    stage = page.stage
    page.stage_do("point_out", None)
    assert page.stage is not stage and page.stage.live and not stage.live


@pytest.mark.thorough
def test_a_view_that_raises_leaves_scores_and_questions(at_table: Start) -> None:
    def view(self: Any, table: Any) -> Any:
        raise ValueError("blind")
    drive = at_table(toy("lamp", "who", view=view))
    assert drive.says("Part of the table couldn't be shown")
    drive.tap("Red lamp")
    assert drive.says("Who was the loudest?")


# What holds on every screen

def too_small(drive: Any) -> list[str]:
    least = dp(tokens.TARGET) - 0.5
    found = []
    for widget in drive.walk():
        if isinstance(widget, Tap) and not widget.disabled:
            left, lower, right, upper = widget.target()
            if right - left < least or upper - lower < least:
                found.append(f"{type(widget).__name__} {getattr(widget, 'text', '')!r}")
    return found


def cut(drive: Any) -> list[str]:
    """Texts that are shortened, wider than their place, or reach out of the window without being scrolled."""
    wide, _high = Window.size
    found = []
    for words in drive.all(cls=Words):
        if not words.text or words.opacity == 0:
            continue
        x, _ = words.to_window(words.x, words.y)
        if words.is_shortened and not words.one_line:
            found.append(f"shortened: {words.text}")
        elif words.text_width() > words.width + 1:
            found.append(f"too wide: {words.text}")
        elif (x < -1 or x + words.width > wide + 1) and not in_strip(words):
            found.append(f"outside: {words.text}")
    return found


def in_strip(widget: Any) -> bool:
    parent = widget.parent
    while parent is not None and parent is not Window:
        if type(parent).__name__ == "SeatStrip":
            return True
        parent = parent.parent
    return False


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [100, 200])
def test_every_question_of_eight_can_be_read_and_hit(at_table: Start, size: str, text_size: int) -> None:
    """48 dp to a finger, nothing cut, and the button in sight."""
    drive = at_table(toy(), players=8, size=SIZES[size], settings={"text_size": text_size})
    page, found = drive.app.page, []
    for number, step in enumerate(STEPS):
        page.controller.correct("step", number)
        page.controller.restart()
        drive.advance(0.3)
        found += [f"{step}: {fault}" for fault in (*cut(drive), *too_small(drive))]
        main = page.panel.row.main
        if main is not None and page.situation.state == "question":
            x, y = drive.where(main)
            assert 0 < y < SIZES[size][1] and 0 < x < SIZES[size][0], f"{step}: the button stays in sight"
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["normal", "high"])
def test_both_themes_and_high_contrast(at_table: Start, theme: str, contrast: str) -> None:
    drive = at_table(toy("lamp", "who"), settings={"theme": theme, "contrast": contrast})
    look = drive.app.page.look
    assert look.theme == (f"contrast {theme}" if contrast == "high" else theme)
    picture = drive.picture()
    x, y = PHONE[0] // 2, PHONE[1] - round(dp(8))  # the foot of the panel
    expected = tuple(round(255 * channel) for channel in look.colour("surface")[:3])
    assert picture.getpixel((x, y)) == pytest.approx(expected, abs=2)
    drive.tap("Red lamp")
    assert drive.says("Who was the loudest?")


def test_switching_the_theme_builds_the_screen_again_at_the_same_question(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"), settings={"theme": "dark"})
    drive.tap("Red lamp")
    before = drive.app.page
    drive.app.library.set("theme", "light")
    drive.app.apply_settings()
    drive.advance(0.3)
    assert drive.app.page is not before and not drive.app.page.look.dark
    assert drive.says("Who was the loudest?")


@pytest.mark.thorough
def test_a_name_of_sixty_letters_and_one_in_another_script(start: Start) -> None:
    from companion.core.setup import Person, Setup
    game = toy("who", "lamp")
    drive = start(games=[game], size=SMALL, settings={"text_size": 200})
    seated = (Person("W" * 60, 0), Person("Ольга", 1), Person("Zoë", 2))
    drive.app.go("table", opened=drive.app.library.start("toy", Setup(seated)))
    drive.advance(0.5)
    assert cut(drive) == []
    drive.tap(drive.find("Ольга", Tile))
    assert cut(drive) == []


def test_turning_the_phone_keeps_what_was_tapped(at_table: Start) -> None:
    drive = at_table(toy("stack", "ready"))
    drive.tap(drive.find("Cleo", Tile))
    drive.resize(LANDSCAPE)
    assert drive.find("Cleo", Tile).badge.text == "1"
    assert drive.app.page.panel.form.beside
    drive.resize(PHONE)
    assert drive.find("Cleo", Tile).badge.text == "1"


@pytest.mark.thorough
@pytest.mark.parametrize("players", [5, 8])
def test_scores_are_told_on_a_phone_that_lies_on_its_side(at_table: Start, players: int) -> None:
    drive = at_table(toy("ready"), players=players, size=LANDSCAPE)
    strip = drive.app.page.panel.strip
    assert [place.score.text for place in strip.places] == ["0"] * players


@pytest.mark.thorough
def test_a_moment_without_room_costs_one_answer_only(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who", "ready"))
    opened = drive.app.page.controller.opened
    with full_disk(drive.app.library.store):
        drive.tap("Red lamp")
        drive.advance(0.5)
        assert drive.says(FULL)
        assert not opened.play.log
    drive.advance(6)  # the message goes away by itself
    drive.tap("Green lamp")
    drive.advance(0.5)
    drive.tap(drive.find("Ben", Tile))
    drive.advance(0.5)
    assert [record.answer for record in opened.play.log] == ["green", 1]
    assert drive.app.library.store.records(opened.id) == opened.play.log
