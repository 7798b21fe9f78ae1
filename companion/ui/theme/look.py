"""The look of a screen: its colours, the size of its text, the hand that holds it. Never changes; a new one is made.

When somebody switches the theme or the text size, the app builds its screens again with a new `Look`: no widget has to
listen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kivy.metrics import dp

from companion.core.game import Facts
from companion.ui.theme import tokens
from companion.ui.theme.tokens import Rgba, Roles, Type


@dataclass(frozen=True)
class Look:
    """Handed to every widget when it is made."""

    theme: str = "dark"
    roles: Roles = tokens.DARK
    scale: float = 1.0
    """How big the content's text is, 1 to 2."""
    left_handed: bool = False
    motion: bool = True

    @staticmethod
    def of(theme: str, facts: Facts | None = None, *, scale: float = 1.0, left_handed: bool = False,
           motion: bool = True) -> Look:
        scale = min(tokens.TEXT_MOST, max(tokens.TEXT_LEAST, scale))
        return Look(theme, tokens.roles_of(theme, facts), scale, left_handed, motion)

    def dark_room(self) -> Look:
        """The same reader's look, for a screen that only one person may see. It stays red in high contrast, and what
        can be tapped has its outline there, too."""
        if self.contrast:
            roles = replace(tokens.DARK_ROOM, outline=tokens.DARK_ROOM.text2)
            return replace(self, roles=roles, theme="contrast dark")
        return replace(self, roles=tokens.DARK_ROOM, theme="dark")

    def on_art(self) -> Look:
        """For controls that float on the art: white on the scrim, whatever the theme."""
        white = tokens.ON_SCRIM
        return replace(self, roles=replace(self.roles, text=white, text2="#E6E3EA", primary=white))

    @property
    def big(self) -> bool:
        """Is the text so big that things no longer fit side by side?"""
        return self.scale > tokens.BIG_TEXT

    @property
    def dark(self) -> bool:
        return tokens.is_dark(self.theme)

    @property
    def contrast(self) -> bool:
        """High contrast: every answer has an outline, the scrim is solid."""
        return tokens.is_contrast(self.theme)

    def colour(self, role: str, alpha: float = 1.0) -> Rgba:
        """A role by name, or a `#RRGGBB` of the art."""
        value = role if role.startswith("#") else getattr(self.roles, role)
        return tokens.rgba(value, alpha)

    def scrim(self) -> Rgba:
        return tokens.rgba("#000000") if self.contrast else tokens.rgba(tokens.SCRIM, tokens.SCRIM_ALPHA)

    def grow(self, chrome: bool = False) -> float:
        """How much bigger than drawn: bars and chips only up to a point."""
        return min(self.scale, tokens.CHROME_MOST) if chrome else self.scale

    def px(self, role: str, chrome: bool = False) -> float:
        """The font size of a role of type, in pixels."""
        return float(dp(self.type(role).size)) * self.grow(chrome)

    def type(self, role: str) -> Type:
        return tokens.TYPE[role]

    def high(self, height: float, chrome: bool = False) -> float:
        """A height in dp that grows with the text in it, in pixels."""
        return float(dp(height)) * (1 + (self.grow(chrome) - 1) * 0.6)

    @property
    def line(self) -> float:
        """The outline of answers and panel in high contrast, in pixels; zero otherwise."""
        return float(dp(2)) if self.contrast else 0.0
