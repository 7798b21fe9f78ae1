"""Gives KivyMD our colours, so games that use its widgets match the app.

KivyMD would spend a sixth of a second computing its own scheme at startup and each theme change.
"""

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
"""Our roles and the KivyMD colours each one sets."""


class Theme(ThemeManager):
    """KivyMD's theme manager, which its widgets find as the app's `theme_cls`; `wear` takes each new look."""

    roles = tokens.LIGHT
    theme_style: str

    def wear(self, roles: tokens.Roles, dark: bool) -> None:
        self.roles = roles
        self.theme_style = "Dark" if dark else "Light"
        self.set_colors()

    def set_colors(self, *_: object) -> None:
        for role, names in COLOURS.items():
            colour = tokens.rgba(getattr(self.roles, role))
            for name in names.split():
                setattr(self, f"{name}Color", colour)
        self.shadowColor = self.scrimColor = (0, 0, 0, 1)
        self.disabledTextColor = tokens.rgba(self.roles.text, 0.38)
        if self.on_colors:
            self.on_colors()
