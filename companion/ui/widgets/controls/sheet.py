"""Bottom sheets: a menu, a question with two buttons, one name. Messages that disappear."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.text import Refused, Text, say
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Column, Scroll, SideBySide
from companion.ui.widgets.base.part import Box, Do, Tap, Voice, Words
from companion.ui.widgets.controls.buttons import IconDisc, Link, OutlineButton, PrimaryButton, TonalButton
from companion.ui.widgets.controls.rows import ListRow

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

SECONDS = 5.0
Place = tuple[float, float, float, bool]
"""Left, an edge, width, and whether that edge is the lower one."""
Action = tuple[Text, Do]


class Notice(Tap):
    """A message. A touch dismisses it and goes through to what lies below, unless it is on the button."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, self.hide, opacity=0)
        self.box = Box(self, look.colour("text"), dp(16))
        self.words = Words(look, "", "support", "background")
        self.button = Link(look, "", "undo-variant", self._act, pad=12.0, ink="background", icon_size=24.0)
        self.add_parts(self.words)
        self.stacked = False
        self._do: Do | None = None
        self._going: Any = None
        self._place: Callable[[], Place]
        self._aside = 0.0

    def on_touch_down(self, touch: Any) -> bool:
        if self.button.parent is not None and self.button.on_touch_down(touch):
            return True
        if self.takes(touch):
            self.hide()
        return False

    def show(self, text: Text | str, place: Callable[[], Place], action: Action | None = None) -> None:
        """Show a message. `place` finds a spot that hides no question; call `stand` after a new layout."""
        self.text = str(text)
        self.words.say(text)
        self._place, self._aside = place, self._offer(action)
        self.stand_soon()
        Animation.cancel_all(self, "opacity")
        self.opacity = 1
        if self._going is not None:
            self._going.cancel()
        self._going = Clock.schedule_once(lambda _: self.hide(), SECONDS)

    def stand_soon(self) -> None:
        """Now, and once more when the page has its layout."""
        self.stand()
        Clock.schedule_once(lambda _: self.stand(), 0)

    def stand(self) -> None:
        """Put the button beside the words, or below if they would get too narrow."""
        if not self.text:
            return
        (x, edge, width, low), aside = self._place(), self._aside
        wide = min(width - dp(32), dp(480))
        self.words.hug(max(dp(80), wide - dp(32) - aside))
        self.stacked = bool(aside) and self.words.lines() > 2
        if self.stacked:
            self.words.hug(wide - dp(32))
            self.size = (max(self.words.width, aside) + dp(32),
                         self.words.height + self.button.height + dp(14))
        else:
            self.size = (self.words.width + dp(32) + aside, max(dp(48), self.words.height + dp(20)))
        self.pos = (x + (width - self.width) / 2, edge if low else edge - self.height)
        self.arrange()

    def _offer(self, action: Action | None) -> float:
        """Show the action's button and return its width."""
        self._do = action[1] if action is not None else None
        if self.button.parent is not None:
            self.remove_widget(self.button)
        if action is None:
            return 0.0
        self.button.text = str(action[0])
        self.button.set_icon("undo-variant" if self.button.text == str(say("Undo")) else "")
        self.add_widget(self.button)
        return self.button.hug()

    def _act(self) -> None:
        do, self._do = self._do, None
        self.hide()
        if do is not None:
            do()

    def hide(self) -> None:
        Animation(opacity=0, d=0.18 if self.look.motion else 0.0).start(self)
        self.text = ""

    def arrange(self) -> None:
        if self.stacked:
            self.words.pos = (self.x + dp(16), self.top - dp(10) - self.words.height)
            self.button.pos = (self.right - self.button.width - dp(4), self.y + dp(2))
            return
        self.words.pos = (self.x + dp(16), self.center_y - self.words.height / 2)
        self.button.pos = (self.right - self.button.width - dp(4), self.center_y - self.button.height / 2)


WIDEST = 560.0
KEYBOARD, CLOSE = 120.0, 12.0  # dp: higher than any phone's own bar; gap left above the field then
LEAST = 56.0
"""Minimum visible content in dp: one text field."""
EDGE = 1.0  # pixels: a box's soft edge, kept off screen so no line shows


