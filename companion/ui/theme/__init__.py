"""Colours, sizes, fonts and the KivyMD theme built from them."""
