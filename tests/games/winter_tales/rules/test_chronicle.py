"""The chronicle keeps what people want to remember, and asks for notes at the right moment."""

from typing import Any

import pytest

from companion.games.winter_tales import game
from companion.games.winter_tales.table import Memory
from companion.services.chronicle import chapters
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, four, give_power, light, put


def told(evening: Evening, *answers: tuple[str, Any]) -> list[str]:
    """What the chronicle says about these answers."""
    before = len(evening.lines())
    return evening.taps(*answers).lines()[before:]


def glimmer(**options: Any) -> Evening:
    """Ana's Tin Man takes up the Glimmer; Cleo's Alice and Ben's Wolf are there."""
    evening = four(**options)
    for key in ("tin_man", "alice", "wolf"):
        put(evening, key, at.MANSION)
    return evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")


def standing(evening: Evening) -> list[str]:
    """The tiles of questions that are open at any time."""
    return [type(one).__name__ for one in evening.play.standing() if one.icon]


@pytest.mark.rule("WT-52")  # Ana brought it, Cleo takes it up
def test_who_introduced_the_quest_that_is_taken_up() -> None:
    evening = four().tap("Activate", "dorothy").tap("NewQuest", "safe_house").tap("QuestGoal", "a cellar")
    assert told(evening, ("QuestSite", at.ASYLUM)) == ["Ana placed The Safe House at Mad Hatter's Asylum."]
    put(evening, "alice", at.ASYLUM).correct("acting", 2).again().tap("Activate", "alice")
    assert told(evening, ("TakeUpQuest", "safe_house")) == [
        "The Safe House", "Ana introduced it: “a cellar”", "Cleo opened with Alice."]


@pytest.mark.rule("WT-61", "WT-62", "WT-64")  # Ana two and a last one, Ben one for winter, Cleo none for spring
def test_who_joined_with_how_many_cards() -> None:
    evening = glimmer(skills=True)
    assert told(evening, ("AddCards", "card"), ("AddCards", "card"), ("AddCards", "next")) == [
        "Ana went on with 2 cards."]
    assert told(evening, ("AddCards", "card"), ("AddCards", "next")) == ["Ben joined for winter with 1 card."]
    assert told(evening, ("AddCards", "join"), ("AddCards", "next")) == ["Cleo joined for spring."]
    assert told(evening, ("LastCard", "card"))[0] == "Ana added a last card."


@pytest.mark.rule("WT-62")
def test_who_stays_out_is_not_named() -> None:
    evening = glimmer()
    assert told(evening, ("AddCards", "next"), ("AddCards", "out"), ("AddCards", "out"), ("LastCard", "next")) == [
        "A Glimmer of Hope ends in a tie, 0 each."]


@pytest.mark.rule("WT-66", "WT-100", "WT-102")  # Ana played the most; hope is the Tin Man's
def test_who_chose_the_card_of_the_memory_and_who_holds_the_power() -> None:
    evening = glimmer(powers=True).taps(("AddCards", "card"), ("AddCards", "none"))
    assert told(evening, ("PlaceMemory", 1)) == [
        "A spring memory lies on space one.", "Ana chose the card for it.", "The Tin Man holds A Glimmer of Hope."]


@pytest.mark.rule("WT-A30")  # a missed link; nobody has played anything
def test_the_card_came_from_the_deck() -> None:
    evening = four()
    give_power(evening, "propaganda", side="winter", space=1)
    put(evening.correct("bookmark", 0), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("MissedLink")
    assert told(evening, ("PlaceMemory", 2)) == [
        "A winter memory lies on space two.", "The top card of the deck became the memory."]


@pytest.mark.rule("WT-37")
def test_who_fell_where_and_was_dragged_whither() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"))
    assert told(evening, ("BattleCard", "stops"), ("DragTo", at.CEMETERY)) == [
        "Wolf caught Pinocchio at the plaza between Oaks Park and Winter Prison, 1 to 0.",
        "Ben had Pinocchio dragged to Memory Lane Cemetery."]


@pytest.mark.rule("WT-37")
def test_who_stays_where_it_fell_was_not_dragged() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "stops"))
    assert told(evening, ("LeaveLying", "done")) == []


# Notes at their moment

@pytest.mark.rule("WT-52")  # also where no place is asked for; gone when somebody is activated
def test_a_note_after_the_token_is_placed() -> None:
    evening = light().tap("Activate", "tin_man").tap("NewQuest", "safe_house")
    assert evening.table.actor().name == "Ben" and standing(evening) == ["QuestGoal"]
    evening.declare("QuestGoal", "a cellar under the mill")
    assert evening.lines()[-1] == "The Safe House: “a cellar under the mill”"
    assert evening.table.quests["safe_house"].note == "a cellar under the mill" and standing(evening) == []


