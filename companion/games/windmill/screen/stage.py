"""The stage: the score track around the mill, with the sun as the clock during a story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.play import Play
from companion.core.questions import Question
from companion.games.windmill.screen.field import (
    FieldLayout,
    FieldPictures,
    Ghosts,
    Pawns,
    lay_clock,
    lay_track,
    mixed,
    ring_of,
    roomy,
    sun_of,
)
from companion.games.windmill.table import Windmill
from companion.ui.drawing import stage
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Sprite, between
from companion.ui.drawing.stage import ClockPlace
from companion.ui.theme import tokens

DIGITS = "#4A1A2C"
TURN, TURN_IN_STORY = 14.0, 8.0  # seconds per turn of the sails
CHANGE = 0.45  # seconds from the track to the clock and back
MOMENT = 1.2  # seconds to show where pawns arrived; a tap skips it
BEHIND = 0.55  # opacity of the mill while it would hide a pawn


class Stage(stage.Stage):
    def paint(self) -> None:
        self._field = FieldPictures(self.canvas)
        self.canvas.add(PushMatrix())
        self._on_disc = Translate(0, 0)
        self.canvas.add(self._on_disc)
        self._ghosts = Ghosts(self.canvas)
        self._pawns = Pawns(self.canvas, self._motion)
        self.canvas.add(PopMatrix())
        self._prize = Sprite(self.canvas)
        self._prize.alpha = 0.0
        self._scenes: tuple[FieldLayout, FieldLayout] | None = None
        self._clock = 0.0
        """0 shows the track, 1 the sun as the clock."""
        self._timed = self._seen = self._running = False
        self._left: float | None = None
        self._table: Windmill | None = None
        self._due = self._shown = False
        self._motion.loop(self._turn)
        self.bind(live=lambda *_: self._change_scene())

    def place(self) -> None:
        self._motion.settle()
        track = lay_track(self)
        self._scenes = (track, lay_clock(self, track))
        self._pawns.lay(track)
        self._draw_ghosts()
        self._draw()
        self._fade_mill()

    def show(self, play: Play[Windmill], question: Question[Any, Any] | None) -> None:
        self._timed = question is not None and question.kind == "confirm" and question.timer(play.table) is not None
        self._table, self._due = play.table, True
        if not self._held:
            self.release()

    def hands(self, lines: Sequence[HandLine]) -> None:
        self._ghosts.tell(lines)

    def release(self) -> None:
        super().release()
        if self._due and self._table is not None:
            self._due = False
            back = CHANGE if self._clock and not self._timed else 0.0
            gained = self._pawns.most_gained(self._table) if self._shown else 0
            walk = self._pawns.show(self._table, back)
            if gained > 0:
                self._show_prize(gained, back, walk)
            self._draw_ghosts()
            self._change_scene(walk, at_once=not self._shown)
            self._shown = True
            self._fade_mill()

    def _show_prize(self, points: int, wait: float, walk: float) -> None:
        """The points of the found card, large, until the next clock begins."""
        self._prize.clear()
        self._prize.add(art("shell").texture("glow"), (dp(230), dp(150)), (0.0, 0.0), "#180D18", 0.8)
        self._prize.add_text(f"+{points}", tokens.VOICE, float(dp(72)), (0.0, 0.0), "#FFE08A")
        self._prize.pos = self.room.center

        def step(part: float) -> None:
            self._prize.alpha = min(1.0, part * 8, (1 - part) * 4)

        self._motion.move("prize", walk + MOMENT, step, delay=wait)

    def clock_place(self) -> ClockPlace:
        if self._scenes is None:
            return super().clock_place()
        return ClockPlace(sun_of(self._scenes[1], self._gone()), ring_of(roomy(self)), digits=DIGITS, disc=False)

    def time_left(self, part: float | None) -> None:
        self._running = part is not None and self._left is not None and part != self._left
        self._left = part
        self._draw()

    # The two scenes

    def _change_scene(self, wait: float = 0.0, at_once: bool = False) -> None:
        """Show the clock once the pawns have arrived; a library preview always shows the track."""
        self._seen = self._seen or bool(self.live)
        goal = 1.0 if self._timed and self._seen else 0.0
        start = self._clock

        def step(part: float) -> None:
            self._clock = between(start, goal, part)
            self._draw()
            self.clock_ready = goal == 0 or part == 1

        self.clock_ready = goal in (0, start)
        if goal == start or at_once:
            self._motion.move("scene", 0.0, step)
        else:
            self._motion.move("scene", CHANGE, step, delay=wait + MOMENT if goal and wait else 0.0, curve="in_out_sine")

    def _draw(self) -> None:
        if self._scenes is None:
            return
        lay = mixed(*self._scenes, self._clock)
        self._field.stand(self, lay, self._gone())
        self._on_disc.y = lay.disc_y - self._scenes[0].disc_y  # objects on the disc move with it
        self._pawns.fade(1 - self._clock)
        self._ghosts.fade(1 - self._clock)

    def _draw_ghosts(self) -> None:
        if self._table is not None:
            track = () if self._timed and self._seen else self._pawns.track
            self._ghosts.draw(self._table, track, self._pawns.size, 1 - self._clock)

    def _gone(self) -> float:
        return 0.0 if self._left is None else min(1.0, max(0.0, 1 - self._left))

    def _fade_mill(self) -> None:
        goal = BEHIND if self._pawns.behind_the_mill(self._ghosts.spaces) and not (self._timed and self._seen) else 1.0
        start = self._field.mill_alpha
        self._motion.move("mill", 0.2, lambda part: self._field.fade_mill(between(start, goal, part)))

    def _turn(self, passed: float) -> None:
        self._field.turn(360 * passed / (TURN_IN_STORY if self._running else TURN))
        self._field.drift(passed)
