"""Late joiners and renamed players are records like any other."""

from typing import Any, ClassVar

import pytest

from companion.core.engine.state import picture
from companion.core.game import Facts, Joining
from companion.core.log import JOIN, RENAME, Record
from companion.core.play import Play, RulesFailed
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused, say
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter
from tests.toys.orchard.game import PAPER
from tests.toys.scripted import Ask, Scripted, Slate, keys, start, told

LENA = Person("Lena", 7)


async def everybody(table: Slate) -> None:
    for seat in table.each(table.present):
        word = await table.ask(Ask(seat, "turn"))
        table.marks.append(f"{seat.name} {word}")


class Open(Scripted):
    """Takes anybody in, with ten points."""

    facts: ClassVar[Facts] = Facts("open", "Open", 1, 4, "1", say("A toy."), "OR-1", PAPER, PAPER)

    def joining(self, table: Slate) -> Joining:
        return Joining(True, say("They sit down with the next round, with ten points."))

    def joined(self, table: Slate, seat: Any) -> None:
        seat.points = 10


def begin(*names: str) -> Play[Slate]:
    return Play(Open(everybody), Setup(people(*(names or ("Ana", "Ben")))))


def names(play: Play[Any]) -> list[str]:
    return [seat.name for seat in play.table.seats]


def test_a_game_that_says_nothing_takes_nobody_in_and_says_so() -> None:
    play = start(everybody)
    assert not play.joining().may
    with pytest.raises(Refused, match="Nobody can join this game after it has begun"):
        play.join(LENA)
    assert not play.log


def test_who_comes_in_the_middle_waits_for_the_next_stretch() -> None:
    play = begin()
    play.answer("Ask/0/turn", "yes")
    play.join(LENA)
    assert keys(play) == ["Ask/1/turn"] and names(play) == ["Ana", "Ben"]
    play.answer("Ask/1/turn", "yes")
    assert names(play) == ["Ana", "Ben", "Lena"] and play.table.seats[2].points == 10
    assert told(play)[-2:] == ["Lena has joined and plays from the next round.", "Lena sat down at the table."]
    assert play.chronicle()[-1].points == ((2, 10),)
    for seat in range(3):
        play.answer(f"Ask/{seat}/turn", "no")
    assert play.table.marks[-1] == "Lena no"
    assert names(play) == ["Ana", "Ben", "Lena"], "they sit down once"


def test_before_the_first_answer_of_a_stretch_they_sit_down_at_once() -> None:
    play = begin()
    play.join(LENA)
    assert names(play) == ["Ana", "Ben", "Lena"] and keys(play) == ["Ask/0/turn"]


def test_undo_and_redo_over_the_coming_and_the_sitting_down() -> None:
    play = begin()
    pictures = [picture(play.table)]
    for step in (lambda: play.answer("Ask/0/turn", "yes"), lambda: play.join(LENA),
                 lambda: play.answer("Ask/1/turn", "yes"), lambda: play.answer("Ask/0/turn", "yes")):
        step()
        pictures.append(picture(play.table))
    for at in (3, 2, 1, 0):
        play.undo()
        assert picture(play.table) == pictures[at]
    for at in (1, 2, 3, 4):
        play.redo()
        assert picture(play.table) == pictures[at]


@pytest.mark.parametrize(("person", "why"), [
    (Person("ana", 7), "Two seats are called Ana"), (Person(" ", 7), "has no name"),
    (Person("x" * 61, 7), "at most 60 letters"), (Person("Lena", 0), "the same colour"),
    (Person("Lena", 12), "needs a colour"), (Person("Le\ud800na", 7), "can't be saved"),
])
def test_a_name_or_colour_that_does_not_do_is_refused(person: Person, why: str) -> None:
    play = begin()
    before = picture(play.table)
    with pytest.raises(Refused, match=why):
        play.join(person)
    assert picture(play.table) == before and not play.log


def test_two_newcomers_may_not_share_a_name_and_four_are_enough() -> None:
    play = begin()
    play.answer("Ask/0/turn", "yes")
    play.join(LENA)
    with pytest.raises(Refused, match="Two seats are called"):
        play.join(Person("LENA", 8))
    play.join(Person("Max", 8))
    with pytest.raises(Refused, match="All 4 seats are taken"):
        play.join(Person("Noa", 9))


def test_a_hook_that_breaks_changes_nothing() -> None:
    class Breaks(Open):
        def joined(self, table: Slate, seat: Any) -> None:
            raise KeyError("no hand")

    play = Play(Breaks(everybody), Setup(people("Ana", "Ben")))
    with pytest.raises(RulesFailed):
        play.join(LENA)
    assert names(play) == ["Ana", "Ben"] and keys(play) == ["Ask/0/turn"]


# Called otherwise

def test_a_name_typed_wrong_is_mended_in_the_middle() -> None:
    play = begin("Ana", "Bne")
    play.answer("Ask/0/turn", "yes")
    play.rename(1, " Ben ")
    assert names(play) == ["Ana", "Ben"] and play.log[-1] == Record(RENAME, "Ben", 1)
    assert told(play)[-1] == "Bne is now called Ben."
    play.answer("Ask/1/turn", "yes")
    assert play.table.marks[-1] == "Ben yes"
    play.undo(1)
    assert names(play) == ["Ana", "Bne"]


@pytest.mark.parametrize(("name", "why"), [("Ana", "Two seats are called"), ("", "has no name"), ("Ben", "already")])
def test_a_name_that_somebody_has_is_refused(name: str, why: str) -> None:
    play = begin()
    with pytest.raises(Refused, match=why):
        play.rename(1, name)
    assert not play.log


def test_a_strange_record_in_a_log_is_a_misfit_and_no_crash() -> None:
    for bad in (Record(JOIN, "Lena", None, "red"), Record(JOIN, "", None, 3), Record(RENAME, "Lena", 9),
                Record(RENAME, "Lena")):
        play = Play(Open(everybody), Setup(people("Ana", "Ben")), [bad])
        assert play.misfit is not None and names(play) == ["Ana", "Ben"]


# Where the number of players is built into the set-up

@pytest.mark.rule("WW-10")
def test_windward_says_why_nobody_joins() -> None:
    play = Play(windward, Setup(people("Ana", "Ben")))
    allowed = play.joining()
    assert not allowed.may and "number of captains" in str(allowed.how)


@pytest.mark.rule("WT-7")
def test_winter_tales_says_why_nobody_joins() -> None:
    play = Play(winter, Setup(people("Ana", "Ben", "Cleo")))
    allowed = play.joining()
    assert not allowed.may and "dealt for this number of players" in str(allowed.how)
