"""The hands of the kit: any question answered by real touches."""

from companion.touches.hands import AFTER, HOLD, Chooser, Hands, at_random

__all__ = ["AFTER", "HOLD", "Chooser", "Hands", "at_random"]
