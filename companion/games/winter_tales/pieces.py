"""Pieces on the table: players, characters, quests, memories, powers, open objectives."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.seats import Seat
from companion.core.text import Word
from companion.games.winter_tales.board.characters import (
    FIGURES,
    OBJECTIVES,
    QUESTS,
    SIDE_FIGURES,
    SPRING,
    QuestCard,
)

REBELS = frozenset(SIDE_FIGURES[SPRING])


class Player(Seat):
    """A player of spring or winter, or the writer. Points are the side's score."""

    side = ""
    completed: tuple[str, ...] = ()
    swaps: tuple[str, ...] = ()
    """Sides whose objective was swapped unseen (WT-141)."""
    lying = 0
    discarded = 0
    drawn = 0
    """Since the first hand. Card counts are public, hands are not (WT-19)."""

    def complete(self, key: str) -> None:  # WT-120
        others = [one for one in self.completed if OBJECTIVES[one].side != OBJECTIVES[key].side]
        self.completed = tuple(sorted([*others, key]))


class Character:
    """A character card and its token: a flipped card and a fallen token are independent (WT-23)."""

    owner: Player | None = None
    at: str | None = None
    """Its space; None if unknown or off the map."""
    ready = True
    activated = False
    """Activated in this chapter, even if a Glimmer of Hope turned the card back (WT-109)."""
    down = False
    cannot_move = False
    locked = False
    """Held by Winter Propaganda until the chapter ends (WT-109)."""
    eliminated = False
    felled: Word = ""
    """Who brought it down and where, for the story of a Rescue (WT-126)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def begin_chapter(self) -> None:
        """Incapacitated characters stay down (WT-21, WT-23)."""
        for flag in ("ready", "activated", "cannot_move", "locked"):
            self.__dict__.pop(flag, None)

    @property
    def name(self) -> str:
        return FIGURES[self.key].name

    @property
    def side(self) -> str:
        return FIGURES[self.key].side

    @property
    def letter(self) -> str:
        return FIGURES[self.key].letter

    @property
    def picture(self) -> str:
        return FIGURES[self.key].picture

    @property
    def is_rebel(self) -> bool:
        return self.key in REBELS


class Quest:  # WT-53
    state = "free"
    site: str | None = None
    bearer: Character | None = None
    author: Player | None = None
    note = ""

    def __init__(self, key: str) -> None:
        self.key = key

    @property
    def card(self) -> QuestCard:
        return QUESTS[self.key]

    @property
    def name(self) -> str:
        return QUESTS[self.key].name

    @property
    def side(self) -> str:
        return QUESTS[self.key].side


@dataclass(eq=False)
class Memory:  # WT-67, WT-124
    side: str
    source: str
    """Key of the quest or objective; empty if players added it by hand."""
    outcome: str = ""
    """success, failure or tie; empty for an objective."""
    note: str = ""
    chapter: int = 0
    told: Word = ""
    """Who told it and with how many cards; the next story must refer to it (WT-72)."""

    @property
    def of_objective(self) -> bool:
        return self.source in OBJECTIVES

    @property
    def name(self) -> str:
        if self.of_objective:
            return OBJECTIVES[self.source].name
        return QUESTS[self.source].name if self.source in QUESTS else "A memory"


@dataclass(eq=False)
class Power:  # WT-100
    key: str
    memory: Memory | None = None
    owner: Player | None = None
    on: list[Character] = field(default_factory=list)
    at: str | None = None
    used: bool = False
    """A Glimmer of Hope has already turned its rebel back this chapter (WT-102)."""
    won_by: str = ""


@dataclass(eq=False)
class LaidOpen:
    """An open but unfinished objective card: a Connection or a Spy."""

    player: Player
    key: str
    places: tuple[str, ...] = ()
    chapter: int = 0
    visits: list[str] = field(default_factory=list)
    """Its locations reached in the current activation (WT-128)."""


@dataclass(eq=False)
class ObjectiveMoment:  # WT-121
    key: str
    player: Player
