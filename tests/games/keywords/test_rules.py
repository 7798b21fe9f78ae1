"""Key Words, rule by rule. The expected points are worked out by hand from the rulebook."""

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.keywords import game
from companion.games.keywords.scoring import worth
from tests.games.evening import Evening

Stack = list[int]


def evening(players: int = 4, **options: object) -> Evening:
    """Ana is drawn as the first narrator."""
    words = Evening(game, players, **options)
    words.answer(0)
    return words


def stacks(words: Evening, *tokens: Stack) -> None:
    """The three stacks, bottom to top; then the points are shown."""
    for picture, stack in enumerate(tokens, start=1):
        words.answer(stack, to=f"StackUp/table/{picture}")


def play_round(words: Evening, *tokens: Stack) -> None:
    """A story, the three stacks, the points booked."""
    words.answer("done")
    stacks(words, *(tokens or ([], [], [])))
    words.answer("done", to="BookRound/table")


def sums(words: Evening, answer: Stack) -> list[tuple[str, str, int]]:
    """The running preview while a stack is tapped."""
    seats = tuple(words.table.seats[index] for index in answer)
    return [(one.seat.name, str(one.how), one.change) for one in words.question.preview(words.table, seats)]


# Setting up


@pytest.mark.rule("KW-1")
@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="3 to 6 players"):
        Evening(game, players)


@pytest.mark.rule("KW-1")
def test_everybody_begins_at_zero() -> None:
    words = Evening(game, 6)
    assert words.scores() == (0,) * 6
    assert words.reminders() == ["Four tokens each: one on space 0 of the track, three to guess with."]


@pytest.mark.rule("KW-2")
def test_four_boards_by_colour_and_sign() -> None:
    words = evening(3)
    words.answer("done")
    board = words.named("BoardColour/table/1")
    assert [(str(board.face(words.table, colour).label), board.face(words.table, colour).icon)
            for colour in board.choices(words.table)] == [
        ("Coral board", "heart"), ("Gold board", "star-four-points"), ("Teal board", "leaf"),
        ("Violet board", "moon-waning-crescent")]


@pytest.mark.rule("KW-3")
def test_chance_picks_the_first_narrator_then_it_goes_to_the_left() -> None:
    words = Evening(game, 3)
    assert words.question.by_chance
    assert words.choices() == [0, 1, 2]
    words.answer(1)
    narrators = []
    for _ in range(4):
        narrators.append(words.table.narrator.name)
        play_round(words)
    assert narrators == ["Ben", "Cleo", "Ana", "Ben"]


@pytest.mark.rule("KW-4")
@pytest.mark.parametrize(("players", "rounds"), [(3, 6), (4, 8), (5, 5), (6, 6)])
def test_everybody_narrates_twice_or_once(players: int, rounds: int) -> None:
    words = evening(players)
    words.set_points(5)                                 # so that nobody ties with Ana
    for number in range(1, rounds + 1):
        assert words.play.outcome() is None
        assert str(words.play.view().subtitle).startswith(f"Round {number} of {rounds}, ")
        play_round(words)
    assert words.winners() == ["Ana"]


# A round


@pytest.mark.rule("KW-5")
def test_four_cards_three_kept_and_one_to_three_boards() -> None:
    words = evening(3)
    assert words.reminders() == ["Draw four cards, put one away, and lay out boards for the other three."]
    words.answer("done")
    words.answer("gold", to="BoardColour/table/1")      # only for the look, never needed
    words.answer("coral", to="BoardColour/table/1")
    assert words.asked() == "StackUp/table/1"
    words.answer([])
    words.answer("coral", to="BoardColour/table/2")
    assert [stack.board for stack in words.table.this_round().stacks] == ["coral", "coral", None]


@pytest.mark.rule("KW-6")
def test_one_tap_when_the_story_has_ended() -> None:
    words = evening(3)
    assert words.keys() == ["EndOfStory/0"]
    assert words.sentence() == "Ana, tell your story."
    assert str(words.question.kicker(words.table)) == "One or two sentences, without the three words"


@pytest.mark.rule("KW-7")
def test_a_forbidden_word_costs_two() -> None:
    words = evening(4)
    words.set_points(5, 0, 0, 0)
    words.answer("done")
    stacks(words, [1], [2], [])                         # Ben and Cleo three each
    assert words.promised() == {"Ben": 3, "Cleo": 3, "Ana": 3}
    assert words.offered("one", "ForbiddenWord/0") == {"Ana": -2}
    words.answer("one", to="ForbiddenWord/0")
    assert words.promised() == {"Ben": 3, "Cleo": 3, "Ana": 1}
    words.answer("none", to="ForbiddenWord/0")          # they look again: it was another word
    assert words.promised() == {"Ben": 3, "Cleo": 3, "Ana": 3}
    words.answer("one", to="ForbiddenWord/0")
    words.answer("done", to="BookRound/table")
    assert words.scores() == (6, 3, 3, 0)


