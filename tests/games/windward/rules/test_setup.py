"""Windward: setting up (WW-1 to WW-15)."""

from typing import Any

import pytest

from companion.core.text import Refused
from companion.games.windward import game
from companion.games.windward.board.planet import POST
from companion.games.windward.box import model
from tests.games.windward.voyage import Voyage


@pytest.mark.rule("WW-1")
@pytest.mark.parametrize(("mode", "players", "fits"), [
    ("solo", 1, True), ("solo", 2, False), ("competitive", 1, False), ("competitive", 2, True),
    ("competitive", 5, True), ("coop", 1, False), ("coop", 2, True), ("coop", 4, True), ("coop", 5, False)])
def test_how_many_captains_each_mode_takes(mode: str, players: int, fits: bool) -> None:
    if fits:
        assert len(Voyage(mode, players, ready=False).table.seats) == players
        return
    with pytest.raises(Refused) as caught:
        Voyage(mode, players, ready=False)
    assert caught.value.refusal.rule == "WW-1"


@pytest.mark.rule("WW-2", "WW-A1")
def test_the_large_planet_unless_small_world_is_chosen_in_any_mode() -> None:
    assert Voyage().table.planet.radius == 5
    assert Voyage(small_world=True).table.planet.radius == 4
    assert Voyage("coop", small_world=True).table.mode().red_speed == 2


@pytest.mark.rule("WW-A38")
@pytest.mark.parametrize("variant", ["naturalist", "achievements"])
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_naturalist_and_achievements_are_for_captains_against_each_other(mode: str, variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    with pytest.raises(Refused) as caught:
        Voyage(mode, ready=False, **options)
    assert caught.value.refusal.rule == "WW-A38"


@pytest.mark.rule("WW-5", "WW-A2")
def test_one_tap_says_who_rolled_highest_and_begins() -> None:
    voyage = Voyage(players=4, ready=False)
    voyage.answer(list("ABCDEF"))
    assert "ties roll again" in str(voyage.question.kicker(voyage.table))
    voyage.answer(2)
    assert voyage.table.first.name == voyage.table.active.name == "Cleo"


@pytest.mark.rule("WW-6", "WW-7", "WW-8", "WW-107", "WW-122")
@pytest.mark.parametrize(("mode", "players", "words"), [
    ("competitive", 3, "Cards: Ana 2, Ben 3 and Cleo 4."),
    ("competitive", 5, "Cards: Ana 2, Ben 3, Cleo 4, Dev 5 and Eva 5."), ("solo", 1, "Deal yourself 5 cards."),
    ("coop", 3, "Deal 2 cards to everybody.")])
def test_hands_are_dealt_by_seat_from_the_first_captain(mode: str, players: int, words: str) -> None:
    voyage = Voyage(mode, players, ready=False)
    while not voyage.is_open("Ready"):
        question = voyage.question
        given = {"Layout": list("ABCDEF"), "FirstPlayer": 0, "Wind": [1], "FirstGreys": [], "WhiteDie": [4]}
        voyage.answer(given[type(question).__name__])
    assert words in voyage.reasons()
    assert {"WW-6", "WW-7", "WW-8"} <= set(voyage.question.also)


@pytest.mark.rule("WW-9", "WW-10", "WW-11", "WW-12", "WW-13")
def test_wind_greys_reds_gas_and_what_is_left_in_stock() -> None:
    voyage = Voyage(players=3, ready=False, box=model.starter())
    voyage.answer(list("ABCDEF"))
    voyage.answer(0)
    voyage.answer([4])
    assert voyage.table.wind == 4
    voyage.refuses(["1"])                                    # two Greys for three captains
    voyage.answer(["2", "5"])
    voyage.answer("done")
    table = voyage.table
    greys = [grey.at for grey in table.living("grey")]
    assert greys == [table.planet.feeding_grounds[2][0], table.planet.feeding_grounds[5][0]]
    assert [red.at for red in table.living("red")] == [table.planet.red_starts[n][0] for n in range(1, 7)]
    assert set(table.gas_on.values()) == {2}
    assert (table.stock.greys, table.stock.reds) == (6, 3)   # 8 and 9 in the box
    assert table.stock.gas == 60 - 2 * len(table.planet.gas_pockets)


@pytest.mark.rule("WW-10", "WW-107")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_alone_and_together_a_grey_feeds_on_every_ground(mode: str) -> None:
    table = Voyage(mode, box=model.starter()).table
    assert sorted(grey.at for grey in table.living("grey")) == sorted(
        ground for number in range(1, 7) for ground in table.planet.feeding_grounds[number])


@pytest.mark.rule("WW-14", "WW-15")
def test_how_every_captain_begins() -> None:
    voyage = Voyage()
    for captain in voyage.table.seats:
        assert captain.ship == POST
        assert (captain.boats_aboard, captain.boats_ashore) == (1, 1)
        assert (captain.morale, captain.rowing, captain.points, captain.gas, captain.cannons) == (1, 0, 0, 0, 0)
        assert captain.hold is None and not captain.cargo
    assert voyage.turn.mates == 2


@pytest.mark.rule("WW-15")
def test_ranges_of_the_tracks() -> None:
    voyage = Voyage()
    for path, bad in (("captains.0.morale", 5), ("captains.0.morale", 0), ("captains.0.rowing", 9),
                      ("captains.0.notoriety", -1)):
        with pytest.raises(Refused):
            voyage.play.correct(path, bad)
    voyage.play.correct("captains.0.notoriety", 16)          # a second lap of the track
    assert voyage.captain().points == 16


@pytest.mark.rule("WW-A42")
def test_somebody_is_the_naturalist() -> None:
    voyage = Voyage(naturalist=True)
    assert voyage.table.naturalist is voyage.captain(0)
    assert voyage.table.stock.tags == 5


@pytest.mark.rule("WW-A3")
def test_tokens_that_run_short_are_counted_on() -> None:
    voyage = Voyage()
    voyage.table.stock.plus_two = 0
    voyage.captain().ship = voyage.at(1, 2)
    voyage.boat(voyage.at(1, 2))
    voyage.put("grey", voyage.at(1, 3))
    voyage.captain().rowing = 1
    voyage.do("Row", voyage.at(1, 3))
    voyage.battle([1], [2])
    assert voyage.captain().cargo.plus_two == 1
    assert voyage.table.stock.plus_two == -1


@pytest.mark.rule("WW-A40")
def test_slips_of_the_book_change_nothing() -> None:
    assert "WW-A40" in game.rulebook()


@pytest.mark.rule("WW-A42")
def test_the_naturalist_sails_the_purple_ship() -> None:
    """Five captains, Eva's seat is plum: Dev becomes the Naturalist and gets plum, Eva gets Dev's fern."""
    play = Voyage(players=5, ready=False, naturalist=True).play
    for key, answer in (("Layout", list("ABCDEF")), ("FirstPlayer", 0), ("Wind", [1]), ("Purple", 3)):
        play.answer(f"{key}/table", answer)
    for naturalist, colours in ((3, [0, 1, 2, 4, 3]), (0, [4, 1, 2, 3, 0]), (None, [0, 1, 2, 3, 4])):
        play.correct("naturalist", naturalist)                              # chosen again by hand
        assert [seat.colour for seat in play.table.seats] == colours
