"""Winter Tales at the edge: nothing against nothing, both sides at once, the last space. By hand from the rulebook."""

import pytest

from companion.games.winter_tales.rules.memories import score
from companion.games.winter_tales.rules.quest_cards import tally
from companion.games.winter_tales.table import Battle, Memory, Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, put
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts
from tests.games.winter_tales.rules.test_powers import attacked_pair
from tests.games.winter_tales.rules.test_quests import add, at_mansion, finish
from tests.games.winter_tales.rules.test_skills import fight
from tests.games.winter_tales.rules.test_winter_powers import haunted


def winners(evening: Evening) -> list[str]:
    outcome = evening.play.outcome()
    return [] if outcome is None else [evening.table.seats[seat].name for seat in outcome.winners]


# Quests


@pytest.mark.rule("WT-65", "WT-A26", "WT-67")  # nothing against nothing; a neutral card, no power, and nobody chooses
def test_a_quest_without_a_single_card_is_a_tie() -> None:
    evening = at_mansion("wolf", powers=True).tap("SetOut", "nobody")
    add(evening, "next", "out")
    finish(evening)
    memory = evening.table.track[0]
    assert memory is not None and (memory.outcome, memory.side) == ("tie", "neutral")
    assert not evening.table.powers and score(evening.table, "spring") == score(evening.table, "winter") == 0


@pytest.mark.rule("WT-64", "WT-65")
def test_the_last_card_turns_a_tie_into_a_success() -> None:
    evening = at_mansion("wolf").tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "next")
    finish(evening, "card")
    memory = evening.table.track[0]
    assert memory is not None and memory.outcome == "success"


@pytest.mark.rule("WT-142", "WT-65")  # one card each and both experts there: still a tie
def test_an_expert_on_each_side_adds_one_to_each() -> None:
    evening = at_mansion("scarecrow", "mangiafuoco", skills=True).tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "next", "join", "next")       # Ben with Mangiafuoco, Cleo with the Scarecrow
    assert tally(evening.table, evening.table.under_way(Resolving)) == (2, 2)
    finish(evening)
    memory = evening.table.track[0]
    assert memory is not None and memory.side == "neutral"


@pytest.mark.rule("WT-63", "WT-66", "WT-84")
def test_the_writer_who_acts_with_a_rebel_and_loses_to_his_own_tables_winter() -> None:
    """His cards are spring's; of winter's two players level at the top the writer chooses."""
    evening = five(spring=("glimmer", at.PRISON))
    for key in ("wolf", "white_rabbit"):
        put(evening, key, at.PRISON)
    acting(evening, "Eve").tap("Activate", "pinocchio").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    add(evening, "card", "next")
    while "AddCards" in evening.names():
        add(evening, "card", "next")
    evening.tap("LastCard", "next")
    reasons = [str(one.text) for one in evening.asked("PlaceMemory").reasons(evening.table)]
    assert any("Eve picks" in reason for reason in reasons)
    evening.tap("PlaceMemory", 2)
    memory = evening.table.track[1]
    assert memory is not None and (memory.outcome, memory.side) == ("failure", "winter")


@pytest.mark.rule("WT-59", "WT-60", "WT-43")
def test_a_soldier_turned_back_on_the_way_does_not_join() -> None:
    """Candlewick sets out for the quest in the park and is turned back to his plaza."""
    evening = four(spring=("glimmer", at.PARK))
    put(evening, "pinocchio", at.PARK)
    evening.tap("Activate", "dorothy").tap("TakeUpQuest", "glimmer").send("candlewick")
    evening.tap("StepTo", at.PARK).tap("SpringTrap", "dorothy").tap("EvadeTrap", "card").tap("EvadeTrap", "next")
    evening.tap("OpenTrap", 1)
    candlewick = evening.who("candlewick")
    assert (candlewick.at, candlewick.down, candlewick.cannot_move) == (at.ASYLUM_PARK, False, True)
    while "SetOut" in evening.names():
        evening.tap("SetOut", "nobody")
    add(evening, "next")
    assert evening.names() == ["LastCard"]                             # nobody is asked to join


