"""A walk to draw: its spaces, its cards, and who could stop it (WT-26 to WT-28). Read-only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.questions import Question
from companion.core.text import Text, count, listing, say, spelled
from companion.games.winter_tales.rules.movement import StepTo, cards_for
from companion.games.winter_tales.table import Activation, Character, Entering, Player, Winter

WEB, SWORDS = "spider-web", "sword-cross"


@dataclass(frozen=True)
class WalkStep:
    """A space on the way; `card` is the number of the card due there, 0 if already paid."""

    space: str
    number: int
    card: int = 0
    stopped_by: str = ""
    """Crossed swords or a web, if somebody could end the walk."""


@dataclass(frozen=True)
class Walk:
    start: str
    steps: tuple[WalkStep, ...]

    @property
    def goal(self) -> str:
        return self.steps[-1].space

    @property
    def cards(self) -> int:  # WT-26
        return sum(bool(step.card) for step in self.steps)


@dataclass(frozen=True)
class Stop:
    """Where somebody may step in, in words, and the players to ask."""

    words: Text
    sign: str
    players: tuple[Player, ...]


def walk_of(table: Winter, question: Question[Any, Any] | None) -> Walk | None:
    """The current walk while others may stop it; otherwise the likeliest one for the mover."""
    if isinstance(question, StepTo):
        return walk_to(table, question.character, likely_goal(table, question.character))
    activation = table.perhaps(Activation)
    if question is None or activation is None or table.perhaps(Entering) is None or not activation.goal:
        return None
    return walk_to(table, activation.character, activation.goal)


def walk_to(table: Winter, who: Character, goal: str) -> Walk | None:
    activation = table.perhaps(Activation)
    if activation is None or not goal or who.at is None or who.at not in table.town.spaces or goal == who.at:
        return None
    sign = SWORDS if who.is_rebel else WEB
    way = []
    for ahead, space in enumerate(table.way_to(who, goal), start=1):
        due = cards_for(table, activation, ahead)
        new = due > cards_for(table, activation, ahead - 1)
        way.append(WalkStep(space, activation.steps + ahead, activation.cards + due if new else 0,
                            sign if table.who_may_stop(who, space) else ""))
    return Walk(who.at, tuple(way)) if way else None


def likely_goal(table: Winter, who: Character) -> str:
    """Suggest the nearest quest of its side (WT-57), in step two the current one (WT-59); empty if none."""
    activation = table.perhaps(Activation)
    if activation is not None and activation.joining:
        return table.quest_space() or ""
    sites = [table.site_of(quest) for quest in table.on_map() if quest.side == who.side
             and quest.bearer is not who]
    if who.at in sites:
        return ""
    ways = {site: table.way_to(who, site) for site in sites if site is not None}
    near = sorted((len(way), site) for site, way in ways.items() if way)
    return near[0][1] if near else ""


@dataclass(frozen=True)
class Routes:
    """The active character, its space, and the path to every other space."""

    who: str = ""
    at: str | None = None
    before: Mapping[str, str] = field(default_factory=dict)

    def between(self, goal: str | None) -> list[str]:
        """The spaces passed on the way there; empty if none or unknown."""
        passed: list[str] = []
        space = goal
        while space is not None and (space := self.before.get(space)) is not None and space != self.at:
            passed.append(space)
        return passed[::-1] if space == self.at else []


def routes_of(table: Winter) -> Routes:
    activation = table.perhaps(Activation)
    if activation is None or not table.full or activation.character.at is None:
        return Routes()
    who = activation.character
    return Routes(who.key, who.at, table.reached_from(who))


# In words

def stops_of(table: Winter, who: Character, walk: Walk) -> list[Stop]:
    stops = []
    for step in walk.steps:
        there = table.who_may_stop(who, step.space)
        if there:
            players = tuple(dict.fromkeys(one.owner for one in there if one.owner is not None))
            where: dict[str, object] = {"n": spelled(step.number),
                                        "who": listing([one.name for one in there])}
            words = say("Space {n}: {who} may attack", **where) if who.is_rebel else \
                say("Space {n}: {who} may spring a trap", **where)
            stops.append(Stop(words, step.stopped_by, players))
    return stops


def goal_words(table: Winter, walk: Walk) -> Text:
    space = table.town.spaces.get(walk.goal)
    if space is not None and len(space.ends) == 2:
        one, two = (table.place(end) for end in space.ends)
        return say("To the plaza between {one} and {two}", one=one, two=two)
    return say("To {place}", place=table.place(walk.goal))


def walk_words(walk: Walk) -> Text:
    if not walk.cards:
        return count("Walk {n} space", "Walk {n} spaces", len(walk.steps))
    return count("Walk {n} space, {cards}", "Walk {n} spaces, {cards}", len(walk.steps),
                 cards=cards_words(walk))


def short_words(walk: Walk) -> Text:
    if not walk.cards:
        return count("{n} space", "{n} spaces", len(walk.steps))
    return count("{n} space, {cards}", "{n} spaces, {cards}", len(walk.steps), cards=cards_words(walk))


def cards_words(walk: Walk) -> Text:
    return count("{n} card", "{n} cards", walk.cards)
