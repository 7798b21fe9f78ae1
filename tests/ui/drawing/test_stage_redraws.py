"""The big stages draw once per answer, and only what changed."""

from array import array
from collections import Counter
from math import hypot
from random import Random
from typing import Any

import pytest

from companion.core.play import Play
from companion.games.windward import game as windward
from companion.games.windward.board.hexes import Hex
from companion.games.windward.screen.stage import board as stage_board
from companion.games.windward.screen.stage.board import Baked
from companion.games.windward.screen.stage.camera import Geometry
from companion.games.windward.screen.stage.meshes import moved, stroked
from companion.games.winter_tales import game as winter
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.night import WIDE, pack
from companion.games.winter_tales.town_map import map_of
from companion.testing.driving import choose
from companion.ui.drawing.stage import Room
from companion.ui.speed.idle import idle
from tests.games.windward.screen.on_stage import alone_at_sea, asked, set_up
from tests.games.winter_tales.screen.test_stage import evening
from tests.ui.conftest import PHONE, TABLET, Start
from tests.ui.stage_host import SHAPES, hosted


def counted(monkeypatch: pytest.MonkeyPatch, *methods: tuple[type, str]) -> Counter[str]:
    """How often each of these is called from now on."""
    calls: Counter[str] = Counter()

    def counting(real: Any, name: str) -> Any:
        def count(self: Any, *args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return real(self, *args, **kwargs)
        return count

    for cls, name in methods:
        monkeypatch.setattr(cls, name, counting(getattr(cls, name), name))
    return calls


def in_peace(host: Any) -> None:
    """Time passes until all that was put off for an idle moment is done."""
    for _ in range(200):
        if not idle.waiting:
            return
        host.advance(0.1)
    pytest.fail("idle moments never came")


def test_a_picture_that_gets_a_new_ground_before_it_was_ever_drawn_is_drawn_there() -> None:
    with hosted(winter) as host:
        host.show(evening(), None)
        host.stand(*SHAPES[1])
        host.stage.town.still.make_room(round(host.stage.width), 2 * round(host.stage.height))
        assert len(host.picture().getcolors(1_000_000)) > 1000, "a town, and not the black of an empty ground"


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "method"), [(windward, "_draw"), (winter, "draw")])
def test_on_the_screen_an_answer_draws_the_stage_once(at_table: Start, game: Any, method: str,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    driver = at_table(game, players=3, size=PHONE)
    page, rng = driver.app.page, Random(4)
    calls = counted(monkeypatch, (type(page.stage), method))
    for _ in range(12):
        question = choose(page.play, rng)
        assert question is not None
        raw = question.random_answer(page.play.table, rng)
        calls.clear()
        page.answer(question, raw)
        assert calls[method] == 1, f"{question.key()} {raw}"
        driver.advance(frames=2)


# Nothing is worked out or drawn again


@pytest.mark.thorough
def test_look_ahead_is_counted_after_the_answer_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted(windward) as host:
        stage: Any = host.stage
        play: Play[Any] = set_up("solo", "Ana")
        play.table.seats[0].ship = Hex(0, 2)
        stage.show(play, asked(play, "EndTurn"))
        assert stage.outlook.flights and not stage.outlook.dangers
        host.advance(0.5)
        assert stage.outlook.dangers


def test_lines_that_are_moved_are_the_lines_drawn_there() -> None:
    lines = [((0.0, 0.0), (10.0, 0.0)), ((3.0, 4.0), (3.0, 4.0)), ((-2.0, 1.0), (5.0, 7.0))]
    there = [((x1 + 20, y1 - 5), (x2 + 20, y2 - 5)) for (x1, y1), (x2, y2) in lines]
    made = moved(stroked(lines, 3.0, 0.8), 20.0, -5.0)
    assert isinstance(made, array)
    assert list(made) == pytest.approx(list(stroked(there, 3.0, 0.8)), abs=1e-4)


def test_a_stroke_is_as_wide_as_it_is_asked_for() -> None:
    """Half a pixel of soft edge lies on each side of it: two pixels more in all."""
    corners = stroked([((0.0, 0.0), (10.0, 0.0))], 3.0, 2.0)
    heights = corners[1::4]
    assert max(heights) - min(heights) == pytest.approx(3.0 + 2 / 2.0)


def test_every_edge_between_two_territories_is_drawn_once() -> None:
    planet = set_up("solo", "Ana").table.planet
    edges = [frozenset((round(x), round(y)) for x, y in edge) for edge in stage_board.borders(planet, Geometry())]
    assert len(edges) == len(set(edges))
    inner = sum(1 for space in planet.spaces for other in planet.spaces
                if planet.territory[space] < planet.territory[other]
                and max(abs(space.q - other.q), abs(space.r - other.r),
                        abs(space.q + space.r - other.q - other.r)) == 1)
    rim = 6 * (2 * planet.radius + 1)
    post = 6  # the Post is no territory
    assert len(edges) == inner + rim + post


# The town's one stroke


def test_the_sheet_has_room_for_every_picture() -> None:
    sizes = {f"house {number}": (300, 290 + number) for number in range(9)} | {"lamp": (100, 150), "print": (20, 15)}
    boxes, high = pack(sizes)
    assert set(boxes) == set(sizes)
    for name, (x, y, wide, tall) in boxes.items():
        assert (wide, tall) == sizes[name] and x >= 0 and x + wide <= WIDE and y >= 0 and y + tall <= high
        for other, (left, low, across, up) in boxes.items():
            assert other == name or x + wide <= left or left + across <= x or y + tall <= low or low + up <= y


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(412.0, 400.0), (360.0, 200.0), (780.0, 560.0)])
def test_trees_stand_in_nobodys_way(size: tuple[float, float]) -> None:
    shown = map_of(evening().table)
    lay = lays.lay_of(shown, Room(0.0, 30.0, *size), 1.0)
    spots = {place.key: lay.spot(place.at) for place in shown.places}
    trees = [lay.spot(tree) for tree in lays.pines(shown)]
    assert 10 < len(trees) <= lays.PINES and trees == sorted(trees, key=lambda tree: -tree[1])
    assert lays.pines(shown) == lays.pines(map_of(evening().table)), "the same places for the same town"
    for x, y in trees:
        assert lay.room.x <= x <= lay.room.right and lay.room.y <= y <= lay.horizon
        assert all(hypot(x - left, 1.1 * (y - low)) > 66 * lay.unit for left, low in spots.values())
        for place in shown.places:
            for end in place.ends:
                one, other = spots[place.key], spots[end]
                for part in range(101):
                    at = [one[axis] + (other[axis] - one[axis]) * part / 100 for axis in (0, 1)]
                    assert hypot(x - at[0], y - at[1]) > 26 * lay.unit - 1e-6


