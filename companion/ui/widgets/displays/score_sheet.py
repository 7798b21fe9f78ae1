"""A score sheet instead of a stage: rounds down, people across, totals below, tappable cells.

It draws only the rows and columns that fit, so header, totals and first column stay visible while you drag.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import Text, in_a_row, minus
from companion.core.views import ScoreSheet, SheetColumn
from companion.ui.drawing.stage import Room
from companion.ui.drawing.touch import Grabbing
from companion.ui.theme import Look
from companion.ui.widgets.base.part import Icon, Words
from companion.ui.widgets.controls.buttons import SeatToken

ROW, LEAST_ROW, COLUMN, LEAD, NAMED_LEAD = 44.0, 34.0, 60.0, 36.0, 92.0
HEAD, TOTALS = 66.0, 58.0
PLACE, PLACE_WIDE, MANY = 30.0, 57.0, 5  # dp of a player's place below the sheet; from this many players on
DIGIT = 0.38  # width of a digit in its place, of its height: three may shrink a little
TAPPED = 12.0  # dp: a smaller move counts as a tap
LEAST_NAME = 0.7  # of its size, before a long name is shortened
SLACK = 4.0  # dp: small letters are a little wider than their size says
ROOMY, MOST_ROWS = 1.6, 8  # on a big screen all grows until columns so wide and so many rows fill it

Face = Callable[[int], tuple[int, str, str]]
"""Colour, letter and name of a seat."""


class SheetGrid(Grabbing):
    """Calls `on_cell(path, value)` when a cell is tapped."""

    def __init__(self, look: Look, on_cell: Callable[[str, int | None], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.on_cell = look, on_cell
        self.sheet = ScoreSheet((), ())
        self.face: Face = lambda seat: (0, "", "")
        self.typed: int | None = None
        self.room = Room()
        self.first_row = self.first_column = 0
        self.rows = self.columns = 1
        self.zoom = 1.0
        self._below = InstructionGroup()
        self.canvas.before.add(self._below)
        self.pools: dict[str, list[Any]] = {}
        """Words by role, tokens and crowns, reused between draws."""
        self._used: dict[str, int] = {}
        self._said: dict[Words, tuple[object, ...]] = {}
        self._spots: dict[tuple[int, int], tuple[float, float, float, float]] = {}

    # Showing

    def show(self, sheet: ScoreSheet, face: Face, room: Room, typed: int | None) -> None:
        """`typed` is the number in the cell being asked for."""
        moved = sheet.now != self.sheet.now or len(sheet.rows) != len(self.sheet.rows) or room != self.room
        self.sheet, self.face, self.typed, self.room = sheet, face, typed, room
        self.pos, self.size = (room.x, room.y), (room.width, room.height)
        if moved:
            self._bring_now()
        self.draw()

    def draft(self, number: int | None) -> None:
        if number != self.typed:
            self.typed = number
            self.draw()

    def dp(self, size: float) -> float:
        return float(dp(size) * self.zoom)

    def _measure(self) -> None:
        sheet = self.sheet
        needs = dp(LEAD + ROOMY * COLUMN * len(sheet.columns)), dp(HEAD + TOTALS + MOST_ROWS * ROW)
        self.zoom = max(1.0, min(2.0, self.room.width / needs[0], self.room.height / needs[1]))
        named = any(not str(row.label).isdigit() for row in sheet.rows)
        self.lead = self.dp(NAMED_LEAD if named else LEAD)
        free = self.room.width - self.lead - dp(16)
        self.columns = max(1, min(len(sheet.columns), int(free / self.dp(COLUMN))))
        self.wide = free / self.columns
        self.head = self.dp(HEAD) if self.room.height > dp(210) else dp(40)
        self.totals = self.dp(TOTALS) if self.room.height > dp(170) else self.dp(LEAST_ROW)
        if self.room.height < self.head + self.totals + self.dp(LEAST_ROW):
            self.totals = 0.0  # only half would be visible; the panel names the total at stake
        body = max(self.dp(LEAST_ROW), self.room.height - self.head - self.totals - dp(6))
        self.places = self._place_lines(body)
        body -= self.places * self.dp(PLACE)
        self.rows = max(1,
                        min(len(sheet.rows), int(body / self.dp(ROW)) or int(body / self.dp(LEAST_ROW)) or 1))
        self.high = min(self.dp(ROW), body / self.rows)

    def _place_lines(self, body: float) -> int:
        """Lines with everybody's place, if not all columns fit; at least one row of the sheet stays."""
        everybody = len(self.sheet.columns)
        if self.columns == everybody and (everybody < MANY or body < self.dp(MOST_ROWS * LEAST_ROW)):
            return 0
        longest = max(len(str(one.total)) for one in self.sheet.columns)
        wide = self.dp(PLACE_WIDE - 18) + longest * self.look.px("score", chrome=True) * self.zoom * DIGIT
        self.each = max(1, min(everybody, int((self.room.width - dp(16)) / max(self.dp(PLACE_WIDE), wide))))
        return max(0, min(-(-everybody // self.each), int((body - self.dp(LEAST_ROW)) / self.dp(PLACE))))

    def _bring_now(self) -> None:
        """Scroll to the cell being asked for, or to the last rows."""
        if self.room.height < 2:
            return
        self._measure()
        row, column = self.sheet.now or (len(self.sheet.rows) - 1, 0)
        self.first_row = self._within(row - self.rows + 1, len(self.sheet.rows) - self.rows)
        if not self.first_column <= column < self.first_column + self.columns:
            self.first_column = column
        self.first_column = self._within(self.first_column, len(self.sheet.columns) - self.columns)

    @staticmethod
    def _within(at: int, most: int) -> int:
        return max(0, min(at, most))

    # Drawing

    def draw(self) -> None:
        if self.room.height < 2:
            return
        self._measure()
        self.first_row = self._within(self.first_row, len(self.sheet.rows) - self.rows)
        self.first_column = self._within(self.first_column, len(self.sheet.columns) - self.columns)
        self._below.clear()
        self._spots.clear()
        self._used.clear()
        self._draw_column_light()
        for place in range(self.columns):
            self._draw_head(self.sheet.columns[self.first_column + place], place)
        for place in range(self.rows):
            self._draw_row(self.first_row + place, place)
        if self.totals:
            self._draw_totals()
        if self.places:
            self._draw_places()
        for kind, pool in self.pools.items():
            for spare in pool[self._used.get(kind, 0):]:
                self.remove_widget(spare)

    def _next(self, kind: str, make: Callable[[], Any]) -> Any:
        pool, at = self.pools.setdefault(kind, []), self._used.get(kind, 0)
        self._used[kind] = at + 1
        if at == len(pool):
            pool.append(make())
        if pool[at].parent is None:
            self.add_widget(pool[at])
        return pool[at]

    def _x(self, place: int) -> float:
        return float(self.room.x + dp(8) + self.lead + self.wide * (place + 0.5))

    def row_y(self, place: int) -> float:
        return float(self.room.top - self.head - self.high * (place + 0.5))

    def _line(self, y: float, role: str, thick: float) -> None:
        self._below.add(Color(*self.look.colour(role)))
        self._below.add(Rectangle(pos=(self.room.x + dp(12), y),
                                  size=(self.room.width - dp(24), max(1.0, thick))))

    def _draw_column_light(self) -> None:
        now = self.sheet.now
        if now is None or not 0 <= now[1] - self.first_column < self.columns:
            return
        x = self._x(now[1] - self.first_column) - self.wide / 2
        low = self.row_y(self.rows - 1) - self.high / 2 - self.totals
        self._below.add(Color(*self.look.colour("text", 0.055)))
        self._below.add(SmoothRoundedRectangle(pos=(x + dp(2), low),
                                               size=(self.wide - dp(4), self.room.top - low),
                                               radius=[dp(18)] * 4))

    def _draw_head(self, column: SheetColumn, place: int) -> None:
        x, roomy = self._x(place), self.head > dp(50)
        side = min(self.dp(34), self.wide / max(1.0, len(column.seats) * 0.72))
        left = x - side * 0.62 * (len(column.seats) - 1) / 2
        for at, seat in enumerate(column.seats):
            colour, letter, _ = self.face(seat)
            token = self._next("token", partial(SeatToken, self.look, colour, letter, side / dp(1)))
            token.become(colour, letter)
            token.size = (side, side)
            below = self.dp(22) if roomy else self.head / 2
            token.center = (left + at * side * 0.62, self.room.top - below)
        if roomy:
            name = in_a_row(*(self.face(seat)[2] for seat in column.seats))
            self._say(name, "label", "text2", (x, self.room.top - self.dp(52)), self.wide - dp(6))

    def _draw_row(self, at: int, place: int) -> None:
        row, y = self.sheet.rows[at], self.row_y(place)
        now = self.sheet.now
        if place:
            self._line(y + self.high / 2, "outline2", dp(1))
        current = now is not None and now[0] == at
        self._say(row.label, "label", "primary" if current else "text2",
                  (self.room.x + dp(8) + self.lead / 2, y), self.lead - dp(8))
        for column in range(self.columns):
            number = self.first_column + column
            if number >= len(row.cells):
                continue
            value, ink = row.cells[number], "text" if current else "text2"
            if now == (at, number):
                self._draw_asked(self._x(column), y)
                value, ink = self.typed, "on_container"
            shown = "–" if value is None else minus(value)
            self._say(shown, "score big", ink, (self._x(column), y), self.wide - dp(6))
            if number < len(row.paths):
                half = self.wide / 2, self.high / 2
                self._spots[at, number] = (self._x(column) - half[0], y - half[1], self._x(column) + half[0],
                                           y + half[1])

    def _draw_asked(self, x: float, y: float) -> None:
        pos = (x - self.wide / 2 + dp(3), y - self.high / 2 + dp(3))
        size = (self.wide - dp(6), self.high - dp(6))
        self._below.add(Color(*self.look.colour("container")))
        self._below.add(SmoothRoundedRectangle(pos=pos, size=size, radius=[dp(12)] * 4))
        self._below.add(Color(*self.look.colour("primary")))
        self._below.add(SmoothLine(rounded_rectangle=(*pos, *size, dp(12)), width=dp(1)))

    def _draw_totals(self) -> None:
        top = self.row_y(self.rows - 1) - self.high / 2
        self._line(top - dp(2), "outline", dp(2))
        roomy = self.totals > dp(50)
        middle = top - (self.dp(22) if roomy else self.totals / 2)
        self._say("Σ", "score big", "text2", (self.room.x + dp(8) + self.lead / 2, middle))
        for place in range(self.columns):
            column, x = self.sheet.columns[self.first_column + place], self._x(place)
            self._say(minus(column.total), "number", "text", (x, middle), self.wide - dp(6))
            if roomy and column.note is not None:
                self._draw_note(column, x, top - self.dp(46))

    def _draw_places(self) -> None:
        """Everybody, the leader first: place, token and total."""
        columns = self.sheet.columns
        ahead = [one.total for one in columns if one.leads]
        low = bool(ahead) and ahead[0] < max(one.total for one in columns)
        order = sorted(columns, key=lambda one: one.total if low else -one.total)
        top = self.row_y(self.rows - 1) - self.high / 2 - self.totals
        wide = (self.room.width - dp(16)) / self.each
        for at, one in enumerate(order[:self.places * self.each]):
            line, place = divmod(at, self.each)
            x, y = self.room.x + dp(8) + wide * place, top - self.dp(PLACE) * (line + 0.5)
            rank = 1 + sum((other.total < one.total) if low else (other.total > one.total)
                           for other in columns)
            self._say(f"{rank}." if rank < 10 else str(rank), "label", "text2", (x + self.dp(8), y))
            colour, letter, _ = self.face(one.seats[0])
            token = self._next("place", partial(SeatToken, self.look, colour, letter, 20))
            token.become(colour, letter)
            token.size = (self.dp(20), self.dp(20))
            token.center = (x + self.dp(26), y)
            self._say(minus(one.total), "score", "text", (x + self.dp(37) + (wide - self.dp(39)) / 2, y),
                      wide - self.dp(39))

    def _draw_note(self, column: SheetColumn, x: float, y: float) -> None:
        ink = "primary" if column.leads else "text2"
        words = self._say(column.note or "", "label", ink, (x + (self.dp(8) if column.leads else 0), y))
        if column.leads:
            crown = self._next("crown", partial(Icon, self.look, "crown", 15 * self.zoom, ink, fixed=True))
            crown.center = (words.x - self.dp(9), y)

    def _say(self, text: Text | str, role: str, ink: str, middle: tuple[float, float],
             most: float = 0.0) -> Words:
        words: Words = self._next(role,
                                  partial(Words, self.look, "", role, align="center", chrome=True,
                                          one_line=True))
        said = (str(text), ink, middle, most, self.zoom)
        if self._said.get(words) != said:  # an answer changes only a few cells
            self._said[words] = said
            words.say(said[0], ink)
            words.set_size_px(self.look.px(role, chrome=True) * self.zoom)
            if most:  # a number shrinks to fit; a name only so far, then it is shortened
                fits = min(1.0, (most - dp(SLACK)) / words.hug())
                words.set_size_px(words.px * (max(fits, LEAST_NAME) if role == "label" else fits))
            words.hug(most if role == "label" and most else None)
            words.center = middle
        return words

    # Touches: tap a cell, drag to scroll

    def takes(self, touch: Any) -> bool:
        return bool(self.sheet.columns) and self.collide_point(*touch.pos) and not touch.is_mouse_scrolling

    def seize(self, touch: Any) -> None:
        touch.ud["sheet"] = (touch.x, touch.y, self.first_row, self.first_column)

    def follow(self, touch: Any) -> None:
        x, y, row, column = touch.ud["sheet"]
        row = self._within(row + round((touch.y - y) / self.high), len(self.sheet.rows) - self.rows)
        column = self._within(column - round((touch.x - x) / self.wide),
                              len(self.sheet.columns) - self.columns)
        if (row, column) != (self.first_row, self.first_column):
            self.first_row, self.first_column = row, column
            self.draw()

    def let_go(self, touch: Any) -> None:
        x, y, *_ = touch.ud["sheet"]
        if abs(touch.x - x) + abs(touch.y - y) < dp(TAPPED):
            for (row, column), (left, low, right, high) in self._spots.items():
                if left <= touch.x <= right and low <= touch.y <= high and (row, column) != self.sheet.now:
                    line = self.sheet.rows[row]
                    self.on_cell(line.paths[column], line.cells[column])
                    break

    def where(self, row: int, column: int) -> tuple[float, float]:
        left, low, right, high = self._spots[row, column]
        return (left + right) / 2, (low + high) / 2
