"""The evening as people keep it: chapters and text. Expected points by the rules of Windmill, by hand."""

from dataclasses import replace
from itertools import chain, repeat
from typing import ClassVar

import pytest

from companion.core.kinds import Row, SecretNumber
from companion.core.language import Catalogue, speaking
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import said, say
from companion.core.views import Outcome, PodiumPlace
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.services.chronicle import as_text, chapters, in_ten_lines, last_lines, on_podium, search
from tests.toys.scripted import Secret, Slate
from tests.toys.scripted import start as scripted

BEGAN = 1_700_000_000.0


def told() -> Play[object]:
    """Ana tells, Ben is wrong, Cleo is right as the second (WM-13: two points each); the table corrects Dev."""
    play: Play[object] = Play(windmill, Setup(people("Ana", "Ben", "Cleo", "<Dev>")))
    moments = chain((0, 60, 70, 80), repeat(90))
    play.clock = lambda: BEGAN + next(moments)
    play.answer("Oldest/table", 0)
    play.answer("CardDown/0", "done")
    play.answer("Guess/1", "wrong")
    play.answer("Guess/2", "right")
    play.correct("seats.3.points", 4)
    return play


@pytest.mark.parametrize(("places", "left_to_right"), [
    ((2, 1, 3, 4), [2, 1, 3]), ((1, 2, 3, 3), [2, 1, 3, 3]), ((1, 2, 2, 2), [2, 2, 1, 2]),
    ((1, 1, 1, 1, 1, 1), [1, 1, 1, 1, 1, 1]), ((1, 1, 3, 3, 5), [1, 1, 3, 3]), ((1, 2), [2, 1]), ((1,), [1])])
def test_everybody_on_the_first_three_places_stands_on_the_podium(places: tuple[int, ...],
                                                                  left_to_right: list[int]) -> None:
    """Story's 20, 16, 16, 16 has three second places; a single winner stands in the middle."""
    podium = tuple(PodiumPlace(seat, place) for seat, place in enumerate(places))
    outcome = Outcome(say("It's over."), (), podium)
    assert [one.place for one in on_podium(outcome)] == left_to_right


def test_points_to_begin_with_are_nobodys_move() -> None:
    play = Play(score_sheet, Setup(people("Ana", "Ben"), {}, Sheet(start=501, down=True).to_json()))
    assert last_lines(play, 5) == []


def test_a_play_begun_in_the_middle_corrects_nothing() -> None:
    play = Play(windmill, Setup(people("Ana", "Ben", "Cleo")))
    play.fix([("seats.1.points", 6), ("token", 2)])
    assert [str(line.text) for line in last_lines(play, 5)] == ["The play begins in the middle"]


def test_a_play_begun_in_the_middle_tells_what_follows() -> None:
    """WW-104: 15 is the last space of the track."""
    play = Play(windward, Setup(people("Ana", "Ben"), {}, windward.boxes.starter()))
    play.fix([("captains.0.notoriety", 15)])
    assert [str(line.text) for line in last_lines(play, 5)] == [
        "The play begins in the middle", "Ana reached the last space of the track: the last turns begin."]
    assert [line.corrected for line in play.chronicle()[-1].lines] == [False, True]


def test_a_heading_opens_a_chapter_and_the_points_stand_beside_who_got_them() -> None:
    """WM-13"""
    found = chapters(told())
    assert [str(chapter.heading.text) if chapter.heading else None for chapter in found] == [
        None, "Story one, told by Ana"]
    lines = found[1].lines
    assert [str(line.text) for line in lines][:3] == [
        "Ana laid the card down.", "Ben took a wrong card.", "Cleo found Ana's card on guess 2."]
    assert dict(lines[2].points) == {0: 2, 2: 2}
    assert lines[2].at == BEGAN + 80


def test_a_correction_is_marked() -> None:
    last = chapters(told())[-1].lines[-1]
    assert last.by_hand and last.points == ((3, 4),)


def test_a_name_from_a_file_gives_no_orders_to_a_terminal() -> None:
    play: Play[object] = Play(windmill, Setup(people("A\x00na", "\x1b[31mBen", "Cl\x7feo")))
    play.clock = lambda: BEGAN
    play.answer("Oldest/table", 0)
    for text in (as_text(play, BEGAN), in_ten_lines(play, BEGAN)):
        assert "Ana" in text and "[31mBen" in text and "Cleo" in text
        assert not any(letter in text for letter in "\x00\x1b\x7f")


def test_what_was_taken_back_is_not_told() -> None:
    play = told()
    play.undo(3)
    assert "guess 2" not in as_text(play, BEGAN)
    assert "wrong card" in as_text(play, BEGAN)


