"""A cover drawn as an SVG: `pack` makes a PNG of it on the maker's desk; a phone never sees the SVG drawn."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from companion.core.text import Refused
from companion.services.packs.making import make_pack
from companion.services.packs.pack import read_pack
from tests.services.packs.changed import EXAMPLES

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 30"><rect width="64" height="30"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "tableside-pebbles"
    shutil.copytree(EXAMPLES / "tableside-pebbles", made)
    (made / "tableside_pebbles" / "cover.svg").write_text(SQUARE, encoding="utf-8")
    return made


def test_an_svg_is_in_the_pack_as_a_picture_of_640_by_300(folder: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is in requirements/dev.txt: make test")
    png = read_pack(make_pack(folder)[1]).files["tableside_pebbles/cover.png"]
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (640, 300)
    assert (folder / "tableside_pebbles" / "cover.png").read_bytes() == png, "the desktop app shows the same"


def test_a_png_that_is_newer_stays(folder: Path) -> None:
    """Somebody has painted over it."""
    home = folder / "tableside_pebbles"
    painting = EXAMPLES.parent / "docs" / "screenshots" / "phone" / "score_sheet-sheet.png"
    shutil.copy(painting, home / "cover.png")
    os.utime(home / "cover.svg", (1, 1))
    painted = (home / "cover.png").read_bytes()
    assert read_pack(make_pack(folder)[1]).files["tableside_pebbles/cover.png"] == painted


def test_an_svg_that_can_t_be_drawn_is_one_sentence(folder: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is in requirements/dev.txt: make test")
    (folder / "tableside_pebbles" / "cover.svg").write_text("<svg", encoding="utf-8")
    with pytest.raises(Refused, match="Is it a complete SVG"):
        make_pack(folder)


def test_without_the_tool_it_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Refused, match="Export it as cover"):
        make_pack(folder)
