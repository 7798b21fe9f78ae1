"""Windward: solo (WW-107 to WW-121) and co-op (WW-122 to WW-132)."""

import pytest

from companion.core.engine.by_hand import UNFORESEEN
from companion.core.text import Refused
from companion.games.windward.board.hexes import distance, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.box.model import ShipBoard
from tests.games.windward.voyage import Voyage, open_sky


def solo(*reds: tuple[int, int, int]) -> Voyage:
    """Alone, two spaces out in territory 1, morale 4; Reds at (territory, a, b)."""
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    for place in reds:
        voyage.put("red", voyage.at(*place))
    return voyage


@pytest.mark.rule("WW-108", "WW-76")
def test_alone_any_loss_of_the_ship_is_defeat() -> None:
    voyage = solo((1, 3, 0))
    voyage.captain().morale = 2
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([1, 1], [1, 1, 1, 1, 1])
    outcome = voyage.play.outcome()
    assert outcome is not None and outcome.won is False and outcome.winners == ()


@pytest.mark.rule("WW-109")
def test_alone_a_turn_that_ends_at_port_is_defeat_but_a_visit_is_not() -> None:
    voyage = solo((4, 5, 0))
    voyage.captain().ship = voyage.at(1, 1)
    voyage.do("Sail", POST)
    assert voyage.play.outcome() is None
    voyage.end_turn()
    assert voyage.play.outcome().won is False


@pytest.mark.rule("WW-110")
def test_alone_hunger_is_defeat() -> None:
    voyage = solo((4, 5, 0))
    voyage.captain().morale = 1
    voyage.end_turn("morale")
    assert voyage.play.outcome().won is False


@pytest.mark.rule("WW-111", "WW-A25")
def test_alone_every_red_flies_three_and_one_more_for_each_that_fell() -> None:
    voyage = solo((4, 5, 0))
    red = voyage.table.living("red")[0]
    voyage.table.reds_beaten = 3
    assert voyage.table.mode().red_speed == 6
    voyage.end_turn()
    voyage.fly_all()
    assert distance(red.at, voyage.captain().ship) == 8 - 6  # seven straight, one more round the Post


@pytest.mark.rule("WW-114", "WW-115", "WW-113")
def test_alone_two_reds_attack_together_and_the_wind_comes_after() -> None:
    voyage = solo((1, 4, 0), (1, 3, 1))
    voyage.end_turn()
    voyage.fly_all()
    assert voyage.of("Throw").how_many(voyage.table) == 10
    voyage.battle([1] * 10, [3, 3], extras=([5, 0],))        # 10 against 11: both fall
    assert not voyage.table.living("red") and voyage.table.reds_beaten == 2


@pytest.mark.rule("WW-A26")
def test_a_ship_that_enters_two_reds_fights_both_at_once() -> None:
    voyage = solo((1, 3, 0), (1, 3, 0), (4, 5, 0))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Throw", [3, 3])
    assert voyage.of("Throw").how_many(voyage.table) == 10
    voyage.do("Throw", [1] * 10)
    voyage.do("Extras", [5, 0])
    me = voyage.captain()
    assert me.hold is not None and len(voyage.table.fallen(voyage.at(1, 3))) == 1
    assert voyage.table.reds_beaten == 2


@pytest.mark.rule("WW-A26")
def test_the_switch_lets_them_fight_one_after_the_other() -> None:
    voyage = Voyage("solo", two_reds_together=False, ship=(1, 2), morale=4)
    for place in ((1, 3), (1, 3), (4, 5)):
        voyage.put("red", voyage.at(*place))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.is_open("Throw")                           # the second one at once
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.table.reds_beaten == 2


@pytest.mark.rule("WW-117", "WW-118", "WW-116")
def test_alone_the_last_red_brings_the_white_at_once_and_it_flies_that_turn() -> None:
    voyage = solo((1, 3, 0))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    voyage.do("Corner", voyage.at(4, 5))
    white = voyage.table.white()
    voyage.end_turn()
    voyage.fly_all()
    assert white.at != voyage.at(4, 5)


@pytest.mark.rule("WW-121", "WW-73")
def test_alone_beating_the_white_wins() -> None:
    voyage = solo()
    voyage.put("white", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 8, extras=([3, 0],))
    outcome = voyage.play.outcome()
    assert outcome is not None and outcome.won is True
    assert [(str(detail.text), str(detail.note), detail.seat) for detail in outcome.details] == [
        ("Ana beat the White", "Round 1", 0), ("0 of 6 Reds beaten", "In 1 turn", None)]
    assert voyage.captain().points == 0                      # notoriety plays no part


@pytest.mark.rule("WW-119")
def test_alone_the_table_rolls_for_the_cresters() -> None:
    voyage = solo((1, 3, 0))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Throw", [1, 1])
    assert voyage.of("Throw").seat is None


