"""The library: continue an open play or start another game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.engine.boundary import logged
from companion.core.game import Facts, Game
from companion.core.text import in_a_row, say
from companion.services import when
from companion.services.evening.tonight import tonight, words_of
from companion.services.home import more_open, sheets, shown_points
from companion.services.library import Library, Listed
from companion.ui.drawing.art import pictures
from companion.ui.screens.plain import PlainPage
from companion.ui.speed.idle import idle, prepare
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Chip,
    Do,
    IconDisc,
    Link,
    OutlineButton,
    PrimaryButton,
    TonalButton,
    Voice,
    Words,
)
from companion.ui.widgets.base.flow import Column, Grid, Row, SideRow, Wrap
from companion.ui.widgets.controls.rows import CardBox, Heading, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import (
    AddGame,
    Badge,
    BrokenCover,
    CoverArt,
    GameCover,
    Pictured,
    Scores,
    name_cover,
)

if TYPE_CHECKING:  # what only a tap needs is imported by the tap
    from companion.services.history import Group
    from companion.services.open_play import OpenPlay
    from companion.ui.app.tableside import TablesideApp


def begin(app: TablesideApp, game: Game[Any], **about: Any) -> None:
    app.go(game.setup_page or "new_play", game=game.facts.id, **about)


def games_of(app: TablesideApp, game: Game[Any]) -> Iterator[tuple[Facts, Do, str]]:
    """The saved sheets of the game, then the game itself: what it is, how it starts, and its cover's name."""
    for facts, box in sheets(app.library, game):
        yield facts, partial(begin, app, game, box=box), f"{game.facts.id}/{box}"
    yield game.facts, partial(begin, app, game), game.facts.id


def open_add_game(app: TablesideApp, look: Look) -> None:
    from companion.ui.screens.file_exchange import take_file
    from companion.ui.widgets.controls.sheet import open_menu
    open_menu(app, look, say("Add a game"), [
        *((game.facts.title, game.facts.blurb, game.facts.icon, partial(begin, app, game))
          for game in app.found.games.values() if game.setup_page),
        (say("A game pack"), say("A .tableside file from the game's author"),
         "package-variant-closed-plus", lambda: take_file(app, say("Open a game pack"), lambda: None)),
        (say("Games and plugins"), say("What is installed, and how to write one"), "puzzle-outline",
         lambda: app.go("plugins"))])


Open = Callable[[Listed], None]
LOWEST = 124.0
"""Minimum picture height in dp: fits one row of a score sheet with its header."""
WHOLE = 180.0
"""A stage fits into a picture of this height in dp, so it isn't cropped."""
PACKED_AWAY = 6 * 3600.0  # seconds after which the box is probably packed away


def play_title(play: Listed) -> str:
    return play.title or play.game


class ResumeCard(Pictured):
    """On wide screens the picture is at the left."""

    wide = False

    def __init__(self, look: Look, library: Library, play: Listed, do: Open, lay_out: Open,
                 end: Open) -> None:
        self.play = play
        self.badge = Badge(look, when.left_at(play.touched, library.clock.wall()), "bookmark-outline")
        self.title = Voice(look, play_title(play), "title")
        self.second = Words(look, play.subtitle, "support", "text2")
        self.scores = Scores(look, [(person.colour, person.name) for person in play.people],
                             shown_points(play), token=26)
        self.button = PrimaryButton(look, say("Resume"), "play", lambda: do(play), high=48.0, pad=14.0)
        # a play's modules: not before an empty library's first frame
        from companion.services.by_hand import is_packed
        packed = library.clock.wall() - play.touched > PACKED_AWAY or is_packed(library, play.id)
        self.lay_out = None
        if packed:
            self.lay_out = Link(look, say("Lay it out again"), "check-all", lambda: lay_out(play))
        self.menu = IconDisc(look, "dots-vertical", lambda: end(play))
        self.beside, self.below = Row([], self.scores), Column([])
        super().__init__(look, play.game, 0.35, lambda: do(play), (), pad=16, air=14, focus=0.6)
        self.add_widget(self.badge)
        self.add_widget(self.menu)

    def fit(self, width: float) -> float:
        self.aside, self.lowest = 0.0, dp(LOWEST)
        if self.wide:
            self.aside, self.lowest = width * 0.5, max(dp(190), width * 0.16)
        inner = width - self.aside - dp(32)
        one_line = self.scores.hug(inner) + self.button.hug(inner) + dp(8) <= inner
        foot = self.beside if one_line else self.below
        foot.fill([self.scores, self.button])
        parts = [self.title, self.second, foot]
        if self.lay_out is not None:
            parts.append(Wrap([self.lay_out]))
        self.words.fill(parts)
        self.badge.hug((self.aside or width) - dp(32) - dp(48))
        return super().fit(width)

    def arrange(self) -> None:
        super().arrange()
        self.badge.pos = (self.x + dp(16), self.top - dp(14) - self.badge.height)
        self.menu.pos = (self.x + self.picture.width - dp(48), self.top - dp(48))

    def covered(self) -> float:
        """How much of the picture's top the words cover."""
        return float(dp(14) + self.badge.height)


