"""The app for game authors: reloads a game's folder when files are saved."""

import logging
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.core.engine.boundary import GameFailed, authors
from companion.core.game import Game
from companion.core.text import Refused, Text, count, say
from companion.services.open_play import OpenPlay
from companion.services.workshop import GameFolder, Workbench, open_log, why_not
from companion.ui.app.tableside import TablesideApp
from companion.ui.widgets.controls.sheet import Notice, tried
from companion.ui.widgets.displays.covers import cover_game

log = logging.getLogger("tableside")
BETWEEN_LOOKS = 0.25
FOLDER = "workshop"
"""A separate store, so test plays stay out of the library."""


class Lasting(Notice):
    def show(self, *args: Any, **named: Any) -> None:
        super().show(*args, **named)
        self._going.cancel()


class Workshop:
    def __init__(self, app: TablesideApp, bench: Workbench) -> None:
        self.app, self.bench = app, bench
        self.fault: Text | None = None
        """The last save's error; open plays keep the previous rules."""
        self._words: Text | None = None
        self._notice: Lasting | None = None
        self._over: Any = None

    def begin(self) -> None:
        folder = self.bench.folder
        if folder is not None:
            author = partial(why_not, folders=[folder.folder])
            authors.append(author)
            self.app.bind(on_stop=lambda _: authors.remove(author))
            cover_game(self.app.found.games[folder.id])
            Clock.schedule_interval(self.look, BETWEEN_LOOKS)
        if self.bench.log is not None:
            tried(self.app, partial(self._open_log, self.bench.log))
        elif folder is not None:
            self._open_last(folder.id)

    def _open_log(self, text: bytes) -> None:
        opened, sentence = open_log(self.app.library, text, self.bench.at)
        self.app.go("table", opened=opened)
        if sentence is not None:
            self.app.tell(sentence)

    def _open_last(self, game: str) -> None:
        left = [play for play in self.app.library.open_plays() if play.game == game]
        try:
            if left:
                self.app.go("table", opened=self.app.library.resume(left[0].id))
                return
        except Refused:  # the new rules can't start it; it stays in the library
            log.info("the last play could not be opened", exc_info=True)
        self.app.go(self.app.found.games[game].setup_page or "new_play", game=game)

    # Watching

    def look(self, _: float) -> None:
        folder = self.bench.folder
        if folder is not None and folder.saved():
            try:
                self._take(folder.load(), folder)
            except Refused as refused:
                self._say(refused.refusal.why)
        elif self.fault is not None and self._over is not self.app.page:
            self._say(self.fault, self._words)  # move it to fit the new page

    def _take(self, game: Game[Any], folder: GameFolder) -> None:
        """Replay every open play under the new rules; if one can't start, keep the old rules."""
        app, old = self.app, self.app.found.games[folder.id]
        app.found.games[folder.id] = game
        try:
            new = {id(one): app.library.reopen(one) for one in self._opened(folder.id)}
        except Refused as refused:
            app.found.games[folder.id] = old
            folder.back()
            cause = refused.__cause__ if isinstance(refused, GameFailed) else None
            self._say(refused.refusal.why if cause is None else why_not(cause, [folder.folder]))
            return
        cover_game(game)
        for visit in app.visits:
            if id(visit.args.get("opened")) in new:
                visit.args["opened"] = new[id(visit.args["opened"])]
        self._show(list(new.values()))

    def _opened(self, game: str) -> list[OpenPlay]:
        every = {id(opened): opened for visit in self.app.visits
                 if (opened := visit.args.get("opened")) is not None}
        return [opened for opened in every.values() if opened.game.facts.id == game]

    def _show(self, opened: list[OpenPlay]) -> None:
        """Show the plays again; a result that is no longer final becomes its table."""
        app = self.app
        self._mended()
        while app.sheets:
            app.close_sheet()
        if app.visits[-1].name == "result" and not app.visits[-1].args["opened"].over():
            app.visits.pop()
        app.show_again(every=True)
        fault = next((why for one in opened if (why := self._fails(one)) is not None), None)
        if fault is not None:
            self._say(fault, say("{fault}", fault=fault))
        elif opened and opened[0].changed is None:
            answers = opened[0].play.position()
            if answers:
                app.tell(count("Loaded again, one answer replayed.", "Loaded again, {n} answers replayed.",
                               answers))
            else:
                app.tell(say("Loaded again."))

    def _fails(self, opened: OpenPlay) -> Text | None:
        """Why a play can't be shown under the new rules."""
        if opened.play.misfit is not None:
            return say("{misfit}", misfit=str(opened.play.misfit))
        try:
            opened.play.view()
        except GameFailed as failed:
            return failed.refusal.why
        return None

    def _say(self, fault: Text, words: Text | None = None) -> None:
        self._mended()
        self.fault, self._words, self._over = fault, words, self.app.page
        self._notice = Lasting(self.app.look)
        self.app.layers.add_widget(self._notice)
        if self.app.page is not None:
            self._notice.show(words
                              or say("{fault} The play continues with the previous rules.", fault=fault),
                              self.app.page.notice_place)

    def _mended(self) -> None:
        if self._notice is not None:
            self.app.layers.remove_widget(self._notice)
        self.fault = self._notice = None


def make_workshop(bench: Workbench, place: Path, **kwargs: Any) -> TablesideApp:
    home = place / FOLDER
    home.mkdir(parents=True, exist_ok=True)
    app = TablesideApp(store=home / "tableside.db", found=bench.found, **kwargs)
    shop = Workshop(app, bench)
    app.bind(on_start=lambda *_: Clock.schedule_once(lambda _: shop.begin(), 0))  # after the first page
    return app
