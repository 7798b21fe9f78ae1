"""Winter Tales: the steps of a quest from three to seven, and what it leaves behind (WT-61 to WT-70, WT-151)."""


import pytest

from companion.core.play import Play
from companion.games.winter_tales.rules.quest_cards import tally
from companion.games.winter_tales.rules.quests import chooser
from companion.games.winter_tales.table import Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, four, give_power, light, put, whole_town
from tests.games.winter_tales.rules.test_quests import add, at_mansion, finish, memory_side

# Steps three to five

@pytest.mark.rule("WT-61", "WT-A26")  # none is fine too
def test_the_acting_player_plays_any_number() -> None:
    evening = add(at_mansion().tap("SetOut", "nobody"), "card", "card", "card", "back", "next")
    quest = evening.table.under_way(Resolving)
    assert tally(evening.table, quest) == (2, 0)
    evening = add(at_mansion().tap("SetOut", "nobody"), "next")
    assert evening.names() == ["LastCard"]


@pytest.mark.rule("WT-58", "WT-61")
def test_the_ongoing_token_is_laid_once() -> None:
    """Until the first card, the page says so."""
    told = "The ongoing token goes onto A Glimmer of Hope."
    evening = light(5).taps(("Activate", "tin_man"), ("TakeUpQuest", "glimmer"))
    for expected in (True, False):
        reasons = evening.asked("AddCards").reasons(evening.table)
        assert (told in [str(one.text) for one in reasons]) is expected
        evening.tap("AddCards", "card")


@pytest.mark.rule("WT-61", "WT-62")
@pytest.mark.parametrize(("word", "step", "sentence"), [
    ("card", "Step 3 of 7: the acting player continues", "Ana, go on with the tale."),
    ("next", "Step 4 of 7: others join in", "Ben, how many cards do you add?")])
def test_a_first_card_begins_the_tale_and_none_passes_it_on(word: str, step: str, sentence: str) -> None:
    evening = light(5).taps(("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("AddCards", word))
    question = evening.asked("AddCards")
    assert (str(question.kicker(evening.table)), str(question.sentence(evening.table))) == (step, sentence)


@pytest.mark.rule("WT-62")  # activated or not; the acting player's other characters take no part; nobody must
def test_others_join_clockwise_for_the_side_of_their_character() -> None:
    evening = at_mansion("dorothy", "wolf", "alice", "candlewick").correct("characters.wolf.ready", False)
    evening.tap("SetOut", "nobody")
    add(evening, "card", "next")
    order = []
    for words in (("card", "card", "next"), ("out",), ("card", "next")):
        order.append(evening.asked("AddCards").seat.name)
        add(evening, *words)
    assert order == ["Ben", "Cleo", "Dev"]
    quest = evening.table.under_way(Resolving)
    assert tally(evening.table, quest) == (1, 3)
    assert [one.key for one in quest.takes_part] == ["tin_man", "wolf", "candlewick"]


@pytest.mark.rule("WT-63")  # with a rebel there, for spring
def test_the_writers_cards_count_for_the_character() -> None:
    evening = at_mansion("pinocchio", players=5).tap("SetOut", "nobody")
    add(evening, "next", "card", "next")
    assert tally(evening.table, evening.table.under_way(Resolving)) == (1, 0)


@pytest.mark.rule("WT-A27")  # by the first card
def test_the_writer_with_both_names_one_side() -> None:
    evening = at_mansion("pinocchio", "mangiafuoco", players=5).tap("SetOut", "nobody")
    add(evening, "next")
    assert evening.choices("AddCards") == ["spring", "winter", "last", "end", "out"]
    add(evening, "winter", "card")
    assert tally(evening.table, evening.table.under_way(Resolving)) == (0, 2)
    assert evening.choices("AddCards") == ["card", "back", "last", "end", "next"]


@pytest.mark.rule("WT-64")
def test_exactly_one_last_card() -> None:
    evening = add(at_mansion().tap("SetOut", "nobody"), "next").tap("LastCard", "card")
    assert evening.names() == ["PlaceMemory", "MemoryNote"]
    assert tally(evening.table, evening.table.under_way(Resolving)) == (1, 0)


# Steps six and seven

@pytest.mark.rule("WT-65", "WT-67")  # more, fewer, as many; a tie brings a neutral card
@pytest.mark.parametrize(("mine", "theirs", "outcome", "side"),
                         [(2, 1, "success", "spring"), (1, 2, "failure", "winter"), (1, 1, "tie", "neutral")])
def test_the_result(mine: int, theirs: int, outcome: str, side: str) -> None:
    evening = at_mansion("wolf").tap("SetOut", "nobody")
    add(evening, *["card"] * mine, "next", *["card"] * theirs, "next")
    finish(evening)
    memory = evening.table.track[0]
    assert memory is not None and (memory.outcome, memory.side) == (outcome, side)


@pytest.mark.rule("WT-65")  # Cranky's cards for moving are not in the count
def test_what_step_two_cost_does_not_count() -> None:
    evening = put(at_mansion(), "wolf", at.FAIR).send("cranky")
    evening.tap("StepTo", "dorothys_mansion+nightmare_factory").tap("StepTo", at.MANSION).tap("SetOut", "nobody")
    add(evening, "next", "card", "next")
    assert tally(evening.table, evening.table.under_way(Resolving)) == (1, 0)


def who_chooses(evening: Evening) -> str | None:
    player = chooser(evening.table, evening.table.under_way(Resolving))
    return None if player is None else player.name


@pytest.mark.rule("WT-66")  # Cleo with two of spring's three
def test_who_played_most_of_the_winners_chooses_the_memory() -> None:
    evening = at_mansion("alice").tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "card", "next").tap("LastCard", "next")
    assert who_chooses(evening) == "Cleo"


@pytest.mark.rule("WT-66", "WT-84")  # even if the acting side lost
def test_a_tie_for_most_is_the_acting_players_or_the_writers() -> None:
    evening = at_mansion("wolf", "candlewick").tap("SetOut", "nobody")
    add(evening, "next", "card", "next", "card", "next").tap("LastCard", "next")
    assert who_chooses(evening) == "Ana"
    evening = at_mansion("wolf", "candlewick", players=5).tap("SetOut", "nobody")
    add(evening, "next", "card", "next", "card", "next").tap("LastCard", "next")
    assert who_chooses(evening) == "Eve"


@pytest.mark.rule("WT-A29")
def test_the_writer_may_be_the_one_with_most() -> None:
    evening = at_mansion("pinocchio", players=5).tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "card", "next").tap("LastCard", "next")
    assert who_chooses(evening) == "Eve"


