"""All colours, sizes and durations as plain values.

Sizes are in dp, type sizes in sp, durations in seconds, colours `#RRGGBB`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.core.colours import contrast, is_colour, luminance, worst
from companion.core.game import Facts, Palette
from companion.core.seats import SEATS, SeatColour
from companion.core.setup import initials
from companion.core.themes import CONTRAST_DARK, CONTRAST_LIGHT, DARK, DARK_ROOM, LIGHT, Roles

__all__ = ["DARK", "DARK_ROOM", "LIGHT", "SEATS", "Roles", "SeatColour",
           "contrast", "initials", "is_colour", "luminance", "worst"]

Rgba = tuple[float, float, float, float]


THEMES: Final = {"dark": DARK, "light": LIGHT, "contrast dark": CONTRAST_DARK,
                 "contrast light": CONTRAST_LIGHT}

# On the art, the same in every theme
SCRIM: Final = "#0C0E16"
SCRIM_ALPHA: Final = 0.78
ON_SCRIM: Final = "#FFFFFF"
VEIL_ALPHA: Final = 0.62
LIGHT_RIM: Final = "#FFF8EC"
DARK_RIM: Final = "#180D18"
LIT: Final = "#FFF7E0"
ON_LIT: Final = "#12192B"
RING: Final = "#FFF3D6"
RING_TRACK: Final = "#2A1530"
TIE: Final = "#B2BED6"
ON_TIE: Final = "#12192B"
ON_LOSE: Final = "#3A0600"


def ink_on(ground: str) -> str:
    """Light or dark, whichever is easier to read on it."""
    return max((LIGHT_RIM, DARK_RIM), key=lambda one: contrast(one, ground))


@dataclass(frozen=True)
class Type:
    font: str
    size: float
    line: float


VOICE, TEXT, MEDIUM, BOLD, ICONS = "Vollkorn", "Roboto", "RobotoMedium", "RobotoBold", "Icons"

TYPE: Final = {
    "giant": Type(VOICE, 92, 92),
    "clock": Type(BOLD, 112, 112),
    "display": Type(VOICE, 40, 44),
    "headline": Type(VOICE, 26, 31),
    "headline wide": Type(VOICE, 30, 36),
    "headline small": Type(VOICE, 24, 29),
    "title": Type(VOICE, 24, 28),
    "card title": Type(VOICE, 18, 22),
    "primary": Type(MEDIUM, 18, 22),
    "answer": Type(MEDIUM, 17, 22),
    "body": Type(TEXT, 16, 23),
    "support": Type(TEXT, 14, 19),
    "label": Type(MEDIUM, 13, 16),
    "kicker": Type(MEDIUM, 14, 18),
    "bar title": Type(MEDIUM, 15, 18),
    "subtitle": Type(TEXT, 12, 15),
    "score": Type(BOLD, 16, 20),
    "score big": Type(BOLD, 18, 22),
    "number": Type(BOLD, 22, 26),
    "lone number": Type(BOLD, 56, 62),
}

XS, S, M, L, XL = 4.0, 8.0, 12.0, 16.0, 24.0
TARGET, ANSWER, PRIMARY, TILE = 48.0, 64.0, 62.0, 60.0
CORNER: Final = {"answer": 20.0, "card": 24.0, "panel": 28.0, "print": 3.0, "tile": 8.0}
BIG_TEXT: Final = 1.3
"""Above this text size, side-by-side items stack or hide."""
CHROME_MOST: Final = 1.3
"""Limit for bars and chips, which would otherwise push the question off the screen."""
TEXT_LEAST, TEXT_MOST = 1.0, 2.0


@dataclass(frozen=True)
class Move:
    seconds: float
    curve: str = "linear"


MOTION: Final = {
    "press": Move(0.09, "out_quad"),
    "next question": Move(0.18, "out_cubic"),
    "panel": Move(0.24, "in_out_sine"),
    "sheet up": Move(0.24, "out_cubic"),
    "sheet down": Move(0.18, "in_cubic"),
    "pawn": Move(0.14, "in_out_sine"),
    "count": Move(0.40, "out_quad"),
    "print": Move(0.26, "out_back"),
    "crester": Move(0.22, "in_out_sine"),
    "hold": Move(0.35, "linear"),
    "last seconds": Move(0.16, "out_quad"),
    "shake": Move(0.24, "out_quad"),
}
PAWN_MOST: Final = 0.9
HOLD_BEFORE_REPEAT, REPEATS_PER_SECOND = 0.4, 8.0


# Pure functions

def rgba(colour: str, alpha: float = 1.0) -> Rgba:
    """
    >>> rgba("#FF0000", 0.5)
    (1.0, 0.0, 0.0, 0.5)
    """
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255, alpha)


def over(colour: str, ground: str, alpha: float) -> str:
    """Blend a translucent colour over a ground."""
    mixed = (round(255 * (top * alpha + low * (1 - alpha)))
             for top, low in zip(rgba(colour)[:3], rgba(ground)[:3], strict=True))
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


def panels(palette: Palette) -> tuple[str, str, str]:
    return palette.panel, palette.panel2, palette.panel3


def seen_on(line: str, grounds: Iterable[str], ink: str) -> str:
    """Blend a line towards the ink until it reaches 3:1 on every ground.

    >>> seen_on("#7C878C", ["#101518"], "#FFFFFF"), seen_on("#000000", ["#000000"], "#FFFFFF") > "#555555"
    ('#7C878C', True)
    """
    grounds = tuple(grounds)
    for _ in range(40):
        if worst(line, grounds) >= 3.0:
            break
        line = over(ink, line, 0.04)
    return line


def is_dark(theme: str) -> bool:
    return theme.endswith("dark")


def is_contrast(theme: str) -> bool:
    return theme.startswith("contrast")


def theme_of(wish: str, system_dark: bool | None, high_contrast: bool = False) -> str:
    """The theme for a setting of system, light or dark; dark if the system's is unknown.

    >>> theme_of("system", None), theme_of("system", False, high_contrast=True)
    ('dark', 'contrast light')
    """
    dark = wish == "dark" or (wish != "light" and system_dark is not False)
    shade = "dark" if dark else "light"
    return f"contrast {shade}" if high_contrast else shade


def roles_of(theme: str, facts: Facts | None = None) -> Roles:
    """The app's colours, or a game's on its own screens except in high contrast."""
    shell = THEMES[theme]
    if facts is None or is_contrast(theme):
        return shell
    palette = facts.dark if is_dark(theme) else facts.light
    if palette.faults():  # it would be hard to read
        return shell
    return replace(
        shell, background=palette.panel, surface=palette.panel, surface2=palette.panel2,
        surface3=palette.panel3,
        text=palette.text, text2=palette.text2, primary=palette.accent, on_primary=palette.on_accent,
        container=palette.container, on_container=palette.on_container, outline2=palette.panel3,
        outline=seen_on(shell.outline, panels(palette), palette.text))


