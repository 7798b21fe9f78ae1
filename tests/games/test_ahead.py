"""What comes next, said by each game in a sentence or two."""

from __future__ import annotations

from typing import Any

from companion.games.any_box import game as any_box
from companion.games.keywords import game as keywords
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from tests.games.evening import Evening


def ahead(evening: Evening) -> str:
    return " ".join(str(one) for one in evening.play.ahead())


def test_windmill_names_the_guessers_to_come_and_the_next_teller() -> None:
    evening = Evening(windmill, 3)
    assert ahead(evening) == "Then the first story is told."
    evening.answer(0)
    assert ahead(evening) == "Then Ben and Cleo guess, one after the other. Ben tells the next story."
    evening.answer("done")
    assert ahead(evening) == "Then Cleo guesses. Ben tells the next story."
    evening.answer("wrong")
    assert ahead(evening) == "Ben tells the next story."
    evening.answer("wrong", "done", "wrong", "wrong")
    assert ahead(evening).endswith("After this story round two begins.")
    for _ in range(6):
        evening.answer("done", "wrong", "wrong")
    assert ahead(evening).endswith("This is the last story.")


def test_story_names_the_tellers_to_come_then_the_vote() -> None:
    evening = Evening(story, 3)
    evening.answer(0)
    assert ahead(evening) == ("Then Ben and Cleo tell theirs, in this order. "
                              "When all stories are told, everybody votes in secret.")
    while evening.asked().startswith(("Begin", "StoryTold")):
        evening.answer("done")
    assert ahead(evening) == "When all stories are told, everybody votes in secret."
    for question, story_of in zip(evening.play.open(), (0, 1, 2), strict=True):
        evening.play.answer(question.key(), story_of)
    assert ahead(evening) == "Those level go on with their stories, then everybody votes again."    # one vote each
    evening.play.undo()
    evening.answer(0, to="Ballot/2/first")
    assert ahead(evening) == "Then the points are booked. Whoever has twenty has won."      # two for Ana, one for Ben


def test_key_words_names_the_next_narrator() -> None:
    evening = Evening(keywords, 3)
    assert ahead(evening) == "Then the first story is told."
    evening.answer(0)
    assert ahead(evening) == "Then everybody else places three tokens, as fast as they can. Ben narrates round two."
    for _ in range(5):
        evening.answer("done")
        for picture in (1, 2, 3):
            evening.answer([], to=f"StackUp/table/{picture}")
        evening.answer("done", to="BookRound/table")
    assert ahead(evening).endswith("This is the last round.")


def test_any_box_names_who_is_asked_next() -> None:
    evening = Evening(any_box, 3)
    assert ahead(evening) == "Then Ben and Cleo. After that: Round two."
    evening.answer(1, 2)
    assert ahead(evening) == "After that: Round two."


def test_a_play_that_is_over_has_nothing_ahead() -> None:
    evening: Any = Evening(windmill, 3)
    evening.answer(0)
    for _ in range(9):
        evening.answer("done", "wrong", "wrong")
    assert evening.play.outcome() is not None and ahead(evening) == ""
