"""Winter Tales: bringing quests, taking one up, and who sets out to join (WT-52 to WT-60)."""

from typing import Any

import pytest

from companion.games.winter_tales.rules.powers import eliminate
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put


def at_mansion(*others: str, players: int = 4, **options: Any) -> Evening:
    """The Tin Man (Ana) and others stand at the Glimmer of Hope; the quest is taken up."""
    evening = (four if players == 4 else five)(**options)
    for key in ("tin_man", *others):
        put(evening, key, at.MANSION)
    return evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")


def add(evening: Evening, *words: str) -> Evening:
    for word in words:
        evening.tap("AddCards", word)
    return evening


def finish(evening: Evening, last: str = "next", space: int = 1) -> Evening:
    return evening.tap("LastCard", last).tap("PlaceMemory", space)


def memory_side(evening: Evening, space: int = 1) -> str | None:
    memory = evening.table.track[space - 1]
    return None if memory is None else memory.side


# Bringing quests

@pytest.mark.rule("WT-52")  # wherever the character stands; by whom and what about is kept
def test_a_new_quest_of_the_characters_side() -> None:
    evening = four().tap("Activate", "dorothy")
    assert evening.choices("NewQuest") == ["artifact_spring", "love", "safe_house"]
    evening.tap("NewQuest", "safe_house").tap("QuestGoal", "a cellar").tap("QuestSite", at.FAIR)
    quest = evening.table.quests["safe_house"]
    assert (quest.state, quest.site, quest.author, quest.note) == ("map", at.FAIR, evening.player("Ana"), "a cellar")


@pytest.mark.rule("WT-52", "WT-84")
def test_the_writer_brings_quests_of_the_activated_side() -> None:
    evening = acting(five(), "Eve").tap("Activate", "mangiafuoco")
    assert set(evening.choices("NewQuest")) == {"artifact_winter", "propaganda", "retaliation"}


@pytest.mark.rule("WT-53")
def test_each_quest_once_and_one_great_artifact() -> None:
    evening = four().tap("Activate", "dorothy")
    assert evening.refused("NewQuest", "glimmer") == "WT-53"
    evening.tap("NewQuest", "artifact_spring").tap("QuestSite", at.FAIR).tap("EndTurn")
    assert evening.table.quests["artifact_winter"].state == "boxed"
    evening.tap("Activate", "wolf")
    assert "artifact_winter" not in evening.choices("NewQuest")


@pytest.mark.rule("WT-54")  # Alice with Love stands where the Safe House goes
def test_one_quest_a_slot_and_carried_ones_are_in_none() -> None:
    evening = four(spring=("love", "alice")).tap("Activate", "dorothy").tap("NewQuest", "safe_house")
    assert evening.refused("QuestSite", at.CEMETERY) == "WT-54"
    evening.tap("QuestSite", at.THEATER)
    table = evening.table
    assert table.site_of(table.quests["love"]) == table.site_of(table.quests["safe_house"]) == at.THEATER


@pytest.mark.rule("WT-55")  # also in a plaza
def test_the_bearer_never_starts_its_quest_but_may_join_it() -> None:
    evening = put(put(four(spring=("love", "dorothy")), "tin_man", at.PARK_PRISON), "dorothy", at.PARK_PRISON)
    evening.tap("Activate", "dorothy")
    assert "TakeUpQuest" not in evening.names()
    evening.tap("EndTurn")
    put(acting(evening, "Cleo"), "alice", at.PARK_PRISON).tap("Activate", "alice").tap("TakeUpQuest", "love")
    evening.tap("SetOut", "nobody").tap("AddCards", "next")
    assert evening.sentence("AddCards") == "Ana, how many cards do you add?"


@pytest.mark.rule("WT-56", "WT-A21")
def test_love_without_its_bearer_can_be_brought_again() -> None:
    evening = four(spring=("love", "alice"))
    eliminate(evening.table, evening.who("alice"), evening.player("Ben"))
    evening.tap("Activate", "dorothy")
    assert "love" in evening.choices("NewQuest")


# Taking one up

