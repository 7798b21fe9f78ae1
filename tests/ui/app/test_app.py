"""The app around its screens: navigation, settings, keys and errors."""

from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.games.windmill import game as windmill
from companion.testing.recording import recording_machine
from companion.ui.app import tableside
from companion.ui.app.page import Page
from companion.ui.drawing.letters import numbers_in_roboto
from companion.ui.widgets.base.part import Tap, reachable
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.entry import Typing
from companion.ui.widgets.controls.sheet import Sheet
from tests.ui.conftest import LANDSCAPE, PHONE, TABLET, Start
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


class Plain(Page):
    """A page of a plugin."""

    def __init__(self, app: Any, mark: str = "") -> None:
        super().__init__(app, app.look)
        self.mark = mark
        self.seen: list[str] = []

    def entered(self) -> None:
        self.seen.append("entered")

    def left(self) -> None:
        self.seen.append("left")

    def closed(self) -> None:
        self.seen.append("closed")


class Broken(Page):
    def __init__(self, app: Any) -> None:
        raise ValueError("no page")


PLAIN, BROKEN = f"{__name__}:Plain", f"{__name__}:Broken"


def test_go_and_back_and_home(start: Start) -> None:
    drive = start(games=[toy("who")])
    app = drive.app
    assert app.visits[0].name == tableside.HOME
    one = app.go(PLAIN, mark="one")
    two = app.go(PLAIN, mark="two")
    assert one.seen == ["entered", "left"] and app.page is two
    assert app.back() and app.page is one
    assert two.seen == ["entered", "left", "closed"] and one.seen[-1] == "entered"
    app.go_instead(PLAIN, mark="three")
    assert app.back() and app.visits[-1].name == tableside.HOME
    assert not app.back(), "at home the back key is the phone's own"


@pytest.mark.thorough
def test_a_large_page_is_built_in_one_frame_and_drawn_in_the_next(start: Start) -> None:
    drive = start(games=[toy("who")])
    app = drive.app
    app.go(PLAIN, mark="one")
    one, drawn = app.page, app.page.size[:]
    two = app.go_soon(PLAIN, instead=True, mark="two")
    assert app.page is one and one.parent is not None, "the window stays as it is"
    assert two.parent is None and two.seen == [] and one.seen == ["entered"]
    drive.advance(frames=2)
    assert app.page is two and two.seen == ["entered"] and list(two.size) == list(drawn)
    assert one.seen == ["entered", "left", "closed"] and one.parent is None
    assert app.back() and app.visits[-1].name == tableside.HOME


@pytest.mark.thorough
def test_nothing_is_tapped_or_typed_while_a_page_is_on_its_way(start: Start) -> None:
    drive = start()
    app, library = drive.app, drive.app.library
    page = app.go("new_play", game="windmill", setup=Setup(people("Ana", "Ben", "Cleo")))
    drive.advance(0.6)
    held = drive.down(*drive.where(page.start))
    page.begin()
    drive.up(held)
    drive.up(drive.down(*drive.where(page.start)))
    drive.up(drive.down(*drive.where(page.discs[0])))
    for key in (13, 27):
        assert Window.dispatch("on_keyboard", key, 0, None, [])
    drive.advance(0.5)
    assert app.visits[-1].name == "table" and len(app.visits) == 2
    assert len(library.open_plays()) == 1
    assert reachable(app.page.panel) and not app.layers.waits


def test_a_page_that_can_not_be_built_is_said_and_the_evening_goes_on(start: Start) -> None:
    drive = start(games=[toy("who")])
    assert drive.app.go(BROKEN) is None
    drive.advance(0.1)
    assert drive.says("That page could not be opened.")
    assert drive.app.visits[-1].name == tableside.HOME


def test_the_back_key_closes_a_sheet_first(start: Start) -> None:
    drive = start(games=[toy("who")])
    drive.app.go(PLAIN)
    drive.app.open_sheet(Sheet(drive.app.look, "A sheet"))
    drive.advance(0.4)
    assert drive.key(27) and not drive.app.sheets and isinstance(drive.app.page, Plain)
    assert drive.key(27) and drive.app.visits[-1].name == tableside.HOME


