"""Story, rule by rule. The expected points are worked out by hand from the rulebook."""

import pytest

from companion.core.setup import Person, Setup
from companion.core.text import Refused
from companion.games.story import game
from companion.games.story.table import Story
from companion.services.open_play import as_sentence
from tests.games.evening import Evening


def evening(players: int = 4, **options: object) -> Evening:
    """Ana is the youngest, so she begins."""
    story = Evening(game, players, **options)
    story.answer(0)
    return story


def tell(story: Evening) -> None:
    """Everybody tells; no action card."""
    while story.asked().startswith(("Begin", "StoryTold", "LongerStory")):
        story.answer("done")


def vote(story: Evening, *choices: int) -> None:
    """Everybody tells, then votes, in seating order."""
    tell(story)
    for question, choice in zip(story.play.open(), choices, strict=True):
        story.play.answer(question.key(), choice)


def play_round(story: Evening, *choices: int) -> None:
    vote(story, *choices)
    story.answer("done")


# Setting up


@pytest.mark.rule("ST-1")
@pytest.mark.parametrize("players", [2, 9])
def test_three_to_eight_players(players: int) -> None:
    seats = tuple(Person(f"Player {n}", min(n, 7)) for n in range(players))
    with pytest.raises(Refused, match="3 to 8 players"):
        game.prepare(Setup(seats))


@pytest.mark.rule("ST-2")
def test_everybody_begins_at_zero_and_can_be_voted_for_by_all() -> None:
    story = evening(8)
    assert story.scores() == (0,) * 8
    tell(story)
    for question in story.play.open():
        assert [question.encode(choice) for choice in question.choices(story.table)] == list(range(8))


def test_a_told_story_is_a_sentence_in_the_chronicle() -> None:
    """It used to be "Ana: Story is told"."""
    story = evening()
    story.answer("done")
    question = story.question
    assert as_sentence(question.seat, question.in_brief(story.table, "done")) == "Ana told a story"


@pytest.mark.rule("ST-2")
def test_the_first_page_puts_the_pieces_on_the_striped_tile() -> None:
    assert Evening(game, 3).reminders()[0] == "All pieces start on the striped tile."


@pytest.mark.rule("ST-3")
def test_three_pictures_and_an_action_card_each_one_picture_in_the_middle() -> None:
    story = Evening(game, 5)
    last = story.reminders()[-1]
    assert last == "Three pictures and one action card each, all secret; one picture to the middle."
    assert [player.card for player in story.table.seats] == [True] * 5
    assert story.table.pictures.pile == 150 - 5 * 3 - 1
    assert game.totals(story.table) == (("pictures", 150, 150),)


# A round


@pytest.mark.rule("ST-4")
def test_the_youngest_begins_and_everybody_tells_once_clockwise() -> None:
    story = Evening(game, 4)
    assert story.sentence() == "Who is the youngest at the table?"
    story.answer(2, "done")
    tellers = []
    while story.asked().startswith("StoryTold"):
        tellers.append(story.question.seat.name if story.question.seat else "")
        story.answer("done")
    assert tellers == ["Cleo", "Dev", "Ana", "Ben"]


@pytest.mark.rule("ST-5")
def test_votes_are_sealed_until_the_last_is_in_and_can_be_changed() -> None:
    story = evening(3)
    tell(story)
    assert story.keys() == ["Ballot/0/first", "Ballot/1/first", "Ballot/2/first"]
    story.answer(1, to="Ballot/2/first")
    story.answer(1, to="Ballot/0/first")
    story.answer(0, to="Ballot/0/first")                # Ana changes her mind
    assert story.table.this_round().votes == []
    assert all(record.answer is None for record in story.play.public_log() if record.sealed)
    story.answer(0, to="Ballot/1/first")
    assert story.sentence() == "Ana's story wins, two votes to one."
    masked = [record.masked for record in story.play.public_log() if record.sealed]
    assert masked == [False, True, False, False]        # the changed vote stays hidden for good


