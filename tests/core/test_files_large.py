"""Large files: read play by play, and refused before junk fills the memory."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from companion.core.files import json_stream, reading
from companion.core.files.reading import CopyFile, Everything, dump, play_file
from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.simulate import random_play
from tests.core.everything import everything_in
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow


def refusal(text: str) -> str:
    with pytest.raises(Refused) as caught:
        everything_in(text)
    return str(caught.value)


def test_a_large_file_is_read_play_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    play = random_play(orchard, Setup(people("Ana", "Ben", "Ünal")), Random(7))
    everything = Everything([play_file(play, "1", f"{at}", 5.0) for at in range(40)], [("Ünal", 7)],
                            [CopyFile("windward", "box", [1, 2])], {"theme": "dark"}, [{"uid": "x"}])
    text = dump(everything)
    monkeypatch.setattr(reading, "AT_ONCE", 1_000)
    monkeypatch.setattr(json_stream, "CHUNK", 700)
    again = everything_in(text)
    assert (again.plays, again.people, again.copies, again.settings) == (
        everything.plays, everything.people, everything.copies, everything.settings)
    for end in (2_000, len(text) // 2, len(text) - 2):
        assert refusal(text[:end]) == "This file is cut off or damaged. It can't be read."
    assert refusal(" " * 2_000) == "This file is cut off or damaged. It can't be read."
    assert "newer" in refusal(text.replace('"version": 2', '"version": 3'))
    assert "something else" in refusal(text.replace("tableside-everything", "tableside-play"))


@pytest.mark.parametrize("junk", ["[" * 3_000_000, "[]," * 1_500_000, "{}," * 1_500_000, "1," * 2_000_000,
                                  '{"a":' * 1_500_000])
def test_junk_is_refused_before_it_fills_the_memory(junk: str) -> None:
    text = '{"format": "tableside-everything", "version": 1, "plays": [{"log": [' + junk
    tracemalloc.start()
    with pytest.raises(Refused):
        everything_in(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 120_000_000
