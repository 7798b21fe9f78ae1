"""One answer for what took several: drawn factions and quests, a whole walk, a quest's cards. The rules stay."""

from math import comb
from random import Random

import pytest

from companion.core import log
from companion.core.log import Record
from companion.core.play import Play
from companion.games.winter_tales.table import Battle, Resolving
from companion.testing.by_hand_laws import missing
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put

# Setting up

@pytest.mark.rule("WT-2", "WT-9", "WT-53")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_every_hand_out_of_the_tokens_can_be_drawn(players: int) -> None:
    """Half spring, half winter, the odd one is the writer; with any of 15 pairs of quests."""
    evening = Evening(players)
    half, odd = divmod(players, 2)
    ways = evening.choices("DrawForAll")
    assert len(ways) == comb(players, half) * comb(players - half, half) * 15
    assert all(way.count("spring") == way.count("winter") == half and way.count("writer") == odd for way in ways)
    assert {tuple(way[players:]) for way in ways} == {
        (one, other) for one in ("artifact_spring", "glimmer", "love", "safe_house")
        for other in ("artifact_winter", "horror", "propaganda", "retaliation")} - {
        ("artifact_spring", "artifact_winter")}
    assert evening.asked("DrawForAll").random_answer(evening.table, Random(4)) in ways


@pytest.mark.rule("WT-2", "WT-3", "WT-4", "WT-5")
def test_drawing_for_all_seats_everybody() -> None:
    """Youngest of spring first, sides in turn, the writer last and arbiter for now."""
    evening = Evening(5).tap("DrawForAll", ["winter", "writer", "spring", "winter", "spring"])
    assert [player.name for player in evening.table.ring] == ["Cleo", "Ana", "Eve", "Dev", "Ben"]
    assert evening.table.arbiter is evening.player("Ben") and evening.table.laid_out
    assert evening.names() == ["ChooseCharacter", "SitOtherwise", "Arbiter"]
    said = [str(one.text) for one in evening.asked("ChooseCharacter").reasons(evening.table)]
    assert said == [
        "Lay out the town; the epilogue token goes on space 4, winter side up.",
        "Sit down clockwise: Cleo, Ana, Eve, Dev and Ben.", "Ben is the story arbiter."]
    evening.tap("Arbiter", 0)
    assert evening.table.arbiter is evening.player("Ana")


@pytest.mark.rule("WT-2", "WT-9")  # with "We draw", a filled button drew the factions
@pytest.mark.parametrize("draws", ["phone", "table"])
def test_what_draws_is_filled_only_if_the_phone_is_to_draw(draws: str) -> None:
    evening = Evening(4, draws=draws)
    asked = evening.asked("DrawForAll")
    assert asked.draft(evening.table).primary().quiet is (draws == "table")
    assert [asked.face(evening.table, choice).main for choice in list(asked.choices(evening.table))[:1]] == [
        draws == "phone"]


@pytest.mark.rule("WT-79")  # a memory was laid by hand before anybody had a faction
def test_points_are_those_of_the_side_that_is_drawn() -> None:
    evening = Evening(4).correct("track.1", "winter").tap("DrawForAll", ["winter", "spring", "spring", "winter"])
    assert [player.points for player in evening.table.seats] == [3, 0, 0, 3]


@pytest.mark.rule("WT-3")  # the order that was tapped holds
def test_other_ages_first_and_then_the_phone_draws() -> None:
    evening = Evening(3).tap("AgeOrder", [2, 0]).tap("DrawForAll", ["spring", "winter", "writer"])
    assert [evening.player(name).side for name in ("Cleo", "Ana", "Ben")] == ["spring", "winter", "writer"]


@pytest.mark.rule("WT-2")
def test_a_hand_out_that_cannot_be_is_refused() -> None:
    assert Evening(4).refused("DrawForAll", ["spring", "spring", "spring", "winter"]) == "WT-2"
    sides = ["spring", "winter", "spring", "winter"]
    for quests in (["glimmer"], ["glimmer", "love"], ["horror", "glimmer"], ["artifact_spring", "artifact_winter"]):
        assert Evening(4).refused("DrawForAll", sides + quests) == "WT-2"


# The first quests, drawn with the factions

