"""Winter Tales: traps, lying and being saved (WT-40 to WT-51, WT-150)."""

from typing import Any

import pytest

from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put


def walk_in(**options: Any) -> Evening:
    """Candlewick (Dev) steps from his plaza into Oaks Park, where Dorothy (Ana) is."""
    evening = four(**options)
    return acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK)


def evade(evening: Evening, cards: int, number: int) -> Evening:
    """Dorothy's trap: this many cards against it, and this many with spring up."""
    evening.tap("SpringTrap", "dorothy")
    for _ in range(cards):
        evening.tap("EvadeTrap", "card")
    return evening.tap("EvadeTrap", "next").tap("OpenTrap", number)


@pytest.mark.rule("WT-40")  # never in a plaza; the rebel may have been activated
def test_a_soldier_entering_a_location_may_be_trapped() -> None:
    evening = four().correct("characters.dorothy.ready", False)
    put(evening, "tin_man", at.ASYLUM_PARK)
    acting(put(evening, "candlewick", at.PARK_PRISON), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK)
    assert evening.choices("SpringTrap") == ["nobody", "dorothy"]
    evening.tap("SpringTrap", "nobody").tap("StepTo", at.ASYLUM_PARK)
    assert evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-40", "WT-A10", "WT-A11")  # clockwise from the mover; who lies is not asked
def test_one_trap_an_entry_from_those_who_stand() -> None:
    evening = put(put(put(four(), "alice", at.PARK), "tin_man", at.PARK), "cranky", at.PARK)
    acting(evening.correct("characters.cranky.down", True), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK)
    assert evening.choices("SpringTrap") == ["nobody", "tin_man", "dorothy", "alice"]
    evade(evening, 1, 0)
    assert evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-41")  # from 'trap set' to the reveal only winter's open cards are entered
def test_setting_a_trap_asks_for_nothing_secret() -> None:
    evening = walk_in()
    assert "trap card" in str(evening.asked("SpringTrap").hint(evening.table))
    evening.tap("SpringTrap", "dorothy")
    assert evening.names() == ["EvadeTrap"] and evening.asked("EvadeTrap").seat is evening.player("Dev")


@pytest.mark.rule("WT-42")
def test_winter_plays_card_by_card_and_may_take_one_back() -> None:
    evening = walk_in().tap("SpringTrap", "dorothy")
    evening.taps(("EvadeTrap", "card"), ("EvadeTrap", "card"), ("EvadeTrap", "back"), ("EvadeTrap", "next"))
    assert str(evening.asked("OpenTrap").kicker(evening.table)) == "Candlewick evades with 1"


@pytest.mark.rule("WT-43", "WT-47", "WT-A16")  # fewer, as many, more, and nothing against nothing
@pytest.mark.parametrize(("cards", "number", "place", "down", "stopped"), [
    (1, 2, at.PARK, True, True), (2, 2, at.ASYLUM_PARK, False, True), (3, 2, at.PARK, False, False),
    (0, 0, at.ASYLUM_PARK, False, True)])
def test_the_reveal(cards: int, number: int, place: str, down: bool, stopped: bool) -> None:
    evening = evade(walk_in(), cards, number)
    candlewick = evening.who("candlewick")
    assert (candlewick.at, candlewick.down, candlewick.cannot_move) == (place, down, stopped)
    assert ("StepTo" in evening.names()) is not stopped


def most(evening: Evening) -> int:
    """The largest number that can be tapped."""
    return max(evening.choices("OpenTrap"))


