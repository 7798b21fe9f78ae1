"""A screen of the app. Subclass `Page`, name it in `navigation.SCREENS`, open it with `app.go(name, **args)`."""

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
    """Fills the window. The art of a page may run to the edge; what is read or tapped stays within `insets`.

    A page is made when it is first opened, and made again (with the same arguments) when theme or text size change.
    """

    keeps_awake = False
    """The phone's screen stays on while this page is open."""

    def __init__(self, app: TablesideApp, look: Look, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app, self.look = app, look
        self.insets: Insets = (0.0, 0.0, 0.0, 0.0)
        self.bind(size=lambda *_: self.arrange())

    # What a page may do

    def arrange(self) -> None:
        """Size or insets changed: put everything where it belongs. Insets are left, top, right, bottom, in pixels."""

    def entered(self) -> None:
        """The page is on top now: for the first time, or again after another one was closed."""

    def prefetch(self) -> list[Callable[[], Any]]:
        """Small jobs for idle moments: what the next taps will want to see is made already."""
        return []

    def left(self) -> None:
        """Another page is on top now, or this one was closed."""

    def closed(self) -> None:
        """Gone for good."""

    def paused(self) -> None:
        """The app goes to the background, or the window loses the eye: hide what nobody else may see."""

    def resumed(self) -> None:
        """The app is back; time may have passed."""

    def locked(self) -> bool:
        """Something secret is open: no shortcut works, nor Back."""
        return False

    def on_back(self) -> bool:
        """The back key. True: handled here; False: the page is closed."""
        return False

    def on_shortcut(self, key: str) -> bool:
        """A key with Ctrl held, for those at a keyboard: "z", "y". True: handled."""
        return False

    def on_answer_key(self, number: int) -> bool:
        """Enter (0), or a digit: give the main answer, or the first to ninth. True: handled."""
        return False

    def notice_place(self) -> tuple[float, float, float, bool]:
        """Where a message may stand without covering what is asked: left, an edge, width; True: that is its lower edge,
        False: its upper one."""
        left, _, right, lower = self.insets
        return left, lower + float(dp(16)), float(self.width) - left - right, True

    # For pages that are made again, and for those that share a play

    def remember(self, **args: Any) -> None:
        """Arguments for this page when theme or text size change and it is made again."""
        for visit in self.app.visits:
            if visit.page is self:
                visit.args.update(args)

    def close_play(self, opened: OpenPlay) -> None:
        """Unless another page has it open."""
        if not any(visit.args.get("opened") is opened for visit in self.app.visits):
            self.app.evening.close(opened)

    # What the app does

    def take_insets(self, insets: Insets) -> None:
        if insets != self.insets:
            self.insets = insets
            self.arrange()
