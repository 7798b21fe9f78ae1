"""Sentences that were once wrong, each with the rule it broke."""

from random import Random

import pytest

from companion.services.open_play import as_sentence
from companion.services.table.echo import last_echo
from companion.testing.driving import choose
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put
from tests.games.winter_tales.rules.test_quests import at_mansion


def words(evening: Evening, name: str) -> list[str]:
    return [str(one.text) for one in evening.asked(name).reasons(evening.table)]


# Objectives

def show(evening: Evening, seat: int, key: str, space: int) -> None:
    evening.declare("DeclareObjective", seat).tap("ShowObjective", key).tap("PlaceObjective", space)


@pytest.mark.rule("WT-122")  # only three spaces can hold objectives; without a quest the epilogue never comes
def test_a_fourth_objective_finds_no_space_even_where_the_icons_are_not_entered() -> None:
    evening = light(5, objectives=True)
    show(evening, 0, "rescue", 1)
    show(evening, 1, "reward", 2)
    show(evening, 2, "rebels", 3)
    evening.declare("DeclareObjective", 3)
    assert evening.choices("ShowObjective") == ["not now"]
    assert evening.refused("ShowObjective", "reward") == "WT-A58"
    assert evening.table.phase == "turns" and len(evening.table.free_spaces()) == 2


@pytest.mark.rule("WT-122", "WT-123")  # a quest's memory over it fills the space with the icon; a fourth finds none
def test_a_covered_objective_keeps_its_space_taken() -> None:
    evening = light(5, objectives=True)
    for seat, key, space in ((0, "rescue", 1), (1, "reward", 2), (2, "rebels", 3)):
        show(evening, seat, key, space)
    evening.correct("track.2", "spring")
    evening.declare("DeclareObjective", 3)
    assert evening.choices("ShowObjective") == ["not now"]


@pytest.mark.rule("WT-122")
def test_the_prompt_names_the_icon_where_it_is_not_entered() -> None:
    evening = light(5, objectives=True).declare("DeclareObjective", 0).tap("ShowObjective", "rescue")
    hint = evening.asked("PlaceObjective").hint(evening.table)
    assert str(hint) == "Only on the three spaces with the objective icon."


# Minus

def with_artifact() -> Evening:
    evening = four()
    give_power(evening, "artifact", "tin_man", space=1)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    return evening.tap("SetOut", "nobody")


@pytest.mark.rule("WT-106", "WT-66")
def test_minus_after_the_artifact_takes_the_artifact_back() -> None:
    """A real card lies there, so its player chooses the memory, and the Artifact can still be played."""
    evening = with_artifact()
    for word in ("card", "artifact", "back"):
        evening.tap("AddCards", word)
    assert "artifact" in evening.choices("AddCards")
    evening.tap("AddCards", "next").tap("LastCard", "next")
    assert "Ana picks any played card as the memory" in words(evening, "PlaceMemory")[1]


@pytest.mark.rule("WT-106", "WT-A47")
def test_minus_after_a_card_leaves_the_artifact() -> None:
    """Artifact, card, minus: the card is gone, the Artifact is played, the deck gives the memory."""
    evening = with_artifact()
    for word in ("artifact", "card", "back"):
        evening.tap("AddCards", word)
    assert "artifact" not in evening.choices("AddCards")
    evening.tap("AddCards", "next").tap("LastCard", "next")
    assert "the top card of the deck is the memory" in words(evening, "PlaceMemory")[1]


@pytest.mark.rule("WT-62", "WT-142")  # the Scarecrow's one more for spring stays
def test_joining_without_a_card_survives_plus_and_minus() -> None:
    evening = at_mansion("scarecrow", skills=True).tap("SetOut", "nobody").tap("AddCards", "next")
    for word in ("join", "card", "back"):
        evening.tap("AddCards", word)
    assert "next" in evening.choices("AddCards") and "out" not in evening.choices("AddCards")
    evening.tap("AddCards", "next")
    assert str(evening.asked("LastCard").hint(evening.table)) == "Spring 1, winter 0"


@pytest.mark.rule("WT-62", "WT-37")
def test_an_answer_is_told_as_a_sentence() -> None:
    """Beside Undo; "Ana: One more card" and "Dev: Stays where they fell" are no sentences."""
    evening = at_mansion("scarecrow").tap("SetOut", "nobody")
    asked = evening.asked("AddCards")
    assert str(asked.in_brief(evening.table, "card")) == "Ana plays a card"
    assert str(asked.in_brief(evening.table, "next")) == "Ana plays no more cards"
    assert str(asked.in_brief(evening.table, "card 2")) == "Cleo plays a card"
    evening.tap("AddCards", "card")
    assert str(evening.asked("AddCards").in_brief(evening.table, "back")) == "Ana takes a card back"
    evening = four().tap("Activate", "dorothy").tap("StepTo", at.CEMETERY_PARK).tap("Attack", "mad_hatter card")
    asked = evening.tap("BattleCard", "stops").asked("DragTo")
    assert str(asked.in_brief(evening.table, at.CEMETERY_PARK)) == "Ben leaves Grandma Dorothy lying there"


