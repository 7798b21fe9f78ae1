"""Winter Tales: getting a power, Love, the Safe House and the Great Artifact (WT-100 to WT-106)."""

from typing import Any

import pytest

from companion.games.winter_tales.rules.fights import lay_elsewhere
from companion.games.winter_tales.rules.quest_cards import tally
from companion.games.winter_tales.rules.quests import chooser
from companion.games.winter_tales.table import Activation, Battle, Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, put


def resolved(evening: Evening, hero: str, quest: str, site: str, *helpers: str, cards: int = 2) -> Evening:
    """The hero's side wins the quest; helpers of that side join with a card each."""
    for key in (hero, *helpers):
        put(evening, key, site)
    evening.tap("Activate", hero).tap("TakeUpQuest", quest).tap("SetOut", "nobody")
    for _ in range(cards):
        evening.tap("AddCards", "card")
    evening.tap("AddCards", "next")
    while "AddCards" in evening.names():
        side = evening.who(hero).side
        helps = any(evening.who(key).owner is evening.asked("AddCards").seat for key in helpers)
        if helps and evening.who(helpers[0]).side == side:
            evening.tap("AddCards", "card").tap("AddCards", "next")
        else:
            evening.tap("AddCards", "out")
    evening.tap("LastCard", "next")
    return evening.tap("PlaceMemory", evening.choices("PlaceMemory")[0])


def pair(evening: Evening, one: str, two: str, place: str) -> Evening:
    give_power(evening, "love", one, two)
    return put(put(evening, one, place), two, place)


# Getting a power

@pytest.mark.rule("WT-100")  # after a tie it never appears
def test_only_a_success_brings_the_power() -> None:
    evening = resolved(four(powers=True), "tin_man", "glimmer", at.MANSION, cards=2)
    assert set(evening.table.powers) == {"glimmer"}
    evening = resolved(four(powers=True), "tin_man", "glimmer", at.MANSION, cards=0)
    assert not evening.table.powers
    assert not resolved(four(), "tin_man", "glimmer", at.MANSION).table.powers


@pytest.mark.rule("WT-100", "WT-84")
def test_the_writer_may_own_powers_of_both_sides() -> None:
    evening = five(powers=True)
    give_power(evening, "glimmer", "pinocchio")
    give_power(evening, "horror", "mangiafuoco", side="winter", space=2)
    assert {power.owner for power in evening.table.powers.values()} == {evening.player("Eve")}


@pytest.mark.rule("WT-101", "WT-A45")
def test_a_slot_holds_one_token() -> None:
    """The Safe House opens where the Freezing Horror lay, so the Horror goes back to its card."""
    evening = four(spring=("safe_house", at.MANSION), powers=True)
    horror = give_power(evening, "horror", "wolf", at=at.MANSION, side="winter")
    resolved(evening, "tin_man", "safe_house", at.MANSION)
    assert evening.table.powers["safe_house"].at == at.MANSION and horror.at is None


@pytest.mark.rule("WT-102")  # right after the activation, and not again in the chapter; the chapter's end waits for it
def test_a_glimmer_turns_its_rebel_back_once_a_chapter() -> None:
    evening = four(powers=True)
    give_power(evening, "glimmer", "dorothy")
    for key in evening.table.characters:
        if evening.who(key).owner is not None and key != "dorothy":
            evening.correct(f"characters.{key}.ready", False)
    evening.tap("Activate", "dorothy").tap("EndTurn")
    assert evening.sentence("TurnBack") == "Ana, does hope make Grandma Dorothy ready again?"
    evening.tap("TurnBack", "ready").tap("Activate", "dorothy").tap("EndTurn")
    assert evening.names() == ["EndChapter"]


@pytest.mark.rule("WT-102", "WT-A39")  # one that took part, chosen by the acting player; Wolf played against it
def test_which_rebel_gets_the_glimmer() -> None:
    evening = resolved(four(powers=True), "tin_man", "glimmer", at.MANSION, "alice", "wolf")
    assert evening.sentence("GiveToken") == "Ana, who carries A Glimmer of Hope?"
    assert evening.choices("GiveToken") == ["tin_man", "alice"]
    evening.tap("GiveToken", "alice")
    assert evening.table.powers["glimmer"].owner is evening.player("Cleo")


# Love

