"""Let each example's tests import the game beside them, without installing it."""

import sys
from pathlib import Path

collect_ignore = ["tableside-pebbles"]  # tests/kit/test_sixth_game.py installs it and runs its tests

sys.path += [str(folder) for folder in sorted(Path(__file__).parent.glob("tableside-*"))]
