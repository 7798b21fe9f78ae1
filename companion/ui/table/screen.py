"""The table screen: the stage with the bar on it, the echo line, the question panel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.core.kinds import PickText, Several
from companion.core.play import NotKept, Play, RulesFailed
from companion.core.questions import Json, Refused
from companion.core.text import say
from companion.core.views import View
from companion.services.open_play import OpenPlay
from companion.ui.app.idle import idle
from companion.ui.drawing.stage import Stage
from companion.ui.table import sheets, situation
from companion.ui.table.arranged import ArrangedPage
from companion.ui.table.ballot.dark_room import DarkRoom
from companion.ui.table.bar import TableBar
from companion.ui.table.clock import StageClock
from companion.ui.table.generic_stage import GenericStage
from companion.ui.table.kinds.kind import Action
from companion.ui.table.panel import QuestionPanel
from companion.ui.table.situation import Q, Situation
from companion.ui.theme import tokens
from companion.ui.widgets.displays.echo import EchoLine

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")


class TableScreen(ArrangedPage):
    """`app.go("table", table=evening.resume(id))`."""

    keeps_awake = True

    def __init__(self, app: TablesideApp, table: OpenPlay) -> None:
        super().__init__(app, app.look_for(table.game))
        self.table = table
        self.broken: set[str] = set()
        self.wish = ""
        self.situation = Situation("stuck")
        self._warned: int | None = None
        self.letters = tokens.initials(seat.name for seat in table.play.table.seats)
        self.stage = self._make_stage()
        self.bar = TableBar(self.look, app.back, self.undo, self.redo, self.open_menu)
        self.echo = EchoLine(self.look, self.open_chronicle, self.undo)
        self.foot = EchoLine(self.look, self.open_chronicle, self.undo, foot=True)
        self.clock = StageClock(self)
        self.panel = QuestionPanel(self)
        self.dark = DarkRoom(self)
        self._echo: situation.Echo | None = None
        for part in (self.stage, self.clock, self.echo, self.panel, self.bar):
            self.add_widget(part)

    @property
    def play(self) -> Play[Any]:
        return self.table.play

    # Coming and going

    def entered(self) -> None:
        self.stage.live = True
        self.refresh()
        notice = self.table.changed or (None if self.app.evening.writable else self.app.evening.notice)
        if notice is not None:
            self.app.tell(notice)

    def prefetch(self) -> list[Callable[[], Any]]:
        return self.panel.prefetch()

    def left(self) -> None:
        self.stage.live = False
        self.dark.hide()
        self.clock.stop()

    def closed(self) -> None:
        if not any(visit.args.get("table") is self.table for visit in self.app.visits):
            self.app.evening.close(self.table)

    def paused(self) -> None:
        self.dark.hide()

    def resumed(self) -> None:
        self.refresh()

    def on_back(self) -> bool:
        if self.situation.aside:
            self.want("")
            return True
        return False

    def on_shortcut(self, key: str) -> bool:
        deed = {"z": self.undo, "y": self.redo}.get(key)
        if deed is None:
            return False
        deed()
        return True

    def on_touch_down(self, touch: Any) -> bool:
        """A tap ends what still moves, and counts."""
        self.stage.settle()
        self.panel.settle()
        return bool(super().on_touch_down(touch))

    # The stage

    def _make_stage(self) -> Stage:
        game = self.table.game
        if game.stage and game.stage not in self.broken:
            try:
                module, _, name = game.stage.partition(":")
                stage: Stage = getattr(import_module(module), name)(self.look, game)
                stage.bind(on_space=lambda _, space: self._space(space), on_ask=lambda _, key: self._ask(key),
                           on_correct=lambda _, path, value: self.tell_if(self.do(self.table.correct, path, value)))
                return stage
            except Exception:
                self._stage_broke(game.stage)
        return GenericStage(self.look, game)

    def _stage_broke(self, name: str) -> None:
        log.exception("the stage %s could not be shown", name)
        self.broken.add(name)
        self.app.tell(say("This game's picture could not be drawn; a plain one takes its place. The play goes on."))

    def stage_do(self, what: str, *args: Any) -> Any:
        """Ask something of the stage. One that raises is put away, the plain one takes its place."""
        try:
            return getattr(self.stage, what)(*args)
        except Exception:
            if isinstance(self.stage, GenericStage):
                raise
            self._stage_broke(self.table.game.stage)
            index = self.children.index(self.stage)
            self.remove_widget(self.stage)
            plain = GenericStage(self.look, self.table.game)
            plain.stand(tuple(self.stage.pos), tuple(self.stage.size), self.stage.room)
            self.stage = plain
            self.add_widget(plain, index=index)
            plain.show(self.play, self.situation.question)
            return getattr(plain, what)(*args)

    def _space(self, space: Any) -> None:
        choose = getattr(self.panel.kind, "choose", None)
        if choose is not None:
            choose(space)

    def _ask(self, key: str) -> None:
        if self.situation.question is None or self.situation.question.key() != key:
            self.want(key)

    # Showing

    def refresh(self) -> None:
        """The play changed: read it and show it."""
        self.stage_do("hold")
        play = self.play
        self.situation = situation.read(play, self.wish)
        view = self.view()
        self.bar.show(self.table.game.facts.title, view.subtitle if view is not None else "", play.can_undo(),
                      play.can_redo())
        self._echo = situation.last_echo(play)
        self._show_echo()
        self.panel.dress_for(self._form())
        self.clock.show(self._timer())
        seated = situation.sittings(play, view, situation.active_seats(self.situation))
        if self.situation.state != "ballots":
            self.stage_do("show", play, self.situation.question)
        self.panel.show(self.situation, view, seated)
        self.dark.show(self.situation)
        self.arrange()
        if self.situation.state == "ballots":
            self.stage_do("show", play, self.situation.question)
        self.stage_do("release")

    def view(self) -> View | None:
        try:
            return self.play.view()
        except Exception:
            if "view" not in self.broken:
                log.exception("the view of %s failed", self.table.game.facts.id)
                self.broken.add("view")
                self.app.tell(say("This game could not say all about its table; scores and questions are right."))
            return None

    def _show_echo(self) -> None:
        echo = self._echo
        if echo is None:
            return
        seat = None if echo.seat is None else self.play.table.seats[echo.seat]
        for line in (self.echo, self.foot):
            line.show(echo.text, str(say("Undo")), seat.colour if seat is not None else None,
                      self.letters[seat.index] if seat is not None else "")

    def _timer(self) -> Any:
        asked = self.situation.question
        return asked.timer(self.play.table) if asked is not None and self.situation.state == "question" else None

    # The clock

    def clock_action(self) -> Action | None:
        return self.clock.action()

    def clock_started(self) -> bool:
        return self.clock.started()

    def clock_changed(self) -> None:
        """Started, paused, or over: the buttons say something else now."""
        if self.panel.kind is not None and self.situation.state == "question":
            self.panel.kind.read()
            self.panel.changed()

    # Doing

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give an answer. It is stored before anything moves."""
        idle.hush()
        before = tuple(seat.points for seat in self.play.table.seats)
        try:
            self.table.answer(question.key(), raw, rolled=rolled)
        except Refused as refused:
            self.app.noise("refuse", 30)
            self.panel.refused(str(refused))
            return False
        except (RulesFailed, NotKept) as error:
            log.exception("an answer was not taken")
            self.app.tell(str(error))
            self.refresh()
            return False
        after = tuple(seat.points for seat in self.play.table.seats)
        self.app.noise("book" if after != before else "tap", 10)
        self.wish = question.key() if question.stays and self._still_open(question.key()) else ""
        if self.panel.kind is not None:
            self.panel.kind.forget()
        self.refresh()
        if self.play.outcome() is not None:
            self.open_result()
        return True

    def _still_open(self, key: str) -> bool:
        return any(one.key() == key and one.possible(self.play.table) for one in self.play.open())

    def do(self, deed: Any, *args: Any) -> str:
        """A deed of the open play: exit, restart, leave, correct, undo. Returns why it was refused."""
        idle.hush()
        try:
            deed(*args)
        except (Refused, RulesFailed, NotKept) as error:
            self.app.noise("refuse", 30)
            return str(error)
        self.wish = ""
        self.refresh()
        return ""

    def tell_if(self, why: str) -> None:
        if why:
            self.app.tell(why)

    def undo(self) -> None:
        """Where it would take back what was seen already it says so, once."""
        if not self.play.can_undo():
            return
        warning = self.play.undo_warning()
        if warning is not None and self._warned != self.play.position():
            self._warned = self.play.position()
            sheets.open_warning(self, warning, self._undo_now)
        else:
            self._undo_now()

    def _undo_now(self) -> None:
        self.app.noise("undo", 10)
        self.tell_if(self.do(self.table.undo))

    def redo(self) -> None:
        if self.play.can_redo():
            self.tell_if(self.do(self.table.redo))

    def restart(self) -> None:
        self.tell_if(self.do(self.table.restart))

    def play_on(self) -> None:
        self.tell_if(self.do(self.table.play_on))

    def want(self, key: str) -> None:
        """Look at another open question; empty: the one the rules wait for."""
        self.wish = key
        self.refresh()

    def choose_other(self, question: Q) -> None:
        """A tile: a mere deed is done at once, anything else comes into the panel."""
        table = self.play.table
        bare = (question.kind == "confirm" and not question.panel and question.hint(table) is None
                and question.timer(table) is None and not list(question.reasons(table))
                and not list(question.points(table)))
        if bare:
            self.answer(question, "done")
        elif (only := _only_answer(question, table)) is not None:
            self.answer(question, question.encode(only))
        else:
            self.want(question.key())

    # Other pages and sheets

    def open_menu(self) -> None:
        sheets.open_menu(self)

    def open_why(self) -> None:
        sheets.open_why(self)

    def open_correct(self) -> None:
        sheets.open_correct(self)

    def open_seat(self, seat: int) -> None:
        sheets.open_seat(self, seat)

    def open_chronicle(self) -> None:
        self.app.go("chronicle", table=self.table)

    def open_result(self) -> None:
        self.app.go("result", table=self.table)

    def share(self) -> None:
        self.app.tell(self.app.machine.share.share_text(self.table.game.facts.title, self.table.export()))


def _only_answer(question: Q, table: Any) -> Any:
    """What the tile of a question that is answered at once stands for, if there is just one thing to choose."""
    if isinstance(question, PickText) and question.at_once:
        choices = list(question.choices(table))
        return choices[0] if len(choices) == 1 else None
    if isinstance(question, Several) and question.at_once:
        things = tuple(question.things(table))
        return things if len(things) == 1 else None
    return None
