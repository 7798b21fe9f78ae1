"""The history: finished plays, game by game, and those that were put away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.questions import Refused
from companion.core.text import Text, count, say
from companion.services import when
from companion.services.evening import Listed
from companion.services.history import Finished, game_of, title_of
from companion.services.open_play import OpenPlay
from companion.ui.screens.file_exchange import hand_out, open_damaged, take_file
from companion.ui.screens.plain import PlainPage, in_pairs
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.long_list import LongColumn, grow_on_scroll
from companion.ui.widgets.base.picture import Cover
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link, OutlineButton, TonalButton
from companion.ui.widgets.controls.chip_row import ChipRow
from companion.ui.widgets.controls.headings import Divider, Heading
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import Scores, frame_over

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class PlayCard(Tap):
    """A finished play: a corner of its cover, how it ended, when, and everybody's score."""

    text = StringProperty("")

    def __init__(self, look: Look, game: str, title: str, sentence: Text | str, day: str,
                 seats: list[tuple[int, str, int | None]], do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = str(sentence)
        corner = dp(tokens.CORNER["answer"])
        self.box = Box(self, look.colour("surface"), corner, look.colour("outline") if look.contrast else None,
                       look.line)
        self.picture = Cover(game, 1.0, (corner, 0.0, 0.0, corner), small=True)
        self.words = Words(look, str(sentence).rstrip("."), "answer")
        self.second = Words(look, f"{title}, {day}", "support", "text2")
        self.scores = Scores(look, [(colour, name) for colour, name, _ in seats], [score for *_, score in seats])
        for part in (self.picture, self.words, self.second, self.scores):
            self.add_widget(part)
        frame_over(self, look, corner)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do())

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "surface"))

    def fit(self, width: float) -> float:
        side = dp(92) if not self.look.big else dp(48)
        room = width - side - dp(26)
        high = self.words.fit(room) + self.second.fit(room) + self.scores.fit(room) + dp(6)
        self.size = (width, max(dp(96), high + dp(22)))
        self.picture.size = (side, self.height)
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        self.picture.pos = self.pos
        left = self.x + self.picture.width + dp(14)
        top = self.top - dp(10)
        for part, gap in ((self.words, 0.0), (self.second, dp(6)), (self.scores, 0.0)):
            part.pos = (left, top - part.height)
            top -= part.height + gap


