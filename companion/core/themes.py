"""The colour of each role in each theme, for the app and the guests' page. Colours are `#RRGGBB`."""

from dataclasses import dataclass
from typing import Final


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
    background="#101518", surface="#181E22", surface2="#212930", surface3="#2C363E",
    text="#F4EFE6", text2="#B9B8AE",
    primary="#FFC46B", on_primary="#2C1B00", container="#4B3512", on_container="#FFE3B5", outline="#7C878C",
    outline2="#34404A", gain="#7FD8A5", loss="#FF9C8F", warn="#FFB4A8", on_warn="#4A0F08", focus="#8CD3FF",
    warm="#FFC46B")
LIGHT: Final = Roles(
    background="#FAF5EB", surface="#FFFFFF", surface2="#F2EADB", surface3="#E7DCC8",
    text="#221C14", text2="#5B5246",
    primary="#84480A", on_primary="#FFFFFF", container="#FFDFB0", on_container="#3A2000", outline="#857A69",
    outline2="#DCD0BA", gain="#12693F", loss="#AB2E1E", warn="#AB2E1E", on_warn="#FFFFFF", focus="#005EA3",
    warm="#84480A")
CONTRAST_DARK: Final = Roles(
    background="#000000", surface="#000000", surface2="#141414", surface3="#242424",
    text="#FFFFFF", text2="#E9E6DF",
    primary="#FFDDA3", on_primary="#000000", container="#3A2A0C", on_container="#FFFFFF", outline="#FFFFFF",
    outline2="#BDBDBD", gain="#A5F2C6", loss="#FFC3BA", warn="#FFD2CB", on_warn="#000000", focus="#B9E4FF",
    warm="#FFDDA3")
CONTRAST_LIGHT: Final = Roles(
    background="#FFFFFF", surface="#FFFFFF", surface2="#F4F0E8", surface3="#E6DFD2",
    text="#000000", text2="#2E2921",
    primary="#532B00", on_primary="#FFFFFF", container="#FFE9C9", on_container="#000000", outline="#000000",
    outline2="#5F5749", gain="#00431F", loss="#770F03", warn="#770F03", on_warn="#FFFFFF", focus="#00386A",
    warm="#532B00")

# For every secret screen
DARK_ROOM: Final = Roles(
    background="#140506", surface="#2A0C0D", surface2="#431415", surface3="#571416",
    text="#FFE9E4", text2="#E5B3A9",
    primary="#FF8F7A", on_primary="#3A0600", container="#571416", on_container="#FFE9E4", outline="#8F3A34",
    outline2="#571E1C", gain="#7FD8A5", loss="#FF9C8F", warn="#FFB4A8", on_warn="#4A0F08", focus="#8CD3FF",
    warm="#FFC46B")