@pytest.mark.rule("WT-57")  # own side, same space, upright; of two the player picks one
def test_where_a_quest_can_be_taken_up() -> None:
    evening = put(four(spring=("love", "alice")), "tin_man", at.THEATER).tap("Activate", "tin_man")
    assert evening.choices("TakeUpQuest") == ["love"]
    evening.correct("quests.safe_house.state", "map").correct("quests.safe_house.site", at.THEATER)
    assert set(evening.choices("TakeUpQuest")) == {"love", "safe_house"}
    evening = put(four(), "wolf", at.MANSION)
    acting(evening, "Ben").tap("Activate", "wolf")
    assert "TakeUpQuest" not in evening.names()


@pytest.mark.rule("WT-A22")
@pytest.mark.parametrize(("allowed", "offered"), [(True, True), (False, False)])
def test_without_a_step(allowed: bool, offered: bool) -> None:
    evening = put(four(resolve_standing=allowed), "tin_man", at.MANSION).tap("Activate", "tin_man")
    assert ("TakeUpQuest" in evening.names()) is offered


@pytest.mark.rule("WT-58", "WT-A28")  # only at the end of step one; steps two to five are left out; the other side wins
def test_the_opening_recalls_the_bookmark_or_the_quest_fails() -> None:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    evening.correct("bookmark", 0)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    assert "Recall the last memory: Winter Propaganda" in str(evening.asked("SetOut").hint(evening.table))
    evening.tap("MissedLink")
    assert evening.names() == ["PlaceMemory", "MemoryNote"]
    evening.tap("PlaceMemory", 2)
    assert memory_side(evening, 2) == "winter"


@pytest.mark.rule("WT-58", "WT-72")
def test_no_link_is_owed_before_the_first_memory() -> None:
    assert at_mansion().names() == ["Send", "SetOut"]


@pytest.mark.rule("WT-58")  # once somebody set out it is too late
def test_the_link_is_not_asked_about_later() -> None:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    evening.correct("bookmark", 0)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.send("wolf").tap("StopShort")
    assert evening.names() == ["Send", "SetOut"]


@pytest.mark.rule("WT-A23")  # the arbiter; the others together if the arbiter acts
@pytest.mark.parametrize(("arbiter", "judge"), [(2, "Cleo"), (0, None)])
def test_who_judges_the_link(arbiter: int, judge: str | None) -> None:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    evening.correct("bookmark", 0).correct("arbiter", arbiter)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    seat = evening.asked("MissedLink").seat
    assert (seat.name if seat is not None else None) == judge


# Step two

@pytest.mark.rule("WT-59")  # flip, draw, move, no action; arriving ends the move, and who was passed is not asked again
def test_others_set_out_clockwise_one_each() -> None:
    evening = at_mansion("alice")
    owners = [evening.table.actor().name]
    while "pass" in evening.choices("SetOut"):
        owners += [evening.who(key).owner.name for key in evening.choices("SetOut") if key not in ("nobody", "pass")]
        evening.tap("SetOut", "pass")
    owners += [evening.who(key).owner.name for key in evening.choices("SetOut")[1:]]
    assert owners == ["Ana", *["Ben"] * 3, *["Cleo"] * 3, *["Dev"] * 3]
    evening = at_mansion("alice").send("cranky")
    assert evening.names() == ["StepTo", "StopShort"]
    put(evening, "wolf", at.FAIR).tap("StepTo", "dorothys_mansion+nightmare_factory").tap("StepTo", at.MANSION)
    assert set(evening.choices("SetOut")) == {"nobody", "candlewick", "fox_and_cat", "white_rabbit"}
    assert not evening.who("cranky").ready and evening.who("cranky").at == at.MANSION


@pytest.mark.rule("WT-59")  # Wolf sets out and walks into Ana's trap
def test_the_way_to_a_quest_can_be_interrupted_by_the_acting_player_too() -> None:
    evening = at_mansion("dorothy").send("wolf").tap("StepTo", at.MANSION)
    assert evening.choices("SpringTrap") == ["nobody", "tin_man", "dorothy"]


@pytest.mark.rule("WT-A24")  # it arrives without a step
@pytest.mark.parametrize("allowed", [True, False])
def test_somebody_on_the_spot_may_be_activated(allowed: bool) -> None:
    evening = at_mansion("alice", join_from_spot=allowed).tap("SetOut", "pass")
    assert ("alice" in evening.choices("SetOut")) is allowed
    if allowed:
        evening.send("alice").tap("SetOut", "nobody").tap("AddCards", "next")
        assert evening.sentence("AddCards").startswith("Cleo,")


