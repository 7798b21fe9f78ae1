"""The evening to send: one picture, ten lines, a whole page; and a result in which nothing covers anything."""

import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp
from PIL import Image

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.core.views import Outcome, PodiumPlace, Reminder
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.services.chronicle import in_ten_lines, race_of, stretches_of, teams_of
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details, save_details
from companion.services.when import from_iso_day
from companion.testing.recording import recording_machine
from companion.ui.screens.result import HIGH, WIDE, ShareCard
from companion.ui.theme import Look
from companion.ui.widgets.base.part import Icon, Words
from companion.ui.widgets.controls.buttons import SeatToken
from companion.ui.widgets.displays.chart import RaceChart, Runner, apart, marks
from companion.ui.widgets.displays.podium import Step, Teams
from tests.sampling import sampled
from tests.ui.conftest import NAMES, Start
from tests.ui.screens.test_result import at_result, finished

pytestmark = pytest.mark.touch
LENGTH = say("12 stories, 74 minutes")


def words_of(widget: Any) -> list[Any]:
    return [one for one in widget.walk(restrict=True) if isinstance(one, Words) and not isinstance(one, Icon)
            and one.text]


def overlap(one: Any, other: Any) -> bool:
    return bool(one.x + 1 < other.right and other.x + 1 < one.right and one.y + 1 < other.top
                and other.y + 1 < one.top)


def test_a_picture_of_the_evening_goes_out_with_three_taps(start: Start) -> None:
    ports = recording_machine()
    driver, _ = at_result(start, ports=ports)
    driver.tap(driver.app.page.discs[2])
    driver.tap("As a picture")
    driver.advance(0.6)
    path = Path([call for call in ports.calls if call[0] == "share.file"][-1][1])
    with Image.open(path) as picture:
        assert (path.name, picture.size) == ("Windmill.png", (1080, 1350))
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 500, "there is something on it"


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_words_of_the_picture_cover_each_other(start: Start, players: int) -> None:
    driver = start(games=[windmill])
    card = ShareCard(finished(driver, players), LENGTH, 0.0)
    words = words_of(card)
    assert {"Windmill", "How the evening went", "Tableside", "start", "end"} <= {one.text for one in words}
    assert all(one.x >= 0 and one.right <= WIDE and one.y >= 0 and one.top <= HIGH for one in words)
    assert [(one.text, other.text) for one, other in combinations(words, 2) if overlap(one, other)] == []


@pytest.mark.thorough
def test_a_long_name_and_three_digits_fit_their_step(start: Start) -> None:
    driver = start(games=[windmill])
    opened = driver.app.library.start("windmill", Setup(people("W" * 60, "Ольга", "Zoë")))
    opened.answer("Oldest/table", 0)
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        opened.answer(question.key(), "wrong" if question.key().startswith("Guess") else "done")
    for seat, points in enumerate((120, 118, 7)):
        opened.correct(f"seats.{seat}.points", points)
    words = words_of(ShareCard(opened, LENGTH, 0.0))
    assert {"120", "118"} <= {one.text for one in words}
    assert all(one.x >= 0 and one.right <= WIDE for one in words)


@pytest.mark.thorough
def test_eight_in_the_race_do_not_cover_each_other(start: Start) -> None:
    driver = start(games=[story])
    opened = driver.app.library.start("story", Setup(people(*NAMES)))
    opened.answer("Youngest/table", 0)
    for seat in range(8):
        opened.correct(f"seats.{seat}.points", seat + 13)
    _tell_a_round(opened)
    assert opened.play.outcome() is not None
    card = ShareCard(opened, LENGTH, 0.0)
    tokens = [one for one in card.walk(restrict=True)
              if isinstance(one, SeatToken) and one.letter and one.x > WIDE - 150]
    assert len(tokens) == 8
    middles = sorted(one.center_y for one in tokens)
    side = tokens[0].height * 0.8  # a shape fills four fifths of its box
    assert all(upper - lower >= side * 0.95 for lower, upper in pairwise(middles))


def _tell_a_round(opened: OpenPlay) -> None:
    for _ in range(60):
        if opened.play.outcome() is not None:
            return
        asked = [question for question in opened.play.open() if type(question).__name__ != "ActionCard"]
        done = {record.key for record in opened.play.log}
        question = next((one for one in asked if one.key() not in done), asked[0])
        opened.answer(question.key(), 7 if type(question).__name__ == "Ballot" else "done")


@pytest.mark.thorough
def test_twelve_stories_are_twelve(start: Start) -> None:
    """Four players, three rounds; finding the oldest is no story, and no step of the race."""
    driver, table = at_result(start)
    assert stretches_of(table.play) == 12 and len(race_of(table.play)) == 13
    assert driver.says("12 stories, ")


def test_the_text_has_ten_lines(start: Start) -> None:
    ports = recording_machine()
    driver, table = at_result(start, ports=ports)
    day = from_iso_day("2024-02-29")
    save_details(driver.app.library, table.id, Details(when=day))
    driver.tap(driver.app.page.discs[2])
    driver.tap("As text")
    driver.advance(0.5)
    text = [call for call in ports.calls if call[0] == "share.text"][-1][2]
    lines = text.splitlines()
    assert lines[0] == "Windmill, 29 February 2024", "the day as corrected"
    assert lines[1] == "Ana, Ben, Cleo and Dev" and len(lines) <= 10
    assert "1. Ana, 6" in lines
    assert text == in_ten_lines(table.play, day)


