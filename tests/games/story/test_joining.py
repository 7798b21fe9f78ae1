"""Somebody joins a Story play late. Points and pictures are worked out by hand."""

import pytest

from companion.core.setup import Person
from companion.games.story import game
from companion.games.story.fields import card_sentence
from tests.games.evening import Evening
from tests.games.story.test_rules import evening, play_round, tell, vote

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
def test_a_card_that_is_dealt_and_one_that_is_played_are_told_apart() -> None:
    ana = evening().table.seats[0]
    assert str(card_sentence(ana, None, True)) == "Ana gets three pictures and an action card"
    assert str(card_sentence(ana, None, False)) == "Ana gets three pictures; the action card is played"


@pytest.mark.rule("ST-A22")
def test_before_the_first_story_they_sit_down_at_once_and_an_undo_takes_it_back() -> None:
    story = evening()
    story.play.join(LENA)
    assert [seat.name for seat in story.table.seats] == ["Ana", "Ben", "Cleo", "Dev", "Lena"]
    story.play.undo()
    assert [seat.name for seat in story.table.seats] == ["Ana", "Ben", "Cleo", "Dev"]
    play_round(story, 1, 0, 1, 1)
    assert story.scores() == (3, 1, 3, 3)


@pytest.mark.rule("ST-A22", "ST-14")
def test_who_joined_can_play_the_action_card() -> None:
    story = evening()
    story.play.join(LENA)
    assert [player.name for player in story.table.card_holders()] == ["Ana", "Ben", "Cleo", "Dev", "Lena"]
    story.answer(4, to="ActionCard/table")
    story.answer("silent", to="WhichCard/4")
    assert story.table.action == "silent" and not story.seat("Lena").card


@pytest.mark.rule("ST-A22", "ST-3")
def test_who_comes_before_the_youngest_is_named_draws_three_pictures_at_once() -> None:
    story = Evening(game, 4)
    pile = story.table.pictures.pile
    story.play.join(LENA)
    assert (story.asked(), story.table.pictures.pile, story.table.pictures.short) == ("Youngest/table", pile - 3, 0)


# Somebody leaves


@pytest.mark.rule("ST-8", "ST-A23")
def test_the_only_story_left_wins_with_every_vote() -> None:
    story = evening(3)
    tell(story)
    for seat in (1, 2):
        story.play.leave(seat)
    story.answer(0)
    assert story.sentence() == "Ana's story wins with every vote."

@pytest.mark.rule("ST-A23", "ST-5")
def test_who_has_left_cannot_be_voted_for() -> None:
    story = evening()
    tell(story)
    story.play.leave(1)
    assert story.choices() == [0, 2, 3]
    story.refuses(1)


@pytest.mark.rule("ST-A23", "ST-8")
def test_votes_for_who_leaves_meanwhile_count_for_nothing() -> None:
    """Ana and Ben choose Ben, Cleo and Dev choose Ana and Cleo; then Ben leaves: Ana and Cleo are level."""
    story = evening()
    tell(story)
    for seat, choice in ((0, 1), (1, 1), (2, 0)):
        story.answer(choice, to=f"Ballot/{seat}/first")
    story.play.leave(1)
    story.answer(2, to="Ballot/3/first")
    assert story.sentence() == "Ana and Cleo are tied with one vote each."


@pytest.mark.rule("ST-A23", "ST-5")
def test_the_sealed_vote_of_who_leaves_does_not_count_and_the_page_says_so() -> None:
    """Ana and Cleo choose Ana, Ben and Dev choose Ben; Cleo leaves before the last vote: one to two."""
    story = evening()
    tell(story)
    for seat, choice in ((0, 0), (1, 1), (2, 0)):
        story.answer(choice, to=f"Ballot/{seat}/first")
    story.play.leave(2)
    story.answer(1, to="Ballot/3/first")
    assert story.sentence() == "Ben's story wins, two votes to one."
    assert "Cleo has left: their story and vote don't count." in story.reasons()


@pytest.mark.rule("ST-A23", "ST-5")
def test_who_comes_back_before_the_votes_are_opened_has_voted() -> None:
    story = evening()
    tell(story)
    for seat, choice in ((0, 0), (1, 1), (2, 0)):
        story.answer(choice, to=f"Ballot/{seat}/first")
    story.play.leave(2)
    story.play.come_back(2)
    story.answer(1, to="Ballot/3/first")
    assert story.sentence() == "Ana and Ben are tied with two votes each."
    assert not [reason for reason in story.reasons() if "has left" in reason]


@pytest.mark.rule("ST-A23", "ST-12", "ST-A9")
def test_who_has_left_cannot_win_the_throw() -> None:
    story = evening(5)
    vote(story, 0, 1, 2, 0, 1)
    story.answer("done")
    vote(story, 0, 1, 0, 1, 0)
    story.play.undo()
    story.play.leave(4)
    story.answer("done")
    assert story.asked() == "RockPaperScissors/table" and story.choices() == [0, 1]
    story.play.leave(1)
    assert story.choices() == [0]


@pytest.mark.rule("ST-A23", "ST-13")
def test_who_has_left_keeps_the_points_and_wins_with_twenty() -> None:
    story = evening()
    story.set_points(20, 0, 0, 0)
    story.play.leave(0)
    play_round(story, 2, 1, 1)
    assert story.winners() == ["Ana"]


@pytest.mark.rule("ST-7")
def test_no_clock_stands_where_a_teller_has_left() -> None:
    story = evening(story_seconds=90)
    story.answer("done")
    assert story.question.timer(story.table) is not None
    story.play.leave(0)
    assert story.question.timer(story.table) is None


@pytest.mark.rule("ST-A4")
def test_nobody_begins_two_rounds_in_a_row_because_another_left() -> None:
    """Ana should begin and leaves, so Ben tells first; the next round begins with Cleo."""
    story = evening()
    story.play.leave(0)
    play_round(story, 2, 1, 1)
    assert story.table.first_teller().name == "Cleo"


@pytest.mark.rule("ST-A4")
def test_who_began_and_then_left_is_followed_by_the_next_on_the_left() -> None:
    story = evening()
    story.answer("done", "done")
    story.play.leave(0)
    play_round(story, 2, 1, 1)
    assert story.table.first_teller().name == "Ben"