def test_a_tap_beside_a_sheet_closes_it(start: Start) -> None:
    drive = start(games=[toy("who")])
    drive.app.open_sheet(Sheet(drive.app.look, "A sheet"))
    drive.advance(0.4)
    drive.tap_at(PHONE[0] / 2, PHONE[1] - dp(12))
    assert not drive.app.sheets


def test_the_screen_stays_awake_only_at_the_table(start: Start) -> None:
    ports = recording_machine()
    drive = start(games=[toy("who")], ports=ports)
    opened = drive.app.library.start("toy", Setup(people("Ana", "Ben")))
    drive.app.go("table", opened=opened)
    assert ports.calls[-1] == ("awake.keep", True)
    drive.app.back()
    assert [call for call in ports.calls if call[0] == "awake.keep"][-1] == ("awake.keep", False)


def test_settings_reach_the_machine_and_the_look(start: Start) -> None:
    ports = recording_machine()
    drive = start(games=[toy("who")], ports=ports,
                  settings={"sound": False, "vibration": False, "text_size": 160, "movement": False,
                            "left_handed": True, "theme": "light"})
    look = drive.app.look
    assert not ports.sound.on and not ports.haptics.on
    assert (look.scale, look.motion, look.left_handed, look.theme) == (1.6, False, True, "light")


def test_the_systems_theme_is_followed(start: Start) -> None:
    ports = recording_machine()
    ports.system_theme.dark = False
    drive = start(games=[toy("who")], ports=ports)
    assert drive.app.look.theme == "light"
    ports.system_theme.dark = True
    drive.app.on_resume()
    drive.advance(frames=2)
    assert drive.app.look.theme == "dark"


def test_insets_and_the_keyboard_push_the_panel(at_table: Start) -> None:
    ports = recording_machine()
    upper, lower, keys = (round(dp(edge)) for edge in (28, 24, 320))  # a phone says them in pixels
    ports.insets.edges = (0, upper, 0, lower)
    drive = at_table(toy("note", "ready"), ports=ports)
    page = drive.app.page
    low = drive.where(page.panel.row.main)[1]
    assert page.insets == (0, upper, 0, lower) and page.bar.top == PHONE[1] - upper
    ports.insets.edges = (0, upper, 0, keys)  # as high as a keyboard
    drive.app.read_insets()
    drive.advance(0.2)
    assert drive.where(page.panel.row.main)[1] > keys > low
    assert page.stage.room.height >= dp(90)


@pytest.mark.thorough
@pytest.mark.parametrize("left_handed", [False, True])
def test_the_panel_reaches_the_edge_behind_a_camera(at_table: Start, left_handed: bool) -> None:
    """Lying on its side: what the camera takes has the panel's ground, and no words."""
    ports = recording_machine()
    side = round(dp(40))
    ports.insets.edges = (side, 0, side, 0)
    drive = at_table(toy("who", "ready"), ports=ports, size=LANDSCAPE, settings={"left_handed": left_handed})
    panel = drive.app.page.panel
    assert (panel.x if left_handed else panel.right) == (0 if left_handed else LANDSCAPE[0])
    assert panel.ground.size == panel.size
    for part in (panel.strip, panel.headline, panel.scroll):
        assert part.x >= side and part.right <= LANDSCAPE[0] - side + dp(16)


def test_a_file_that_can_not_be_written_is_said_before_the_first_answer(start: Start) -> None:
    drive = start(games=[toy("who")])
    from companion.core.text import say
    from companion.services.store.opening import Trouble
    opened = drive.app.library.start("toy", Setup(people("Ana", "Ben")))
    drive.app.library.store.trouble = Trouble(say("Nothing can be saved just now."), writable=False)
    drive.app.go("table", opened=opened)
    drive.advance(0.1)
    assert drive.says("Nothing can be saved just now.")


@pytest.mark.thorough
def test_a_log_that_no_longer_fits_offers_to_play_on(start: Start) -> None:
    drive = start(games=[toy("lamp", "who", "ready")])
    library = drive.app.library
    opened = library.start("toy", Setup(people("Ana", "Ben")))
    opened.answer("Lamp/0", "red")
    opened.answer("Who/table", 1)
    library.close(opened)
    other = toy("lamp", "bet", "ready", rules_version="2")
    library.games["toy"] = other
    drive.app.go("table", opened=library.resume(opened.id))
    drive.advance(0.3)
    assert drive.says("This play no longer fits the rules.") and drive.says("Line 2: ")
    drive.tap("Play on from here")
    assert drive.says("How much is bet?")


