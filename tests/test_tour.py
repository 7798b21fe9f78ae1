"""The tour takes its pictures, and goes on after a step that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tools.tour.__main__ import HOME

pytestmark = pytest.mark.touch

FAILING = """
import sys
from pathlib import Path
import tools.tour.scenes as scenes
from tools.tour.__main__ import one

def shot_and_stumble(guide):
    with guide.step("stumbles"):
        raise ValueError("planted")
    guide.shot("first-start")

scenes.shell = shot_and_stumble
sys.exit(one("shell", "phone", Path(sys.argv[1]), "en"))
"""


def test_a_scene_in_one_look_is_taken(tmp_path: Path) -> None:
    made = subprocess.run([sys.executable, "-m", "tools.tour", "--one", "posed", "small", "--out", str(tmp_path)],
                          cwd=HOME, capture_output=True, text=True, timeout=600, check=False)
    assert made.returncode == 0, made.stderr[-2000:]
    taken = sorted(path.name for path in (tmp_path / "small").glob("*.png"))
    assert taken == ["posed-story-reveal.png", "posed-windmill-timer.png", "posed-windward-crester-move.png",
                     "posed-windward-look-ahead.png"]
    assert Image.open(tmp_path / "small" / taken[1]).size == (360, 640)


def test_a_step_that_fails_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    made = subprocess.run([sys.executable, "-c", FAILING, str(tmp_path)], cwd=HOME, capture_output=True, text=True,
                          timeout=600, check=False)
    assert made.returncode == 1 and "FAILED: stumbles" in made.stdout and "planted" in made.stderr
    assert (tmp_path / "phone" / "shell-first-start.png").exists()
