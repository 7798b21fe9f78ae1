"""The middle of a tablet's panel: standings, latest chronicle lines and what comes next.

It drops what doesn't fit: the oldest lines first, then the standings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp

from companion.core.text import minus, say
from companion.services.chronicle import ToldLine, last_lines
from companion.services.table.controller import TableController
from companion.services.table.situation import SeatState
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Icon, Words
from companion.ui.widgets.controls.seat import SeatToken

MOST = 5
GAP, SIDE, BETWEEN = 10.0, 24.0, 20.0
NAME, BAR = 0.34, 6.0  # the names' share of the width; the thickness of a bar

Face = Callable[[int], tuple[int, str]]


class ToldRow(Holder):
    def __init__(self, look: Look) -> None:
        super().__init__()
        self.token = SeatToken(look, 0, "", SIDE)
        self.icon = Icon(look, "", 18, "text2", fixed=True)
        self.words = Words(look, "", "support", "text2")
        self.fill([self.token, self.icon, self.words])

    def show(self, line: ToldLine, face: tuple[int, str] | None) -> None:
        self.words.say(line.text)
        self.token.opacity = 0.0 if face is None else 1.0
        self.icon.name = "" if face is not None else "pencil-outline" if line.by_hand else "circle-small"
        if face is not None:
            self.token.become(*face)

    def fit(self, width: float) -> float:
        self.words.fit(width - dp(SIDE + 10))
        return self.take_size(width, max(dp(SIDE), self.words.height))

    def arrange(self) -> None:
        self.token.pos = (self.x, self.top - dp(SIDE))
        self.icon.center = self.token.center
        self.words.pos = (self.x + dp(SIDE + 10), self.top - max(dp(SIDE), self.words.line) / 2 - self.words.line / 2
                          - (self.words.height - self.words.line))


class RankRow(Holder):
    def __init__(self, look: Look) -> None:
        super().__init__()
        self.token = SeatToken(look, 0, "", SIDE)
        self.name = Words(look, "", "support", one_line=True)
        self.points = Words(look, "", "support")
        self.bar = Part(size_hint=(None, None))
        self.box = Box(self.bar, look.colour("surface3"), dp(BAR / 2))
        self.share = 0.0
        self.fill([self.bar, self.token, self.name, self.points])

    def show(self, seat: SeatState, face: tuple[int, str], share: float) -> None:
        self.token.become(*face)
        self.box.fill(tokens.rgba(tokens.SEATS[face[0]].fill))
        self.name.say(seat.name)
        self.points.say(minus(seat.score or 0))
        self.share = share

    def fit(self, width: float) -> float:
        self.name.fit(width * NAME - dp(SIDE + 10))
        self.points.hug()
        return self.take_size(width, max(dp(SIDE), self.name.height))

    def arrange(self) -> None:
        middle, left = self.y + self.height / 2, self.x + self.width * NAME + dp(8)
        room = self.right - left - dp(48)
        self.token.pos = (self.x, middle - dp(SIDE / 2))
        self.name.pos = (self.x + dp(SIDE + 10), middle - self.name.height / 2)
        self.bar.size = (max(dp(BAR), room * self.share), dp(BAR))
        self.bar.pos = (left, middle - dp(BAR / 2))
        self.points.pos = (self.right - self.points.width, middle - self.points.height / 2)


class Lately(Holder):
    def __init__(self, look: Look, face: Face) -> None:
        super().__init__()
        self.look, self.face = look, face
        self.titles = [Words(look, words, "kicker", "text2") for words in (say("Standings"), say("Lately"),
                                                                         say("Next"))]
        self.places: list[RankRow] = []
        self.lines = [ToldRow(look) for _ in range(MOST)]
        self.next = Words(look, "", "support", "text2")
        self.standing = self.count = 0
        self.fill([*self.titles, *self.lines, self.next])
        self.opacity = 0.0

    def show(self, controller: TableController) -> None:
        told = last_lines(controller.play, MOST)
        self.count = len(told)
        for line, one in zip(self.lines, told, strict=False):
            line.show(one, None if one.seat is None else self.face(one.seat))
        self.next.say(" ".join(str(one) for one in controller.ahead()))
        sheet = controller.view is not None and controller.view.sheet is not None
        self._rank(() if sheet else controller.seats)  # a score sheet already shows who leads

    def _rank(self, seats: Sequence[SeatState]) -> None:
        """Rank the seats, unless some have no score or nobody has scored yet."""
        scores = [seat.score for seat in seats if seat.score is not None]
        self.standing = len(seats) if len(scores) == len(seats) > 1 and any(scores) else 0
        while len(self.places) < self.standing:
            self.places.append(RankRow(self.look))
            self.add_widget(self.places[-1])
        best = max(1, *scores, 1)
        order = sorted(seats[:self.standing], key=lambda seat: (-(seat.score or 0), seat.index))
        for place, seat in zip(self.places, order, strict=False):
            place.show(seat, self.face(seat.index), max(0, seat.score or 0) / best)

    # Places

    def stand(self, left: float, width: float, low: float, top: float) -> None:
        """Place standings and lines from the top, and what comes next above the question."""
        low, top = low + dp(12), top - dp(18)
        for part in (*self.titles, *self.places, *self.lines, self.next):
            part.opacity = 0.0
        if self.next.text:
            low = self._stand_next(left, width, low, top)
        ranked = self.places[:self.standing]
        block = sum(place.fit(width) + dp(GAP / 2) for place in ranked) + self.titles[0].fit(width)
        if ranked and top - block - dp(BETWEEN) - dp(64) >= low:
            top = self._stand_block(self.titles[0], ranked, left, low, top, dp(GAP / 2)) - dp(BETWEEN)
        for line in self.lines[:self.count]:
            line.fit(width)
        self.titles[1].fit(width)
        self._stand_block(self.titles[1], self.lines[:self.count], left, low, top, dp(GAP))
        self.opacity = 1.0

    def _stand_next(self, left: float, width: float, low: float, top: float) -> float:
        """Returns where the space above it begins."""
        high = self.next.fit(width) + self.titles[2].fit(width) + dp(6)
        if low + high > top:
            return low
        self.next.pos = (left, low)
        self.titles[2].pos = (left, low + self.next.height + dp(6))
        self.next.opacity = self.titles[2].opacity = 1.0
        return float(low + high + dp(BETWEEN))

    def _stand_block(self, title: Words, parts: Sequence[Holder], left: float, low: float, top: float,
                     gap: float) -> float:
        """Place a title with as many parts as fit, if any; returns the lower edge."""
        y, shown = top - title.height, 0
        for part in parts:
            if y - gap - part.height < low:
                break
            y -= gap + part.height
            part.pos = (left, y)
            part.opacity = 1.0
            shown += 1
        title.pos = (left, top - title.height)
        title.opacity = 1.0 if shown else 0.0
        return float(y)

    def hide(self) -> None:
        self.opacity = 0.0

    def fit(self, width: float) -> float:
        return 0.0

    def arrange(self) -> None:
        """Do nothing, as `stand` places the parts."""
