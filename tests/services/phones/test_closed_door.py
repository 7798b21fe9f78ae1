"""A closed door costs nothing: no thread, no port, no import."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EARLY = ("import segno", "from companion.services.phones", "import companion.services.phones")
NEEDED = ("h11", "asyncio", "segno", "companion.services.phones", "socketserver", "http.server")


@pytest.mark.slow
def test_nothing_of_it_is_imported_by_what_the_app_stands_on() -> None:
    code = ("import sys, companion.cli, companion.services.library, companion.services.table.controller\n"
            f"print([name for name in {NEEDED!r} if name in sys.modules])")
    told = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, encoding="locale")
    assert told.strip() == "[]"


def test_no_page_of_the_app_imports_it_before_it_is_asked_for() -> None:
    found = [str(path.relative_to(ROOT)) for path in (ROOT / "companion" / "ui").rglob("*.py")
             if any(line.startswith(EARLY)
                    for line in path.read_text(encoding="utf-8").splitlines())]
    assert found == []
