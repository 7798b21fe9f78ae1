"""The kit's hands: the real app in a window that nobody sees, played by touches, in three lines of a game's own test.

    from companion.touches import touch_test
    from my_game import game

    test_by_touches = touch_test(game)

Kivy is opened here, without a screen; nothing else of `companion.testing` needs a window.
"""

from companion.touches.offscreen import LANDSCAPE, PHONE, SIZES, SMALL, TABLET  # isort: skip: before Kivy

from companion.touches.driver import AppDriver
from companion.touches.hands import Hands, at_random
from companion.touches.playing import play_by_touches, the_app, touch_test

__all__ = ["LANDSCAPE", "PHONE", "SIZES", "SMALL", "TABLET", "AppDriver", "Hands", "at_random", "play_by_touches",
           "the_app", "touch_test"]
