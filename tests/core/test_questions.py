"""Questions carry names, not facts: keys, faces, refusals."""

from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from enum import Enum
from typing import Any, ClassVar

import pytest

from companion.core.kinds import PickText
from companion.core.questions import Question
from companion.core.setup import Person, Seat, Setup, people
from companion.core.text import Refusal, Refused, said, say
from tests.toys.scripted import Slate

ANA, BEN = Seat(0, Person("Ana", 0)), Seat(1, Person("Ben", 1))


class Card:
    def __init__(self, key: str) -> None:
        self.key = key


class Step(Enum):
    FIRST = 1


class Stack(PickText[Slate]):
    rule: ClassVar[str] = "OR-4"
    place: Any = ""
    with_whom: Any = 0

    sentence = said("Which?")

    def choices(self, table: Slate) -> Iterable[str]:
        return table.words

    def barred(self, table: Slate) -> Iterable[tuple[str, Refusal]]:
        yield "perhaps", Refusal(say("Not in the rain."), "OR-2")


@pytest.fixture
def slate() -> Slate:
    return Slate(Setup(people("Ana", "Ben")))


@pytest.mark.parametrize(("question", "key"), [
    (Stack(None, "third"), "Stack/table/third/0"),
    (Stack(ANA, "third", BEN), "Stack/0/third/1"),
    (Stack(BEN, Card("oak"), 7), "Stack/1/oak/7"),
])
def test_a_key_names_the_question_its_seat_and_its_step(question: Question[Any, Any], key: str) -> None:
    assert question.key() == key


@pytest.mark.parametrize("fact", [["a", "list"], ("a", "tuple"), None, 1.5, object(), Step.FIRST])
def test_a_question_that_carries_a_fact_has_no_key(fact: object) -> None:
    with pytest.raises(TypeError, match="names, not facts"):
        Stack(ANA, fact).key()


def test_questions_are_values_that_nobody_changes() -> None:
    assert Stack(ANA, "third") == Stack(ANA, "third") != Stack(BEN, "third")
    with pytest.raises(FrozenInstanceError):
        Stack(ANA, "third").place = "first"  # type: ignore[misc]


def test_choices_are_looked_up_live(slate: Slate) -> None:
    question = Stack(ANA)
    question.check(slate, "yes")
    slate.words = ["no"]
    with pytest.raises(Refused):
        question.check(slate, "yes")
    slate.words = []
    assert not question.possible(slate)


def test_a_barred_answer_is_refused_with_its_own_reason(slate: Slate) -> None:
    with pytest.raises(Refused) as refused:
        Stack(ANA).check(slate, "perhaps")
    assert refused.value.refusal == Refusal(say("Not in the rain."), "OR-2")
    slate.words = ["perhaps"]
    Stack(ANA).check(slate, "perhaps")


def test_what_a_kind_must_say_and_does_not_is_named(slate: Slate) -> None:
    bare: Question[Slate, str] = Question(None)
    for look in (lambda: bare.sentence(slate), lambda: bare.decode(slate, "x")):
        with pytest.raises(NotImplementedError, match="Question"):
            look()
