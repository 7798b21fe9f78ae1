"""`simulate --report`: the numbers of a game that we count ourselves, and the page."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.report import Bar, Part, Tally, as_html, as_text, greedy
from companion.services.workshop import GameFolder

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def pebbles() -> Play[Any]:
    return Play(GameFolder(EXAMPLES / "tableside-pebbles").load(), Setup(people("Ana", "Ben"), {"heaps": 3}))


def flock() -> Play[Any]:
    """Ana holds two lambs, a sheep and a ram, Ben four lambs."""
    play = Play(GameFolder(EXAMPLES / "tableside-flock").load(), Setup(people("Ana", "Ben")))
    first = [0, 6, 1, 12, 2, 3, 4, 5]
    deck = [*first, *(card for card in range(24) if card not in first)]
    play.answer("ShuffleCards/table", deck, rolled=True)
    return play


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of 30 plays by two people, as text."""
    monkeypatch.chdir(tmp_path)
    flock = str(EXAMPLES / "tableside-flock")
    words = ["simulate", flock, "--plays", "30", "--players", "2", "--report", "flock.txt"]
    assert main(words) == 0
    return (tmp_path / "flock.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_has_each_number_that_a_designer_asks_for(page: str) -> None:
    assert page.startswith("Flock: 30 plays\n\nLength\n"
                           "Answers: 16 to 16, median 16. About 3 min, at 12 s each.\n")
    for title in ("Wins, 2 players", "Does playing well help?", "Points of the leader",
                  "Points between first and last", "Lay: how often each option is taken",
                  "Turns without a choice", "Most things to move after one answer"):
        assert f"\n\n{title}\n" in page
    silent = page.split("Rules that never fire\n")[1]
    assert "FL-5  Draw" in silent and "FL-1" not in silent and "FL-4" not in silent


@pytest.mark.slow
def test_without_a_file_the_page_is_html_beside_you(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", str(EXAMPLES / "tableside-pebbles"), "--plays", "5", "--report"]) == 0
    assert capsys.readouterr().out == "Wrote pebbles.html.\n"
    html = (tmp_path / "pebbles.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>") and "<h2>Length</h2>" in html and 'class="bar"' in html


def test_options_offered_and_taken_and_the_single_one_are_counted() -> None:
    tally, play = Tally(), flock()
    ana, ben = play.open()
    tally.take(play, ana, Random(1))
    tally.take(play, ben, Random(1))
    assert tally.offered == {("Lay", '"lamb"'): 2, ("Lay", '"sheep"'): 1, ("Lay", '"ram"'): 1}
    assert sum(tally.chosen.values()) == 2 and tally.chosen["Lay", '"lamb"'] >= 1
    assert tally.forced == {"Lay": 1}, "Ben has four lambs"
    assert {"FL-3", "FL-4"} <= tally.rules and tally.so_far == 2


def test_the_most_things_that_one_answer_moves_are_counted_in_one_play_of_ten() -> None:
    """Ana's ram is the highest card that only one player laid: her points are all that hands move."""
    found = []
    for plays in (0, 1, 10):
        tally, play = Tally(answers=[16] * plays), flock()
        for question, answer in zip(play.open(), ("ram", "lamb"), strict=True):
            tally.take(play, question, Random(1))
            play.answer(question.key(), answer)
        tally.take(play, play.open()[0], Random(1))
        found.append(tally.moved)
    assert found == [{"Lay": 1}, {}, {"Lay": 1}]


def test_a_greedy_player_takes_what_is_worth_most_at_once() -> None:
    """With three pebbles left, taking all three wins the heap."""
    play = pebbles()
    for number in (3, 3, 3, 3):
        play.answer(play.open()[0].key(), number)
    (question,) = play.open()
    before = play.position()
    taken = Counter(greedy(0)(play, question, Random(seed)) for seed in range(10))
    assert question.key() == "Take/0" and taken == {3: 10} and play.position() == before
    others = {greedy(1)(play, question, Random(seed)) for seed in range(10)}
    assert len(others) > 1, "it is not that player's turn"


def test_a_page_draws_bars_and_escapes_names() -> None:
    parts = [Part(say("Length"), (Bar("<b>", 0.5, "50%"), Bar("AB-1", None, "Rule")), say("A note."))]
    assert as_text("Chess", parts) == (
        "Chess\n\nLength\nA note.\n  <b>   ██████████            50%\n  AB-1  Rule\n")
    page = as_html("Chess", parts, "de")
    assert '<html lang="de">' in page and "<th>&lt;b&gt;</th>" in page and 'style="width: 50.0%"' in page
