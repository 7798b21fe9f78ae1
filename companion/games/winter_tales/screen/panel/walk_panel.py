"""Where a character goes and who stops it, drawn on the map and described on a card."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp

from companion.core.text import say
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA
from companion.games.winter_tales.rules.fights import Attack, DragTo
from companion.games.winter_tales.rules.kinds import PickTrackSpace
from companion.games.winter_tales.rules.movement import StepTo
from companion.games.winter_tales.rules.spaces import place_option
from companion.games.winter_tales.rules.turns import TakeUpQuest, resolvable
from companion.games.winter_tales.screen.panel.cards_panel import FiguresPanel
from companion.games.winter_tales.screen.stage.town import DANGER
from companion.games.winter_tales.screen.walks import (
    Stop,
    Walk,
    goal_words,
    short_words,
    stops_of,
    walk_of,
    walk_words,
)
from companion.games.winter_tales.table import Activation, Winter
from companion.ui.table.layout import BIG, LANDSCAPE, PHONE, SMALL
from companion.ui.table.panels.answer_panel import Action, Host
from companion.ui.table.panels.pick import PlacePanel
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Column, Holder, SeatToken, Words
from companion.ui.widgets.base.flow import Row
from companion.ui.widgets.base.part import Icon, enough
from companion.ui.widgets.controls.rows import CardBox, Divider

ROW, MOST_STOPS = 36.0, 3


class StopLine(Holder):
    def __init__(self, look: Look, letter: Callable[[Any], str]) -> None:
        super().__init__()
        self.look, self.letter = look, letter
        with self.canvas.before:
            Color(*tokens.rgba(DANGER))
            self._disc = SmoothEllipse()
        self.icon = Icon(look, "", 17, tokens.ON_SCRIM, fixed=True)
        self.words = Words(look, "", "support")
        self.seats: list[SeatToken] = []

    def show(self, stop: Stop) -> None:
        self.icon.name = stop.sign
        self.words.say(stop.words)
        self.seats = [SeatToken(self.look, player.colour, self.letter(player), 26) for player in stop.players]
        self.fill([self.icon, self.words, *self.seats])

    def fit(self, width: float) -> float:
        room = width - dp(36) - dp(30) * len(self.seats)
        return self.take_size(width, max(dp(ROW), self.words.fit(room) + dp(10)))

    def arrange(self) -> None:
        side = dp(26)
        self._disc.pos, self._disc.size = (self.x, self.center_y - side / 2), (side, side)
        self.icon.center = (self.x + side / 2, self.center_y)
        self.words.pos = (self.x + dp(36), self.center_y - self.words.height / 2)
        for number, seat in enumerate(reversed(self.seats)):
            seat.center = (self.right - dp(13) - dp(30) * number, self.center_y)


class WalkCard(CardBox):
    """Where a walk leads, its length and cards, and who may stop it."""

    def __init__(self, look: Look, letter: Callable[[Any], str]) -> None:
        self.look, self.letter = look, letter
        self.icon = Icon(look, "shoe-print", 24, "primary")
        self.goal = Words(look, "", "answer")
        self.cost = Words(look, "", "support", "text2")
        self.both = Column(gap=0)
        self.head = Row(least=ROW, gap=10)
        self.edge = Divider(look)
        self._made: list[StopLine] = []
        super().__init__(look, [self.head], pad=12, gap=0, air=4)

    def show(self, table: Winter, walk: Walk, stops: Sequence[Stop]) -> None:
        self.goal.say(goal_words(table, walk))
        self.cost.say(short_words(walk))
        shown = stops[:MOST_STOPS]
        lines = enough(self._made, len(shown), lambda: StopLine(self.look, self.letter))
        for line, stop in zip(lines, shown, strict=True):
            line.show(stop)
        self.fill([self.head, *([self.edge, *lines] if lines else [])])

    def fit(self, width: float) -> float:
        """Put the cost below the goal if they don't fit side by side."""
        room = width - dp(2 * self.pad + 54) - self.cost.hug()
        if room < min(self.goal.hug(), dp(150) * self.look.scale):
            self.both.fill([self.goal, self.cost])
            self.head.stretch = self.both
            self.head.fill([self.icon, self.both])
        else:
            self.head.stretch = self.goal
            self.head.fill([self.icon, self.goal, self.cost])
        return super().fit(width)


