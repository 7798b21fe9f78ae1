"""Registers the fonts: Roboto and icons from KivyMD, Vollkorn for titles and questions."""

from __future__ import annotations

from pathlib import Path

from kivy.core.text import LabelBase

from companion.services.start.places import ASSETS
from companion.ui.theme import tokens


def register() -> None:
    """Call once, before any text is drawn."""
    from kivymd import fonts_path
    home = Path(fonts_path)
    LabelBase.register(tokens.VOICE, str(ASSETS / "fonts" / "Vollkorn-Bold.ttf"))
    LabelBase.register(tokens.TEXT, str(home / "Roboto-Regular.ttf"), str(home / "Roboto-Italic.ttf"),
                       str(home / "Roboto-Bold.ttf"), str(home / "Roboto-BoldItalic.ttf"))
    LabelBase.register(tokens.MEDIUM, str(home / "Roboto-Medium.ttf"))
    LabelBase.register(tokens.BOLD, str(home / "Roboto-Bold.ttf"))
    LabelBase.register(tokens.ICONS, str(home / "materialdesignicons-webfont.ttf"))


def icon(name: str) -> str:
    """The character of a Material Design icon; an unknown name gives a dot."""
    from kivymd.icon_definitions import md_icons
    return str(md_icons.get(name) or md_icons["circle-small"])
