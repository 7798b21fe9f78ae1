"""A page that shows a play and takes answers: the table screen or table mode."""

from collections.abc import Callable
from typing import Any

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.metrics import dp

from companion.core.engine.boundary import GameFailed, came_from, guarded, package_of
from companion.core.game import Game
from companion.core.play import Play
from companion.core.text import say
from companion.services.by_hand import how_much, turn_of
from companion.services.hands import GoingBack
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change, Result, Ring, TableController
from companion.services.table.situation import Situation
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.stages.stage_picture import picture_of_ways
from companion.ui.theme import Look, tokens
from companion.ui.widgets.controls.sheet import WIDEST, ask
from companion.ui.widgets.displays.covers import Picture

FLAT, SHARE = 0.75, 0.42
"""Of the picture of an undo: height by width, and the most of the window's height."""


class GameErrors(ExceptionHandler):
    """While the page is visible, catches what a game raises during a tap; otherwise only Kivy's loop would.

    `fail` sets the play aside. Ignores errors from outside the game's rules."""

    def __init__(self, fail: Callable[[GameFailed], None], game: Game[Any]) -> None:
        self.fail, self.package = fail, package_of(game)

    def begin(self) -> None:
        self.end()
        ExceptionManager.add_handler(self)

    def end(self) -> None:
        if self in ExceptionManager.handlers:
            ExceptionManager.remove_handler(self)

    def handle_exception(self, inst: BaseException) -> int:
        by_game = isinstance(inst, GameFailed) or came_from(inst, self.package)
        if isinstance(inst, KeyboardInterrupt) or not by_game:
            return int(ExceptionManager.RAISE)
        self.fail(inst if isinstance(inst, GameFailed) else GameFailed(inst))
        return int(ExceptionManager.PASS)


class PlayPage(Page):
    keeps_awake = True

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, app.look_for(opened.game))
        opened.hands.how = how_much(app.library, opened.game.facts.id)
        self.controller = TableController(opened)
        self.errors = GameErrors(self.game_failed, opened.game)
        self.stop_watching: Callable[[], None] = lambda: None

    @property
    def play(self) -> Play[Any]:
        return self.controller.play

    @property
    def situation(self) -> Situation:
        return self.controller.situation

    def entered(self) -> None:
        self.errors.begin()
        self.stop_watching()
        self.stop_watching = self.controller.watch(self.show_change)
        self.refresh()

    def left(self) -> None:
        self.errors.end()
        self.stop_watching()

    def resumed(self) -> None:
        self.refresh()

    # Showing

    def refresh(self) -> None:
        self.controller.read()
        self.draw()

    def show_change(self, change: Change) -> None:
        """Show a change of the play; a hidden page reads it when it comes back."""

    def draw(self) -> None:
        """Draw the page; a game that fails while drawing has its play set aside."""
        try:
            guarded(self.draw_all)
        except GameFailed as failed:
            self.set_aside(failed)

    def draw_all(self) -> None: ...

    def set_aside(self, failed: GameFailed) -> None:
        self.controller.set_aside(failed)
        self.draw_all()

    def game_failed(self, failed: GameFailed) -> None:
        while self.app.sheets:
            self.app.close_sheet()
        self.set_aside(failed)

    # Doing

    def ring(self, ring: Ring | None) -> None:
        if ring is not None:
            self.app.noise(ring.sound, ring.buzz)

    def tell_if(self, result: Result) -> None:
        self.ring(result.ring)
        if result.why:
            self.app.tell(result.why)

    def undo(self, to: int | None = None) -> Result:
        """Undo the last record, or all but the first `to`.

        Nobody has seen closed votes."""
        sure = self.controller.opened.votes_closed > 0
        return undo_or_ask(self.app, self.look, self.controller, to, self.tell_if, sure=sure)


def undo_or_ask(app: TablesideApp, look: Look, controller: TableController, to: int | None,
                tell: Callable[[Result], None], *, sure: bool = False) -> Result:
    """Undo, or ask first if people should know what goes; `tell` gets the outcome."""
    epoch, result = controller.epoch, controller.undo(to, sure=sure)
    if result.warning is None:
        tell(result)
    else:
        yes = (say("Take it back"), "undo-variant",
               lambda: tell(controller.undo(to, sure=True, epoch=epoch)))
        ask(app, look, result.warning, (say("Leave it"), "close", None), yes,
            ways_back(app, controller.opened, result.going_back))
    return result


def ways_back(app: TablesideApp, opened: OpenPlay, going: GoingBack | None) -> list[Picture]:
    """The board with the pieces that an undo would move."""
    if going is None:
        return []
    wide, high = min(app.layers.width - dp(32), dp(WIDEST)), app.layers.height * SHARE
    high = min(high, wide * FLAT)
    texture = picture_of_ways(going.play, (int(wide), int(high)), going.lines, turn_of(app.library, opened))
    corners = (dp(tokens.CORNER["card"]),) * 4
    return [] if texture is None else [Picture(texture, high / wide, corners)]
