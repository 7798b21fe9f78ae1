"""For all tests: collect garbage in the main thread, and keep files in memory if there is room.

Freeing Kivy's textures in another thread ends the process, and app tests leave threads behind (server).
The app itself collects in `companion.ui.speed.idle`.
"""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from itertools import count
from typing import Any

import pytest

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

from companion.core import language
from companion.services.packs.pack import forget

RUNAWAY = 1_000_000  # objects made and not freed until Python collects as usual
EVERY = 32  # tests with a window: each leaves some 37,000 objects
MOST_OPEN = 250
IN_MEMORY = "/dev/shm"
ROOM = 2 << 30  # bytes; all tests together hold a few hundred megabytes at a time
TRIED_AGAIN = ("tests/web/", "tests/mouse/")
WINDOW = ("tests/ui/", "/screen/", "tests/web/test_app.py")
_tests = count(1)


def pytest_configure() -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:  # started programs would warn of packages; ruff reads ours
        os.environ.pop("PYTHONWARNDEFAULTENCODING", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started with & in a script; children need it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["LANGUAGE"] = "en"
    os.environ.setdefault("LP_NUM_THREADS", "1")  # software renderer: the other core has its own worker
    gc.set_threshold(RUNAWAY, *gc.get_threshold()[1:])
    if _has_room(IN_MEMORY):  # a commit waits for the disk; here it need not
        tempfile.tempdir = os.environ["TMPDIR"] = IN_MEMORY


def _has_room(folder: str) -> bool:
    """Is there a large enough folder in memory that allows running programs?"""
    if "TMPDIR" in os.environ or not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= ROOM


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test with a real browser or window gets two more tries, since a busy machine draws late.

    These come first: they wait often, while other processes run the rest, and the longest are among them.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(TRIED_AGAIN))
    for item in items:
        if item.nodeid.startswith(TRIED_AGAIN):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_collection_finish() -> None:
    """Freeze all tests and imports once, so that no collection looks through them again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """One worker compiles a test file. The others wait, then read what it wrote: each saves ten seconds."""
    if fcntl is None or not isinstance(collector, pytest.Module):
        return (yield)
    with collector.path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        return (yield)


@pytest.fixture(autouse=True)
def no_pack_stays_loaded() -> Iterator[None]:
    """The next test may load another version of it, or find its folder gone."""
    before = set(sys.modules)
    yield
    for package in {name.partition(".")[0] for name in set(sys.modules) - before if name.startswith("tableside_")}:
        forget(package)
        language.forget(package.removeprefix("tableside_"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Free pictures of window tests, and stores left open: some C code fails with files above number 1023.

    What is left between two tests stays until the end, so no later collection looks through it.
    """
    pictures = any(part in item.nodeid for part in WINDOW) and next(_tests) % EVERY == 0
    if pictures or _open_files() > MOST_OPEN:
        gc.collect()
        gc.freeze()


def _open_files() -> int:
    """The lowest free number, about as many as there are."""
    file = os.open(os.devnull, os.O_RDONLY)
    os.close(file)
    return file
