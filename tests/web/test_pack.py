"""A guest takes the game of the table along: a file, behind the guest's own name."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.services.packs.making import make_pack
from companion.services.packs.shelf import Shelf, forget
from tests.web.table import ROOT, Table

pytestmark = pytest.mark.slow
RAW = make_pack(ROOT / "examples" / "tableside-sandglass")[1]


class PackTable(Table):
    """The game came as a pack, and lies beside the store."""

    def start(self, *words: str) -> None:
        Shelf(self.home).take_in(RAW, lambda game, seed: None, set(), 1).finish()
        forget("tableside_sandglass")
        super().start(*words)


def test_a_guest_takes_the_game_along_as_a_file(tmp_path: Path, phone) -> None:
    table = PackTable(tmp_path / "table", "sandglass", ("Ana", "Ben", "Cleo", "Dan"))
    try:
        guest = phone(table, "Ana")
        guest.page.locator(".bar .me").tap()
        with guest.page.expect_download() as coming:
            guest.page.locator("[data-does=pack]").tap()
        assert coming.value.suggested_filename == "sandglass-0.1.0.tableside"
        assert Path(coming.value.path()).read_bytes() == RAW
        guest.sees("Saved as a file.")
    finally:
        table.end()


def test_a_game_that_came_with_the_app_is_not_offered(serve, phone) -> None:
    guest = phone(serve("windmill", "Ana", "Ben", "Cleo"), "Ana")
    guest.page.locator(".bar .me").tap()
    guest.sees("Give my seat back")
    assert guest.page.locator("[data-does=pack]").count() == 0
