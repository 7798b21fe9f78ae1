"""The density of real phones: a dp is the screen's, and the text size of the phone counts once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ASK = """
from companion.ui.app.start import settle
settle()
from kivy.metrics import dp, sp
print(dp(100), round(sp(100), 3))
"""


@pytest.mark.parametrize(("scale", "texts"), [("1", 262.5), ("1.3", 341.25)])
def test_a_larger_font_enlarges_text_but_no_dp(scale: str, texts: float, tmp_path: Path) -> None:
    """2.625 pixels per dp. At font scale 1.3, Kivy alone would use 3.41, and 4.44 for text."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "FAKE_FONT_SCALE": scale,
           "ANDROID_ARGUMENT": str(ROOT), "ANDROID_APP_PATH": str(tmp_path), "ANDROID_PRIVATE": str(tmp_path),
           "KIVY_LOG_MODE": "PYTHON",
           "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "fake_phone"), str(ROOT)])}
    told = subprocess.run([sys.executable, "-c", ASK], cwd=tmp_path, env=env,
                          capture_output=True, encoding="locale", check=False)
    assert told.returncode == 0, told.stderr[-1500:]
    assert told.stdout.splitlines()[-1].split() == ["262.5", str(texts)]


DENSE = ("tests/ui/widgets/test_dice.py", "tests/ui/app/test_app.py::test_insets_and_the_keyboard_push_the_panel",
         "tests/games/windmill/screen/test_touch.py::test_from_the_library_to_the_podium[size1]")
WIDE = ("tests/ui/screens/test_everywhere.py::test_a_tablet_shows_the_history_in_two_columns",)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.touch
@pytest.mark.parametrize(("density", "tests"), [("2.625", DENSE), ("2", WIDE)])
def test_touches_find_their_way_at_a_real_density(density: str, tests: tuple[str, ...]) -> None:
    """1081 x 2341 pixels at 2.625, a tablet of 2560 x 1600 at 2: a widget or a test that thinks in pixels fails."""
    env = os.environ | {"KIVY_METRICS_DENSITY": density, "PYTEST_ADDOPTS": ""}
    for name in [name for name in env if name.startswith("PYTEST_XDIST")]:
        del env[name]
    told = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], cwd=ROOT, env=env,
                          capture_output=True, encoding="locale", timeout=600, check=False)
    assert told.returncode == 0, told.stdout[-3000:]
