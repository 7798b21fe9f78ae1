"""Windward by touches: alone and together, to a win and to a loss, on phone and tablet; the worked turn."""

from pathlib import Path
from typing import Any

import pytest

from companion.touches.offscreen import PHONE, SMALL, TABLET
from tests.sampling import sampled
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = pytest.mark.touch
GOLDEN = Path(__file__).parents[1] / "golden"


def lines(name: str) -> str:
    """The records of a golden page."""
    page = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    return "\n".join(line for line in page.splitlines() if "->" in line)


def ended(hands: Hands, sentence: str) -> bool:
    return hands.drive.app.visits[-1].name == "result" and hands.drive.says(sentence.rstrip("."))


@pytest.mark.thorough
def test_alone_to_a_win(tmp_path: Path) -> None:
    """WW-108: the last Red falls, the White rises and is beaten; the golden page, every line by touches."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo", "Small World")
        page = lines("solo-victory").splitlines()
        middle = next(at for at, line in enumerate(page) if line.startswith("Throw/0"))
        hands.follow("\n".join(page[:middle]))
        hands = night.kill()                                # in the middle of the first battle
        assert hands.drive.says("what do your five dice show?")
        hands.follow("\n".join(page[middle:middle + 1]))
        hands.undo()
        hands.follow("\n".join(page[middle:]))
        assert ended(hands, "You have beaten the White Crester.")


def test_alone_to_a_loss(tmp_path: Path) -> None:
    """WW-109: a turn that ends at port is lost."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow('Layout/table ["A","B","C","D","E","F"]\nWind/table [3]\nReady/table "done"')
        hands.follow('Sail/0 [0,1]\nSail/0 [0,0]')
        assert not hands.over
        hands.follow('EndTurn/0 "done"')
        assert ended(hands, "Your ship is lost.")


@pytest.mark.thorough
def test_together_to_a_win(tmp_path: Path) -> None:
    """WW-122 to WW-128: the White's last life goes in a battle that the captains win, fifteen hits to eight; nothing
    need be added."""
    with Night(tmp_path, TABLET) as night:
        hands = night.begin("windward", "Ana Ben", "Co-op")
        hands.follow("""
            Layout/table ["A","B","C","D","E","F"]
            FirstPlayer/table 0
            Wind/table [6]
            WhiteDie/table [2]
            Ready/table "done"
            """)
        white = next(crester for crester in hands.play.table.cresters if crester.kind == "white")
        hands.correct("lives.white", 1)
        # straight against the wind lies 0,1: this way is free
        hands.page.controller.fix([("captains.0.cannons", 3), (f"beasts.{white.key}", "0,-1")])
        hands.follow("Sail/0 [0,-1]\nCannons/0/attacker 3\nThrow/0/attacker [3,3,3,3,3]")
        hands = night.kill()
        hands.follow("Throw/1/defender [1,1,1,1,1,1,1,1]")
        assert ended(hands, "Together you have beaten the White Crester.")


@pytest.mark.thorough
def test_together_to_a_loss(tmp_path: Path) -> None:
    """WW-124, WW-127: the golden page of a defeat, every line by touches."""
    with Night(tmp_path, TABLET) as night:
        hands = night.begin("windward", "Ana Ben", "Co-op", "8, impossible")
        hands.follow(lines("coop-defeat"))
        assert ended(hands, "The captains have lost.")


@pytest.mark.thorough
def test_a_solo_night_without_a_battle_takes_four_taps(tmp_path: Path) -> None:
    """WW-111: End turn, a card, all moved, the wind; six Reds fly on one page."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        before = hands.drive.touches
        hands.follow('EndTurn/0 "done"\nCardOrMorale/0 "card"')
        assert hands.drive.says("Tonight six Reds fly.")
        hands.answer("AllFly", hands.question.draft(hands.play.table).answer())
        hands.follow("Wind/0 [2]")
        assert hands.drive.touches - before == 4
        assert not hands.over and hands.play.table.round == 2


@pytest.mark.thorough
@pytest.mark.rule("WW-153")
@sampled(("size", "space", "taps"), [
    (PHONE, [1, 0], 5), (SMALL, [1, 0], 5), (PHONE, [5, 0], 6), (TABLET, [5, 0], 5)])
def test_a_light_turn_takes_at_most_six_taps(tmp_path: Path, size: Any, space: list[int], taps: int) -> None:
    """The ship's space (on the phone a far one by the small map), a tooth, End turn, the night's price."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windward", "Ana Ben", "Turns and battles")
        hands.follow(lines("light-to-fifteen").partition("\nSail/0")[0])
        before = hands.drive.touches
        hands.answer("Sail", space)
        hands.follow('Notoriety/0 "red"\nEndTurn/0 "done"\nCardOrMorale/0 "card"')
        assert hands.drive.touches - before == taps <= 6


@pytest.mark.thorough
@pytest.mark.rule("WW-153")
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_usual_light_turn_takes_four_taps(tmp_path: Path, size: Any) -> None:
    """Where the ship is, End turn, the price of the night, and the Red that flew: then it is Ben's turn."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windward", "Ana Ben", "Turns and battles")
        hands.follow(lines("light-to-fifteen").partition("\nSail/0")[0])
        before = hands.drive.touches
        hands.answer("Sail", [1, 0])
        hands.follow('EndTurn/0 "done"\nCardOrMorale/0 "card"\nFly/0 "done"')
        assert hands.drive.touches - before == 4
        assert hands.play.open()[0].key() == "Sail/1"


SOLO = """
    Layout/table ["A","B","C","D","E","F"]
    Wind/table [3]
    Ready/table "done"
    Sail/0 [1,0]
    """


@pytest.mark.thorough
@sampled("size", [PHONE, TABLET])
def test_the_worked_turn_takes_fewer_taps_than_pieces(tmp_path: Path, size: Any) -> None:
    """WW-16: the rulebook's own turn. What the hands move on the real table is counted in docs/taps.md. A tablet shows
    the whole planet: the longest way needs no tap on the small map."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windward", "Gary Ben")
        page = lines("epic-turn").splitlines()
        turn = next(at for at, line in enumerate(page) if line.startswith("Sail/0"))
        hands.follow("\n".join(page[:turn]), quickly=True)
        before = hands.drive.touches
        hands.follow("\n".join(page[turn:]))
        assert hands.drive.touches - before == (TAPS if size == PHONE else TAPS - 1) < PIECES


TAPS, PIECES = 36, 51
"""docs/taps.md counts them: pieces, tokens, cards and dice that hands move in that turn, and what is tapped instead."""