class Sheet(Widget):
    """Open it with `app.open_sheet`. `parts` scroll; `foot` is pinned below them."""

    lift = NumericProperty(0.0)
    covers = True
    leaving = False
    """Closing: neither the sheet nor anything below it takes taps."""

    def __init__(self, look: Look, title: Text | str, parts: Iterable[Any] = (), foot: Any = None,
                 on_close: Do | None = None) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.foot, self.on_close = look, foot, on_close
        self.insets = (0.0, 0.0, 0.0, 0.0)
        self.close: Do = lambda: None
        with self.canvas.before:
            self._veil_ink = Color(0, 0, 0, tokens.VEIL_ALPHA)
            self._veil = Rectangle()
            PushMatrix()
            self._shift = Translate(0, 0)
        with self.canvas.after:
            PopMatrix()
        self.ground = Widget(size_hint=(None, None))
        Box.panel(self.ground, look)
        self.grabber = Widget(size_hint=(None, None), size=(dp(36), dp(4)))
        Box(self.grabber, look.colour("outline"), dp(2))
        self.title = Voice(look, title, "title")
        self.cross = IconDisc(look, "close", self._close, on_art=False)
        self.column = Column(parts, gap=tokens.S)
        self.scroll = Scroll(look, self.column)
        for part in (self.ground, self.grabber, self.title, self.cross, self.scroll):
            self.add_widget(part)
        if foot is not None:
            self.add_widget(foot)
        self.bind(pos=self.arrange, size=self.arrange, lift=self._lifted)

    def _close(self) -> None:
        self.close()  # looked up on tap, since the app sets it when it opens the sheet

    # Coming and going

    def come(self) -> None:
        self.arrange()
        self.lift = 1.0
        self._move(0.0, "sheet up", lambda: None)

    def go(self, done: Do) -> None:
        self.leaving = True
        self._move(1.0, "sheet down", done)

    def settle(self) -> None:
        Animation.cancel_all(self, "lift")
        self.lift = 0.0

    def _move(self, to: float, name: str, done: Do) -> None:
        move = tokens.MOTION[name]
        if not self.look.motion:
            self.lift = to
            done()
            return
        way = Animation(lift=to, d=move.seconds, t=move.curve)
        way.bind(on_complete=lambda *_: done())
        way.start(self)

    def _lifted(self, *_: object) -> None:
        self._shift.y = -self.lift * self.ground.height
        self._veil_ink.a = tokens.VEIL_ALPHA * (1 - self.lift)

    # Places

    def arrange(self, *_: object) -> None:
        if self.width < 2:
            return
        left, _upper, right, lower = self.insets
        self._veil.pos, self._veil.size = self.pos, self.size
        wide = min(self.width - left - right, dp(WIDEST))
        x = self.x + left + (self.width - left - right - wide) / 2
        side = dp(20) if wide > dp(380) else dp(16)
        inner = wide - 2 * side
        self.cross.pos = (0, 0)
        head = max(self.title.fit(inner - dp(52)), dp(40))
        foot = self.foot.fit(inner) + dp(tokens.L) if self.foot is not None else 0.0
        body = self.scroll.needs(inner)
        pad, head, foot, most = self._give_way(head + dp(12), foot, min(body, dp(LEAST)))
        frame = pad + head + foot + lower + dp(tokens.L)
        shown = max(dp(LEAST), min(body, most - frame))
        high = frame + shown
        side_out = EDGE if wide + 1 > self.width and not self.look.contrast else 0.0
        out = EDGE if not self.look.contrast else 0.0
        self.ground.pos, self.ground.size = (x - side_out, self.y - out), (wide + 2 * side_out, high + out)
        top = self.y + high
        self.grabber.pos = (x + wide / 2 - dp(18), top - dp(12))
        title = top - pad - (head - dp(12)) / 2
        self.title.pos = (x + side, title - self.title.height / 2)
        self.cross.pos = (x + wide - side - dp(38), title - dp(20))
        self.scroll.show((x + side, top - pad - head - shown), inner, shown)
        if self.foot is not None:
            self.foot.pos = (x + side, self.y + lower + dp(tokens.L))
        self._lifted()

    def _give_way(self, head: float, foot: float, body: float) -> tuple[float, float, float, float]:
        """Top padding and heights of title, foot and sheet.

        If the keyboard leaves too little space, hide the title, then the foot, whose action Enter also runs.
        """
        _, upper, _, lower = self.insets
        pad, free = dp(28), self.height - upper
        room = free - lower - dp(tokens.L) - body
        typing = lower > dp(KEYBOARD)
        titled = not typing or pad + head + foot <= room - dp(40)
        footed = titled or dp(CLOSE) + foot <= room
        for part in (self.title, self.cross, self.foot):
            if part is not None:
                part.opacity = float(footed if part is self.foot else titled)
        if titled:
            return pad, head, foot, free - dp(40)
        return dp(CLOSE), 0.0, foot if footed else 0.0, free

    def refit(self, show: Any = None) -> None:
        """Lay out again after a change of height; scroll to `show` if given."""
        self.arrange()
        if show is not None:
            Clock.schedule_once(lambda _: self.scroll.bring(show), 0)

    # Touches

    def on_touch_down(self, touch: Any) -> bool:
        if self.leaving:  # swallow the second tap of a quick double tap
            Animation.stop_all(self, "lift")
            return True
        self.settle()
        if not self.ground.collide_point(*touch.pos):
            touch.ud["veil"] = self
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.ud.get("veil") is self:
            self.close()
            return True
        super().on_touch_up(touch)
        return True


