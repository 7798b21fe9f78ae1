"""Files that somebody made to break the import: refused with a sentence, or taken in as the preview said."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.core.everything import packed, unpacked
from tests.services.evenings import look_over, take_in
from tests.toys.orchard import game as orchard


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "here.sqlite3"), {"orchard": orchard}, SetClock())


@pytest.fixture
def raw(tmp_path: Path) -> dict[str, Any]:
    """Everything of another phone, with one play."""
    other = Library(open_store(tmp_path / "other.sqlite3"), {"orchard": orchard}, SetClock())
    other.start("orchard", Setup(people("Ana", "Ben", "Cleo"))).correct("seats.0.points", 7)
    found = unpacked(other.files.export_everything())
    other.quit()
    return found


@pytest.mark.parametrize("name", ["play", "settings"])
def test_a_name_that_stands_there_twice_is_damage(library: Library, raw: dict[str, Any], name: str) -> None:
    """Python's reader keeps the last and says nothing: a second, empty play would hide the first."""
    text = packed(raw).replace(f'{{"{name}": ', f'{{"{name}": {{}}, "{name}": ')
    for take in (look_over, take_in):
        assert "incomplete or damaged" in str(take(library, text).left_out[0])
    assert len(library.plays()) == (name != "play")


def test_the_same_inside_of_a_record(library: Library, raw: dict[str, Any]) -> None:
    text = packed(raw).replace('"kind": "correct"', '"kind": "answer", "kind": "correct"', 1)
    assert "incomplete or damaged" in str(take_in(library, text).left_out[0]) and library.plays() == []


def test_empty_lines_are_no_parts(library: Library, raw: dict[str, Any]) -> None:
    assert take_in(library, packed(raw).replace("\n", "\n" + " " * 2_000_000 + "\n\n", 1)).plays == 1


def test_the_preview_counts_one_person_once(library: Library, raw: dict[str, Any]) -> None:
    raw["people"] = [{"name": name, "colour": 1} for name in ("ANA", "ana", "  Ana ", "Straße", "STRASSE", "")]
    text = packed(raw)
    assert look_over(library, text).people == take_in(library, text).people == 2
    assert sorted(person.name for person in library.people()) == ["ANA", "Straße"]


def test_an_option_as_long_as_a_book_does_not_come_in(library: Library, raw: dict[str, Any]) -> None:
    """The game refuses it with a huge message."""
    raw["plays"][0]["setup"]["options"]["frost"] = "x" * 900_000
    came = take_in(library, packed(raw))
    assert came.plays == 0 and len(came.left_out) == 1 and "can't be read: setup" in str(came.left_out[0])


def test_half_a_letter_in_a_name_is_refused_before_it_poisons_every_export(library: Library) -> None:
    with pytest.raises(Refused, match="can't be saved"):
        library.start("orchard", Setup(people("Ana \ud83d", "Ben", "Cleo")))
    library.start("orchard", Setup(people("Ana \U0001f98a", "Ben", "Cleo")))
    take_in(library, library.files.export_everything())


@pytest.mark.parametrize("value", [
    "[" * 10_000 + "]" * 10_000, "[" * 200 + "]" * 200, "9" * 5_000, "NaN", "-Infinity", "1e400"])
def test_numbers_and_nests_that_no_file_of_ours_holds(library: Library, raw: dict[str, Any], value: str) -> None:
    text = packed(raw).replace('"settings": {', f'"settings": {{"text_size": {value}, "x": 1, ', 1)
    text = text.replace('"text_size": 100, ', "", 1)
    came = take_in(library, text)
    assert "incomplete or damaged" in str(came.left_out[0]) and came.settings == 0
    assert len(library.plays()) == 1


def test_bytes_that_are_no_letters_far_into_the_file_stop_a_single_play(library: Library) -> None:
    text = library.start("orchard", Setup(people("Ana", "Ben"))).export().encode()
    for take in (look_over, take_in):
        with pytest.raises(Refused, match="incomplete or damaged"):
            take(library, text.replace(b'{"end"', b" " * 9_000 + b"\xff\n" + b'{"end"'))
    assert len(library.plays()) == 1
