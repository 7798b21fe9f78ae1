"""What players move by hand: what changed, what to put back, and one record for each visit."""

from functools import partial
from typing import Any

import pytest

from companion.core.engine.by_hand import EVERYTHING, NOTHING, UNFORESEEN, Reading, as_corrected, differences
from companion.core.fields import Field
from companion.core.log import FIX, Record
from companion.core.play import Play
from companion.core.setup import Person, Seat, Setup, people
from companion.core.text import Refused, Text, say
from companion.games.windmill import game as windmill
from companion.games.windmill.table import Windmill
from tests.toys.orchard import game as orchard
from tests.toys.orchard.table import Orchard
from tests.toys.scripted import Ask, Slate, start


def lines(play: Play[Orchard] | Play[Windmill], how: str = UNFORESEEN) -> list[str]:
    return [str(line.sentence) for line in play.by_hand.card(how).lines]


def orchard_day() -> Play[Orchard]:
    play: Play[Orchard] = Play(orchard, Setup(people("Ana", "Ben")))
    play.by_hand.card()
    play.answer("Weather/table", [3])
    return play


def story_told() -> Play[Windmill]:
    """Ana has told, with one point; Ben guesses."""
    play: Play[Windmill] = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    play.by_hand.card()
    play.answer("Oldest/table", 0)
    play.answer("CardDown/0", "done")
    return play


# The lines

def points_of(owner: Seat, path: str, label: Text, **more: Any) -> Field:
    return Field(path, label, range(10), lambda: owner.points, lambda value: setattr(owner, "points", value), **more)


def test_a_change_is_told_with_label_and_words() -> None:
    ana = Seat(0, Person("Ana", 0))
    morale = points_of(ana, "morale", say("{name}'s morale", name=ana), seat=0, icon="heart", place="ship0")
    ana.points = 3
    before = Reading([morale])
    ana.points = 2
    (line,) = differences(before, Reading([morale]))
    assert str(line.sentence) == "Ana's morale 3 → 2"
    assert (line.path, line.seat, line.icon, line.place, line.old, line.new) == ("morale", 0, "heart", "ship0", 3, 2)


def test_what_appears_and_what_goes_away_is_told() -> None:
    held: dict[str, int | None] = {"crate": None}
    crate = Field("crate", say("The crate"), range(9), lambda: held["crate"], lambda value: None)
    empty = Reading([crate])
    held["crate"] = 2
    full = Reading([crate])
    assert [str(line.sentence) for line in differences(empty, full)] == ["The crate: now 2"]
    assert [str(line.sentence) for line in differences(full, empty)] == ["The crate: take it away"]
    assert [str(line.sentence) for line in differences(full, Reading([]))] == ["The crate: take it away"]


def test_the_heaviest_line_comes_first_and_the_same_words_once() -> None:
    seat = Seat(0, Person("Ana", 0))
    home = [points_of(seat, f"stack.{n}", say("Stack"), change=lambda old, new: say("Tokens go home")) for n in (1, 2)]
    ship = points_of(seat, "ship", say("Ship"), weight=5)
    before = Reading([*home, ship])
    seat.points = 1
    found = differences(before, Reading([*home, ship]))
    assert [str(line.sentence) for line in found] == ["Ship 0 → 1", "Tokens go home"]
    assert [line.path for line in found[1].changes()] == ["stack.1", "stack.2"]


def test_what_only_the_books_hold_is_never_told() -> None:
    play = orchard_day()
    for key in ("Rest/0", "Rest/1"):
        play.answer(key, "done")
    play.answer("Vote/0", 1)
    assert lines(play, EVERYTHING) == []
    play.answer("Vote/1", 1)                               # Ben was kindest; a new day begins, with no weather
    assert lines(play, EVERYTHING) == ["Ben's points 0 → 2"]


def test_allowed_values_are_made_only_when_somebody_asks() -> None:
    def never() -> range:
        raise AssertionError("nobody asked")

    field = Field("x", say("X"), never, lambda: 1, lambda value: None)
    assert Reading([field]).values == {"x": 1}
    with pytest.raises(AssertionError):
        field.check(1)


# What the answer said


def test_what_hands_moved_with_the_answer_is_not_told_again() -> None:
    play = orchard_day()
    play.answer("Pick/0", "done")
    assert play.table.seats[0].apples == 1
    assert lines(play, EVERYTHING) == []
    other: Play[Windmill] = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    other.by_hand.card()
    other.answer("Oldest/table", 0)
    assert lines(other) == []


def test_what_the_phone_drew_nobody_has_moved() -> None:
    play = orchard_day()
    play.answer("Pick/0", "done", rolled=True)
    assert sorted(lines(play, EVERYTHING)) == ["Ana's apples 0 → 1", "Apples in the basket 12 → 11"]


