"""Settings: appearance, sound, handling, backup and about; the lists of licences, games and plugins."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import metadata
from typing import Any

from kivy.core.window import Window

from companion import __version__
from companion.core.game import Game
from companion.core.language import offered
from companion.core.registry import BUILT_IN, BrokenPlugin
from companion.core.text import Text, count, in_a_row, language_name, percent, say
from companion.core.values import Json
from companion.services.about import MADE_OF, notices
from companion.services.home import players_and_minutes
from companion.ui.app.focus import toggle_full_screen
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import (
    can_put_away,
    hand_out,
    hand_out_everything,
    hand_out_history,
    load_again,
    put_away,
    take_file,
)
from companion.ui.screens.plain import PlainPage, this_device
from companion.ui.theme import tokens
from companion.ui.widgets import Column, OutlineButton, TonalButton, Voice, Words, shown
from companion.ui.widgets.controls.rows import (
    CardBox,
    ChoiceRow,
    Divider,
    Heading,
    IconLine,
    ListRow,
    SwitchRow,
)
from companion.ui.widgets.controls.sheet import Sheet, tried

SIZES = (100, 115, 130, 150, 175, 200)
SWITCHES = (
    ("sound", say("Sound"), say("Ticks, chime and taps."), "volume-high"),
    ("vibration", say("Vibration"), say("A short buzz for each answer and in the last seconds."), "vibrate"),
    ("speech", say("Speech"), say("Reads each question with its answers; hold an answer to hear it. "
                                  "Blind players join by browser, where a screen reader works."),
     "account-voice"),
    # Translators: animations
    ("movement", say("Movement"), say("Pawns walk, sheets slide, sails turn. Off: everything stands still."),
     "animation-outline"),
    ("left_handed", say("Left-handed"), say("Swap the sides of the main button and the "
                                            "panel."), "hand-back-left-outline"),
)


class SettingsScreen(PlainPage):
    """`scroll`: the position before a theme change rebuilt the page."""

    place, gap = "settings", tokens.M
    full: SwitchRow | None = None

    def __init__(self, app: TablesideApp, scroll: float = 1.0) -> None:
        super().__init__(app, app.look, say("Settings"), role="headline wide")
        self.start = scroll
        about = ListRow(self.look, say("About and licences"), say("Tableside {version}", version=__version__),
                        "information-outline", self._open_about)
        self.show([*self._looks(), *self._switches(), *self._data(), about])

    def entered(self) -> None:
        self.scroll.scroll_y = self.start
        Window.bind(fullscreen=self._follow_window)

    def left(self) -> None:
        Window.unbind(fullscreen=self._follow_window)
        self.remember(scroll=self.scroll.scroll_y)

    def _follow_window(self, _: object, full: object) -> None:
        if self.full is not None:
            self.full.switch.set(bool(full))

    # Parts

    def _looks(self) -> list[Any]:
        look, now = self.look, self.app.library.settings()
        system = say("Same as {here}", here=this_device(self.app))
        themes = (("system", system), ("light", say("Light")), ("dark", say("Dark")))
        parts: list[Any] = [
            self._heading(say("Appearance")),
            ChoiceRow(look, say("Theme"), say("The games' pictures stay the same."), themes, now["theme"],
                      partial(self._set, "theme")),
            SwitchRow(look, say("High contrast"),
                      say("Black or white backgrounds, an outline round every answer."),
                      now["contrast"] == "high",
                      lambda on: self._set("contrast", "high" if on else "normal")),
            ChoiceRow(look, say("Text size"), say("For questions, answers and lists. Bars grow less."),
                      [(size, percent(size)) for size in SIZES],
                      min(SIZES, key=lambda one: abs(one - now["text_size"])),
                      partial(self._set, "text_size")),
            CardBox(look, [Voice(look, say("Cleo picks: is it Ana’s card?"), "headline"),
                           Words(look, say("This is how questions will look."), "body", "text2")]),
        ]
        if not self.app.machine.is_phone:
            self.full = SwitchRow(look, say("Full screen"), say("F11 does the same."),
                                  bool(Window.fullscreen), toggle_full_screen)
            parts.append(self.full)
        found = offered()
        if len(found) > 1:
            choices: list[tuple[str, Text | str]] = [("", system)]
            choices += [(one, language_name(one)) for one in found]
            parts.append(ChoiceRow(look, say("Language"), "", choices, now["language"],
                                   partial(self._set, "language")))
        return parts

    def _switches(self) -> list[Any]:
        now = self.app.library.settings()
        rows = [SwitchRow(self.look, label, sentence, bool(now[key]), partial(self._set, key), icon)
                for key, label, sentence, icon in SWITCHES if key != "vibration" or self.app.machine.is_phone]
        return [Divider(self.look), self._heading(say("Sound, touch and hand")), *rows]

    def _data(self) -> list[Any]:
        look, found = self.look, self.app.found
        if found.broken:
            games = say("{n} games; not loaded: {broken}", n=len(found.games), broken=len(found.broken))
        else:
            games = say("{n} games", n=len(found.games))
        rows = [
            ListRow(look, say("Export everything"),
                    say("Plays, people, boxes and settings; photos if you like"),
                    "export-variant", partial(hand_out_everything, self.app)),
            ListRow(look, say("History as a table"), say("A CSV file for a spreadsheet; it can come back"),
                    "table", partial(hand_out_history, self.app)),
            ListRow(look, say("Import a file"),
                    say("From another phone, a backup, BG Stats or a CSV table"),
                    "import", lambda: take_file(self.app, say("Import a file"), self.app.apply_settings)),
            ListRow(look, say("My boxes"), say("What your boxes hold"), "package-variant-closed",
                    lambda: self.app.go("boxes")),
            ListRow(look, say("Games and plugins"), games, "puzzle-outline", lambda: self.app.go("plugins")),
        ]
        return [Divider(look), self._heading(say("Your data")), Column(rows, gap=0)]

    def _heading(self, words: Any) -> Heading:
        return Heading(Words(self.look, words, "kicker", "primary"))

    # Actions

    def _set(self, key: str, value: Json) -> None:
        if not tried(self.app, lambda: self.app.library.set(key, value)):
            return
        self.app.apply_settings()
        if key == "sound" and value:
            self.app.noise("chime")
        if key == "vibration" and value:
            self.app.machine.haptics.buzz(40)

    def _open_about(self) -> None:
        look = self.look
        lead = say("Keeps score and referees a real board game. Nothing leaves {here} unless you share it.",
                   here=this_device(self.app))
        parts: list[Any] = [IconLine(look, lead, "shield-check-outline", role="body")]
        for title, words in MADE_OF:
            parts.append(Column([Words(look, title, "answer"), Words(look, words, "support", "text2")],
                                gap=0))
        every = TonalButton(look, say("All licences"), "book-open-variant",
                            lambda: self.app.close_sheet(lambda: self.app.go("licences")))
        self.app.open_sheet(Sheet(look, say("About"), [Column(parts, gap=tokens.L)], every))


class LicencesScreen(PlainPage):
    """All parts that Tableside includes, or the whole notice of one: `part`."""

    widest = 720.0

    def __init__(self, app: TablesideApp, part: str = "") -> None:
        super().__init__(app, app.look, part or say("All licences"))
        self.part = part

    def parts(self) -> list[Any]:
        self.long.begin(self._text() if self.part else self._rows())
        return [self.long]

    def _rows(self) -> Iterator[ListRow]:
        for title, (first, *_) in notices().items():
            second = "" if "\n" in first else first
            yield ListRow(self.look, title, second, "script-text-outline",
                          partial(self.app.go, "licences", part=title), tone="surface")

    def _text(self) -> Iterator[Words]:
        for words in notices()[self.part]:
            yield Words(self.look, words, "body", "text2")


def package_words(game: Game[Any]) -> str:
    module = type(game).__module__.partition(".")[0]
    if game.facts.id in BUILT_IN:
        return ""
    for name in metadata.packages_distributions().get(module, [module]):
        with suppress(metadata.PackageNotFoundError):
            return f"{name} {metadata.version(name)}"
    return module


class PluginsScreen(PlainPage):
    widest = 720.0

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look, say("Games and plugins"))

    def parts(self) -> list[Any]:
        look, app, found = self.look, self.app, self.app.found
        parts: list[Any] = [self._row(game) for game in found.games.values()]
        if found.broken:
            parts += [Divider(look), Heading(Words(look, say("Could not be loaded"), "kicker", "loss"))]
            parts += [ListRow(look, broken.name, broken.error, "puzzle-remove-outline",
                              partial(open_broken, app, broken)) for broken in found.broken]
        packs = say("A game pack is a .tableside file. Open it from the library with Add a game.")
        docs = say("How to write one: docs/adding-a-game.md in the project.")
        return [*parts, Divider(look), Heading(Words(look, say("Add a game"), "kicker", "primary")),
                CardBox(look, [IconLine(look, packs, "package-variant-closed-plus", role="body"),
                               IconLine(look, docs, "book-open-variant", role="body")])]

    def _row(self, game: Game[Any]) -> ListRow:
        origin = package_words(game) or str(say("comes with Tableside"))
        return ListRow(self.look, game.facts.title, in_a_row(players_and_minutes(game.facts), origin),
                       game.facts.icon, lambda: self._about(game))

    def _about(self, game: Game[Any]) -> None:
        look, facts = self.look, game.facts
        parts: list[Any] = [Words(look, facts.blurb, "body"),
                            IconLine(look, players_and_minutes(facts), "account-group-outline")]
        if facts.maker:
            parts.append(IconLine(look, say("The box is by {maker}.", maker=facts.maker),
                                  "package-variant-closed"))
        parts.append(IconLine(look, count("{n} numbered rule", "{n} numbered rules", len(game.rulebook())),
                              "book-open-variant"))
        rules = TonalButton(look, say("Its rules"), "book-open-variant",
                            lambda: self.app.close_sheet(lambda: self.app.go("rules", game=facts.id)))
        away = OutlineButton(look, say("Remove this pack"), "package-variant-closed-minus",
                             lambda: self.app.close_sheet(lambda: put_away(self.app, facts.id, facts.title)))
        foot = Column(shown((rules, True), (away, can_put_away(self.app, game))))
        self.app.open_sheet(Sheet(look, facts.title, parts, foot))


def open_broken(app: TablesideApp, broken: BrokenPlugin) -> None:
    look = app.look
    parts = [Words(look, broken.error, "body"), Words(look, broken.details, "support", "text2")]
    export = TonalButton(look, say("Export log"), "export-variant", partial(export_log, app, broken))
    foot: list[Any] = [export]
    if broken.aside:
        foot.insert(0, TonalButton(look, say("Try again"), "play-outline",
                                   lambda: app.close_sheet(lambda: load_again(app, broken))))
    if broken.id:
        foot.append(OutlineButton(look, say("Remove this pack"), "package-variant-closed-minus",
                                  lambda: app.close_sheet(lambda: put_away(app, broken.id, broken.name))))
    app.open_sheet(Sheet(look, broken.name, parts, Column(foot)))


def export_log(app: TablesideApp, broken: BrokenPlugin) -> None:
    hand_out(app, f"{broken.name} log.txt", lambda: f"{broken.error}\n\n{broken.details}")
