"""Winter Tales by touches: five players, powers, objectives and skills, from set-up to verdict; and a quest's taps."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.games.winter_tales.table import Resolving
from companion.touches.offscreen import PHONE, TABLET
from tests.games.winter_tales.evening import CEMETERY, CEMETERY_PARK, FIVE, MANSION, SIDES, whole_town
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = [pytest.mark.touch, pytest.mark.thorough]
NAMES = "Ana Ben Cleo Dev Eve"


def set_up(hands: Hands, until: str = "Activate", *, by_touches: bool = False) -> None:
    """Every step of the set-up, as tests/games/winter_tales/evening.py has it: Ana begins, Eve is the writer."""
    by_hand = {"DrawForAll": "AgeOrder", "DrawQuests": "DrawQuest"}
    table, opened = hands.play.table, hands.page.controller.opened
    while True:
        here = [type(one).__name__ for one in hands.play.open()]
        wanted = "LayOut" if "LayOut" in here else by_hand.get(here[0], here[0])
        if wanted == until:
            break
        question = hands.play.open()[here.index(wanted)]
        name, last = type(question).__name__, question.key().split("/")[-1]
        answer: Any = {"AgeOrder": [0, 1, 2, 3], "SitDown": "seated", "Arbiter": 4, "StartSite": FIVE.get(last),
                       "QuestSite": MANSION if last == "glimmer" else CEMETERY,
                       "DrawQuest": "glimmer" if last == "spring" else "horror"}.get(name, "done")
        if name == "ChooseCharacter":
            answer = next(key for key in FIVE if table.who(key).owner is None)
        elif name == "DrawSide":
            answer = SIDES[5][sum(1 for seat in table.seats if seat.side)]
        if by_touches:
            hands.reply(question, answer)
        else:
            opened.answer(question.key(), answer)
    hands.page.refresh()
    hands.drive.advance(0.5)


def through(hands: Hands, until: str, **answers: Any) -> None:
    """Go on with these answers (else the first that is offered) until that question is in the panel."""
    for _ in range(60):
        question = hands.question
        name = type(question).__name__
        if name == until:
            return
        raw = answers.get(name)
        if raw is None:
            raw = question.encode(next(iter(question.choices(hands.play.table))))
        hands.reply(question, raw)
    raise AssertionError(f"{until} never came: {hands.play.open()}")


def lay(hands: Hands) -> None:
    """The memory goes on the first free space (one with an objective could be covered)."""
    track = hands.play.table.track
    hands.give(next(space for space in hands.question.choices(hands.play.table) if track[space - 1] is None))


def asked(hands: Hands) -> str:
    return type(hands.question).__name__


def begin(night: Night, *choices: str, draws: str = "table") -> Hands:
    """Choose a town that was entered before. Most tests draw factions by hand."""
    night.drive.app.library.save_box("winter_tales", "My box", whole_town())
    return night.begin("winter_tales", NAMES, "Your box", "My box", *choices,
                       *(["We draw"] if draws == "table" else []))


@pytest.mark.rule("WT-35", "WT-36", "WT-37", "WT-38", "WT-39", "WT-40", "WT-62", "WT-63", "WT-64", "WT-65", "WT-66",
                  "WT-67", "WT-68", "WT-69", "WT-70", "WT-71", "WT-72", "WT-73", "WT-74", "WT-75", "WT-121", "WT-129")
def test_from_set_up_to_verdict(tmp_path: Path) -> None:
    """A battle, undo across it, an objective, two quests, verdict."""
    with Night(tmp_path, TABLET) as night:
        hands = begin(night, "5", "Powers", "Objectives", "Skills")
        set_up(hands, by_touches=True)
        _battle(hands)
        _objective(hands)
        through(hands, "Activate")
        hands = _quest(night, hands)
        assert [memory is not None for memory in hands.play.table.track[:5]].count(True) == 2
        _last_memory(hands)
        _epilogue(hands)


def _battle(hands: Hands) -> None:
    """The Mad Hatter waits in the plaza; two cards to one, and Dorothy is down."""
    hands.answer("Activate", "dorothy")
    position, before = hands.play.position(), picture(hands.play.table)
    hands.answer("StepTo", CEMETERY_PARK)
    hands.answer("Attack", "mad_hatter card")
    for word in ("card", "card", "stops"):
        hands.answer("BattleCard", word)
    assert hands.play.table.who("dorothy").down
    after, steps = picture(hands.play.table), hands.play.position() - position
    for _ in range(steps):
        hands.undo()
    assert picture(hands.play.table) == before and asked(hands) == "StepTo"
    for _ in range(steps):
        hands.redo()
    assert picture(hands.play.table) == after


def _objective(hands: Hands) -> None:
    """WT-129: Ben's soldier brought a rebel down: his secret objective, shown now, becomes a memory of winter."""
    hands.answer("DragTo", "winter_prison")
    hands.answer("DeclareObjective", 1)
    hands.answer("ShowObjective", "reward")
    while hands.play.table.seats[1].completed != ["reward"] or asked(hands) not in ("EndTurn", "StepTo"):
        question = hands.question
        hands.reply(question, question.encode(next(iter(question.choices(hands.play.table)))))
        if asked(hands) in ("EndTurn", "StepTo"):
            break
    assert any(memory is not None and memory.side == "winter" for memory in hands.play.table.track)
    hands.answer("EndTurn")