@pytest.mark.parametrize(("seed", "depth"), [(1, "full"), (2, "full"), (3, "full"), (4, "light")])
def test_no_answer_is_told_as_a_name_and_a_label(seed: int, depth: str) -> None:
    """The line beside Undo in random plays: "Eve: For spring" and "Cleo: Together" are no sentences."""
    rng, told = Random(seed), []
    play = Evening(5, depth=depth, length=5, draws="table", powers=True, objectives=True, skills=True).play
    while play.outcome() is None and len(play.log) < 400:
        question = choose(play, rng)
        assert question is not None
        raw = question.random_answer(play.table, rng)
        brief = as_sentence(question.seat, question.in_brief(play.table, question.decode(play.table, raw)))
        play.answer(question.key(), raw)
        echo = last_echo(play, {len(play.log) - 1: brief})
        told.append("" if echo is None else echo.text)
    assert [line for line in told if line.split(":")[0] in at.NAMES or line == "The last answer"] == []
    assert len(told) > 50


# Step two

@pytest.mark.rule("WT-59")  # Ben, then Cleo, then Dev; each is asked by name
def test_step_two_asks_round_the_table() -> None:
    evening = at_mansion()
    asked = [evening.sentence("SetOut")]
    while "pass" in evening.choices("SetOut"):
        asked.append(evening.tap("SetOut", "pass").sentence("SetOut"))
    assert asked == ["Ana, begin the tale. Ben, do you send somebody?",
                     "Cleo, do you send somebody to join The Tin Man?",
                     "Dev, do you send somebody to join The Tin Man?"]
    assert evening.choices("SetOut") == ["nobody", "candlewick", "fox_and_cat", "white_rabbit"]


@pytest.mark.rule("WT-59")
def test_a_later_player_does_not_pass_the_earlier_ones_by() -> None:
    """Dev's turn has not come, so his characters are not there to be tapped, and Ben's do not vanish."""
    evening = at_mansion()
    assert set(evening.choices("SetOut")) == {"nobody", "mad_hatter", "wolf", "mangiafuoco", "pass"}
    assert evening.refused("SetOut", "candlewick") == "WT-59"
    assert "wolf" in evening.choices("SetOut")
    evening.tap("SetOut", "pass").tap("SetOut", "cranky").tap("StopShort")
    assert set(evening.choices("SetOut")) == {"nobody", "candlewick", "white_rabbit", "fox_and_cat"}


@pytest.mark.rule("WT-59", "WT-A24")  # the choice says so before, the reminder after
def test_on_the_spot_the_three_cards_are_said() -> None:
    evening = at_mansion("alice", skills=False).tap("SetOut", "pass")
    assert "draws 3 on the spot" in str(evening.asked("SetOut").face(evening.table, "alice").hint)
    evening.tap("SetOut", "alice").tap("SetOut", "nobody")
    assert "Cleo draws three for Alice, then discards down to seven." in words(evening, "AddCards")


# The link

def marked() -> Evening:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    evening.correct("bookmark", 0)
    for key in ("tin_man", "alice"):
        put(evening, key, at.MANSION)
    return evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")


@pytest.mark.rule("WT-58", "WT-72")  # Ana is told so, Cleo who joins is not
def test_only_who_starts_recalls_the_bookmark() -> None:
    evening = marked()
    assert "Recall the last memory" in str(evening.asked("SetOut").hint(evening.table))
    evening.tap("SetOut", "pass")
    assert evening.asked("SetOut").hint(evening.table) is None, "Cleo is asked whether she sends somebody"
    evening.tap("SetOut", "nobody").tap("AddCards", "next")
    assert evening.asked("AddCards").seat.name == "Cleo"
    assert evening.asked("AddCards").hint(evening.table) is None


@pytest.mark.rule("WT-58")  # the chronicle does not tell both
def test_a_missed_link_was_not_recalled() -> None:
    evening = marked().tap("MissedLink")
    told = " ".join(evening.lines())
    assert "fails: the last memory was not recalled" in told and "recalling" not in told
    assert "recalled Winter Propaganda" not in told


@pytest.mark.rule("WT-58")
def test_a_link_that_was_made_is_told() -> None:
    assert "Ana recalled Winter Propaganda." in marked().tap("SetOut", "nobody").lines()


# Powers

@pytest.mark.rule("WT-102")  # once a chapter, after its activation: later on another turn, too
def test_not_now_is_not_never() -> None:
    evening = four()
    give_power(evening, "glimmer", "dorothy")
    evening.tap("Activate", "dorothy").tap("EndTurn").tap("TurnBack", "later")
    assert evening.table.actor().name == "Ben"
    evening.declare("ReadyAgain")
    assert evening.who("dorothy").ready and evening.table.powers["glimmer"].used
    assert "ReadyAgain" not in [type(one).__name__ for one in evening.play.standing()]