@pytest.mark.rule("KW-8")
def test_all_but_the_narrator_place_and_nobody_twice_on_a_picture() -> None:
    words = evening(4)
    words.answer("done")
    assert [seat.name for seat in words.table.guessers()] == ["Ben", "Cleo", "Dev"]
    words.refuses([1, 1])
    words.refuses([0])
    assert str(words.question.sentence(words.table)) == "Picture one: whose tokens? Bottom one first."
    words.answer([3, 1])
    assert [player.name for player in words.table.this_round().stacks[0].tokens] == ["Dev", "Ben"]


@pytest.mark.rule("KW-9")
def test_the_stacks_are_read_after_the_story() -> None:
    words = evening(3)
    words.refuses([1], "StackUp/table/1")
    words.answer("done")
    assert words.sentence() == "Picture one: whose tokens? Bottom one first."
    assert str(words.question.button(words.table, ())) == "Second picture"
    words.answer([])
    assert str(words.question.button(words.table, ())) == "Third picture"
    words.answer([])
    assert str(words.question.button(words.table, ())) == "See the points"


# Points


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize(("tokens", "points"), [(1, [3]), (2, [3, 1]), (3, [3, 2, 1]), (4, [3, 2, 2, 1]),
                                                (5, [3, 2, 2, 2, 1])])
def test_the_fastest_three_the_slowest_one_all_between_two(tokens: int, points: list[int]) -> None:
    assert [worth(place, tokens) for place in range(1, tokens + 1)] == points


@pytest.mark.rule("KW-10")
def test_a_round_with_one_two_and_five_tokens() -> None:
    """First picture: Ben alone. Second: Cleo before Ben. Third: Finn, Eva, Dev, Cleo, Ben."""
    words = evening(6)
    play_round(words, [1], [2, 1], [5, 4, 3, 2, 1])
    # Ben 3 + 1 + 1, Cleo 3 + 2, Dev 2, Eva 2, Finn 3; only Ben found all three; Ana as the best, 5
    assert words.scores() == (5, 5, 5, 2, 2, 3)


@pytest.mark.rule("KW-11")
def test_wrong_tokens_cost_nothing() -> None:
    words = evening(3)
    words.set_points(1, 4, 4)
    play_round(words, [1], [], [])
    assert words.scores() == (4, 7, 4)


@pytest.mark.rule("KW-12")
def test_the_narrator_earns_what_the_best_guesser_earned() -> None:
    words = evening(4)
    words.answer("done")
    stacks(words, [1, 2], [1, 3], [2])                  # Ben 6, Cleo 1 + 3, Dev 1
    assert words.sentence() == "Ben guessed best, with six points."
    assert words.reasons() == ["Ana, the narrator, gets as many as the best guesser."]
    words.answer("done")
    assert words.scores() == (6, 6, 4, 1)


@pytest.mark.rule("KW-13")
def test_two_found_all_three_halves_the_narrators_points_rounded_up() -> None:
    words = evening(4)
    words.answer("done")
    stacks(words, [1, 2], [1, 2], [2, 1])               # Ben 3 + 3 + 1, Cleo 1 + 1 + 3
    assert words.reasons() == ["Ana's story was a little too clear: two found all three."]
    words.answer("done")
    assert words.scores() == (4, 7, 5, 0)


@pytest.mark.rule("KW-13")
def test_three_found_all_three_and_the_narrator_gets_nothing() -> None:
    words = evening(4)
    words.answer("done")
    stacks(words, [1, 2, 3], [1, 2, 3], [1, 2, 3])
    assert words.reasons() == ["Ana's story was too clear: 3 found all three."]
    words.answer("done")
    assert words.scores() == (0, 9, 6, 3)


@pytest.mark.rule("KW-13")
def test_one_found_all_three_changes_nothing() -> None:
    words = evening(4)
    play_round(words, [1, 2], [1, 2], [1])
    assert words.scores() == (9, 9, 2, 0)


@pytest.mark.rule("KW-13")
def test_with_three_players_two_finders_are_the_most() -> None:
    words = evening(3)
    play_round(words, [1, 2], [2, 1], [1, 2])           # Ben 7, Cleo 5; half of 7 rounded up
    assert words.scores() == (4, 7, 5)


@pytest.mark.rule("KW-14")
def test_everything_goes_back_after_a_round() -> None:
    words = evening(3)
    play_round(words, [1], [2], [])
    assert words.reminders()[0] == "All cards back and shuffled."
    assert words.asked() == "EndOfStory/1"
    assert [stack.tokens for stack in words.table.this_round().stacks] == [[], [], []]


# The clock


