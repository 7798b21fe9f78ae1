"""Story's odd corners: everybody level, exactly twenty, no card left. Worked out by hand from the rulebook."""

import pytest

from companion.games.story import game
from tests.games.story.test_rules import evening, play_round, tell, vote


@pytest.mark.rule("ST-10", "ST-12", "ST-A10")
def test_eight_votes_for_the_own_story_twice_over_end_in_a_throw_of_all_eight() -> None:
    story = evening(8)
    play_round(story, *range(8))
    assert story.scores() == (0,) * 8                   # no points before the tie is settled
    play_round(story, *range(8))                        # all eight went on, and all vote for themselves again
    assert story.asked() == "RockPaperScissors/table"
    assert story.choices() == list(range(8))
    story.answer(5)
    assert story.scores() == (0, 0, 0, 0, 0, 1, 0, 0)   # not even for the own vote
    assert story.table.middle.name == "Finn"            # ST-12: that picture stays


@pytest.mark.rule("ST-10", "ST-11")
def test_a_tie_of_everybody_is_settled_by_a_second_vote_of_everybody() -> None:
    story = evening(3)
    play_round(story, 1, 2, 0)
    assert story.sentence() == "Ana, go on with your story."
    play_round(story, 1, 2, 1)                          # Ben: Ana and Cleo for him, he for Cleo
    assert story.scores() == (3, 1, 3)


@pytest.mark.rule("ST-10")
def test_in_the_second_vote_a_story_that_was_not_level_has_no_ballot() -> None:
    story = evening(4)
    vote(story, 1, 0, 1, 0)
    story.answer("done")
    tell(story)
    for ballot in story.play.open():
        story.refuses(2, ballot.key())
        story.refuses(3, ballot.key())


@pytest.mark.rule("ST-8")
def test_a_winner_who_voted_for_somebody_else_gets_one() -> None:
    story = evening(3)
    play_round(story, 1, 0, 0)
    assert story.scores() == (1, 3, 3)


@pytest.mark.rule("ST-A7")
def test_where_the_first_vote_pays_the_second_vote_of_the_winner_brings_nothing() -> None:
    """First vote: Ana for herself, Dev for her; Ben for himself, Cleo for him. Second: all but Ben for Ana."""
    story = evening(4, tie_break_pays="first")
    play_round(story, 0, 1, 1, 0)
    play_round(story, 0, 1, 0, 0)
    assert story.scores() == (4, 0, 0, 3)               # Cleo chose Ana only the second time


@pytest.mark.rule("ST-12", "ST-13")
def test_the_one_point_of_a_throw_can_be_the_twentieth() -> None:
    story = evening(4)
    story.set_points(19, 19, 19, 0)
    play_round(story, 0, 1, 0, 1)
    play_round(story, 0, 1, 0, 1)
    story.answer(1)
    assert story.scores() == (19, 20, 19, 0)
    assert story.winners() == ["Ben"]


@pytest.mark.rule("ST-13", "ST-A19")
def test_winner_and_voter_reach_twenty_in_one_round_and_share_with_different_totals() -> None:
    story = evening(4)
    story.set_points(19, 17, 19, 16)
    play_round(story, 2, 0, 0, 0)                       # Ana's story: 1; Ben, Cleo and Dev chose it
    assert story.scores() == (20, 20, 22, 19)
    assert story.winners() == ["Ana", "Ben", "Cleo"]
    assert [(place.seat, place.place) for place in story.play.outcome().places] == [(2, 1), (0, 1), (1, 1), (3, 4)]


@pytest.mark.rule("ST-14", "ST-17", "ST-A15")
def test_once_every_card_is_played_a_round_begins_without_the_question() -> None:
    story = evening(3)
    for holder in range(3):
        story.answer(holder, to="ActionCard/table")
        story.answer("silent")
        play_round(story, 1, 0, 0)
        story.set_points(0, 0, 0)
    assert story.keys() == ["StoryTold/0"]              # three rounds: Ana begins again


@pytest.mark.rule("ST-A3", "ST-10")
def test_a_round_uses_a_picture_a_player_and_one_more_of_each_who_is_tied() -> None:
    story = evening(6)
    vote(story, 0, 0, 2, 2, 4, 4)
    story.answer("done")
    tell(story)
    assert story.table.pictures.pile == 150 - 6 * 3 - 1 - 6 - 3


@pytest.mark.rule("ST-A9", "ST-A11")
def test_a_second_vote_may_leave_one_of_three_without_a_vote_and_the_others_level() -> None:
    story = evening(6)
    play_round(story, 0, 0, 2, 2, 4, 4)
    play_round(story, 0, 0, 0, 4, 4, 4)
    assert story.choices() == [0, 4]
    story.refuses(2)


def test_a_vote_where_none_is_due() -> None:
    story = evening(3)
    assert str(story.refuses(0, "Ballot/0/first")) == "That question is no longer open."
    tell(story)
    story.refuses(0, "Ballot/0/second")
    vote(story, 0, 0, 1)
    story.refuses(0, "Ballot/0/first")


def test_a_round_begun_again_keeps_the_action_card_and_asks_for_the_stories() -> None:
    story = evening(3)
    story.answer(1, to="ActionCard/table")
    story.answer("silent")
    tell(story)
    story.play.restart()
    assert story.keys() == ["StoryTold/0"]
    assert story.table.action == "silent"
    assert game.totals(story.table) == (("pictures", 150, 150),)


def test_everybody_who_was_to_vote_has_left() -> None:
    """Ana comes back after the vote began; then the voters leave one by one: the two stories told are level."""
    story = evening(3)
    story.play.leave(0)
    tell(story)
    assert story.keys() == ["Ballot/1/first", "Ballot/2/first"]
    story.play.come_back(0)
    story.play.leave(1)
    story.play.leave(2)
    assert story.asked() == "Opened/table/first"
    assert story.sentence() == "Ben and Cleo are tied with no votes each."
