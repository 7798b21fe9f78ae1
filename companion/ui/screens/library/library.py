"""The library: go on with what is open, or take another box to the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.registry import BrokenPlugin
from companion.core.text import capital, count, say, spelled
from companion.services import when
from companion.services.evening import Listed
from companion.services.open_play import OpenPlay
from companion.ui.app.idle import idle
from companion.ui.app.prefetch import prepare
from companion.ui.drawing.stage_picture import stage_picture
from companion.ui.screens.damaged import open_damaged
from companion.ui.screens.ending import open_ending
from companion.ui.screens.file_exchange import hand_out, hand_out_everything, hand_out_text
from companion.ui.screens.library.adding import begin, open_add_game, sheet_covers
from companion.ui.screens.library.cards import OpenCard, OpenPlays, ResumeCard, play_title
from companion.ui.screens.plain import PlainPage
from companion.ui.screens.players.groups import open_group
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Grid, Wrap
from companion.ui.widgets.base.picture import cover_game
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Chip, Link, OutlineButton, TonalButton
from companion.ui.widgets.controls.headings import Heading
from companion.ui.widgets.controls.rows import CardBox, IconLine
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import AddGame, BrokenCover, GameCover

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class LibraryScreen(PlainPage):
    """The first screen. `all_open`: show every open play, not only the last."""

    place = "library"
    widest = 1080.0

    def __init__(self, app: TablesideApp, all_open: bool = False) -> None:
        super().__init__(app, app.look, say("Tableside"), actions=[("magnify", self.search)], role="headline wide")
        self.all_open = all_open
        self.column.gap = tokens.S
        self.opened: dict[int, OpenPlay] = {}
        self.grid = Grid(columns=2, gap=tokens.S)
        self.resume: ResumeCard | None = None
        self.row: OpenPlays | None = None
        self.covers, self._known = self._covers(), self._games()
        self._shown: object = None

    def entered(self) -> None:
        """Another play may have been begun, played on or ended meanwhile."""
        self.opened.clear()
        plays = [play for play in self.app.evening.plays() if not play.finished]
        if self._known != self._games():
            self.covers, self._known, self._shown = self._covers(), self._games(), None
        groups = self.app.evening.groups()
        shown = (plays, groups, self.all_open, self.app.evening.trouble, self.app.machine.clock.wall() // 3600)
        if shown != self._shown:
            self._shown = shown
            self._build(plays)

    def _games(self) -> object:
        """What the covers were made from: a sheet may have been saved, a pack added."""
        games = self.app.found.games
        return [*games, *((row.id, row.name, str(row.copy)) for game in games.values() if game.setup_page
                          for row in self.app.evening.copies(game.facts.id))]

    def closed(self) -> None:
        self.opened.clear()

    # Its parts

    def _build(self, plays: list[Listed]) -> None:
        self.opened.clear()
        known = [play for play in plays if play.known]
        strange = [play for play in plays if not play.known]
        first, others = (known[0], [*known[1:], *strange]) if known else (None, strange)
        self.resume = None if first is None else ResumeCard(self.look, self.app.evening, first, self._resume,
                                                            self._lay_out, self._end)
        self.row = OpenPlays(self.look, self.app.evening, others, self._resume, self._lost, self._end) \
            if others and (self.all_open or not known) else None
        parts = [self._trouble(), self.resume, self._heading(len(others), first is not None), self.row,
                 self._groups(), self.grid]
        self.grid.fill(self.covers)
        self.show([part for part in parts if part is not None])
        for card in (self.resume, *(self.row.cards if self.row else ())):
            if card is not None and card.play.known:
                idle.later(partial(self._prepare_stage, card))

    def _groups(self) -> Wrap | None:
        """Tables that come together again: one tap here, one on the box."""
        groups = self.app.evening.groups()
        chips = [Chip(self.look, group.name, "account-group-outline", partial(open_group, self.app, group))
                 for group in groups]
        return Wrap(chips, gap=tokens.S) if chips else None

    def _heading(self, others: int, resume: bool) -> Heading:
        look = self.look
        link = None
        if others and resume:
            words = count("One more play open", "{number} more plays open", others, number=capital(spelled(others)))
            link = Link(look, say("Show fewer") if self.all_open else words, do=self._toggle)
        if resume:
            return Heading(Words(look, say("Your games"), "answer"), link)
        return Heading(Words(look, say("Which box is on the table?"), "title"), link)

    def _covers(self) -> list[Any]:
        look, found = self.look, self.app.found
        covers: list[Any] = []
        for game in found.games.values():
            cover_game(game)
            covers += sheet_covers(self.app, look, game)
            covers.append(GameCover(look, game.facts, partial(self._new, game.facts.id)))
        covers += [BrokenCover(look, broken, partial(self._details, broken),
                               partial(self._export_log, broken)) for broken in found.broken]
        return [*covers, AddGame(look, lambda: open_add_game(self.app, look))]

    def _trouble(self) -> CardBox | None:
        """Saved plays that were damaged, or that can't be written: said before the first answer."""
        trouble = self.app.evening.trouble
        if trouble is None:
            return None
        look = self.look
        parts: list[Any] = [IconLine(look, trouble.sentence, "alert-circle-outline", role="body", icon_ink="loss")]
        if trouble.backup_from is not None:
            time = when.clock(trouble.backup_from)
            parts.append(TonalButton(look, say("Go on with the backup of {time}", time=time), do=self._dismiss))
            parts.append(OutlineButton(look, say("Start fresh, the old file is kept"), do=self._start_fresh))
        elif trouble.writable:
            parts.append(TonalButton(look, say("Start fresh"), do=self._dismiss))
        else:
            parts.append(TonalButton(look, say("Export everything"), "export-variant", self._export_everything))
        return CardBox(look, parts, "surface2")

    # Places

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        wide = inner / dp(1)
        self.grid.columns = 2 if wide < 620 else 3 if wide < 900 else 4
        if self.look.scale > 1.5 and wide < 420:
            self.grid.columns = 1
        if self.resume is not None:
            self.resume.aside = wide >= 600
        super().place_body(at, low, inner, high)

    # What happens

    def _new(self, game: str) -> None:
        begin(self.app, self.app.found.games[game])

    def _resume(self, play: Listed) -> None:
        opened = self._open_play(play)
        if opened is None:
            open_damaged(self.app, play.id, play_title(play))
        elif opened.play.misfit is not None:
            self.app.go("chronicle", opened=opened)
        else:
            self.app.go("table", opened=opened)

    def _lay_out(self, play: Listed) -> None:
        opened = self._open_play(play)
        if opened is None or opened.play.misfit is not None:
            self._resume(play)
        else:
            self.app.go("lay_it_out", opened=opened)

    def _end(self, play: Listed) -> None:
        open_ending(self.app, self.look, play)

    def _open_play(self, play: Listed) -> OpenPlay | None:
        if play.id not in self.opened:
            try:
                self.opened[play.id] = self.app.evening.resume(play.id)
            except Exception:  # whatever a game's rules stumble over, the library stands
                return None
        return self.opened[play.id]

    def _prepare_stage(self, card: ResumeCard | OpenCard) -> None:
        """The stage as it stands: first the play, then the pictures, then their picture, so that no frame is long."""
        opened = self._open_play(card.play) if self._seen(card) else None
        if opened is not None:
            prepare(opened.game)
            idle.later(partial(self._draw_stage, card))

    def _draw_stage(self, card: ResumeCard | OpenCard) -> None:
        opened = self._open_play(card.play) if self._seen(card) else None
        if opened is not None:
            wide, high = (max(32, int(side)) for side in card.picture.size)
            if _is_read(opened):
                texture = stage_picture(card.play.id, opened.play, (wide, high), int(card.covered()))
            else:
                texture = stage_picture(card.play.id, opened.play, (wide, max(high, int(wide * 0.58))))
            if texture is not None:
                card.picture.show(texture)

    def _seen(self, card: ResumeCard | OpenCard) -> bool:
        return self.parent is not None and card.parent is not None

    def _toggle(self) -> None:
        self.all_open = not self.all_open
        self.app.visits[-1].args["all_open"] = self.all_open
        self.entered()

    def search(self) -> None:
        self.app.go("search")

    def _lost(self, play: Listed) -> None:
        """A play whose game is not here."""
        words = Words(self.look, say("The game {game} is not installed right now. The play is kept, and opens again "
                                     "when the game is back.", game=play.game), "body", "text2")
        export = TonalButton(self.look, say("Export this play"), "export-variant",
                             lambda: hand_out(self.app, f"{play.game}.json",
                                              lambda: self.app.evening.export_play(play.id)))
        self.app.open_sheet(Sheet(self.look, play.game, [words], export))

    # Broken plugins and a broken store

    def _details(self, broken: BrokenPlugin) -> None:
        parts = [Words(self.look, broken.error, "body"), Words(self.look, broken.details, "support", "text2")]
        self.app.open_sheet(Sheet(self.look, broken.name, parts,
                                  TonalButton(self.look, say("Export log"), "export-variant",
                                              lambda: self._export_log(broken))))

    def _export_log(self, broken: BrokenPlugin) -> None:
        hand_out_text(self.app, f"{broken.name} log.txt", f"{broken.error}\n\n{broken.details}")

    def _export_everything(self) -> None:
        hand_out_everything(self.app)

    def _dismiss(self) -> None:
        self.app.evening.decided()
        self.entered()

    def _start_fresh(self) -> None:
        if self.app.evening.store.path is not None:
            self.app.evening.start_fresh()
            self.app.tell(say("A fresh start. The old file is kept beside the new one."))
            self.entered()


def _is_read(opened: OpenPlay) -> bool:
    """A score sheet: all of it is shown, and nothing lies on its numbers. A picture may lie under words, and be cut."""
    try:
        return not opened.game.stage and opened.play.view().sheet is not None
    except Exception:  # whatever a game's view stumbles over, the library stands
        return False
