"""Story's stage: the photo table, or the darkroom during a secret vote. It never receives an answer."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.core.play import Play
from companion.core.questions import Question
from companion.games.story.screen.table import DarkRoomScene, Hanging, PhotoTable, read
from companion.games.story.table import Story
from companion.ui.drawing import stage
from companion.ui.drawing.stage import ClockPlace
from companion.ui.theme import tokens

LIGHTS = 0.4  # seconds to fade between scenes


class Stage(stage.Stage):
    """Two scenes, one on the canvas at a time."""

    has_dark_room = True

    def paint(self) -> None:
        self._table = PhotoTable(self._motion)
        self._dark = DarkRoomScene()
        self._secret: bool | None = None
        self._due: tuple[Play[Story], Question[Any, Any] | None] | None = None
        with self.canvas.after:
            self._veil = Color(*tokens.rgba(tokens.DARK_ROOM.background, 0.0))
            self._veil_box = Rectangle()
        self._motion.loop(self._table.bob)

    def place(self) -> None:
        self._motion.settle()
        self._veil_box.pos, self._veil_box.size = self.pos, self.size
        self._table.stand(self, waiting=self._held and self._due is not None)
        self._dark.stand(self)

    def show(self, play: Play[Story], question: Question[Any, Any] | None) -> None:
        self._due = (play, question)
        if not self._held:
            self.release()

    def release(self) -> None:
        super().release()
        if self._due is not None:
            due, self._due = self._due, None
            self._present(*due)
        self._table.rest()

    def _present(self, play: Play[Story], question: Question[Any, Any] | None) -> None:
        secret = question is not None and question.secret
        lights_on = self._secret is True and not secret
        if secret != self._secret:
            self._enter(secret)
        if secret:
            self._dark.show(hanging(play, question))
            self._dark.stand(self)
            return
        timed = question is not None and question.kind == "confirm" and question.timer(play.table) is not None
        shown = read(play.table, question)
        self._table.show(shown, timed, lights_on and any(shown.votes.values()))

    def clock_place(self) -> ClockPlace:
        centre, diameter = self._table.clock_room()
        return ClockPlace(centre, diameter)

    def _enter(self, secret: bool) -> None:
        first = self._secret is None
        self._secret = secret
        self.canvas.clear()
        self.canvas.add(self._dark.layer if secret else self._table.layer)
        if not first:
            self._motion.move("lights", LIGHTS, self._lighten, curve="out_quad")

    def _lighten(self, part: float) -> None:
        self._veil.a = 0.9 * (1 - part)


def hanging(play: Play[Story], question: Question[Any, Any] | None) -> tuple[Hanging, ...]:
    """One print per voter in seating order: whether a vote exists, by its question's key."""
    sealed = frozenset(play.run.given())
    letters = tokens.initials(seat.name for seat in play.table.seats)
    asked = sorted((one.seat.index, one.key()) for one in play.open() if one.seat is not None)
    turn = question.seat.index if question is not None and question.seat is not None else None
    return tuple(Hanging(play.table.seats[seat].colour, letters[seat], key in sealed, seat == turn)
                 for seat, key in asked)
