"""The app's colours as variables of the page's style sheet. A game's own come with the state."""

from companion.core.themes import CONTRAST_DARK, CONTRAST_LIGHT, DARK, DARK_ROOM, LIGHT, Roles

NAMES = {"panel2": "surface2", "panel3": "surface3", "text": "text", "text2": "text2", "accent": "primary",
         "on-accent": "on_primary", "container": "container", "on-container": "on_container",
         "outline": "outline", "gain": "gain", "loss": "loss", "focus": "focus", "warm": "warm"}
"""Variables of the page, and the roles they show."""
CLEAR = "transparent"
SAND = "#EFE6D6"
"""Around a board in daylight."""


def page_colours() -> str:
    """Dark, light, high contrast, and the dark room for every secret page, in every game and theme.

    `page/guest/wishes.js` sets the theme; before it runs, the device's own counts.
    """
    early = daylight(":root:not([data-theme])", LIGHT, SAND)
    return "".join((
        rule(":root", DARK, "dark", panel=DARK.surface, ground=DARK.background, rim=CLEAR),
        f"@media (prefers-color-scheme: light) {{\n{early}}}\n",
        daylight(":root[data-theme=light]", LIGHT, SAND),
        rule(":root[data-contrast]", CONTRAST_DARK, "dark", panel=CONTRAST_DARK.surface,
             ground=CONTRAST_DARK.background, rim=CLEAR),
        daylight(":root[data-contrast][data-theme=light]", CONTRAST_LIGHT, CONTRAST_LIGHT.background),
        rule("body.secret", DARK_ROOM, "dark", panel=CLEAR, ground=DARK_ROOM.background, rim=CLEAR),
        f"[data-contrast] body.secret {{ --outline: {DARK_ROOM.text2.lower()}; }}\n"))


def daylight(selector: str, roles: Roles, ground: str) -> str:
    return rule(selector, roles, "light", panel=roles.background, ground=ground, rim=roles.text)


def rule(selector: str, roles: Roles, scheme: str, **more: str) -> str:
    """`more`: variables that aren't a role."""
    colours = {name: getattr(roles, role) for name, role in NAMES.items()} | more
    lines = "".join(f"  --{name}: {colour.lower()};\n" for name, colour in colours.items())
    return f"{selector} {{\n  color-scheme: {scheme};\n{lines}}}\n"
