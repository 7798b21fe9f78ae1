"""What the phone told wrongly once, each with the rule it broke."""

from __future__ import annotations

from typing import Any

from tests.games.winter_tales.evening import (
    CEMETERY,
    MANSION,
    PRISON,
    THEATER,
    Evening,
    acting,
    five,
    four,
    give_power,
    light,
    put,
)


def quest_at_mansion(*others: str, **options: Any) -> Evening:
    """Ana's Tin Man takes up the Glimmer; whoever else is named stands there, too."""
    evening = four(**options)
    for key in ("tin_man", *others):
        put(evening, key, MANSION)
    return evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")


def words(evening: Evening, name: str) -> list[str]:
    return [str(one.text) for one in evening.asked(name).reasons(evening.table)]


# Objectives

def show(evening: Evening, seat: int, key: str, space: int) -> None:
    evening.declare("DeclaresObjective", seat).tap("WhichObjective", key).tap("PlacesObjective", space)


def test_a_fourth_objective_finds_no_space_even_where_the_icons_are_not_entered() -> None:
    """WT-122: only three spaces can hold objectives; without a quest the epilogue never comes."""
    evening = light(5, objectives=True)
    show(evening, 0, "rescue", 1)
    show(evening, 1, "reward", 2)
    show(evening, 2, "rebels", 3)
    evening.declare("DeclaresObjective", 3)
    assert evening.choices("WhichObjective") == ["not now"]
    assert evening.refused("WhichObjective", "reward") == "WT-A58"
    assert evening.table.phase == "turns" and len(evening.table.free_spaces()) == 2


def test_a_covered_objective_keeps_its_space_taken() -> None:
    """WT-122, WT-123: a quest's memory over it fills the space with the icon; a fourth finds none."""
    evening = light(5, objectives=True)
    for seat, key, space in ((0, "rescue", 1), (1, "reward", 2), (2, "rebels", 3)):
        show(evening, seat, key, space)
    evening.correct("track.2", "spring")
    evening.declare("DeclaresObjective", 3)
    assert evening.choices("WhichObjective") == ["not now"]


def test_the_prompt_names_the_icon_where_it_is_not_entered() -> None:
    """WT-122"""
    evening = light(5, objectives=True).declare("DeclaresObjective", 0).tap("WhichObjective", "rescue")
    hint = evening.asked("PlacesObjective").hint(evening.table)
    assert str(hint) == "Only one of the three spaces with the objective icon."


# Minus

def with_artifact() -> Evening:
    evening = four()
    give_power(evening, "artifact", "tin_man", space=1)
    put(evening, "tin_man", MANSION).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")
    return evening.tap("SetsOut", "nobody")


def test_minus_after_the_artifact_takes_the_artifact_back() -> None:
    """WT-106, WT-66: a real card lies there, so its player chooses the memory, and the Artifact can still be played."""
    evening = with_artifact()
    for word in ("card", "artifact", "back"):
        evening.tap("AddsCards", word)
    assert "artifact" in evening.choices("AddsCards")
    evening.tap("AddsCards", "next").tap("LastCard", "next")
    assert "Ana chooses the memory from any card played" in words(evening, "PlacesMemory")[1]


def test_minus_after_a_card_leaves_the_artifact() -> None:
    """WT-106, WT-A47: Artifact, card, minus: the card is gone, the Artifact is played, the deck gives the memory."""
    evening = with_artifact()
    for word in ("artifact", "card", "back"):
        evening.tap("AddsCards", word)
    assert "artifact" not in evening.choices("AddsCards")
    evening.tap("AddsCards", "next").tap("LastCard", "next")
    assert "the top card of the deck is the memory" in words(evening, "PlacesMemory")[1]


def test_joining_without_a_card_survives_plus_and_minus() -> None:
    """WT-62, WT-142: the Scarecrow's one more for spring stays."""
    evening = quest_at_mansion("scarecrow", skills=True).tap("SetsOut", "nobody").tap("AddsCards", "next")
    for word in ("join", "card", "back"):
        evening.tap("AddsCards", word)
    assert "next" in evening.choices("AddsCards") and "out" not in evening.choices("AddsCards")
    evening.tap("AddsCards", "next")
    assert str(evening.asked("LastCard").hint(evening.table)) == "Spring 1, winter 0"


def test_a_card_taken_back_without_joining_is_no_joining() -> None:
    """WT-62: who never said so has stayed out."""
    evening = quest_at_mansion("scarecrow", skills=True).tap("SetsOut", "nobody").tap("AddsCards", "next")
    evening.tap("AddsCards", "card").tap("AddsCards", "back")
    assert "out" in evening.choices("AddsCards")


