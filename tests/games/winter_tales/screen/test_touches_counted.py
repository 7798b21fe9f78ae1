"""Winter Tales: every finger that comes down, counted by the driver. docs/winter-tales-taps.md has these numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.winter_tales.evening import MANSION
from tests.games.winter_tales.screen.test_touch import asked, begin, set_up
from tests.ui.hands import Hands
from tests.ui.night import Night
from tests.ui.offscreen import PHONE

pytestmark = pytest.mark.touch


def names(hands: Hands) -> dict[str, Any]:
    """The open questions by name."""
    return {type(one).__name__: one for one in hands.play.open()}


def first(hands: Hands, question: Any) -> Any:
    return question.encode(next(iter(question.choices(hands.play.table))))


def goal(hands: Hands, question: Any) -> str:
    """A quest of the walker's side if a way leads there, else two spaces further."""
    table, who = hands.play.table, question.character
    spaces = list(question.choices(table))
    sites = [table.site_of(quest) for quest in table.on_map() if quest.side == who.side]
    return next((site for site in sites if site in spaces and site != who.at), spaces[-1])


def act(hands: Hands, walked: bool) -> bool:
    """What a player in an activation does: walk once, take a quest up or bring one in, or end the turn."""
    there = names(hands)
    if "StepsTo" in there and not walked and "ResolvesQuest" not in there:
        hands.answer("StepsTo", goal(hands, there["StepsTo"]))
        return True
    for name in ("ResolvesQuest", "GeneratesQuest"):
        if name in there:
            hands.answer(name, first(hands, there[name]))
            return walked
    hands.answer("EndsTurn")
    return walked


def turns(hands: Hands, count: int) -> int:
    """The touches of so many turns: nobody fights, one card a quest, nobody joins."""
    before, activated, walked = hands.drive.touches, 0, False
    while True:
        name = asked(hands)
        if name == "Activates":
            if activated == count:
                return hands.drive.touches - before
            activated, walked = activated + 1, False
        if name in ("StepsTo", "ResolvesQuest", "GeneratesQuest", "EndsTurn"):
            walked = act(hands, walked)
        elif name == "AddsCards":
            hands.give("card")
            hands.give("none" if "none" in hands.question.choices(hands.play.table) else "next")
        else:
            answer = {"Attacks": "nobody", "SpringsTrap": "nobody", "SetsOut": "nobody", "LastCard": "next"}
            hands.reply(hands.question, answer.get(name) or first(hands, hands.question))


@pytest.mark.parametrize(("depth", "setting_up", "ten_turns"), [("full", 38, 77), ("light", 26, 53)])
def test_setting_up_and_ten_turns(tmp_path: Path, depth: str, setting_up: int, ten_turns: int) -> None:
    """WT-148, WT-18: five players, the owner's town; a whole chapter."""
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "7", *(["Light"] if depth == "light" else []))
        before = hands.drive.touches
        set_up(hands)
        counted = hands.drive.touches - before
        took = turns(hands, 10)
        assert (counted, took) == (setting_up, ten_turns)


def test_a_quest_with_three_travellers_a_battle_and_a_trap(tmp_path: Path) -> None:
    """WT-57 to WT-68: Wolf, Alice and Pinocchio set out, Dev sends nobody; Wolf lets two of them by; five cards."""
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "5")
        set_up(hands)
        hands.correct("characters.tin_man.at", MANSION)
        hands.answer("Activates", "tin_man")
        before = hands.drive.touches
        for name, raw in (
                ("ResolvesQuest", "glimmer"), ("SetsOut", "wolf"), ("StepsTo", MANSION), ("SpringsTrap", "tin_man"),
                ("EvadesTrap", "card"), ("EvadesTrap", "next"), ("TrapOpens", 0), ("SetsOut", "alice"),
                ("StepsTo", MANSION), ("Attacks", "white_rabbit"), ("BattleCard", "card"), ("BattleCard", "card"),
                ("BattleCard", "stops"), ("StepsTo", MANSION), ("Attacks", "nobody"), ("SetsOut", "pass"),
                ("SetsOut", "pinocchio"), ("StepsTo", MANSION), ("Attacks", "nobody"), ("Attacks", "nobody"),
                ("AddsCards", "card"), ("AddsCards", "card"), ("AddsCards", "next"),
                *[("AddsCards", "card"), ("AddsCards", "next")] * 3, ("LastCard", "next"), ("PlacesMemory", 1)):
            hands.answer(name, raw)
        assert hands.drive.touches - before == 31


def test_a_quest_told_without_the_phone(tmp_path: Path) -> None:
    """WT-67, WT-68: the menu, its line, which, how it ended, where its memory lies."""
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "5")
        set_up(hands)
        before = hands.drive.touches
        for name, raw in (("ToldWithoutPhone", "glimmer"), ("ToldFor", "spring"), ("ToldAt", 1)):
            hands.answer(name, raw)
        assert hands.drive.touches - before == 5
        assert hands.play.table.bookmark == 0 and hands.play.table.track[0].source == "glimmer"