@pytest.mark.rule("WT-52")  # a tile under every question would be noise
def test_a_note_that_nobody_writes_goes_away() -> None:
    evening = light().tap("Activate", "tin_man").tap("NewQuest", "safe_house").tap("Activate", "wolf")
    assert standing(evening) == []


@pytest.mark.rule("WT-72")  # the turn is over by itself, the tile is there; in the log it is the same question as ever
def test_a_note_after_the_memory_is_laid() -> None:
    evening = glimmer().taps(("AddCards", "card"), ("AddCards", "none"), ("PlaceMemory", 1))
    assert standing(evening) == ["FreshMemoryNote"]
    evening.declare("FreshMemoryNote", "candles in every window")
    assert evening.play.log[-1].key == "BookmarkNote/table" and standing(evening) == []
    assert evening.lines()[-1] == "Remembered: “candles in every window”"


@pytest.mark.rule("WT-122")
def test_an_objectives_note_is_told() -> None:
    evening = light(5, objectives=True).declare("DeclareObjective", 0).tap("ShowObjective", "rescue")
    evening.tap("ObjectiveNote", "out of the well")
    assert told(evening, ("PlaceObjective", 1)) == [
        "Ana laid The Rescue on space one.", "Remembered: “out of the well”"]


@pytest.mark.rule("WT-122", "WT-72")
def test_a_note_after_an_objective_is_laid() -> None:
    evening = light(5, objectives=True).declare("DeclareObjective", 0).tap("ShowObjective", "rescue")
    evening.tap("PlaceObjective", 1).declare("FreshMemoryNote", "out of the well")
    assert evening.table.track[0].note == "out of the well"


@pytest.mark.rule("WT-72")  # at any other time the note stands in the menu
def test_an_old_note_still_fits() -> None:
    evening = put(four(), "tin_man", at.PRISON).correct("track.1", "spring").correct("bookmark", 0)
    assert "BookmarkNote" in [type(one).__name__ for one in evening.play.standing()] and standing(evening) == []


@pytest.mark.rule("WT-72")  # the chronicle offers it, an objective's as well as a quest's
def test_a_memory_is_written_down_later_also_when_all_is_over() -> None:
    evening = light(5, objectives=True).correct("track.1", "spring")
    evening.table.track[1] = Memory("winter", "reward", chapter=1)
    offered = [(path, str(name)) for path, name in game.notes(evening.table)]
    assert offered[:2] == [("track.1.note", "The story of A memory"),
                           ("track.2.note", "The story of The Reward")]
    assert ("quests.glimmer.note", "What A Glimmer of Hope is about") in offered
    evening.correct("track.2.note", "the frozen medal").correct("quests.glimmer.note", "a candle in every window")
    assert evening.table.track[1].note == "the frozen medal"
    evening.correct("phase", "epilogue")
    while evening.play.outcome() is None:
        question = evening.play.open()[0]
        raw = [question.encode(one) for one in question.choices(evening.table)] or [""]
        evening.play.answer(question.key(), "next" if "next" in raw else raw[0])
    assert "track.1.note" in dict(game.notes(evening.table))
    evening.correct("track.1.note", "a bell under the snow")
    assert evening.play.outcome() is not None and evening.table.track[0].note == "a bell under the snow"


@pytest.mark.rule("WT-79")
def test_a_sides_points_stand_beside_its_memory() -> None:
    """Three for Ana and three for Cleo, on one line; whoever tells, and whatever is told after it."""
    evening = glimmer(powers=True).taps(("AddCards", "card"), ("AddCards", "none"))
    evening.tap("PlaceMemory", 1)
    entry = next(one for one in reversed(evening.play.chronicle()) if one.points)
    assert str(entry.lines[0].text) == "A spring memory lies on space one."
    assert entry.points_by_line() == [((0, 3), (2, 3)), *[()] * (len(entry.lines) - 1)]


@pytest.mark.rule("WT-78", "WT-79")
def test_the_cards_of_the_epilogue_are_told_in_words() -> None:
    """One line for all of Ana's cards, with their points for each of her side; no pawn moves."""
    evening = four(length=3)
    for space in (1, 2, 3):
        evening.correct(f"track.{space}", "winter")
    evening.correct("phase", "epilogue")
    name = evening.asked("EpilogueCards").seat.name
    assert told(evening, ("EpilogueCards", "card"), ("EpilogueCards", "card"), ("EpilogueCards", "back"),
                ("EpilogueCards", "card"), ("EpilogueCards", "next")) == [f"{name} played 2 cards."]
    points = [line.points for line in chapter_lines(evening) if "played 2 cards" in str(line.text)]
    assert [{change for _, change in one} for one in points] == [{2}] and len(points[0]) == 2


def chapter_lines(evening: Evening) -> list[Any]:
    return [line for chapter in chapters(evening.play) for line in chapter.lines]
