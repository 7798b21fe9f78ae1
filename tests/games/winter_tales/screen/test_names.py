"""The names of the town's houses: never on each other, readable at every zoom, none in the sky."""

from collections.abc import Iterator
from itertools import combinations
from math import dist
from random import Random
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.winter_tales import game
from companion.games.winter_tales.box import model as towns
from companion.games.winter_tales.rules.movement import StepTo
from companion.games.winter_tales.screen.stage import stage as town_stage
from companion.games.winter_tales.screen.stage import town as town_view
from companion.games.winter_tales.screen.stage.layout import HOUSE_HIGH, HOUSE_WIDE
from companion.games.winter_tales.screen.stage.night import NamePill, overlap
from companion.games.winter_tales.screen.stage.reading import roof_signs
from tests.games.winter_tales.evening import FACTORY, PRISON, four
from tests.games.winter_tales.screen.test_stage import TABLET_SHAPE, asks, evening
from tests.ui.stage_host import NAMES, SHAPES, Host, hosted

SMALLEST = 12.0
"""The smallest size of a name's letters, in dp."""


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How big each name was written, in pixels."""
    written: list[float] = []

    class Measured(NamePill):
        def __init__(self, text: str, px: float, most: float) -> None:
            written.append(px)
            super().__init__(text, px, most)

    monkeypatch.setattr(town_view, "NamePill", Measured)
    return written


def crowded(seed: int) -> Play[Any]:
    """Ten houses where chance has put them, with names as long as they get."""
    rng = Random(seed)
    town = towns.starter()
    for number, place in enumerate(town["locations"]):
        place["at"] = [rng.random(), rng.random()]
        place["name"] = ("The House of Unwound Clocks", "Oaks Park")[number % 2] + f" {number}"
    return Play(game, Setup(people(*NAMES[:4]), {"length": 5}, town))


def zooms(play: Play[Any]) -> Iterator[frozenset[str]]:
    """The whole town, and every pair of locations that may be asked for alone."""
    yield frozenset()
    yield from map(frozenset, combinations(play.table.town.locations, 2))


def check(host: Host, where: str) -> None:
    view, room = host.stage.town, host.stage.room
    for one, other in combinations(view.names, 2):
        assert not overlap(one, other), where
    for left, low, wide, high in view.names:
        assert room.x <= left and left + wide <= room.right, where
        assert low + high <= view.lay.horizon, f"{where}: a name in the sky"


@pytest.mark.thorough
@pytest.mark.parametrize("shape", SHAPES)
def test_no_name_lies_on_another_or_in_the_sky_at_any_zoom(host: Host, shape: tuple[float, ...], sizes: list[float],
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    host.stand(*shape)
    play = evening()
    for focus in zooms(play):
        monkeypatch.setattr(town_stage, "focus_of", lambda *_, focus=focus: focus)
        asks(host, play, None)
        host.stage.draw(moving=False)
        check(host, f"{shape} {sorted(focus)}")
    assert not sizes or min(sizes) >= dp(SMALLEST)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_nor_in_a_town_where_houses_crowd(host: Host, seed: int, sizes: list[float]) -> None:
    play = crowded(seed)
    for shape in (SHAPES[0], SHAPES[1], TABLET_SHAPE):
        host.stand(*shape)
        asks(host, play, None)
        check(host, f"seed {seed} {shape}")
        horizon = host.stage.town.lay.horizon
        assert all(y <= horizon for _, y in host.stage.town.spots.values()), "a house in the sky"
    assert min(sizes) >= dp(SMALLEST)


@pytest.mark.parametrize("shape", [SHAPES[0], TABLET_SHAPE])
def test_on_a_phone_and_on_a_tablet_every_house_has_its_name(host: Host, shape: tuple[float, ...]) -> None:
    """Eight houses, eight names."""
    host.stand(*shape)
    asks(host, evening(), None)
    assert len(host.stage.town.names) == 8


def places(host: Host) -> dict[str, tuple[float, float]]:
    return {key: host.stage.where(key) for key in host.stage.pieces}


def over_a_name(host: Host) -> list[str]:
    """The characters whose token lies on a name by a quarter of its radius or more."""
    town = host.stage.town
    reach = 0.75 * town.lay.token
    return [key for key, (x, y) in places(host).items() for left, low, wide, high in town.names
            if left - reach < x < left + wide + reach and low - reach < y < low + high + reach]


@pytest.mark.thorough
@pytest.mark.parametrize("shape", [*SHAPES[:2], TABLET_SHAPE], ids=["phone", "small", "tablet"])
def test_twelve_characters_hide_no_name_and_stand_at_their_own_place(host: Host, shape: tuple[float, ...]) -> None:
    """On a phone, pieces lay on the names of a crowded town; on a tablet, some stood at the next lamp."""
    host.stand(*shape)
    play = four().play
    asks(host, play, None)
    assert len(places(host)) == 12 and len(host.stage.town.names) >= 7 and not over_a_name(host)
    spots = host.stage.town.spots
    if shape is TABLET_SHAPE:
        for key, at in places(host).items():
            assert min(spots, key=lambda spot: dist(spots[spot], at)) == play.table.who(key).at, key


@pytest.mark.parametrize("free", [218, 230])
def test_on_a_low_stage_nothing_covers_a_name(host: Host, free: int) -> None:
    """With text of 200 % on 360x640, characters, a number and a red symbol lay on the names."""
    play = four().tap("Activate", "pinocchio").play
    host.stand(360, free + 56, 56, 0)
    asks(host, play, play.open()[0])
    town, walk = host.stage.town, host.stage.walk_view
    assert len(town.names) >= 5 and not over_a_name(host)
    assert not any(overlap(mark, name) for mark in (*walk.marks, *walk.numbers) for name in town.names)


def test_after_a_walk_its_numbers_hide_no_name(host: Host) -> None:
    """The numbers of a walk that had ended still made three names move or go."""
    walk = four().tap("Activate", "pinocchio").play
    host.stand(360, 230 + 56, 56, 0)
    asks(host, four().play, None)
    before = host.stage.town.names
    asks(host, walk, walk.open()[0])
    assert host.stage.walk_view.numbers
    asks(host, four().play, None)
    assert host.stage.walk_view.numbers == [] and host.stage.town.names == before


def test_in_a_low_town_names_would_cover_the_houses(host: Host) -> None:
    """They are 20 dp high, and three of four rows of houses lay below them."""
    host.stand(360, 152 + 56, 56, 0)
    asks(host, evening(), None)
    assert host.stage.town_side.shown and not host.stage.town.names


@pytest.mark.thorough
@pytest.mark.parametrize("shape", [SHAPES[0], TABLET_SHAPE], ids=["phone", "tablet"])
def test_no_quest_and_no_price_lies_on_a_name(host: Host, shape: tuple[float, ...]) -> None:
    """A quest used to cover Dorothy's Mansion, and a price Puppets' Theater."""
    host.stand(*shape)
    play = four(spring=("glimmer", FACTORY), winter=("horror", PRISON)).tap("Activate", "dorothy").play
    asks(host, play, StepTo(play.table.seats[0], play.table.who("dorothy")))
    town = host.stage.town
    town.sign(roof_signs(play.table), dict.fromkeys(host.stage.lit, "2"))
    signs = town.marks[len(town.names):]
    assert len(signs) > 8
    assert not any(overlap(sign, name) for sign in signs for name in town.names)


def test_added_houses_stand_apart(host: Host) -> None:
    """They used to stand in a row on the lower edge, half behind each other."""
    play = evening()
    for number in range(6):
        play.table.town.add(f"Place {number}")
    host.stand(*SHAPES[0])
    asks(host, play, None)
    town = host.stage.town
    houses = [town.spots[key] for key in play.table.town.locations]
    wide, high = HOUSE_WIDE * town.lay.unit, HOUSE_HIGH * town.lay.unit
    assert all(abs(one[0] - two[0]) >= 0.7 * wide or abs(one[1] - two[1]) >= 0.5 * high
               for one, two in combinations(houses, 2))
