"""All colours, sizes and durations as plain values.

Sizes are in dp, type sizes in sp, durations in seconds, colours `#RRGGBB`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.core.colours import contrast, is_colour, luminance, worst
from companion.core.game import Facts, Palette
from companion.core.setup import initials
from companion.core.text import Text, say

__all__ = ["contrast", "initials", "is_colour", "luminance", "worst"]

Rgba = tuple[float, float, float, float]


@dataclass(frozen=True)
class Roles:
    """The colour of each role. On a game's screens its palette replaces the first half."""

    background: str
    surface: str
    surface2: str
    surface3: str
    text: str
    text2: str
    primary: str
    on_primary: str
    container: str
    on_container: str
    outline: str
    outline2: str
    gain: str
    loss: str
    warn: str
    on_warn: str
    focus: str
    warm: str
    """Lamp colour, for things that must differ from the game's own colour."""


DARK: Final = Roles(
    background="#101518", surface="#181E22", surface2="#212930", surface3="#2C363E", text="#F4EFE6",
    text2="#B9B8AE",
    primary="#FFC46B", on_primary="#2C1B00", container="#4B3512", on_container="#FFE3B5", outline="#7C878C",
    outline2="#34404A", gain="#7FD8A5", loss="#FF9C8F", warn="#FFB4A8", on_warn="#4A0F08", focus="#8CD3FF",
    warm="#FFC46B")
LIGHT: Final = Roles(
    background="#FAF5EB", surface="#FFFFFF", surface2="#F2EADB", surface3="#E7DCC8", text="#221C14",
    text2="#5B5246",
    primary="#84480A", on_primary="#FFFFFF", container="#FFDFB0", on_container="#3A2000", outline="#857A69",
    outline2="#DCD0BA", gain="#12693F", loss="#AB2E1E", warn="#AB2E1E", on_warn="#FFFFFF", focus="#005EA3",
    warm="#84480A")
CONTRAST_DARK: Final = Roles(
    background="#000000", surface="#000000", surface2="#141414", surface3="#242424", text="#FFFFFF",
    text2="#E9E6DF",
    primary="#FFDDA3", on_primary="#000000", container="#3A2A0C", on_container="#FFFFFF", outline="#FFFFFF",
    outline2="#BDBDBD", gain="#A5F2C6", loss="#FFC3BA", warn="#FFD2CB", on_warn="#000000", focus="#B9E4FF",
    warm="#FFDDA3")
CONTRAST_LIGHT: Final = Roles(
    background="#FFFFFF", surface="#FFFFFF", surface2="#F4F0E8", surface3="#E6DFD2", text="#000000",
    text2="#2E2921",
    primary="#532B00", on_primary="#FFFFFF", container="#FFE9C9", on_container="#000000", outline="#000000",
    outline2="#5F5749", gain="#00431F", loss="#770F03", warn="#770F03", on_warn="#FFFFFF", focus="#00386A",
    warm="#532B00")

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

# For every secret screen
DARK_ROOM: Final = Roles(
    background="#140506", surface="#2A0C0D", surface2="#431415", surface3="#571416", text="#FFE9E4",
    text2="#E5B3A9",
    primary="#FF8F7A", on_primary="#3A0600", container="#571416", on_container="#FFE9E4", outline="#8F3A34",
    outline2="#571E1C", gain="#7FD8A5", loss="#FF9C8F", warn="#FFB4A8", on_warn="#4A0F08", focus="#8CD3FF",
    warm="#FFC46B")


@dataclass(frozen=True)
class SeatColour:
    """A seat's colours and shape; `letter` scales the initial to fit the shape."""

    name: Text
    fill: str
    ink: str
    shape: str
    letter: float = 1.0


SEATS: Final = (
    SeatColour(say("Ember"), "#FB6824", "#2A0B00", "circle"),
    SeatColour(say("Sky"), "#37BAFF", "#00151F", "square"),
    SeatColour(say("Sun"), "#EFDB29", "#1F1A00", "triangle", 0.86),
    SeatColour(say("Fern"), "#389758", "#00140A", "diamond", 0.86),
    SeatColour(say("Plum"), "#A95FFF", "#12002B", "hexagon"),
    SeatColour(say("Bone"), "#F5F3E4", "#1B1A17", "star", 0.86),
    SeatColour(say("Rose"), "#FBA5CF", "#2A0A17", "cross", 0.86),
    SeatColour(say("Slate"), "#738A86", "#050B0A", "drop"),
    SeatColour(say("Mint"), "#77FFAA", "#00210F", "house", 0.9),
    SeatColour(say("Lime"), "#BBFF77", "#162600", "shield", 0.9),
    SeatColour(say("Orchid"), "#FF44CC", "#26001B", "clover"),
    SeatColour(say("Moss"), "#AABB66", "#14180A", "leaf", 0.9),
)


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


OFFERED = (0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11)
"""Seat colours, best first. Bone and Slate are hard to tell from others; the last four are spares."""


def free_colour(taken: Iterable[int]) -> int:
    """
    >>> free_colour({0, 1}), free_colour({0, 1, 2, 3, 4})
    (2, 6)
    """
    used = set(taken)
    return next((colour for colour in OFFERED if colour not in used), 0)
