"""assets/THIRD_PARTY.md has the notices of everything that Tableside ships."""

import re
from pathlib import Path

import pytest

pytest.importorskip("kivymd")

from tools.third_party import LICENCES, OUT, parts, third_party

ROOT = Path(__file__).resolve().parents[1]


def test_the_file_is_what_the_script_writes() -> None:
    """If this fails: python -m tools.third_party. The versions of pyodide and qr come from tools/web.py."""
    assert OUT.read_text(encoding="utf-8") == third_party()


def test_every_pinned_package_is_in_it() -> None:
    """Also the ones that only Windows needs; pypiwin32 is an empty name for pywin32."""
    lists = [(ROOT / "requirements" / name).read_text(encoding="utf-8") for name in ("base.txt", "app.txt")]
    names = re.findall(r"^([\w.-]+)==", "\n".join(lists), re.MULTILINE)
    text = OUT.read_text(encoding="utf-8").lower()
    assert [name for name in names if name.lower() not in text and name != "pypiwin32"] == []


def test_every_text_belongs_to_a_part() -> None:
    texts = {(LICENCES / part.text).resolve() for part in parts() if part.text}
    assert {path.resolve() for path in LICENCES.glob("*.txt")} - texts == {LICENCES / "list.txt"}
    assert all(path.is_file() for path in texts)
