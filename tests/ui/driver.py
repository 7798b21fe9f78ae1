"""The driver of the kit: the real app, frame by frame, by touches."""

from companion.touches.driver import AppDriver, Match, Size

__all__ = ["AppDriver", "Match", "Size"]