def test_a_sealed_vote_says_only_that_it_was_given() -> None:
    """ST-5: nobody sees a vote before the last is in."""
    play: Play[object] = Play(story, Setup(people("Ana", "Ben", "Cleo")))
    for _ in range(60):
        question = play.open()[0]
        if question.secret:
            break
        choice = next(iter(question.choices(play.table)))
        play.answer(question.key(), question.encode(choice))
    question = play.open()[0]
    assert question.secret and question.seat is not None
    voter = question.seat.name
    vote = next(iter(question.choices(play.table)))
    play.answer(question.key(), question.encode(vote))
    last = chapters(play)[-1].lines[-1]
    assert str(last.text) == f"{voter} has voted." and last.secret
    assert as_text(play, BEGAN).rstrip().endswith(f"{voter} has voted.")


class Bid(SecretNumber[Slate]):
    rule: ClassVar[str] = "OR-7"
    sentence = said("How many?")

    def row(self, table: Slate) -> Row:
        return Row(say("Bid"), 0, 7)


@pytest.mark.parametrize(("kind", "answer", "words"), [(Bid, 2, "Ana has bid in secret."),
                                                       (Secret, "yes", "Ana has chosen in secret.")])
def test_a_secret_number_is_a_bid_and_a_secret_word_a_choice(kind: type, answer: object, words: str) -> None:
    """Nobody has voted there."""
    async def script(table: Slate) -> None:
        await table.all_of([kind(seat) for seat in table.seats])

    play = scripted(script)
    play.answer(play.open()[0].key(), answer)
    assert str(chapters(play)[-1].lines[-1].text) == words
    play.undo()
    play.redo()
    assert str(chapters(play)[-1].lines[-1].text) == words


def test_a_secret_that_was_left_out_of_a_copy_is_still_told() -> None:
    async def script(table: Slate) -> None:
        await table.all_of([Bid(seat) for seat in table.seats])

    play = scripted(script)
    play.answer(play.open()[0].key(), 2)
    copy: Play[Slate] = Play(play.game, play.setup, play.public_log())
    assert str(chapters(copy)[-1].lines[-1].text) == "Ana has chosen in secret."
    edited: Play[Slate] = Play(play.game, play.setup, [replace(play.public_log()[0], seat=11)])
    assert chapters(edited)[-1].lines[-1].seat is None and as_text(edited, BEGAN), "a file may name a seat nobody has"


def test_the_text_has_title_people_and_points() -> None:
    text = as_text(told(), BEGAN)
    assert text.splitlines()[0] == "Windmill"
    assert "Ana, Ben, Cleo and <Dev>" in text.splitlines()[1]
    assert "Cleo found Ana's card on guess 2. (Ana +2, Cleo +2)" in text


def test_the_text_of_a_finished_play_begins_with_the_result() -> None:
    play = told()
    for seat in range(4):
        play.correct(f"told.{seat}", True)
    play.correct("round", 3)
    while play.outcome() is None:
        question = play.open()[0]
        word = "right" if question.key().startswith("Guess") else "done"
        play.answer(question.key(), word)
    text = as_text(play, BEGAN)
    assert str(play.outcome().sentence) in text.splitlines()[3]  # type: ignore[union-attr]
    assert "1. " in text


@pytest.mark.parametrize("spoken", ["en", "de", "es", "fr", "it"])
def test_names_keep_their_hyphens_and_points_their_minus_sign(spoken: str) -> None:
    sheet = Sheet("Tric-Trac", rounds=1, below_zero=True)
    play = Play(score_sheet, Setup(people("Jean-Luc", "Anne-Marie"), {}, sheet.to_json()))
    for points in (-3, 4):
        play.answer(play.open()[0].key(), points)
    with speaking(spoken):
        for lines in (as_text(play, BEGAN).splitlines(), in_ten_lines(play, BEGAN).splitlines()):
            assert lines[0].startswith("Tric-Trac") and {"1. Anne-Marie, 4", "2. Jean-Luc, −3"} <= {*lines}


def test_the_line_of_a_side_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(windmill, Setup(people("Jean-Luc", "Max", "Cleo")))
    places = (PodiumPlace(2, 1, 5, say("winter")), PodiumPlace(0, 2, -6, say("spring")),
              PodiumPlace(1, 2, -6, say("spring")))
    monkeypatch.setattr(play, "outcome", lambda: Outcome(say("Winter will never end."), (2,), places))
    assert in_ten_lines(play, BEGAN).splitlines()[3:] == [
        "Winter: 5 (Cleo)", "Spring: −6 (Jean-Luc and Max)"]
    with speaking(Catalogue("fr", {"{side}: {points} ({names})": ("{side}\u00a0: {points} ({names})",)})):
        assert "Winter\u00a0: 5 (Cleo)" in in_ten_lines(play, BEGAN)


@pytest.mark.parametrize(("words", "lines"), [("guess 2", 1), ("BEN wrong", 1), ("story one", 4), ("zebra", 0)])
def test_searching_keeps_the_lines_that_fit(words: str, lines: int) -> None:
    found = search(chapters(told()), words)
    assert sum(len(chapter.lines) for chapter in found) == lines
