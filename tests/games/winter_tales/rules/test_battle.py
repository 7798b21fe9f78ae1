"""Winter Tales: battles (WT-32 to WT-39)."""

import pytest

from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, put


def ambush(*soldiers: str) -> Evening:
    """Pinocchio (Ana) steps into the plaza beside the prison, where soldiers wait."""
    evening = four()
    for soldier in soldiers:
        put(evening, soldier, at.PARK_PRISON)
    return evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)


def rounds(evening: Evening, *words: str) -> Evening:
    for word in words:
        evening.tap("BattleCard", word)
    return evening


@pytest.mark.rule("WT-32")  # in a plaza or a location
def test_a_rebel_entering_is_attacked_even_by_an_activated_soldier() -> None:
    evening = four().correct("characters.wolf.ready", False)
    put(evening, "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    assert evening.choices("Attack") == ["nobody", "wolf card"]
    evening = put(four(), "wolf", at.PARK).tap("Activate", "pinocchio")
    evening.tap("StepTo", at.PARK_PRISON).tap("StepTo", at.PARK)
    assert evening.choices("Attack") == ["nobody", "wolf card"]


@pytest.mark.rule("WT-32")  # in a plaza nothing happens at all
def test_a_soldier_walking_up_to_a_rebel_starts_no_battle() -> None:
    evening = put(four(), "pinocchio", at.CEMETERY_PARK)
    acting(put(evening, "wolf", at.CEMETERY), "Ben").tap("Activate", "wolf").tap("StepTo", at.CEMETERY_PARK)
    assert evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-33", "WT-A10")
def test_one_battle_an_entry_and_the_soldiers_agree() -> None:
    """All willing ones are listed clockwise from the mover; after one battle the move goes on."""
    evening = ambush("candlewick", "wolf", "mad_hatter")
    assert evening.asked("Attack").seat is None
    assert evening.choices("Attack") == ["nobody", "wolf card", "mad_hatter card", "candlewick card"]
    evening.tap("Attack", "candlewick")
    rounds(evening, "card", "card", "stops")
    assert evening.names()[0] == "StepTo" and evening.who("pinocchio").at == at.PARK_PRISON


@pytest.mark.rule("WT-35")  # winter begins, who stops loses
def test_cards_in_turn_and_the_last_to_play_wins() -> None:
    evening = ambush("wolf").tap("Attack", "wolf")
    asked = []
    for word in ("card", "card", "card", "card", "stops"):
        asked.append(evening.sentence("BattleCard"))
        evening.tap("BattleCard", word)
    attack, defence = "Ben, how does Wolf attack?", "Ana, how does Pinocchio resist?"
    assert asked == [attack, defence, attack, defence, attack]
    assert not evening.who("pinocchio").down
    assert "Pinocchio escaped Wolf at the plaza between Oaks Park and Winter Prison, 2 to 2." in evening.lines()


@pytest.mark.rule("WT-36", "WT-A12")  # and another soldier may still begin one
def test_without_a_first_card_there_was_no_battle() -> None:
    evening = ambush("wolf", "candlewick").tap("Attack", "wolf").tap("BattleCard", "stops")
    assert evening.choices("Attack") == ["nobody", "candlewick card"]
    evening.tap("Attack", "nobody")
    assert evening.names()[0] == "StepTo"
    assert not any("Wolf" in line and "escaped" in line for line in evening.lines())


@pytest.mark.rule("WT-37")
def test_winter_wins() -> None:
    """The rebel stops, lies, and does not move again; winter may lay it elsewhere, its quest goes along."""
    evening = four(spring=("love", "pinocchio"))
    put(evening, "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    rounds(evening.tap("Attack", "wolf"), "card", "stops")
    assert evening.sentence("DragTo") == "Ben, where does Pinocchio end up?"
    evening.tap("DragTo", at.MANSION)
    pinocchio = evening.who("pinocchio")
    assert (pinocchio.down, pinocchio.cannot_move, pinocchio.at) == (True, True, at.MANSION)
    assert evening.table.site_of(evening.table.quests["love"]) == at.MANSION
    assert "StepTo" not in evening.names()


@pytest.mark.rule("WT-A13")  # soldiers where it is laid may not attack, and the move's steps are not counted
def test_being_dragged_is_not_moving() -> None:
    evening = put(ambush("wolf"), "candlewick", at.ASYLUM).tap("Attack", "wolf")
    rounds(evening, "card", "stops").tap("DragTo", at.ASYLUM)
    assert evening.names() == ["Save", "EndTurn"]


@pytest.mark.rule("WT-38")  # the winner tells the end, and both discard
def test_spring_wins_and_moves_on() -> None:
    evening = ambush("wolf").tap("Attack", "wolf")
    rounds(evening, "card", "card", "stops")
    assert evening.names()[0] == "StepTo"
    assert evening.table.last is not None
    assert str(evening.table.last.title) == "Pinocchio escapes Wolf"
    assert [str(one.text) for one in evening.play.view().reminders if one.forgotten] == [
        "Both discard the cards they played."]


@pytest.mark.rule("WT-39", "WT-A14")  # and even then it does not move
def test_after_a_defeat_only_who_is_saved_may_act() -> None:
    evening = ambush("wolf").tap("Attack", "wolf")
    rounds(evening, "card", "stops").tap("DragTo", at.PARK_PRISON)
    assert evening.names() == ["Save", "EndTurn"]
    evening.tap("Save", "pinocchio")
    assert evening.names() == ["NewQuest", "EndTurn"]


@pytest.mark.rule("WT-35")  # nobody wins, the move goes on
def test_the_table_may_break_a_battle_off() -> None:
    evening = ambush("wolf").tap("Attack", "wolf").tap("BattleCard", "card")
    evening.play.exit("BattleBroken")
    assert evening.names()[0] == "StepTo" and not evening.who("pinocchio").down


@pytest.mark.rule("WT-35")  # the table corrects the attack cards while spring thinks
@pytest.mark.parametrize("attack", [1, 3])
def test_a_corrected_counter_is_what_the_battle_goes_on_with(attack: int) -> None:
    evening = ambush("wolf").tap("Attack", "wolf").tap("BattleCard", "card").correct("battle.attack", attack)
    rounds(evening, "card", "stops")
    assert any(f", 1 to {attack}." in line for line in evening.lines())


@pytest.mark.rule("WT-83")  # of the writer's two characters only the soldier may attack
def test_the_writer_soldier_fights_and_his_rebel_does_not() -> None:
    evening = five()
    put(put(evening, "mangiafuoco", at.PARK_PRISON), "pinocchio", at.PARK_PRISON)
    put(evening, "dorothy", at.PRISON).tap("Activate", "dorothy").tap("StepTo", at.PARK_PRISON)
    assert evening.choices("Attack") == ["nobody", "mangiafuoco card"]
