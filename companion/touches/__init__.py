"""Plays the real app offscreen with simulated touches, from a game's own test.

    from companion.touches import touch_test
    from my_game import game

    test_by_touches = touch_test(game)

Importing this opens Kivy offscreen; `companion.testing` needs no window.
"""

from companion.touches.offscreen import LANDSCAPE, PHONE, SIZES, SMALL, TABLET  # isort: skip: before Kivy

from companion.touches.driver import AppDriver
from companion.touches.hands import Hands, at_random, play_by_touches, the_app, touch_test

__all__ = ["LANDSCAPE", "PHONE", "SIZES", "SMALL", "TABLET", "AppDriver", "Hands", "at_random",
           "play_by_touches", "the_app", "touch_test"]