def test_points_on_the_button_are_told_only_to_a_table_that_wants_everything() -> None:
    play = story_told()
    play.answer("Guess/1", "right")                        # WM-13: the first guess, one point each
    assert lines(play) == []
    assert lines(play, EVERYTHING) == ["Ana's pawn 0 → 1", "Ben's pawn 0 → 1"]
    assert lines(play, NOTHING) == []


def test_what_nobody_could_see_coming_is_told() -> None:
    play = story_told()
    play.correct("seats.0.points", 2)
    play.answer("Guess/1", "wrong")
    assert lines(play) == []                               # the card is out of the grid: the hand took it
    play.answer("Guess/2", "wrong")                        # WM-14: nobody found it, and the cards go back
    assert lines(play) == ["All cards back into the grid", "Ana's pawn 2 → 1"]


def test_a_refused_answer_leaves_the_card_as_it_was() -> None:
    play = story_told()
    play.answer("Guess/1", "right")
    with pytest.raises(Refused):
        play.answer("Guess/1", "right")
    assert lines(play, EVERYTHING) == ["Ana's pawn 0 → 1", "Ben's pawn 0 → 1"]


# Put back


def test_after_an_undo_and_a_redo_the_pieces_are_put_back() -> None:
    play = story_told()
    play.answer("Guess/1", "right")
    play.undo()
    card = play.by_hand.card()
    assert (str(card.title), card.put_back) == ("To move back", True)
    assert [str(line.sentence) for line in card.lines] == ["Ana's pawn 1 → 0", "Ben's pawn 1 → 0"]
    play.redo()
    assert lines(play) == ["Ana's pawn 0 → 1", "Ben's pawn 0 → 1"]
    play.undo(0)
    assert "First Player token Ana → in the box" in lines(play)


@pytest.mark.parametrize("how", [EVERYTHING, UNFORESEEN])
def test_a_correction_moves_no_piece_nor_does_its_undo_or_redo(how: str) -> None:
    play = story_told()
    play.correct("seats.0.points", 5)
    assert lines(play, how) == []
    play.fix([("seats.0.points", 7), ("seats.1.points", 2)])
    for step in (play.undo, play.undo, play.redo, play.redo, lambda: play.undo(2), play.redo):
        step()
        assert lines(play, how) == [] and not play.by_hand.card(how).put_back
    assert [seat.points for seat in play.table.seats] == [7, 2, 0]


def test_what_a_correction_changed_is_left_out_of_an_undo_that_takes_back_more() -> None:
    """Ben guessed right, so both pawns went to 1. The pawns of Ana and Cleo were then corrected."""
    play = story_told()
    play.answer("Guess/1", "right")
    play.fix([("seats.0.points", 5), ("seats.2.points", 4)])
    play.undo(2)
    assert [seat.points for seat in play.table.seats] == [0, 0, 0]
    assert lines(play) == ["Ana's pawn 1 → 0", "Ben's pawn 1 → 0"]
    play.redo()
    assert lines(play) == ["Ana's pawn 4 → 5", "Ben's pawn 0 → 1"], "one step each"


def test_an_answer_after_a_correction_goes_back_as_far_as_it_went() -> None:
    play = story_told()
    play.fix([("seats.0.points", 5), ("seats.2.points", 4)])
    play.answer("Guess/1", "right")
    play.undo(2)
    assert lines(play) == ["Ana's pawn 1 → 0", "Ben's pawn 1 → 0"]
    play.redo()
    assert lines(play) == ["Ana's pawn 5 → 6", "Ben's pawn 0 → 1"]


PLACES, SPACES = ("sky", "port", "post"), range(10)


@pytest.mark.parametrize(("values", "lies", "was", "now", "then"), [
    (PLACES, "port", "port", "sky", "sky"),                # as corrected: it lay in the sky all along
    (PLACES, "post", "port", "sky", "post"),               # moved since: it still has to come back from there
    (PLACES, "port", "port", None, None),
    (SPACES, 5, 5, 2, 2),
    (SPACES, 6, 5, 2, 3),                                  # one more since: one goes back
    (SPACES, 1, 5, 2, 1),                                  # four fewer since, but not below zero
    (SPACES, 4, 4, 4, 4)])
def test_how_a_piece_lies_once_its_correction_is_taken_back(values: Any, lies: Any, was: Any, now: Any,
                                                           then: Any) -> None:
    def reading(held: Any) -> Reading:
        field = Field("ship", say("Ship"), values, lambda: held, lambda value: None)
        return Reading([] if held is None else [field])

    lying = as_corrected(reading(lies), reading(was), reading(now))
    assert lying.values.get("ship") == then


def test_an_undo_of_corrections_and_answers_leaves_the_same_play() -> None:
    """Finding what was corrected replays the records, which must leave no trace."""
    play, other = story_told(), story_told()
    for one in (play, other):
        one.answer("Guess/1", "right")
        one.correct("seats.0.points", 5)
    play.undo(1)
    again: Play[Windmill] = Play(windmill, play.setup, play.log)
    assert play.run.fed == again.run.fed and play.chronicle() == again.chronicle()
    assert [one.key() for one in play.open()] == [one.key() for one in again.open()]
    play.redo()
    assert play.chronicle() == other.chronicle() and lines(play)


