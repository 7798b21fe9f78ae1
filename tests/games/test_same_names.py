"""All games use the same names in the same places, so knowing one helps with the next."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.registry import BUILT_IN

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "companion" / "games"


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_has_the_same_names_at_the_same_places(game: str) -> None:
    found = {one.name for one in (GAMES / game).iterdir()}
    assert {"rules.md", "game.py", "table.py", "view.py", "screen"} <= found
    assert "fields" in found or "fields.py" in found, "a room in a big game, a module in a small one"
    assert "rules" in found or {"rules.py", "questions.py"} <= found


def test_the_library_imports_no_rules() -> None:
    """The library shows every game but an evening plays one, so the start reads only facts and switches."""
    code = ("import sys\nfrom companion.core.registry import find_games\nassert len(find_games().games) >= 6\n"
            "late = ('rules', 'table', 'view', 'fields', 'questions', 'scoring', 'board', 'screen')\n"
            "print([name for name in sorted(sys.modules) if name.startswith('companion.games.')\n"
            "       and name.split('.')[3:4] and name.split('.')[3] in late])")
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="locale", timeout=60, check=False)
    assert ran.stdout == "[]\n", ran.stdout + ran.stderr