@pytest.mark.rule("ST-5")
def test_the_ballot_as_the_voter_sees_it() -> None:
    story = evening(3)
    tell(story)
    ballot = story.question
    assert str(ballot.kicker(story.table)) == "For Ana's eyes only"
    assert str(ballot.sentence(story.table)) == "Whose story fits the picture best?"
    assert str(ballot.hint(story.table)) == "Three points if your choice wins the vote."
    assert str(ballot.button(story.table, None)) == "Seal my vote"
    assert str(story.face(0).hint) == "your own story"
    assert story.face(1).hint is None


@pytest.mark.rule("ST-6")
def test_the_winning_picture_stays_and_all_others_go() -> None:
    story = evening(4)
    play_round(story, 1, 1, 1, 0)
    assert story.table.middle is story.seat("Ben")
    assert story.reminders()[0] == "Ben's picture goes to the middle, all others leave the table."
    assert story.table.pictures.laid == 0
    assert story.table.pictures.discards == 4           # four told with and the old middle, less the one that stays
    assert story.asked() == "Begin/1"


@pytest.mark.rule("ST-7")
def test_there_is_no_clock_unless_the_table_wants_one() -> None:
    story = evening(3)
    story.answer("done")
    assert story.play.timers() == []
    story = evening(3, story_seconds=60)
    story.answer("done")
    assert [(timer.seconds, timer.late) for timer in story.play.timers()] == [(60, None)]


# Points


@pytest.mark.rule("ST-8")
def test_one_for_the_story_and_three_for_each_vote_for_it() -> None:
    """Eight players: Ana, Dev and Hana choose Finn, Ben and Gus Cleo, and the others one each."""
    story = evening(8)
    vote(story, 5, 2, 0, 5, 6, 4, 2, 5)
    assert story.sentence() == "Finn's story wins, three votes to two."
    assert str(story.question.kicker(story.table)) == "All eight votes, revealed together"
    assert story.promised() == {"Finn": 1, "Ana": 3, "Dev": 3, "Hana": 3}
    assert str(story.question.button(story.table, None)) == "Add the points"
    assert story.scores() == (0,) * 8                   # nothing is booked before the tap
    story.answer("done")
    assert story.points() == {"Ana": 3, "Ben": 0, "Cleo": 0, "Dev": 3, "Eva": 0, "Finn": 1, "Gus": 0, "Hana": 3}


@pytest.mark.rule("ST-8")
def test_a_winner_who_voted_for_the_own_story_gets_four() -> None:
    story = evening(3)
    play_round(story, 0, 0, 2)
    assert story.scores() == (4, 3, 0)


@pytest.mark.rule("ST-8")
def test_every_vote_for_one_story() -> None:
    story = evening(3)
    vote(story, 1, 1, 1)
    assert story.sentence() == "Ben's story wins with every vote."
    story.answer("done")
    assert story.scores() == (3, 4, 3)


@pytest.mark.rule("ST-9")
def test_votes_for_losing_stories_are_worth_nothing() -> None:
    story = evening(5)
    play_round(story, 1, 2, 1, 2, 1)                    # Ben has three votes, Cleo two
    assert story.points() == {"Ana": 3, "Ben": 1, "Cleo": 3, "Dev": 0, "Eva": 3}


# A tie


def tied(story: Evening) -> None:
    """Four players; Ana and Ben have two votes each."""
    vote(story, 1, 0, 1, 0)


@pytest.mark.rule("ST-10")
def test_a_tie_brings_no_points_but_longer_stories_and_another_vote() -> None:
    story = evening(4)
    tied(story)
    assert story.sentence() == "Ana and Ben are tied with two votes each."
    assert story.promised() == {}
    assert str(story.question.button(story.table, None)) == "On to the tie-break"
    story.answer("done")
    assert story.scores() == (0, 0, 0, 0)
    assert story.asked() == "LongerStory/0"
    story.answer("done")
    assert story.asked() == "LongerStory/1"
    story.answer("done")
    assert story.keys() == [f"Ballot/{n}/second" for n in range(4)]     # everybody votes
    assert story.choices() == [0, 1]                                    # only for the tied