@pytest.mark.rule("WT-18", "WT-21", "WT-41")
def test_no_trap_holds_more_than_a_hand() -> None:
    """Seven and the chapter's four, without the trap card; Ana's own draw under way adds three."""
    assert most(walk_in().taps(("SpringTrap", "dorothy"), ("EvadeTrap", "next"))) == 10
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("wolf")
    assert most(evening.taps(("StepTo", at.MANSION), ("SpringTrap", "tin_man"), ("EvadeTrap", "next"))) == 13
    evening = walk_in(powers=True)
    give_power(evening, "propaganda", side="winter")
    evening.taps(("SpringTrap", "dorothy"), ("EvadeTrap", "card"), ("EvadeTrap", "next"))
    assert most(evening) == 93 - 3, "the unactivated discard nothing; a memory, a card and the trap card lie there"


def reminded(evening: Evening) -> list[str]:
    return [str(one.text) for one in evening.play.view().reminders if one.forgotten]


@pytest.mark.rule("WT-44")  # winter sides go back to the hand; the app counts none of it
def test_what_becomes_of_the_cards() -> None:
    assert reminded(evade(walk_in(), 1, 2)) == ["Ana takes back the cards with winter up, and discards the rest."]


@pytest.mark.rule("WT-44", "WT-103")  # Dorothy's partner hides cards, too; Alice is Cleo's, Pinocchio is Ana's
@pytest.mark.parametrize(("partner", "hidden"), [
    ("alice", "Ana and Cleo take back the cards with winter up, and discard the rest."),
    ("pinocchio", "Ana takes back the cards with winter up, and discards the rest.")])
def test_both_of_a_love_pair_get_their_winter_cards_back(partner: str, hidden: str) -> None:
    evening = put(four(powers=True), partner, at.PARK)
    give_power(evening, "love", "dorothy", partner)
    acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    evening.taps(("FightAlong", "along"), ("EvadeTrap", "card"), ("EvadeTrap", "next"), ("OpenTrap", 2))
    if partner == "alice":
        evening.tap("OpenTrap", 0)
    assert reminded(evening) == [hidden]


@pytest.mark.rule("WT-44")  # shown after the trap, but not in the next one's walk, nor while the quest is told
def test_a_reminder_is_gone_when_the_story_goes_on() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("wolf")
    evening.taps(("StepTo", at.MANSION), ("SpringTrap", "tin_man"), ("EvadeTrap", "next"), ("OpenTrap", 1))
    assert reminded(evening) == ["Ana takes back the cards with winter up, and discards the rest."]
    position = evening.play.position()
    evening.send("alice")
    assert not reminded(evening)
    evening.play.undo(position)
    evening.tap("SetOut", "nobody")
    assert evening.names()[0] == "AddCards" and not reminded(evening)


@pytest.mark.rule("WT-45")  # the winner; at a draw spring
@pytest.mark.parametrize(("cards", "teller"), [(1, "Ana"), (2, "Ana"), (3, "Dev")])
def test_who_tells_the_end(cards: int, teller: str) -> None:
    evening = evade(walk_in(), cards, 2)
    assert evening.table.last is not None and str(evening.table.last.line).startswith(f"{teller} tells")


@pytest.mark.rule("WT-46", "WT-A15")  # turned back yes, caught no
@pytest.mark.parametrize(("cards", "acts"), [(2, True), (1, False)])
def test_acting_after_a_trap(cards: int, acts: bool) -> None:
    evening = evade(walk_in(), cards, 2)
    assert ("NewQuest" in evening.names()) is acts


@pytest.mark.rule("WT-48")  # a player with only lying characters there is not asked to join
def test_who_lies_takes_no_part_in_a_quest() -> None:
    evening = put(four(), "tin_man", at.MANSION)
    put(evening, "alice", at.MANSION).correct("characters.alice.down", True)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next")
    assert evening.names() == ["LastCard"]


@pytest.mark.rule("WT-49", "WT-A18")  # a rebel for a rebel; also in passing
def test_saving_ones_own_anywhere_and_others_where_one_stands() -> None:
    evening = put(four(), "alice", at.PARK_PRISON)
    for key in ("dorothy", "alice", "wolf"):
        evening.correct(f"characters.{key}.down", True)
    put(evening, "wolf", at.PRISON).again()
    assert evening.choices("Save") == ["dorothy"]
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    assert evening.choices("Save") == ["alice", "dorothy"]
    evening.tap("Save", "alice").tap("StepTo", at.PRISON)
    assert not evening.who("alice").down and evening.choices("Save") == ["dorothy"]
    assert evening.player("Ana").discarded == 3             # two to save her, one for the two spaces


