"""Winter Tales: the seven pairs of skills (WT-140 to WT-147)."""

import pytest

from companion.games.winter_tales.rules.quest_cards import tally
from companion.games.winter_tales.table import Activation, Battle, Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, light, put, whole_town

PAIRS = {"objective": ("alice", "candlewick"), "quest": ("scarecrow", "mangiafuoco"),
         "trap": ("pinocchio", "fox_and_cat"),
         "battle": ("tin_man", "wolf"), "movement": ("match_girl", "snow_white"), "passage": ("dorothy", "mad_hatter"),
         "card": ("cranky", "white_rabbit")}


@pytest.mark.rule("WT-140")  # with the Skills rules; nobody without
def test_everybody_has_the_skill_of_the_card() -> None:
    evening = four(skills=True, objectives=True)
    assert {key: evening.table.skill_of(evening.who(key)) for keys in PAIRS.values() for key in keys} == \
        {key: skill for skill, keys in PAIRS.items() for key in keys}
    plain = four()
    assert not any(plain.table.skill_of(one) for one in plain.table.characters.values())


@pytest.mark.rule("WT-141")  # only on activation; an open Connection or Spy goes with it
def test_alice_and_candlewick_swap_an_unfinished_objective() -> None:
    evening = acting(four(skills=True, objectives=True), "Cleo").tap("Activate", "alice")
    evening.declare("DeclareObjective", 2).tap("ShowObjective", "connection").tap("ConnectionEnd", at.FAIR)
    assert evening.table.laid_open
    evening.tap("SwapObjective")
    assert not evening.table.laid_open and "Cleo swapped an objective." in evening.lines()
    assert "SwapObjective" not in evening.names()


@pytest.mark.rule("WT-141", "WT-147")
def test_without_objectives_they_draw_four() -> None:
    evening = four(skills=True)
    assert [evening.table.cards_drawn(evening.who(key)) for key in PAIRS["objective"]] == [4, 4]


@pytest.mark.rule("WT-A75")  # seven a side, two held, five exchanged
def test_with_no_card_unused_the_swap_does_nothing() -> None:
    evening = four(skills=True, objectives=True)
    evening.player("Cleo").swaps = ("spring",) * 5
    acting(evening, "Cleo").tap("Activate", "alice")
    assert "SwapObjective" not in evening.names()


@pytest.mark.rule("WT-141", "WT-A75")  # seven a side, two held, four exchanged
def test_the_last_unused_card_can_be_swapped_in() -> None:
    evening = four(skills=True, objectives=True)
    evening.player("Cleo").swaps = ("spring",) * 4
    assert "SwapObjective" in acting(evening, "Cleo").tap("Activate", "alice").names()


@pytest.mark.rule("WT-142")  # the acting one, and one that joins without a card
def test_the_quest_experts_add_one() -> None:
    evening = put(put(four(skills=True), "scarecrow", at.MANSION), "mangiafuoco", at.MANSION)
    acting(evening, "Cleo").tap("Activate", "scarecrow").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    resolving = evening.table.under_way(Resolving)
    assert tally(evening.table, resolving) == (1, 0)
    evening.tap("AddCards", "next").tap("AddCards", "join")
    assert tally(evening.table, resolving) == (1, 1)


