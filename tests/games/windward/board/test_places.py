"""What spaces are called: by landmarks and by the printed numbers, and no two alike."""

from dataclasses import replace

import pytest

from companion.games.windward.board.places import name_of
from companion.games.windward.board.planet import POST, Planet, Terrain
from companion.games.windward.box import model
from companion.games.windward.box.model import lay

LAYOUTS = [(False, "ABCDEF"), (True, "FEDCBA")]


def planet_with(prints: dict[tuple[int, int], Terrain], *, clockwise: bool = True) -> Planet:
    """Territory 2 with these prints, open sky everywhere else."""
    return Planet(5, [{}, prints, {}, {}, {}, {}], clockwise=clockwise)


@pytest.mark.parametrize(("prints", "place", "words"), [
    ({(1, 0): Terrain.ZEPHYR}, (1, 0), "the Zephyr next to the Post, territory 2"),
    ({}, (1, 0), "the space next to the Post, territory 2"),
    ({}, (5, 0), "the corner of territory 2"),
    ({(5, 0): Terrain.RED}, (5, 0), "the Red start at the corner of territory 2"),
    ({(3, 1): Terrain.FEEDING}, (3, 1), "the Feeding Ground of territory 2"),
    ({(3, 1): Terrain.DRIFT, (2, 2): Terrain.DRIFT}, (3, 1), "the Drift three out towards 2, one towards 3"),
    ({}, (3, 0), "the hex three out towards 2"),
    ({}, (2, 3), "the hex two out towards 2, three towards 3"),
])
def test_a_space_is_called_by_its_landmark_or_by_the_numbers(prints: dict[tuple[int, int], Terrain],
                                                             place: tuple[int, int], words: str) -> None:
    planet = planet_with(prints)
    assert str(name_of(planet, planet.at(2, place)).inside) == words


def test_the_number_beside_follows_the_side_on_which_the_tiles_lie() -> None:
    planet = planet_with({}, clockwise=False)
    assert str(name_of(planet, planet.at(2, (3, 1))).label) == "From the Post: 3 towards 2, then 1 towards 1"


@pytest.mark.parametrize(("small", "layout"), LAYOUTS)
def test_no_two_spaces_share_a_name(small: bool, layout: str) -> None:
    box = model.starter()
    for clockwise in (True, False):
        planet = lay(replace(box, clockwise=clockwise), small, layout)
        for form in (0, 1):
            names = [str(name_of(planet, space)[form]) for space in (POST, *planet.spaces)]
            assert len(set(names)) == len(planet.spaces) + 1


def test_no_name_knows_a_compass_or_a_row() -> None:
    planet = lay(model.starter(), False, "ABCDEF")
    spoken = " ".join([str(name_of(planet, space).inside) for space in planet.spaces])
    assert not any(word in spoken for word in ("north", "south", "row", "east", "west"))