def drawn_with_factions(*quests: str, depth: str = "full") -> Evening:
    evening = Evening(5, depth=depth)
    return evening.tap("DrawForAll", ["spring", "winter", "spring", "winter", "writer", *quests]).choose(at.FIVE)


@pytest.mark.rule("WT-9", "WT-10", "WT-148")
def test_quests_drawn_with_the_factions_are_placed_when_everybody_stands() -> None:
    """No word about them before; people choose where they lie; then the story begins."""
    evening = drawn_with_factions("glimmer", "retaliation")
    assert evening.names() == ["QuestSite", "QuestGoal"] and evening.asked("QuestSite").seat is evening.player("Eve")
    assert not any("Glimmer" in line for line in evening.lines())
    evening.tap("QuestSite", at.MANSION)
    assert evening.names() == ["QuestBearer", "QuestGoal"]
    evening.tap("QuestBearer", "dorothy")
    assert evening.table.phase == "turns" and evening.table.opening
    assert [quest.key for quest in evening.table.on_map()] == ["glimmer", "retaliation"]


@pytest.mark.rule("WT-9")  # its token may be missing
def test_a_drawn_quest_that_hands_put_away_is_drawn_again() -> None:
    evening = Evening(5, depth="light").tap("DrawForAll", [*["spring", "winter"] * 2, "writer", "glimmer", "horror"])
    evening.correct("quests.glimmer.state", "boxed").choose(at.FIVE)
    assert evening.names() == ["DrawQuests", "DrawQuest"]


@pytest.mark.rule("WT-7", "WT-8")  # or one after the other, as the book has it
def test_all_characters_first_and_then_all_places() -> None:
    evening = Evening(5).tap("DrawForAll", ["spring", "winter", "spring", "winter", "writer"])
    for key in at.FIVE:
        evening.tap("ChooseCharacter", key)
    assert evening.names() == ["StartSite"]
    while "StartSite" in evening.names():
        evening.tap("StartSite", at.FIVE[evening.asked("StartSite").character.key])
    assert {key: evening.who(key).at for key in at.FIVE} == at.FIVE


def ready_to_open(depth: str) -> Evening:
    """As earlier plays have it: the factions were drawn without quests."""
    evening = Evening(5, depth=depth).tap("DrawForAll", ["spring", "winter", "spring", "winter", "writer"])
    return evening.choose(at.FIVE)


@pytest.mark.rule("WT-9", "WT-10", "WT-11", "WT-12", "WT-13", "WT-14")
def test_the_phone_draws_the_first_quests_and_the_writer_places_them() -> None:
    """Chance draws, people choose where; the writer begins, the youngest of spring acts first."""
    evening = ready_to_open("full").tap("DrawQuests", ["glimmer", "retaliation"])
    assert evening.sentence("QuestSite") == "Eve, where does A Glimmer of Hope go?"
    evening.tap("QuestSite", at.MANSION).tap("QuestBearer", "dorothy")
    assert evening.table.quests["glimmer"].site == at.MANSION
    assert evening.table.quests["retaliation"].bearer is evening.who("dorothy")
    assert all(quest.author is evening.player("Eve") for quest in evening.table.on_map())
    said = [str(one.text) for one in evening.asked("Activate").reasons(evening.table)]
    assert said == ["First Eve begins the story: A Glimmer of Hope and Armed Retaliation.",
                    "Then draw four cards each; Eve, the writer, draws two."]
    evening.tap("Activate", "dorothy").tap("NewQuest", "love").tap("QuestBearer", "alice")
    assert list(evening.asked("Activate").reasons(evening.table)) == [] or evening.table.ended is not None
    assert not evening.table.opening


@pytest.mark.rule("WT-10")  # but whoever carries a quest is chosen whatever the app tracks
def test_in_light_depth_a_slot_quest_needs_no_place() -> None:
    evening = ready_to_open("light").tap("DrawQuests", ["glimmer", "horror"])
    assert evening.table.phase == "turns" and len(evening.table.on_map()) == 2
    evening = ready_to_open("light").tap("DrawQuests", ["glimmer", "retaliation"])
    assert evening.names()[0] == "QuestBearer"


# Walks and battles

def watched_walk() -> Evening:
    """From the prison across the park, past Wolf and the Mad Hatter."""
    return put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.CEMETERY_PARK)


