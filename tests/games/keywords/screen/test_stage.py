"""Key Words' stage: three cards with order and stack, the one being filled in front."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.language import offered, speaking
from companion.core.play import Play
from companion.core.registry import find_games
from companion.games.keywords import game
from companion.games.keywords.questions import StackUp
from companion.games.keywords.screen.stage import RADIUS, STEP, lay, stack_scale
from tests.sampling import sampled
from tests.ui.stage_host import SHAPES, TINY, Host, hosted, start

SIZES = [(width, height - above - below) for width, height, above, below in SHAPES]


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def at_the_stacks(seats: int = 5, *stacks: list[int]) -> Play[Any]:
    """Ben narrates; the first stacks are entered."""
    play = start(game, seats)
    play.answer("FirstNarrator/table", 1)
    play.answer("EndOfStory/1", "done")
    for stack in stacks:
        play.answer(play.open()[0].key(), stack)
    return play


def card(host: Host, picture: int) -> Any:
    return host.stage.shown[picture - 1]


def test_cards_lie_face_down_while_the_story_is_told(host: Host) -> None:
    play = start(game, 5)
    play.answer("FirstNarrator/table", 1)
    host.show(play)
    assert [card(host, picture).known for picture in (1, 2, 3)] == [False] * 3


@sampled("shape", [SHAPES[0], SHAPES[3], SHAPES[4]])
def test_the_clock_in_the_corner_lies_on_no_card(shape: tuple[float, ...]) -> None:
    """It takes 96 dp, 16 from the right and 12 from the foot of the free part."""
    with hosted(game) as host:
        host.stand(*shape)
        play = start(game, 5, story_seconds=90)
        play.answer("FirstNarrator/table", 1)
        host.show(play)
        room = host.stage.room
        left, top = room.right - dp(16 + 96), room.y + dp(12 + 96)
        for one in host.stage.cards:
            (x, y), (wide, _) = one.box.pos, one.box.size
            assert x + wide <= left or y + dp(5) >= top


def test_a_card_shows_order_and_points(host: Host) -> None:
    """KW-10: the fastest three, the slowest one, everybody between two."""
    host.show(at_the_stacks(5, [3, 0, 4]))
    assert [(disc.letter, disc.points) for disc in card(host, 1).discs] == [("D", 3), ("A", 2), ("E", 1)]
    assert [card(host, picture).active for picture in (1, 2, 3)] == [False, True, False]
    assert [card(host, picture).discs for picture in (2, 3)] == [(), ()]


def test_a_stack_grows_while_it_is_tapped(host: Host) -> None:
    play = at_the_stacks(5, [3, 0])
    host.show(play)
    question, seats = play.open()[0], play.table.seats
    host.stage.draft(question, (seats[2],))
    assert [(disc.letter, disc.points) for disc in card(host, 2).discs] == [("C", 3)]
    host.stage.draft(question, (seats[2], seats[3]))
    assert [(disc.letter, disc.points) for disc in card(host, 2).discs] == [("C", 3), ("D", 1)]
    host.stage.draft(question, ())
    assert card(host, 2).discs == ()
    assert [disc.letter for disc in card(host, 1).discs] == ["D", "A"]


def test_a_new_token_drops_in_140_ms(host: Host) -> None:
    """LOOK 8: 24 dp in 140 ms, a step of 0.46 radii above the token below."""
    play = at_the_stacks()
    host.show(play)
    question, seats = play.open()[0], play.table.seats
    host.stage.draft(question, (seats[0],))
    host.advance(0.5)
    host.stage.draft(question, (seats[0], seats[2]))
    host.advance(0.05)
    low, top = host.stage.cards[0].discs
    box = lay(412, 342, 1)[0]
    step = dp(RADIUS * STEP) * stack_scale(box, 2, named=False)
    assert top.pos[1] > low.pos[1] + step + dp(2)
    host.advance(0.12)
    assert top.pos[1] == pytest.approx(low.pos[1] + step)
    assert top.pos[0] == low.pos[0]


def test_without_movement_it_lies_there_at_once() -> None:
    with hosted(game, motion=False) as host:
        play = at_the_stacks()
        host.show(play)
        host.stage.draft(play.open()[0], (play.table.seats[0],))
        before = host.stage.cards[0].discs[0].pos
        host.advance(0.3)
        assert host.stage.cards[0].discs[0].pos == before


def test_a_board_has_colour_sign_and_word(host: Host) -> None:
    """The sign lies on the tray, the word below it; a board nobody named has a plain tray."""
    play = at_the_stacks()
    host.show(play)
    plain = len(host.stage.cards[0].board.patches), len(host.stage.cards[0].words.patches)
    play.answer("BoardColour/table/1", "teal")
    host.show(play)
    named = len(host.stage.cards[0].board.patches), len(host.stage.cards[0].words.patches)
    assert card(host, 1).board == "teal"
    assert (named[0] - plain[0], named[1] - plain[1]) == (1, 1)


@sampled("spoken", offered())
def test_the_name_of_a_board_stays_on_its_card(host: Host, spoken: str) -> None:
    find_games()  # their catalogues
    play = at_the_stacks()
    play.answer("BoardColour/table/1", "teal")
    play.answer(next(one.key() for one in play.open() if isinstance(one, StackUp)), [0])  # the next picture is larger
    host.stand(360, 640, 56, 360)
    with speaking(spoken):
        host.show(play)
    name = host.stage.cards[0].words.patches[-1]
    assert name.box.size[0] <= dp(lay(360, 640 - 56 - 360, 0)[0].width - 8)


@sampled(("width", "height"), SIZES)
@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_the_cards_fit(width: float, height: float, active: int) -> None:
    boxes = lay(width, height, active)
    for number, box in enumerate(boxes, 1):
        assert box.x - box.width / 2 >= 0 and box.x + box.width / 2 <= width
        assert box.y - box.height / 2 >= 0 and box.y + box.height / 2 <= height
        assert box.width - boxes[active % 3].width == pytest.approx(12 if number == active else 0)
    for left, right in pairwise(boxes):
        assert left.x + left.width / 2 < right.x - right.width / 2


@sampled(("width", "height"), SIZES)
@pytest.mark.parametrize("tokens", range(6))
def test_a_stack_stays_on_its_card(width: float, height: float, tokens: int) -> None:
    box = lay(width, height, 0)[0]
    scale = stack_scale(box, tokens, named=False)
    tall = (40 + RADIUS * (0.44 + 0.34 + STEP * max(0, tokens - 1))) * scale
    assert 0 < scale <= 1.7
    assert tall < box.height


@sampled("shape", SHAPES)
def test_six_players_draw_everywhere(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    host.show(at_the_stacks(6, [5, 4, 3, 2, 0], [0], []))
    assert [len(one.discs) for one in host.stage.cards] == [5, 1, 0]
    lit = host.picture().getpixel((int(host.stage.cards[0].discs[-1].pos[0]),
                                   int(host.stage.height - host.stage.cards[0].discs[-1].pos[1] - dp(2))))
    assert isinstance(lit, tuple)
    assert lit[0] > 120 and lit[0] > lit[2]  # Ana's token, the last, lies on top: orange on night blue


@sampled("shape", TINY)
def test_a_stage_smaller_than_its_art_still_draws(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    host.show(at_the_stacks(6, [5, 4, 3, 2, 0]))
    assert len(host.stage.cards[0].discs) == 5
    assert host.picture().getbbox() is not None
