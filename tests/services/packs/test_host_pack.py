"""The host's table gives its pack to guests: the very file, but not to strangers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.services.packs.making import make_pack, pack_name, pack_of
from companion.services.packs.pack import PackFolder
from tests.services.phones.room import Room, request

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def raw() -> bytes:
    return make_pack(EXAMPLES / "tableside-pebbles")[1]


@pytest.fixture
def host(raw: bytes, tmp_path: Path) -> Iterator[Room]:
    """A table at which Pebbles is played; it came as a pack."""
    game = PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    with Room(tmp_path, game, ("Ana", "Ben")) as room:
        yield room


def test_a_kept_pack_is_the_very_file_it_came_as(raw: bytes, tmp_path: Path) -> None:
    assert pack_of(tmp_path, "pebbles") is None and pack_name(tmp_path, "pebbles") == ""
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    assert pack_of(tmp_path, "pebbles") == ("pebbles-0.1.0.tableside", raw)
    assert pack_name(tmp_path, "pebbles") == "pebbles-0.1.0.tableside"
    assert pack_of(tmp_path, "windmill") is None and pack_of(None, "pebbles") is None


def test_what_was_changed_on_the_disk_is_not_handed_on(raw: bytes, tmp_path: Path) -> None:
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    page = tmp_path / "packs" / "tableside_pebbles" / "tableside_pebbles" / "game.py"
    page.write_text("import os\n" + page.read_text(encoding="utf-8"), encoding="utf-8")
    assert pack_of(tmp_path, "pebbles") is None


def test_a_guest_with_a_seat_takes_the_pack_and_is_told_of_it(host: Room, raw: bytes) -> None:
    guest = host.guest(0)
    assert guest.state()["table"]["pack"] == "pebbles-0.1.0.tableside"
    assert request(host.port, "GET", "/pack", headers={"X-Tableside": guest.token}) == (200, raw)


@pytest.mark.parametrize("headers", [{}, {"X-Tableside": "nobody"}, {"X-Tableside": ""}])
def test_nobody_takes_it_without_a_token(host: Room, headers: dict[str, str]) -> None:
    status, said = request(host.port, "GET", "/pack", headers=headers)
    assert status == 401 and said["error"] == "token"


def test_a_game_that_is_no_pack_is_not_offered(tmp_path: Path) -> None:
    with Room(tmp_path, "windmill") as room:
        guest = room.guest(0)
        assert guest.state()["table"]["pack"] == ""
        assert request(room.port, "GET", "/pack", headers={"X-Tableside": guest.token})[0] == 404


def test_a_pack_is_megabytes_and_not_given_again_and_again(host: Room) -> None:
    """Three at once, then one in five seconds, whoever asks from that address."""
    tokens = [host.guest(0).token, host.watcher().token]
    statuses = [request(host.port, "GET", "/pack", headers={"X-Tableside": tokens[n % 2]})[0] for n in range(6)]
    assert statuses[:3] == [200, 200, 200] and statuses[-1] == 429
