"""The board is large while hands move pieces; on 360x640 an answer of each question is in view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import InstructionGroup

from companion.games.windward import game as windward
from companion.games.windward.board.hexes import read
from companion.games.winter_tales.screen.stage import close_up
from companion.games.winter_tales.screen.stage.reading import Slot
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.buttons import TonalButton
from companion.ui.widgets.controls.pad import DieKey
from tests.games.golden import played
from tests.games.windward.screen.under_way import afloat
from tests.games.winter_tales.evening import Evening, light
from tests.ui.conftest import PHONE, SMALL, TABLET, Start, at_table, start
from tests.ui.hands import Hands, resumed

__all__ = ["at_table", "start"]

pytestmark = pytest.mark.touch
sizes = pytest.mark.parametrize("size", [SMALL, PHONE, TABLET], ids=["small", "phone", "tablet"])
SOLO = Path(__file__).parent / "windward" / "golden" / "solo-victory.txt"


def stage_part(hands: Hands) -> float:
    page = hands.page
    return 1.0 if page.panel.form.beside else float((page.height - page.panel.height) / page.height)


@sizes
def test_the_board_keeps_two_fifths_while_six_pieces_go_back(start: Start, size: Any) -> None:
    """Unfolded it was 50 pixels high; a small phone showed none of the pieces."""
    hands = afloat(start, "solo", size)
    hands.page.controller.fix([(f"beasts.red{at}", f"{q},{r}") for at, (q, r) in enumerate(
        ((0, 5), (5, 0), (5, -5), (0, -5), (-5, 0), (-5, 5)), 1)])
    hands.drive.advance(0.3)
    hands.undo()
    hands.drive.advance(0.6)
    stage, lines = hands.page.stage, hands.page.controller.hand.lines
    assert len(lines) == 6 and stage_part(hands) >= 0.4
    assert all(stage.room.holds(stage.where(read(line.old))) for line in lines), "the whole board"
    hands.page.unfold_hand()
    hands.drive.advance(0.3)
    assert len(hands.page.panel.hand.rows) == 6 and stage_part(hands) >= 0.4


@sizes
def test_a_tapped_line_brings_its_way_into_view(start: Start, size: Any) -> None:
    hands = afloat(start, "competitive", size)
    hands.put(("captains.0.ship", hands.at(1, 1)))
    hands.page.controller.fix([("beasts.red1", "0,-5")])
    hands.undo()
    table, line = hands.page, hands.page.controller.hand.lines[0]
    table.tap_hand(line)
    assert hands.page is table and table.panel.hand.is_lit(line), "it opened the value, as the piece was out of view"
    assert table.stage.room.holds(table.stage.where(read(line.old)))


@pytest.mark.parametrize("asked", ["Corner", "ThisWay"])
def test_every_lit_space_is_in_view_where_they_are_few(start: Start, tmp_path: Path, asked: str) -> None:
    """WW-117, WW-92: of six corners, and of two ends, none was in view on a small phone."""
    page = tmp_path / "page.txt"
    page.write_text(SOLO.read_text(encoding="utf-8").split(f"\n{asked}/0")[0], encoding="utf-8")
    hands = resumed(start, played(windward, page)[0], SMALL)
    assert type(hands.question).__name__ == asked
    hands.page.fold_hand()
    hands.drive.advance(0.6)
    stage = hands.page.stage
    spaces = list(hands.question.choices(hands.play.table))
    assert len(spaces) > 1 and all(stage.room.holds(stage.where(space)) for space in spaces)


def in_view(hands: Hands) -> list[str]:
    """The answers wholly in view."""
    scroll, found = hands.page.panel.scroll, hands.drive.all(cls=AnswerCard)
    return [one.text for one in found
            if scroll.y - 1 <= one.to_window(*one.pos)[1] and one.to_window(one.x, one.top)[1] <= scroll.top + 1]


def test_a_character_is_in_view_where_one_is_chosen(start: Start) -> None:
    """WT-7: the list and three reasons came first."""
    evening = Evening(3, depth="light").tap("DrawForAll", ["spring", "winter", "writer", "glimmer", "horror"])
    hands = resumed(start, evening.play, SMALL)
    assert type(hands.question).__name__ == "ChooseCharacter" and in_view(hands)


def test_what_ends_a_quest_is_not_filled(start: Start) -> None:
    """WT-64: on a small phone it was the only answer wholly in view, and filled."""
    evening = light().tap("Activate", "dorothy")
    hands = resumed(start, evening.tap("TakeUpQuest", "glimmer").play, SMALL)
    ends = hands.page.panel.row.main
    assert ends.text == "The quest ends" and isinstance(ends, TonalButton)


def test_the_wind_s_keys_keep_their_places(start: Start) -> None:
    """WW-101: without the current wind, 4 lay where 3 was; its key is faded now and says why."""
    hands = afloat(start, "solo", SMALL)
    hands.page.controller.fix([("wind", 3), ("phase", "wind")])
    hands.page.refresh()
    hands.drive.advance(0.3)
    keys = hands.drive.all(cls=DieKey)
    assert [key.number for key in keys] == [1, 2, 3, 4, 5, 6] and [key.number for key in keys if key.opacity < 1] == [3]
    hands.touch(keys[2])
    assert hands.drive.says("3 doesn't count here: roll again.") and type(hands.question).__name__ == "Wind"


@pytest.mark.parametrize(("kind", "ink"), [("spring", "#2A1200"), ("winter", "#14233F"), ("free", close_up.ACCENT)])
def test_the_name_of_a_lit_memory_can_be_read(kind: str, ink: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was orange on orange, and orange on white."""
    inks: list[str] = []
    monkeypatch.setattr(close_up, "words", lambda layer, text, font, px, at, ink, *more: inks.append(ink))
    view = close_up.TrackView(InstructionGroup())
    view._face(Slot(1, kind, word="Hope", lit=True), (0.0, 0.0, 90.0, 100.0), close_up.LOOKS[kind], True)
    assert inks[-1] == ink
