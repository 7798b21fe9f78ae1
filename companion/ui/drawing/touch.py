"""Following a finger or a mouse."""

from typing import Any

from kivy.uix.widget import Widget

from companion.ui.speed.idle import fingers


class Grabbing(Widget):
    """Follows each touch that it takes until the finger lifts."""

    def busy(self) -> bool:
        """Whether a finger is on it, so that another one can be ignored."""
        return any(one() is self for touch in fingers() for one in touch.grab_list)

    def takes(self, touch: Any) -> bool:
        """Whether a touch that no widget on it wants is its own."""
        return False

    def seize(self, touch: Any) -> None:
        """The finger went down."""

    def follow(self, touch: Any) -> None:
        """The finger moved."""

    def let_go(self, touch: Any) -> None:
        """The finger lifted."""

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.takes(touch):
            return False
        touch.grab(self)
        self.seize(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.follow(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.let_go(touch)
        return True