# Battles


@pytest.mark.rule("WT-103", "WT-144")  # Love binds the Tin Man to Pinocchio, so the first defence needs no card
def test_a_skill_of_either_serves_the_pair() -> None:
    evening = put(put(four(powers=True, skills=True), "tin_man", at.PRISON), "mad_hatter", at.PARK_PRISON)
    give_power(evening, "love", "pinocchio", "tin_man")
    evening.tap("Activate", "pinocchio").tap("TakeAlong").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "mad_hatter").tap("FightAlong", "along").tap("BattleCard", "card")
    battle = evening.table.under_way(Battle)
    assert (battle.attack, battle.defence) == (1, 1) and evening.asked("BattleCard").seat.name == "Ben"


@pytest.mark.rule("WT-144", "WT-A68", "WT-38")  # the free defence was the last card played, so the rebel gets away
def test_wolf_and_the_tin_man_and_then_winter_stops() -> None:
    evening = fight("tin_man", "wolf").tap("BattleCard", "stops")
    assert not evening.who("tin_man").down and "StepTo" in evening.names()


@pytest.mark.rule("WT-103", "WT-105", "WT-A41")  # neither lies, and winter lays nobody anywhere
def test_a_pair_that_flees_to_the_safe_house_flees_together() -> None:
    evening = attacked_pair()
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR, space=2)
    evening.tap("FightAlong", "along").tap("BattleCard", "card").tap("BattleCard", "stops")
    assert [(evening.who(key).at, evening.who(key).down) for key in ("pinocchio", "alice")] == [(at.FAIR, False)] * 2


@pytest.mark.rule("WT-105", "WT-108")  # Alice loses and is in the Safe House, upright; the token stays where it struck
def test_the_safe_house_holds_against_the_freezing_horror() -> None:
    evening = haunted()
    give_power(evening, "safe_house", owner="Ana", at=at.FACTORY, space=2)
    evening.tap("HorrorStrike", "alice").tap("BattleCard", "stops")
    assert (evening.who("alice").at, evening.who("alice").down) == (at.FACTORY, False)
    assert evening.table.powers["horror"].at == at.THEATER


@pytest.mark.rule("WT-108", "WT-35", "WT-38")  # the free card, a defence, then no card of winter's
def test_the_horror_that_stops_after_its_memory_has_lost() -> None:
    evening = haunted().tap("HorrorStrike", "alice").tap("BattleCard", "card").tap("BattleCard", "stops")
    assert not evening.who("alice").down and evening.table.actor().name == "Cleo"
    assert evening.table.powers["horror"].at == at.THEATER


# Powers


@pytest.mark.rule("WT-102", "WT-59")
def test_hope_after_an_activation_in_somebody_elses_quest() -> None:
    """Alice sets out in step two, is turned back, and has her own turn still before her."""
    evening = put(four(powers=True), "tin_man", at.MANSION)
    give_power(evening, "glimmer", "alice", space=2)
    evening.table.quests["glimmer"].state = "map"
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("alice")
    while "TurnBack" not in evening.names():
        evening.tap("StopShort")
    evening.tap("TurnBack", "ready")
    assert evening.who("alice").ready and evening.table.powers["glimmer"].used
    evening.tap("SetOut", "nobody")
    add(evening, "next")
    evening.tap("LastCard", "next").tap("PlaceMemory", 1)
    evening.tap("EndTurn").tap("Activate", "wolf").tap("EndTurn")
    assert "alice" in evening.choices("Activate")


@pytest.mark.rule("WT-A34", "WT-76")  # the Safe House on the last space: its token lies before the epilogue begins
def test_a_power_is_granted_before_the_last_memory_begins_the_end() -> None:
    evening = one_to_go(four(spring=("safe_house", at.MANSION), powers=True), "winter", "winter")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "safe_house")
    evening.tap("SetOut", "nobody")
    add(evening, "card", "next")
    finish(evening, space=3)
    assert evening.table.powers["safe_house"].at == at.MANSION and evening.table.phase == "epilogue"
    assert evening.table.finale is not None and evening.table.finale.opener.name == "Ana"


