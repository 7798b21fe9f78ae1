"""The page's own button: a guest's phone takes the game of the table along, and hears why when it can't."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.services.packs.making import make_pack
from companion.services.packs.pack import PackFolder
from tests.services.phones.room import Room
from tests.web.table import At, Guest

pytestmark = pytest.mark.slow

PEBBLES = Path(__file__).resolve().parents[2] / "examples" / "tableside-pebbles"


@pytest.fixture
def raw() -> bytes:
    return make_pack(PEBBLES)[1]


@pytest.fixture
def host(raw: bytes, tmp_path: Path) -> Iterator[Room]:
    """A table at which Pebbles is played; it came as a pack."""
    (tmp_path / "host").mkdir()
    game = PackFolder(tmp_path / "host").take_in(raw, lambda game, seed: None, set(), 1).finish()
    with Room(tmp_path / "host", game, ("Ana", "Ben")) as room:
        yield room


def take(guest: Guest) -> None:
    guest.page.locator(".bar .me").tap()
    guest.page.locator("[data-does=pack]").tap()


def test_the_file_that_is_saved_is_the_pack_and_can_be_played(host: Room, raw: bytes, phone: Any,
                                                              tmp_path: Path) -> None:
    ana = phone(At(host), "Ana")
    with ana.page.expect_download() as saved:
        take(ana)
    assert saved.value.suggested_filename == "pebbles-0.1.0.tableside"
    came = Path(saved.value.path()).read_bytes()
    assert came == raw
    ana.hears("Saved as a file. In Tableside, tap Add a game")
    game = PackFolder(tmp_path / "guest").take_in(came, lambda game, seed: None, set(), 1).finish()
    play = Play(game, Setup(people("Ana", "Ben"), {}))
    play.answer("Take/0", 3)
    assert play.table.heap == 12


def test_the_host_is_away(host: Room, phone: Any) -> None:
    ana = phone(At(host), "Ana")
    ana.page.locator(".bar .me").tap()
    ana.context.set_offline(True)
    ana.page.locator("[data-does=pack]").tap()
    ana.until("said.length")
    assert ana.page.locator("dialog[open]").count() == 0


def test_a_game_that_came_with_the_app_has_no_such_button(phone: Any, tmp_path: Path) -> None:
    with Room(tmp_path, "windmill") as room:
        ana = phone(At(room), "Ana")
        ana.page.locator(".bar .me").tap()
        ana.page.get_by_role("button", name="Give up my seat").first.wait_for()
        assert ana.page.locator("[data-does=pack]").count() == 0