@pytest.mark.rule("WW-120", "WW-130", "WW-A48")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_teeth_are_traded_for_gas_and_the_surplus_is_lost(mode: str) -> None:
    voyage = Voyage(mode, tooth_by_tooth=False, ship=(1, 1))
    me = voyage.captain()
    voyage.give(grey_teeth=1, red_teeth=1)
    voyage.do("Sail", POST)
    assert (me.gas, me.points, me.cargo.pieces) == (4, 0, 0)  # seven, but four slots


# Co-op


def together(players: int = 3) -> Voyage:
    """Co-op; Ana two spaces out in territory 1, the White at the corner of territory 4."""
    voyage = Voyage("coop", players, ship=(1, 2), morale=3)
    return voyage


@pytest.mark.rule("WW-122")
@pytest.mark.parametrize(("difficulty", "players"), [(5, 2), (8, 4)])
def test_lives_difficulty_and_the_whites_corner(difficulty: int, players: int) -> None:
    voyage = Voyage("coop", players, difficulty=difficulty)
    assert voyage.table.white().at == voyage.at(4, 5)
    assert (voyage.table.captain_lives, voyage.table.white_lives) == (players, players)
    assert voyage.table.mode().white_speed == difficulty


@pytest.mark.rule("WW-124")
def test_partners_never_share_a_space() -> None:
    voyage = together()
    voyage.captain(1).ship = voyage.at(1, 3)
    assert voyage.cannot("Sail", voyage.at(1, 3)) == "WW-124"


@pytest.mark.rule("WW-125", "WW-A27")
def test_at_port_the_white_flies_for_the_post() -> None:
    voyage = together()
    me = voyage.captain()
    me.ship = POST
    voyage.end_turn()
    voyage.do("Fly")
    assert voyage.table.white().at == voyage.at(4, 1)  # five to go, one back
    assert voyage.table.captain_lives == 2
    assert (me.morale, me.cargo.plus_two) == (1, 1)           # lost: no morale gained


@pytest.mark.rule("WW-125")
def test_at_port_and_out_of_its_reach_morale_rises() -> None:
    voyage = Voyage("coop", difficulty=5, small_world=False, box=open_sky(board=ShipBoard(rest_at_port=2)), morale=2)
    white = voyage.table.white()
    assert white is not None
    voyage.captain(1).ship = voyage.at(4, 4)                  # in the way: six spaces round
    voyage.end_turn()
    voyage.fly_all()
    assert voyage.table.captain_lives == 3
    assert voyage.captain().morale == 3                       # by one, whatever is printed for WW-84


@pytest.mark.rule("WW-126", "WW-127")
def test_at_sky_the_red_of_the_territory_then_the_white() -> None:
    voyage = together()
    red = voyage.put("red", voyage.at(1, 5))
    voyage.captain().ship = voyage.at(1, 1)
    voyage.end_turn()
    voyage.do("Fly")
    assert red.at == voyage.at(1, 2)
    assert voyage.is_open("Fly") or voyage.is_open("ThisWay")
    assert voyage.table.white() is not None


@pytest.mark.rule("WW-128")
def test_the_last_captains_life_loses_for_all() -> None:
    voyage = together(2)
    voyage.table.captain_lives = 1
    voyage.captain().morale = 1
    voyage.end_turn("morale")
    assert voyage.play.outcome().won is False


@pytest.mark.rule("WW-131", "WW-A28", "WW-73")
def test_a_beaten_white_loses_a_life_and_returns_without_moving() -> None:
    voyage = together()
    voyage.table.white().at = voyage.at(1, 3)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 8, extras=([3, 0],))
    voyage.do("Corner", voyage.at(3, 5))
    assert voyage.table.white_lives == 2
    voyage.end_turn()
    assert voyage.table.white().at == voyage.at(3, 5)
    assert voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-131")
def test_with_one_life_left_the_white_comes_back() -> None:
    voyage = together()
    voyage.table.white_lives = 2
    voyage.table.white().at = voyage.at(1, 3)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 8, extras=([3, 0],))
    assert voyage.play.outcome() is None and voyage.is_open("Corner") and voyage.table.white_lives == 1


@pytest.mark.rule("WW-131", "WW-132")
def test_the_whites_last_life_wins_for_all() -> None:
    voyage = together()
    voyage.table.white_lives = 1
    voyage.captain(2).points = 20                             # notoriety ends nothing here
    voyage.table.white().at = voyage.at(1, 3)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 8, extras=([3, 0],))
    outcome = voyage.play.outcome()
    assert outcome is not None and outcome.won is True and outcome.winners == (0, 1, 2)


