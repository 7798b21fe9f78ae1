"""The list of screens, their base class, and the root widget that holds them.

Subclass `Page`, list it in `SCREENS`, open it with `app.go(name, **args)`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui.app.beside import LOW, SIDE_BY_SIDE, WIDE, Strip, panel_width, side_by_side
from companion.ui.theme import Look
from companion.ui.widgets import in_window, reachable, taps

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

Insets = tuple[float, float, float, float]
"""Left, top, right and bottom pixels covered by system bars."""

SCREENS: dict[str, str] = {
    "library": "companion.ui.screens.library:LibraryScreen",
    "welcome": "companion.ui.screens.welcome:WelcomeScreen",
    "search": "companion.ui.screens.rules:SearchScreen",
    "history": "companion.ui.screens.history:HistoryScreen",
    "tonight": "companion.ui.screens.history:TonightScreen",
    "players": "companion.ui.screens.players:PlayersScreen",
    "player": "companion.ui.screens.players:PlayerScreen",
    "settings": "companion.ui.screens.settings:SettingsScreen",
    "new_play": "companion.ui.screens.new_play:NewPlayScreen",
    "table": "companion.ui.table.screen:TableScreen",
    "chronicle": "companion.ui.screens.chronicle:ChronicleScreen",
    "lay_it_out": "companion.ui.screens.lay_it_out:LayOutScreen",
    "pack_away": "companion.ui.screens.lay_it_out:PackAwayScreen",
    "fix": "companion.ui.screens.fix:FixScreen",
    "rules": "companion.ui.screens.rules:RulesScreen",
    "result": "companion.ui.screens.result:ResultScreen",
    "table_mode": "companion.ui.screens.table_mode:TableModeScreen",
    "boxes": "companion.ui.screens.boxes:BoxesScreen",
    "box_editor": "companion.ui.screens.boxes:BoxEditor",
    "plugins": "companion.ui.screens.settings:PluginsScreen",
    "licences": "companion.ui.screens.settings:LicencesScreen",
}
"""Every screen as `module:Class`; built when first opened."""

HOME = "library"

log = logging.getLogger("tableside")

SOON, NEAR = 0.35, 48.0
IGNORED = "tableside ignored"


class Page(FloatLayout):
    """Fills the window. Art may run to the edge; text and buttons stay within `insets`.

    Pages are built when first opened, and rebuilt with the same arguments when theme or text size change."""

    keeps_awake = False

    def __init__(self, app: TablesideApp, look: Look, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app, self.look = app, look
        self.insets: Insets = (0.0, 0.0, 0.0, 0.0)
        self.bind(size=lambda *_: self.arrange())

    def is_wide(self) -> bool:
        """Whether there is room for two things side by side: on tablets and phones in landscape."""
        return bool(self.width >= dp(WIDE) or self.height < dp(LOW) < self.width)

    @property
    def is_beside(self) -> bool:
        """Whether a panel is beside its picture instead of below."""
        return self.is_wide() or bool(self.width > self.height and self.width >= dp(SIDE_BY_SIDE))

    def beside(self) -> tuple[Strip, Strip]:
        """The panel and its picture side by side; with *Left-handed*, the panel is on the left."""
        left, _, right, _ = self.insets
        panel = dp(panel_width(self.width / dp(1), self.height / dp(1)))
        return side_by_side(self.x, self.width, panel, (left, right), self.look.left_handed)

    # For subclasses

    def arrange(self) -> None:
        """Lay out the page. Called when its size or insets (left, top, right, bottom pixels) change."""

    def entered(self) -> None:
        """Called when the page comes to the top, for the first time or again."""

    def at_hand(self) -> str:
        """The game whose table may open next, so that its pictures stay loaded."""
        return ""

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

    def on_typed(self, key: str) -> bool:
        """Type a digit, a minus or a backspace on a number pad. True if handled."""
        return False

    def on_answer_key(self, number: int) -> bool:
        """Handle Enter (0: the main answer) or a digit. True if handled."""
        return False

    def notice_place(self) -> tuple[float, float, float, bool]:
        """Where a message covers no answer: left, edge, width, and whether the edge is the lower one."""
        left, upper, right, _ = self.insets
        return left, float(self.height) - upper - float(dp(64)), float(self.width) - left - right, False

    def remember(self, **args: Any) -> None:
        """Rebuild the page with these arguments."""
        for visit in self.app.visits:
            if visit.page is self:
                visit.args.update(args)

    def take_insets(self, insets: Insets) -> None:
        if insets != self.insets:
            self.insets = insets
            self.arrange()


@dataclass
class Visit:
    """An opened screen and its arguments. `page` is None until it is rebuilt."""

    name: str
    args: dict[str, Any]
    page: Page | None = None

    def game(self) -> str:
        opened = self.args.get("opened")
        return str(opened.game.facts.id if opened is not None else self.args.get("game") or "")


class Curtain(Widget):
    """Takes every touch while a page is on its way; nobody sees it."""

    covers = True

    def on_touch_down(self, touch: Any) -> bool:
        return True


class Layers(FloatLayout):
    """Ignores touches outside the window and accidental double taps on new content."""

    def __init__(self) -> None:
        super().__init__()
        self._curtain = Curtain()
        self._appeared, self._quick = float("-inf"), False
        self._lifted: tuple[float, float] | None = None

    def appeared(self, *, quick: bool = False) -> None:
        """Call this after showing a question, page or sheet; `quick`: the quick taps were there before."""
        self._appeared, self._quick = Clock.time(), quick

    @property
    def waits(self) -> bool:
        return self._curtain.parent is not None

    def wait(self) -> None:
        """Take no touch on what is shown now."""
        if not self.waits:
            self.add_widget(self._curtain)

    def go_on(self) -> None:
        self.remove_widget(self._curtain)

    def just_appeared(self) -> bool:
        return bool(Clock.time() - self._appeared < SOON)

    def too_soon(self, x: float, y: float) -> bool:
        """Whether a tap here is probably the second of a double tap on new content."""
        if not self.just_appeared() or self._lifted is None:
            return False
        near = max(abs(x - self._lifted[0]), abs(y - self._lifted[1])) < dp(NEAR)
        if not near:
            return False
        harmless = (tap for tap in taps(self) if tap.harmless or (self._quick and tap.quick))
        return not any(tap.collide_point(*tap.to_widget(x, y)) and reachable(tap) for tap in harmless)

    def on_touch_down(self, touch: Any) -> bool:
        if not in_window(touch) or _is_other_button(touch) or \
                (not touch.is_mouse_scrolling and self.too_soon(*touch.pos)):
            touch.ud[IGNORED] = True
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        return IGNORED in touch.ud or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if IGNORED in touch.ud:
            return True
        self._lifted = touch.pos
        return bool(super().on_touch_up(touch))


def _is_other_button(touch: Any) -> bool:
    """Whether the right or middle button of a mouse is down: only the left one answers."""
    return "button" in touch.profile and touch.button != "left" and not touch.is_mouse_scrolling


def after_this_frame(do: Callable[[], object]) -> None:
    """A touch comes before the frame is drawn, and a key after it: wait for one from there."""
    Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: do(), 0), -1)


def draw_now() -> None:
    """Draw a frame now, since the app switcher keeps the last one."""
    try:
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
    except Exception:
        # harmless, as a secure window shows nothing in the switcher
        log.exception("the last frame could not be drawn")
