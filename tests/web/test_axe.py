"""Nothing that axe or a thumb stumbles over, on the pages of a host's phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.axe import faults
from tests.web.test_fix import open_fix

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.mark.parametrize(("browser", "game"), [
    ("chromium", "windmill"), ("chromium", "windward"), ("firefox", "winter_tales")], indirect=["browser"])
def test_a_host_finds_no_fault_on_any_page(serve, phone, browser: Any, game: str) -> None:
    table = serve(game, "Ana", "Ben", "Cleo")
    table.next_play(5, 40)
    ana = phone(table, "Ana")
    found = {"question": faults(ana)}
    ana.tap("Host")
    found["menu"] = faults(ana)
    for name in ("Rules", "Tools", "Settings", "Lay it out again", "History", "Who sits at the table?"):
        ana.page.locator("dialog").get_by_role("button", name=name).first.click()
        ana.page.locator("dialog h2", has_text=name).wait_for()
        found[name] = faults(ana)
        ana.page.evaluate("sheet.close()")
        ana.tap("Host")
    ana.page.evaluate("sheet.close()")
    open_fix(ana)
    found["fix"] = faults(ana)
    if ana.page.locator(".lit").count():
        ana.page.locator(".lit").first.dispatch_event("focus")
        ana.page.evaluate("document.querySelector('.lit').focus()")
        ana.page.keyboard.press("Enter")
        ana.page.locator("[data-k^=thing]").wait_for()
        found["thing"] = faults(ana)
    assert {name: told for name, told in found.items() if told} == {}
    ana.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any("button-name" in told for told in faults(ana)), "it would be found"
    assert ana.errors == []
