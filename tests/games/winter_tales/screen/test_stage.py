"""Winter Tales' stage: everybody stands where the table says, a tap takes what is lit, nothing hidden is drawn."""

from collections.abc import Iterator
from math import dist
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.graphics import InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.language import offered, speaking
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.winter_tales import game
from companion.games.winter_tales.box import model as towns
from companion.games.winter_tales.rules.movement import StepTo
from companion.games.winter_tales.rules.quest_cards import AddCards
from companion.games.winter_tales.rules.quests import PlaceMemory
from companion.games.winter_tales.rules.setup import StartSite
from companion.games.winter_tales.screen.stage.close_up import (
    TrackView,
    frame_of,
    gather,
    grid_of,
    part_of,
    sit,
)
from companion.games.winter_tales.screen.stage.night import FLAKES
from companion.games.winter_tales.screen.stage.reading import End, Sitter, Tug, close_up, slots_of
from companion.games.winter_tales.screen.stage.town import LYING, SPENT
from companion.games.winter_tales.table import Activation, Battle, Finale, Memory, Resolving, Trap
from companion.ui.drawing.letters import drawn
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens
from tests.sampling import sampled
from tests.ui.stage_host import NAMES, SHAPES, TINY, Host, hosted

PHONE_SHAPE, TABLET_SHAPE = SHAPES[0], SHAPES[3]
ROADS = (("dorothys_mansion", "puppets_theater"), ("puppets_theater", "mad_hatters_asylum"),
         ("dorothys_mansion", "nightmare_factory"), ("puppets_theater", "fair_of_wonders"),
         ("nightmare_factory", "memory_lane_cemetery"), ("fair_of_wonders", "memory_lane_cemetery"),
         ("mad_hatters_asylum", "winter_prison"), ("winter_prison", "oaks_park"))
HOME = "fair_of_wonders"
LAMP = "fair_of_wonders+memory_lane_cemetery"


def whole_town() -> dict[str, Any]:
    town = towns.starter()
    for one, other in ROADS:
        town = towns.join(town, one, other)
    return {**town, "complete": True, "icons": [3, 5]}


def evening(**options: Any) -> Play[Any]:
    """Four players in the middle of the game: Ana and Cleo for spring, Ben and Dev for winter."""
    play = Play(game, Setup(people(*NAMES[:4]), {"length": 5, **options}, whole_town()))
    table = play.table
    for number, seat in enumerate(table.seats):
        seat.side = "winter" if number % 2 else "spring"
    for key, owner, at in (("alice", 0, HOME), ("dorothy", 0, "dorothys_mansion"), ("pinocchio", 2, HOME),
                           ("wolf", 1, LAMP), ("fox_and_cat", 3, HOME), ("mad_hatter", 3, "oaks_park")):
        table.characters[key].owner, table.characters[key].at = table.seats[owner], at
    table.phase, table.chapter = "turns", 2
    return play


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def asks(host: Host, play: Play[Any], question: Any) -> None:
    host.stage.show(play, question)
    host.stage.settle()


def token(host: Host, key: str) -> Any:
    return host.stage.pieces.stand_of(key)


def chosen_by(host: Host) -> list[Any]:
    taken: list[Any] = []
    host.stage.bind(on_space=lambda _, space: taken.append(space))
    return taken


def tap(host: Host, point: tuple[float, float]) -> None:
    """As the stage itself takes it; whole touches are in the tests with the driver."""
    host.stage.tap(point)


# The town

