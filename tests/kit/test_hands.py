"""The five laws of the list of what lies on the table: each finds what was planted."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from companion.core.engine.by_hand import HandLine
from companion.core.fields import Field, Rows
from companion.core.kinds import Dice, Number, Row
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import said, say
from companion.testing import check_questions, check_secrets, check_wild_table, report
from companion.testing.by_hand_laws import unlike
from companion.testing.driving import AnyGame
from tests.kit.test_kit_finds import name
from tests.sampling import sampled
from tests.toys import broken_hands, orchard
from tests.toys.broken import Notebook
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Vote
from tests.toys.orchard.table import Orchard
from tests.toys.scripted import Scripted, Slate

pytestmark = pytest.mark.slow

PLANTED: list[tuple[AnyGame, str]] = [
    (broken_hands.behind_the_list, r"^told: the score of seat \d changed, but no field did"),
    (broken_hands.silent_line, r"^told: the To move line of seats\.0\.points is empty"),
    (broken_hands.dropped_line, r"^told: seats\.0\.points changed, but no To move line says so"),
    (broken_hands.unreadable, r"^told: the flag is half up"),
    (broken_hands.same_words, r"^plain: seats\.\d\.points has the same To move words for \d+ and \d+"),
    (broken_hands.one_for_all, r"^plain: .* moves from .*, but the To move words are the same if it stays"),
    (broken_hands.missing_field, r"^complete: after .* onto a fresh table, day differs: give it a field"),
    (broken_hands.refuses_itself, r"^complete: a fresh table refuses the values.*'s apples can't be \d"),
    (broken_hands.wordless_at_first,
     r"^complete: the field season isn't always listed and has no words for None"),
    (broken_hands.line_for_nothing,
     r"^quiet: a To move line for nothing: note has the same words before and after"),
    (broken_hands.said_twice,
     r"^quiet: a To move line repeats the answer to Colour \(broken_hands\.py:\d+\): "
     r"call table\.by_players\(\) once it is set$"),
    (broken_hands.open_secret, r"^sealed: the field note gives away a secret before it is revealed"),
]


@sampled(("game", "sentence"), PLANTED, ids=name)
def test_a_planted_fault_breaks_its_law(game: AnyGame, sentence: str) -> None:
    findings = check_wild_table(game, plays=20)
    assert any(re.search(sentence, finding.sentence) for finding in findings), report(findings)


def test_the_shadow_play_sees_a_secret_in_the_list() -> None:
    assert "To move shows a secret before it is revealed" in [
        finding.sentence for finding in check_secrets(broken_hands.open_secret)]


def test_a_healthy_list_breaks_no_law() -> None:
    assert check_wild_table(orchard.game, plays=10) == []


def test_what_a_rule_does_with_the_same_value_repeats_no_answer() -> None:
    class Signal(broken_hands.Flag):
        """A second ship answers with the same flag: nobody has raised that one yet."""

        def new(self, setup: Setup) -> Notebook:
            table = Notebook(setup)
            table.page = ""
            return table

        async def play(self, table: Orchard) -> None:
            assert isinstance(table, Notebook)
            table.note = await table.ask(broken_hands.Colour(None))
            table.by_players()
            table.page = table.note
            table.day += 1

        def fields(self, table: Orchard) -> Iterable[Field]:
            yield from super().fields(table)
            yield Rows(table).choice("page", say("The other flag"), ("", "red", "green"))

    assert check_wild_table(Signal(), plays=10) == []


def test_a_piece_that_goes_step_by_step_breaks_no_law() -> None:
    class StepByStep(OrchardGame):
        """Shows a gain of two points as two single steps."""

        def as_moves(self, table: Orchard, lines: Sequence[HandLine]) -> Iterator[HandLine]:
            for line in lines:
                yield from steps(line) if line.path.endswith(".points") else [line]

    def steps(line: HandLine) -> Iterator[HandLine]:
        by = 1 if line.new > line.old else -1
        for number in range(line.old, line.new, by):
            yield replace(line, old=number, new=number + by, sentence=say("One step {by}", by=by))

    assert check_wild_table(StepByStep(), plays=20) == []


class Roll(Dice[Slate]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("What do the dice show?")

    def how_many(self, table: Slate) -> int:
        return 2


class Eggs(Number[Slate]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("How many eggs do you lay there?")

    def row(self, table: Slate) -> Row:
        return Row(say("Eggs"), 1, 9)


@sampled(("ask", "done", "repeats"), [
    (Eggs, lambda table, answer: answer, True), (Eggs, lambda table, answer: (table.n + answer) % 99, False),
    (Roll, lambda table, answer: answer[1], True), (Roll, lambda table, answer: (table.n + answer[1]) % 99, False)])
def test_a_number_that_the_answer_has_set_is_not_told_again(ask: Any, done: Any, repeats: bool) -> None:
    """Dice that lie there already are no work for hands; a piece that goes that far is."""
    async def script(table: Slate) -> None:
        answer = await table.ask(ask(None))
        table.n = done(table, answer)

    found = [one.sentence for one in check_questions(Scripted(script), plays=2)]
    said = f"after {ask.__name__}, the To move card repeats the answer (n): call"
    assert any(said in one for one in found) == repeats, found


def test_a_secret_answer_is_the_players_own_once_it_is_revealed() -> None:
    class Revealed(broken_hands.OpenSecret):
        async def play(self, table: Orchard) -> None:
            assert isinstance(table, Notebook)
            ballot = await table.ask(Vote(table.seats[0]))
            table.note = table.reveal(ballot).name
            table.by_players()
            table.day += 1

    assert check_wild_table(Revealed(), plays=10) == []


def test_without_fields_may_be_any_collection() -> None:
    class Tuple(OrchardGame):
        without_fields: ClassVar[Any] = ("day",)

    one, other = (Play(Tuple(), Setup(people("Ana", "Ben"))).table for _ in range(2))
    one.day += 1
    assert list(unlike(Tuple(), one, other)) == [] and list(unlike(OrchardGame(), one, other)) == ["day"]


def test_a_correction_that_orders_hands_about_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that undo once had: it listed pieces that never moved."""
    monkeypatch.setattr(Play, "_only_corrections", lambda *_: False)
    monkeypatch.setattr(Play, "_feed_again", lambda play, numbers, check=True: [
        play.run.feed(number, play.log[number], check) for number in numbers][:0])
    findings = check_wild_table(orchard.game, plays=10)
    told = r"^told: a To move line for .*, though a correction moves no piece"
    assert any(re.search(told, finding.sentence) for finding in findings), report(findings)
