"""Large files: read play by play, and refused before junk fills the memory."""

import tracemalloc
from random import Random

import pytest

from companion.core import files
from companion.core.files import BoxFile, play_file
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused
from companion.simulate import random_play
from tests.core.everything import Everything, everything_in
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow


def refusal(text: str) -> str:
    with pytest.raises(Refused) as caught:
        everything_in(text)
    return str(caught.value)


def test_a_large_file_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    play = random_play(orchard, Setup(people("Ana", "Ben", "Ünal")), Random(7))
    everything = Everything([play_file(play, "1", f"{at}", 5.0) for at in range(40)], [Person("Ünal", 7)],
                            [BoxFile("windward", "box", [1, 2])], {"theme": "dark"})
    text = everything.text()
    assert everything_in(text) == everything
    assert refusal(" " * 2_000) == "This is not a Tableside file."
    assert "newer" in refusal(text.replace('"version": 1', '"version": 2'))
    assert "contains" in refusal(text.replace("tableside-everything", "tableside-play"))
    monkeypatch.setattr(files, "LARGEST_LINE", 1_000)
    assert "too large to be from Tableside" in refusal(text)


@pytest.mark.parametrize("junk", ["[" * 3_000_000, "[]," * 1_500_000])
def test_junk_is_refused_or_left_out_before_it_fills_the_memory(junk: str) -> None:
    text = '{"format": "tableside-everything", "version": 1}\n{"play": {"log": [' + junk
    tracemalloc.start()
    found = everything_in(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.left_out) == 2 and not found.plays
    assert most < 120_000_000


def test_a_file_of_nothing_but_bad_lines_is_junk() -> None:
    assert "incomplete or damaged" in refusal('{"format": "tableside-everything", "version": 1}\n' + "[]\n" * 2_000)
