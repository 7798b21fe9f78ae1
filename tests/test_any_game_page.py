"""docs/any-game.md names only tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "any-game.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    missing = []
    for file, names in re.findall(r"`([\w/]+\.py)`: ((?:`test_\w+`(?:, )?)+)", PAGE):
        text = (TESTS / file).read_text(encoding="utf-8") if (TESTS / file).is_file() else ""
        missing += [f"{file}: {name}" for name in re.findall(r"test_\w+", names)
                    if not re.search(rf"\bdef {name}\b|\b{name} = ", text)]
    assert missing == []
    assert len(re.findall(r"`test_\w+`", PAGE)) > 45
