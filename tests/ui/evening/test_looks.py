"""Points 9 and 12 to 18 of the evening at two sizes: sounds, messages, drawn beginnings, what a tablet tells, names
typed above the keyboard, and the small things."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.metrics import dp
from PIL import Image

from companion.core.setup import Person, Setup, people
from companion.ui.screens.library import ResumeCard
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.buttons import PersonChip
from tests.ui.evening.stretch import Stretch, both_sizes
from tests.ui.lately import coming, lines_seen
from tests.ui.looks import broken
from tests.ui.moving import moved, record
from tests.ui.table.by_chance import answer

pytestmark = [pytest.mark.touch, pytest.mark.slow]


# A round of Windmill

@pytest.mark.thorough
@both_sizes
def test_a_round_of_windmill_is_heard_and_told(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size) as walk:
        heard = sounds(walk)
        begin(walk, "Windmill", "Ana", "Ben", "Cleo", "Dev")
        a_clock_that_rings(walk, heard)
        nobody_is_the_third_of_two(walk)
        the_middle_of_a_tablet(walk)
        assert ("windmill", "book") in heard, "points were booked"
        one_message_at_a_time(walk)


def sounds(walk: Stretch) -> list[tuple[str, str]]:
    """Whose sound, and which."""
    heard: list[tuple[str, str]] = []
    sound: Any = walk.ports.sound
    sound.play = lambda name: heard.append((sound.place, name))
    return heard


def begin(walk: Stretch, title: str, *names: str) -> None:
    walk.cover(title)
    for name in names:
        walk.type(name)
        walk.enter()
    walk.put_keyboard_away()
    walk.touch(walk.drive.app.page.start)
    walk.drive.advance(1.0)


def a_clock_that_rings(walk: Stretch, heard: list[tuple[str, str]]) -> None:
    """Every sound is this game's own: the start, an answer, the last seconds, the bell, what was taken back."""
    walk.hands.give(0)
    walk.drive.advance(1.0)
    walk.touch("Start", "the clock runs")
    walk.drive.advance(31)
    walk.look("the time is up")
    walk.hands.give()
    walk.hands.undo()
    walk.hands.redo()
    assert {place for place, _ in heard} == {"windmill"}
    assert {"start", "tap", "tick", "chime", "undo"} <= {name for _, name in heard}


def nobody_is_the_third_of_two(walk: Stretch) -> None:
    """Ben guesses wrong and leaves: Cleo is the second of three, Dev the third. The table goes on without
    Ben.
    """
    walk.hands.give("wrong")
    leave(walk, "Ben")
    assert kicker(walk) == "Second of three to guess"
    leave(walk, "Cleo")
    main = [card.text for card in walk.drive.all(cls=AnswerCard) if card.choice == "gone"]
    assert main and walk.drive.has(main[0], AnswerCard)
    question = walk.hands.question
    assert [word for word in question.choices(walk.hands.play.table)
            if question.face(walk.hands.play.table, word).main] == ["gone"]
    walk.hands.undo()
    walk.hands.menu("Somebody joins, leaves or comes back")
    walk.touch(walk.row("Ben comes back"), "back again")
    assert not walk.hands.play.table.seats[1].gone


def leave(walk: Stretch, name: str) -> None:
    walk.hands.menu("Somebody joins, leaves or comes back")
    walk.touch(walk.row(f"{name} leaves"))


def kicker(walk: Stretch) -> str:
    return str(walk.hands.question.kicker(walk.hands.play.table))


def the_middle_of_a_tablet(walk: Stretch) -> None:
    """Cleo finds Ana's card at the second guess. With room, the panel shows the last lines and what comes
    next, and covers neither seats nor question.
    """
    walk.hands.give("right")
    walk.drive.advance(1.0)
    walk.look("after a story")
    panel = walk.hands.page.panel
    if walk.name != "tablet":
        assert panel.lately is None, "the stage has that room"
        return
    assert walk.hands.page.echo.text == "Cleo found Ana's card on guess 2"
    assert "Cleo found Ana's card on guess 2." not in lines_seen(panel.lately), "once is enough"
    assert coming(panel.lately) == "Then Cleo, Dev and Ana guess, one after the other. Cleo tells the next story."
    assert panel.lately.lines[0].top <= panel.strip.y and panel.lately.next.y >= panel.kicker.top


