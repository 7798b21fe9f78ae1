"""Text that is measured at once."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from kivy.graphics.opengl import glIsTexture
from kivy.metrics import dp

from companion.core.text import say
from companion.core.views import ScoreSheet, SheetColumn, SheetRow
from companion.games.windmill import game as windmill
from companion.services.start import ASSETS
from companion.ui.drawing import letters
from companion.ui.drawing.stage import Room
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.bar import TitlePill
from companion.ui.theme import Look, fonts, tokens
from companion.ui.widgets.base import part
from companion.ui.widgets.base.part import Changed, Voice, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.displays.score_sheet import SheetGrid
from tests.sampling import sampled
from tests.ui.conftest import Start

pytestmark = pytest.mark.touch


def test_balanced_lines_leave_no_lone_word_and_break_none(start: Start) -> None:
    look = start(games=[windmill]).app.look
    voice = Voice(look, "The captains have lost", "display", align="center")
    one_line = voice.hug()
    greedy = one_line * 0.9                                  # wide enough for all but the last word
    voice.hug(greedy)
    assert voice.lines() == 2
    assert voice.balance(greedy) < one_line * 0.7
    assert voice.lines() == 2
    short = Voice(look, "Ana wins", "display")
    assert short.balance(2000.0) == short.hug()
    long_name = Voice(look, "Wolfeschlegelsteinhausenbergerdorff wins", "display")
    name_alone = Voice(look, "Wolfeschlegelsteinhausenbergerdorff", "display").hug()
    assert long_name.balance(name_alone + 20) >= name_alone


def lines_of(words: Words) -> list[str]:
    return ["".join(part.text for part in line.words).strip() for line in words.label._cached_lines]


def test_no_bold_number_stands_alone_on_the_last_line(start: Start) -> None:
    """Kivy broke the line where the font changes: "... of territory", and below it "6"."""
    told = "Put a Grey Crester on the Feeding Ground of territory 6"
    words = Changed(start(games=[windmill]).app.look, told, "body")
    for width in range(150, 420, 3):
        words.fit(width)
        assert lines_of(words)[-1] != "6", width


def test_both_numbers_of_a_change_stay_on_one_line(start: Start) -> None:
    """Ana's notoriety was "0 →" on one line and "1" on the next."""
    changed = Changed(start(games=[windmill]).app.look, "Ana's notoriety goes up by one, 0 → 1", "body")
    for width in range(100, 420, 3):
        changed.fit(width)
        assert lines_of(changed)[-1].endswith("1") and "0" in lines_of(changed)[-1], width


@pytest.mark.parametrize("width", [380, 336])
def test_no_headline_of_a_phone_ends_with_a_lone_word(start: Start, width: int) -> None:
    look, ends = start(games=[windmill]).app.look, []
    for text in ("Who is the oldest at the table?", "Ana picks with the Windmill: is it Ben's card?",
                 "Cleo guessed best, with five points.", "Did Ana say one of the three words?",
                 "Ben and Cleo are tied with four votes each."):
        words = Voice(look, text, "headline" if width > 350 else "headline small")
        words.fit(width - 44)                               # beside Why?
        lines = ["".join(word.text for word in line.words) for line in words.label._cached_lines]
        ends += [line for line in lines[1:][-1:] if len(line.split()) == 1]
    assert ends == []


def test_a_french_sign_stays_in_the_line_of_its_word(start: Start) -> None:
    words = Words(start(games=[windmill]).app.look, "premier\u00a0?", "headline")
    wide, own = words.hug(), words.px
    words.fit(wide - 3)
    assert words.lines() == 1 and words.px < own


def test_a_name_in_a_foreign_script_is_drawn_in_a_font_of_the_system(start: Start) -> None:
    look = start(games=[windmill]).app.look
    if not fonts.system_font("ש"):
        pytest.skip("no font of this machine has Hebrew letters")

    def pixels(text: str) -> bytes:
        return bytes(letters.drawn(text, tokens.TEXT, 30.0, 36.0, None, "left", False).texture.pixels)

    assert len({pixels(letter) for letter in "שעל"}) == 3, "an empty box for each would be the same picture"
    field = TextEntry(look, "Name", "Ana")
    field.typing.text = "Ana שלום"
    assert field.typing.font_name == fonts.system_font("ש")
    field.typing.text = "Ana"
    assert field.typing.font_name == tokens.TEXT


