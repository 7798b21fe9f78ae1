"""Winter Tales: what nobody should be able to enter is refused with its rule, and nothing changes."""

from typing import Any

import pytest

from companion.core.text import Refused
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, five, four, put, repr_of
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts


@pytest.mark.rule("WT-8")
def test_a_soldier_in_a_house() -> None:
    evening = Evening(4).seat_everybody().choose({"dorothy": at.PARK}).tap("ChooseCharacter", "wolf")
    assert evening.refused("StartSite", at.MANSION) == "WT-8"


@pytest.mark.rule("WT-54")
def test_two_quests_in_one_slot() -> None:
    evening = four().tap("Activate", "dorothy").tap("NewQuest", "safe_house")
    assert evening.refused("QuestSite", at.MANSION) == "WT-54"


@pytest.mark.rule("WT-48")  # on the own turn, and to somebody else's quest (WT-A25)
def test_an_incapacitated_character_sent_walking() -> None:
    evening = four().tap("Activate", "pinocchio").correct("characters.pinocchio.down", True)
    assert evening.refused("StepTo", at.PARK_PRISON) == "WT-48"
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.correct("characters.wolf.down", True)
    assert evening.refused("SetOut", "wolf") == "WT-A25"


@pytest.mark.rule("WT-67")
def test_a_memory_on_a_filled_space() -> None:
    evening = put(four(), "tin_man", at.MANSION).correct("track.2", "winter")
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next").tap("LastCard", "next")
    assert evening.refused("PlaceMemory", 2) == "WT-67"


@pytest.mark.rule("WT-80")
def test_five_cards_of_a_writer_who_may_play_two() -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "neutral")), 0, 0, 0, 0)
    evening.tap("ShowCount").tap("WriterHand", 5).tap("HelpSide", "spring")
    assert evening.refused("WriterCards", 5) == "WT-80"


@pytest.mark.rule("WT-57", "WT-53")
def test_a_quest_that_is_not_there() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man")
    assert evening.refused("TakeUpQuest", "horror") == "WT-57"
    assert evening.refused("NewQuest", "glimmer") == "WT-53"


@pytest.mark.rule("WT-16", "WT-26", "WT-32", "WT-52", "WT-59", "WT-62", "WT-67")  # refused, and the table is as before
@pytest.mark.parametrize("answer", [None, True, -1, 99, 1.5, "", "nonsense", [], [99], {}, ["wolf", "wolf"]])
def test_nonsense_to_every_question_of_an_evening(answer: Any) -> None:
    evening = put(put(four(), "wolf", at.PARK_PRISON), "mad_hatter", at.FAIR)
    taps = (("Activate", "pinocchio"), ("StepTo", at.PARK_PRISON), ("Attack", "wolf"), ("BattleCard", "card"),
            ("BattleCard", "stops"), ("DragTo", at.CEMETERY), ("EndTurn", "done"), ("Activate", "mangiafuoco"),
            ("NewQuest", "propaganda"), ("QuestSite", at.FAIR), ("Activate", "alice"))
    for name, right in taps:
        before = repr_of(evening.table)
        with pytest.raises(Refused):
            evening.play.answer(evening.asked(name).key(), answer)
        assert repr_of(evening.table) == before
        evening.tap(name, right)


@pytest.mark.rule("WT-16")
def test_an_answer_to_a_question_that_is_not_asked() -> None:
    evening = four()
    with pytest.raises(Refused):
        evening.play.answer("Activate/1", "wolf")
    with pytest.raises(Refused):
        evening.play.answer("PlaceMemory/0", 1)
