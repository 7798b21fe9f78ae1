"""A row for one flight: number, Red, target, and the path in words and arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp

from companion.games.windward.board.explain import StraightRun
from companion.games.windward.screen.stage.camera import angle_of
from companion.games.windward.screen.stage.marks import RED, RIM
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Icon, Words
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import Part, enough
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.displays.bars import Arrow

LEAD, SIDE = 46.0, 14.0
DISC, ARROW, CHIP = 26.0, 18.0, 48.0


class ShownWay(NamedTuple):
    """A path on offer, with its letter, answer, runs and wording."""

    letter: str
    token: str
    runs: tuple[StraightRun, ...]
    words: str
    chosen: bool


class Told(NamedTuple):
    key: str
    number: int
    name: str
    strikes: str
    second: str
    ways: tuple[ShownWay, ...]


class RoundSign(Part):
    def __init__(self, look: Look, fill: tokens.Rgba, ink: str) -> None:
        super().__init__(size=(dp(DISC), dp(DISC)))
        self.words = Words(look, "", "label", ink, align="center", size_px=float(dp(14)))
        with self.canvas:
            self._rim_ink = Color(*tokens.rgba(RIM))
            self._rim = SmoothEllipse()
            self._ink = Color(*fill)
            self._round = SmoothEllipse()
        self.add_widget(self.words)
        self.bind(pos=self._place)

    def show(self, sign: str, fill: tokens.Rgba | None = None, rim: tokens.Rgba | None = None, ink: str = "") -> None:
        self.words.say(sign)
        if fill is not None:
            self._ink.rgba = fill
        if rim is not None:
            self._rim_ink.rgba = rim
        if ink:
            self.words.tint(ink)
        self._place()

    def _place(self, *_: object) -> None:
        rim = dp(1.6)
        self._rim.pos, self._rim.size = self.pos, self.size
        self._round.pos = (self.x + rim, self.y + rim)
        self._round.size = (self.width - 2 * rim, self.height - 2 * rim)
        self.words.hug()
        self.words.pos = (self.center[0] - self.words.width / 2, self.center[1] - self.words.height / 2)


class Arrows(Holder):
    """Arrows with space counts: ↗ 2 ↘ 1."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._arrows: list[Arrow] = []
        self._counts: list[Words] = []
        self.runs: tuple[StraightRun, ...] = ()

    def show(self, runs: Sequence[StraightRun]) -> None:
        self.runs = tuple(runs)
        arrows = enough(self._arrows, len(runs), lambda: Arrow(self.look, ARROW))
        counts = enough(self._counts, len(runs), lambda: Words(self.look, "", "score"))
        for arrow, words, run in zip(arrows, counts, runs, strict=True):
            arrow.point(angle_of(run.direction))
            words.say(str(run.spaces))
        self.fill([part for pair in zip(arrows, counts, strict=True) for part in pair])

    def hug(self) -> float:
        wide = sum(part.hug() if isinstance(part, Words) else part.width for part in self.parts)
        gaps = dp(5) * (len(self.parts) // 2) + dp(10) * max(0, len(self.parts) // 2 - 1)
        self.take_size(wide + gaps, max((part.height for part in self.parts), default=0.0))
        return float(self.width)

    def fit(self, width: float) -> float:
        self.hug()
        return float(self.height)

    def arrange(self) -> None:
        x = self.x
        for at, part in enumerate(self.parts):
            part.pos = (x, self.y + (self.height - part.height) / 2)
            x += part.width + dp(10 if at % 2 else 5)


class WayChip(AnswerCard):
    """One of several equally short paths; the chosen one has a border and a check."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.disc = RoundSign(look, look.colour("surface"), "text")
        self.arrows = Arrows(look)
        self.check = Icon(look, "", 20, "primary")
        for part in (self.disc, self.arrows, self.check):
            self.add_widget(part)

    def tell(self, way: ShownWay) -> None:
        self.choice, self.chosen = way.token, way.chosen
        self.text = f"{way.letter}: {way.words}"
        look = self.look
        self.disc.show(way.letter, look.colour("primary" if way.chosen else "surface"),
                       look.colour("primary" if way.chosen else "outline2"), "on_primary" if way.chosen else "text")
        self.arrows.show(way.runs)
        self.check.name = "check-circle-outline" if way.chosen else ""
        self.box.fill(self._tone())
        edged = way.chosen or look.contrast
        self.box.border(look.colour("primary" if way.chosen else "outline") if edged else None, dp(2) if edged else 0)

    def _tone(self) -> tokens.Rgba:
        return self.look.colour("container" if self.chosen else "surface3")

    def fit(self, width: float) -> float:
        self.arrows.hug()
        return self.take_size(width, max(dp(CHIP), self.arrows.height + dp(16)))

    def needs(self) -> float:
        return float(self.arrows.hug() + dp(DISC + 8 + 10 + 10 + 24))

    def arrange(self) -> None:
        if not hasattr(self, "arrows"):
            return
        middle = self.y + self.height / 2
        self.disc.center = (self.x + dp(8) + self.disc.width / 2, middle)
        self.arrows.pos = (self.disc.right + dp(10), middle - self.arrows.height / 2)
        self.check.center = (self.right - dp(18), middle)


class FlightRow(AnswerCard):
    """One flight; a tap highlights it on the stage."""

    def __init__(self, look: Look, look_at: Callable[[FlightRow], None], take: Callable[[WayChip], None]) -> None:
        super().__init__(look)
        self.take = take
        self.told: Told | None = None
        self.disc = RoundSign(look, tokens.rgba(RED), RIM)
        self.swords = Icon(look, "", 18, "loss")
        self.strikes = Words(look, "", "body", "loss")
        self.arrows = Arrows(look)
        self.chips: list[WayChip] = []
        self._pool: list[WayChip] = []
        for part in (self.disc, self.swords, self.strikes, self.arrows):
            self.add_widget(part)
        self.bind(on_tap=look_at)

    def tell(self, told: Told, *, bright: bool) -> None:
        several = len(told.ways) > 1
        self.told, self.bright = told, bright
        self.choice, self.chosen = ("" if several else told.ways[0].token), not several
        self.text = told.name
        self.label.say(told.name)
        self.hint.say(told.second)
        self.disc.show(str(told.number))
        self.strikes.say(told.strikes)
        self.swords.name = "sword-cross" if told.strikes else ""
        self.arrows.show(() if several else told.ways[0].runs)
        self._show_chips(told.ways if several else ())
        self.box.fill(self._tone())
        edge = "primary" if bright else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0)

    def _show_chips(self, ways: Sequence[ShownWay]) -> None:
        chips = enough(self._pool, len(ways), self._chip)
        for chip in self.chips[len(chips):]:
            self.remove_widget(chip)
        self.chips = chips
        for chip, way in zip(chips, ways, strict=True):
            chip.tell(way)
            if chip.parent is None:
                self.add_widget(chip)

    def _chip(self) -> WayChip:
        chip = WayChip(self.look)
        chip.bind(on_tap=self.take)
        return chip

    def _tone(self) -> tokens.Rgba:
        return self.look.colour("surface2")

    def fit(self, width: float) -> float:
        room = width - dp(LEAD + SIDE)
        arrows = self.arrows.hug() if self.arrows.parts else 0.0
        name, strikes = self.label.hug(room), self.strikes.hug(room) if self.strikes.text else 0.0
        swords = self.swords.width + dp(6) if strikes else 0.0
        self._struck_below = bool(strikes) and name + dp(10) + swords + strikes > room
        first = name if self._struck_below or not strikes else name + dp(10) + swords + strikes
        self._arrows_below = bool(arrows) and first + dp(12) + arrows > room
        high = self.label.height + self.hint.fit(room)
        high += self.strikes.height if self._struck_below else 0.0
        high += self.arrows.height + dp(4) if self._arrows_below else 0.0
        high += self._fit_chips(width - 2 * dp(SIDE))
        return self.take_size(width, max(dp(60), high + dp(20)))

    def _fit_chips(self, room: float) -> float:
        if not self.chips:
            return 0.0
        beside = (room - dp(8) * (len(self.chips) - 1)) / len(self.chips)
        self._beside = all(chip.needs() <= beside for chip in self.chips)
        highs = [chip.fit(beside if self._beside else room) for chip in self.chips]
        return float((max(highs) if self._beside else sum(highs) + dp(8) * (len(highs) - 1)) + dp(8))

    def arrange(self) -> None:
        if not hasattr(self, "_arrows_below"):
            return
        left, top = self.x + dp(LEAD), self.y + self.height - dp(10)
        self.label.pos = (left, top - self.label.height)
        self.disc.center = (self.x + dp(SIDE - 2) + self.disc.width / 2, self._disc_at(top))
        if self.arrows.parts and not self._arrows_below:
            self.arrows.pos = (self.x + self.width - dp(SIDE) - self.arrows.width,
                               self.label.center[1] - self.arrows.height / 2)
        top = self.label.y
        self._place_strikes(left, top)
        top -= self.strikes.height if self._struck_below else 0.0
        self.hint.pos = (left, top - self.hint.height)
        top = self.hint.y
        if self._arrows_below:
            self.arrows.pos = (left, top - dp(4) - self.arrows.height)
            top = self.arrows.y
        self._place_chips(top - dp(8))

    def _disc_at(self, top: float) -> float:
        """Centre the disc in a row without chips, else align it with the text."""
        return float(self.y + self.height / 2 if not self.chips else top - (self.label.height + self.hint.height) / 2)

    def _place_strikes(self, left: float, top: float) -> None:
        if not self.strikes.text:
            return
        if self._struck_below:
            x, y = left, top - self.strikes.height
        else:
            x, y = self.label.right + dp(10), self.label.center[1] - self.strikes.height / 2
        self.swords.pos = (x, y + (self.strikes.height - self.swords.height) / 2)
        self.strikes.pos = (x + self.swords.width + dp(6), y)

    def _place_chips(self, top: float) -> None:
        x = self.x + dp(SIDE)
        for chip in self.chips:
            chip.pos = (x, top - chip.height)
            if self._beside:
                x += chip.width + dp(8)
            else:
                top -= chip.height + dp(8)