# Teams

SIDES = Outcome(say("Winter will never end."), (2, 3),
                (PodiumPlace(2, 1, 6, say("winter")), PodiumPlace(3, 1, 6, say("winter")),
                 PodiumPlace(0, 2, 6, say("spring")), PodiumPlace(1, 2, 6, say("spring"))),
                details=(Reminder(say("A draw: the side that opened the epilogue wins")),))


@pytest.mark.thorough
def test_two_sides_are_two_blocks_with_everybody_on_them() -> None:
    teams = teams_of(SIDES)
    assert [(str(name), [one.seat for one in members]) for name, members in teams] == [("winter", [2, 3]),
                                                                                       ("spring", [0, 1])]
    alone = Outcome(say("Ana wins."), (0,), (PodiumPlace(0, 1, 9), PodiumPlace(1, 2, 4)))
    assert teams_of(alone) == []


@pytest.mark.parametrize(("wide", "high"), [(412, 220), (360, 120), (360, 96), (700, 500)])
def test_everybody_of_a_side_stands_on_its_block(start: Start, wide: int, high: int) -> None:
    start(games=[windmill])
    stand = Teams(Look.of("dark"), [Step(0, "A", 1, 16, ((1, "B"), (2, "C")), "Winter"),
                                    Step(3, "D", 2, -6, ((4, "E"),), "Spring")])
    stand.pos, stand.size = (0, 0), (dp(wide), dp(high))
    for (_, block, score, members), name in zip(stand.parts, stand.names, strict=True):
        assert block.x <= members[0].x + 1 and members[-1].right <= block.right + 1
        assert all(member.y >= block.top - 1 for member in members), "nobody covers the score"
        assert score.top <= block.top and name.top <= block.top and min(score.y, name.y) >= 0, "in view"
        assert name.top <= score.y + 1 or (score.right <= name.x and name.right <= block.right), "below or beside"
    assert stand.parts[0][1].height > stand.parts[1][1].height
    assert stand.parts[1][2].text == "−6"
    winners = stand.parts[0][3]
    assert [round(crown.center_x) for crown in stand.crowns] == [round(one.center_x) for one in winners], "all three"
    assert all(one.right <= two.x for one, two in pairwise(stand.crowns)), "each on one head"


# The chart

@sampled("players", [2, 5, 8])
@pytest.mark.parametrize("scores", [(0, 3), (0, 120), (-15, 9), (0, 1040)])
def test_numbers_and_tokens_stay_inside_the_chart(start: Start, players: int, scores: tuple[int, int]) -> None:
    start(games=[windmill])
    low, high = scores
    runners = [Runner(seat, seat, "A", (0, low, high), seat == 0) for seat in range(players)]
    chart = RaceChart(Look.of("dark"), runners)
    chart.pos = (0, 0)
    chart.fit(dp(360))
    for part in chart.children:
        assert part.x >= -1 and part.right <= chart.right + 1, getattr(part, "text", part)
        if isinstance(part, SeatToken):
            assert part.center_y <= chart.top and part.center_y >= chart.y
    tokens = sorted(part.center_y for part in chart.children if isinstance(part, SeatToken) and part.letter)
    assert len(tokens) == players and len(set(tokens)) == players


def test_a_chart_of_one_round_names_both_ends(start: Start) -> None:
    start(games=[windmill])
    chart = RaceChart(Look.of("dark"), [Runner(0, 0, "A", (0, 7), True)])
    chart.fit(dp(360))
    assert {"start", "end"} <= {part.text for part in chart.children if isinstance(part, Words)}


@pytest.mark.parametrize(("wanted", "places"), [
    ([0, 1, 9], [0, 3, 9]), ([8, 9, 10], [4, 7, 10]), ([1, 1, 1, 1, 1], [0, 2.5, 5, 7.5, 10])])
def test_ends_are_moved_apart_and_stay_in_their_room(wanted: list[float], places: list[float]) -> None:
    assert apart(wanted, 3, 0, 10) == places


def test_the_last_mark_keeps_away_from_the_end() -> None:
    assert marks(102, 4)[-1] == 80 and marks(12, 4) == [4, 8]


@pytest.mark.thorough
def test_nothing_is_said_where_it_can_not_be_written(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, _ = at_result(start)

    def full(*_: Any) -> Any:
        raise OSError("no space left")
    monkeypatch.setattr("companion.ui.screens.file_exchange._place", full)
    driver.tap(driver.app.page.discs[2])
    driver.tap("As a picture")
    driver.advance(0.6)
    assert driver.says("The file couldn't be written. Free some space and try again.")


@pytest.mark.thorough
def test_nothing_that_was_shared_stays_when_the_app_has_ended(tmp_path: Path) -> None:
    code = ("from companion.ui.screens.file_exchange import _place\nfor name in ('a.json', 'b.json'):\n"
            "    _place(name).write_text('secret')\n")
    there = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **there, "KIVY_NO_ARGS": "1"}, check=True,
                   capture_output=True, cwd=Path(__file__).parents[3], timeout=120)
    assert list(tmp_path.rglob("*.json")) == [] and not list(tmp_path.glob("tableside-*"))