def test_a_first_correction_that_begins_in_the_middle_is_undone_in_silence() -> None:
    play: Play[Windmill] = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    play.by_hand.card()
    play.fix([("told.1", True), ("told.2", True), ("round", 2), ("token", 1), ("seats.0.points", 7)])
    play.undo()
    assert lines(play, EVERYTHING) == []


def test_nothing_is_read_until_a_surface_has_asked() -> None:
    play: Play[Windmill] = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    play.answer("Oldest/table", 0)
    assert play.by_hand.cause is None
    assert lines(play) == []                               # from here on it is watched
    play.answer("CardDown/0", "done")
    assert play.by_hand.cause is not None


# One visit, one record


def test_all_that_was_put_right_on_one_visit_is_one_record_and_one_undo() -> None:
    play = orchard_day()
    play.answer("Pick/0", "done")
    play.fix([("seats.0.points", 3), ("basket", 9), ("seats.1.apples", 2)])
    assert (play.table.seats[0].points, play.table.basket, play.table.seats[1].apples) == (3, 9, 2)
    assert play.log[-1].kind == FIX
    assert str(play.chronicle()[-1].lines[0].text) == (
        "The table corrected: Ana's points 0 → 3, Apples in the basket 11 → 9 and Ben's apples 0 → 2.")
    assert [question.key() for question in play.open()] == ["Pick/0", "Give/0", "Rest/0"], "the turn goes on"
    play.undo()
    assert (play.table.seats[0].points, play.table.basket, play.table.seats[1].apples) == (0, 11, 0)


@pytest.mark.parametrize("changes", [[("basket", 9), ("no such thing", 1)], [("basket", 9), ("day", 99)], [],
                                     [("basket", 12)]])
def test_what_can_not_be_put_right_changes_nothing(changes: list[tuple[str, int]]) -> None:
    play = Play(orchard, Setup(people("Ana", "Ben")))
    with pytest.raises(Refused):
        play.fix(changes)
    assert (play.table.basket, play.log) == (12, [])


def test_a_play_begins_in_the_middle_with_one_record() -> None:
    """Ben is first player, Cleo has told in round two, Ana leads; so Ana tells now, from Ben to the left."""
    play: Play[Windmill] = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    play.fix([("told.1", True), ("told.2", True), ("round", 2), ("token", 1), ("seats.0.points", 7)])
    assert [question.key() for question in play.open()] == ["CardDown/0"]
    assert str(play.view().subtitle) == "Round 2, story 6 of 9"
    play.undo()
    assert [question.key() for question in play.open()] == ["Oldest/table"]


@pytest.mark.parametrize("answer", [None, {}, [["basket"]], [[1, 2]], "basket"])
def test_a_damaged_record_is_a_misfit_and_no_crash(answer: object) -> None:
    play = Play(orchard, Setup(people("Ana", "Ben")), [Record(FIX, answer=answer)])
    assert play.misfit is not None


# Lay it out again


def test_everything_on_the_table_stands_in_groups() -> None:
    play = story_told()
    play.fix([("seats.0.points", 4), ("story.windmill_with", 1)])
    groups = {str(group.name): [(str(one.label), str(one.words), one.there) for one in group.things]
              for group in play.laid_out()}
    assert groups == {
        "Score track": [("Ana's points", "4", True), ("Ben's points", "0", False), ("Cleo's points", "0", False)],
        "Tokens": [("First Player token", "Ana", True), ("Windmill card", "Ben", True)],
        "The grid": [("Cards out of the grid", "0", False), ("Cards laid aside", "0", False)]}


def test_pieces_with_the_same_words_that_lie_apart_are_told_one_by_one() -> None:
    """Two Reds that leave one space for different ones get a line each."""
    spots = {"red1": "port", "red2": "port"}
    reds = [Field(name, say("Red"), PLACES, partial(spots.get, name), lambda value: None, place=name,
                  change=lambda old, new: say("A Red flies home")) for name in spots]
    before = Reading(reds)
    spots.update(red1="sky", red2="post")
    found = differences(before, Reading(reds))
    assert [(str(line.sentence), line.path, line.new, line.also) for line in found] == [
        ("A Red flies home", "red1", "sky", ()), ("A Red flies home", "red2", "post", ())]


def test_only_the_first_call_of_by_players_counts() -> None:
    """Changes that the rules make after announcing a move, even if they announce it again."""
    async def script(table: Slate) -> None:
        await table.ask(Ask(None))
        table.n = 1
        table.by_players()
        table.n = 5
        table.by_players()

    play = start(script)
    play.by_hand.card()
    play.answer("Ask/table/", "yes")
    (line,) = play.by_hand.card(EVERYTHING).lines
    assert (line.path, line.old, line.new) == ("n", 1, 5)
