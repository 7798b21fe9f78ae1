"""The table screen: the stage with the bar on it, the echo line, the question panel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.engine.boundary import CallTooLong, GameFailed, guarded, package_of
from companion.core.engine.by_hand import HandLine
from companion.core.play import Play
from companion.core.questions import Json
from companion.core.text import say
from companion.services.by_hand import how_much, save_turn, turn_of
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change, Result, Ring, TableController
from companion.services.table.situation import Q
from companion.ui.drawing.stage import Stage, own_stage
from companion.ui.speed.idle import fingers, idle
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.table import sheets
from companion.ui.table.arrangement import ArrangedPage
from companion.ui.table.ballot.dark_room import DarkRoom
from companion.ui.table.bar import TableBar
from companion.ui.table.by_hand.place_ring import PlaceRing
from companion.ui.table.clock import StageClock
from companion.ui.table.game_errors import GameErrors
from companion.ui.table.panel import QuestionPanel
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.phones_here import PhonesHere
from companion.ui.theme import tokens
from companion.ui.widgets.base.tap import Tap, is_within
from companion.ui.widgets.displays.echo import EchoLine

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")


class TableScreen(ArrangedPage):
    """`app.go("table", opened=evening.resume(id))`."""

    keeps_awake = True

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, app.look_for(opened.game))
        self.controller = TableController(opened, how_much(app.evening, opened.game.facts.id))
        self.broken: set[str] = set()
        """Stages and panels of the game that could not be drawn."""
        self._package = package_of(opened.game)
        self.stage = self._make_stage()
        self.bar = TableBar(self.look, app.back, self.undo, self.redo, self.open_menu)
        self.echo = EchoLine(self.look, self.open_chronicle, self.undo)
        self.foot = EchoLine(self.look, self.open_chronicle, self.undo, foot=True)
        self.place_ring = PlaceRing(self.look)
        self.phones = PhonesHere(self)
        self.clock: StageClock = StageClock(self)
        self.panel: QuestionPanel = QuestionPanel(self)
        self.panel.bind(lift=lambda _, lift: self.follow_panel(lift))
        self.dark = DarkRoom(self)
        self.errors = GameErrors(self, opened.game)
        self._stop_watching: Callable[[], None] = lambda: None
        self._answers, self._shown = 0, ("", 0, False)
        for part in (self.stage, self.place_ring, self.clock, self.echo, self.panel, self.bar):
            self.add_widget(part)

    @property
    def play(self) -> Play[Any]:
        return self.controller.play

    # Coming and going

    def entered(self) -> None:
        self.stage.live = True
        self.errors.begin()
        self._stop_watching()
        self._stop_watching = self.controller.watch(self._changed)
        self.phones.enter()
        self.refresh()
        notice = self.controller.opened.changed or (None if self.app.evening.writable else self.app.evening.notice)
        if notice is not None:
            self.app.tell(notice)

    def prefetch(self) -> list[Callable[[], Any]]:
        return list(self.panel.prefetch())

    def left(self) -> None:
        self.stage.live = False
        self.errors.end()
        self._stop_watching()
        self.phones.leave()
        self.dark.hide()
        self.clock.stop()

    def closed(self) -> None:
        opened = self.controller.opened
        if not any(visit.args.get("opened") is opened for visit in self.app.visits):
            self.phones.close()
            self.app.evening.close(opened)

    def paused(self) -> None:
        self.dark.hide()

    def resumed(self) -> None:
        self.refresh()

    def on_back(self) -> bool:
        if self.situation.aside:
            self.want("")
            return True
        return False

    def locked(self) -> bool:
        return bool(self.dark.is_open)

    def on_shortcut(self, key: str) -> bool:
        action = {"z": self.undo, "y": self.redo}.get(key)
        if action is None:
            return False
        action()
        return True

    def on_touch_down(self, touch: Any) -> bool:
        """A tap ends what still moves, and counts."""
        self.errors.attend()
        self.phones.touch_down(touch)
        skips = self.panel.veiled
        self.stage_do("settle")
        self.panel.settle()
        return skips or bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        self.errors.attend()
        self.phones.touch_up(touch)
        try:
            return bool(super().on_touch_up(touch))
        finally:
            self.phones.touch_done()

    # The stage

    def _make_stage(self) -> Stage:
        game = self.controller.game
        if game.stage and game.stage not in self.broken:
            try:
                stage = own_stage(game, self.look)
                stage.bind(on_space=self._space, on_ask=self._ask, on_fix=lambda _, *of: sheets.open_fix(self, *of),
                           on_correct=lambda _, path, value: self.tell_if(self.controller.correct(path, value)))
                stage.bind(reveals=lambda _, on: self.panel.veil(on))
                stage.turn = turn_of(self.app.evening, self.controller.opened)
                stage.bind(turn=lambda _, turn: save_turn(self.app.evening, self.controller.opened, int(turn)))
                return stage
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                self._stage_broke(game.stage)
        return self._plain_stage()

    def _plain_stage(self) -> GenericStage:
        plain = GenericStage(self.look, self.controller.game)
        plain.bind(on_correct=lambda _, path, value: self.tell_if(self.controller.correct(path, value)))
        return plain

    def _stage_broke(self, name: str) -> None:
        log.exception("the stage %s could not be shown", name)
        self.broken.add(name)
        self.app.tell(say("This game's picture could not be drawn; a plain one takes its place. The play goes on."))

    def stage_do(self, what: str, *args: Any) -> Any:
        """Ask something of the stage. One that raises is put away, the plain one takes its place."""
        try:
            return getattr(self.stage, what)(*args)
        except BaseException as error:
            if isinstance(self.stage, GenericStage) or isinstance(error, (KeyboardInterrupt, CallTooLong)):
                raise
            self._stage_broke(self.controller.game.stage)
            self._take_plain_stage()
            self.stage.show(self.play, self.situation.question)
            return getattr(self.stage, what)(*args)

    def _take_plain_stage(self) -> None:
        """An empty plain stage takes the place of the one that is there."""
        index = self.children.index(self.stage)
        self.remove_widget(self.stage)
        plain = self._plain_stage()
        plain.stand(tuple(self.stage.pos), tuple(self.stage.size), self.stage.room)
        self.stage = plain
        self.add_widget(plain, index=index)

    def _space(self, _: Stage, space: Any) -> None:
        choose = getattr(self.panel.answer_panel, "choose", None)
        if choose is not None:
            choose(space)

    def _ask(self, _: Stage, key: str) -> None:
        if self.situation.question is None or self.situation.question.key() != key:
            self.want(key)

    # Showing

    def refresh(self) -> None:
        """Read the play and show it."""
        self.controller.read()
        self._draw()

    def _changed(self, change: Change) -> None:
        """The play is another one now. A page that is not to be seen reads it again on coming back."""
        idle.pause()
        if not change.own:
            self._let_go()
            self.phones.close_stale_sheets(change)
        self.ring(change.ring)
        self._answers += bool(change.answered)
        asked = self.panel.answer_panel
        if change.answered and asked is not None and (change.own or asked.question.key() == change.answered):
            asked.forget()
        self._draw()

    def _let_go(self) -> None:
        """Somebody else answered under a finger that is down: what it was put on is not there any more."""
        for touch in fingers():
            for held in [reference() for reference in touch.grab_list]:
                if isinstance(held, Tap) and is_within(held, self.panel):
                    held.press(False)
                    touch.ungrab(held)
                    self.phones.tell_late()

    def _draw(self) -> None:
        """A game that stumbles while it is drawn sets its play aside; the page stands."""
        if self._shown != (shown := (self.situation.key(), self._answers, self.dark.waits)):
            self._shown = shown
            self.app.layers.appeared()
        if self.dark.stays_closed():  # all votes are in, and closed until the phone lies in the middle
            self._arrange_dark()
            return
        try:
            guarded(self._package, self._draw_all)
        except GameFailed as failed:
            self._set_aside(failed)
        notice = self.controller.take_notice()
        if notice is not None:
            self.app.tell(notice)

    def _set_aside(self, failed: GameFailed) -> None:
        self.controller.set_aside(failed)
        self._take_plain_stage()
        self._draw_all()

    def game_failed(self, failed: GameFailed) -> None:
        """It stumbled under a finger, or in a sheet."""
        while self.app.sheets:
            self.app.close_sheet()
        self._set_aside(failed)

    def _draw_all(self) -> None:
        controller, play, now = self.controller, self.play, self.situation
        self.letters = tokens.initials(seat.name for seat in play.table.seats)
        self.place_ring.show(None)
        self.stage_do("hold")
        subtitle = controller.view.subtitle if controller.view is not None else ""
        self.bar.show(controller.game.named(play.setup), subtitle, play.can_undo(), play.can_redo())
        self._show_echo()
        self.panel.dress_for(self._form())
        self.clock.show(controller.timer)
        self.stage_do("hands", controller.hand.lines)
        if now.state not in ("ballots", "broken"):
            self.stage_do("show", play, now.question)
        self.panel.show(controller)
        self.dark.show(now)
        self.arrange()
        if now.state == "ballots":
            self.stage_do("show", play, now.question)
        self.stage_do("release")
        self.clock.stand()  # a stage that waited for its place knows only now where the clock goes

    def _show_echo(self) -> None:
        echo = self.controller.echo
        if echo is None:
            return
        seat = None if echo.seat is None else self.play.table.seats[echo.seat]
        for line in (self.echo, self.foot):
            line.show(echo.text, "" if echo.taken else str(say("Undo")), seat.colour if seat is not None else None,
                      self.letters[seat.index] if seat is not None else "")

    def ring(self, ring: Ring | None) -> None:
        if ring is not None:
            self.app.noise(ring.sound, ring.buzz)

    # The clock

    def clock_action(self) -> Action | None:
        return self.clock.action()

    def clock_started(self) -> bool:
        return self.clock.started()

    def clock_changed(self) -> None:
        """Started, paused, or over: the buttons say something else now."""
        self.app.layers.appeared()
        if self.panel.answer_panel is not None and self.situation.state == "question":
            self.panel.answer_panel.read()
            self.panel.changed()

    # Doing

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give an answer. It is stored before anything moves."""
        idle.pause()
        return self._after(self.controller.answer(question.key(), raw, rolled=rolled,
                                                  epoch=self.phones.epoch()))

    def choose_other(self, question: Q) -> None:
        """A tile: a mere action is done at once, anything else comes into the panel."""
        idle.pause()
        self._after(self.controller.choose(question))

    def _after(self, result: Result) -> bool:
        self.ring(result.ring)
        if result.refused:
            self.panel.refused(result.why)
        elif result.why:
            self.app.tell(result.why)
        if result.over and not self.dark.waits:
            self.open_result()
        return result.done

    def open_votes(self) -> None:
        """The phone lies in the middle: what the last vote led to is shown now."""
        self.controller.opened.open_votes()
        self.phones.open_votes()
        self.refresh()
        if self.situation.state == "over":
            self.open_result()

    def tell_if(self, result: Result) -> None:
        """Where it was not done, say why."""
        self.ring(result.ring)
        if result.why:
            self.app.tell(result.why)

    def undo(self) -> None:
        """Where it would take back what was seen already it says so, once."""
        result = self.controller.undo()
        if result.warning is not None:
            sheets.open_warning(self, result.warning, lambda: self.tell_if(self.controller.undo(sure=True)))
        else:
            self.tell_if(result)

    def redo(self) -> None:
        self.tell_if(self.controller.redo())

    def restart(self) -> None:
        self.tell_if(self.controller.restart())

    def play_on(self) -> None:
        self.tell_if(self.controller.play_on())

    def want(self, key: str) -> None:
        """Look at another open question; empty: the one the rules wait for."""
        self.controller.want(key)

    # By hand

    def tap_hand(self, line: HandLine) -> None:
        """Its place is lit on the stage, where the stage can; a second tap, or the first where it can't, sets it."""
        card = self.panel.hand
        at = self.stage_do("spot_of", line.place) if line.place and not card.is_lit(line) else None
        if at is None:
            self.open_correct(line.path)
            return
        self.place_ring.show(at)
        card.light(line)
        self.arrange()

    def open_hand(self) -> None:
        """All of it, over the chronicle's newest lines."""
        self.app.go("chronicle", opened=self.controller.opened, hand=self.controller.hand)

    def fold_hand(self) -> None:
        self.panel.hand.fold(self.arrange, self.controller.fold_hand)

    # Other pages and sheets

    def open_menu(self) -> None:
        sheets.open_menu(self)

    def open_why(self) -> None:
        sheets.open_why(self)

    def open_correct(self, at: str = "", seat: int | None = None) -> None:
        """Does it match? `at`: the thing to begin with; `seat`: whose things come first."""
        self.app.go("compare", opened=self.controller.opened, at=at, seat=seat)

    def open_seat(self, seat: int) -> None:
        sheets.open_seat(self, seat)

    def open_chronicle(self) -> None:
        self.app.go("chronicle", opened=self.controller.opened)

    def open_result(self) -> None:
        self.app.go("result", opened=self.controller.opened)

    def share(self) -> None:
        title = self.controller.game.named(self.play.setup)
        self.app.tell(self.app.machine.share.share_text(title, self.controller.opened.export()))