@pytest.mark.rule("ST-11")
def test_the_second_vote_decides() -> None:
    story = evening(4)
    tied(story)
    story.answer("done")
    vote(story, 0, 0, 1, 0)
    assert story.sentence() == "Ana's story wins, three votes to one."
    assert story.question.fixes(story.table) == "second.0"
    story.answer("done")
    assert story.scores() == (4, 3, 0, 3)


def level_twice(story: Evening) -> None:
    tied(story)
    story.answer("done")
    vote(story, 0, 1, 0, 1)
    assert story.sentence() == "Ana and Ben are tied again with two votes each."
    story.answer("done")


@pytest.mark.rule("ST-12")
def test_level_again_means_rock_paper_scissors_and_one_point() -> None:
    story = evening(4)
    level_twice(story)
    assert story.asked() == "RockPaperScissors/table"
    assert story.choices() == [0, 1]
    assert story.offered(0) == {"Ana": 1}
    story.answer(0)                                     # Ana voted for herself; it pays nothing now
    assert story.scores() == (1, 0, 0, 0)
    assert story.table.middle is story.seat("Ana")
    assert [seat.stories_won for seat in story.table.seats] == [1, 0, 0, 0]    # for the last page


@pytest.mark.rule("ST-10", "ST-7")
def test_a_picture_that_was_told_with_is_laid_down_by_its_teller() -> None:
    """Told pictures count as laid by their tellers, so *To move* lists nothing."""
    story = evening(4)
    story.play.by_hand.card()
    story.answer("done")
    story.answer("done")
    assert story.table.pictures.laid == 1
    assert [str(line.sentence) for line in story.play.by_hand.card().lines] == []
    vote(story, 1, 0, 1, 0)
    story.answer("done", "done")
    assert story.asked() == "LongerStory/1" and story.table.pictures.laid == 5
    assert [teller.name for teller in story.table.this_round().longer] == ["Ana"]
    assert [str(line.sentence) for line in story.play.by_hand.card().lines] == []


@pytest.mark.rule("ST-10")
def test_who_leaves_in_the_middle_of_a_longer_story_lays_no_picture() -> None:
    story = evening(4)
    tied(story)
    story.answer("done")
    story.play.leave(0)
    story.answer("done")                                # go on without Ana
    assert (story.asked(), story.table.pictures.laid) == ("LongerStory/1", 4)
    assert [teller.name for teller in story.table.this_round().longer] == []


# The end


@pytest.mark.rule("ST-13")
def test_the_game_ends_with_the_round_in_which_somebody_has_twenty() -> None:
    story = evening(3)
    story.set_points(17, 16, 0)
    vote(story, 1, 1, 2)                                # Ana 17 + 3, Ben 16 + 4
    assert story.reasons() == ["Ben and Ana: twenty points. The game ends with this round."]
    story.answer("done")
    assert story.winners() == ["Ana", "Ben"]
    assert str(story.play.outcome().sentence) == "Ana and Ben share the victory."


@pytest.mark.rule("ST-13")
def test_nineteen_is_not_enough() -> None:
    story = evening(3)
    story.set_points(16, 15, 0)
    play_round(story, 1, 1, 2)
    assert story.scores() == (19, 19, 0)
    assert story.play.outcome() is None


# Action cards


@pytest.mark.rule("ST-14")
def test_an_action_card_only_before_the_first_story_and_one_a_round() -> None:
    story = evening(3)
    assert story.keys() == ["Begin/0", "ActionCard/table"]
    story.answer(2, to="ActionCard/table")              # Cleo, though it is Ana's turn
    story.answer("silent")
    assert story.keys() == ["StoryTold/0"]              # a second one is not offered
    assert str(story.play.view().banner) == "Silent round"
    story.refuses(1, "ActionCard/table")
    play_round(story, 1, 1, 2)
    assert story.play.view().banner is None             # it bound one round
    assert story.keys() == ["Begin/1", "ActionCard/table"]
    story.answer("done")
    story.refuses(0, "ActionCard/table")                # the first story has begun