STAGE, TRACK_STAGE, BIG_STAGE = 0.42, 0.22, 0.36
"""Height of the map below the bar, and of the memory track, as parts of a phone's screen;
with the bar it is half. The last one is for big text."""


class MapPanel(PlacePanel):
    """Pick a space on the map; the list opens from a tile."""

    @property
    def stage_part(self) -> float:
        if isinstance(self.question, PickTrackSpace):
            return TRACK_STAGE
        if self._few():
            return 0.0
        return STAGE if not isinstance(self.question, DragTo) else 0.37  # most stay where they fell: a tile

    @property
    def big_stage_part(self) -> float:
        return 0.0 if self._few() else BIG_STAGE

    def _few(self) -> bool:
        if not self.host.stage.lights_places:
            return super()._few()
        drawn = any(space in self.table.town.spaces for space in self.draft.spaces)
        return not (drawn or self._on_track()) and super()._few()

    def _on_track(self) -> bool:
        """The track says it all, unless the new memory may cover one."""
        return isinstance(self.question, PickTrackSpace) and all(
            self.table.track[space - 1] is None for space in self.draft.spaces)

    def draw(self) -> None:
        super().draw()
        if not self._few():
            self.column.fill([])

    def more(self) -> list[Action]:
        if self._few():
            return super().more()
        listed = Action(say("Choose from a list"), "format-list-bulleted", self.open_list, short=say("List"))
        unmapped = [] if isinstance(self.question, StepTo) else \
            [one for one in self.draft.spaces if one in (NEW_PLAZA, NEW_LOCATION)]
        return [listed, *(Action(place_option(self.table, one).label, "plus", partial(self.choose, one))
                          for one in unmapped)]


class WalkPanel(MapPanel):
    """The button offers the likeliest walk; pick any other space on the map or list."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.card = WalkCard(self.look, host.letter)

    def draw(self) -> None:
        super().draw()
        walk, question = self.walk, self.question
        if walk is not None and isinstance(question, StepTo) and not self._tight:
            self.card.show(self.table, walk, stops_of(self.table, question.character, walk))
            self.column.fill([self.card])

    @property
    def _tight(self) -> bool:
        """A small phone shows the walk, and who may stop it, only on the map,
        unless large text makes that small."""
        return self.host.form.name == SMALL and self.look.scale <= 1.0

    @property
    def walk(self) -> Walk | None:
        return None if self._few() else walk_of(self.table, self.question)

    def primary(self) -> Action | None:
        walk = self.walk
        if walk is None:
            return self._taking_up() or super().primary()
        return Action(walk_words(walk), "", partial(self.choose, walk.goal))

    def _taking_up(self) -> Action | None:  # WT-57
        activation, asked = self.table.perhaps(Activation), self.question
        if activation is None or activation.joining or not isinstance(asked, StepTo):
            return None
        quests = resolvable(self.table, activation)
        if len(quests) != 1:
            return None
        return Action(say("Take up {quest}", quest=quests[0]), "",
                      partial(self.host.answer, TakeUpQuest(asked.seat, asked.character), quests[0].key))

    def second(self) -> Action | None:
        walk = self.walk
        if walk is None or len(walk.steps) < 2 or self._tight:
            return super().second()
        return Action(say("One space"), "", partial(self.choose, walk.steps[0].space))


class StopPanel(FiguresPanel):
    """Ask who stops the mover, with the rest of the walk in view."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.card = WalkCard(self.look, host.letter)

    @property
    def stage_part(self) -> float:
        few = self.host.form.name == SMALL and isinstance(self.question, Attack)
        return 0.33 if few else STAGE  # so that the answers are in view

    def parts(self) -> list[Any]:
        """On small phones or with large text, the answers need the room."""
        walk, activation = walk_of(self.table, self.question), self.table.perhaps(Activation)
        if walk is None or activation is None or self.host.form.name == SMALL or self.look.scale > BIG:
            return super().parts()
        self.card.show(self.table, walk, stops_of(self.table, activation.character, walk))
        if self.host.form.name in (PHONE, LANDSCAPE):  # the answers stay in view; the map shows the walk
            return [*super().parts(), self.card]
        return [self.card, *super().parts()]