class HistoryScreen(PlainPage):
    """`game`: only this one."""

    place = "history"
    widest = 1080.0

    def __init__(self, app: TablesideApp, game: str = "") -> None:
        super().__init__(app, app.look, say("History"), actions=[("import", self._import)], role="headline wide")
        self.game = game
        self.deleted: Listed | None = None
        self.list = self.long = LongColumn(gap=tokens.S, at_once=8)
        grow_on_scroll(self.scroll, self.list, self.arrange)
        self.column.gap = tokens.S

    def entered(self) -> None:
        self.deleted = None
        self._build()

    def left(self) -> None:
        for visit in self.app.visits:
            if visit.page is self:
                visit.args["game"] = self.game

    # Its parts

    def _build(self) -> None:
        self.show_or_say(self._fill)

    def _fill(self) -> None:
        evening, look = self.app.evening, self.look
        away = evening.plays(archived=True)
        hidden = {play.id for play in away}
        everything = [one for one in evening.history() if one.id not in hidden]
        shown = [one for one in everything if self.game in ("", one.game)]
        games = dict.fromkeys(one.game for one in everything)
        parts: list[Any] = []
        if self.deleted is not None:
            parts.append(Link(look, say("Deleted. Undo"), "undo-variant", partial(self._bring_back, self.deleted)))
        if len(games) > 1:
            choices: list[tuple[str, Text | str]] = [("", say("All games"))]
            choices += [(game, self._title(game)) for game in games]
            parts.append(ChipRow(look, choices, self.game, self._choose))
        if self.game in games:
            parts.append(self._record(self.game))
        if not everything:
            parts.append(IconLine(look, say("No play is finished yet. The first one will appear here."), "history",
                                  role="body", ink="text2", icon_ink="text2"))
        listed = {play.id: play for play in evening.plays()}
        self.list.begin(in_pairs(self._rows(shown, listed)))
        parts += [self.list, *self._put_away(away), *self._trash(evening.trash())]
        self.show(parts)

    def _rows(self, shown: list[Finished], listed: dict[int, Listed]) -> Iterator[Any]:
        for one in shown:
            colours = {person.name: person.colour for person in listed[one.id].people} if one.id in listed else {}
            seats = [(colours.get(seat.name, seat.seat % 8), seat.name, seat.score) for seat in one.seats]
            yield PlayCard(self.look, game_of(one.game), self._title(one.game), one.outcome, when.day(one.when), seats,
                           partial(self._open_menu, one))

    def _title(self, game: str) -> str:
        return title_of(game, {id: one.facts.title for id, one in self.app.found.games.items()})

    def _record(self, game: str) -> CardBox:
        """The game over all evenings."""
        look, record = self.look, self.app.evening.game_record(game)
        lines: list[Any] = [IconLine(look, count("Played to the end once", "Played to the end {n} times", record.plays),
                                     "flag-checkered", role="body")]
        if record.best is not None:
            lines.append(IconLine(look, say("Highest score: {name}, {score}", name=record.best.name,
                                            score=record.best.score or 0), "trophy-outline", role="body"))
        for tally in record.people[:5]:
            if tally.wins:
                lines.append(IconLine(look, count("{name} won once in {plays}", "{name} won {n} times in {plays}",
                                                  tally.wins, name=tally.name, plays=tally.plays), "crown"))
        return CardBox(look, lines)

    def _put_away(self, away: list[Listed]) -> list[Any]:
        if not away:
            return []
        look = self.look
        rows = [ListRow(look, play.title, ", ".join(play.names), "archive-outline",
                        partial(self._away_menu, play)) for play in away]
        return [Divider(look), Heading(Words(look, say("Put away"), "kicker", "primary")), Column(rows, gap=0)]

    def _trash(self, trash: list[Listed]) -> list[Any]:
        if not trash:
            return []
        look = self.look
        rows = [ListRow(look, play.title, ", ".join(play.names), "delete-outline",
                        partial(self._trash_menu, play)) for play in trash]
        empty = [Link(look, say("Empty the trash"), "delete-empty-outline", partial(self._empty_menu, len(trash)))]
        return [Divider(look), Heading(Words(look, say("Trash"), "kicker", "primary")), Column(rows, gap=0),
                *(empty if len(trash) > 1 else ())]

    # What happens

    def _do(self, action: Callable[[], object], words: Text | None = None) -> bool:
        """What can't be written just now is said; nothing is lost, and the app goes on."""
        try:
            action()
        except Refused as error:
            self.app.tell(error.refusal.why)
            return False
        self._build()
        if words is not None:
            self.app.tell(words)
        return True

    def _choose(self, game: str) -> None:
        self.game = game
        self._build()
        self.scroll.to_start()

    def _open(self, play: int, title: str) -> OpenPlay | None:
        try:
            return self.app.evening.resume(play)
        except Exception:  # whatever a game's rules stumble over: the play can still be exported
            open_damaged(self.app, play, title)
            return None

    def _go(self, name: str, one: Finished) -> None:
        opened = self._open(one.id, self._title(one.game))
        if opened is not None:
            over = opened.over()
            self.app.go(name if over or name == "chronicle" else "table", opened=opened)

    def _open_menu(self, one: Finished) -> None:
        look = self.look

        def after(do: Callable[[], object]) -> Callable[[], object]:
            return lambda: self.app.close_sheet(do)

        rows = []
        if game_of(one.game) in self.app.found.games:
            rows = [ListRow(look, say("Result"), say("Podium and race"), "trophy-outline",
                            after(lambda: self._go("result", one))),
                    ListRow(look, say("Chronicle"), say("The evening in sentences"), "script-text-outline",
                            after(lambda: self._go("chronicle", one)))]
        rows += [ListRow(look, say("Export"), say("One file, to keep or to send"), "export-variant",
                         after(lambda: self._export(one))),
                 ListRow(look, say("Put away"), say("Out of the list; it can be brought back"), "archive-outline",
                         after(lambda: self._archive(one.id, True)))]
        self.app.open_sheet(Sheet(look, one.outcome, [Column(rows, gap=0)]))

    def _export(self, one: Finished) -> None:
        hand_out(self.app, f"{self._title(one.game)} {when.day(one.when)}.json",
                 lambda: self.app.evening.export_play(one.id))

    def _archive(self, play: int, on: bool) -> None:
        self._do(lambda: self.app.evening.archive(play, on),
                 say("Put away. Bring it back at the foot of this list.") if on else say("Back in the list."))

    def _away_menu(self, play: Listed) -> None:
        look = self.look
        words = Words(look, say("{people}, {day}", people=", ".join(play.names), day=when.day(play.touched)), "body",
                      "text2")
        foot = Column([TonalButton(look, say("Bring back"), "archive-arrow-up-outline",
                                   lambda: self.app.close_sheet(lambda: self._archive(play.id, False))),
                       OutlineButton(look, say("Delete"), "delete-outline",
                                     lambda: self.app.close_sheet(lambda: self._delete(play)))])
        self.app.open_sheet(Sheet(look, play.title, [words], foot))

    def _trash_menu(self, play: Listed) -> None:
        look = self.look
        words = [Words(look, say("{people}, {day}", people=", ".join(play.names), day=when.day(play.touched)), "body",
                       "text2"),
                 Words(look, say("Deleted for good, it is gone from this phone; nobody can bring it back."), "support",
                       "text2")]
        foot = Column([TonalButton(look, say("Bring back"), "delete-restore",
                                   lambda: self.app.close_sheet(lambda: self._bring_back(play))),
                       OutlineButton(look, say("Delete for good"), "delete-forever-outline",
                                     lambda: self.app.close_sheet(lambda: self._delete_for_good(play)))])
        self.app.open_sheet(Sheet(look, play.title, words, foot))

    def _empty_menu(self, plays: int) -> None:
        look = self.look
        words = Words(look, count("One play will be gone from this phone; nobody can bring it back.",
                                  "{n} plays will be gone from this phone; nobody can bring them back.", plays),
                      "body", "text2")
        foot = Column([TonalButton(look, say("Keep them"), "arrow-left", self.app.close_sheet),
                       OutlineButton(look, say("Delete all for good"), "delete-forever-outline",
                                     lambda: self.app.close_sheet(self._empty_trash))])
        self.app.open_sheet(Sheet(look, say("Empty the trash"), [words], foot))

    def _delete(self, play: Listed) -> None:
        """Into the trash, which is in the file: Undo works now, and tomorrow from the foot of the list."""
        before, self.deleted = self.deleted, play
        if self._do(lambda: self.app.evening.delete(play.id)):
            self.scroll.to_start()
        else:
            self.deleted = before

    def _bring_back(self, play: Listed) -> None:
        before, self.deleted = self.deleted, None
        if not self._do(lambda: self.app.evening.bring_back(play.id), say("It is back.")):
            self.deleted = before

    def _delete_for_good(self, play: Listed) -> None:
        before, self.deleted = self.deleted, None
        if not self._do(lambda: self.app.evening.delete_for_good(play.id), say("Deleted for good.")):
            self.deleted = before

    def _empty_trash(self) -> None:
        before, self.deleted = self.deleted, None
        if not self._do(self.app.evening.empty_trash, say("The trash is empty.")):
            self.deleted = before

    def _import(self) -> None:
        take_file(self.app, say("Import a play"), self._build)
