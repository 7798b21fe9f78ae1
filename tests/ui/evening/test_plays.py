"""Points 4 to 8 of the evening at every size: the first minute, what Undo takes back, plays that are cleared away, and
what is left of one that is over."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.metrics import dp
from PIL import Image

from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.ui.screens.chronicle import ChronicleLine
from companion.ui.screens.library import ResumeCard
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.buttons import TallChip
from companion.ui.widgets.displays.chart import RaceChart, Teams
from tests.ui.evening.stretch import Stretch, four_sizes
from tests.ui.screens.test_result import finished
from tests.ui.screens.test_share import overlap, words_of

pytestmark = [pytest.mark.touch, pytest.mark.slow]


# The first minute (7), what Undo takes back (6)

@four_sizes
def test_from_the_welcome_to_an_answer_and_back(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size, greets=True) as walk:
        the_welcome(walk)
        a_box_of_ones_own(walk)
        house_rules_are_folded(walk)
        the_echo_is_what_undo_takes_back(walk)
        search_finds_everything(walk)


def the_welcome(walk: Stretch) -> None:
    """All of it is in the window, and one button leads on."""
    walk.look("welcome")
    for sentence in ("You play, I keep score.", "No account, no internet."):
        words = walk.drive.find(lambda one, sentence=sentence: sentence in getattr(one, "text", ""))
        (_, low), (_, high) = words.to_window(*words.pos), words.to_window(words.right, words.top)
        assert low >= 0 and high <= walk.drive.size[1], sentence
    walk.touch("Choose a box", "library")
    assert walk.drive.says("Which box is on the table?")


def a_box_of_ones_own(walk: Stretch) -> None:
    """The first thing that is offered is a score sheet for any box; nothing speaks of Python or of code."""
    walk.touch("Add a game", "add a game")
    title = walk.drive.app.found.games["any_box"].facts.title
    assert walk.lines()[0] == title
    spoken = " ".join(walk.drive.texts()).casefold()
    assert not [word for word in ("python", "entry point", "pip ", "code") if word in spoken]
    walk.touch(walk.row(title), "any box")
    assert walk.drive.has("Who wins")
    walk.home()


def house_rules_are_folded(walk: Stretch) -> None:
    """A new play names its game; one sentence says how it is played, and says what was changed."""
    walk.cover("Windmill")
    for name in ("Ana", "Ben", "Cleo"):
        walk.type(name)
        walk.enter()
    walk.put_keyboard_away()
    assert walk.drive.has("Windmill") and walk.drive.has("Who is playing?")
    assert walk.drive.says("Everything as in the rulebook.") and not walk.drive.has("No Windmill in round one")
    walk.touch("Change", "house rules")
    walk.touch("15 s")
    walk.touch("Hide", "folded again")
    assert walk.drive.says("Story clock: 15 s.") and not walk.drive.has("15 s")
    walk.touch(walk.drive.app.page.start)
    assert walk.hands.play.setup.options["story_seconds"] == 15


def the_echo_is_what_undo_takes_back(walk: Stretch) -> None:
    """Whatever is answered, Undo beside the sentence takes back just that, and Redo says the sentence again."""
    shown = 0
    for raw in (0, "done", "wrong", "right"):
        before = walk.hands.play.position()
        walk.hands.give(raw)
        walk.drive.advance(0.5)
        page, play = walk.hands.page, walk.hands.play
        said = page.controller.echo.text
        lines = [line for line in (page.echo, page.foot) if line.opacity and line.get_root_window() is not None]
        shown += len(lines)
        for line in lines:
            assert line.words.text == said
            walk.touch(line.undo, "taken back")
            assert play.position() == before and line.words.text == f"Taken back: {said}"
            walk.hands.redo()
            assert page.controller.echo.text == said and play.position() == before + 1
    assert shown >= 4, "it stands on the stage or at the foot of the panel"
    assert [seat.points for seat in walk.hands.play.table.seats] == [2, 0, 2]


def search_finds_everything(walk: Stretch) -> None:
    """The field has the keyboard already; a person, a play, a game and a rule are found."""
    walk.library()
    walk.touch(walk.drive.app.page.actions[0])
    walk.type("cleo")
    walk.drive.advance(0.4)
    walk.look("search")
    assert [text for text in ("Games", "Players", "Plays") if walk.drive.has(text)][-2:] == ["Players", "Plays"]
    assert walk.row("Windmill").second.text.startswith("Ana, Ben, Cleo")
    walk.fields[0].clear()
    walk.type("thirty")
    walk.drive.advance(0.4)
    assert walk.drive.has("Rules of Windmill")
    walk.touch(walk.row("Windmill"))
    assert walk.drive.app.visits[-1].name == "new_play", "a game leads to its table"


# Plays that nobody goes on with (4)

@four_sizes
def test_an_open_play_is_ended_put_away_and_deleted(tmp_path: Path, size: str) -> None:
    """From the table and from the library, each with its standings, each brought back by the one message there is."""
    with Stretch(tmp_path, size) as walk:
        opened = begun(walk)
        walk.library()
        for way in ("library", "table"):
            for line, told in (("End with these points", "Ended. The standings are under History."),
                               ("Put it away", "Put away. You'll find it under History."),
                               ("Delete it", "Deleted. It is in the trash under History.")):
                open_ending(walk, way)
                assert [chip.text for chip in walk.drive.all(cls=TallChip)] == ["Ana 1", "Ben 1", "Cleo 0"]
                walk.touch(walk.row(line))
                assert walk.drive.app.visits[-1].name == "library" and not walk.drive.has(cls=ResumeCard)
                assert walk.drive.app.notice.text == told
                walk.touch(walk.drive.app.notice.button)
                assert [play.id for play in walk.drive.app.library.plays() if not play.finished] == [opened.id]
        ended_early_is_told(walk)


def begun(walk: Stretch) -> OpenPlay:
    """Ben finds Ana's card at once: one point each."""
    opened = walk.drive.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "right")):
        opened.answer(key, answer)
    return opened