# Step two

def test_step_two_asks_round_the_table() -> None:
    """WT-59: Ben, then Cleo, then Dev; each is asked by name."""
    evening = quest_at_mansion()
    asked = [evening.sentence("SetsOut")]
    while "pass" in evening.choices("SetsOut"):
        asked.append(evening.tap("SetsOut", "pass").sentence("SetsOut"))
    assert asked == ["Ana, begin the tale. Ben, do you send somebody?",
                     "Cleo, do you send somebody to join The Tin Man?",
                     "Dev, do you send somebody to join The Tin Man?"]
    assert evening.choices("SetsOut") == ["nobody", "candlewick", "fox_and_cat", "white_rabbit"]


def test_a_later_player_does_not_pass_the_earlier_ones_by() -> None:
    """WT-59: Dev's turn has not come, so his characters are not there to be tapped, and Ben's do not vanish."""
    evening = quest_at_mansion()
    assert set(evening.choices("SetsOut")) == {"nobody", "mad_hatter", "wolf", "mangiafuoco", "pass"}
    assert evening.refused("SetsOut", "candlewick") == "WT-59"
    assert "wolf" in evening.choices("SetsOut")
    evening.tap("SetsOut", "pass").tap("SetsOut", "cranky").tap("StopsShort")
    assert set(evening.choices("SetsOut")) == {"nobody", "candlewick", "white_rabbit", "fox_and_cat"}


def test_one_tap_still_says_that_nobody_sets_out() -> None:
    """WT-59"""
    assert quest_at_mansion().tap("SetsOut", "nobody").names() == ["AddsCards"]


def test_on_the_spot_the_three_cards_are_said() -> None:
    """WT-59, WT-A24: the choice says so before, the reminder after."""
    evening = quest_at_mansion("alice", skills=False).tap("SetsOut", "pass")
    assert "draws 3 on the spot" in str(evening.asked("SetsOut").face(evening.table, "alice").hint)
    evening.tap("SetsOut", "alice").tap("SetsOut", "nobody")
    assert "Cleo draws three for Alice, then discards down to seven." in words(evening, "AddsCards")


# The link

def marked() -> Evening:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    evening.correct("bookmark", 0)
    for key in ("tin_man", "alice"):
        put(evening, key, MANSION)
    return evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")


def test_only_who_starts_recalls_the_bookmark() -> None:
    """WT-58, WT-72: Ana is told so, Cleo who joins is not."""
    evening = marked()
    assert "Recall the last memory" in str(evening.asked("SetsOut").hint(evening.table))
    evening.tap("SetsOut", "pass")
    assert evening.asked("SetsOut").hint(evening.table) is None, "Cleo is asked whether she sends somebody"
    evening.tap("SetsOut", "nobody").tap("AddsCards", "next")
    assert evening.asked("AddsCards").seat.name == "Cleo"
    assert evening.asked("AddsCards").hint(evening.table) is None


def test_a_missed_link_was_not_recalled() -> None:
    """WT-58: the chronicle does not tell both."""
    evening = marked().tap("LinkMissed")
    told = " ".join(evening.lines())
    assert "fails: the last memory was not recalled" in told and "recalling" not in told
    assert "recalled Winter Propaganda" not in told


def test_a_link_that_was_made_is_told() -> None:
    """WT-58"""
    assert "Ana recalled Winter Propaganda." in marked().tap("SetsOut", "nobody").lines()


# Powers

def test_not_now_is_not_never() -> None:
    """WT-102: once a chapter, after its activation: later on another turn, too."""
    evening = four()
    give_power(evening, "glimmer", "dorothy")
    evening.tap("Activates", "dorothy").tap("EndsTurn").tap("TurnsBack", "later")
    assert evening.table.actor().name == "Ben"
    evening.declare("HopeReturns")
    assert evening.who("dorothy").ready and evening.table.powers["glimmer"].used
    assert "HopeReturns" not in [type(one).__name__ for one in evening.play.standing()]


def nobody_but_hope() -> Evening:
    """Dorothy's player waited with the Glimmer of Hope, and now nobody is ready."""
    evening = four()
    give_power(evening, "glimmer", "dorothy")
    evening.tap("Activates", "dorothy").tap("EndsTurn").tap("TurnsBack", "later")
    for key, one in evening.table.characters.items():
        if one.owner is not None:
            evening.correct(f"characters.{key}.ready", False)
    return evening


