"""Colours, sizes, fonts and the KivyMD theme built from them."""

from companion.ui.theme.look import Look

__all__ = ["Look"]
