"""Winter Tales: what the table sees, and what it may set by hand."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from companion.core.text import Refused
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, five, four, give_power, light, put
from tools.bench.report import calls


def reminders(evening: Evening) -> list[str]:
    return [str(one.text) for one in evening.play.view().reminders]


@pytest.mark.rule("WT-16", "WT-83")  # flower, snowflake and feather first, then the acting player
def test_seats_show_their_faction_and_who_is_ready() -> None:
    evening = five().tap("Activate", "tin_man").tap("EndTurn")
    seats = {evening.table.seats[one.index].name: one for one in evening.play.view().seats}
    assert [seats[name].marks[0].icon for name in ("Ana", "Ben", "Eve")] == ["flower", "snowflake", "feather"]
    assert (str(seats["Ana"].note), str(seats["Ben"].note)) == ("1 ready", "2 ready")
    assert tuple(str(seats[name].side) for name in ("Ana", "Ben", "Eve")) == ("spring", "winter", "writer")
    assert [one.icon for one in seats["Ben"].marks] == ["snowflake", "flag-variant"]


@pytest.mark.rule("WT-18", "WT-19")
def test_reminders_say_what_matters_now() -> None:
    """Nothing at the start of a turn, one line during an activation, none while a tale is told."""
    evening = put(put(four(), "tin_man", at.MANSION), "wolf", at.FACTORY)
    assert reminders(evening) == []
    evening.tap("Activate", "tin_man")
    assert reminders(evening) == ["The Tin Man draws 3; at the end discard down to 7."]
    evening.tap("TakeUpQuest", "glimmer")
    assert reminders(evening) == []
    evening.send("wolf")
    assert reminders(evening) == ["Wolf draws 3; at the end discard down to 7."]
    evening.tap("StopShort").tap("SetOut", "nobody")
    assert reminders(evening) == []


@pytest.mark.rule("WT-67")
def test_the_memory_card_is_not_asked_for_once_it_lies_on_the_track() -> None:
    """The reminder stands beside the question for a space, not over the next turn or the epilogue."""
    evening = light(length=3)
    for space in (1, 2):
        evening.correct(f"track.{space}", "winter")
    evening.tap("Activate", "tin_man glimmer").tap("AddCards", "end")
    assert reminders(evening) == ["Choose the memory card, then everybody discards what they played."]
    evening.tap("PlaceMemory", 3)
    assert evening.table.phase == "epilogue" and reminders(evening) == []


@pytest.mark.rule("WT-52")  # no map shows them there
def test_in_light_the_quests_are_named_at_the_start_of_a_turn() -> None:
    evening = light()
    assert reminders(evening) == ["On the map: A Glimmer of Hope and Freezing Horror"]
    assert reminders(evening.tap("Activate", "tin_man")) == ["The Tin Man draws 3; at the end discard down to 7."]


@pytest.mark.rule("WT-38")  # what is still to be told and discarded; then it is old news
def test_the_last_result_is_a_card_until_the_turn_is_over() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    assert [str(card.title) for card in evening.play.view().cards] == ["Pinocchio escapes Wolf"]
    evening.tap("EndTurn")
    assert not evening.play.view().cards


@pytest.mark.rule("WT-3", "WT-26", "WT-67")  # never a bare "Done"
def test_a_button_that_waits_says_for_what() -> None:
    evening = Evening(4)
    question = evening.asked("AgeOrder")
    assert str(question.button(evening.table, ())) == "Tap 3 more names"
    assert str(question.button(evening.table, tuple(evening.table.seats))) == "That is the order"
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man")
    steps = evening.asked("StepTo")
    assert [str(steps.button(evening.table, one)) for one in (None, at.MANSION_THEATER)] == ["Tap a space", "Go here"]
    assert str(steps.face(evening.table, at.MANSION_THEATER).label) == "Plaza towards Puppets' Theater"
    evening.tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody").tap("AddCards", "next").tap("LastCard", "next")
    places = evening.asked("PlaceMemory")
    assert [str(places.button(evening.table, one)) for one in (None, 2)] == ["Tap a space", "Place the memory here"]


@pytest.mark.rule("WT-140")  # whatever is asked in wild evenings, the button has the table's own word
def test_no_button_says_done() -> None:
    for seed in range(6):
        evening, rng = five(objectives=True, powers=True, skills=True, alternative_epilogue=True), Random(seed)
        for _ in range(150):
            asked = [one for one in evening.play.open() if one.possible(evening.table)]
            if not asked:
                break
            for one in [*asked, *evening.play.standing()]:
                if one.kind in ("confirm", "place", "number", "text", "pick several", "put in order"):
                    assert str(one.button(evening.table, None)) != "Done", type(one).__name__
            question = rng.choice(asked)
            evening.play.answer(question.key(), question.random_answer(evening.table, rng))


# Corrections


@pytest.mark.rule("WT-100", "WT-103", "WT-108")  # the last word is the table's
def test_a_power_can_be_given_moved_and_taken_by_hand() -> None:
    evening = four(powers=True).correct("powers.love.in_force", True)
    evening.correct("powers.love", "dorothy").correct("powers.love.second", "alice")
    assert [one.key for one in evening.table.powers["love"].on] == ["dorothy", "alice"]
    evening.correct("powers.horror.in_force", True).correct("powers.horror", "candlewick")
    evening.correct("powers.horror.at", at.FAIR)
    assert evening.table.powers["horror"].owner is evening.player("Dev")
    evening.correct("powers.love.in_force", False)
    assert set(evening.table.powers) == {"horror"}
    with pytest.raises(Refused):
        evening.correct("powers.horror", "alice")


@pytest.mark.rule("WT-110")  # so that a retaliation turns it
def test_a_power_given_by_hand_hangs_on_its_memory() -> None:
    evening = four(powers=True)
    give_power(evening, "glimmer", "dorothy", space=2)
    evening.correct("powers.glimmer.in_force", False).correct("powers.glimmer.in_force", True)
    assert evening.table.powers["glimmer"].memory is evening.table.track[1]


@pytest.mark.rule("WT-125")  # then its player may complete one again
def test_an_objective_can_be_taken_back_by_hand() -> None:
    evening = four(objectives=True).correct("seats.1.objective.winter", "garrison")
    offered = evening.asked("DeclareObjective", standing=True)
    assert evening.player("Ben") not in offered.choices(evening.table)
    evening.correct("seats.1.objective.winter", None).correct("seats.1.open.winter", "spy")
    assert evening.player("Ben") in evening.asked("DeclareObjective", standing=True).choices(evening.table)
    assert [one.key for one in evening.table.laid_open] == ["spy"]
    assert not evening.correct("seats.1.open.winter", None).table.laid_open


@pytest.mark.rule("WT-7")  # it was entered for the wrong player
def test_a_character_can_change_hands() -> None:
    evening = four().correct("characters.dorothy.owner", 2).again()
    assert "dorothy" not in evening.choices("Activate")
    assert evening.who("dorothy").owner is evening.player("Cleo")


@pytest.mark.rule("WT-67", "WT-124")  # on *Fix something* nobody reads a key
def test_whose_card_a_memory_is_and_how_it_ended_is_said_in_words() -> None:
    evening = four(objectives=True).correct("track.1", "spring")
    listed = {one.path: one for one in evening.play.fields()}
    source, outcome = listed["track.1.source"], listed["track.1.outcome"]
    assert [str(source.words(key)) for key in ("", "artifact_winter", "rescue")] == [
        "not recorded", "The Great Artifact (winter)", "Objective: The Rescue"]
    assert [str(outcome.words(key)) for key in outcome.allowed] == ["not recorded", "a success", "a failure", "a tie"]


@pytest.mark.rule("WT-53", "WT-68")  # what lies on the table is moved, not renamed
def test_hands_are_told_where_a_quest_token_goes() -> None:
    state = next(one for one in four().play.fields() if one.path == "quests.artifact_winter.state")
    assert [str(state.sentence("free", new)) for new in ("map", "done", "boxed", "free")] == [
        "The Great Artifact (winter) goes onto the map", "The Great Artifact (winter) goes above its memory",
        "The Great Artifact (winter) goes back to the box", "The Great Artifact (winter) goes back to its pile"]


@pytest.mark.parametrize("begun", [four, light], ids=["in the town", "in light"])
def test_every_listed_field_is_found_by_its_path(begun: Callable[[], Evening]) -> None:
    play = begun().tap("Activate", "tin_man").play
    listed = {one.path: one.read() for one in play.fields()}
    found = {path: play.field(path) for path in listed}
    assert {path: one and (one.path, one.read()) for path, one in found.items()} == {
        path: (path, read) for path, read in listed.items()}
    elsewhere = {path for path in listed if path.startswith(("characters.", "quests."))}
    assert len(elsewhere) > 50
    for path in ("characters.nobody.at", "quests.nothing.state", "quests.glimmer.at", "characters.tin_man"):
        assert play.field(path) is None


def test_a_correction_of_one_piece_builds_only_its_own_fields() -> None:
    """An undo plays the corrections of its turn once more, each on a table that has listed nothing yet."""
    evening = four()
    for path in ("characters.tin_man.at", "quests.horror.site"):
        evening.table.listed.clear()
        assert calls(partial(evening.play.field, path)) < 600
        assert not evening.table.listed
