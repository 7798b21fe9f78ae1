"""Files that somebody made to break the import: refused with a sentence, or taken in as the preview said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.files.reading import AT_ONCE
from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.ports.recording import SetClock
from companion.services.store import open_store
from tests.services.evenings import look_over, take_in
from tests.toys.orchard import game as orchard


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(open_store(tmp_path / "here.sqlite3"), {"orchard": orchard}, SetClock())


@pytest.fixture
def raw(tmp_path: Path) -> dict[str, Any]:
    """Everything of another phone, with one play."""
    other = Evening(open_store(tmp_path / "other.sqlite3"), {"orchard": orchard}, SetClock())
    other.start("orchard", Setup(people("Ana", "Ben", "Cleo"))).correct("seats.0.points", 7)
    found: dict[str, Any] = json.loads(other.export_everything())
    other.quit()
    return found


def large(text: str) -> str:
    """The same file, so large that it is read piece by piece."""
    return text.replace('"plays"', f'"pad": "{"x" * AT_ONCE}", "plays"', 1)


@pytest.mark.parametrize("size", [str, large])
@pytest.mark.parametrize("name", ["plays", "settings"])
def test_a_name_that_stands_there_twice_is_damage(evening: Evening, raw: dict[str, Any], name: str, size: Any) -> None:
    """Python's reader keeps the last and says nothing: a second, empty list of plays would hide the first."""
    text = size(json.dumps(raw))[:-1] + f', "{name}": {"[]" if name == "plays" else "{}"}' + "}"
    for take in (look_over, take_in):
        with pytest.raises(Refused, match="cut off or damaged"):
            take(evening, text)
    assert evening.plays() == []


def test_the_same_inside_of_a_record(evening: Evening, raw: dict[str, Any]) -> None:
    text = json.dumps(raw).replace('"kind": "correct"', '"kind": "answer", "kind": "correct"', 1)
    with pytest.raises(Refused, match="cut off or damaged"):
        take_in(evening, text)


def test_a_file_of_spaces_is_no_work(evening: Evening, raw: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty megabytes of them took 45 seconds in one step: each was looked at alone."""
    from companion.core.files import json_stream
    looked: list[int] = []
    pattern = json_stream._NO_SPACE

    class Counting:
        def search(self, text: str, at: int) -> Any:
            looked.append(at)
            return pattern.search(text, at)
    monkeypatch.setattr(json_stream, "_NO_SPACE", Counting())
    text = large(json.dumps(raw)).replace('"people"', " " * 4_000_000 + '"people"', 1)
    assert take_in(evening, text).plays == 1
    assert len(looked) < 300


def test_the_preview_counts_one_person_once(evening: Evening, raw: dict[str, Any]) -> None:
    raw["people"] = [{"name": name, "colour": 1} for name in ("ANA", "ana", "  Ana ", "Straße", "STRASSE", "")]
    text = json.dumps(raw)
    assert look_over(evening, text).people == take_in(evening, text).people == 2
    assert sorted(person.name for person in evening.people()) == ["ANA", "Straße"]


def test_an_option_as_long_as_a_book_does_not_come_in(evening: Evening, raw: dict[str, Any]) -> None:
    """Its game would refuse it, and say the whole book while doing so."""
    raw["plays"][0]["setup"]["options"]["frost"] = "x" * 900_000
    came = take_in(evening, json.dumps(raw))
    assert came.plays == 0 and len(came.left_out) == 1 and "damaged: setup" in str(came.left_out[0])


def test_half_a_letter_in_a_name_is_refused_before_it_poisons_every_export(evening: Evening) -> None:
    with pytest.raises(Refused, match="a broken character"):
        evening.start("orchard", Setup(people("Ana \ud83d", "Ben", "Cleo")))
    evening.start("orchard", Setup(people("Ana \U0001f98a", "Ben", "Cleo")))
    take_in(evening, evening.export_everything())


@pytest.mark.parametrize("value", ["[" * 10_000 + "]" * 10_000, "9" * 5_000, "NaN", "-Infinity", "1e400"])
@pytest.mark.parametrize("size", [str, large])
def test_numbers_and_nests_that_no_file_of_ours_holds(evening: Evening, raw: dict[str, Any], value: str,
                                                      size: Any) -> None:
    text = size(json.dumps(raw)).replace('"settings": {', f'"settings": {{"text_size": {value}, "x": 1, ', 1)
    text = text.replace('"text_size": 100, ', "", 1)
    with pytest.raises(Refused, match="cut off or damaged"):
        take_in(evening, text)
    assert evening.plays() == [] and evening.people() == []


@pytest.mark.parametrize("everything", [True, False])
def test_bytes_that_are_no_letters_far_into_the_file_are_told_before_it_comes_in(evening: Evening, raw: dict[str, Any],
                                                                                 everything: bool) -> None:
    """The look before the import stumbled over them; the import itself did not."""
    text = json.dumps(raw) if everything else evening.start("orchard", Setup(people("Ana", "Ben"))).export()
    for take in (look_over, take_in):
        with pytest.raises(Refused, match="cut off or damaged"):
            take(evening, text.encode() + b" " * 9_000 + b"\xff")
    assert len(evening.plays()) == (0 if everything else 1)