@pytest.mark.rule("KW-15")
def test_the_agreed_time_then_fifteen_seconds_then_two_points_for_the_others() -> None:
    assert evening(3).play.timers() == []               # off unless agreed
    words = evening(4, story_seconds=90)
    assert [(timer.seconds, timer.late) for timer in words.play.timers()] == [(90, "late")]
    words.answer("late")
    assert words.sentence() == "Ana, fifteen seconds: tell it now!"
    assert [(timer.seconds, timer.late) for timer in words.play.timers()] == [(15, "failed")]
    assert words.offered("failed") == {"Ben": 2, "Cleo": 2, "Dev": 2}
    words.play.leave(3)
    words.answer("failed")
    assert words.scores() == (0, 2, 2, 0)               # Dev has left


@pytest.mark.rule("KW-15")
@pytest.mark.parametrize("calls", [["told"], ["late", "told"]])
def test_a_story_told_in_time(calls: list[str]) -> None:
    words = evening(3, story_seconds=90)
    words.answer(*calls)
    assert words.asked() == "StackUp/table/1"
    assert words.scores() == (0, 0, 0)


# The end


@pytest.mark.rule("KW-16")
def test_the_most_points_win() -> None:
    words = evening(5)
    words.set_points(3, 9, 4, 8, 8)
    for _ in range(5):
        play_round(words)
    assert words.winners() == ["Ben"]
    outcome = words.play.outcome()
    assert str(outcome.sentence) == "Ben wins."
    assert [(place.seat, place.place) for place in outcome.places] == [(1, 1), (3, 2), (4, 2), (2, 4), (0, 5)]


def level(words: Evening, *points: int) -> None:
    """All rounds are over, with these scores."""
    words.set_points(*points)
    while not words.asked().startswith("TieBreakNarrator"):
        play_round(words)


@pytest.mark.rule("KW-17")
def test_a_tie_for_first_is_played_out_among_the_tied() -> None:
    words = evening(5)
    level(words, 7, 7, 2, 3, 1)
    assert words.sentence() == "Ana and Ben are tied. Who narrates the tie-break?"
    assert words.question.by_chance
    assert words.choices() == [2, 3, 4]                 # somebody else
    words.answer(3, "done")
    assert [seat.name for seat in words.table.guessers()] == ["Ana", "Ben"]
    stacks(words, [1, 0], [0], [])                      # Ben 3, Ana 1 + 3
    words.answer("done")
    assert words.winners() == ["Ana"]
    assert words.scores() == (7, 7, 2, 3, 1)            # the track stays as it was
    assert str(words.play.outcome().sentence) == "Ana wins the tie-break."


# The preview


@pytest.mark.rule("KW-10", "KW-12")
def test_the_running_preview_adds_up_as_the_stack_grows() -> None:
    """Five players, Ben narrates. First picture: Dev, Ana. Second: Cleo, Dev, Ana."""
    words = Evening(game, 5)
    words.answer(1, "done")
    words.answer([3, 0])
    assert sums(words, [2, 3, 0]) == [
        ("Ana", "1 + 1", 2), ("Cleo", "0 + 3", 3), ("Dev", "3 + 2", 5), ("Eva", "0 + 0", 0),
        ("Ben", "narrates", 5)]
    assert sums(words, []) == [
        ("Ana", "1 + 0", 1), ("Cleo", "0 + 0", 0), ("Dev", "3 + 0", 3), ("Eva", "0 + 0", 0),
        ("Ben", "narrates", 3)]


def test_a_stack_can_be_looked_at_again_before_booking() -> None:
    words = evening(3)
    words.answer("done")
    stacks(words, [1], [2], [])
    assert [str(words.face(nth, "LookAgain/table").hint) for nth in ("first", "second", "third")] == [
        "Ben", "Cleo", "nobody"]
    words.answer("first", to="LookAgain/table")
    assert sums(words, []) == [("Ben", "0 + 0 + 0", 0), ("Cleo", "0 + 3 + 0", 3),
                               ("Ana", "narrates", 3)]
    words.answer([2, 1])
    assert words.told()[-1] == "Checked again: Cleo was fastest on picture 1, before Ben."
    words.answer("done", to="BookRound/table")
    assert words.scores() == (6, 1, 6)                  # Cleo 3 + 3, Ben 1


def test_the_sharpest_eye_and_the_quickest_hand() -> None:
    words = evening(5)
    words.set_points(50)
    play_round(words, [1, 2], [1, 2], [2])
    for _ in range(4):
        play_round(words)
    assert [(str(detail.text), str(detail.note), detail.seat) for detail in words.play.outcome().details] == [
        ("Sharpest eye: Cleo", "3 pictures found", 2), ("Quickest hand: Ben", "fastest 2 times", 1)]


def test_the_title_stands_in_one_place() -> None:
    from companion.games.keywords.game import TITLE

    assert game.facts.title == TITLE == "Key Words"
    assert game.prepare(Setup(people("Ana", "Ben", "Cleo"))).options["story_seconds"] == 0