Line = tuple[Text | str, Text | str, str, Do]
"""Label, second line, icon, action."""
Button = tuple[Text | str, str, Do | None]
"""Label, icon, action; with None it only closes the sheet."""


def open_menu(app: TablesideApp, look: Look, title: Text | str, lines: Iterable[Line],
              above: Iterable[Any] = ()
              ) -> None:
    """Open a menu; each line closes the sheet, then runs its action."""
    rows = [ListRow(look, text, second, icon, partial(app.close_sheet, do))
            for text, second, icon, do in lines]
    app.open_sheet(Sheet(look, title, [*above, Column(rows, gap=0)]))


def ask(app: TablesideApp, look: Look, title: Text | str, no: Button, yes: Button, parts: Iterable[Any] = (),
        on_close: Do | None = None) -> None:
    """Open a question with two buttons; each closes the sheet first."""
    buttons = [kind(look, words, icon, partial(app.close_sheet, do))
               for kind, (words, icon, do) in ((OutlineButton, no), (PrimaryButton, yes))]
    app.open_sheet(Sheet(look, title, parts, SideBySide(look, buttons), on_close=on_close))


def open_offer(app: TablesideApp, look: Look, title: Text | str, words: Iterable[Text | str],
               *buttons: Button) -> None:
    """Open a sheet with buttons below each other, the first one tonal; each closes the sheet first."""
    foot = [(OutlineButton if at else TonalButton)(look, label, icon, partial(app.close_sheet, do))
            for at, (label, icon, do) in enumerate(buttons)]
    app.open_sheet(Sheet(look, title, [Words(look, one, "body", "text2") for one in words], Column(foot)))


def tried(app: TablesideApp, action: Do, tell: Callable[[str], object] | None = None) -> bool:
    """Run the action; if it is refused or can't be saved, show why. `tell`: not as a notice."""
    from companion.core.play import NotSaved, RulesFailed
    try:
        action()
    except (Refused, RulesFailed, NotSaved) as error:
        (tell or app.tell)(str(error))
        return False
    return True


LONGEST = 40


def open_name(app: TablesideApp, look: Look, title: Text | str, name: str, button: Text,
              take: Callable[[str], object],
              after: Do | None = None, *, hint: Text | None = None, longest: int = LONGEST, rows: int = 1,
              shape: Callable[[str], str] | None = None) -> None:
    """`take` may refuse the name, with the reason below; `after` runs once the sheet closes.

    `shape` writes what was typed so far as it should look, while the cursor is at its end.
    """
    from companion.ui.widgets.controls.entry import TextEntry  # loads Kivy's text input, which no start needs

    def refuse(why: str) -> None:
        entry.refuse(why)
        sheet.refit(entry)

    def done(typed: str) -> None:
        if tried(app, lambda: take(typed.strip()), refuse):
            app.close_sheet(after)

    def reshape(_: object) -> None:
        text = entry.typing.text
        if shape is not None and shape(text) != text and entry.typing.cursor_index() == len(text):
            entry.typing.text = shape(text)

    later = Clock.create_trigger(reshape)  # Kivy moves the cursor after each letter
    entry = TextEntry(look, hint or say("Name"), name, "pencil-outline", on_enter=done, longest=longest,
                      rows=rows, on_type=None if shape is None else lambda _: later())
    sheet = Sheet(look, title, [entry], PrimaryButton(look, button, "check-bold", lambda: done(entry.text)))
    app.open_sheet(sheet)
    entry.focus()
