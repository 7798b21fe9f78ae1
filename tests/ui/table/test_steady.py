"""Strip and stage stay where they are from one question to the next, and glide where they must move."""

from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import dp

from companion.games.keywords import game as keywords
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.touches.driver import AppDriver
from companion.ui.table.layout import Steady
from tests.sampling import sampled
from tests.ui.conftest import SIZES, TABLET, Start
from tests.ui.hands import Hands
from tests.ui.moving import record
from tests.ui.targets import all_too_small

pytestmark = pytest.mark.touch

Round = list[tuple[str, Any]]
STORIES: Round = [("CardDown", "done"), ("Guess", "wrong"), ("Guess", "right"), ("CardDown", "done"),
                  *3 * [("Guess", "wrong")], ("CardDown", "done"), ("Guess", "right")]
WINDMILL: Round = [("Oldest", 0), *4 * STORIES]
STORY: Round = [("Youngest", 0), ("Begin", "done"), *4 * [("StoryTold", "done")], *4 * [("Ballot", None)],
                ("Opened", "done"), ("Begin", "done"), *4 * [("StoryTold", "done")]]


class Watched:
    """Every frame of a table: where the panel is seen to end, and the lower edge and the middle of the stage, in dp."""

    def __init__(self, drive: AppDriver) -> None:
        self.drive, self.hands = drive, Hands(drive)
        self.frames = record(drive, self._look)
        self.rests: list[float] = []

    def _look(self) -> tuple[float, float, float] | None:
        page = self.drive.app.page
        panel = getattr(page, "panel", None)
        if panel is None or not panel.opacity or page.whole or page.comes_back:
            return None  # the dark-room has no panel, and a reveal takes its place
        stage = page.stage
        low, middle = (stage.seen_at((stage.center_x, y))[1] for y in (stage.y, stage.center_y))
        return (panel.top + panel.picture.lift) / dp(1), low / dp(1), middle / dp(1)

    def play(self, answers: Round) -> None:
        for name, raw in answers:
            if self.hands.over:
                return
            open_ones = self.hands.play.open()
            asked = next(one for one in open_ones if type(one).__name__ == name)
            if raw is None:  # whom one may vote for
                asked = self.hands.page.dark.question
                raw = next(seat.index for seat in self.hands.play.table.seats if seat is not asked.seat)
            self.hands.reply(asked, raw)
            while getattr(getattr(self.drive.app.page, "stage", None), "reveals", False):
                self.drive.advance(0.1)
            self.drive.advance(0.6)
            if self.frames[-1] is not None:
                self.rests.append(self.frames[-1][0])

    def moves(self) -> int:
        """How often the panel came to rest at another height than before."""
        return sum(abs(one - other) > 1 for one, other in pairwise(self.rests))

    def jumps(self) -> list[tuple[float, float]]:
        """Frames in which it went more than a twelfth of the window at once, with stage and strip."""
        far = self.drive.size[1] / dp(12)
        seen = [one for one in self.frames if one is not None]
        return [(one[0], other[0]) for one, other in pairwise(seen) if abs(one[0] - other[0]) > far]


@sampled("size", ["small phone", "tablet"])
@sampled(("game", "turns", "rests", "moves"), [(windmill, WINDMILL, 20, 1), (story, STORY, 10, 3)])
def test_a_round_hardly_moves_the_panel(at_table: Start, size: str, game: Any, turns: Any, rests: int,
                                        moves: int) -> None:
    """Windmill: once, from the story to the guesses. Story: revealed votes need more room than a story."""
    watched = Watched(at_table(game, players=4, size=SIZES[size]))
    watched.play(turns)
    assert len(watched.rests) > rests
    assert watched.moves() <= moves, ' '.join(f'{one:.0f}' for one in watched.rests)
    assert not watched.jumps()


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_eight_tell_their_stories_at_one_height_and_are_all_in_view(at_table: Start, size: str) -> None:
    drive = at_table(story, players=8, size=SIZES[size], settings={"movement": False})
    watched = Watched(drive)
    watched.play([("Youngest", 0), ("Begin", "done"), *7 * [("StoryTold", "done")]])
    assert len(set(map(round, watched.rests[1:]))) == 1, watched.rests  # the To move card was there before
    strip = drive.app.page.panel.strip
    left, right = strip.to_window(*strip.pos)[0], strip.to_window(strip.right, strip.y)[0]
    assert len(strip.places) == 8
    assert all(left - 1 <= one.to_window(*one.pos)[0] and one.to_window(one.right, one.y)[0] <= right + 1
               for one in strip.places)
    assert not all_too_small()