# Objectives


@pytest.mark.rule("WT-130", "WT-28")  # two of Ben's soldiers on the way, two entries of the same rebel
def test_a_spy_may_see_both_entries_on_one_walk() -> None:
    evening = four(objectives=True)
    put(put(evening, "wolf", at.PARK_PRISON), "mangiafuoco", at.PARK)
    for key in ("mad_hatter", "candlewick"):
        put(evening, key, at.FACTORY_MANSION)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "nobody")
    evening.declare("DeclareObjective", 1).tap("ShowObjective", "spy")
    evening.tap("StepTo", at.PARK).tap("Attack", "nobody")
    evening.declare("DeclareObjective", 1).tap("ShowObjective", "spy").tap("PlaceObjective", 1)
    assert score(evening.table, "winter") == 3


@pytest.mark.rule("WT-123", "WT-79")  # winter's Garrison is covered by spring's memory; the track has as many as before
def test_a_quest_over_an_objective_of_the_other_side_turns_the_points() -> None:
    evening = at_mansion(objectives=True)
    evening.table.track[1] = Memory("winter", "garrison")
    assert score(evening.table, "winter") == 3
    evening.tap("SetOut", "nobody")
    add(evening, "card", "next")
    finish(evening, space=2)
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (3, 0)
    assert evening.table.bookmark == 1 and len(evening.table.free_spaces()) == 4


@pytest.mark.rule("WT-132")
def test_as_many_locations_are_not_more() -> None:
    """A soldier in one location and all rebels in another; then a second soldier in a second one."""
    evening = put(four(objectives=True), "wolf", at.MANSION)
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "tin_man", "cranky"):
        put(evening, key, at.PARK)
    evening.declare("DeclareObjective", 1)
    assert evening.refused("ShowObjective", "garrison") == "WT-132"
    put(evening, "mad_hatter", at.FAIR)
    assert "garrison" in evening.choices("ShowObjective")


# The end


@pytest.mark.rule("WT-73", "WT-67")
def test_a_neutral_memory_on_the_last_space_begins_the_epilogue() -> None:
    evening = one_to_go(four(), "winter", "neutral")
    put(evening, "wolf", at.MANSION)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("SetOut", "nobody")
    add(evening, "next", "out")
    finish(evening, space=3)
    assert evening.table.phase == "epilogue"
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (0, 3)


@pytest.mark.rule("WT-82")  # three neutral memories and no cards; Ben of winter placed the last one
def test_level_at_zero_without_a_writer_is_the_openers_even_if_it_is_winters() -> None:
    evening = one_to_go(four(), "neutral", "neutral")
    put(evening, "tin_man", at.CEMETERY)
    acting(evening, "Ben")
    last_quest(evening, "wolf", cards=0)
    assert score(evening.table, "winter") == 0
    parts(evening, 0, 0, 0, 0).tap("TheEnd", "")
    assert winners(evening) == ["Ben", "Dev"]


@pytest.mark.rule("WT-80", "WT-82", "WT-83")
@pytest.mark.parametrize(("hand", "won"), [(3, ["Eve"]), (4, ["Ana", "Cleo"])])
def test_half_of_the_hand_decides_whether_the_writer_can_do_more_than_a_tie(hand: int, won: list[str]) -> None:
    """Winter leads by one. Half of three is one: a tie, Eve wins alone; half of four is two."""
    evening = one_to_go(five(), "winter", "neutral")
    last_quest(evening)
    parts(evening, 0, 1, 0, 0)
    evening.tap("ShowCount").tap("WriterHand", hand).tap("HelpSide", "spring")
    assert evening.refused("WriterCards", hand // 2 + 1) == "WT-80"
    evening.tap("WriterCards", hand // 2).tap("TheEnd", "")
    assert winners(evening) == won
