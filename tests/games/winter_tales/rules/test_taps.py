"""Winter Tales: one tap a card. docs/taps.md has these numbers (WT-62)."""

import pytest

from tests.games.winter_tales.evening import MANSION, PARK_PRISON, five, four, light, put


@pytest.mark.rule("WT-62")  # eleven cards, the writer with both sides among them
@pytest.mark.parametrize(("depth", "more"), [("full", 4), ("light", 3)])
def test_a_quest_with_four_joining_takes_fewer_taps_than_cards_and_five(depth: str, more: int) -> None:
    evening = five(length=5) if depth == "full" else light(5, length=5)
    if depth == "full":
        for key in ("tin_man", "wolf", "alice", "candlewick", "pinocchio", "mangiafuoco"):
            put(evening, key, MANSION)
    evening.correct("track.1", "winter").correct("bookmark", 0)
    if depth == "full":
        evening.tap("Activate", "tin_man")
    start = len(evening.play.log)
    if depth == "full":
        evening.tap("TakeUpQuest", "glimmer").tap("Send", "nobody")
    else:
        evening.tap("Activate", "tin_man glimmer")
    words = ("card", "card", "card", "card 1", "card", "card 2", "card", "card 3", "winter 4", "card", "card")
    for word in words:
        evening.tap("AddCards", word)
    evening.tap("AddCards", "end").tap("PlaceMemory", evening.choices("PlaceMemory")[0])
    assert len(evening.play.log) - start == len(words) + more
    assert evening.table.track[1].side == "winter", "five to six"


@pytest.mark.rule("WT-64")  # it takes the place of 'no more'
def test_a_last_card_is_a_tap_like_any_other() -> None:
    evening = light(5).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "next")
    before = len(evening.play.log)
    while "AddCards" in evening.names():
        evening.tap("AddCards", "out")
    evening.tap("LastCard", "card")
    assert len(evening.play.log) - before == 5


@pytest.mark.rule("WT-18")  # who, and that is all
def test_a_turn_without_an_action_is_two_taps() -> None:
    evening = light()
    before = len(evening.play.log)
    evening.tap("Activate", "tin_man").tap("EndTurn")
    assert len(evening.play.log) - before == 2 and evening.table.actor().name == "Ben"


@pytest.mark.rule("WT-35")  # who attacks, the cards, the stop
def test_a_battle_is_a_tap_a_card_and_two_more() -> None:
    evening = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", PARK_PRISON)
    before = len(evening.play.log)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    assert len(evening.play.log) - before == 2 + 2
