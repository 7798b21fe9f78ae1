"""Story, ruling by ruling: what the rulebook leaves open and how it is settled here."""

import pytest

from companion.core.text import Refused
from companion.games.story import game
from tests.games.evening import Evening
from tests.games.story.test_rules import evening, play_round, tell, tied, vote


def three_tied(**options: object) -> Evening:
    """Six players; Ana, Cleo and Eva have two votes each."""
    story = evening(6, **options)
    vote(story, 0, 0, 2, 2, 4, 4)
    return story


@pytest.mark.rule("ST-A1")
def test_two_are_too_few() -> None:
    with pytest.raises(Refused) as refused:
        Evening(game, 2)
    assert refused.value.refusal.rule == "ST-1"


@pytest.mark.rule("ST-A2")
def test_a_hand_is_filled_up_at_once() -> None:
    story = evening(4)
    story.answer("done", "done")
    assert story.reminders() == ["Ana draws back to three pictures."]
    assert story.table.pictures.pile == 150 - 13 - 1


@pytest.mark.rule("ST-A3")
def test_an_empty_pile_is_filled_from_the_pictures_laid_away() -> None:
    """Eight players: 25 dealt, 125 in the pile; eight a round, so it is down to five after fifteen rounds."""
    story = evening(8, starter="same")
    for _ in range(15):
        story.set_points(0, 0, 0, 0, 0, 0, 0, 0)
        play_round(story, 0, 0, 0, 0, 0, 1, 1, 1)
    assert story.table.pictures.pile == 5
    assert story.reminders()[-1] == "About 5 pictures left in the pile"
    story.answer("done", *["done"] * 5)
    assert story.reminders()[-1] == "The pile is empty: shuffle the pictures laid aside."
    story.answer("done")
    assert story.table.pictures.pile == 15 * 8 - 1
    assert game.totals(story.table) == (("pictures", 150, 150),)


@pytest.mark.rule("ST-A3")
def test_a_pile_never_holds_fewer_than_none() -> None:
    """One in the pile, none laid away: Ana draws it, Ben and Cleo can't. When the told ones are laid away, both do:
    of the three told one fills each of their hands, and one is left in the pile."""
    story = evening(3)
    story.play.fix([("pictures.pile", 1), ("pictures.discards", 0)])
    missing = game.totals(story.table)[0][1]
    story.answer("done", *["done"] * 3)
    pictures = story.table.pictures
    assert (pictures.pile, pictures.laid, pictures.short) == (0, 3, 2)
    assert game.totals(story.table)[0][1] == missing
    with pytest.raises(Refused):
        story.play.correct("pictures.pile", -1)
    vote(story, 0, 0, 1)
    story.answer("done")
    pictures = story.table.pictures
    assert (pictures.pile, pictures.laid, pictures.discards, pictures.short) == (1, 0, 0, 0)


@pytest.mark.rule("ST-A4")
@pytest.mark.parametrize(("starter", "begins"), [("left", ["Begin/0", "Begin/1", "Begin/2", "Begin/0"]),
                                                 ("same", ["Begin/0"] * 4)])
def test_who_begins_the_next_round(starter: str, begins: list[str]) -> None:
    story = evening(3, starter=starter)
    seen = []
    for _ in range(4):
        seen.append(story.asked())
        play_round(story, 0, 0, 1)
    assert seen == begins


@pytest.mark.rule("ST-A5")
def test_tied_players_hand_on_to_the_next_tied_one_on_the_left() -> None:
    story = three_tied()
    assert story.reasons() == ["Pass a picture on: Ana to Cleo, Cleo to Eva and Eva to Ana."]
    story.answer("done")
    givers = []
    while story.asked().startswith("LongerStory"):
        givers.append(str(story.question.kicker(story.table)))
        story.answer("done")
    assert givers == [f"Tie-break, with a picture from {name}" for name in ("Eva", "Ana", "Cleo")]


@pytest.mark.rule("ST-A5")
def test_two_tied_players_swap() -> None:
    story = evening(4)
    tied(story)
    assert story.reasons() == ["Pass a picture on: Ana to Ben and Ben to Ana."]


@pytest.mark.rule("ST-A6")
def test_longer_stories_keep_the_order_of_the_round() -> None:
    story = Evening(game, 4)
    story.answer(1)                                     # Ben begins: Ben, Cleo, Dev, Ana
    vote(story, 0, 0, 1, 1)
    story.answer("done")
    assert story.asked() == "LongerStory/1"
    story.answer("done")
    assert story.asked() == "LongerStory/0"


@pytest.mark.rule("ST-A7")
@pytest.mark.parametrize(("pays", "scores"), [("second", (4, 3, 0, 3)), ("first", (1, 3, 0, 3))])
def test_which_vote_pays_after_a_tie_break(pays: str, scores: tuple[int, ...]) -> None:
    """First vote: Ben and Dev for Ana. Second vote: Ana, Ben and Dev for Ana."""
    story = evening(4, tie_break_pays=pays)
    tied(story)
    story.answer("done")
    vote(story, 0, 0, 1, 0)
    assert story.reasons() == [f"Three points to everyone who chose it in the {pays} vote."]
    story.answer("done")
    assert story.scores() == scores