@sampled("shape", SHAPES)
def test_every_place_and_token_is_in_the_free_part(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    play = evening()
    asks(host, play, None)
    room = host.stage.room
    for key in play.table.town.spaces:
        x, y = host.stage.where(key)
        assert room.x < x < room.right and room.y <= y <= room.top, key
    for key in ("alice", "dorothy", "wolf", "mad_hatter"):
        x, y = host.stage.where(key)
        assert room.x < x < room.right and room.y < y, key


@sampled("shape", TINY)
def test_a_window_of_any_shape_ends_no_evening(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    play = evening()
    for question in (None, PlaceMemory(play.table.seats[0])):
        asks(host, play, question)
    assert host.picture().size == (shape[0], shape[1])


def test_characters_stand_beside_their_place(host: Host) -> None:
    host.stand(*TABLET_SHAPE)
    asks(host, evening(), None)
    spots = host.stage.town.spots
    for key, place in (("alice", HOME), ("pinocchio", HOME), ("fox_and_cat", HOME), ("wolf", LAMP)):
        at = host.stage.where(key)
        assert min(spots, key=lambda spot: dist(spots[spot], at)) == place, key


def test_nobody_hides_anybody(host: Host) -> None:
    asks(host, evening(), None)
    keys = ("alice", "pinocchio", "fox_and_cat", "wolf", "dorothy", "mad_hatter")
    places = [host.stage.where(key) for key in keys]
    radius = host.stage.town.lay.token
    assert min(dist(one, other) for one in places for other in places if one is not other) >= 1.5 * radius


def test_activated_is_faded_and_fallen_is_turned(host: Host) -> None:
    """LOOK 8: activated 60 %, fallen turned by 80 degrees."""
    play = evening()
    play.table.characters["alice"].ready = False
    play.table.characters["wolf"].down = True
    asks(host, play, None)
    assert (SPENT, LYING) == (0.6, 80.0)
    assert token(host, "alice").alpha == pytest.approx(0.6)
    assert token(host, "pinocchio").alpha == 1.0
    assert token(host, "wolf").angle == 80.0
    assert token(host, "alice").angle == 0.0


def test_a_step_is_walked_and_a_tap_ends_it(host: Host) -> None:
    play = evening()
    asks(host, play, None)
    before = host.stage.where("wolf")
    play.table.characters["wolf"].at = "memory_lane_cemetery"
    host.stage.show(play, None)
    host.advance(0.1)
    between = host.stage.where("wolf")
    host.stage.settle()
    after = host.stage.where("wolf")
    assert between not in (before, after)
    assert dist(before, after) > dp(20)


def test_without_movement_everything_is_at_its_end() -> None:
    with hosted(game, motion=False) as still:
        play = evening()
        still.show(play, None)
        before = still.stage.where("wolf")
        play.table.characters["wolf"].at = "memory_lane_cemetery"
        still.show(play, None)
        assert still.stage.where("wolf") != before
        assert not still.stage.moving


# Lit places

def walking(play: Play[Any], key: str = "wolf") -> StepTo:
    one = play.table.characters[key]
    play.table.now.append(Activation(one))
    return StepTo(one.owner, one)


@pytest.mark.rule("WT-27")
@sampled("shape", [PHONE_SHAPE, SHAPES[1], TABLET_SHAPE])
def test_a_tap_takes_the_nearest_allowed_place(host: Host, shape: tuple[float, ...]) -> None:
    """Every reachable space can be tapped, plaza ends first; a tap takes the nearest."""
    host.stand(*shape)
    play = evening()
    asks(host, play, walking(play))
    taken = chosen_by(host)
    assert {HOME, "memory_lane_cemetery"} <= set(host.stage.lit) == set(play.table.town.spaces) - {
        play.table.characters["wolf"].at}
    for key in (HOME, "memory_lane_cemetery"):
        x, y = host.stage.where(key)
        for aside, up in ((0, 0), (24, 0), (-24, 0), (0, 24), (0, -24)):
            others = [host.stage.where(one) for one in host.stage.lit if one != key]
            if min(dist((x + dp(aside), y + dp(up)), other) for other in others) > dp(48):
                tap(host, (x + dp(aside), y + dp(up)))
                assert taken.pop() == key
    assert not taken


@pytest.mark.rule("WT-8")  # where Dorothy stands nobody else begins
def test_a_place_that_is_not_lit_is_not_taken_but_told(host: Host) -> None:
    host.stand(*TABLET_SHAPE)
    play = evening()
    alice = play.table.characters["alice"]
    asks(host, play, StartSite(alice.owner, alice))
    taken = chosen_by(host)
    tap(host, host.stage.where("dorothys_mansion"))
    assert not taken
    assert host.stage.bubble.text == "Dorothy's Mansion. Grandma Dorothy (Ana, ready)."


def test_a_small_stage_comes_closer_when_few_places_are_asked_for(host: Host) -> None:
    play = evening()
    asks(host, play, None)
    far = dist(host.stage.where(HOME), host.stage.where("memory_lane_cemetery"))
    for end in (HOME, "memory_lane_cemetery"):
        play.table.town.ways[end] = []  # nothing leads further: two places are lit
    asks(host, play, walking(play))
    assert dist(host.stage.where(HOME), host.stage.where("memory_lane_cemetery")) > far * 1.2
    room = host.stage.room
    for key in (HOME, "memory_lane_cemetery"):
        x, y = host.stage.where(key)
        assert room.x < x < room.right and room.y < y < room.top


# The memory track

def remembered(play: Play[Any]) -> None:
    """Spring on one, winter on two, a tie on four, the bookmark on two."""
    track = play.table.track
    track[0] = Memory("spring", "glimmer", "success", "the burning mill", 1)
    track[1] = Memory("winter", "safe_house", "failure", chapter=2)
    track[3] = Memory("neutral", "horror", "tie", chapter=2)
    play.table.bookmark = 1


@pytest.mark.rule("WT-71", "WT-85", "WT-122")  # five memories, then the epilogue token; the rest is not in this game
def test_the_cards_of_the_track_say_what_lies_there() -> None:
    play = evening(objectives=True)
    remembered(play)
    slots = slots_of(play.table, frozenset({3, 5}))
    assert [slot.kind for slot in slots] == ["spring", "winter", "free", "neutral", "free", "epilogue", "beyond",
                                             "beyond"]
    assert [slot.word for slot in slots][:4] == ["Hope", "Safe House", "free", "Horror"]
    assert [slot.number for slot in slots if slot.marked] == [2]
    assert [slot.number for slot in slots if slot.target] == [3, 5]
    assert [slot.number for slot in slots if slot.lit] == [3, 5]


def test_the_icons_are_only_shown_where_they_count() -> None:
    """Without objectives the printed targets mean nothing."""
    assert not any(slot.target for slot in slots_of(evening().table))


@sampled("shape", SHAPES)
def test_all_eight_cards_fit(shape: tuple[float, ...]) -> None:
    width, height, above, below = shape
    room = Room(16, dp(below + 16), dp(width - 32), dp(height - above - below - 16))
    grid = grid_of(room, 8)
    assert len(grid.cards) == 8
    for x, y, wide, high in grid.cards:
        assert room.x - 1 <= x and x + wide <= room.right + 1
        assert room.y - 1 <= y and y + high <= room.top + 1
        assert wide > dp(20) and high > dp(20)


@sampled("spoken", offered())
def test_the_head_of_the_track_and_its_sum_never_overlap(host: Host, spoken: str) -> None:
    """On a phone of 360 dp, in every language."""
    find_games()  # their catalogues
    group = InstructionGroup()
    with speaking(spoken):
        line = str(say("Spring {spring}, winter {winter}, before the epilogue", spring=12, winter=12))
        TrackView(group).head(grid_of(Room(dp(8), 0.0, dp(344), dp(200)), 8), line)
    head, sums = (one for one in group.children[-1].children if isinstance(one, Rectangle))
    assert head.pos[0] + head.size[0] + dp(8) <= sums.pos[0]
    assert sums.pos[0] + sums.size[0] <= dp(352)
    assert sums.size[0] >= drawn(line, tokens.TEXT, dp(10.5), dp(12.6), None, "left", False).texture.width, "cut"


def test_a_memory_question_brings_the_track_and_the_next_one_the_town(host: Host) -> None:
    play = evening()
    remembered(play)
    assert host.stage.page == "town"
    asks(host, play, PlaceMemory(play.table.seats[0]))
    assert host.stage.page == "track"
    taken = chosen_by(host)
    tap(host, host.stage.where(3))
    assert taken == [3]
    asks(host, play, None)
    assert host.stage.page == "town"


def test_a_tapped_memory_tells_its_note(host: Host) -> None:
    host.stand(*TABLET_SHAPE)
    play = evening()
    remembered(play)
    asks(host, play, None)
    tap(host, host.stage.where(1))
    assert host.stage.bubble.text == "A Glimmer of Hope. “the burning mill” A success in chapter 1."
    tap(host, host.stage.where(1))
    assert host.stage.bubble.parent is None


def test_a_tablet_shows_both_at_once(host: Host) -> None:
    host.stand(*TABLET_SHAPE)
    asks(host, evening(), None)
    assert host.stage.both
    low = min(y for _, y in host.stage.town.spots.values())
    assert max(y + high for _, y, _, high in host.stage.track.grid.cards) < low
    assert host.stage.dots.parent is None


# Close by

def on_a_quest(play: Play[Any]) -> Resolving:
    table = play.table
    table.quests["glimmer"].state, table.quests["glimmer"].site = "map", HOME
    resolving = Resolving(table.quests["glimmer"], table.characters["alice"], step=4, cards=[3, 3, 2, 0],
                          sides=["spring", "winter", "spring", ""],
                          takes_part=[table.characters["alice"], table.characters["pinocchio"]])
    table.now.append(resolving)
    return resolving


def test_a_quest_is_seen_close_by_with_its_tug_bar(host: Host) -> None:
    """Picture 14: five for spring, three for winter, the title is the place."""
    play = evening()
    on_a_quest(play)
    scene = close_up(play.table, AddCards(play.table.seats[3]))
    assert (scene.kind, scene.title, scene.house, scene.badge) == ("quest", "Fair of Wonders", "tent", "spring")
    assert scene.tug == Tug(End("spring", 5), End("winter", 3))
    assert [piece.key for piece in scene.spring] == ["alice", "pinocchio"]
    assert [(piece.key, piece.spent) for piece in scene.winter] == [("fox_and_cat", True)]
    asks(host, play, AddCards(play.table.seats[3]))
    assert host.stage.close_side.shown and not host.stage.town_side.shown


def test_the_tug_bar_moves_with_the_cards() -> None:
    assert part_of(Tug(End("spring", 5), End("winter", 3))) == pytest.approx(0.625)
    assert part_of(Tug(End("spring", 2), End("winter", 2))) == 0.5
    assert 0.2 < part_of(Tug(End("spring", 0), End("winter", 9))) < 0.3


@pytest.mark.parametrize("high", [60.0, 220.0])
def test_in_the_epilogue_nobody_sits_on_the_title(high: float) -> None:
    """On a low stage the title shrinks less than the picture; their 15 dp discs stay beside its 34 dp."""
    frame = frame_of(Room(0.0, 0.0, dp(412), dp(high)))
    seated = list(sit((Sitter(0, "A", 0, "spring"), Sitter(1, "B", 0, "winter")), frame, dp(34) / frame.unit))
    assert all(abs(at[0] - frame.centre) >= dp(34) + 15 * frame.unit for _, at in seated)
    assert len({at for _, at in seated}) == 2


def test_a_battle_shows_whose_step_it_is() -> None:
    play = evening()
    table = play.table
    table.now.append(Battle(table.characters["fox_and_cat"], table.characters["alice"], step="spring", attack=2,
                            defence=1, last="winter"))
    scene = close_up(table, play.open()[0])
    assert scene is not None and (scene.kind, scene.title) == ("battle", "Fair of Wonders")
    assert scene.turn == "spring"
    assert scene.tug == Tug(End("defence", 1), End("attack", 2))
    frame = frame_of(Room(0.0, 0.0, dp(482), dp(300)))
    spots = gather(scene, frame, 100.0).values()
    assert len(spots) == 2, "one on each side of a title that is 200 wide"
    assert all(abs(one.at[0] - frame.centre) >= one.radius + 100 * frame.unit for one in spots)


@pytest.mark.rule("WT-42")  # nobody knows how many cards lie under the rebel, the picture neither
def test_a_trap_stays_hidden() -> None:
    play = evening()
    table = play.table
    table.now.append(Trap(table.characters["fox_and_cat"], table.characters["alice"], played=2))
    scene = close_up(table, play.open()[0])
    assert scene is not None and scene.tug == Tug(End("trap", None), End("evades", 2))
    assert [one.key for one in (*scene.spring, *scene.winter)] == ["alice", "fox_and_cat"]
    assert part_of(scene.tug) == 0.5


@pytest.mark.rule("WT-79")  # three a memory, one a card: spring 3 + 2, winter 3 + 0
def test_the_epilogue_counts_and_the_verdict_shows_the_winner() -> None:
    play = evening()
    remembered(play)
    table = play.table
    table.phase = "epilogue"
    table.finale = Finale(table.seats[0], [2, 0, 0, 0], [True, False, False, False])
    scene = close_up(table, None)
    assert scene.tug == Tug(End("spring", 5), End("winter", 3))
    assert [(one.letter, one.cards) for one in scene.sitters] == [("A", 2), ("B", 0), ("C", 0), ("D", 0)]
    table.phase = "over"
    verdict = close_up(table, None)
    assert verdict is not None and (verdict.sign, verdict.title) == ("flower", "Spring comes back")


def test_light_depth_has_no_positions(host: Host) -> None:
    """Quests as houses, spring gathered left, winter right."""
    play = evening(depth="light")
    for key in ("glimmer", "horror"):
        play.table.quests[key].state = "map"
    asks(host, play, None)
    assert set(host.stage.town.spots) == {"glimmer", "horror"}
    middle = host.stage.room.center[0]
    assert all(host.stage.where(key)[0] < middle for key in ("alice", "dorothy", "pinocchio"))
    assert all(host.stage.where(key)[0] > middle for key in ("wolf", "fox_and_cat", "mad_hatter"))


def test_what_nobody_may_know_is_not_drawn(host: Host) -> None:
    """Objectives that are not laid open are nowhere; the stage has nothing of them to read."""
    open_play, secret = evening(objectives=True), evening(objectives=True)
    secret.table.seats[0].swaps = ("spring",)
    secret.table.seats[0].completed = ()
    asks(host, open_play, None)
    first = host.picture().tobytes()
    asks(host, secret, None)
    assert host.picture().tobytes() == first


# Snow

def test_snow_falls_only_while_it_is_seen(host: Host) -> None:
    """LOOK 8: 40 to 60 flakes."""
    assert 40 <= FLAKES <= 60
    snow = host.stage.snow
    asks(host, evening(), None)
    start = list(snow.meshes[1].vertices)
    host.advance(0.5)
    assert list(snow.meshes[1].vertices) != start
    host.stage.live = False
    stopped = list(snow.meshes[1].vertices)
    host.advance(0.5)
    assert list(snow.meshes[1].vertices) == stopped
    assert not any(event.callback is not None and "Motion" in repr(event.get_callback())
                   for event in Clock.get_events())
