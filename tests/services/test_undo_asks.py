"""An undo that moves many pieces asks first, however it comes about, with their number and where they go."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.views import Arrow
from companion.games.windward import game
from companion.services.library import Library
from companion.services.phones.state_json import hand_arrows
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.recording import SetClock
from tests.services.phones.room import Room

SIX = "This moves 6 pieces back on the table. Undo it?"
EVENING = [("Layout/table", list("ABCDEF")), ("Wind/table", [2]), ("Ready/table", "done")]
ROLL = 10 * [1]
PLACED = [("captains.0.morale", 3), ("captains.0.cannons", 3), ("captains.0.ship", "2,0")]


def fly(opened: Any, sail: bool = False) -> int:
    """The first turn of a captain alone; all Reds fly in one answer. Returns how many."""
    for key, answer in EVENING:
        opened.answer(key, answer)
    opened.play.fix(PLACED)
    if sail:
        opened.answer("Sail/0", [3, 0])
    for key, answer in (("EndTurn/0", "done"), ("CardOrMorale/0", "morale")):
        opened.answer(key, answer)
    night = opened.play.open()[0]
    assert night.rule == "WW-111"
    flying = sum(one.moves for one in night.flights(opened.play.table))
    opened.answer(night.key(), night.draft(opened.play.table).answer())
    return flying


def alone(path: Path) -> TableController:
    library = Library(open_store(path / "plays.db"), {"windward": game}, SetClock())
    opened = library.start("windward", Setup(people("Ana"), {"mode": "solo"}))
    opened.hands.card()
    return TableController(opened)


@pytest.fixture
def controller(tmp_path: Path) -> TableController:
    controller = alone(tmp_path)
    assert fly(controller.opened) == 6
    controller.read()
    return controller


def asked(controller: TableController, to: int | None = None) -> str:
    """What is asked first; nothing changes by that."""
    before = len(controller.play.log)
    result = controller.undo(to)
    assert not result.done and len(controller.play.log) == before
    return str(result.warning)


def test_it_asks_each_time_until_somebody_is_sure(controller: TableController) -> None:
    assert asked(controller) == asked(controller) == SIX
    assert controller.undo(sure=True).done and len(controller.hand.lines) == 6


def test_it_asks_after_a_redo(controller: TableController) -> None:
    controller.undo(sure=True)
    assert controller.redo().done
    assert asked(controller) == SIX


def test_a_correction_after_the_flights_goes_back_without_a_question(controller: TableController) -> None:
    controller.correct("captains.0.cards", 2)
    assert controller.undo().done
    assert asked(controller) == SIX


def test_back_to_here_counts_the_pieces_of_all_its_answers(tmp_path: Path) -> None:
    """The Reds of the night, and the ship that sailed before it."""
    controller = alone(tmp_path)
    reds = fly(controller.opened, sail=True)
    flown = controller.play.position() - 1
    assert asked(controller, flown) == f"This moves {reds} pieces back on the table. Undo it?"
    assert asked(controller, flown - 3) == f"This moves {reds + 1} pieces back on the table. Undo it?"
    assert reds >= 4


def test_pieces_that_go_back_already_are_not_counted_again(controller: TableController) -> None:
    controller.undo(sure=True)
    assert len(controller.hand.lines) == 6
    assert controller.undo().done, "a morale is no piece of the board"


def test_what_people_have_seen_is_asked_in_the_same_sentence(controller: TableController) -> None:
    controller.answer("Throw/table/attacker", [*ROLL], rolled=True)
    assert asked(controller) == "A die was rolled here. Undo it anyway?"
    assert asked(controller, controller.play.position() - 2) == (
        "This moves 6 pieces back on the table. A die was rolled here. Undo it anyway?")


def test_an_answer_that_came_meanwhile_is_not_taken_back(controller: TableController) -> None:
    """Somebody answered on another phone while the question was open."""
    asked(controller)
    seen = controller.epoch
    controller.answer("Throw/table/attacker", [*ROLL])
    late = controller.undo(sure=True, epoch=seen)
    assert (late.done, late.stale) == (False, True) and controller.play.log[-1].key == "Throw/table/attacker"


def test_the_ways_lead_back_to_where_the_pieces_were(controller: TableController) -> None:
    reds = {beast.id: beast.at for beast in controller.play.table.cresters if beast.kind == "red"}
    going = controller.undo().going_back
    assert going is not None and going.pieces == 6
    arrows = hand_arrows(going.lines, going.play.board())
    assert len(arrows) == 6 and all(isinstance(one, Arrow) for one in arrows)
    controller.undo(sure=True)
    before = {beast.id: beast.at for beast in controller.play.table.cresters if beast.kind == "red"}
    ways = {(f"{old.q},{old.r}", f"{new.q},{new.r}") for number, new in before.items()
            if (old := reds[number]) is not None and new is not None and old != new}
    assert {(one.way[0], one.way[-1]) for one in arrows} == ways


@pytest.mark.slow
def test_the_browser_of_the_host_gets_the_picture_too(tmp_path: Path) -> None:
    with Room(tmp_path, "windward", ("Ana",), alone=True, options={"mode": "solo"}) as room:
        host = room.guest(0)
        room.call(lambda: fly(room.opened))
        reply = host.do("undo")
        assert reply["warning"] == SIX and [one["kind"] for one in reply["arrows"]] == 6 * ["hand"]
        before = room.records()
        assert host.do("undo")["warning"] == SIX and room.records() == before
        assert host.do("undo", sure=True) == {"ok": True} and room.records() == before + 1