def _quest(night: Night, hands: Hands) -> Hands:
    """Ben's Wolf takes up the Horror; the phone dies in the middle of step three."""
    assert hands.question.seat.name == "Ben"
    hands.correct("characters.wolf.at", CEMETERY)
    hands.answer("Activate", "wolf")
    hands.answer("TakeUpQuest", "horror")
    through(hands, "AddCards", Send="nobody")
    hands.give("card")
    hands.give("card")
    hands = night.kill()
    assert hands.drive.says("Step 3 of 7") or hands.drive.says("go on with the tale")
    assert hands.play.table.perhaps(Resolving).cards[1] == 2
    through(hands, "PlaceMemory", AddCards="end")
    hands.answer("MemoryNote", "red snow")
    through(hands, "PlaceMemory")
    lay(hands)
    assert any(memory is not None and memory.note == "red snow" for memory in hands.play.table.track)
    return hands


def _last_memory(hands: Hands) -> None:
    """Two memories are laid by hand, the last comes from Cleo's quest."""
    through(hands, "Activate", StepTo=None)
    free = [space for space, memory in enumerate(hands.play.table.track[:5], start=1) if memory is None]
    assert hands.question.seat.name == "Cleo"
    laid = [(f"track.{space}", "spring") for space in free[:-1]]
    hands.page.controller.fix([*laid, ("characters.alice.at", MANSION)])
    hands.answer("Activate", "alice")
    hands.answer("TakeUpQuest", "glimmer")
    through(hands, "AddCards", Send="nobody")
    hands.give("card")
    through(hands, "PlaceMemory", AddCards="end")
    lay(hands)
    through(hands, "EpilogueCards")


def _epilogue(hands: Hands) -> None:
    for _ in range(40):
        if hands.over:
            break
        question = hands.question
        choices = [question.encode(one) for one in question.choices(hands.play.table)]
        played = asked(hands) in ("EpilogueCards", "WriterGift") and question.played(hands.play.table)
        raw = "next" if "next" in choices else choices[0]
        if "card" in choices and not played:
            raw = "card"
        hands.reply(question, raw)
    outcome = hands.play.outcome()
    assert outcome is not None and hands.drive.app.visits[-1].name == "result"
    assert hands.drive.says(str(outcome.sentence).rstrip("."))


@pytest.mark.rule("WT-62")  # every finger that comes down is counted, by the driver
def test_a_quest_with_four_joining_takes_fewer_taps_than_cards_and_ten(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "5")
        set_up(hands)
        joining = ("tin_man", "wolf", "alice", "candlewick", "pinocchio")
        hands.page.controller.fix([(f"characters.{key}.at", MANSION) for key in joining])
        hands.answer("Activate", "tin_man")
        before, cards = hands.drive.touches, 0
        hands.answer("TakeUpQuest", "glimmer")
        hands.answer("Send", "nobody")
        for word in ("card", "card", "card", "card 1", "card", "card 2", "card", "card 3", "card 4", "card", "card"):
            hands.answer("AddCards", word)
            cards += 1
        hands.answer("AddCards", "end")
        hands.answer("PlaceMemory", hands.question.encode(next(iter(hands.question.choices(hands.play.table)))))
        assert hands.play.table.track[0].side == "spring", "eight to three"
        assert cards == 11 and hands.drive.touches - before == cards + 4
