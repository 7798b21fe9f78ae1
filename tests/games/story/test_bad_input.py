"""Story: what nobody should tap. One clear sentence, nothing changed, nothing lost."""

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.story import game
from tests.games.evening import Evening
from tests.games.story.test_rules import evening, tell, tied, vote


def test_every_question_refuses_what_is_no_answer() -> None:
    story = Evening(game, 4)
    assert story.refuses_all_bad_answers() >= 10        # Youngest
    story.answer(0)
    assert story.refuses_all_bad_answers() >= 20        # Begin, ActionCard
    story.answer(1, to="ActionCard/table")
    assert story.refuses_all_bad_answers() >= 10        # WhichCard
    story.answer("other")
    assert story.refuses_all_bad_answers() >= 10        # StoryTold
    tied(story)
    assert story.refuses_all_bad_answers() >= 10        # Opened
    story.answer("done")
    assert story.refuses_all_bad_answers() >= 10        # LongerStory
    tell(story)
    assert story.refuses_all_bad_answers() >= 40        # four ballots
    vote(story, 0, 1, 0, 1)
    story.answer("done")
    assert story.refuses_all_bad_answers() >= 10        # RockPaperScissors


def test_a_vote_where_none_is_due() -> None:
    story = evening(3)
    assert str(story.refuses(0, "Ballot/0/first")) == "That question is no longer open."
    tell(story)
    story.refuses(0, "Ballot/0/second")
    vote(story, 0, 0, 1)
    story.refuses(0, "Ballot/0/first")


def test_a_vote_for_somebody_who_is_not_tied() -> None:
    story = evening(4)
    tied(story)
    story.answer("done")
    tell(story)
    assert "You can't vote for that seat" in str(story.refuses(3, "Ballot/0/second"))


@pytest.mark.parametrize(("names", "why"), [
    (("Ana", "ana ", "Ben"), "Two seats are called"),
    (("Ana", "", "Ben"), "no name"),
    (("Ana", "Ben"), "3 to 8 players"),
])
def test_seats_that_cannot_be(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        game.prepare(Setup(people(*names)))


@pytest.mark.parametrize("options", [{"clock": 30}, {"starter": "right"}, {"story_seconds": 31}, {"tie_break_pays": 2}])
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        game.prepare(Setup(people("Ana", "Ben", "Cleo"), options))


@pytest.mark.parametrize(("path", "value"), [("seats.0.points", -1), ("votes.0", 3), ("votes.3", 0), ("action", "loud"),
                                             ("starter", None), ("seats.1.card", 1), ("second.0", 0)])
def test_corrections_that_cannot_be(path: str, value: object) -> None:
    story = evening(3)
    tell(story)
    vote(story, 0, 0, 1)
    lines = len(story.play.log)
    with pytest.raises(Refused):
        story.play.correct(path, value)
    assert len(story.play.log) == lines


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