@pytest.mark.rule("WT-A30")  # the Scarecrow's skill alone wins zero to zero
def test_without_a_card_of_the_winners_the_deck_gives_the_memory() -> None:
    evening = put(four(skills=True), "scarecrow", at.MANSION)
    acting(evening, "Cleo").tap("Activate", "scarecrow").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    add(evening, "next").tap("LastCard", "next")
    assert who_chooses(evening) is None
    assert evening.table.last is not None and "top card of the deck" in str(evening.table.last.line)
    assert evening.table.under_way(Resolving).outcome == "success"


@pytest.mark.rule("WT-A31")
@pytest.mark.parametrize(("option", "words"), [("any", "picks any played card"), ("winners", "picks a spring card")])
def test_from_which_cards(option: str, words: str) -> None:
    evening = add(at_mansion(memory_card=option).tap("SetOut", "nobody"), "card", "next").tap("LastCard", "next")
    assert evening.table.last is not None and words in str(evening.table.last.line)


@pytest.mark.rule("WT-67")  # not forced to the left; a filled space is refused
def test_the_acting_player_places_the_memory_anywhere_free() -> None:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    add(evening.tap("SetOut", "nobody"), "card", "next").tap("LastCard", "next")
    assert evening.choices("PlaceMemory") == [2, 3]
    assert evening.refused("PlaceMemory", 1) == "WT-67" and evening.refused("PlaceMemory", 4) == "WT-71"
    evening.tap("MemoryNote", "the burning mill").tap("PlaceMemory", 3)
    assert evening.table.track[2].note == "the burning mill"
    assert "A spring memory lies on space three." in evening.lines()
    assert "Remembered: “the burning mill”" in evening.lines()


@pytest.mark.rule("WT-68")
def test_bookmark_and_token_move_by_themselves() -> None:
    evening = finish(add(at_mansion().tap("SetOut", "nobody"), "card", "next"), space=2)
    assert evening.table.bookmark == 1 and evening.table.quests["glimmer"].state == "done"
    assert not evening.table.is_under_way(Resolving) and evening.sentence("Activate").startswith("Ben,")


