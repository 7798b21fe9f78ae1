"""The photo of the table: taken while packing away, shown while laying it out again."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.web.table import Guest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def open_sheet(host: Guest, name: str) -> None:
    host.tap("Host")
    host.press(host.page.locator("dialog").get_by_role("button", name=name))
    host.page.locator("dialog h2", has_text=name).wait_for()


def test_a_photo_taken_while_packing_away_is_shown_when_it_is_laid_out_again(serve: Any, phone: Any) -> None:
    table = serve("windward", "Ana", "Ben", "Cleo")
    host: Guest = phone(table, "Ana", viewport={"width": 360, "height": 640})
    open_sheet(host, "Lay it out again")
    host.page.locator("dialog summary").first.wait_for()
    assert host.page.locator("dialog .snap").count() == 0, "there is none yet"
    host.tap("Close")
    open_sheet(host, "Pack away")
    photo = BytesIO()
    Image.new("RGB", (300, 600), "teal").save(photo, "PNG")
    with host.page.expect_file_chooser() as chooser:
        host.press(host.page.locator("dialog .button", has_text="Add a photo"))
    chooser.value.set_files({"name": "table.png", "mimeType": "image/png", "buffer": photo.getvalue()})
    host.until("document.querySelector('dialog .snap .photo')?.naturalHeight === 600")
    host.tap("Close")
    open_sheet(host, "Lay it out again")
    host.until("document.querySelector('dialog .snap .photo')?.naturalHeight === 600")
    small = host.boxes("dialog .snap .photo")[0]["height"]
    host.press(host.page.locator("dialog .snap"))
    assert small < 150 < 2 * small < host.boxes("dialog .snap .photo")[0]["height"]
    host.press(host.page.locator("dialog .snap"))
    assert host.boxes("dialog .snap .photo")[0]["height"] == small