@pytest.mark.rule("ST-A8")
def test_tied_players_may_vote_for_themselves_again() -> None:
    story = evening(4)
    tied(story)
    story.answer("done")
    vote(story, 0, 1, 0, 0)
    story.answer("done")
    assert story.scores() == (4, 0, 3, 3)


@pytest.mark.rule("ST-A9")
def test_only_those_still_level_throw() -> None:
    story = three_tied()
    story.answer("done")
    vote(story, 0, 0, 0, 2, 2, 2)                       # Eva is out
    story.answer("done")
    assert story.choices() == [0, 2]
    story.refuses(4)
    story.answer(2)
    assert story.scores() == (0, 0, 1, 0, 0, 0)


@pytest.mark.rule("ST-A10")
def test_how_three_throw() -> None:
    story = three_tied()
    story.answer("done")
    vote(story, 0, 0, 2, 2, 4, 4)
    story.answer("done")
    assert story.choices() == [0, 2, 4]
    assert "the losers drop out" in str(story.question.hint(story.table))


@pytest.mark.rule("ST-A11")
def test_a_tie_below_the_top_does_not_matter() -> None:
    story = evening(4)
    vote(story, 0, 0, 1, 2)                             # Ana two, Ben and Cleo one each
    assert story.sentence() == "Ana's story wins, two votes to one."


@pytest.mark.rule("ST-A12")
def test_after_a_tie_break_the_picture_of_the_main_story_stays() -> None:
    story = evening(4)
    tied(story)
    story.answer("done")
    vote(story, 1, 1, 1, 0)
    story.answer("done")
    assert story.table.middle is story.seat("Ben")
    assert story.table.pictures.discards == 6           # four stories, two longer ones and the old middle, less one


@pytest.mark.rule("ST-A13")
def test_a_silent_round_stays_silent_in_the_tie_break() -> None:
    story = evening(4)
    story.answer(3, to="ActionCard/table")
    story.answer("silent")
    tied(story)
    story.answer("done")
    assert str(story.question.hint(story.table)) == "The round stays silent."
    assert str(story.play.view().banner) == "Silent round"


@pytest.mark.rule("ST-A14")
def test_of_two_cards_at_once_the_one_nearest_the_starter_goes_first() -> None:
    story = Evening(game, 4)
    story.answer(2)                                     # Cleo begins
    cards = story.named("ActionCard/table")
    assert [cards.encode(seat) for seat in cards.choices(story.table)] == [2, 3, 0, 1]
    assert str(cards.hint(story.table)) == "Two at once: the nearest clockwise from Cleo goes first."
    story.answer(3, to="ActionCard/table")
    story.answer("silent")
    assert [player.card for player in story.table.seats] == [True, True, True, False]    # the others keep theirs


@pytest.mark.rule("ST-A15")
def test_a_used_card_is_not_replaced() -> None:
    story = evening(3)
    for seat in (0, 1, 2):
        story.answer(seat, to="ActionCard/table")
        story.answer("silent")
        play_round(story, 0, 0, 1)
    assert story.keys() == ["StoryTold/0"]              # nobody has a card: the round begins at once


@pytest.mark.rule("ST-A16")
def test_two_kinds_of_cards_and_any_other() -> None:
    story = evening(3)
    story.answer(1, to="ActionCard/table")
    assert story.choices() == ["challenge", "silent", "other"]
    story.answer("other")
    assert story.reminders()[0] == "Do what is printed on it, for the whole round."


@pytest.mark.rule("ST-A17")
def test_a_word_in_a_silent_round_costs_nothing() -> None:
    story = evening(3)
    story.answer(1, to="ActionCard/table")
    story.answer("silent")
    assert story.choices() == ["done"]                  # there is nothing to tap for it


@pytest.mark.rule("ST-A18")
def test_nobody_abstains() -> None:
    story = evening(3)
    tell(story)
    story.answer(0, to="Ballot/0/first")
    story.answer(0, to="Ballot/1/first")
    story.refuses(None, "Ballot/2/first")
    assert story.asked() == "Ballot/0/first"            # still waiting


@pytest.mark.rule("ST-A19")
def test_a_higher_total_does_not_beat_twenty() -> None:
    story = evening(3)
    story.set_points(19, 17, 3)
    play_round(story, 0, 0, 1)                          # 23 and 20
    assert story.scores() == (23, 20, 3)
    assert story.winners() == ["Ana", "Ben"]
    assert [place.place for place in story.play.outcome().places] == [1, 1, 3]


@pytest.mark.rule("ST-A20")
def test_of_two_of_the_same_age_the_table_taps_one() -> None:
    assert Evening(game, 3).choices() == [0, 1, 2]


@pytest.mark.rule("ST-A21")
def test_nobody_reaches_twenty_before_a_tie_is_settled() -> None:
    story = evening(4)
    story.set_points(19, 19, 0, 0)
    tied(story)
    story.answer("done")
    assert story.scores() == (19, 19, 0, 0)
    assert story.play.outcome() is None
    assert story.asked() == "LongerStory/0"
