"""Which files of the page leave this device."""

from pathlib import Path

from companion.services.phones.server import FOLDER, page_files
from tools.web import lay_out_page


def test_the_type_checkers_files_stay_at_home(tmp_path: Path) -> None:
    assert list(FOLDER.glob("*.d.ts"))
    assert not [name for name in page_files() if name.endswith(".ts")]
    lay_out_page(tmp_path)
    assert (tmp_path / "guest" / "page.js").is_file() and not list(tmp_path.rglob("*.ts"))