@pytest.mark.rule("WT-A67")  # Ana's Tin Man acts; Cleo's Scarecrow stays out, and then joins; it is no card of hers
def test_being_there_is_not_enough() -> None:
    evening = put(put(four(skills=True), "tin_man", at.MANSION), "scarecrow", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next")
    resolving = evening.table.under_way(Resolving)
    assert tally(evening.table, resolving) == (0, 0)
    evening.tap("AddCards", "join")
    assert tally(evening.table, resolving) == (1, 0) and resolving.cards[2] == 0


@pytest.mark.rule("WT-142", "WT-58")  # an automatic failure overrides
def test_no_bonus_after_a_missed_link() -> None:
    evening = put(four(skills=True), "scarecrow", at.MANSION).correct("track.1", "winter").correct("bookmark", 0)
    acting(evening, "Cleo").tap("Activate", "scarecrow").tap("TakeUpQuest", "glimmer").tap("MissedLink")
    assert evening.table.under_way(Resolving).outcome == "failure"


@pytest.mark.rule("WT-142")
def test_in_light_the_table_says_whether_the_expert_is_there() -> None:
    evening = light(skills=True).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next")
    assert evening.choices("AddCards") == ["card", "mangiafuoco", "join mangiafuoco", "card 2", "card 3", "last",
                                            "none", "end", "out"]
    evening.tap("AddCards", "mangiafuoco")
    assert tally(evening.table, evening.table.under_way(Resolving)) == (0, 2)


@pytest.mark.rule("WT-143", "WT-43")  # two cards against two, with the trapper's skill, the victim's, and both
@pytest.mark.parametrize(("trapper", "victim", "cards", "down", "place"), [
    ("pinocchio", "candlewick", 2, True, at.PARK), ("dorothy", "fox_and_cat", 2, False, at.PARK),
    ("pinocchio", "fox_and_cat", 2, False, at.ASYLUM_PARK)])
def test_one_more_in_a_trap(trapper: str, victim: str, cards: int, down: bool, place: str) -> None:
    evening = put(put(put(four(skills=True), "dorothy", at.FAIR), trapper, at.PARK), victim, at.ASYLUM_PARK)
    acting(evening, "Dev").tap("Activate", victim).tap("StepTo", at.PARK).tap("SpringTrap", trapper)
    for _ in range(cards):
        evening.tap("EvadeTrap", "card")
    evening.tap("EvadeTrap", "next")
    said = [str(one.text) for one in evening.asked("OpenTrap").reasons(evening.table)]
    assert ("The trapper's skill adds one." in said) is (trapper == "pinocchio")
    assert ("The Fox & the Cat's cunning adds one." in said) is (victim == "fox_and_cat")
    evening.tap("OpenTrap", 2)
    assert (evening.who(victim).down, evening.who(victim).at) == (down, place)


@pytest.mark.rule("WT-43")
def test_a_trap_may_be_a_bluff() -> None:
    """None of the cards is spring side up: that number is offered, and it is the first one."""
    evening = acting(four(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PRISON)
    evening.taps(("SpringTrap", "tin_man"), ("EvadeTrap", "next"))
    row = evening.asked("OpenTrap").row(evening.table)
    assert (row.low, row.start) == (0, 0)


def fight(rebel: str, soldier: str) -> Evening:
    evening = put(put(four(skills=True), rebel, at.PRISON), soldier, at.PARK_PRISON)
    return evening.tap("Activate", rebel).tap("StepTo", at.PARK_PRISON).tap("Attack", soldier)


@pytest.mark.rule("WT-144", "WT-A68")  # the free step counts, so a rebel who plays nothing loses
def test_wolf_needs_no_first_card() -> None:
    evening = fight("pinocchio", "wolf")
    assert evening.asked("BattleCard").seat.name == "Ana" and evening.table.under_way(Battle).attack == 1
    evening.tap("BattleCard", "stops").tap("DragTo", at.PARK_PRISON)
    assert evening.who("pinocchio").down


@pytest.mark.rule("WT-144")  # both free, then cards as usual
def test_the_tin_man_needs_none_either_and_only_in_round_one() -> None:
    evening = fight("tin_man", "wolf")
    battle = evening.table.under_way(Battle)
    assert (battle.attack, battle.defence) == (1, 1) and evening.asked("BattleCard").seat.name == "Ben"
    evening.tap("BattleCard", "card")
    assert evening.asked("BattleCard").seat.name == "Ana"
    evening.tap("BattleCard", "stops").tap("DragTo", at.PARK_PRISON)
    assert evening.who("tin_man").down


@pytest.mark.rule("WT-145", "WT-A69")  # the third step costs a card
def test_two_spaces_free_once_an_activation() -> None:
    evening = Evening(4, skills=True).seat_everybody()
    evening.choose({"match_girl": at.PRISON, "snow_white": at.CEMETERY_PARK, "alice": at.MANSION,
                    "candlewick": at.ASYLUM_PARK})
    while "ChooseCharacter" in evening.names():
        evening.tap("ChooseCharacter", evening.choices("ChooseCharacter")[0])
        evening.tap("StartSite", evening.choices("StartSite")[0])
    evening.first_quests(("glimmer", at.MANSION), ("horror", at.CEMETERY)).begin()
    for key in evening.table.characters:
        if evening.who(key).owner is not None and key != "match_girl":
            put(evening, key, at.FAIR)
    evening.tap("Activate", "match_girl")
    paid = []
    for space in (at.PARK_PRISON, at.PRISON, at.PARK_PRISON, at.PRISON, at.PARK_PRISON):
        evening.tap("StepTo", space)
        paid.append(evening.table.under_way(Activation).cards)
    assert paid == [0, 0, 1, 1, 2]


@pytest.mark.rule("WT-146")  # before moving, to the printed location, and nobody may trap or attack there
def test_the_secret_passage() -> None:
    town = whole_town(passages={"dorothy": at.MANSION, "mad_hatter": at.ASYLUM})
    evening = put(four(skills=True, box=town), "wolf", at.MANSION)
    evening.tap("Activate", "dorothy").tap("SecretPassage")
    assert evening.who("dorothy").at == at.MANSION
    assert evening.names() == ["StepTo", "TakeUpQuest", "NewQuest", "EndTurn"]
    evening = four(skills=True, box=town).tap("Activate", "dorothy").tap("StepTo", at.ASYLUM_PARK)
    evening.tap("Attack", "nobody")
    assert "SecretPassage" not in evening.names()


@pytest.mark.rule("WT-146")
def test_where_my_box_does_not_know_the_passage_the_table_names_it() -> None:
    evening = four(skills=True).tap("Activate", "dorothy").tap("SecretPassage").tap("PassageEnd", at.FAIR)
    assert evening.who("dorothy").at == at.FAIR


@pytest.mark.rule("WT-146", "WT-A25", "WT-A70")  # stopped in this chapter, but its passage leads to the quest
def test_a_passage_in_step_two_of_a_quest() -> None:
    town = whole_town(passages={"dorothy": at.MANSION, "mad_hatter": at.MANSION})
    evening = put(four(skills=True, box=town), "tin_man", at.MANSION)
    evening.correct("characters.mad_hatter.cannot_move", True).tap("Activate", "tin_man")
    evening.tap("TakeUpQuest", "glimmer").send("mad_hatter")
    assert evening.names() == ["SecretPassage", "StopShort"]
    evening.tap("SecretPassage").tap("SetOut", "nobody").tap("AddCards", "next")
    assert evening.asked("AddCards").seat.name == "Ben"


@pytest.mark.rule("WT-A70")
def test_no_passage_while_lying() -> None:
    evening = four(skills=True).correct("characters.dorothy.down", True).tap("Activate", "dorothy")
    assert "SecretPassage" not in evening.names()
    evening = four(skills=True).correct("characters.dorothy.cannot_move", True).tap("Activate", "dorothy")
    assert "SecretPassage" in evening.names()


@pytest.mark.rule("WT-A63")  # the start is where the rebel stands when it begins to move
def test_a_connection_starts_after_the_passage() -> None:
    town = whole_town(passages={"dorothy": at.MANSION, "mad_hatter": at.ASYLUM})
    evening = four(skills=True, objectives=True, box=town).tap("Activate", "dorothy").tap("SecretPassage")
    evening.declare("DeclareObjective", 0).tap("ShowObjective", "connection").tap("ConnectionEnd", at.FAIR)
    (card,) = evening.table.laid_open
    assert card.places == (at.MANSION, at.FAIR) and card.visits == [at.MANSION]


@pytest.mark.rule("WT-147")  # said on the button; three for everybody else
def test_four_cards_for_cranky_and_the_white_rabbit() -> None:
    evening = five(skills=True, objectives=True)
    drawn = {one.key: evening.table.cards_drawn(one) for one in evening.table.characters.values()}
    assert [key for key, cards in drawn.items() if cards == 4] == ["cranky", "white_rabbit"]
    acting(evening, "Dev")
    question = evening.asked("Activate")
    assert "Draws 4" in str(question.face(evening.table, "white_rabbit").hint)
