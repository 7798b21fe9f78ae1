"""Where does somebody go, and does anybody stop it? The walk is drawn on the map and told on a card."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.core.text import say
from companion.games.winter_tales.rules.movement import StepTo
from companion.games.winter_tales.rules.turns import TakeUpQuest, resolvable
from companion.games.winter_tales.screen.panel.figures import FiguresPanel
from companion.games.winter_tales.screen.panel.walk_card import WalkCard
from companion.games.winter_tales.screen.walks import Walk, goal_words, length_words, stops_of, walk_of, walk_words
from companion.games.winter_tales.table import Activation
from companion.ui.table.layout import BIG, PHONE, SMALL
from companion.ui.table.panels.answer_panel import Action, Host
from companion.ui.table.panels.place import PlacePanel

STAGE, SMALL_STAGE = 0.42, 0.28
"""Of a phone's height, for the map a walk is drawn on; on a small phone there is less to give."""


def stage_share(host: Host) -> float:
    return STAGE if host.form.name == PHONE else SMALL_STAGE


class MapPanel(PlacePanel):
    """A space of the town is tapped on the map, however few are open; the list is a tile. Big letters need the list."""

    @property
    def stage_part(self) -> float:  # type: ignore[override]
        return 0.0 if self._few() else stage_share(self.host)

    def _few(self) -> bool:
        on_map = self.look.scale <= BIG and self.host.stage.lights_places and any(
            space in self.table.town.spaces for space in self.draft.spaces)
        return not on_map and super()._few()

    def draw(self) -> None:
        super().draw()
        if not self._few():
            self.column.fill([])

    def more(self) -> list[Action]:
        if self._few():
            return super().more()
        return [Action(say("Choose from a list"), "format-list-bulleted", self._open_list, short=say("List"))]


class WalkPanel(MapPanel):
    """The likeliest walk stands on the button; any other space is a tap on the map, or on the list."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.card = WalkCard(self.look, host.letter)

    def draw(self) -> None:
        super().draw()
        walk, question = self.walk, self.question
        if walk is not None and isinstance(question, StepTo):
            stops = [] if self._tight else stops_of(self.table, question.character, walk)
            self.card.show(goal_words(self.table, walk), length_words(walk), walk.cards, stops)
            self.column.fill([self.card])

    @property
    def _tight(self) -> bool:
        """A small phone has room for what is on the map only there: who may stop it, and the next space."""
        return self.host.form.name == SMALL

    @property
    def walk(self) -> Walk | None:
        """None: nothing is proposed, or so few spaces are open that all stand here."""
        return None if self._few() else walk_of(self.table, self.question)

    def primary(self) -> Action | None:
        walk = self.walk
        if walk is None:
            return self._taking_up() or super().primary()
        return Action(walk_words(walk), "", partial(self.choose, walk.goal))

    def _taking_up(self) -> Action | None:
        """Where it stands a quest of its side waits: that is what it came for (WT-57)."""
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
    """Somebody walks past: who may stop it answers, with the rest of the walk before their eyes."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.card = WalkCard(self.look, host.letter)

    @property
    def stage_part(self) -> float:  # type: ignore[override]
        return stage_share(self.host) if walk_of(self.table, self.question) is not None else 0.0

    def parts(self) -> list[Any]:
        """On a small phone, or in big letters, the answers need the room; the map shows the walk all the same."""
        walk, activation = walk_of(self.table, self.question), self.table.perhaps(Activation)
        if walk is None or activation is None or self.host.form.name == SMALL or self.look.scale > BIG:
            return super().parts()
        self.card.show(goal_words(self.table, walk), length_words(walk), walk.cards,
                       stops_of(self.table, activation.character, walk))
        return [self.card, *super().parts()]