class OpenCard(Pictured):
    def __init__(self, look: Look, play: Listed, do: Open, end: Open) -> None:
        self.play, self.text = play, play_title(play)
        self.menu = IconDisc(look, "dots-vertical", lambda: end(play))
        second = play.subtitle if play.known else say("This game is not installed")
        super().__init__(look, play.game, 0.42, lambda: do(play), [
            Voice(look, self.text, "card title"), Words(look, second, "support", "text2"),
            Words(look, in_a_row(*play.names), "support", "text2")], grey=not play.known)
        self.add_widget(self.menu)

    def covered(self) -> float:
        return 0.0

    def arrange(self) -> None:
        super().arrange()
        self.menu.pos = (self.right - dp(48), self.top - dp(48))


class OpenPlays(SideRow):
    """As wide as the covers below, unless one cover fills the row."""

    def __init__(self, look: Look, plays: list[Listed], grid: Grid, do: Open, lost: Open, end: Open) -> None:
        self.grid = grid
        self.cards = [OpenCard(look, play, do if play.known else lost, end) for play in plays]
        super().__init__(self.cards)

    def fit(self, width: float) -> float:
        columns = self.grid.columns
        each = (width - dp(tokens.S) * (columns - 1)) / columns if columns > 1 else width * 0.8
        high = max(card.fit(each) for card in self.cards)
        for card in self.cards:
            card.height = high
        return super().fit(width)