@pytest.mark.rule("WT-103", "WT-A42", "WT-104")  # even stopped or lying; not activated, one card for both
def test_the_partner_comes_along_for_nothing() -> None:
    evening = pair(four(powers=True), "pinocchio", "alice", at.PRISON)
    evening.correct("characters.alice.down", True).correct("characters.alice.cannot_move", True)
    evening.tap("Activate", "pinocchio").tap("TakeAlong").tap("StepTo", at.PARK_PRISON).tap("StepTo", at.PARK)
    assert evening.who("alice").at == at.PARK and evening.who("alice").ready
    assert evening.table.under_way(Activation).cards == 1


@pytest.mark.rule("WT-A40")
def test_only_from_the_same_space() -> None:
    evening = pair(four(powers=True), "pinocchio", "alice", at.PRISON)
    put(evening, "alice", at.PARK).tap("Activate", "pinocchio")
    assert "TakeAlong" not in evening.names()


def attacked_pair(**options: Any) -> Evening:
    """Pinocchio (Ana) and Alice (Cleo) walk into Wolf together."""
    evening = put(pair(four(powers=True, **options), "pinocchio", "alice", at.PRISON), "wolf", at.PARK_PRISON)
    return evening.tap("Activate", "pinocchio").tap("TakeAlong").tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf")


@pytest.mark.rule("WT-103", "WT-104")  # one entry, one battle; a defence takes one card from either hand
def test_a_pair_fights_as_one() -> None:
    evening = attacked_pair().tap("FightAlong", "along").tap("BattleCard", "card")
    assert any("from either hand" in str(one.text) for one in evening.asked("BattleCard").reasons(evening.table))
    evening.tap("BattleCard", "card").tap("BattleCard", "stops")
    assert evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-103", "WT-38")
def test_a_card_from_the_partners_hand_is_the_partners() -> None:
    """Cleo helps Pinocchio with one card; she lays it open, discards it, and gets it back by undo."""
    evening = attacked_pair().tap("FightAlong", "along").tap("BattleCard", "card")
    evening.tap("BattleCard", "help").tap("BattleCard", "card").tap("BattleCard", "card")
    assert [evening.player(name).lying for name in ("Ana", "Ben", "Cleo")] == [1, 2, 1]
    evening.play.by_hand.card()
    evening.tap("BattleCard", "stops")
    assert [str(line.sentence) for line in evening.play.by_hand.card().lines] == [
        "Ana discards 1 face-up card", "Ben discards 2 face-up cards", "Cleo discards 1 face-up card"]
    assert evening.names()[0] == "StepTo", "two cards against two: she got away"


@pytest.mark.rule("WT-A41")  # and are laid elsewhere together
@pytest.mark.parametrize(("shares", "down"), [(True, [True, True]), (False, [True, False])])
def test_both_bear_a_loss(shares: bool, down: list[bool]) -> None:
    evening = attacked_pair(love_shares_loss=shares).tap("FightAlong", "along").tap("BattleCard", "card")
    evening.tap("BattleCard", "stops").tap("DragTo", at.ASYLUM)
    assert [evening.who(key).down for key in ("pinocchio", "alice")] == down
    assert evening.who("alice").at == (at.ASYLUM if shares else at.PARK_PRISON)


@pytest.mark.rule("WT-A72")  # asked before the first card; who lies is not asked
def test_the_partner_may_stay_out() -> None:
    evening = attacked_pair()
    assert evening.sentence("FightAlong").startswith("Cleo,")
    evening.tap("FightAlong", "out").tap("BattleCard", "card").tap("BattleCard", "stops").tap("DragTo", at.PARK_PRISON)
    assert evening.who("pinocchio").down and not evening.who("alice").down
    evening = put(pair(four(powers=True), "pinocchio", "alice", at.PRISON), "wolf", at.PARK_PRISON)
    evening.correct("characters.alice.down", True).tap("Activate", "pinocchio").tap("TakeAlong")
    evening.tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf")
    assert evening.names() == ["BattleCard"]


@pytest.mark.rule("WT-103")  # one trap card, both hide their cards, the number is the sum; a skill of either serves
def test_a_pair_traps_as_one() -> None:
    evening = put(pair(four(powers=True, skills=True), "dorothy", "pinocchio", at.PARK), "candlewick", at.ASYLUM_PARK)
    acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    evening.tap("FightAlong", "along").tap("EvadeTrap", "card").tap("EvadeTrap", "next").tap("OpenTrap", 1)
    assert evening.who("candlewick").down, "one card against one and Pinocchio's skill"


@pytest.mark.rule("WT-A43")
def test_the_bearer_and_whom_the_tale_revealed() -> None:
    evening = resolved(four(spring=("love", "alice"), powers=True), "tin_man", "love", at.THEATER)
    assert evening.sentence("Beloved") == "Ana, who is bound to Alice?"
    evening.tap("Beloved", "cranky")
    assert [one.key for one in evening.table.powers["love"].on] == ["alice", "cranky"]