@pytest.mark.rule("WT-28", "WT-32")  # nobody attacks on the whole way; without that everybody is asked where they stand
def test_one_answer_lets_a_walk_through() -> None:
    evening = watched_walk()
    assert evening.choices("Attack") == ["nobody", "through", "wolf card"]
    assert evening.sentence("Attack") == "Does anybody attack Pinocchio?"
    evening.tap("Attack", "through")
    assert evening.who("pinocchio").at == at.CEMETERY_PARK and "StepTo" in evening.names()
    evening = watched_walk().tap("Attack", "nobody")
    assert evening.choices("Attack") == ["nobody", "mad_hatter card"]


@pytest.mark.rule("WT-28")  # the next walk is looked at again
def test_letting_through_ends_with_the_walk() -> None:
    evening = watched_walk().tap("Attack", "through").tap("StepTo", at.PARK).tap("StepTo", at.PARK_PRISON)
    assert "wolf card" in evening.choices("Attack")


@pytest.mark.rule("WT-28", "WT-40")  # Tin Man waits at the asylum, too
def test_one_answer_lets_a_soldier_past_every_trap() -> None:
    evening = acting(put(put(four(), "tin_man", at.ASYLUM), "candlewick", at.PARK_PRISON), "Dev")
    evening.tap("Activate", "candlewick").tap("StepTo", at.ASYLUM)
    evening.tap("SpringTrap", "through")
    assert evening.who("candlewick").at == at.ASYLUM and "SpringTrap" not in evening.names()


@pytest.mark.rule("WT-35")  # the rebel is asked at once; the bare name of earlier plays still asks for the card
def test_an_attack_comes_with_its_first_card() -> None:
    evening = watched_walk().tap("Attack", "wolf card")
    battle = evening.table.under_way(Battle)
    assert (battle.attack, battle.last) == (1, "winter")
    assert evening.sentence("BattleCard").endswith("Pinocchio resist?")
    evening = watched_walk().tap("Attack", "wolf")
    assert evening.table.under_way(Battle).attack == 0 and evening.sentence("BattleCard").endswith("Wolf attack?")