# A picture stands in for one that is not baked yet


@pytest.mark.thorough
def test_the_planet_is_shown_at_once_and_gets_sharp_a_moment_later(monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted(windward) as host:
        play: Play[Any] = set_up("solo", "Ana")
        play.table.seats[0].ship = Hex(3, -1)
        host.show(play, None)
        board: Any = host.stage.board
        baked = counted(monkeypatch, (Baked, "__init__"))
        host.stage.show(play, asked(play, "Sail"))
        assert not baked, "the whole planet stands in for the near one"
        assert board.disc.texture is board.lamp.texture, "lit all the same"
        blurred = board.now
        in_peace(host)
        assert board.now is not blurred and board.now.pixels > blurred.pixels
        assert board.lamp.baked is board.now


@pytest.mark.thorough
def test_a_picture_for_the_library_is_sharp_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted(windward, live=False) as host:
        baked = counted(monkeypatch, (Baked, "__init__"))
        host.show(set_up("solo", "Ana"), None)
        assert baked["__init__"] == 1
        board: Any = host.stage.board
        assert board.now.zoom == pytest.approx(host.stage.guide.goal.zoom, abs=0.13), "in steps of a quarter"


# Beside the stage


@pytest.mark.thorough
def test_a_ships_card_is_told_what_changed_not_made_again(at_table: Start) -> None:
    driver = alone_at_sea(at_table, TABLET)
    page = driver.app.page
    card = page.panel.game_cards[0]
    gas = next(line for line in card.gauges.parts if str(line.gauge.label) == "Gas")
    assert gas.value.text == "0 / 4"
    page.controller.opened.correct("captains.0.gas", 3)
    page.refresh()
    driver.advance(0.5)
    assert page.panel.game_cards[0] is card
    assert gas.value.text == "3 / 4"
    gain = pytest.approx(page.look.colour("gain"))
    assert [tuple(ink.rgba) == gain for ink in gas.inks] == [True, True, True, False]
