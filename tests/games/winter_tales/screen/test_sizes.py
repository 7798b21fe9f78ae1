"""What Winter's stage shows at extreme sizes: a strip at 200 %, a tablet, a television."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from kivy.metrics import dp

from companion.core.text import say
from companion.games.winter_tales import game
from companion.games.winter_tales.screen.stage.night import overlap
from tests.games.winter_tales.evening import CEMETERY_PARK, MANSION, PARK_PRISON, four, put
from tests.games.winter_tales.screen.test_stage import TABLET_SHAPE, asks
from tests.ui.stage_host import Host, hosted

PHONE_SHAPE, STRIP, TV_SHAPE = (412, 480, 56, 28), (412, 180, 56, 20), (1420, 1080, 56, 60)


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


@pytest.mark.parametrize("shape", [PHONE_SHAPE, TABLET_SHAPE], ids=["phone", "tablet"])
def test_no_number_of_a_walk_lies_on_a_name_or_on_another_number(host: Host, shape: tuple[int, ...]) -> None:
    """Six spaces around the town; the fourth, a plaza, lies below the name of the theater."""
    host.stand(*shape)
    walked = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio")
    asks(host, walked.play, walked.asked("StepTo"))
    walk = host.stage.walk_view
    assert walk.walk.goal == MANSION and len(walk.numbers) == len(walk.walk.steps) == 6
    assert not any(overlap(number, name) for number, name in product(walk.numbers, host.stage.town.names))
    assert not any(overlap(one, other) for one, other in combinations(walk.numbers, 2))


def test_a_battle_in_a_strip_is_its_bar_without_figures(host: Host) -> None:
    """At 200 % text, the figures were too small to tell apart, and lay under the name of their house."""
    fight = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", CEMETERY_PARK)
    fight.tap("Attack", "wolf")
    host.stand(*PHONE_SHAPE)
    asks(host, fight.play, fight.asked("BattleCard"))
    assert host.stage.close_up.tokens.near(host.stage.room.center, 2000)
    host.stand(*STRIP)
    host.advance(0.5)
    assert not host.stage.close_up.tokens.near(host.stage.room.center, 2000)


@pytest.mark.parametrize(("shape", "least", "token"), [(TABLET_SHAPE, 15.0, 19.0), (TV_SHAPE, 20.0, 26.0)],
                         ids=["tablet", "television"])
def test_names_and_characters_grow_with_the_town(host: Host, shape: tuple[int, ...], least: float,
                                                 token: float) -> None:
    """At 1280x800 the names had 14 dp, and on a television the whole town kept the size of a tablet's."""
    host.stand(*shape)
    walked = four()
    host.show(walked.play)
    town = host.stage.town
    assert min(high for _, _, _, high in town.names) >= 1.5 * dp(least), "a line with its margins"
    assert town.lay.token >= dp(token)
    assert not any(overlap(one, other) for one, other in combinations(town.names, 2))


def test_the_memory_track_has_a_ground_of_its_own(host: Host) -> None:
    """Alone on a phone's page, its title was written over roofs and snow."""
    host.stand(*PHONE_SHAPE)
    host.show(four().play)
    stage = host.stage
    stage.swipe((dp(300), dp(200)), (dp(100), dp(200)))
    host.advance(0.5)
    (x, y), (wide, high), (_, title) = stage.band.pos, stage.band.size, stage.track.grid.title
    assert (x, y, wide) == (0, 0, stage.width)
    assert title + dp(20) <= high


@pytest.mark.parametrize("shape", [PHONE_SHAPE, TABLET_SHAPE], ids=["phone", "tablet"])
def test_a_plaza_in_a_line_beside_the_town_has_a_letter(host: Host, shape: tuple[int, ...]) -> None:
    """"the plaza between Mad Hatter's Asylum and Nightmare Factory" took three lines of the To move card."""
    host.stand(*shape)
    walked = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio")
    host.show(walked.play)
    stage, table = host.stage, walked.table
    told = say("{who} goes to {where}", who="Wolf", where=table.place(PARK_PRISON))
    assert stage.letter([told]) and stage.letters == {PARK_PRISON: "E"}, "A to D are the players'"
    assert str(stage.in_letters(told)) == "Wolf goes to E"
    (box,) = stage.town.letter_boxes
    walk = stage.walk_view
    assert not any(overlap(box, other) for other in (*stage.town.names, *walk.numbers, *walk.marks))
    centre = box[0] + box[2] / 2, box[1] + box[3] / 2
    assert not stage.pieces.near(centre, dp(20)), "Wolf and Pinocchio stand beside it"
    assert stage.letter([]) and str(stage.in_letters(told)) == str(told) and not stage.town.letter_boxes