def one_message_at_a_time(walk: Stretch) -> None:
    """Two messages in a row: the second replaces the first and covers no answer."""
    notice = walk.drive.app.notice
    walk.hands.touch(walk.hands.page.bar.menu)
    walk.drive.advance(0.4)
    assert "Fix something" in walk.lines() and "Correct" not in walk.lines()
    walk.close()
    walk.drive.app.tell("One sentence.")
    walk.drive.app.tell("Another one that is a little longer than the first.")
    walk.drive.advance(0.3)
    panel = walk.hands.page.panel
    assert walk.drive.has("Another one that is a little longer than the first.") and not walk.drive.has("One sentence.")
    assert notice.y >= panel.top - 1 or notice.right <= panel.x + 1 or notice.x >= panel.right - 1
    walk.touch(notice)
    assert notice.opacity == 0, "a tap puts it away"


# Key Words and Story: drawn, and called

@both_sizes
def test_beginnings_are_drawn_and_everybody_is_called(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size) as walk:
        heard = sounds(walk)
        begin(walk, "Key Words", "Ana", "Ben", "Cleo")
        assert drawn(walk) > MANY, "an opening, no empty boards"
        place_your_tokens(walk)
        no_round_is_left(walk)
        walk.library()
        walk.cover("Story")
        walk.touch(walk.drive.app.page.start)
        walk.drive.advance(1.0)
        assert drawn(walk) > MANY, "prints on a table, no empty frame"
        votes_fall(walk)
        assert {place for place, _ in heard} >= {"keywords", "story"}


MANY = 30
"""Colours of a drawn picture, told apart coarsely; a plain ground with its shades has fewer than fifteen."""


