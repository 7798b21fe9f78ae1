"""For all tests: garbage is collected by the main thread; their files lie in memory where there is room.

Kivy's pictures must not be freed by another thread, and after a test of the app one is often about: the watchman of the
games, a voice, a server. Left to itself Python collects wherever the next object is made, and the process ends there.
The app sees to it for itself (`companion.ui.speed.idle`).
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from itertools import count

import pytest

RUNAWAY = 1_000_000  # so many things made and not freed: Python collects by itself as ever
EVERY = 100
IN_MEMORY = "/dev/shm"
ROOM = 2 << 30  # bytes; all tests together hold a few hundred megabytes at a time
_tests = count(1)


def pytest_configure() -> None:
    os.environ.setdefault("LP_NUM_THREADS", "1")  # the software renderer: the other core has a worker of its own
    gc.set_threshold(RUNAWAY, *gc.get_threshold()[1:])
    if _has_room(IN_MEMORY):  # a commit waits for the disk; here it need not
        tempfile.tempdir = os.environ["TMPDIR"] = IN_MEMORY


def _has_room(folder: str) -> bool:
    """Is there a folder in memory, large enough, from which programs may be started?"""
    if "TMPDIR" in os.environ or not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= ROOM


def pytest_collection_finish() -> None:
    """All tests and all they import are there now and stay: no collection looks through them again. Only this once:
    what is alive in the middle of the run may be garbage later."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if next(_tests) % EVERY == 0 and "kivy.graphics" in sys.modules:
        gc.collect()