def test_a_font_has_the_letters_that_its_table_names(tmp_path: Path) -> None:
    path = ASSETS / "fonts" / "Vollkorn-Bold.ttf"
    read = {code for low, high in fonts.letters_in(path) for code in range(low, high + 1)}
    assert set(TTFont(path).getBestCmap()) <= read and len(read) < 2000
    (tmp_path / "damaged.ttf").write_bytes(path.read_bytes()[:300])
    assert list(fonts.letters_in(tmp_path / "damaged.ttf")) == list(fonts.letters_in(tmp_path / "none.ttf")) == []


def test_cached_texts_are_bounded_by_their_bytes_not_by_their_number(start: Start) -> None:
    """A big phone at twice the text size: a question is as wide as the screen and a few hundred pixels high."""
    start(games=[windmill])
    for number in range(200):
        letters.drawn(f"Question {number}: " + "has anybody been to the old lighthouse? " * 3, tokens.TEXT, 112.0,
                      140.0, 1300.0, "left", False)
        assert letters.cached_bytes[0] <= letters.BUDGET == 48 * 1024 * 1024
    truly = sum(label.texture.width * label.texture.height * 4 for label in letters.cached.values())
    assert letters.cached_bytes[0] == truly
    assert truly > letters.BUDGET / 2, "the cache still holds what it may"


def test_a_text_that_is_only_measured_is_never_uploaded(start: Start) -> None:
    look = start(games=[windmill]).app.look
    measured = Words(look, "Measured at three widths and shown at none of them, which costs no graphics memory")
    for width in (300, 200, 100):
        measured.fit(width)
        assert not glIsTexture(measured.label.texture.id)
    measured.label.texture.bind()
    assert glIsTexture(measured.label.texture.id)


@pytest.mark.parametrize("text", ["Longboat", "Cannons", "Raise the longboat"])
def test_a_word_is_never_broken_on_a_narrow_tile(start: Start, text: str) -> None:
    """"Longbo/at": a word that is a little wider than its tile is set smaller, on a line of its own."""
    look = start(games=[windmill]).app.look
    told = Words(look, text, "kicker")
    whole = Words(look, max(text.split(), key=len), "kicker")
    width = whole.hug() * 0.8
    told.fit(width)
    assert told.lines() <= len(text.split()) and told.text_width() <= round(width)
    told.fit(width * 3)
    assert told.px == whole.px, "with room it is as big as before"


LINES = ("Ben flew to the hex one out towards 5, two towards 6", "A Grey Crester came to the Feeding Ground",
         "Ana's ship", "12 → 14", "Two\nlines", "")


@sampled("kind", [Words, Voice, Changed])
@pytest.mark.parametrize("text", LINES)
def test_measured_before_it_is_drawn_a_text_is_as_wide_as_drawn(start: Start, kind: type[Words], text: str) -> None:
    """The oracle: a text is drawn on one line, and where that is too wide, in lines of the width there is."""
    look = start(games=[windmill]).app.look
    for most in range(40, 700, 60):
        told, plain = kind(look, text), kind(look, text)
        told.hug(most)
        if plain.hug() > most:
            plain.fit(most)
        assert (told.size, told.lines()) == (plain.size, plain.lines()), most


