"""Story's stage: prints, votes and winners on the table; in the dark-room only who has sealed."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from kivy.metrics import dp
from PIL import ImageChops

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.story import game
from companion.games.story.screen.stage import PILE, lay, read
from tests.sampling import sampled
from tests.ui.stage_host import SHAPES, TINY, Host, hosted, start


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def told(seats: int, stories: int | None = None, **options: Any) -> Play[Any]:
    """A round with this many stories told; Ana begins."""
    play = start(game, seats, **options)
    play.answer("Youngest/table", 0)
    play.answer("Begin/0", "done")
    for seat in range(seats if stories is None else stories):
        play.answer(f"StoryTold/{seat}", "done")
    return play


def vote(play: Play[Any], votes: Sequence[int], which: str = "first") -> Play[Any]:
    for voter, story in enumerate(votes):
        play.answer(f"Ballot/{voter}/{which}", story)
    return play


def prints(host: Host) -> dict[int, Any]:
    found: dict[int, Any] = host.stage.table.prints
    return found


# The layout


@sampled(("width", "height"), [
    (412, 390), (412, 300), (360, 136), (412, 96), (790, 716), (430, 280), (380, 174)])
@pytest.mark.parametrize("middle", [1, 2, 3])
def test_prints_never_cover_each_other(width: float, height: float, middle: int) -> None:
    for around in range(0 if middle > 1 else 2, 9 - middle + (middle == 1)):
        layout = lay(width, height, around, middle)
        spots = layout.ring + layout.middle
        assert len(layout.ring) == around and len(layout.middle) == middle
        for spot in spots:
            assert spot.x - spot.width / 2 >= 0 and spot.x + spot.width / 2 <= width
            assert spot.y - spot.half_height >= 0 and spot.y + spot.half_height <= height
        for one, other in combinations(spots, 2):
            aside = abs(one.x - other.x) >= (one.width + other.width) / 2
            above = abs(one.y - other.y) >= one.half_height + other.half_height
            assert aside or above, (around, one, other)


def test_wings_are_in_seating_order_like_the_ring() -> None:
    """Eight on a small phone: across the top to the right, then back along the bottom; in one row, left to right."""
    spots = lay(360, 174, 8, 1).ring
    top, bottom = spots[:4], spots[4:]
    assert {spot.y > 87 for spot in top} == {True} and {spot.y > 87 for spot in bottom} == {False}
    assert [spot.x for spot in top] == sorted(spot.x for spot in top)
    assert [spot.x for spot in bottom] == sorted((spot.x for spot in bottom), reverse=True)
    row = lay(412, 96, 8, 1).ring
    assert [spot.x for spot in row] == sorted(spot.x for spot in row)


def test_the_first_seat_stays_at_the_upper_left_while_the_panel_grows() -> None:
    """Eight on a small phone: a line more in the panel moves no print to another corner."""
    for height in range(120, 420, 6):
        first, *others = lay(360, height, 8, 1).ring
        upper = [spot for spot in others if spot.y > first.y - first.half_height]
        assert upper and all(first.x <= spot.x for spot in upper), height


def test_the_winner_is_146_wide_on_a_phone() -> None:
    """LOOK 8."""
    assert lay(412, 390, 7, 1).middle[0].width == 146


# What lies on the table


def test_on_a_large_screen_the_prints_grow_and_stay_round_the_picture() -> None:
    """A window of 2560 x 1440 leaves the stage 2060 x 1380."""
    layout = lay(2060, 1380, 8, 1)
    centre = layout.middle[0]
    assert layout.ring[0].width > 200 and centre.width > 300
    assert max(abs(spot.x - centre.x) for spot in layout.ring) < 900


def test_told_stories_lie_open_the_others_face_down(host: Host) -> None:
    play = told(5, 2)
    host.show(play)
    up = {seat: one.photo.up for seat, one in prints(host).items() if seat != PILE}
    assert up == {0: True, 1: True, 2: False, 3: False, 4: False}
    assert read(play.table, play.open()[0]).teller == 2


def test_a_told_story_turns_over(host: Host) -> None:
    play = told(4, 1)
    host.show(play)
    play.answer("StoryTold/1", "done")
    host.show(play)
    assert not prints(host)[1].photo.up
    host.advance(0.3)
    assert prints(host)[1].photo.up


def test_the_reveal_takes_its_steps(host: Host) -> None:
    """Prints turn over 120 ms apart, the votes fall slowly, the one that decides last; then the winner grows."""
    play = told(4)
    host.show(play)
    vote(play, (2, 2, 2, 0))
    host.show(play)
    host.advance(0.3)
    lying = prints(host)
    assert lying[0].photo.up and not lying[3].photo.up
    assert lying[2].votes == 0
    host.advance(1.0)
    assert [lying[seat].votes for seat in range(4)] == [1, 0, 3, 0]
    host.advance(1.2)
    assert [[disc.alpha for disc in lying[seat].discs] for seat in (0, 2)] == [[1.0], [1.0, 1.0, 0.0]]
    assert lying[2].pose.width < dp(100)
    host.advance(2.0)
    assert lying[2].pose.width == pytest.approx(dp(146))
    assert lying[2].pose.pos[0] == pytest.approx(host.stage.room.center[0])
    assert lying[PILE].pose.alpha == 0


def test_a_tap_ends_the_reveal_at_once(host: Host) -> None:
    play = told(4)
    host.show(play)
    vote(play, (2, 2, 2, 0))
    host.show(play)
    host.stage.settle()
    assert prints(host)[2].votes == 3
    assert prints(host)[2].pose.width == pytest.approx(dp(146))
    assert all(one.photo.up for one in prints(host).values())


def test_level_stories_lie_side_by_side_the_others_are_dim(host: Host) -> None:
    play = vote(told(5), (0, 0, 2, 2, 4))
    host.show(play)
    host.stage.settle()
    assert read(play.table, play.open()[0]).middle == (0, 2)
    assert {seat for seat, one in prints(host).items() if one.pose.alpha < 1} == {PILE, 1, 3, 4}


def test_votes_stay_below_their_own_print(host: Host) -> None:
    """Eight votes, four for each of two prints side by side."""
    host.show(vote(told(8), (1, 1, 1, 1, 2, 2, 2, 2)))
    host.stage.settle()
    ben, cleo = prints(host)[1], prints(host)[2]
    half = dp(14) * ben.discs[0].scale[0]
    assert len(ben.discs) == len(cleo.discs) == 4
    assert ben.discs[-1].pos[0] + half <= cleo.discs[0].pos[0] - half


def test_a_story_that_went_on_has_a_second_picture() -> None:
    """ST-10."""
    play = vote(told(5), (0, 0, 2, 2, 4))
    play.answer("Opened/table/first", "done")
    play.answer("LongerStory/0", "done")
    shown = read(play.table, play.open()[0])
    assert [seat for seat, photo in shown.photos.items() if photo.more] == [0]
    assert shown.teller == 2


def test_the_throw_shows_its_three_signs(host: Host) -> None:
    """ST-12."""
    play = vote(told(4), (0, 0, 2, 2))
    play.answer("Opened/table/first", "done")
    play.answer("LongerStory/0", "done")
    play.answer("LongerStory/2", "done")
    vote(play, (0, 0, 2, 2), "second")
    play.answer("Opened/table/second", "done")
    host.show(play)
    host.stage.settle()
    assert [sign.alpha for sign in host.stage.table.signs] == [1, 1, 1]
    play.answer("RockPaperScissors/table", 2)
    host.show(play)
    host.stage.settle()
    assert [sign.alpha for sign in host.stage.table.signs] == [0, 0, 0]
    assert prints(host)[PILE].photo.colour == 2  # the winner's picture is the next to tell to (ST-6)


@sampled("shape", SHAPES)
def test_a_house_clock_stands_between_the_prints(host: Host, shape: tuple[float, ...]) -> None:
    """ST-7: the clock, a house rule, covers no print; the one in the middle makes room."""
    host.stand(*shape)
    host.show(told(4, 1, story_seconds=60))
    place = host.stage.clock_place()
    assert place.diameter >= dp(56)
    assert prints(host)[PILE].pose.alpha == 0
    assert 0 < place.center[0] < host.stage.width and 0 < place.center[1] < host.stage.height


@sampled("shape", SHAPES)
def test_eight_players_fit_everywhere(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    host.show(vote(told(8), (5, 2, 0, 5, 6, 4, 2, 5)))
    host.stage.settle()
    width, height, _, below = (dp(one) for one in shape)
    for one in prints(host).values():
        x, y = one.pose.pos
        assert 0 < x < width and below <= y < height


def test_a_long_name_stays_on_its_print(host: Host) -> None:
    names = ("Maximiliane-Theodora von und zu Hohenlohe-Langenburg", "Ελένη Παπαδοπούλου", "Ай")
    play = Play(game, Setup(people(*names)))
    play.answer("Youngest/table", 0)
    play.answer("Begin/0", "done")
    for seat in range(3):
        play.answer(f"StoryTold/{seat}", "done")
    host.show(vote(play, (0, 1, 2)))
    host.stage.settle()
    for seat in range(3):
        lying = prints(host)[seat]
        assert max(patch.box.size[0] for patch in lying.sprite.patches[-1:]) <= lying.pose.width


# Secrets


def same(one: Any, other: Any) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def test_the_dark_room_looks_the_same_whatever_was_chosen(host: Host) -> None:
    """ST-5: two tables on which the same people have sealed different votes show the very same picture."""
    pictures = []
    for votes in ((0, 1), (3, 3)):
        play = vote(told(4), votes)
        host.show(play, 2)
        host.stage.settle()
        pictures.append(host.picture())
    assert same(*pictures)
    vote(play, (0, 1, 2))
    host.show(play, 3)
    host.stage.settle()
    assert not same(pictures[0], host.picture())  # a third seal is to be seen
    closed = []
    for everybody in ((0, 1, 2, 3), (3, 3, 3, 3)):
        host.stage.all_in(vote(told(4), everybody))
        closed.append(host.picture())
    assert [(one.sealed, one.turn) for one in host.stage.dark.shown] == [(True, False)] * 4 and same(*closed)


def test_the_order_of_sealing_tells_nothing(host: Host) -> None:
    pictures = []
    for order in ((0, 1), (1, 0)):
        play = told(4)
        for voter in order:
            play.answer(f"Ballot/{voter}/first", 2)
        host.show(play, 2)
        host.stage.settle()
        pictures.append(host.picture())
    assert same(*pictures)


def test_the_table_does_not_lie_under_the_dark_room(host: Host) -> None:
    """Only one of the two scenes is on the canvas, so nothing of the other can show through."""
    play = told(4)
    host.show(play)
    dark, table = host.stage.dark.layer, host.stage.table.layer
    assert dark in host.stage.canvas.children and table not in host.stage.canvas.children
    vote(play, (0, 0, 0, 0))
    host.show(play)
    assert table in host.stage.canvas.children and dark not in host.stage.canvas.children


def test_only_keys_reach_the_dark_room(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage asks which ballots are in; the ballots themselves may be anything."""
    play = vote(told(4), (1, 2))
    monkeypatch.setattr(play.run, "given", lambda: dict.fromkeys(play.run.frames[-1].given, _Untouchable()))
    host.show(play, 2)
    assert [one.sealed for one in host.stage.dark.shown] == [True, True, False, False]
    assert [one.turn for one in host.stage.dark.shown] == [False, False, True, False]


class _Untouchable:
    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"somebody looked into a ballot: {name}")


@sampled("shape", TINY)
def test_a_stage_smaller_than_its_art_still_draws(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    host.show(vote(told(8), (5, 2, 0, 5, 6, 4, 2, 5)))
    host.stage.settle()
    assert len(prints(host)) == 9
    assert host.picture().getbbox() is not None
