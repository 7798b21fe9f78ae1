"""A page with the stage of its game. If that raises, a plain one takes its place."""

import logging
from typing import Any

from companion.core.text import say
from companion.services.by_hand import save_turn, turn_of
from companion.services.open_play import OpenPlay
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.stage import Stage, own_stage
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.table.play_page import PlayPage

log = logging.getLogger("tableside")


class StagePage(PlayPage):
    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, opened)
        self.broken: set[str] = set()
        """The game's stages and panels that failed to draw."""
        self.stage = self._make_stage()

    def listen(self, stage: Stage) -> None:
        """Bind what a new stage reports."""

    def _make_stage(self) -> Stage:
        game = self.controller.game
        if game.stage and game.stage not in self.broken:
            try:
                stage = own_stage(game, self.look)
                self.listen(stage)
                self._keep_turn(stage)
                return stage
            except BaseException as error:  # a game's stage may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                self._stage_broke(game.stage)
        return self._plain_stage()

    def _keep_turn(self, stage: Stage) -> None:
        library, opened = self.app.library, self.controller.opened
        stage.turn = turn_of(library, opened)
        stage.bind(turn=lambda _, turn: save_turn(library, opened, int(turn)))

    def _plain_stage(self) -> GenericStage:
        plain = GenericStage(self.look, self.controller.game)
        self.listen(plain)
        return plain

    def _stage_broke(self, name: str) -> None:
        log.exception("the stage %s could not be shown", name)
        self.broken.add(name)
        self.app.tell(say("This game's picture couldn't be drawn. You can play on with a plain one."))

    def stage_do(self, what: str, *args: Any) -> Any:
        """Call a method of the stage; if it raises, switch to the plain stage."""
        try:
            return getattr(self.stage, what)(*args)
        except BaseException as error:  # a game's stage may raise anything
            if isinstance(self.stage, GenericStage) or isinstance(error, KeyboardInterrupt):
                raise
            self._stage_broke(self.controller.game.stage)
            self.take_plain_stage()
            self.stage.show(self.play, self.situation.question)
            return getattr(self.stage, what)(*args)

    def take_plain_stage(self) -> None:
        index = self.children.index(self.stage)
        self.remove_widget(self.stage)
        plain = self._plain_stage()
        old = self.stage
        plain.stand((old.x, old.y), (old.width, old.height), old.room)
        self.stage, plain.live = plain, old.live
        self.add_widget(plain, index=index)
        old.sleep()
