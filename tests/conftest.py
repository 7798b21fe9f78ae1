"""For all tests: garbage is collected by the main thread.

Kivy's pictures must not be freed by another thread, and after a test of the app one is often about: the watchman of the
games, a voice, a server. Left to itself Python collects wherever the next object is made, and the process ends there.
The app sees to it for itself (`companion.ui.app.garbage`).
"""

from __future__ import annotations

import gc
from itertools import count

import pytest

RUNAWAY = 200_000  # so many things made and not freed: Python collects by itself as ever
EVERY = 20
_tests = count(1)


def pytest_configure() -> None:
    gc.set_threshold(RUNAWAY, *gc.get_threshold()[1:])


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if next(_tests) % EVERY == 0:
        gc.collect()