@pytest.mark.rule("ST-15")
def test_a_challenge_round() -> None:
    """Everybody hands one to the right, so it comes from the left neighbour; the points stay with the teller."""
    story = evening(3)
    story.answer(0, to="ActionCard/table")
    story.answer("challenge")
    assert story.reminders()[0] == "Everybody passes one picture to the right, unseen until it is told."
    assert str(story.question.hint(story.table)) == "Tell your story with Ben's picture; look at it only now."
    play_round(story, 0, 0, 1)
    assert story.scores() == (4, 3, 0)


@pytest.mark.rule("ST-16")
def test_a_silent_round() -> None:
    story = evening(3)
    story.answer(1, to="ActionCard/table")
    story.answer("silent")
    assert story.sentence() == "Ana, show why your picture fits."
    story.answer("done")
    assert story.told()[-1] == "Ana made the case without a word."


@pytest.mark.rule("ST-17")
def test_action_cards_change_no_points_and_are_marked_as_used() -> None:
    plain, silent = evening(3), evening(3)
    silent.answer(1, to="ActionCard/table")
    silent.play.by_hand.card()
    silent.answer("other")
    assert silent.play.by_hand.card().lines == ()       # Ben laid the card himself
    assert [mark.icon for mark in silent.play.view().seats[1].marks] == ["card-off-outline"]
    for story in (plain, silent):
        play_round(story, 1, 1, 2)
    assert plain.scores() == silent.scores() == (3, 4, 0)
    assert 1 not in [question.encode(choice) for question in silent.play.open()[1:]
                     for choice in question.choices(silent.table)]


# Round it


def test_a_vote_can_be_fixed_before_booking() -> None:
    story = evening(3)
    vote(story, 1, 1, 2)
    assert story.question.draft(story.table).describe().second.at == "votes.0", "it opens at the votes"
    story.play.correct("votes.1", 2)
    assert story.sentence() == "Cleo's story wins, two votes to one."
    story.play.correct("votes.0", 0)
    story.play.correct("votes.2", 1)                    # now all have one vote
    assert str(story.question.button(story.table, None)) == "On to the tie-break"
    story.answer("done")
    assert story.asked() == "LongerStory/0"


def test_the_phase_stands_in_the_bar() -> None:
    story = evening(4)
    assert str(story.play.view().subtitle) == "Round 1, stories"
    tell(story)
    assert str(story.play.view().subtitle) == "Round 1, vote"
    vote(story, 1, 0, 1, 0)
    story.answer("done")
    assert str(story.play.view().subtitle) == "Round 1, tie-break"
    vote(story, 0, 1, 0, 1)
    assert str(story.play.view().subtitle) == "Round 1, second vote"


def test_who_leaves_neither_tells_nor_votes_and_the_vote_closes_without_them() -> None:
    story = evening(4)
    story.answer("done")
    story.play.leave(3)
    tell(story)
    assert story.keys() == [f"Ballot/{n}/first" for n in range(3)]
    story.answer(0, to="Ballot/0/first")
    story.answer(0, to="Ballot/1/first")
    story.play.leave(2)
    assert story.sentence() == "Ana's story wins with every vote."
    assert isinstance(story.table, Story)


def test_who_leaves_in_the_middle_of_a_story_has_told_none() -> None:
    story = evening(4)
    story.answer("done")
    story.play.leave(0)
    assert str(story.question.button(story.table, None)) == "Go on without Ana"
    tell(story)
    assert story.choices() == [1, 2, 3]
    assert [teller.name for teller in story.table.this_round().told] == ["Ben", "Cleo", "Dev"]
    assert story.table.pictures.laid == 3


def test_the_best_teller_and_the_best_reader() -> None:
    story = evening(3)
    story.set_points(16, 0, 0)
    play_round(story, 0, 0, 2)
    assert [(str(detail.text), str(detail.note), detail.seat) for detail in story.play.outcome().details] == [
        ("Best teller: Ana", "1 story won", 0),
        ("Best readers of the table: Ana and Ben", "1 vote for the winner", None)]
