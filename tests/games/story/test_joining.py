"""Somebody joins a Story play late. Points and pictures are worked out by hand."""

import pytest

from companion.core.seats import Person
from companion.games.story import game
from tests.games.story.test_rules import evening, play_round, tell

LENA = Person("Lena", 7)


@pytest.mark.rule("ST-A22")
def test_who_joins_votes_and_tells_from_the_next_round_on() -> None:
    """Four players: three choose Ben, Ben chooses Ana. Ben 1, and Ana, Cleo, Dev three each."""
    story = evening()
    tell(story)
    story.play.join(LENA)
    assert len(story.play.open()) == 4, "this round's vote is for those who sat there"
    story.play.by_hand.card()
    for question, choice in zip(story.play.open(), (1, 0, 1, 1), strict=True):
        story.play.answer(question.key(), choice)
    pile = story.table.pictures.pile
    story.answer("done")
    assert story.points() == {"Ana": 3, "Ben": 1, "Cleo": 3, "Dev": 3, "Lena": 1}     # the fewest: Ben's one
    assert story.table.pictures.pile == pile - 3                            # ST-3
    assert game.totals(story.table) == (("pictures", 150, 150),)
    lines = [str(line.sentence) for line in story.play.by_hand.card("everything").lines]
    assert "Lena gets three pictures and an action card" in lines
    tell(story)
    assert [question.key() for question in story.play.open()] == \
        [f"Ballot/{seat}/first" for seat in range(5)]


@pytest.mark.rule("ST-A22")
def test_before_the_first_story_they_sit_down_at_once_and_an_undo_takes_it_back() -> None:
    story = evening()
    story.play.join(LENA)
    assert [seat.name for seat in story.table.seats] == ["Ana", "Ben", "Cleo", "Dev", "Lena"]
    story.play.undo()
    assert [seat.name for seat in story.table.seats] == ["Ana", "Ben", "Cleo", "Dev"]
    play_round(story, 1, 0, 1, 1)
    assert story.scores() == (3, 1, 3, 3)
