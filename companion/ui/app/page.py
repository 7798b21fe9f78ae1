"""Base of all screens. Subclass `Page`, list it in `navigation.SCREENS`, open it with `app.go(name, **args)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.ui.app.navigation import Insets
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.services.open_play import OpenPlay
    from companion.ui.app.tableside import TablesideApp


class Page(FloatLayout):
    """Fills the window. Art may run to the edge; text and buttons stay within `insets`.

    Pages are built when first opened, and rebuilt with the same arguments when theme or text size change."""

    keeps_awake = False

    def __init__(self, app: TablesideApp, look: Look, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app, self.look = app, look
        self.insets: Insets = (0.0, 0.0, 0.0, 0.0)
        self.bind(size=lambda *_: self.arrange())

    # For subclasses

    def arrange(self) -> None:
        """Lay out the page. Called when its size or insets (left, top, right, bottom pixels) change."""

    def entered(self) -> None:
        """Called when the page comes to the top, for the first time or again."""

    def prefetch(self) -> list[Callable[[], Any]]:
        """Small jobs for idle moments that prepare the next taps."""
        return []

    def left(self) -> None:
        """Called when another page covers this one, or it was closed."""

    def closed(self) -> None:
        """Called when the page is closed for good."""

    def paused(self) -> None:
        """The app goes to the background or the window loses focus: hide secrets."""

    def resumed(self) -> None:
        """The app is back; time may have passed."""

    def locked(self) -> bool:
        """Whether a secret is shown, which disables shortcuts and Back."""
        return False

    def on_back(self) -> bool:
        """Handle the back key. False closes the page."""
        return False

    def on_shortcut(self, key: str) -> bool:
        """Handle a key pressed with Ctrl, such as "z". True if handled."""
        return False

    def on_answer_key(self, number: int) -> bool:
        """Handle Enter (0: the main answer) or a digit. True if handled."""
        return False

    def notice_place(self) -> tuple[float, float, float, bool]:
        """Where a message covers nothing important: left, edge, width, and whether the edge is the lower one."""
        left, _, right, lower = self.insets
        return left, lower + float(dp(16)), float(self.width) - left - right, True

    # Rebuilding and sharing plays

    def remember(self, **args: Any) -> None:
        for visit in self.app.visits:
            if visit.page is self:
                visit.args.update(args)

    def close_play(self, opened: OpenPlay) -> None:
        if not any(visit.args.get("opened") is opened for visit in self.app.visits):
            self.app.evening.close(opened)

    # Called by the app

    def take_insets(self, insets: Insets) -> None:
        if insets != self.insets:
            self.insets = insets
            self.arrange()
