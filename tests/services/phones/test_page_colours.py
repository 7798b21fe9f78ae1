"""The page has the app's colours, and no table of its own."""

import re

from companion.core.themes import CONTRAST_DARK, CONTRAST_LIGHT, DARK, DARK_ROOM, LIGHT
from companion.services.phones.page_colours import page_colours
from companion.services.phones.server import STYLES, served

DEFINED = re.compile(r"--([a-z]\w*(?:-\w+)*): *#")
USED = re.compile(r"var\(--([\w-]+)\)")


def test_the_style_sheet_begins_with_the_colours_of_the_app() -> None:
    css = served(STYLES).decode()
    for roles in (DARK, LIGHT, CONTRAST_DARK, CONTRAST_LIGHT, DARK_ROOM):
        assert f"--accent:{roles.primary.lower()};" in css
        assert f"--text:{roles.text.lower()};" in css
    assert css.index("--accent") < css.index("@font-face")
    assert f"[data-contrast] body.secret{{--outline:{DARK_ROOM.text2.lower()}}}" in css, "as in the app"


def test_the_page_uses_each_colour_and_defines_none_a_second_time() -> None:
    own, given = STYLES.read_text(encoding="utf-8"), set(re.findall(r"--([\w-]+):", page_colours()))
    assert given & set(DEFINED.findall(own)) == set()
    assert given - set(USED.findall(own)) == set()