@pytest.mark.rule("WT-69", "WT-A32")  # the fourth neutral memory lies like the others
def test_more_ties_than_neutral_cards() -> None:
    evening = four(length=5)
    for space in (1, 2, 3):
        evening.correct(f"track.{space}", "neutral")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    finish(add(evening.tap("SetOut", "nobody"), "next"), space=4)
    assert [memory_side(evening, space) for space in range(1, 6)] == ["neutral"] * 4 + [None]


@pytest.mark.rule("WT-70")
def test_the_goal_is_shown_while_a_quest_is_told() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man")
    face = evening.asked("TakeUpQuest").face(evening.table, "glimmer")
    assert str(face.hint) == "Find something that gives people hope of spring."
    evening.tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    said = [str(one.text) for one in evening.asked("AddCards").reasons(evening.table)]
    assert said == ["Nobody dies, and the end stays open."]


@pytest.mark.rule("WT-151")  # the bearer of the ongoing quest is asked for no step away, and is not dragged off
def test_the_quests_place_stays() -> None:
    evening = put(four(spring=("love", "alice")), "tin_man", at.THEATER).correct("characters.alice.cannot_move", False)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "love").send("alice")
    assert "StepTo" not in evening.names(), "she stands at the quest and carries it"
    assert evening.names() == ["Send", "SetOut"]


@pytest.mark.rule("WT-151")  # Dorothy carries Love; sent in step two she stays
def test_the_bearer_of_an_ongoing_quest_takes_no_passage() -> None:
    town = whole_town(passages={"dorothy": at.FAIR, "mad_hatter": at.ASYLUM})
    evening = put(four(spring=("love", "dorothy"), skills=True, box=town), "alice", at.PARK)
    acting(evening, "Cleo").tap("Activate", "alice").tap("TakeUpQuest", "love").send("dorothy")
    assert evening.names() == ["Send", "SetOut"] and evening.who("dorothy").at == at.PARK


@pytest.mark.rule("WT-59", "WT-18")  # on the spot, too, where three cards are drawn first (WT-A24)
def test_who_was_sent_discards_to_seven() -> None:
    evening = at_mansion("alice").send("alice")
    said = [str(one.text) for one in evening.asked("SetOut").reasons(evening.table)]
    assert said == ["Cleo draws three for Alice, then discards down to seven."]
    evening = at_mansion().send("cranky").tap("StopShort")
    said = [str(one.text) for one in evening.asked("SetOut").reasons(evening.table)]
    assert said == ["Cleo discards down to seven cards."]


@pytest.mark.rule("WT-55")  # a correction
def test_a_carried_quest_can_be_moved_by_hand() -> None:
    evening = four(spring=("love", "alice")).correct("quests.love.bearer", "cranky")
    assert evening.table.site_of(evening.table.quests["love"]) == at.FACTORY


@pytest.mark.rule("WT-59", "WT-60")  # positions stay on the board
def test_in_light_the_table_says_who_arrived() -> None:
    evening = light().tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.send("wolf").tap("Arrival", "short").send("alice").tap("Arrival", "arrived")
    evening.tap("SetOut", "nobody")
    add(evening, "card", "next")
    assert evening.asked("AddCards").seat.name == "Cleo", "Ben's Wolf fell short"
    add(evening, "next" if "next" in evening.choices("AddCards") else "out")
    assert evening.asked("AddCards").seat.name == "Dev"


@pytest.mark.rule("WT-57", "WT-58", "WT-59", "WT-60", "WT-61", "WT-62", "WT-63", "WT-64", "WT-65")
def test_the_steps_stand_above_the_question() -> None:
    """One to five, in the words of the table."""
    evening = at_mansion("wolf")
    said = [str(evening.asked("SetOut").kicker(evening.table))]
    evening.tap("SetOut", "nobody")
    said.append(str(evening.asked("AddCards").kicker(evening.table)))
    add(evening, "next")
    said.append(str(evening.asked("AddCards").kicker(evening.table)))
    add(evening, "out")
    said.append(str(evening.asked("LastCard").kicker(evening.table)))
    assert said == ["Step 1 of 7: the quest begins", "Step 3 of 7: the acting player continues",
                    "Step 4 of 7: others join in", "Step 5 of 7: the last card"]


@pytest.mark.rule("WT-62")  # every tap is a record; reopened from the log the count stands
def test_a_quest_survives_a_restart_of_the_app() -> None:
    evening = at_mansion("wolf").tap("SetOut", "nobody")
    add(evening, "card", "card", "next", "card")
    again = Play(evening.play.game, evening.play.setup, evening.play.log)
    assert tally(again.table, again.table.under_way(Resolving)) == (2, 1)
