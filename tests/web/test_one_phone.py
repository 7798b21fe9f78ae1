"""Whole evenings on one phone that is passed round: every game to its end, or for a while, from the lobby's form."""

from __future__ import annotations

from time import monotonic, sleep

import pytest

from tests.web.test_desk import in_lobby
from tests.web.test_lobby import begin

pytestmark = pytest.mark.slow

THREE = ("Ana", "Ben", "Cleo")


@pytest.mark.parametrize("title, names, most", [
    ("Windmill", THREE, 200), ("Story", THREE, 40), ("Key Words", THREE, 200), ("Winter Tales", THREE, 40),
    ("Windward", THREE[:2], 40), ("Any box", THREE[:2], 200)])
def test_a_play_on_one_phone(serve, phone, title: str, names: tuple[str, ...], most: int) -> None:
    _, host = in_lobby(serve, phone)
    begin(host, title, *names)
    host.choose("Only this phone")
    host.robot(7)
    end = monotonic() + 60
    while monotonic() < end and host.told()["answered"] < most and not host.page.evaluate("S.table.state === 'over'"):
        sleep(0.1)
    host.page.evaluate("robot.rest()")
    told = host.told()
    assert told["failed"] == 0 and host.errors == []
    assert host.page.evaluate("S.table.state === 'over'") or told["answered"] >= most, told["words"][-5:]