@pytest.mark.rule("WT-A25")  # unless it stands there
def test_who_lies_or_was_stopped_does_not_set_out() -> None:
    evening = four()
    for key in ("wolf", "alice"):
        evening.correct(f"characters.{key}.cannot_move", True)
    evening.correct("characters.cranky.down", True)
    for key in ("tin_man", "alice", "cranky"):
        put(evening, key, at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    offered = evening.choices("SetOut") + evening.tap("SetOut", "pass").choices("SetOut")
    assert "alice" in offered and "wolf" not in offered and "cranky" not in offered


@pytest.mark.rule("WT-60")
def test_who_sent_somebody_joins_only_with_that_one() -> None:
    """Cleo's Scarecrow fell short, so Alice on the spot does not help; Wolf lost a battle on arrival."""
    evening = at_mansion("alice").send("scarecrow").tap("StopShort").tap("SetOut", "nobody")
    add(evening, "next")
    assert evening.names() == ["LastCard"]


@pytest.mark.rule("WT-60")  # upright when the turn in step four comes
def test_arriving_and_falling_is_not_joining() -> None:
    evening = put(at_mansion(), "white_rabbit", at.MANSION).send("cranky")
    evening.tap("StepTo", "dorothys_mansion+nightmare_factory").tap("Attack", "nobody").tap("StepTo", at.MANSION)
    evening.taps(("Attack", "white_rabbit"), ("BattleCard", "card"), ("BattleCard", "stops"), ("DragTo", at.MANSION),
                 ("SetOut", "nobody"), ("AddCards", "next"))
    assert evening.sentence("AddCards").startswith("Dev,")


@pytest.mark.rule("WT-67", "WT-68")
def test_a_quest_told_without_the_phone_is_three_answers() -> None:
    """With the menu and its line five touches; the memory is that quest's, bookmark and all."""
    evening = four()
    before = len(evening.play.log)
    evening.declare("ToldQuest", "glimmer").tap("ToldOutcome", "winter").tap("ToldSpace", 2)
    assert len(evening.play.log) - before == 3
    memory, table = evening.table.track[1], evening.table
    assert memory is not None and (memory.side, memory.source, memory.outcome) == ("winter", "glimmer", "failure")
    assert table.bookmark == 1 and table.quests["glimmer"].state == "done"
    assert evening.lines()[-3:] == ["A Glimmer of Hope", "It was told without the phone.",
                                    "A winter memory lies on space two."]
    assert evening.names() == ["Activate"] and evening.player("Ben").points == 3


@pytest.mark.rule("WT-53")  # the Artifact's twin goes to the box
def test_a_quest_that_was_never_on_the_map_counts_too() -> None:
    evening = four().declare("ToldQuest", "artifact_spring").tap("ToldOutcome", "neutral").tap("ToldSpace", 1)
    assert evening.table.track[0].outcome == "tie" and evening.table.quests["artifact_winter"].state == "boxed"


@pytest.mark.rule("WT-67")  # nothing has changed
def test_never_mind() -> None:
    evening = four().declare("ToldQuest", "glimmer").tap("ToldOutcome", "never mind")
    assert evening.table.track == [None] * 3 and evening.table.quests["glimmer"].state == "map"


@pytest.mark.rule("WT-73")
def test_the_last_one_begins_the_epilogue() -> None:
    evening = light().correct("track.1", "spring").correct("track.2", "winter")
    evening.declare("ToldQuest", "horror").tap("ToldOutcome", "winter").tap("ToldSpace", 3)
    assert evening.table.phase == "epilogue" and evening.names() == ["EpilogueCards"]


@pytest.mark.rule("WT-57")  # one story at a time; a quest that is just being placed or told is not told beside it
def test_not_while_somebody_is_activated() -> None:
    evening = light().tap("Activate", "tin_man")
    assert "ToldQuest" not in [type(one).__name__ for one in evening.play.standing()]
    evening.tap("EndTurn")
    assert "ToldQuest" in [type(one).__name__ for one in evening.play.standing()]