def open_ending(walk: Stretch, way: str) -> None:
    if way == "library":
        walk.touch(walk.drive.find(cls=ResumeCard).menu, "end from the library")
        return
    walk.touch("Resume")
    walk.hands.menu("End this play here")
    walk.look("end from the table")


def ended_early_is_told(walk: Stretch) -> None:
    open_ending(walk, "library")
    walk.touch(walk.row("End with these points"))
    walk.wait()
    walk.go("History", "history")
    assert walk.drive.says("Ended early, Ana and Ben ahead.")


# A play that is over (5, 8)

@four_sizes
def test_what_is_left_of_a_play(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size) as walk:
        opened = finished(walk.drive)
        walk.go("History", "history")
        walk.touch(walk.drive.find(cls=PlayCard), "result")
        nothing_covers_words(walk)
        it_is_sent(walk)
        back_to_here(walk, opened.id)
        two_sides(walk)


def nothing_covers_words(walk: Stretch) -> None:
    """In the chart, and between the words round it; twelve stories are twelve."""
    chart = walk.drive.find(cls=RaceChart)
    walk.drive.scroll_to(chart)
    assert walk.drive.says("12 stories, ")
    words = [one for one in words_of(walk.drive.app.page.column) if one.opacity]
    assert not [(one.text, other.text) for one, other in combinations(words, 2) if covers(one, other)]
    assert not [one.text for one in words if one.parent is not chart and overlap(one, chart)]
    assert all(chart.x - 1 <= part.x and part.right <= chart.right + 1 for part in chart.children)


def covers(one: Any, other: Any) -> bool:
    """Letters on letters: of a line the upper and the lower two dp are air."""
    air = dp(2)
    return overlap(one, other) and min(one.top, other.top) - max(one.y, other.y) > 2 * air


def it_is_sent(walk: Stretch) -> None:
    """A picture, ten lines, and the whole chronicle as a page."""
    page = walk.drive.app.page
    walk.touch(page.discs[2], "share")
    walk.touch("As a picture")
    with Image.open(walk.shared()) as picture:
        assert picture.size == (1080, 1350) and len(picture.convert("RGB").getcolors(1 << 20) or []) > 500
    walk.wait()
    walk.touch(page.discs[2])
    walk.touch("As text")
    text = [call for call in walk.ports.calls if call[0] == "share.text"][-1][2]
    assert len(text.splitlines()) <= 10 and "1. Ana, 6" in text.splitlines()
    walk.wait()
    walk.touch("Chronicle", "chronicle")
    walk.touch(walk.drive.app.page.actions[1])
    walk.touch("As a page")
    assert "<h1>Windmill</h1>" in walk.shared().read_text(encoding="utf-8")
    walk.wait()


def back_to_here(walk: Stretch, play: int) -> None:
    """The newest line of a play that is over: its question lies on the table again."""
    line = sorted(walk.drive.all(cls=ChronicleLine), key=lambda row: -row.y)
    found = next(row for row in line if "found" in row.text)
    teller, guesser = found.text.split("'s card")[0].split()[-1], found.text.split()[0]
    walk.touch(found, "a line of the chronicle")
    walk.touch("Back to here", "back to here")
    assert walk.drive.app.visits[-1].name == "table" and walk.drive.app.visits[-1].args["opened"].id == play
    assert walk.drive.says(f"{guesser} picks: is it {teller}'s card?") and walk.hands.play.can_redo()
    walk.hands.redo()
    walk.drive.advance(0.6)
    walk.library()


def two_sides(walk: Stretch) -> None:
    """Winter Tales ends level: two blocks, everybody on one of them, and a line that says why it was won."""
    draw_by_chance(walk)
    walk.go("History", "")
    walk.touch(walk.drive.find(lambda one: "Winter Tales," in one.second.text, PlayCard), "two sides")
    stand = walk.drive.find(cls=Teams)
    assert len(stand.parts) == 2 and sum(len(part[3]) for part in stand.parts) == 4
    assert not overlap(stand.parts[0][1], stand.parts[1][1])
    assert walk.drive.says("A draw: the side that opened the epilogue wins")


def draw_by_chance(walk: Stretch) -> None:
    """The first play by chance that ends level."""
    library = walk.drive.app.library
    copy = walk.drive.app.found.games["winter_tales"].starter_copy()
    for seed in range(30):
        rng = Random(seed)
        setup = Setup(people("Ana", "Ben", "Cleo", "Dev"), {"length": 5, "depth": "light"}, copy)
        opened = library.start("winter_tales", setup)
        while opened.play.outcome() is None:
            question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
            opened.answer(question.key(), question.random_answer(opened.play.table, rng))
        outcome = opened.play.outcome()
        library.close(opened)
        if any("A draw" in str(one.text) for one in outcome.details):
            return
        library.delete(opened.id)
    raise AssertionError("no draw")