def drawn(walk: Stretch) -> int:
    stage = walk.hands.page.stage
    picture = walk.drive.picture()
    room = stage.room
    part = picture.crop((int(room.x), int(picture.height - room.top), int(room.right), int(picture.height - room.y)))
    return len(part.quantize(256).convert("RGB").point(lambda value: value // 16 * 16).getcolors(1 << 16) or [])


def place_your_tokens(walk: Stretch) -> None:
    """Between story and counting, an animation calls everybody for two seconds."""
    walk.hands.give(0)
    walk.drive.advance(0.5)
    stage = walk.hands.page.stage
    assert stage.called == 0
    frames = record(walk.drive, lambda: stage.called)
    walk.touch("The story has ended")
    walk.drive.advance(2.5)
    assert max(frames) == 1 and moved(frames) >= 2 and frames[-1] == 0


def no_round_is_left(walk: Stretch) -> None:
    """Six rounds; in the fifth Lena is let in, and Cleo, who would narrate the sixth, leaves: it is said at once."""
    opened = walk.drive.app.visits[-1].args["opened"]
    for _ in range(4):
        finish_round(opened)
        opened.answer(opened.play.open()[0].key(), "done")
    walk.hands.page.refresh()
    walk.drive.advance(0.5)
    walk.people_sheet("Somebody joins")
    walk.type("Lena")
    walk.touch("Sit down")
    assert walk.drive.says("Lena has joined and plays from the next round")
    leave(walk, "Cleo")
    assert walk.drive.says("Lena can join the next play")


def finish_round(opened: Any) -> None:
    while not any(one.key() == "BookRound/table" for one in opened.play.open()):
        opened.answer(next(one.key() for one in opened.play.open() if one.key().startswith("StackUp")), [])
    opened.answer("BookRound/table", "done")


def votes_fall(walk: Stretch) -> None:
    """The ballot's choices leave no gap of more than one of them; then prints turn and votes fall, frame by frame."""
    walk.hands.give(0)
    walk.until("Ballot")
    dark = walk.hands.page.dark
    thumb = walk.drive.down(*walk.drive.where(dark.pad))
    walk.drive.advance(0.6)
    cards = walk.drive.all(cls=AnswerCard)
    lowest = min(walk.drive.where(card)[1] - card.height / 2 for card in cards)
    assert lowest - dark.pad.top < dp(160) or walk.name in ("tablet", "landscape phone")
    thumb.touch_up()
    walk.drive.advance(0.2)
    stage = walk.hands.page.stage
    frames = record(walk.drive, lambda: stage.moving)
    walk.votes(1, 0, 1)
    walk.drive.advance(2.0)
    assert frames.count(True) >= 15, "three prints turn, three votes fall, the winner grows"


# Windward: whole words

@pytest.mark.thorough
@both_sizes
def test_no_word_of_windward_is_broken(tmp_path: Path, size: str) -> None:
    """"Longboat" stood on its tile as "Longbo/at". Through a turn by chance; the tiles of a turn are among it."""
    with Stretch(tmp_path, size, movement=False) as walk:
        rng, asked = Random(5), set()
        walk.drive.app.go("table", opened=walk.drive.app.library.start("windward", Setup(people("Ana", "Ben"))))
        walk.drive.advance(0.5)
        for _ in range(26):
            asked.add(type(walk.hands.question).__name__)
            assert not broken(walk.drive), walk.hands.question.key()
            answer(walk.drive, rng)
            walk.drive.advance(0.2)
        assert len(asked) > 8, asked


# Names, with the keyboard up

@pytest.mark.thorough
@both_sizes
def test_a_chip_is_tapped_beside_the_keyboard(tmp_path: Path, size: str) -> None:
    """Somebody types, and then sees the name among those who were here before: one tap, though the keyboard goes."""
    with Stretch(tmp_path, size) as walk:
        walk.drive.app.library.add_person(Person("Lena", 3))
        walk.cover("Windmill")
        walk.touch(walk.drive.find("New", PersonChip))
        walk.type("Le")
        walk.touch(walk.drive.find("Lena", PersonChip))
        assert [person.name for person in walk.drive.app.page.draft.people] == ["Lena"]


@pytest.mark.thorough
@both_sizes
def test_big_letters_leave_the_typed_name_in_sight(tmp_path: Path, size: str) -> None:
    """A turned phone at twice the letters, the keyboard up: title and button of the sheet give way to the field, Enter
    adds the name. With the keyboard they go, and come back."""
    with Stretch(tmp_path, size, text_size=200) as walk:
        walk.go("Players", "players")
        walk.touch(walk.drive.app.page.actions[1])
        walk.type("Lena")
        walk.look("somebody new, big letters")
        sheet = walk.drive.app.sheets[-1]
        assert not sheet.title.opacity or sheet.title.to_window(0, sheet.title.top)[1] <= walk.drive.size[1]
        walk.fields[0].focus(False)
        walk.drive.advance(0.6)
        assert sheet.title.opacity and sheet.foot.opacity
        walk.fields[0].focus()
        walk.drive.advance(0.3)
        walk.enter()
        assert [person.name for person in walk.drive.app.library.people()] == ["Lena"] and not walk.drive.app.sheets


# A sheet in the library

@pytest.mark.thorough
@both_sizes
def test_no_number_of_a_score_sheet_lies_under_when_it_was_left(tmp_path: Path, size: str) -> None:
    """A score sheet, one round for three: all of the sheet is below the pill, and its lines are visible."""
    with Stretch(tmp_path, size) as walk:
        walk.cover("Score sheet")
        for name in ("Ana", "Ben", "Cleo"):
            walk.type(name)
            walk.enter()
        walk.put_keyboard_away()
        walk.touch(walk.drive.app.page.start)
        walk.hands.reply(walk.hands.play.open()[0], 12)
        walk.library()
        walk.drive.advance(2)
        walk.look("library with a sheet")
        card = walk.drive.find(cls=ResumeCard)
        texture = card.picture.source
        assert texture.size == tuple(int(side) for side in card.picture.size), "nothing of it is cut"
        picture = Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")  # lowest row first
        covered = int(card.top - card.badge.y)
        under = picture.crop((0, picture.height - covered + 1, *picture.size))
        assert len(under.getcolors(1 << 20) or []) == 1, "nothing is drawn under the pill"
        below = picture.crop((0, 0, picture.width, picture.height - covered))
        assert len(below.getcolors(1 << 20) or []) > 20 and below.height >= dp(40 + 34), "head and a row"
