"""Fewer taps, the same rules: what goes on by itself, what one tap does now, and what undo takes back."""

import pytest

from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, five, four, give_power, light, put

# A tap is the answer

@pytest.mark.rule("WT-8", "WT-10", "WT-26", "WT-37")  # there is nothing to confirm after it
def test_every_space_is_one_tap() -> None:
    evening = Evening(4).seat_everybody().tap("ChooseCharacter", "dorothy")
    given = evening.asked("StartSite").draft(evening.table).tap(at.PARK)
    assert given is not None and given.raw == at.PARK
    evening = four().tap("Activate", "dorothy")
    given = evening.asked("StepTo").draft(evening.table).tap(at.CEMETERY_PARK)
    assert given is not None and given.raw == at.CEMETERY_PARK
    evening.tap("NewQuest", "safe_house")
    assert evening.asked("QuestSite").draft(evening.table).tap(at.ASYLUM).raw == at.ASYLUM


def beaten() -> Evening:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    return evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "stops"))


@pytest.mark.rule("WT-37")  # its tile is the answer
def test_staying_where_it_fell_is_one_tap() -> None:
    evening = beaten()
    question = evening.asked("LeaveLying")
    assert question.only_answer(evening.table) == "done"
    evening.tap("LeaveLying")
    assert evening.who("pinocchio").at == at.PARK_PRISON and evening.who("pinocchio").down
    assert "LeaveLying" not in evening.names(), "nobody asks again"


# A walk

def alone() -> Evening:
    """Dorothy walks from the park; nobody is in her way unless a test puts them there."""
    evening = put(put(four(), "mad_hatter", at.FACTORY_MANSION), "candlewick", at.FACTORY_MANSION)
    return put(evening, "mangiafuoco", at.FACTORY_MANSION)


@pytest.mark.rule("WT-26", "WT-27")  # from the park over the asylum to the theatre, four spaces, two cards
def test_a_tap_on_a_space_further_off_walks_there_and_pays() -> None:
    evening = alone().tap("Activate", "dorothy")
    face = evening.asked("StepTo").face(evening.table, at.THEATER)
    assert face.badge == "2" and str(face.hint) == "4 spaces"
    before = len(evening.play.log)
    evening.tap("StepTo", at.THEATER)
    assert evening.who("dorothy").at == at.THEATER and len(evening.play.log) - before == 1
    assert str(evening.asked("StepTo").hint(evening.table)) == "Cards for this move: 2"


@pytest.mark.rule("WT-26")  # after one step three more spaces take one new card
def test_a_paid_space_is_counted_in_the_walk() -> None:
    evening = alone().tap("Activate", "dorothy").tap("StepTo", at.CEMETERY_PARK)
    assert evening.asked("StepTo").face(evening.table, at.CEMETERY).badge == ""
    assert evening.asked("StepTo").face(evening.table, at.ASYLUM).badge == "1"


@pytest.mark.rule("WT-28", "WT-32")  # Wolf stands on the way; who declines lets the walk go on without another tap
def test_a_walk_is_looked_at_space_by_space_and_runs_on() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio")
    assert str(evening.asked("StepTo").face(evening.table, at.PARK).hint) == "2 spaces, past Wolf"
    evening.tap("StepTo", at.PARK)
    assert evening.who("pinocchio").at == at.PARK_PRISON
    assert evening.sentence("Attack") == "Ben, do you attack Pinocchio?"
    evening.tap("Attack", "nobody")
    assert evening.who("pinocchio").at == at.PARK and "StepTo" in evening.names()


@pytest.mark.rule("WT-28", "WT-38")  # the rebel won; where to go on is asked again
def test_a_battle_ends_the_walk_and_its_player_decides_again() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    assert evening.who("pinocchio").at == at.PARK_PRISON and "StepTo" in evening.names()


@pytest.mark.rule("WT-121", "WT-130")  # a Spy saw the rebel enter; the moment would be past with the next space
def test_a_walk_stops_where_somebody_may_show_an_objective() -> None:
    evening = put(four(objectives=True), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK)
    evening.tap("Attack", "nobody")
    assert evening.who("pinocchio").at == at.PARK_PRISON
    evening.declare("DeclareObjective", 1)
    assert "spy" in evening.choices("ShowObjective")


@pytest.mark.rule("WT-27")  # from the park to the prison's other side both ways are four spaces; Wolf waits on one
def test_of_two_ways_the_quieter_one_is_walked() -> None:
    evening = put(alone(), "wolf", at.PARK_PRISON).tap("Activate", "dorothy")
    way = str(evening.asked("StepTo").face(evening.table, at.ASYLUM).hint)
    assert way == "2 spaces"


@pytest.mark.rule("WT-27")  # only the ways that are entered
def test_no_way_leads_to_a_space_that_is_not_joined() -> None:
    evening = Evening(4).seat_everybody()
    assert evening.names() == ["ChooseCharacter", "SitOtherwise", "Arbiter"]
    evening = four().tap("Activate", "pinocchio")
    assert evening.refused("StepTo", "nowhere") == "WT-27"


# The end of a turn

@pytest.mark.rule("WT-18", "WT-20")  # the quest is placed, Ben is asked; *To move* says the limit of seven
def test_a_turn_with_nothing_left_ends_by_itself() -> None:
    evening = four().tap("Activate", "dorothy").tap("NewQuest", "safe_house").tap("QuestSite", at.ASYLUM)
    assert evening.sentence("Activate") == "Ben, whom do you activate?"


