"""Which files of the page leave this device."""

import re
from pathlib import Path

import pytest

from companion.services.phones.server import COMMENTS, FOLDER, page_files, served
from tools.web import lay_out_licences, lay_out_page


@pytest.mark.slow
def test_the_type_checkers_files_stay_at_home(tmp_path: Path) -> None:
    assert list(FOLDER.glob("*.d.ts"))
    assert not [name for name in page_files() if name.endswith(".ts")]
    lay_out_page(tmp_path)
    assert (tmp_path / "guest" / "page.js").is_file() and not list(tmp_path.rglob("*.ts"))


def test_no_comment_is_left_that_would_swallow_the_next_line() -> None:
    """Served scripts lose the line breaks after braces and semicolons."""
    bodies = [COMMENTS.sub(b"", path.read_bytes()) for path in FOLDER.rglob("*.js")]
    assert len(bodies) > 50
    assert not [line for body in bodies for line in body.splitlines() if re.search(rb"(^|\s)//.*[{;]$", line)]


def test_the_notices_travel_with_the_page(tmp_path: Path) -> None:
    sent = page_files()["/licences.txt"]
    lay_out_licences(tmp_path)
    assert (tmp_path / "licences.txt").read_bytes() == sent.body and sent.kind.startswith("text/plain")
    assert "Permission is hereby granted" in (tmp_path / "LICENSE.txt").read_text(encoding="utf-8")
    for part in ("## h11 ", "## segno ", "Pyodide", "Mozilla Public License", "Roboto",
                 "Material Design Icons", "SIL OPEN FONT LICENSE Version 1.1"):
        assert part in sent.body.decode(), part


def test_leaving_out_comments_and_spaces_damages_no_string() -> None:
    """Only what looks like a comment behind code is left out, so no string may look like that."""
    for path in FOLDER.rglob("*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            code, *comment = re.split(r"(?<=[;{},]) //", line, maxsplit=1)
            assert not comment or all(code.count(quote) % 2 == 0 for quote in "\"'`"), (path.name, line)
            joined = not line.lstrip().startswith(("//", "/*", "*")) and re.search(r"//[^\"'`]*[{;]$", code)
            assert not joined, f"{path.name}: the next line would become a part of this comment: {line}"
    for path in FOLDER.rglob("*.css"):
        strings = [re.findall(rb'"[^"\n]*"', re.sub(rb"/\*.*?\*/", b"", one, flags=re.DOTALL))
                   for one in (path.read_bytes(), served(path))]
        assert strings[0] == strings[1][-len(strings[0]):], path.name