class LibraryScreen(PlainPage):
    """`all_open`: show every open play, not only the last."""

    place = "library"
    widest = 2200.0

    def __init__(self, app: TablesideApp, all_open: bool = False) -> None:
        super().__init__(app, app.look, say("Tableside"), actions=[("magnify", partial(app.go, "search"))],
                         role="headline wide")
        self.all_open = all_open
        self.opened: dict[int, OpenPlay] = {}
        self.grid = Grid(columns=2, gap=tokens.S)
        self.resume: ResumeCard | None = None
        self.row: OpenPlays | None = None
        self.covers, self._known = self._covers(), self._games()
        self._shown: object = None
        self._night: tuple[str, str, int] | None = None

    def entered(self) -> None:
        self.opened.clear()
        plays = self.app.library.open_plays()
        if self._known != self._games():
            self.covers, self._known, self._shown = self._covers(), self._games(), None
        groups = self.app.library.groups()
        self._night = self._lately()
        shown = (plays, groups, self.all_open, self._night, self.app.library.store.trouble,
                 self.app.machine.clock.wall() // 3600)
        if shown != self._shown:
            self._shown = shown
            self._build(plays)

    def _games(self) -> object:
        """What the covers depend on, to notice new sheets and packs."""
        games = self.app.found.games
        return [*games, *((row.id, row.name, str(row.box)) for game in games.values() if game.setup_page
                          for row in self.app.library.boxes(game.facts.id))]

    def closed(self) -> None:
        self.opened.clear()

    def at_hand(self) -> str:
        return "" if self.resume is None else self.resume.play.game

    # Parts

    def _build(self, plays: list[Listed]) -> None:
        known = [play for play in plays if play.known]
        strange = [play for play in plays if not play.known]
        first, others = (known[0], [*known[1:], *strange]) if known else (None, strange)
        self.resume = None
        if first is not None:
            self.resume = ResumeCard(self.look, self.app.library, first, self.open_play,
                                     partial(self.open_play, page="lay_it_out"), self._end)
        if others and (self.all_open or not known):
            self.row = OpenPlays(self.look, others, self.grid, self.open_play, self._lost, self._end)
        else:
            self.row = None
        heading = self._heading(len(others), first is not None)
        parts = [self._trouble(), self._tonight(), self.resume, heading, self.row, self._groups(), self.grid]
        self.grid.fill(self.covers)
        self.show([part for part in parts if part is not None])
        for card in (self.resume, *(self.row.cards if self.row else ())):
            if card is not None and card.play.known:
                idle.later(partial(self._prepare_stage, card))

    def _lately(self) -> tuple[str, str, int] | None:
        """What was played tonight, who won most, and the play if it is the only one."""
        with logged("what was played tonight could not be read"):
            night = tonight(self.app.library)
            if night is not None:
                title, wins = words_of(night, self.app.library)
                only = night.plays[0].id if len(night.plays) == 1 else 0
                return str(title), str(wins).rstrip("."), only
        return None

    def _tonight(self) -> ListRow | None:
        if self._night is None:
            return None
        title, wins, only = self._night
        return ListRow(self.look, title, wins, "podium", partial(self._open_night, title, only),
                       tone="surface")

    def _open_night(self, title: str, only: int) -> None:
        if not only:
            self.app.go("tonight")
            return
        from companion.ui.screens.plays import open_play
        open_play(self.app, only, title)

    def _groups(self) -> Wrap | None:
        chips = [Chip(self.look, group.name, "account-group-outline", partial(self._open_group, group))
                 for group in self.app.library.groups()]
        return Wrap(chips, gap=tokens.S) if chips else None

    def _open_group(self, group: Group) -> None:
        from companion.ui.screens.players import open_group
        open_group(self.app, group)

    def _heading(self, others: int, resume: bool) -> Heading:
        look = self.look
        link = None
        if others and resume:
            link = Link(look, say("Show fewer") if self.all_open else more_open(others), do=self._toggle)
        if resume:
            return Heading(Words(look, say("Your games"), "answer"), link)
        return Heading(Words(look, say("Which box is on the table?"), "title"), link)

    def _covers(self) -> list[Any]:
        look, found = self.look, self.app.found
        covers: list[Any] = []
        for game in found.games.values():
            for facts, do, name in games_of(self.app, game):
                if facts is not game.facts:
                    name_cover(name, CoverArt(facts.dark, facts.icon))
                covers.append(GameCover(look, facts, do, name))
        if found.broken:
            from companion.ui.screens.file_exchange import load_again
            from companion.ui.screens.settings import export_log, open_broken
            covers += [BrokenCover(look, broken, *(partial(do, self.app, broken)
                                                   for do in (open_broken, export_log, load_again)))
                       for broken in found.broken]
        return [*covers, AddGame(look, lambda: open_add_game(self.app, look))]

    def _trouble(self) -> CardBox | None:
        """Warn about damaged or unwritable plays before anyone plays."""
        trouble = self.app.library.store.trouble
        if trouble is None:
            return None
        look = self.look
        parts: list[Any] = [IconLine(look, trouble.sentence, "alert-circle-outline", role="body",
                                     icon_ink="loss")]
        if trouble.backup_from is not None:
            time = when.clock(trouble.backup_from)
            parts.append(TonalButton(look, say("Go on with the backup from {time}", time=time),
                                     do=self._dismiss))
            parts.append(OutlineButton(look, say("Start fresh; the old file is kept"), do=self._start_fresh))
        elif trouble.writable:
            parts.append(TonalButton(look, say("Start fresh"), do=self._dismiss))
        else:
            from companion.ui.screens.file_exchange import hand_out_everything
            parts.append(TonalButton(look, say("Export everything"), "export-variant",
                                     partial(hand_out_everything, self.app)))
        return CardBox(look, parts, "surface2")

    # Layout

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        wide = inner / dp(1)
        self.grid.columns = self._columns(wide)
        if self.resume is not None:
            self.resume.wide = wide >= 600
        super().place_body(at, low, inner, high)

    def _columns(self, wide: float) -> int:
        if self.look.scale > 1.5 and wide < 420:
            return 1
        if wide < 620:
            return 2
        if wide < 900:
            return 3
        if wide < 1300:
            return 4
        return max(4, min(6, -(-len(self.covers) // 3)))

    # Actions

    def open_play(self, play: Listed, page: str = "table") -> None:
        from companion.ui.screens.plays import open_play
        open_play(self.app, play.id, play_title(play), page, self._open_play(play))

    def _end(self, play: Listed) -> None:
        from companion.ui.table.sheets import open_ending
        open_ending(self.app, self.look, play)

    def _open_play(self, play: Listed) -> OpenPlay | None:
        if play.id not in self.opened:
            with logged("a play could not be opened"):
                self.opened[play.id] = self.app.library.resume(play.id)
        return self.opened.get(play.id)

    def _prepare_stage(self, card: ResumeCard | OpenCard) -> None:
        """Prepare the stage's picture in small steps, to keep frames short."""
        opened = self._open_play(card.play) if self._seen(card) else None
        if opened is not None:
            prepare(opened.game, pictures)
            idle.later(partial(self._draw_stage, card))

    def _draw_stage(self, card: ResumeCard | OpenCard) -> None:
        opened = self._open_play(card.play) if self._seen(card) else None
        if opened is not None and not opened.votes_closed:
            from companion.ui.stages.stage_picture import stage_picture
            wide, high = (max(32, int(side)) for side in card.picture.size)
            if _is_read(opened):
                texture = stage_picture(card.play.id, opened.play, (wide, high), int(card.covered()))
            elif high >= dp(WHOLE):
                texture = stage_picture(card.play.id, opened.play, (wide, high))
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

    def _lost(self, play: Listed) -> None:
        from companion.ui.screens.file_exchange import hand_out
        words = Words(self.look, say("{game} isn't installed. The play is kept. Install the game "
                                     "to open it.", game=play.game), "body", "text2")
        export = TonalButton(self.look, say("Export this play"), "export-variant",
                             lambda: hand_out(self.app, f"{play.game}.json",
                                              lambda: self.app.library.files.export_play(play.id)))
        self.app.open_sheet(Sheet(self.look, play.game, [words], export))

    # A broken store

    def _dismiss(self) -> None:
        self.app.library.decided()
        self.entered()

    def _start_fresh(self) -> None:
        self.app.library.start_fresh()
        if self.app.library.store.writable:
            self.app.tell(say("Started fresh. The old file is kept beside the new one."))
        self.entered()


def _is_read(opened: OpenPlay) -> bool:
    """Whether the play shows a score sheet, which must not be cropped or covered."""
    with logged("a game could not say whether it has a sheet"):
        return not opened.game.stage and opened.play.view().sheet is not None
    return False