@pytest.mark.rule("WT-151")  # not dragged away after a battle lost together
def test_a_lover_who_carries_the_ongoing_quest_stays_in_its_place() -> None:
    evening = four(spring=("love", "alice"), winter=("retaliation", "pinocchio"), powers=True)
    give_power(evening, "love", "pinocchio", "alice")
    put(put(put(evening, "alice", at.MANSION), "pinocchio", at.FACTORY_MANSION), "wolf", at.MANSION)
    evening.table.quests["love"].state = "map"
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "love")
    acting_owner = evening.table.under_way(Resolving).quest.bearer
    assert acting_owner is evening.who("alice")
    evening.tap("SetOut", "nobody")
    lost = Battle(evening.who("wolf"), evening.who("pinocchio"), evening.who("alice"), last="winter")
    with evening.table.during(lost):
        settled = lay_elsewhere(evening.table, evening.table.under_way(Battle))
        with pytest.raises(StopIteration):
            settled.send(None)
    assert evening.who("alice").at == at.MANSION


# The Safe House

@pytest.mark.rule("WT-105", "WT-A44")  # upright, there, the move over, no choice for winter; it may still act
def test_the_safe_house_takes_losers_in() -> None:
    evening = put(four(powers=True), "wolf", at.PARK_PRISON)
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf")
    evening.tap("BattleCard", "card").tap("BattleCard", "stops")
    pinocchio = evening.who("pinocchio")
    assert (pinocchio.at, pinocchio.down, pinocchio.cannot_move) == (at.FAIR, False, True)
    assert evening.names() == ["NewQuest", "EndTurn"]


@pytest.mark.rule("WT-A44")
def test_by_the_switch_the_move_goes_on_from_there() -> None:
    evening = put(four(powers=True, safe_house_ends_move=False), "wolf", at.PARK_PRISON)
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf")
    evening.tap("BattleCard", "card").tap("BattleCard", "stops")
    assert "StepTo" in evening.names()


# The Great Artifact

@pytest.mark.rule("WT-106")  # for its bearer; it counts like a card of that player
def test_the_artifact_is_a_card_once_in_every_quest() -> None:
    evening = put(four(powers=True), "tin_man", at.MANSION)
    give_power(evening, "artifact", "tin_man")
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "artifact")
    assert evening.choices("AddCards") == ["card", "back", "end", "next"]
    assert tally(evening.table, evening.table.under_way(Resolving)) == (1, 0)
    evening.tap("AddCards", "next")
    assert evening.choices("LastCard") == ["card", "next"]


@pytest.mark.rule("WT-106")
def test_once_in_a_battle_and_never_in_a_trap() -> None:
    evening = put(four(powers=True), "wolf", at.PARK_PRISON)
    give_power(evening, "artifact", "pinocchio")
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf").tap("BattleCard", "card")
    evening.tap("BattleCard", "artifact").tap("BattleCard", "card")
    assert evening.choices("BattleCard") == ["card", "stops"]
    evening = four(powers=True)
    give_power(evening, "artifact", "candlewick", side="winter")
    acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    assert evening.choices("EvadeTrap") == ["card", "next"]


@pytest.mark.rule("WT-106", "WT-A46")  # at any time, to anybody there; by the switch only on its side
@pytest.mark.parametrize(("same_side", "to"), [(False, {"alice", "wolf"}), (True, {"alice"})])
def test_it_passes_on_in_the_same_space(same_side: bool, to: set[str]) -> None:
    evening = put(put(four(powers=True, artifact_same_side=same_side), "alice", at.PRISON), "wolf", at.PRISON)
    give_power(evening, "artifact", "pinocchio")
    question = evening.asked("PassArtifact", standing=True)
    assert {one.key for one in question.choices(evening.table)} == to
    evening.declare("PassArtifact", "alice")
    assert evening.table.powers["artifact"].owner is evening.player("Cleo")


@pytest.mark.rule("WT-A47", "WT-A30")  # if it was the only card, the deck gives the memory
def test_the_artifacts_card_is_no_memory() -> None:
    evening = put(four(powers=True), "tin_man", at.MANSION)
    give_power(evening, "artifact", "tin_man")
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "artifact").tap("AddCards", "next").tap("LastCard", "next")
    assert chooser(evening.table, evening.table.under_way(Resolving)) is None
