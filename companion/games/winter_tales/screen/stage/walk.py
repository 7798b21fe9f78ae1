"""A walk that somebody may stop: the rest of the way, the cards it takes, and where it could end (WT-26 to WT-28)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.questions import Question
from companion.games.winter_tales.rules.movement import cards_for
from companion.games.winter_tales.rules.ways import way_to, who_may_stop
from companion.games.winter_tales.screen.stage.labels import ACCENT, badge, disc, icon, words
from companion.games.winter_tales.screen.stage.layout import Point, steps
from companion.games.winter_tales.screen.stage.scenes import SWORDS, WEB
from companion.games.winter_tales.table import Activation, Entering, Winter
from companion.ui.theme import tokens

DANGER = "#B3261E"
GAP, DOT, RIM = 11.0, 3.2, 1.5
CARD = (13.0, 17.0)


@dataclass(frozen=True)
class WalkStep:
    """A space of the way. `card`: the number of the card that is due there, 0: it is paid for."""

    space: str
    number: int
    card: int = 0
    stopped_by: str = ""
    """Crossed swords or a web, where somebody could end the walk."""


@dataclass(frozen=True)
class Walk:
    start: str
    steps: tuple[WalkStep, ...]


def walk_of(table: Winter, question: Question[Any, Any] | None) -> Walk | None:
    """The walk under way while it waits for whoever may stop it; None: nobody is on one."""
    activation = table.perhaps(Activation)
    if question is None or activation is None or table.perhaps(Entering) is None or not activation.goal:
        return None
    who = activation.character
    if who.at is None or who.at not in table.town.spaces or activation.goal == who.at:
        return None
    sign = SWORDS if who.is_rebel else WEB
    way = []
    for ahead, space in enumerate(way_to(table, who, activation.goal), start=1):
        due = cards_for(table, activation, ahead)
        new = due > cards_for(table, activation, ahead - 1)
        way.append(WalkStep(space, activation.steps + ahead, activation.cards + due if new else 0,
                            sign if who_may_stop(table, who, space) else ""))
    return Walk(who.at, tuple(way)) if way else None


class WalkView:
    """Dots from space to space, a number at each, a card where one is due, a red sign where somebody may step in."""

    def __init__(self, layer: InstructionGroup) -> None:
        self._layer = InstructionGroup()
        layer.add(self._layer)
        self.walk: Walk | None = None
        self._shown: tuple[object, ...] = ()

    def show(self, walk: Walk | None, spots: dict[str, Point]) -> None:
        known = walk is not None and all(one in spots for one in (walk.start, *(step.space for step in walk.steps)))
        self.walk = walk if known else None
        key = (self.walk, tuple(sorted(spots.items())))
        if key == self._shown:
            return
        self._shown = key
        self._layer.clear()
        if self.walk is not None:
            self._draw(self.walk, spots)

    def _draw(self, walk: Walk, spots: dict[str, Point]) -> None:
        way = [spots[walk.start], *[spots[step.space] for step in walk.steps]]
        for start, end in pairwise(way):
            for at in steps(start, end, float(dp(GAP)), float(dp(16))):
                disc(self._layer, at, dp(DOT + RIM), tokens.DARK_RIM)
                disc(self._layer, at, dp(DOT), ACCENT)
        for step, (x, y) in zip(walk.steps, way[1:], strict=True):
            if step.card:
                self._card(str(step.card), (x + dp(15), y + dp(12)))
            badge(self._layer, str(step.number), (x, y), float(dp(11)))
            if step.stopped_by:
                centre = (x - dp(22), y + dp(14))
                disc(self._layer, centre, dp(13.5), tokens.LIGHT_RIM)
                disc(self._layer, centre, dp(12), DANGER)
                icon(self._layer, step.stopped_by, float(dp(15)), centre, tokens.ON_SCRIM)

    def _card(self, number: str, centre: Point) -> None:
        for more, colour in ((RIM, tokens.DARK_RIM), (0.0, ACCENT)):
            wide, high = dp(CARD[0] + 2 * more), dp(CARD[1] + 2 * more)
            self._layer.add(Color(*tokens.rgba(colour)))
            self._layer.add(SmoothRoundedRectangle(pos=(centre[0] - wide / 2, centre[1] - high / 2), size=(wide, high),
                                                   radius=[dp(3)]))
        words(self._layer, number, tokens.BOLD, float(dp(11)), centre, tokens.DARK_RIM)
