"""Every kind of question: what it takes, what it refuses, and that its answers are fresh values."""

import json
from random import Random
from typing import Any, get_args

import pytest

from companion.core.kinds import KINDS, Confirm
from companion.core.questions import Kind, Question
from companion.core.text import Refused, Text
from companion.core.values import same
from companion.core.views import as_plain
from tests.toys.orchard import game
from tests.toys.orchard.questions import Crates, Give, Pick, PieName, Price, Queue, Stall, Takings, Vote, Weather
from tests.toys.orchard.table import Orchard


def question(table: Orchard, name: str) -> Question[Orchard, Any]:
    ana = table.seats[0]
    return {"confirm": Pick(ana), "seat": Give(ana), "secret seat": Vote(ana), "dice": Weather(None),
            "number": Price(None), "numbers": Takings(None), "several": Crates(None), "order": Queue(None),
            "place": Stall(None), "note": PieName(ana)}[name]


RIGHT: list[tuple[str, Any]] = [
    ("confirm", "done"), ("seat", 1), ("secret seat", 0), ("dice", [6]), ("number", 1), ("number", 5),
    ("numbers", [0, 9, 3]), ("several", [2]), ("several", [0, 1, 2]), ("order", [2, 0, 1]), ("place", [0, 1]),
    ("note", ""), ("note", "apple & pear"),
]

WRONG: list[tuple[str, Any]] = [
    ("confirm", "yes"), ("confirm", None), ("confirm", True), ("confirm", ["done"]),
    ("seat", 0), ("seat", 3), ("seat", -1), ("seat", "Ben"), ("seat", True), ("seat", 1.0), ("seat", None),
    ("seat", [1]),
    ("secret seat", 3), ("secret seat", "Ana"), ("secret seat", True), ("secret seat", None),
    ("dice", [7]), ("dice", [0]), ("dice", []), ("dice", [1, 2]), ("dice", 4), ("dice", ["4"]), ("dice", [True]),
    ("dice", [4.0]), ("dice", None),
    ("number", 0), ("number", 6), ("number", 2.0), ("number", "2"), ("number", True), ("number", None), ("number", [2]),
    ("numbers", [1, 2]), ("numbers", [1, 2, 3, 4]), ("numbers", [1, 2, 10]), ("numbers", [1, 2, -1]),
    ("numbers", [1, 2, None]), ("numbers", 3), ("numbers", {"0": 1}),
    ("several", []), ("several", [0, 0]), ("several", [3]), ("several", [True]), ("several", ["Ana"]), ("several", 1),
    ("several", None), ("several", [[0]]),
    ("order", [0, 1]), ("order", [0, 1, 1]), ("order", [0, 1, 2, 0]), ("order", "012"),
    ("place", [1, 1]), ("place", [0]), ("place", "0,1"), ("place", [0, True]), ("place", []), ("place", None),
    ("place", [0.0, 1]), ("place", {"q": 0}),
    ("note", "x" * 241), ("note", None), ("note", 7), ("note", ["words"]),
]


@pytest.mark.parametrize(("name", "raw"), RIGHT)
def test_right_answers_are_taken_and_come_back_as_they_were(table: Orchard, name: str, raw: Any) -> None:
    asked = question(table, name)
    answer = asked.decode(table, raw)
    asked.check(table, answer)
    assert asked.encode(answer) == raw
    assert asked.possible(table)


@pytest.mark.parametrize(("name", "raw"), WRONG)
def test_wrong_answers_are_refused_with_a_sentence(table: Orchard, name: str, raw: Any) -> None:
    asked = question(table, name)
    with pytest.raises(Refused) as refused:
        asked.check(table, asked.decode(table, raw))
    assert isinstance(refused.value.refusal.why, Text)
    assert str(refused.value)
    assert refused.value.refusal.rule in game.rulebook()


@pytest.mark.parametrize("name", sorted({name for name, _ in RIGHT}))
def test_random_answers_are_always_taken(table: Orchard, name: str) -> None:
    asked = question(table, name)
    rng = Random(7)
    for _ in range(50):
        raw = asked.random_answer(table, rng)
        asked.check(table, asked.decode(table, json.loads(json.dumps(raw))))


def test_a_kind_that_is_not_in_the_table_of_kinds_fails_at_once() -> None:
    """An undeclared answer silently loses its *To move* face, its *Why?* list and its table-mode button."""
    assert set(KINDS) == set(get_args(Kind))
    with pytest.raises(TypeError, match="Shout is of the kind 'shout'; a game's own kind is called 'own'"):
        type("Shout", (Confirm,), {"kind": "shout"})


def test_a_secret_seat_shows_faces_but_not_what_was_chosen(table: Orchard) -> None:
    asked = question(table, "secret seat")
    faces = [asked.face(table, choice) for choice in asked.choices(table)]
    assert [str(face.label) for face in faces] == ["Ana", "Ben", "Cleo"]
    assert "Ben" not in repr(asked.decode(table, 1))


@pytest.mark.parametrize("name", sorted({name for name, _ in RIGHT}))
def test_every_kind_describes_itself_in_plain_json(table: Orchard, name: str) -> None:
    asked = question(table, name)
    said = json.loads(json.dumps(as_plain(asked.draft(table).describe())))
    assert (said["key"], said["kind"], said["sentence"]) == (asked.key(), asked.kind, str(asked.sentence(table)))


@pytest.mark.parametrize("name", sorted({name for name, _ in RIGHT}))
def test_what_a_draft_can_not_do_it_refuses_with_a_sentence(table: Orchard, name: str) -> None:
    draft = question(table, name).draft(table)
    before = draft.describe()
    for operation in (lambda: draft.tap("no such thing"), lambda: draft.set_row("nobody", 3),
                      lambda: draft.type_face(77), lambda: draft.type_text("hello")):
        try:
            operation()
        except Refused as refused:
            assert str(refused)
            assert draft.describe() == before


@pytest.mark.parametrize(("one", "other", "alike"), [
    (1, 1, True), (1, True, False), (1, 1.0, False), (0, False, False), ("1", 1, False), (None, None, True),
    ([1, 2], [1, 2], True), ([1, 2], [True, 2], False), ([[1]], [[1.0]], False), ({"a": 1}, {"a": 1}, True),
    ({"a": 1}, {"a": True}, False), ([1], (1,), False),
])
def test_the_same_means_the_same_kind_too(one: Any, other: Any, alike: bool) -> None:
    assert same(one, other) is alike