def nobody_but_hope() -> Evening:
    """Dorothy's player waited with the Glimmer of Hope, and now nobody is ready."""
    evening = four()
    give_power(evening, "glimmer", "dorothy")
    evening.tap("Activate", "dorothy").tap("EndTurn").tap("TurnBack", "later")
    for key, one in evening.table.characters.items():
        if one.owner is not None:
            evening.correct(f"characters.{key}.ready", False)
    return evening


@pytest.mark.rule("WT-102", "WT-21")  # nobody is ready; hope keeps the chapter open
def test_hope_may_return_before_the_chapter_ends() -> None:
    evening = nobody_but_hope()
    evening.again()
    assert evening.names() == ["EndChapter", "ReadyAgain"]
    evening.tap("ReadyAgain")
    assert evening.table.chapter == 1 and evening.choices("Activate") == ["dorothy"]


@pytest.mark.rule("WT-21")
def test_the_chapter_ends_where_hope_is_let_go() -> None:
    evening = nobody_but_hope()
    evening.again().tap("EndChapter")
    assert evening.table.chapter == 2


def horror() -> Evening:
    """Ben has nobody ready, and Wolf, whose Horror it is, lies in the prison."""
    evening = four(skills=True)
    give_power(evening, "horror", "wolf", side="winter")
    for key in ("wolf", "mad_hatter", "mangiafuoco"):
        evening.correct(f"characters.{key}.ready", False)
    put(evening, "wolf", at.PRISON).correct("characters.wolf.down", True)
    acting(evening, "Ben")
    return evening


@pytest.mark.rule("WT-108")  # Wolf lies elsewhere; the battle, the chronicle and the rescue speak of the Horror
def test_the_freezing_horror_fights_under_its_own_name() -> None:
    evening = horror().tap("HorrorStrike", "alice").tap("BattleCard", "card")
    assert evening.sentence("BattleCard") == "Ben, how does Freezing Horror attack?"
    evening.tap("BattleCard", "card").tap("BattleCard", "stops").tap("DragTo", at.CEMETERY)
    told = " ".join(evening.lines())
    assert "Freezing Horror caught Alice at Puppets' Theater, 2 to 1." in told and "Wolf caught" not in told


@pytest.mark.rule("WT-106", "WT-108")  # only who is in the battle brings the Artifact along
def test_who_lies_elsewhere_plays_no_artifact_for_the_horror() -> None:
    evening = horror()
    give_power(evening, "artifact", "wolf", side="winter", space=2)
    evening.tap("HorrorStrike", "alice").tap("BattleCard", "card")
    assert evening.choices("BattleCard") == ["card", "stops"]


@pytest.mark.rule("WT-106")
def test_the_artifact_is_passed_only_if_the_story_justifies_it() -> None:
    evening = put(four(), "dorothy", at.THEATER)
    give_power(evening, "artifact", "dorothy")
    question = evening.asked("PassArtifact", standing=True)
    assert str(question.hint(evening.table)) == "Only if the story justifies it."


# The epilogue

@pytest.mark.rule("WT-77", "WT-80")  # the writer's part is bound like the opening
def test_the_writers_prompts_name_the_memory_and_the_open_quests() -> None:
    evening = five(length=3)
    for space in (1, 2):
        evening.correct(f"track.{space}", "winter")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.taps(("SetOut", "nobody"), ("AddCards", "card"), ("AddCards", "next"))
    evening.taps(("LastCard", "next"), ("PlaceMemory", 3))
    while "EpilogueCards" in evening.names():
        evening.tap("EpilogueCards", "next")
    evening.tap("ShowCount")
    owed = ["Recall A Glimmer of Hope.", "Still open: Freezing Horror."]
    assert words(evening, "WriterHand") == owed
    evening.tap("WriterHand", 6).tap("HelpSide", "spring")
    assert words(evening, "WriterCards") == owed


# Words

@pytest.mark.rule("WT-57", "WT-58", "WT-62", "WT-68", "WT-49")
def test_words_as_a_good_host_would_say_them() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "alice", at.MANSION).tap("Activate", "tin_man")
    assert evening.sentence("TakeUpQuest") == "Ana, does The Tin Man take up A Glimmer of Hope?"
    evening.tap("TakeUpQuest", "glimmer")
    assert "The ongoing token goes onto A Glimmer of Hope." in words(evening, "SetOut")
    evening.tap("SetOut", "nobody")
    assert str(evening.asked("AddCards").next_label(evening.table)) == "Next: Cleo", "she may stay out"
    evening.taps(("AddCards", "next"), ("AddCards", "out"), ("LastCard", "next"))
    assert words(evening, "PlaceMemory")[-1] == "Lay the quest token above it and the bookmark on it."
    evening = four().correct("characters.dorothy.down", True).again()
    assert evening.sentence("Save") == "Ana, do you save somebody?", "nobody has to"
