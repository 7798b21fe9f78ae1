"""The buttons of a new play."""

from __future__ import annotations

from companion.ui.widgets.controls.buttons import Chip, PrimaryButton


class StartButton(PrimaryButton):
    """Faded while somebody is missing, but still to be seen on its ground."""

    def set_ready(self, ready: bool) -> None:
        super().set_ready(ready)
        if not ready:
            self.box.fill(self.look.colour("surface3"))


class PersonChip(Chip):
    """A remembered person, to be seated with a tap."""

    high = 40.0
    edge = "outline2"
    tone_alpha = 0.0