def test_hope_may_return_before_the_chapter_ends() -> None:
    """WT-102, WT-21: nobody is ready; hope keeps the chapter open."""
    evening = nobody_but_hope()
    evening.again()
    assert evening.names() == ["ChapterEnds", "HopeReturns"]
    evening.tap("HopeReturns")
    assert evening.table.chapter == 1 and evening.choices("Activates") == ["dorothy"]


def test_the_chapter_ends_where_hope_is_let_go() -> None:
    """WT-21"""
    evening = nobody_but_hope()
    evening.again().tap("ChapterEnds")
    assert evening.table.chapter == 2


def horror() -> Evening:
    """Ben has nobody ready, and Wolf, whose Horror it is, lies in the prison."""
    evening = four(skills=True)
    give_power(evening, "horror", "wolf", side="winter")
    for key in ("wolf", "mad_hatter", "mangiafuoco"):
        evening.correct(f"characters.{key}.ready", False)
    put(evening, "wolf", PRISON).correct("characters.wolf.down", True)
    acting(evening, "Ben")
    return evening


def test_the_freezing_horror_fights_under_its_own_name() -> None:
    """WT-108: Wolf lies elsewhere; the battle, the chronicle and the rescue speak of the Horror."""
    evening = horror().tap("HorrorStrikes", "alice").tap("BattleCard", "card")
    assert evening.sentence("BattleCard") == "Ben, how does Freezing Horror attack?"
    evening.tap("BattleCard", "card").tap("BattleCard", "stops").tap("DragsTo", CEMETERY)
    told = " ".join(evening.lines())
    assert "Freezing Horror caught Alice at Puppets' Theater, two to one." in told and "Wolf caught" not in told
    assert str(evening.who("alice").felled) == "Freezing Horror, at Puppets' Theater"


def test_who_lies_elsewhere_plays_no_artifact_for_the_horror() -> None:
    """WT-106, WT-108: only who is in the battle brings the Artifact along."""
    evening = horror()
    give_power(evening, "artifact", "wolf", side="winter", space=2)
    evening.tap("HorrorStrikes", "alice").tap("BattleCard", "card")
    assert evening.choices("BattleCard") == ["card", "stops"]


def test_the_artifact_is_passed_only_if_the_story_justifies_it() -> None:
    """WT-106"""
    evening = put(four(), "dorothy", THEATER)
    give_power(evening, "artifact", "dorothy")
    question = evening.asked("PassesArtifact", standing=True)
    assert str(question.hint(evening.table)) == "Only if the story justifies it."


# The epilogue

def test_the_writers_prompts_name_the_memory_and_the_open_quests() -> None:
    """WT-77, WT-80: the writer's part is bound like the opening."""
    evening = five(length=3)
    for space in (1, 2):
        evening.correct(f"track.{space}", "winter")
    put(evening, "tin_man", MANSION).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")
    evening.taps(("SetsOut", "nobody"), ("AddsCards", "card"), ("AddsCards", "next"))
    evening.taps(("LastCard", "next"), ("PlacesMemory", 3))
    while "EpilogueCards" in evening.names():
        evening.tap("EpilogueCards", "next")
    evening.tap("CountIsShown")
    owed = ["Recall A Glimmer of Hope.", "Still to be closed: Freezing Horror."]
    assert words(evening, "WriterHand") == owed
    evening.tap("WriterHand", 6).tap("WriterHelps", "spring")
    assert words(evening, "WriterCards") == owed


# Words

def test_words_as_a_good_host_would_say_them() -> None:
    """WT-57, WT-58, WT-62, WT-68, WT-49"""
    evening = put(put(four(), "tin_man", MANSION), "alice", MANSION).tap("Activates", "tin_man")
    assert evening.sentence("ResolvesQuest") == "Ana, does The Tin Man take up A Glimmer of Hope?"
    evening.tap("ResolvesQuest", "glimmer")
    assert "The ongoing token goes onto A Glimmer of Hope." in words(evening, "SetsOut")
    evening.tap("SetsOut", "nobody")
    assert str(evening.asked("AddsCards").next_label(evening.table)) == "Next: Cleo", "she may stay out"
    evening.taps(("AddsCards", "next"), ("AddsCards", "out"), ("LastCard", "next"))
    assert words(evening, "PlacesMemory")[-1] == "Lay the quest token above it and the bookmark on it."
    evening = four().correct("characters.dorothy.down", True).again()
    assert evening.sentence("Saves") == "Ana, do you save somebody?", "nobody has to"
