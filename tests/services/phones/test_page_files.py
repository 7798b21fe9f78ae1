"""Which files of the page leave this device."""

from pathlib import Path

from companion.services.phones.server import FOLDER, page_files
from tools.web import lay_out_licences, lay_out_page


def test_the_type_checkers_files_stay_at_home(tmp_path: Path) -> None:
    assert list(FOLDER.glob("*.d.ts"))
    assert not [name for name in page_files() if name.endswith(".ts")]
    lay_out_page(tmp_path)
    assert (tmp_path / "guest" / "page.js").is_file() and not list(tmp_path.rglob("*.ts"))


def test_the_notices_travel_with_the_page(tmp_path: Path) -> None:
    sent = page_files()["/licences.txt"]
    lay_out_licences(tmp_path)
    assert (tmp_path / "licences.txt").read_bytes() == sent.body and sent.kind.startswith("text/plain")
    assert "Permission is hereby granted" in (tmp_path / "LICENSE.txt").read_text(encoding="utf-8")
    for part in ("## h11 ", "## segno ", "Pyodide", "Mozilla Public License", "Roboto", "Material Design Icons",
                 "SIL OPEN FONT LICENSE Version 1.1"):
        assert part in sent.body.decode(), part
