"""The app: theme, services and navigation between screens."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, dp
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.utils import get_hex_from_color

from companion.core.game import Game
from companion.core.language import choose, hold_boxes, speak
from companion.core.registry import BUILT_IN, Found
from companion.core.setup import Person
from companion.core.text import Text, say
from companion.services.library import Library
from companion.services.packs import games_here
from companion.services.ports.machine import Machine, machine
from companion.services.start import ASSETS, data_home
from companion.services.store import SOON, Store, open_store
from companion.ui.app import focus
from companion.ui.app.device import Device, stop_typing, typing_in
from companion.ui.app.page import HOME, SCREENS, Insets, Layers, Page, Visit, after_this_frame, draw_now
from companion.ui.drawing.art import free_pictures, load_tokens, pictures
from companion.ui.drawing.letters import load_letters
from companion.ui.speed.idle import collector, idle, load, load_table, prepare
from companion.ui.theme import Look, fonts, tokens
from companion.ui.widgets.controls.sheet import Action, Notice, Place, Sheet
from companion.ui.widgets.displays.covers import cover_game, forget_coming

if TYPE_CHECKING:
    from companion.services.open_play import OpenPlay

log = logging.getLogger("tableside")

TABLET = 600.0  # dp of the shorter side
REST = 2.0  # seconds in the library before memory is collected
BACK, TAB, ENTER, SPACE = 27, 9, (13, 271), 32  # 27 is Escape on desktop and Back on Android
DIGITS, BACKSPACE = range(ord("1"), ord("9") + 1), 8
KEYPAD, LOCKS = range(256, 266), {"numlock", "capslock"}
SHORTCUTS = {"ctrl", "alt", "meta"}


def load_starter(game: Game[Any]) -> None:
    """A new play asks for the starter box, and importing it takes a frame."""
    game.boxes.starter()


def _scale_text(scale: float) -> None:
    """Only if it differs: Kivy would go through every widget."""
    if Metrics.fontscale != scale:
        Metrics.fontscale = scale


class TablesideApp(App):
    title = "Tableside"
    icon = str(ASSETS / "icon.png")
    theme_cls = ObjectProperty()
    """KivyMD's theme: its widgets look for it here. See `load_kivymd`."""

    def __init__(self, *, store: Path | None = None, ports: Machine | None = None, found: Found | None = None,
                 greets: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.store_path, self._found = store, found
        self.store: Store | None = None
        """Set by `WaitingApp` if another instance of the app had the plays."""
        self.machine = ports or machine()
        self._greets = greets
        self.page_error: Exception | None = None
        """Why a screen could not be opened."""
        self.visits: list[Visit] = []
        self.sheets: list[Sheet] = []
        self._system_scale = 1.0
        self.device = Device(self)
        self.remembers_window = False
        self.notice: Notice  # made with the look
        self.waiting: list[Person] = []
        """People seated on *New play* before Back, for the next such page."""

    # Starting and stopping

    def build(self) -> FloatLayout:
        fonts.register()
        path = self.store_path or data_home() / "tableside.db"
        self.home = path.parent
        store = self.store or open_store(path, SOON, to_write=True)
        self.found: Found = games_here(self._found, self.home)
        for game in self.found.games.values():
            cover_game(game)
        self.library = Library(store, self.found.games, self.machine.clock)
        self._system_scale = Metrics.fontscale
        # for KivyMD's widgets, whose boxes don't grow
        _scale_text(min(self._system_scale, tokens.CHROME_MOST))
        self.layers = Layers()
        self.layers.bind(size=self._resized)
        self.apply_settings()
        return self.layers

    def on_start(self) -> None:
        Window.bind(on_keyboard=self._any_key, keyboard_height=self.read_insets, focus=self.window_focus)
        Window.softinput_mode = ""  # pages make room for the keyboard themselves
        first = "welcome" if self._greets and self.library.is_new() else HOME
        if self.go(first) is None and self.page_error is not None:
            raise self.page_error  # the rescue page takes over
        for later in (0, 0.3, 1.0):  # Android reports its bars a few frames after the start
            Clock.schedule_once(self.read_insets, later)
        self.device.begin()
        if self.library.notice is not None:
            self.tell(self.library.notice)
        load_letters(self.look)
        load_table()
        load_tokens()
        for target in SCREENS.values():  # so first taps don't wait for imports
            load(target.partition(":")[0])
        load("kivy.core.clipboard")  # or the first text field searches for one
        for name in BUILT_IN.keys() & self.found.games.keys():
            idle.later(partial(load_starter, self.found.games[name]))
        idle.later(self.load_kivymd)
        idle.later(collector.freeze)
        collector.begin()

    def on_pause(self) -> bool:
        self.device.pause()
        if self.page is not None:
            self.page.paused()
            draw_now()
        self.library.pause()
        return True

    def on_resume(self) -> None:
        self.device.resume()

    def resumed(self) -> None:
        """Called with the first frame after resume, when drawing works again."""
        self.read_insets()
        self.apply_settings()
        if self.page is not None:
            self.page.resumed()

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._any_key, keyboard_height=self.read_insets, focus=self.window_focus)
        self.device.end()
        idle.forget()
        forget_coming()
        focus.clear()
        if self.page is not None:
            self.page.left()
        self.library.quit()
        _scale_text(self._system_scale)
        collector.end()

    # Appearance

    def apply_settings(self) -> None:
        """Reload the settings; rebuild screens if their look changed."""
        settings = self.library.settings()
        ports = self.machine
        ports.sound.on, ports.haptics.on = bool(settings["sound"]), bool(settings["vibration"])
        language = settings["language"] or choose(ports.languages())
        hold_boxes(settings["boxes"])
        speak(language)
        ports.speech.on, ports.speech.language = bool(settings["speech"]), language
        theme = tokens.theme_of(settings["theme"], ports.system_theme.is_dark(),
                                settings["contrast"] == "high")
        look = Look.of(theme, scale=settings["text_size"] / 100 * self._system_scale,
                       left_handed=settings["left_handed"], motion=settings["movement"])
        spoken = (look, language, settings["boxes"])
        if spoken == getattr(self, "_spoken", None):
            return
        self._spoken, self.look = spoken, look
        if self.theme_cls is not None:
            self.theme_cls.wear(look.roles, look.dark)
        Window.clearcolor = look.colour("background")
        ports.bars.show_on(look.dark, get_hex_from_color(look.colour("background"))[:7])
        self._make_again()

    def rescale(self, density: float) -> None:
        """Build the screens again with this many pixels per dp."""
        Metrics.density = density
        self._make_again()

    def load_kivymd(self) -> None:
        """KivyMD's theme, for pages of games; its 50 modules wait until after the first frame."""
        if self.theme_cls is None:
            try:
                from companion.ui.theme.kivymd_theme import Theme
                self.theme_cls = Theme(theme_style_switch_animation=False)
                self.theme_cls.wear(self.look.roles, self.look.dark)
            except Exception:  # no page of ours needs it
                log.exception("KivyMD could not be loaded")

    def look_for(self, game: Game[Any] | None) -> Look:
        if game is None:
            return self.look
        return replace(self.look, roles=tokens.roles_of(self.look.theme, game.facts), home=str(game.home))

    def _make_again(self) -> None:
        for sheet in self.sheets:
            self.layers.remove_widget(sheet)
        self.sheets.clear()
        if hasattr(self, "notice"):
            self.layers.remove_widget(self.notice)
        self.notice = Notice(self.look)
        if self.visits:
            self.show_again(every=True)
        self.layers.add_widget(self.notice)

    def show_again(self, every: bool = False) -> None:
        """Rebuild the top screen after its data changed; `every`: all open screens."""
        for visit in self.visits if every else self.visits[-1:]:
            self._close(visit)
            visit.page = None
        self._show_top()

    # Navigation

    @property
    def page(self) -> Page | None:
        return self.visits[-1].page if self.visits else None

    def go(self, name: str, **args: Any) -> Page | None:
        """Open a screen. `name`: one of SCREENS, or `module:Class` for a game's screen."""
        return self._enter(Visit(name, args))

    def go_instead(self, name: str, **args: Any) -> Page | None:
        """Replace the current screen, so Back skips it."""
        return self._enter(Visit(name, args), instead=True)

    def go_soon(self, name: str, *, instead: bool = False, **args: Any) -> Page | None:
        """Open a large screen in two frames: build it in this one, draw it in the next.

        Until then the window stays as it is, and takes no touch and no key."""
        return self._enter(Visit(name, args), instead, soon=True)

    def go_home(self, name: str = HOME, **args: Any) -> Page | None:
        keep = Visit(name, args)
        page = self._make(keep)
        if page is None:
            return None
        old, self.visits = self.visits, [keep]  # first, as closing pages check whether others use their play
        for visit in old:
            self._close(visit)
        self._show_top()
        return page

    def back(self) -> bool:
        """Close the top sheet or page, unless the page handles it. False if nothing is left."""
        if self.sheets:
            self.close_sheet()
            return True
        if self.page is not None and self.page.on_back():
            return True
        if len(self.visits) < 2:
            return False
        self._close(self.visits.pop())
        self._show_top()
        return True

    def to_table(self, opened: OpenPlay) -> None:
        """Close everything above this play's table, or open the table."""
        rest = list(self.visits)
        while rest and rest[-1].args.get("opened") is opened and rest[-1].name != "table":
            rest.pop()
        old = self.visits[len(rest):]
        if not (rest and rest[-1].name == "table"):
            rest.append(Visit("table", {"opened": opened}))
        self.visits = rest  # first, as closing pages check whether others use their play
        for visit in old:
            self._close(visit)
        self._show_top()

    def _enter(self, visit: Visit, instead: bool = False, *, soon: bool = False) -> Page | None:
        opened = visit.args.get("opened")
        if opened is not None and opened.votes_closed and visit.name != "table":
            visit = Visit("table", {"opened": opened})  # no other page may reveal the votes
        page = self._make(visit)
        if page is None:
            return None
        leaves = self.visits[-1] if instead and self.visits else None
        if soon:
            self.layers.wait()
            stop_typing()
            after_this_frame(lambda: self._arrive(visit, leaves))
        else:
            self._arrive(visit, leaves)
        return page

    def _arrive(self, visit: Visit, leaves: Visit | None) -> None:
        self.layers.go_on()
        if self.page is not None:
            self._put_away(self.page)
        if self.visits and self.visits[-1] is leaves:
            self._close(self.visits.pop())
        self.visits.append(visit)
        self._show_top()
        self._look_ahead(visit)

    def _look_ahead(self, visit: Visit) -> None:
        if visit.name == "new_play" and visit.args.get("game") in self.found.games:
            prepare(self.found.games[visit.args["game"]], pictures)
            idle.first([collector.renew])  # the table left for this one, before the game's modules come, too
        elif visit.name == "table":
            prepare(visit.args["opened"].game, pictures)
            idle.later(collector.freeze)

    def _make(self, visit: Visit) -> Page | None:
        """If the page can't be built, show a message and return None."""
        target = SCREENS.get(visit.name, visit.name)
        try:
            if self.visits:
                self.load_kivymd()
            module, _, name = target.partition(":")
            page: Page = getattr(import_module(module), name)(self, **visit.args)
        except Exception as error:
            self.page_error = error
            log.exception("the screen %s could not be opened", visit.name)
            self.tell(say("That page could not be opened. Everything else still works."))
            return None
        visit.page = page
        return page

    def _show_top(self) -> None:
        while self.page is None and self._make(self.visits[-1]) is None and len(self.visits) > 1:
            self.visits.pop()
        visit, page = self.visits[-1], self.page
        if page is None or page.parent is not None:
            return
        if games := {one.game() for one in self.visits} - {""}:
            free_pictures(games)
        page.size, page.insets = self.layers.size, self._insets()
        self.layers.add_widget(page, index=len(self.layers.children))
        page.arrange()
        self.machine.awake.keep(page.keeps_awake)
        self.machine.sound.place = visit.game()
        self.machine.secure.keep(False)  # pages with secrets turn it on
        page.entered()
        self.layers.appeared()
        self.notice.stand_soon()
        if visit.name == HOME:
            Clock.schedule_once(lambda _: idle.later(self._tidy), REST)

    def _tidy(self) -> None:
        """Collect garbage in the library only: by the idle moment someone may be playing."""
        if self.page is not None and self.visits[-1].name == HOME:
            free_pictures({self.page.at_hand()})
            collector.renew()

    def _put_away(self, page: Page) -> None:
        if page.parent is not None:
            focus.clear()
            self.layers.remove_widget(page)
            page.left()

    def _close(self, visit: Visit) -> None:
        if visit.page is not None:
            self._put_away(visit.page)
            visit.page.closed()
            opened = visit.args.get("opened")
            if opened is not None and not any(one.args.get("opened") is opened for one in self.visits):
                self.library.close(opened)

    # Sheets and messages

    def open_sheet(self, sheet: Sheet) -> Sheet:
        if self._locked() and self.page is not None:
            self.page.paused()  # no ballot stays open under a sheet
        sheet.size, sheet.insets = self.layers.size, self._insets()
        sheet.close = self.close_sheet
        self.sheets.append(sheet)
        self.layers.add_widget(sheet)
        self.layers.appeared()
        focus.clear()
        sheet.come()
        self.notice.stand_soon()
        return sheet

    def close_sheet(self, then: Callable[[], object] | None = None) -> None:
        if not self.sheets:
            return
        sheet = self.sheets.pop()
        self.layers.appeared()

        def gone() -> None:
            self.layers.remove_widget(sheet)
            self.notice.stand_soon()
            stop_typing()
            if sheet.on_close is not None:
                sheet.on_close()
            if then is not None:
                then()
        sheet.go(gone)

    def tell(self, text: Text | str, action: Action | None = None) -> None:
        """Show a message, replacing the last one. `action`: a word to tap and its callback."""
        self.layers.remove_widget(self.notice)
        self.layers.add_widget(self.notice)
        self.notice.show(text, self.place_of_notice, None if action is None else self._once(*action))

    def _once(self, word: Text, do: Callable[[], object]) -> Action:
        """The action, safe from a double tap, as its button uncovers what lies below."""
        def act() -> None:
            do()
            self.layers.appeared()
        return word, act

    def place_of_notice(self) -> Place:
        """The page may change while the message is shown."""
        if self.sheets or self.page is None:
            top = float(self.layers.height - self._insets()[1] - dp(64))
            return 0.0, top, float(self.layers.width), False
        return self.page.notice_place()

    @property
    def is_tablet(self) -> bool:
        return bool(self.machine.is_phone and min(self.layers.size) >= dp(TABLET))

    def noise(self, name: str, buzz: int = 0) -> None:
        self.machine.sound.play(name)
        if buzz:
            self.machine.haptics.buzz(buzz)

    # Window

    def _resized(self, *_: object) -> None:
        self.read_insets()
        for sheet in self.sheets:
            sheet.size = self.layers.size

    def _insets(self) -> Insets:
        left, top, right, bottom = self.machine.insets.read()
        return (float(left), float(top), float(right),
                float(max(bottom, Window.keyboard_height, self.device.covered)))

    def read_insets(self, *_: object) -> None:
        insets = self._insets()
        if self.page is not None:
            self.page.take_insets(insets)
        for sheet in self.sheets:
            sheet.insets = insets
            sheet.arrange()

    def window_focus(self, _: Any, focused: bool) -> None:
        if not focused and self.page is not None:
            self.page.paused()

    def _locked(self) -> bool:
        return self.page is not None and self.page.locked() and not self.sheets

    def _answer(self, number: int) -> bool:
        """Answer by key, but ignore repeated presses right after new content appears."""
        if self.page is None or self.sheets:
            return False
        return self.layers.just_appeared() or self.page.on_answer_key(number)

    def _any_key(self, *pressed: Any) -> bool:
        return self.layers.waits or self._key(*pressed)

    def _key(self, _: Any, key: int, __: int, text: str | None, modifiers: list[str]) -> bool:
        if key in KEYPAD:
            text = str(key - KEYPAD[0])
            key = ord(text)
        plain = not SHORTCUTS & set(modifiers) and key in (TAB, SPACE, *ENTER, *DIGITS, *focus.ARROWS)
        if not plain and self._locked():
            if key == BACK and self.page is not None and not self.machine.is_phone:
                self.page.paused()  # Escape closes a ballot that nobody holds open
            return True
        if key == BACK:
            return self.back()
        top = self.sheets[-1] if self.sheets else self.page
        if top is None:
            return False
        typing = typing_in()
        if typing is None and self.device.desk.key(top, key, text, modifiers):
            return True
        leaves = typing is None or (not typing.multiline and focus.ARROWS.get(key, (1, 0))[1])
        if key == TAB or (key in focus.ARROWS and leaves):
            return focus.move(top, key, backward="shift" in modifiers)
        held = set(modifiers) - LOCKS
        if typing is None and (key in ENTER or key == SPACE):
            return focus.tap() or (key in ENTER and self._answer(0))
        if typing is None and not held and not self.sheets and self.page is not None:
            if self.page.on_typed("\b" if key == BACKSPACE else text or ""):
                return True
            if text and text in "123456789":
                return self._answer(int(text))
        if held == {"ctrl"} and text and self.page is not None and not self.sheets:
            # a field undoes its own typing
            return (typing is None or text not in "zy") and self.page.on_shortcut(text)
        return False