def test_a_text_that_is_too_wide_is_drawn_once(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    look = start(games=[windmill]).app.look
    told = Words(look)
    told.hug(200)
    drawn, seen = letters.drawn, []
    monkeypatch.setattr(part, "drawn", lambda text, *how: (seen.append((text, *how)), drawn(text, *how))[1])
    told.fit(200)
    told.say("A line that takes two of them on a phone, told for the first time")
    told.hug(200)
    assert {how[4] for how in seen} == {200.0}


@sampled("width", [None, 90.0, 211.0, 380.0])
@pytest.mark.parametrize("one_line", [False, True])
def test_words_that_were_measured_before_are_drawn_as_kivy_draws_them(
        start: Start, width: float | None, one_line: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    start(games=[windmill])
    texts = ["Ana, do you send somebody to join Mangiafuoco in the old town?", "Ben has 12 cards → 3 left",
             "one\ntwo three four five six seven eight", "Unbreakablelongwordthatiswiderthananyline", "a", "W. AV To"]

    def pictures() -> list[tuple[tuple[int, int], bytes]]:
        letters.cached.clear()
        letters.cached_bytes[0] = 0
        labels = [letters.drawn(text, font, px, px * 1.2, width, align, one_line)
                  for text in texts for font in (tokens.VOICE, tokens.MEDIUM) for px in (14.0, 26.0)
                  for align in ("left", "center")]
        return [(label.texture.size, label.texture.pixels) for label in labels]

    ours = pictures()
    assert pictures() == ours, "also when every size is known"
    monkeypatch.delattr(letters.Measured, "get_cached_extents")
    monkeypatch.delattr(letters.Measured, "get_extents")
    assert pictures() == ours


def test_the_games_name_gives_way_to_a_subtitle_of_two_lines(start: Start) -> None:
    """Three lines reached the upper edge of a small phone."""
    pill = TitlePill(start(games=[windmill]).app.look)
    pill.show("Winter Tales", "Round 2, story 5 of 12: the soldiers of autumn act")
    pill.hug(dp(190))
    assert pill.subtitle.lines() == 2
    assert pill.title.opacity == 0.0
    assert pill.height <= dp(BAR)


def test_a_long_subtitle_in_big_letters_stays_in_the_bar(start: Start) -> None:
    start(games=[windmill])
    pill = TitlePill(Look.of("dark", scale=2.0))
    pill.show("Winter Tales", "Chapter 1, Love That Melts the Snow")
    pill.hug(dp(136))
    assert pill.title.opacity == 0.0 and pill.height <= dp(BAR)


def test_the_hint_of_a_filled_field_does_not_make_it_higher(start: Start) -> None:
    look = Look.of("dark", scale=2.0)
    start(games=[windmill])
    long, short = (TextEntry(look, hint, "2026-11-16", "calendar") for hint in ("Day, such as 2026-11-16", "Day"))
    assert long.fit(dp(328)) == short.fit(dp(328))


def test_six_digits_stay_within_their_column_of_a_score_sheet(start: Start) -> None:
    look = start(games=[windmill]).app.look
    sheet = ScoreSheet(tuple(SheetColumn((seat,), 987654) for seat in range(4)),
                       (SheetRow(say("1"), (-987654,) * 4, ("",) * 4),))
    grid = SheetGrid(look, lambda path, value: None)
    grid.show(sheet, lambda seat: (seat, "A", "Ana"), Room(0, 0, dp(320), dp(300)), None)
    numbers = [words for words in grid.children if isinstance(words, Words) and "987654" in words.text]
    assert len(numbers) == 8
    assert all(words.text_width() <= grid.wide for words in numbers)
    high = numbers[0].px
    grid.show(sheet, lambda seat: (seat, "A", "Ana"), Room(0, 0, dp(768), dp(780)), None)
    assert all(words.text_width() <= grid.wide for words in numbers)
    assert numbers[0].px > 1.5 * high and grid.high >= dp(60), "a big screen is read from afar"


def test_a_long_name_above_a_score_sheet_shrinks_before_it_is_shortened(start: Start) -> None:
    """Five columns on a small phone had Maximi…"""
    look = start(games=[windmill]).app.look
    sheet = ScoreSheet(tuple(SheetColumn((seat,), 0) for seat in range(5)),
                       (SheetRow(say("1"), (0,) * 5, ("",) * 5),))
    grid = SheetGrid(look, lambda path, value: None)
    grid.show(sheet, lambda seat: (seat, "M", "Maximiliane"), Room(0, 0, dp(336), dp(300)), None)
    names = [words for words in grid.children if isinstance(words, Words) and words.text == "Maximiliane"]
    assert names and not any(words.is_shortened for words in names)
