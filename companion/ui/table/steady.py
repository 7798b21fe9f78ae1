"""A panel of steady height, so that strip and stage stay where they are from one question to the next.

It grows where a question needs more, and shrinks only when much of it would stay empty. What goes away by itself (the
By hand card, the reason of a refusal) makes it higher for that long and is not remembered. The screen lets it glide
from the one height to the other.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

SLACK: Final = 0.17
"""Of the window's height: so much may stay empty before the panel shrinks."""


class Steady:
    """What the screen remembers, in pixels; without the phone's own bar, which comes and goes with its keyboard."""

    def __init__(self) -> None:
        self.panel = self.echo = 0.0
        self._shape: Hashable = None

    def begin(self, shape: Hashable) -> None:
        """Of another window, or with another size of text, nothing is remembered."""
        if shape != self._shape:
            self._shape, self.panel, self.echo = shape, 0.0, 0.0

    def height(self, need: float, passing: float, most: float, slack: float) -> float:
        """`need`: what is shown now; `passing`: as much of it goes away by itself; `slack`: may stay empty.

        >>> steady = Steady()
        >>> [steady.height(need, 0.0, 500.0, 100.0) for need in (280.0, 400.0, 300.0, 290.0)]
        [280.0, 400.0, 400.0, 290.0]
        >>> [steady.height(need, passing, 500.0, 100.0) for need, passing in ((380.0, 90.0), (290.0, 0.0))]
        [380.0, 290.0]
        """
        lasting = need - passing
        if lasting > self.panel or self.panel - need > slack:
            self.panel = lasting
        return max(need, min(self.panel, most))

    def echo_room(self, high: float, two_lines: float) -> float:
        """The echo has room for two lines once it has needed them, so that the stage moves once; a longer one takes
        more for as long as it stands.

        >>> steady = Steady()
        >>> [steady.echo_room(high, 60.0) for high in (40.0, 60.0, 40.0, 100.0, 40.0)]
        [40.0, 60.0, 60.0, 100.0, 60.0]
        """
        self.echo = max(self.echo, min(high, two_lines))
        return max(high, self.echo)