def test_stage_and_panel_move_together(at_table: Start) -> None:
    """While the panel glides, no frame shows a gap below the stage, and the picture stays centred."""
    drive = at_table(windmill, players=4)
    watched = Watched(drive)
    watched.play([("Oldest", 0)])
    before = len(watched.frames)
    watched.play([("CardDown", "done")])
    frames = watched.frames[before:]
    tops = [one[0] for one in frames]
    assert len(set(tops)) > 4, "it glides"
    corner = 28
    assert all(low <= top - corner + 0.6 for top, low, _ in frames)
    above = drive.app.page.stage.top / dp(1)
    assert all(middle == pytest.approx((above + top - corner) / 2, abs=0.6) for top, _, middle in frames)


@pytest.mark.thorough
def test_a_picture_is_never_squeezed(at_table: Start) -> None:
    """The panel goes down and the stage is higher at once: a round planet was a flat one for a fifth of a second."""
    stage = at_table(windmill, players=4).app.page.stage
    for shorter in (dp(200), -dp(200), 0.0):
        stage.stretch(shorter)
        x, y = stage.center
        (left, low), (right, top) = stage.seen_at((x - 50, y - 50)), stage.seen_at((x + 50, y + 50))
        assert right - left == pytest.approx(top - low)
        assert stage.seen_from(stage.seen_at((7.0, 9.0))) == pytest.approx((7.0, 9.0))


@pytest.mark.thorough
def test_less_motion_puts_it_there_at_once(at_table: Start) -> None:
    watched = Watched(at_table(windmill, players=4, settings={"movement": False}))
    watched.play([("Oldest", 0), ("CardDown", "done")])
    assert all(top in (watched.rests[0], watched.rests[1], watched.frames[0][0]) for top, _, _ in watched.frames)


def test_a_tap_ends_the_gliding_and_counts(at_table: Start) -> None:
    drive = at_table(windmill, players=4)
    hands = Hands(drive)
    hands.reply(hands.play.open()[0], 0)
    drive.advance(0.6)
    page = drive.app.page
    page.answer(hands.question, "done")
    drive.advance(frames=1)
    assert page.panel.picture.lift
    finger = drive.down(*drive.where(page.panel.strip))
    assert page.panel.picture.lift == 0 and page.stage.grown == 1
    finger.touch_up()


@pytest.mark.thorough
def test_a_board_gets_all_the_room_there_is(at_table: Start) -> None:
    """Windward's panel keeps to what it needs: the map is the board."""
    drive = at_table(windward, players=2)
    page = drive.app.page
    needed = page.panel.height
    page.fitting.steady.panel = needed + dp(100)
    page.refresh()
    drive.advance(0.5)
    assert page.panel.height == needed


@pytest.mark.thorough
def test_the_echo_line_has_its_room_before_there_is_one(at_table: Start) -> None:
    drive = at_table(keywords, players=4, size=TABLET)
    hands = Hands(drive)
    room = drive.app.page.stage.room
    hands.reply(hands.play.open()[0], 1)
    drive.advance(0.5)
    assert drive.app.page.echo.opacity == 1
    assert drive.app.page.stage.room == room


@pytest.mark.thorough
def test_what_goes_away_by_itself_is_not_remembered() -> None:
    steady = Steady()
    steady.begin("phone")
    assert steady.height(300, 0, 500, 100) == 300
    assert steady.height(390, 90, 500, 100) == 390
    assert steady.height(300, 0, 500, 100) == 300
    assert steady.height(420, 0, 500, 100) == 420
    assert steady.height(330, 0, 500, 100) == 420
    assert steady.height(330, 0, 380, 100) == 380, "the keyboard is up: there is less room"
    assert steady.height(310, 0, 500, 100) == 310
    steady.begin("tablet")
    assert steady.height(250, 0, 500, 100) == 250
