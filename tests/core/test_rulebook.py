"""rules.md, parsed: numbered rules that *Why?* can show."""

from pathlib import Path

import pytest

from companion.core.rulebook import Rulebook
from tests.toys.orchard import game

PAGE = """# Toy

Some words before the first rule, which are no rule.

## Guessing

**TY-1** Right guess. The guesser gains
two points. See TY-A2 and TY-1.

**TY-A2** Only a title

## Ending

Not a rule: **TY-9** stands in the middle.

**TY-10** End. After three rounds.
"""


def test_rules_by_number_with_section_title_and_text() -> None:
    book = Rulebook.parse(PAGE)
    assert [rule.id for rule in book] == ["TY-1", "TY-A2", "TY-10"]
    rule = book["TY-1"]
    assert (rule.section, rule.title, rule.text) == ("Guessing", "Right guess",
                                                     "The guesser gains two points. See TY-A2 and TY-1.")
    assert rule.cites() == ["TY-A2"]
    assert (book["TY-A2"].title, book["TY-A2"].text) == ("Only a title", "")
    assert "TY-9" not in book
    assert len(book) == 3


def test_windows_line_ends_make_no_difference() -> None:
    assert [rule.text for rule in Rulebook.parse(PAGE.replace("\n", "\r\n"))] == \
        [rule.text for rule in Rulebook.parse(PAGE)]


def test_a_number_used_twice_is_named() -> None:
    with pytest.raises(ValueError, match="TY-1"):
        Rulebook.parse(PAGE + "\n**TY-1** Again. And again.\n")


@pytest.mark.parametrize(("words", "found"), [
    ("gains POINTS", ["TY-1"]), ("ending", ["TY-10"]), ("ty-a2", ["TY-1", "TY-A2"]), ("no such word", []),
    ("", ["TY-1", "TY-A2", "TY-10"]),
])
def test_search(words: str, found: list[str]) -> None:
    assert [rule.id for rule in Rulebook.parse(PAGE).search(words)] == found


def test_a_game_reads_its_own_page(tmp_path: Path) -> None:
    assert game.rulebook()["OR-9"].title == "Pie"
    with pytest.raises(FileNotFoundError):
        Rulebook.of(tmp_path / "rules.md")
