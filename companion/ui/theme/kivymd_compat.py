"""Workaround for KivyMD 2.0.0: create a ripple's frame buffer at the first touch.

KivyMD creates it before the widget has a size, which is slow and breaks `MDSnackbar` (KivyMD issue 1894). Newer
versions are left alone.
"""

from __future__ import annotations

from typing import Any

BROKEN = "2.0.0"


def apply() -> bool:
    """Apply the workaround; returns whether it was needed."""
    from kivymd import __version__
    if __version__ != BROKEN:
        return False
    from kivymd.uix.behaviors.ripple_behavior import M3CommonRipple
    if getattr(M3CommonRipple, "made_late", False):
        return True
    make, animate = M3CommonRipple.init_fbos, M3CommonRipple._call_ripple_animation_methods

    def init_fbos(self: Any) -> None:
        self._phase, self.ripple_pos, self.fbo = 0.0, (0, 0), None

    def _call_ripple_animation_methods(self: Any, dt: float) -> None:  # the Clock looks it up by this name
        if self.fbo is None and self.ripple_effect and min(self.size) >= 1:
            make(self)
        if self.fbo is not None:
            animate(self, dt)

    M3CommonRipple.init_fbos = init_fbos
    M3CommonRipple._call_ripple_animation_methods = _call_ripple_animation_methods
    M3CommonRipple.made_late = True
    return True
