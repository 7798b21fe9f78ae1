"""The Reds' night on one page, by touches: numbered rows, arrows, equal paths as chips, one flight opened."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.windward.screen.panels import FlightRow, WayChip
from companion.games.windward.screen.stage import marks
from companion.games.windward.screen.stage.marks import FAINT, NightFlight
from companion.games.windward.table import Rest
from companion.touches.offscreen import PHONE, SMALL
from tests.ui.night import Night

pytestmark = pytest.mark.touch

SOLO = """
    Layout/table ["A","B","C","D","E","F"]
    Wind/table [3]
    Ready/table "done"
    Sail/0 [1,0]
    EndTurn/0 "done"
    CardOrMorale/0 "card"
    """


def rows(hands: Any) -> list[FlightRow]:
    return sorted(hands.drive.all(cls=FlightRow), key=lambda row: -row.y)


def shown(hands: Any) -> tuple[NightFlight, ...]:
    """What the stage draws."""
    night: tuple[NightFlight, ...] = hands.page.stage.night
    return night


def map_has_half(hands: Any) -> bool:
    return bool(hands.page.stage.room.height >= 0.5 * hands.page.height - 1)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_the_planet_has_half_of_a_phone_though_hands_have_to_put_reds_back(tmp_path: Path, size: Any) -> None:
    """After an undo the page comes again, below what to put back. On a small phone the list folds out, and a tapped
    flight fills the stage, with only its row below."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        assert map_has_half(hands) and len(rows(hands)) == (0 if size == SMALL else 6)
        if size == SMALL:
            hands.touch("All in one list")
            assert len(rows(hands)) == 6
            plain = next(row for row in rows(hands) if not row.chips)
            hands.touch(plain)
            stage = hands.page.stage
            assert map_has_half(hands) and rows(hands) == [plain] and stage.only == plain.key
            assert not stage.guide.goal.is_whole(stage.window)
            assert not hands.page.panel.scroll.do_scroll_y, "the whole row is in view"
            hands.touch(plain)
            assert len(rows(hands)) == 6
            hands.touch("All in one list")
            assert not rows(hands) and map_has_half(hands)
        hands.answer("AllFly", hands.question.draft(hands.play.table).answer())
        hands.undo()
        hands.drive.advance(0.5)
        assert hands.page.panel.hand.shown and map_has_half(hands)


@pytest.mark.thorough
def test_rows_are_numbered_as_on_the_stage_and_arrows_count_the_spaces(tmp_path: Path) -> None:
    """WW-111: six Reds fly; what an arrow counts is what the line on the planet is long. A finger can hit all."""
    with Night(tmp_path, SMALL) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        hands.touch("All in one list")
        assert all(part.height >= 48 for part in hands.drive.all(cls=(FlightRow, WayChip)))
        page = rows(hands)
        assert [row.disc.words.text for row in page] == [str(flight.number) for flight in shown(hands)]
        assert [row.text for row in page] == ["The Red"] * len(page)
        for row, flight in zip(page, shown(hands), strict=True):
            arrows = next((chip.arrows for chip in row.chips if chip.chosen), row.arrows)
            assert sum(int(pair.parts[1].text) for pair in arrows.parts) == len(flight.flight.path) - 1
            assert bool(row.strikes.text) == flight.flight.attacks
        assert [button.text for button in hands.page.panel.row.parts] == ["One by one", "All moved"]


@pytest.mark.thorough
def test_another_way_is_a_chip_in_the_row_and_the_stage_follows(tmp_path: Path) -> None:
    """WW-112: A is chosen for the table; B is one tap."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        row = next(row for row in rows(hands) if row.chips)
        assert [chip.chosen for chip in row.chips][:2] == [True, False]
        assert row.hint.text.endswith("the app chose A")
        key, other = row.key, row.chips[1]
        token = other.choice
        hands.touch(other)
        row = next(row for row in rows(hands) if row.key == key)
        assert next(chip for chip in row.chips if chip.chosen).choice == token
        assert row.hint.text.endswith("you chose B")
        flight = next(one for one in shown(hands) if one.flight.key == key)
        assert flight.letter == "B" and f"{key}@{flight.flight.path[-1].q},{flight.flight.path[-1].r}" == token
        hands.main()
        red = next(crester for crester in hands.play.table.cresters if crester.key == key)
        assert red.at == flight.flight.path[-1]


@pytest.mark.thorough
def test_a_tap_on_a_row_leaves_only_its_flight_bright(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        drawn: list[float] = []
        monkeypatch.setattr(marks, "ghost_of", lambda layer, picture, place, scale, alpha: drawn.append(alpha))
        reds = len(rows(hands))
        hands.touch(rows(hands)[1])
        assert drawn[-reds:] == [1.0 if number == 2 else FAINT for number in range(1, reds + 1)]
        hands.touch(rows(hands)[1])
        assert drawn[-reds:] == [1.0] * reds
        assert not hands.play.log or hands.play.log[-1].key.startswith("CardOrMorale"), "looking answers nothing"


def test_the_night_is_read_out_flight_by_flight(tmp_path: Path) -> None:
    """With speech the page begins to read: the stage comes closer, a tap on the map or *Next* goes on."""
    with Night(tmp_path, SMALL, speech=True) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        said = lambda: [call[1] for call in night.ports.calls if call[0] == "speech.say"]  # noqa: E731
        first = ("1. The Red on the Red start of territory 1: one hex towards 4, then two towards 5. "
                 "The shortest path is 4, and it flies 3.")
        assert said()[-1] == first and hands.drive.says(first)
        stage = hands.page.stage
        assert not stage.guide.goal.is_whole(stage.window)
        assert not hands.page.panel.scroll.do_scroll_y, "Again and Next are in view together"
        hands.touch("Again")
        assert said()[-2:] == [first, first]
        hands.touch("Next")
        assert said()[-1].startswith("2. The Red on the Red start of territory 2: two hexes towards 5")
        hands.touch_at(*stage.room.center)
        hands.drive.advance(0.4)
        assert said()[-1].startswith("3. ")
        for _ in range(3):
            hands.touch("Next")
        hands.touch("All moved")
        assert hands.play.table.wind_due or not hands.play.table.is_under_way(Rest)


@pytest.mark.thorough
def test_in_table_mode_the_night_is_big_words(tmp_path: Path) -> None:
    """Silently, with the phone lying flat: a tap anywhere is the next flight, the last one books the night."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow(SOLO)
        records = len(hands.play.log)
        opened = hands.page.controller.opened
        hands.menu("Table mode")
        hands.drive.advance(0.5)
        page = hands.drive.app.page
        assert page.sentence.text.startswith("1. The Red on the Red start of territory 1")
        hands.touch_at(page.sentence.center_x, page.sentence.center_y)
        hands.drive.advance(0.3)
        assert page.sentence.text.startswith("2. ")
        hands.touch("Back")
        assert page.sentence.text.startswith("1. ")
        for _ in range(5):
            hands.touch("Next")
            hands.drive.advance(0.3)
        assert page.sentence.text.startswith("6. ") and len(opened.play.log) == records
        hands.touch("All moved")
        assert len(opened.play.log) == records + 1