@pytest.mark.rule("WT-18")  # who was only activated draws first
def test_who_did_nothing_says_when_the_turn_is_over() -> None:
    assert "EndTurn" in light().tap("Activate", "tin_man").names()


@pytest.mark.rule("WT-49")  # saving is open, so nothing ends by itself
def test_a_rescue_that_is_still_possible_keeps_the_turn_open() -> None:
    evening = four().correct("characters.pinocchio.down", True)
    evening.tap("Activate", "dorothy").tap("NewQuest", "safe_house").tap("QuestSite", at.ASYLUM)
    assert evening.names() == ["Save", "EndTurn"]


@pytest.mark.rule("WT-121", "WT-A56")
def test_an_objective_that_may_be_shown_now_keeps_the_turn_open() -> None:
    """Dorothy stands in a location, so it may be a Connection: its moment is her activation."""
    evening = four(objectives=True)
    evening.tap("Activate", "dorothy").tap("NewQuest", "safe_house").tap("QuestSite", at.ASYLUM)
    assert evening.names() == ["EndTurn"]


@pytest.mark.rule("WT-18")
def test_the_switch_asks_for_every_end() -> None:
    evening = four(by_itself=False).tap("Activate", "dorothy").tap("NewQuest", "safe_house")
    assert evening.tap("QuestSite", at.ASYLUM).names() == ["EndTurn"]


# A quest

@pytest.mark.rule("WT-62")  # Ben adds a card; Cleo, Dev and Eve stay out with his tap
def test_after_one_has_joined_nobody_else_has_to_answer() -> None:
    evening = light(5).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.taps(("AddCards", "card"), ("AddCards", "next"), ("AddCards", "card"))
    assert str(evening.asked("AddCards").face(evening.table, "none").label) == "Nobody else"
    evening.tap("AddCards", "none")
    assert str(evening.asked("LastCard").hint(evening.table)) == "Spring 1, winter 1"


@pytest.mark.rule("WT-62")  # staying out is the same
def test_the_last_who_is_asked_is_offered_no_shortcut() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "alice", at.MANSION).tap("Activate", "tin_man")
    evening.taps(("TakeUpQuest", "glimmer"), ("SetOut", "nobody"), ("AddCards", "next"))
    assert "none" not in evening.choices("AddCards")


# A Secret Passage

@pytest.mark.rule("WT-146")  # the second time nobody asks where it leads
def test_a_secret_passage_named_once_is_known() -> None:
    evening = four(skills=True).tap("Activate", "dorothy").tap("SecretPassage").tap("PassageEnd", at.PRISON)
    assert evening.who("dorothy").at == at.PRISON
    give_power(evening, "glimmer", "dorothy")
    evening.tap("EndTurn").tap("TurnBack", "ready")
    put(evening, "dorothy", at.PARK).correct("acting", 0).again().tap("Activate", "dorothy").tap("SecretPassage")
    assert evening.who("dorothy").at == at.PRISON and "PassageEnd" not in evening.names()


# Set-up and epilogue

def to_the_writer() -> Evening:
    evening = five(length=3).correct("track.1", "winter").correct("track.2", "neutral")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.taps(("SetOut", "nobody"), ("AddCards", "card"), ("AddCards", "next"))
    evening.taps(("LastCard", "next"), ("PlaceMemory", 3))
    while "EpilogueCards" in evening.names():
        evening.tap("EpilogueCards", "next")
    return evening.tap("ShowCount")


@pytest.mark.rule("WT-80", "WT-82")  # level, so playing nothing is the writer's win; no side has to be named
def test_the_writer_may_help_nobody() -> None:
    evening = to_the_writer()
    assert str(evening.asked("HelpSide").face(evening.table, "nobody").hint) == "It's level, so you win"
    evening.tap("HelpSide", "nobody")
    assert evening.names() == ["TheEnd"] and "Eve, the writer, gave no cards." in evening.lines()
    assert "Eve wrote it so" in evening.sentence("TheEnd")


@pytest.mark.rule("WT-80")  # side, three cards, done: five taps; the limit is shown, the hand stays secret
def test_the_writers_cards_are_counted_as_they_are_played() -> None:
    evening = to_the_writer()
    before = len(evening.play.log)
    evening.tap("HelpSide", "winter")
    assert str(evening.asked("WriterGift").hint(evening.table)) == "Up to half of your hand, rounded down."
    evening.taps(*[("WriterGift", "card")] * 3, ("WriterGift", "next"))
    assert len(evening.play.log) - before == 5
    assert evening.table.finale is not None and evening.table.finale.given["winter"] == 3
    assert "Eve, the writer, gave 3 cards to winter." in evening.lines()


@pytest.mark.rule("WT-79", "WT-80")
def test_cards_that_the_writer_has_given_count_if_the_part_begins_again() -> None:
    """One memory each, and two cards for winter."""
    evening = to_the_writer().taps(("HelpSide", "winter"), *[("WriterGift", "card")] * 2)
    evening.play.restart()
    points = {player.side: player.points for player in evening.table.seats}
    assert points["winter"] == points["spring"] + 2


@pytest.mark.rule("WT-80")
def test_a_card_of_the_writer_is_taken_back() -> None:
    evening = to_the_writer().tap("HelpSide", "spring")
    evening.taps(("WriterGift", "card"), ("WriterGift", "back"), ("WriterGift", "next"))
    assert evening.table.finale is not None and evening.table.finale.given["spring"] == 0