@pytest.mark.rule("WT-144", "WT-A50")  # Wolf needs none, so the attack brings none
def test_a_free_first_card_is_not_taken_for_two() -> None:
    evening = put(four(skills=True), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    assert evening.choices("Attack") == ["nobody", "wolf"]
    assert evening.tap("Attack", "wolf").table.under_way(Battle).attack == 1


# Step two of a quest

def taken_up() -> Evening:
    return put(five(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")


@pytest.mark.rule("WT-59")  # one answer, and whoever stands there may spring a trap
def test_who_is_sent_goes_straight_to_the_quest() -> None:
    evening = taken_up()
    face = evening.asked("Send").face(evening.table, "wolf")
    assert str(face.hint) == "Draw 3, play 1: 1 space, past The Tin Man"
    evening.tap("Send", "wolf")
    assert evening.who("wolf").at == at.MANSION and evening.choices("SpringTrap") == ["nobody", "tin_man"]
    evening.tap("SpringTrap", "nobody")
    assert evening.names() == ["Send", "SetOut"] and evening.table.under_way(Resolving).sent == [evening.who("wolf")]


@pytest.mark.rule("WT-59")  # nobody has to take the shortest way, or to arrive
def test_another_way_is_walked_space_by_space() -> None:
    evening = taken_up().tap("Send", "pass").tap("SetOut", "alice")
    assert evening.who("alice").at == at.THEATER and evening.names() == ["StepTo", "StopShort"]


@pytest.mark.rule("WT-146")  # there is something to decide
def test_a_passage_is_offered_before_the_walk() -> None:
    evening = put(five(skills=True, box=None), "tin_man", at.MANSION).tap("Activate", "tin_man")
    evening.tap("TakeUpQuest", "glimmer").tap("Send", "mad_hatter")
    assert "SecretPassage" in evening.names() and evening.who("mad_hatter").at == at.CEMETERY_PARK


# Cards

def all_there() -> Evening:
    evening = five()
    for key in ("tin_man", "wolf", "alice", "candlewick"):
        put(evening, key, at.MANSION)
    return evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("Send", "nobody")


@pytest.mark.rule("WT-62")  # Ana two, Ben one, Cleo one; Dev is asked before the end, and stays out
def test_the_next_one_s_card_passes_the_tale_on() -> None:
    evening = all_there().tap("AddCards", "card").tap("AddCards", "card")
    assert evening.choices("AddCards") == ["card", "back", "card 1", "none", "next"]
    evening.tap("AddCards", "card 1").tap("AddCards", "card 2")
    quest = evening.table.under_way(Resolving)
    assert quest.cards == [2, 1, 1, 0, 0] and quest.sides == ["spring", "winter", "spring", "", ""]
    evening.tap("AddCards", "next").tap("AddCards", "end")
    assert "PlaceMemory" in evening.names() and quest.outcome == "success"
    assert "Ben joined for winter with 1 card." in evening.lines()


@pytest.mark.rule("WT-62")  # while Ben has not said whether he joins, Cleo's card is not to be had
def test_nobody_who_is_there_is_passed_by() -> None:
    evening = all_there().tap("AddCards", "next")
    assert "card 2" not in evening.choices("AddCards") and "card 3" not in evening.choices("AddCards")


@pytest.mark.rule("WT-62", "WT-64")
def test_the_quest_goes_on_until_everybody_there_was_asked() -> None:
    """All others present may contribute; only then does the acting player play a last card."""
    evening = all_there().tap("AddCards", "card")
    for name in ("Ana", "Ben", "Cleo"):
        assert evening.asked("AddCards").seat.name == name
        assert not {"end", "last"} & set(evening.choices("AddCards"))
        evening.tap("AddCards", "next" if name == "Ana" else "out")
    assert evening.asked("AddCards").seat.name == "Dev", "the last of them"
    assert {"end", "last"} <= set(evening.choices("AddCards"))


@pytest.mark.rule("WT-62", "WT-64")
def test_nobody_joins_and_the_acting_players_last_card_is_played() -> None:
    """One answer for all who stand there; a last card of Ana's would be one more of step three."""
    evening = all_there().tap("AddCards", "card")
    assert str(evening.asked("AddCards").face(evening.table, "none").label) == "Nobody joins; it ends"
    evening.tap("AddCards", "none")
    assert "PlaceMemory" in evening.names() and evening.table.under_way(Resolving).outcome == "success"
    evening = all_there().tap("AddCards", "card 1").tap("AddCards", "none")
    assert evening.names() == ["LastCard"], "Ben has played since: Ana may answer"


@pytest.mark.rule("WT-62")  # who stands there is not in the books, so the end is named as what it is
def test_in_light_depth_the_table_says_that_the_quest_ends() -> None:
    evening = light(5).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("AddCards", "card")
    assert str(evening.asked("AddCards").face(evening.table, "end").label) == "The quest ends"
    evening = all_there()
    for word in ("next", "out", "out"):
        evening.tap("AddCards", word)
    assert str(evening.asked("AddCards").face(evening.table, "end").label) == "No more cards"


@pytest.mark.rule("WT-64")  # exactly one, and then the quest ends: two each, a tie
def test_a_last_card_of_the_acting_player() -> None:
    evening = all_there().tap("AddCards", "card").tap("AddCards", "card 1").tap("AddCards", "card")
    evening.tap("AddCards", "next").tap("AddCards", "out").tap("AddCards", "last")
    assert evening.table.under_way(Resolving).outcome == "tie" and "Ana added a last card." in evening.lines()


@pytest.mark.rule("WT-64", "WT-106")  # then the last card has its page
def test_the_artifact_may_be_the_last_card() -> None:
    evening = five(powers=True)
    give_power(evening, "artifact", "tin_man")
    put(put(evening, "tin_man", at.MANSION), "wolf", at.MANSION).tap("Activate", "tin_man")
    evening.tap("TakeUpQuest", "glimmer").tap("Send", "nobody").tap("AddCards", "card").tap("AddCards", "next")
    assert "end" not in evening.choices("AddCards") and "last" not in evening.choices("AddCards")
    evening.tap("AddCards", "card").tap("AddCards", "next")
    assert evening.choices("LastCard") == ["card", "artifact", "next"]


# Where positions stay on the board

@pytest.mark.rule("WT-59", "WT-62")  # a card is the answer; Dev joins from the far end of the table
def test_in_light_depth_nobody_has_to_stay_out_or_away() -> None:
    evening = light(5).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    assert evening.names()[0] == "AddCards" and evening.sentence("AddCards") == "Ana, begin the tale."
    evening.taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "card 3"), ("AddCards", "end"))
    quest = evening.table.under_way(Resolving)
    assert quest.cards == [2, 0, 0, 1, 0] and quest.outcome == "success"
    assert not any("Ben" in line or "Cleo" in line for line in evening.lines()[-4:])


@pytest.mark.rule("WT-59")  # one tap; who falls short is said by the other tile
def test_in_light_depth_who_is_sent_is_there() -> None:
    evening = light(5).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("Send", "wolf")
    assert evening.table.under_way(Resolving).arrived == [evening.who("wolf")]
    evening.tap("SetOut", "alice").tap("Arrival", "short")
    assert evening.table.under_way(Resolving).arrived == [evening.who("wolf")]


@pytest.mark.rule("WT-58")  # the opening recalled the bookmark, and nobody said otherwise
def test_the_link_is_told_with_the_first_card_in_light_depth() -> None:
    evening = light(5, length=5).correct("track.1", "winter").correct("bookmark", 0).tap("Activate", "tin_man")
    evening.tap("TakeUpQuest", "glimmer")
    assert "MissedLink" in evening.names()
    assert evening.asked("MissedLink").draft(evening.table).primary().quiet, "it ends the quest"
    evening.tap("AddCards", "card")
    assert "MissedLink" not in evening.names() and any(line.startswith("Ana recalled") for line in evening.lines())


@pytest.mark.rule("WT-9")
def test_quests_drawn_by_the_phone_are_a_field_once_they_are_turned_up() -> None:
    """Not before everybody is in place; the list then makes the same table again, and asks the same."""
    evening = Evening(4).tap("DrawForAll", [*at.SIDES[4], "glimmer", "horror"])
    paths = [one.path for one in evening.play.fields()]
    assert "face_down" not in paths and evening.table.face_down == ["glimmer", "horror"]
    while evening.names()[0] != "QuestSite":
        first = evening.play.open()[0]
        evening.play.answer(first.key(), first.encode(next(iter(first.choices(evening.table)))))
    turned_up = next(one for one in evening.play.fields() if one.path == "face_down")
    assert turned_up.read() == "glimmer,horror"
    assert str(turned_up.words("glimmer,horror")) == "A Glimmer of Hope and Freezing Horror"
    assert not list(missing(evening.play))


@pytest.mark.rule("WT-12", "WT-13")  # the page of the first turn says it
def test_opening_hands_that_the_first_page_names_are_not_told_again() -> None:
    evening = ready_to_open("light")
    evening.play.by_hand.card()
    evening.tap("DrawQuests", ["glimmer", "horror"])
    assert [player.drawn for player in evening.table.seats] == [4, 4, 4, 4, 2]
    said = [str(one.text) for one in evening.asked("Activate").reasons(evening.table)]
    assert "Then draw four cards each; Eve, the writer, draws two." in said
    assert not [line for line in evening.play.by_hand.card().lines if line.path.endswith(".drawn")]


@pytest.mark.rule("WT-9")  # two quests open the story, however they came onto the map
@pytest.mark.parametrize("drawn", [[], ["glimmer"]])
def test_first_quests_that_hands_counted_are_drawn_no_more(drawn: list[str]) -> None:
    """The page that asked for one gives way to the next step."""
    evening = ready_to_open("light")
    for quest in drawn:
        evening.tap("DrawQuest", quest)
    assert evening.correct("quests_drawn", 2).names()[0] == "BeginStory"
    assert not list(missing(evening.play))
    evening.play.undo()
    assert "DrawQuest" in evening.names()


@pytest.mark.rule("WT-9")  # logs of earlier versions may hold this
def test_a_quest_drawn_after_both_were_counted_is_no_third() -> None:
    """Eve, the writer in the fifth seat, placed it."""
    play = ready_to_open("light").play
    counted = Record(log.CORRECT, "quests_drawn", None, 2)
    drawn = Record(log.ANSWER, "DrawQuest/4/spring", 4, "glimmer")
    reopened = Play(play.game, play.setup, [*play.log, counted, drawn])
    assert reopened.misfit is None and reopened.table.quests_drawn == 2
    assert [quest.key for quest in reopened.table.on_map()] == ["glimmer"]
