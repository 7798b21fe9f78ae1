"""KivyMD's colours are ours: a game's own page that uses its widgets looks like the rest of the app.

KivyMD would compute a scheme of its own, at the start and at every switch of the theme: a sixth of a second each time,
for colours nobody sees.
"""

from __future__ import annotations

from kivymd.theming import ThemeManager

from companion.ui.theme import tokens

COLOURS = {
    "background": "background surfaceDim surfaceContainerLowest inverseOnSurface neutralPaletteKeyColor",
    "surface": "surface surfaceContainerLow neutralVariantPaletteKeyColor",
    "surface2": "surfaceContainer surfaceVariant surfaceContainerHigh",
    "surface3": "surfaceBright surfaceContainerHighest",
    "text": "onBackground onSurface inverseSurface",
    "text2": "onSurfaceVariant",
    "outline": "outline",
    "outline2": "outlineVariant",
    "primary": "primary primaryDim surfaceTint primaryFixed primaryFixedDim primaryPaletteKeyColor secondary "
               "secondaryDim secondaryFixed secondaryFixedDim secondaryPaletteKeyColor tertiary tertiaryDim "
               "tertiaryFixed tertiaryFixedDim tertiaryPaletteKeyColor",
    "on_primary": "onPrimary onPrimaryFixed onPrimaryFixedVariant onSecondary onSecondaryFixed "
                  "onSecondaryFixedVariant onTertiary onTertiaryFixed onTertiaryFixedVariant",
    "container": "primaryContainer secondaryContainer tertiaryContainer inversePrimary",
    "on_container": "onPrimaryContainer onSecondaryContainer onTertiaryContainer",
    "warn": "error errorDim errorContainer errorPaletteKeyColor",
    "on_warn": "onError onErrorContainer",
}
"""A role of ours, and the colours of KivyMD that it stands for."""


class Theme(ThemeManager):
    """`wear` when the look of the app changes."""

    roles = tokens.LIGHT
    theme_style: str

    def wear(self, roles: tokens.Roles, dark: bool) -> None:
        self.roles = roles
        style = "Dark" if dark else "Light"
        if self.theme_style == style:
            self.set_colors()
        self.theme_style = style

    def set_colors(self, *_: object) -> None:
        for role, names in COLOURS.items():
            colour = tokens.rgba(getattr(self.roles, role))
            for name in names.split():
                setattr(self, f"{name}Color", colour)
        self.shadowColor = self.scrimColor = (0, 0, 0, 1)
        self.disabledTextColor = tokens.rgba(self.roles.text, 0.38)
        if self.on_colors:
            self.on_colors()
