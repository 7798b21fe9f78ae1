"""Colours, sizes, fonts, and KivyMD's theme made of them."""
