"""The kit's hands: the real app in a window that nobody sees, played by touches, in three lines of a game's own test.

    from companion.testing.touches import touch_test
    from my_game import game

    test_by_touches = touch_test(game)

Kivy is opened here, without a screen; nothing else of `companion.testing` needs a window.
"""

from companion.testing.touches.offscreen import LANDSCAPE, PHONE, SIZES, SMALL, TABLET  # isort: skip: before Kivy

from companion.testing.touches.driver import AppDriver
from companion.testing.touches.hands import Hands, at_random
from companion.testing.touches.playing import play_by_touches, the_app, touch_test

__all__ = ["LANDSCAPE", "PHONE", "SIZES", "SMALL", "TABLET", "AppDriver", "Hands", "at_random", "play_by_touches",
           "the_app", "touch_test"]
