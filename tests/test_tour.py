"""The tour takes its pictures, and goes on after a step that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tools.tour.__main__ import HOME, SCENES, SIGHTS
from tools.tour.compare import differences

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


def test_every_look_is_known_to_the_guide() -> None:
    words = "from tools.tour.guide import SIGHTS; print(*SIGHTS)"
    told = subprocess.run([sys.executable, "-c", words], cwd=HOME, capture_output=True, text=True, timeout=600,
                          check=True)
    assert told.stdout.split() == list(SIGHTS) and set(SCENES) >= {"windmill", "windward", "winter_tales"}


def test_two_tours_are_compared_picture_by_picture(tmp_path: Path) -> None:
    for folder, colour in (("old", 0), ("new", 9)):
        (tmp_path / folder).mkdir()
        Image.new("RGB", (10, 10)).save(tmp_path / folder / "same.png")
        picture = Image.new("RGB", (10, 10))
        picture.putpixel((3, 4), (colour, 0, 0))
        picture.save(tmp_path / folder / "dot.png")
    Image.new("RGB", (10, 10)).save(tmp_path / "old" / "away.png")
    assert list(differences(tmp_path / "old", tmp_path / "new")) == [
        "away.png: gone", "dot.png: 1 pixels (1.00 %) inside (3, 4, 4, 5)"]
