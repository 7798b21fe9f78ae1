"""The page of a game's own box, open in the app."""

from typing import Any

from companion.touches.driver import AppDriver, Size
from tests.ui.conftest import PHONE, Start


def edit_a_box(start: Start, game: Any, size: Size = PHONE) -> tuple[AppDriver, Any]:
    """The app and the page, with the game's starter set as the box."""
    driver = start(size=size)
    row = driver.app.library.save_box(game.facts.id, "My box", game.boxes.starter())[0]
    page = driver.app.go(game.boxes.editor, box=row.id)
    driver.advance(0.5)
    return driver, page
