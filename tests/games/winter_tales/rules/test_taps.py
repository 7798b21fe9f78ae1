"""Winter Tales: one tap a card. What docs/winter-tales-taps.md says is counted here (WT-62)."""

import pytest

from tests.games.winter_tales.evening import MANSION, PARK_PRISON, Evening, five, four, light, put


def quest_of_five(evening: Evening, cards: dict[str, int]) -> tuple[int, int]:
    """A whole quest, from taking it up to the placed memory; four others join. Gives taps and cards."""
    start = len(evening.play.log)
    evening.tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    played = 0
    while "AddsCards" in evening.names():
        for _ in range(cards[evening.asked("AddsCards").seat.name]):
            words = evening.choices("AddsCards")
            evening.tap("AddsCards", "card" if "card" in words else "winter")
            played += 1
        evening.tap("AddsCards", "next")
    evening.tap("LastCard", "next").tap("PlacesMemory", evening.choices("PlacesMemory")[0])
    return len(evening.play.log) - start, played


@pytest.mark.parametrize("depth", ["full", "light"])
def test_a_quest_with_four_joining_takes_fewer_taps_than_cards_and_ten(depth: str) -> None:
    """WT-62: eleven cards, twenty taps, in both depths, the writer with both sides among them."""
    evening = five(length=5) if depth == "full" else light(5, length=5)
    if depth == "full":
        for key in ("tin_man", "wolf", "alice", "candlewick", "pinocchio", "mangiafuoco"):
            put(evening, key, MANSION)
    evening.correct("track.1", "winter").correct("bookmark", 0).tap("Activates", "tin_man")
    taps, played = quest_of_five(evening, {"Ana": 3, "Ben": 2, "Cleo": 2, "Dev": 1, "Eve": 3})
    assert played == 11 and taps == played + 9 < played + 10


def test_a_last_card_is_a_tap_like_any_other() -> None:
    """WT-64: it takes the place of 'no more'."""
    evening = light(5).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "card").tap("AddsCards", "next")
    before = len(evening.play.log)
    while "AddsCards" in evening.names():
        evening.tap("AddsCards", "out")
    evening.tap("LastCard", "card")
    assert len(evening.play.log) - before == 5


def test_a_turn_without_an_action_is_two_taps() -> None:
    """WT-18: who, and that is all."""
    evening = light()
    before = len(evening.play.log)
    evening.tap("Activates", "tin_man").tap("EndsTurn")
    assert len(evening.play.log) - before == 2 and evening.table.actor().name == "Ben"


def test_a_battle_is_a_tap_a_card_and_two_more() -> None:
    """WT-35: who attacks, the cards, the stop."""
    evening = put(four(), "wolf", PARK_PRISON).tap("Activates", "pinocchio").tap("StepsTo", PARK_PRISON)
    before = len(evening.play.log)
    evening.taps(("Attacks", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    assert len(evening.play.log) - before == 2 + 2