@pytest.mark.rule("WW-123", "WW-A37")
def test_captains_at_port_trade_cards() -> None:
    """Ana and Ben are at port with 2 cards each, Cleo is at sky. No card is lost, and nobody holds more than five."""
    voyage = Voyage("coop")
    voyage.play.correct("captains.2.ship", spell(voyage.at(1, 2)))
    trade = next(one for one in voyage.play.standing() if type(one).__name__ == "Trade")
    assert [row.label for row in trade.rows(voyage.table)] == ["Ana", "Ben"]
    for wrong in ([1, 1], [-1, 5], [2, 2, 2]):
        with pytest.raises(Refused):
            voyage.play.answer("Trade/table", wrong)
    voyage.play.correct("captains.0.cards", 5)
    with pytest.raises(Refused, match="Ben must be 0 to 5"):
        voyage.play.answer("Trade/table", [1, 6])
    voyage.play.answer("Trade/table", [3, 4])
    assert [captain.cards for captain in voyage.table.seats] == [3, 4, 2]
    assert not voyage.play.by_hand.card(UNFORESEEN).lines, "they have traded already"
    voyage.play.undo()
    assert [str(line.sentence) for line in voyage.play.by_hand.card(UNFORESEEN).lines] == [
        "Trade cards: Ana gets 2 cards and Ben gives 2 cards"]


@pytest.mark.rule("WW-123")
def test_a_captain_who_left_trades_no_cards() -> None:
    """All three are at port; Cleo leaves with two cards."""
    voyage = Voyage("coop")
    voyage.play.leave(2)
    (trade,) = [one for one in voyage.play.standing() if type(one).__name__ == "Trade"]
    assert [row.label for row in trade.rows(voyage.table)] == ["Ana", "Ben"]
    assert trade.total(voyage.table) == 4


@pytest.mark.rule("WW-123")
@pytest.mark.parametrize(("mode", "ship"), [("competitive", (0, 0)), ("coop", (1, 2))])
def test_nobody_trades_in_competitive_play_or_with_a_ship_at_sky(mode: str, ship: tuple[int, int]) -> None:
    voyage = Voyage(mode, players=2)
    if mode == "coop":
        voyage.captain(1).ship = voyage.at(*ship)
    assert not [one for one in voyage.play.standing() if type(one).__name__ == "Trade"]


# At the edge


@pytest.mark.rule("WW-114", "WW-117", "WW-A26")
def test_alone_the_last_two_reds_fall_together_and_bring_one_white() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    voyage.put("red", voyage.at(1, 3))
    voyage.put("red", voyage.at(1, 2, 1))
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1] * 10, [3, 3], extras=([5, 0],))
    voyage.do("Corner", voyage.at(4, 5))
    voyage.fly_all()
    assert len(voyage.table.living("white")) == 1 and voyage.table.reds_beaten == 2
    assert voyage.is_open("Wind")                            # WW-115: the wind, then the next turn


@pytest.mark.rule("WW-114", "WW-67", "WW-108")
def test_alone_two_reds_that_win_by_less_than_the_morale_go_back_and_leave_one_token() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    me = voyage.captain()
    reds = [voyage.put("red", voyage.at(1, 3)), voyage.put("red", voyage.at(1, 2, 1))]
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1] * 10, [3, 3], extras=([1, 0],))        # ten against seven: once, not for each Red
    while voyage.is_open("GoesBack"):
        voyage.do("GoesBack", voyage.open_answers("GoesBack")[0])
    assert (me.morale, me.cargo.plus_two) == (1, 1)
    assert all(red.living and red.at != me.ship for red in reds)


@pytest.mark.rule("WW-125", "WW-A27", "WW-92")
@pytest.mark.parametrize(("in_the_way", "lives", "morale", "away"), [(False, 2, 1, 1), (True, 3, 3, 1)])
def test_together_the_white_strikes_the_post_from_just_as_far_as_it_flies(
        in_the_way: bool, lives: int, morale: int, away: int) -> None:
    """From the corner, only the ray takes five spaces; around a Red it is six, one too many for the Post."""
    voyage = Voyage("coop", difficulty=5, morale=2)
    white = voyage.table.white()
    white.at = voyage.at(1, 5)
    if in_the_way:
        voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.fly_all()
    assert (voyage.table.captain_lives, voyage.captain().morale) == (lives, morale)
    assert distance(white.at, POST) == away                  # after a strike it steps back one


@pytest.mark.rule("WW-128", "WW-85")
def test_together_hunger_costs_a_life_and_the_turn_ends_before_any_crester_flies() -> None:
    voyage = Voyage("coop", ship=(1, 2))
    me = voyage.captain()
    white = voyage.table.white()
    white.at = voyage.at(1, 4)
    voyage.end_turn("morale")
    assert voyage.table.captain_lives == 2 and me.at_port
    assert white.at == voyage.at(1, 4) and voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-148", "WW-134")
def test_in_the_small_world_reds_fly_two_and_the_white_still_five() -> None:
    voyage = Voyage(players=2, small_world=True, great_white=True, ship=(1, 1))
    me = voyage.captain()
    voyage.table.white_waits = False
    red, white = voyage.put("red", voyage.at(1, 4)), voyage.put("white", voyage.at(4, 4))
    voyage.end_turn()
    voyage.do("Fly")
    assert red.at == voyage.at(1, 2)
    voyage.fly_all()
    assert white.at is not None and distance(white.at, me.ship) == 6 - 5  # five straight, one more round the Post
    assert me.points == 1
