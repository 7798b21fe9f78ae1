"""The stage of games without one: tracks as a winding path, or scores, on an evening sky."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, SmoothEllipse
from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import say
from companion.core.views import Piece, ScoreSheet, SeatView, Track, View
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.stage import Stage
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import SeatToken, Words
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.displays.score_sheet import SheetGrid

STEP = 34.0  # dp between two stones
ROW = 54.0
APART = 24.0  # between pieces on one space


def winding(count: int, x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """`count` points on a path that winds up from the lower left of the box."""
    if count < 2:
        return [(x + width / 2, y + height / 2)] * count
    columns = max(2, min(count, int(width // dp(STEP)) + 1))
    rows = ceil(count / columns)
    columns = ceil(count / rows)
    across = width / max(1, columns - 1)
    up = min(dp(ROW), height / max(1, rows - 1)) if rows > 1 else 0.0
    base = y + (height - up * (rows - 1)) / 2
    places = []
    for number in range(count):
        row, column = divmod(number, columns)
        if row % 2:
            column = columns - 1 - column
        places.append((x + column * across, base + row * up))
    return places


class GenericStage(Stage):
    """Uses only the game's view."""

    def paint(self) -> None:
        dark = self.game.facts.dark
        safe = tokens.readable(dark)
        top, low = (tokens.over(dark.container, dark.panel3, 0.45), dark.panel2) if safe else ("#34404A", "#181E22")
        self._accent = dark.accent if safe else tokens.DARK.primary
        self._path_ink = tokens.over(self._accent, low, 0.28)
        self._still = InstructionGroup()
        with self.canvas:
            Color(1, 1, 1, 1)
            self._sky = Rectangle(texture=gradient((0.0, top), (1.0, low)))
            Color(*tokens.rgba(self._accent, 0.22))
            self._glow = Rectangle(texture=art("shell").texture("glow"))
        self.canvas.add(self._still)
        self._pawns: dict[tuple[int, int], SeatToken] = {}
        self._scores: dict[int, Words] = {}
        self._names: list[Words] = []
        self._view: View | None = None
        self._letters: list[str] = []
        self._colours: list[int] = []
        self._people: list[str] = []
        self._clocked = False
        """A clock replaces the scores, which are in the strip too."""
        self._field: Callable[[str], Field | None] = lambda path: None
        self._white = Look.of("dark").on_art()
        self._sheet: SheetGrid | None = None
        self._typed: int | None = None
        self._held = False
        self._due: bool | None = None
        """A pending redraw: whether its pieces move; None if there is none."""

    def hold(self) -> None:
        self._held = True

    def release(self) -> None:
        self._held = False
        if self._due is not None:
            self._draw(self._due)
        elif self._sheet is not None:
            self._sheet.draft(self._typed)

    def place(self) -> None:
        self._sky.pos, self._sky.size = self.pos, self.size
        side = max(self.size) * 1.2
        x, y = self.room.center
        self._glow.pos, self._glow.size = (x - side / 2, y - side / 2), (side, side)
        self._draw(moving=False)

    def show(self, play: Play[Any], question: Question[Any, Any] | None) -> None:
        view = self._look_at(play)
        seats = play.table.seats
        self._colours = [seat.colour for seat in seats]
        self._letters = tokens.initials(seat.name for seat in seats)
        self._people = [seat.name for seat in seats]
        self._field = lambda path: play.game.field(play.table, path)
        moving = self._view is not None and self.animate
        clocked, self._clocked = self._clocked, question is not None and question.timer(play.table) is not None
        if view != self._view or clocked != self._clocked:
            self._view, self._typed = view, None
            self._draw(moving)

    def _look_at(self, play: Play[Any]) -> View:
        """Fall back to the points if the game's view fails: this stage is the last resort."""
        try:
            return play.view()
        except Exception:
            return View(say(""), tuple(SeatView(seat.index, seat.points) for seat in play.table.seats))

    def settle(self) -> None:
        for pawn in self._pawns.values():
            Animation.stop_all(pawn)

    def _draw(self, moving: bool) -> None:
        if self._held:  # nothing moves after a change of place
            self._due = moving and self._due is not False
            return
        self._due = None
        if self._view is None or self.room.height < 2:
            return
        if self._view.sheet is not None:
            self._draw_sheet(self._view.sheet)
            return
        self._still.clear()
        for words in self._names:
            self.remove_widget(words)
        self._names = []
        tracks = [track for track in self._view.tracks if track.spaces > 0][:3]
        if tracks and self.room.height > dp(80):
            self._draw_tracks(tracks, moving)
        else:
            self._draw_scores(moving)

    # A score sheet

    def _draw_sheet(self, sheet: ScoreSheet) -> None:
        """Uses the panel's background, which is easier to read."""
        if self._sheet is None:
            self._sheet = SheetGrid(self.look, self._open_cell)
            with self.canvas:
                Color(*self.look.colour("background"))
                self._paper = Rectangle()
            self.add_widget(self._sheet)
        self._paper.pos, self._paper.size = self.pos, self.size
        self._sheet.show(sheet, lambda seat: (self._colours[seat], self._letters[seat], self._people[seat]), self.room,
                         self._typed)

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        self._typed = answer if isinstance(answer, int) else None
        if self._sheet is not None and not self._held:
            self._sheet.draft(self._typed)

    def _open_cell(self, path: str, value: int | None) -> None:
        field = self._field(path)
        app = App.get_running_app()
        if field is not None and isinstance(field.allowed, range) and app is not None:
            allowed = field.allowed
            open_number(app, self.look, field.label, value, allowed.start, allowed.stop - 1,
                        lambda number: self.dispatch("on_correct", path, number))

    def _draw_tracks(self, tracks: list[Track], moving: bool) -> None:
        room, side = self.room, dp(30)
        each = room.height / len(tracks)
        for words in self._scores.values():
            self.remove_widget(words)
        self._scores.clear()
        for number, track in enumerate(tracks):
            top = room.top - number * each
            name = Words(self._white, track.name, "label", "text2", chrome=True)
            name.hug(room.width - 2 * side)
            name.pos = (room.x + side, top - name.height)
            self.add_widget(name, index=len(self.children))
            self._names.append(name)
            places = winding(track.spaces, room.x + side, top - each + side, room.width - 2 * side,
                             max(dp(20), each - name.height - dp(20) - side))
            self._draw_path(places)
            self._stand_pieces(number, track.pieces, places, moving)

    def _draw_path(self, places: list[tuple[float, float]]) -> None:
        stones = self._still
        stones.add(Color(*tokens.rgba(self._path_ink)))
        stones.add(Line(points=[part for place in places for part in place], width=dp(9), cap="round", joint="round"))
        for number, (x, y) in enumerate(places):
            fifth = number % 5 == 0
            stones.add(Color(*tokens.rgba(self._accent, 0.95 if fifth else 0.5)))
            radius = dp(5.5 if fifth else 3)
            stones.add(SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))

    def _stand_pieces(self, track: int, pieces: tuple[Piece, ...], places: list[tuple[float, float]],
                      moving: bool) -> None:
        spaces = [max(0, min(piece.space, len(places) - 1)) for piece in pieces]
        there: dict[int, int] = {}
        for number, (piece, space) in enumerate(zip(pieces, spaces, strict=True)):
            at, crowd = there.get(space, 0), spaces.count(space)
            there[space] = at + 1
            x, y = places[space]
            half = (crowd - 1) / 2 * dp(APART)
            middle = max(self.room.x + dp(20) + half, min(self.room.right - dp(20) - half, x))
            self._stand((track, number), piece.seat, piece.label, (middle - half + at * dp(APART), y + dp(14)), moving)

    def _stand(self, key: tuple[int, int], seat: int | None, label: str, goal: tuple[float, float],
               moving: bool, size: float = 34.0) -> None:
        colour = self._colours[seat] if seat is not None else 7
        letter = self._letters[seat] if seat is not None else (label[:1] or "·")
        pawn = self._pawns.get(key)
        if pawn is None:
            pawn = self._pawns[key] = SeatToken(self._white, colour, letter, size, rim="art")
            self.add_widget(pawn)
            moving = False
        pawn.size, pawn.opacity = (dp(size), dp(size)), 1.0
        pawn.become(colour, letter)
        Animation.cancel_all(pawn)
        if moving and tuple(pawn.center) != goal:
            Animation(center=goal, d=min(tokens.PAWN_MOST, 0.45), t="in_out_sine").start(pawn)
        else:
            pawn.center = goal

    def _draw_scores(self, moving: bool) -> None:
        if self._view is None:
            return
        room, seats = self.room, self._view.seats
        low = room.height < dp(90)
        size = dp(40) if low else min(dp(72), room.width / max(1, len(seats)) * 0.8)
        across = room.width / max(1, len(seats))
        for number, seat in enumerate(seats):
            x = room.x + across * (number + 0.5)
            y = room.center[1] + (0 if low else dp(18))
            self._stand((0, number), seat.index, "", (x, y), moving, size / dp(1))
            words = self._scores.get(number)
            if words is None:
                words = self._scores[number] = Words(self._white, "", "number", "text", align="center", chrome=True)
                self.add_widget(words)
            words.say("" if seat.score is None or low else str(seat.score))
            words.hug()
            words.center = (x, y - size * 0.5 - dp(18))
            words.opacity = self._pawns[0, number].opacity = 0.0 if self._clocked else 1.0  # it is in the middle
