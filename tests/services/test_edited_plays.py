"""Plays that somebody edited: refused with a sentence, or open and sane on every screen."""

from pathlib import Path

import pytest

from companion.core.registry import find_games
from tests.sampling import sampled
from tests.services.edits import edits

GAMES = find_games().games


@pytest.mark.slow
@sampled("id", sorted(GAMES))
def test_an_edited_play_is_refused_or_opens_everywhere(tmp_path: Path, id: str) -> None:
    counts, faults = edits(GAMES[id], 40, 5, tmp_path)
    assert faults == [] and counts["refused"] > 5 and counts["came in"] > 5
