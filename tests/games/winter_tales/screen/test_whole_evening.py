"""A whole evening of Winter Tales by touches, notes and all; and the page that is left of it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.ui.screens.chronicle_page import as_page
from companion.ui.table.panels import answer_panel
from tests.games.winter_tales.screen.test_touch import asked, begin
from tests.games.winter_tales.screen.test_touches_counted import act, set_up_at_once
from tests.ui.hands import Hands
from tests.ui.night import Night
from tests.ui.offscreen import PHONE

pytestmark = pytest.mark.touch
GOALS = {
    "glimmer": "a candle in every window", "love": "two letters, never sent",
    "safe_house": "the cellar below the stage",
    "artifact_spring": "the key that winds the sun", "artifact_winter": "the key that stops the clocks",
    "horror": "something breathes under the ice", "propaganda": "a voice in every lamp post",
    "retaliation": "an empty chair at the table",
}
MEMORIES = ("the night the snow turned warm", "footprints that led nowhere", "and still the music box played",
            "a lantern in the frozen canal", "nobody asked whose coat it was")
CARDS = {"Ana": 2, "Ben": 1, "Cleo": 1, "Dev": 2, "Eve": 1}


def note_quests(hands: Hands) -> None:
    """Right after a quest token was placed its note has a tile."""
    for one in [*hands.play.open(), *hands.play.standing()]:
        if type(one).__name__ == "QuestGoal" and not one.quest.note:
            hands.reply(one, GOALS[one.quest.key])
            return


def tell(hands: Hands) -> None:
    """Everybody who is there joins in, as many cards as each likes."""
    table, played = hands.play.table, 0
    while asked(hands) == "AddCards":
        words = list(hands.question.choices(table))
        mine = CARDS[hands.question.seat.name]
        calls = [word for word in words if word.split()[-1].isdecimal()]
        sides = [word for word in words if word in ("spring", "winter")]
        if played < mine:
            hands.give("card" if "card" in words else sides[0])
            played += 1
        elif calls:
            hands.give(calls[0])
            played = 1
        elif "next" in words and "none" in words:
            hands.give("next")
            played = 0
        else:
            hands.give("end" if "end" in words else "next" if "next" in words else "out")


def lay_memory(hands: Hands) -> None:
    laid = sum(memory is not None for memory in hands.play.table.track)
    hands.answer("MemoryNote", MEMORIES[laid % len(MEMORIES)])
    free = [space for space in hands.question.choices(hands.play.table) if hands.play.table.track[space - 1] is None]
    hands.give(free[0])


def epilogue(hands: Hands) -> None:
    words = [hands.question.encode(one) for one in hands.question.choices(hands.play.table)]
    played = asked(hands) in ("EpilogueCards", "WriterGift") and hands.question.played(hands.play.table)
    hands.give("card" if "card" in words and not played else "next" if "next" in words else words[0])


def evening(hands: Hands) -> None:
    """To the verdict: walk, fight now and then, tell."""
    set_up_at_once(hands)
    walked, answers = False, {"Attack": "nobody", "SpringTrap": "nobody", "Send": "nobody", "BattleCard": "card"}
    fought = 0
    for _ in range(400):
        if hands.over:
            return
        note_quests(hands)
        name, words = asked(hands), []
        if name in ("Activate", "Activate"):
            walked = False
        if name in ("StepTo", "TakeUpQuest", "NewQuest", "EndTurn"):
            walked = act(hands, walked)
        elif name == "AddCards":
            tell(hands)
        elif name == "PlaceMemory":
            lay_memory(hands)
        elif hands.play.table.phase == "epilogue":
            epilogue(hands)
        else:
            words = [hands.question.encode(one) for one in hands.question.choices(hands.play.table)]
            raw = answers.get(name, words[0])
            if name == "Attack" and fought < 2:
                raw, fought = words[-1], fought + 1
            elif name == "BattleCard" and len([one for one in hands.play.log if one.key == hands.question.key()]) % 2:
                raw = "stops"
            hands.give("through" if raw == "nobody" and "through" in words else raw)
    raise AssertionError(f"not over: {hands.play.open()}")


@pytest.mark.rule("WT-148")  # five players; the page has both sides, the track with its notes, every chapter, the sum
def test_a_whole_evening_and_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_panel, "LUCK", Random(3))
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "4", "Powers")
        evening(hands)
        table, page = hands.play.table, as_page(hands.play, 1_700_000_000.0)
        told: list[Any] = [memory for memory in table.track if memory is not None]
        assert len(told) == 4 and all(memory.note in page for memory in told)
        assert page.count('<section class="team') == 2 and page.count('<li class="card"') == 5
        assert f"{table.writer().name}, writer" in page
        assert "Chapter one" in page and str(hands.play.outcome().details[0].text) in page
        assert all(quest.note in page for quest in table.quests.values() if quest.state == "done" and quest.note)
        (tmp_path / "page.html").write_text(page, encoding="utf-8")