@pytest.mark.thorough
def test_the_voice_sets_its_numbers_in_roboto() -> None:
    assert numbers_in_roboto("Ana has 12, Ben 3.") == (
        "Ana has [font=RobotoBold]12,[/font] Ben [font=RobotoBold]3.[/font]"), "so that no line begins with a comma"


def test_speech_says_the_question_when_it_is_wanted(at_table: Start) -> None:
    ports = recording_machine()
    drive = at_table(toy("lamp", "who"), ports=ports, settings={"speech": True})
    drive.tap("Red lamp")
    said = [str(told[0]) for name, *told in ports.calls if name == "speech.say"]
    assert any(one.startswith("Who was the loudest?") for one in said)


@pytest.mark.thorough
def test_speech_reads_answers_with_their_points_and_a_long_press_reads_one(at_table: Start) -> None:
    """Only the question was read. WM-13 pays the finder of Ana's card and Ana, one point each."""
    ports = recording_machine()
    drive = at_table(windmill, ports=ports, settings={"speech": True})
    for _ in range(2):
        key = drive.app.page.situation.question.key()
        drive.app.page.controller.answer(key, 0 if key.startswith("Old") else "done")
    drive.advance(0.5)
    said = str([told[0] for name, *told in ports.calls if name == "speech.say"][-1])
    assert said.startswith("Ben picks: is it Ana's card? Right card: ")
    assert "Ana +1" in said and "Wrong card" in said
    card, records = drive.find("Right card", AnswerCard), len(drive.app.page.play.log)
    drive.tap(card, hold=0.8)
    assert ports.calls[-2][0] == "speech.say" and str(ports.calls[-2][1]).startswith("Right card: ")
    assert len(drive.app.page.play.log) == records, "it is read, not given"
    drive.tap(card)
    assert len(drive.app.page.play.log) == records + 1


@pytest.mark.thorough
def test_the_window_may_be_any_size(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    for size in ((200, 300), (320, 480), (2000, 900), (600, 1000), (411, 731)):
        drive.resize(size)
        assert drive.has("Red lamp")
        assert tuple(Window.size) == size


UP, DOWN, RIGHT, LEFT, ENTER = 273, 274, 275, 276, 13


def ring(drive: Any) -> Any:
    marked = [one for one in drive.all(cls=(Tap, Typing)) if (one.focus if isinstance(one, Typing) else one.focused)]
    return marked[0] if marked else None


def test_arrows_go_to_the_nearest_button_and_enter_taps_it(start: Start) -> None:
    drive = start(games=[toy("who")])
    drive.app.go_home("settings")
    drive.advance(0.3)
    drive.key(DOWN)
    first = ring(drive)
    assert first is not None, "without a ring the first one is marked"
    drive.key(DOWN)
    below = ring(drive)
    assert below is not first and drive.where(below)[1] < drive.where(first)[1]
    drive.key(UP)
    assert drive.where(ring(drive))[1] >= drive.where(below)[1]


@pytest.mark.thorough
def test_the_keyboard_reaches_everything_that_can_be_tapped(start: Start) -> None:
    drive = start(games=[toy("who")])
    drive.app.go_home("settings")
    drive.advance(0.3)
    seen = []
    for _ in range(80):
        drive.key(9)
        if ring(drive) in seen:
            break
        seen.append(ring(drive))
    assert set(seen) == {tap for tap in drive.all(cls=(Tap, Typing)) if not tap.disabled}


def test_the_panel_stands_left_for_the_left_handed(at_table: Start) -> None:
    for left_handed in (False, True):
        drive = at_table(toy("who"), size=TABLET, settings={"left_handed": left_handed})
        assert (drive.app.page.panel.center_x < TABLET[0] / 2) == left_handed
        drive.stop()


def test_back_in_the_library_leaves_the_window_open(start: Start) -> None:
    drive = start(games=[toy()])
    assert not drive.key(27)
    assert drive.picture().getbbox()