@pytest.mark.rule("WT-A17")  # Pinocchio lies beside Alice and can help only himself
def test_the_helper_stands() -> None:
    evening = put(four(), "alice", at.PRISON).correct("characters.alice.down", True)
    evening.correct("characters.pinocchio.down", True).again()
    assert evening.choices("Save") == ["pinocchio"]


@pytest.mark.rule("WT-A19")
def test_as_often_as_one_likes() -> None:
    evening = four().correct("characters.dorothy.down", True).correct("characters.pinocchio.down", True)
    evening.again().tap("Save", "dorothy").tap("Save", "pinocchio")
    assert evening.names() == ["Activate"]


@pytest.mark.rule("WT-A20")  # the turn is passed by
def test_nobody_ready_nobody_saved() -> None:
    evening = four().correct("characters.dorothy.down", True)
    for key in ("dorothy", "pinocchio", "tin_man"):
        evening.correct(f"characters.{key}.ready", False)
    evening.play.restart()
    assert evening.table.actor().name == "Ben"


@pytest.mark.rule("WT-50")  # saving is no action
def test_whoever_fell_in_this_chapter_does_not_move_in_it() -> None:
    evening = four().correct("characters.dorothy.down", True).correct("characters.dorothy.cannot_move", True)
    evening.again().tap("Save", "dorothy").tap("Activate", "dorothy")
    assert evening.names() == ["NewQuest", "EndTurn"]


@pytest.mark.rule("WT-51")  # the acting player in steps one and three, nobody on the way to join
def test_saving_in_the_middle_of_a_quest() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "alice", at.MANSION).correct("characters.alice.down", True)
    evening.correct("characters.cranky.down", True)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    assert evening.names() == ["Send", "SetOut", "Save"]
    evening.send("scarecrow")
    assert "Save" not in evening.names()
    evening.tap("StopShort").tap("SetOut", "nobody").tap("AddCards", "card").tap("Save", "alice")
    evening.tap("AddCards", "next")
    assert evening.names() == ["LastCard"], "Cleo sent the Scarecrow, who did not arrive"


@pytest.mark.rule("WT-51")  # Cleo sent nobody
def test_who_stands_again_may_join() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "alice", at.MANSION).correct("characters.alice.down", True)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("Save", "alice").tap("AddCards", "next")
    assert evening.sentence("AddCards") == "Cleo, how many cards do you add?"


@pytest.mark.rule("WT-150", "WT-A71", "WT-34")  # by the switch a lying soldier still attacks
def test_lying_is_present_and_idle() -> None:
    for lying, names in ((True, ["StepTo", "NewQuest", "EndTurn"]), (False, ["Attack"])):
        evening = put(four(lying=lying), "wolf", at.PARK_PRISON).correct("characters.wolf.down", True)
        evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
        assert evening.names() == names


@pytest.mark.rule("WT-83")
def test_the_writers_rebel_traps_and_his_soldier_does_not() -> None:
    evening = put(put(five(), "pinocchio", at.PARK), "mangiafuoco", at.PARK)
    put(evening, "dorothy", at.THEATER)
    acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK)
    assert evening.choices("SpringTrap") == ["nobody", "pinocchio"]


@pytest.mark.rule("WT-28")  # nothing of it is asked
def test_light_knows_no_battles_and_no_traps() -> None:
    evening = light().tap("Activate", "dorothy")
    assert evening.names() == ["TakeUpQuest", "NewQuest", "EndTurn"]
    assert at.CEMETERY_PARK in evening.table.town.spaces
