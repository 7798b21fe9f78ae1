"""The app's colours as variables of the page's style sheet. A game's own come with the state."""

from companion.core.themes import DARK, DARK_ROOM, LIGHT, Roles

NAMES = {"panel2": "surface2", "panel3": "surface3", "text": "text", "text2": "text2", "accent": "primary",
         "on-accent": "on_primary", "container": "container", "on-container": "on_container",
         "outline": "outline", "gain": "gain", "loss": "loss", "focus": "focus", "warm": "warm"}
"""Variables of the page, and the roles they show."""
CLEAR = "transparent"
SAND = "#EFE6D6"
"""Around a board in daylight."""


def page_colours() -> str:
    """Dark, light, and the dark room for every secret page, in every game and theme."""
    dark = rule(":root", DARK, "dark", panel=DARK.surface, ground=DARK.background, rim=CLEAR)
    light = rule(":root", LIGHT, "light", panel=LIGHT.background, ground=SAND, rim=LIGHT.text)
    secret = rule("body.secret", DARK_ROOM, "dark", panel=CLEAR, ground=DARK_ROOM.background, rim=CLEAR)
    return f"{dark}@media (prefers-color-scheme: light) {{\n{light}}}\n{secret}"


def rule(selector: str, roles: Roles, scheme: str, **more: str) -> str:
    """`more`: variables that aren't a role."""
    colours = {name: getattr(roles, role) for name, role in NAMES.items()} | more
    lines = "".join(f"  --{name}: {colour.lower()};\n" for name, colour in colours.items())
    return f"{selector} {{\n  color-scheme: {scheme};\n{lines}}}\n"
