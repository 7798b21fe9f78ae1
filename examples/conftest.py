"""Let each example's tests import the game beside them, without installing it."""

import sys
from pathlib import Path

import pytest

collect_ignore = ["tableside-pebbles"]  # tests/kit/test_sixth_game.py installs it and runs its tests

sys.path += [str(folder) for folder in sorted(Path(__file__).parent.glob("tableside-*"))]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent) and item.name.startswith("test_kit"):
            item.add_marker("slow")
