"""The immutable look of a screen: colours, text size, handedness and motion.

After a change of theme or text size, the app rebuilds its screens with a new `Look`.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from kivy.metrics import dp

from companion.core.game import Facts
from companion.ui.theme import tokens
from companion.ui.theme.tokens import Rgba, Roles

P = TypeVar("P")


@dataclass(frozen=True)
class Look:
    """Passed to every widget on creation."""

    theme: str = "dark"
    roles: Roles = tokens.DARK
    scale: float = 1.0
    """Text size of the content, from 1 to 2."""
    left_handed: bool = False
    motion: bool = True
    home: str = ""
    """The folder with the game's own pictures."""

    @staticmethod
    def of(theme: str, facts: Facts | None = None, *, scale: float = 1.0, left_handed: bool = False,
           motion: bool = True) -> "Look":
        scale = min(tokens.TEXT_MOST, max(tokens.TEXT_LEAST, scale))
        return Look(theme, tokens.roles_of(theme, facts), scale, left_handed, motion)

    def picture(self, name: str) -> str:
        """The path of a game's own picture, as an icon's name; empty without one."""
        return f"{self.home}/{name}" if name and self.home else ""

    def dark_room(self) -> "Look":
        """The look of a screen only one person may see: red, with outlines in high contrast."""
        if self.contrast:
            roles = replace(tokens.DARK_ROOM, outline=tokens.DARK_ROOM.text2)
            return replace(self, roles=roles, theme="contrast dark")
        return replace(self, roles=tokens.DARK_ROOM, theme="dark")

    def on_art(self) -> "Look":
        """White on the scrim in every theme, for controls on the art."""
        white = tokens.ON_SCRIM
        return replace(self, roles=replace(self.roles, text=white, text2="#E6E3EA", primary=white))

    def mirrored(self, parts: list[P]) -> list[P]:
        """Parts side by side; with *Left-handed*, in reverse order."""
        return parts[::-1] if self.left_handed else parts

    @property
    def big(self) -> bool:
        """Whether the text is too big for side-by-side layouts."""
        return self.scale > tokens.BIG_TEXT

    @property
    def dark(self) -> bool:
        return tokens.is_dark(self.theme)

    @property
    def contrast(self) -> bool:
        """High contrast: answers have outlines and the scrim is solid."""
        return tokens.is_contrast(self.theme)

    def colour(self, role: str, alpha: float = 1.0) -> Rgba:
        """The colour of a role name or `#RRGGBB`."""
        value = role if role.startswith("#") else getattr(self.roles, role)
        return tokens.rgba(value, alpha)

    def scrim(self) -> Rgba:
        return tokens.rgba("#000000") if self.contrast else tokens.rgba(tokens.SCRIM, tokens.SCRIM_ALPHA)

    def grow(self, chrome: bool = False) -> float:
        """Scale factor of the text; limited for bars and chips (`chrome`)."""
        return min(self.scale, tokens.CHROME_MOST) if chrome else self.scale

    def px(self, role: str, chrome: bool = False) -> float:
        return float(dp(tokens.TYPE[role].size)) * self.grow(chrome)

    def high(self, height: float, chrome: bool = False) -> float:
        """Pixels for a height in dp that grows with its text."""
        return float(dp(height)) * (1 + (self.grow(chrome) - 1) * 0.6)

    @property
    def line(self) -> float:
        """Outline width of answers and panels in pixels; zero outside high contrast."""
        return float(dp(2)) if self.contrast else 0.0
