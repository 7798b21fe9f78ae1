"""The real app, started as people start it: `main.py --smoke` opens every screen once."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_every_screen_opens_and_the_app_ends_by_itself() -> None:
    env = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "main.py", "--smoke"], cwd=ROOT, env=env, timeout=240, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
