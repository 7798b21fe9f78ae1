"""What lies on the table, piece by piece: players, characters, quest tokens, memories, powers, laid-open objectives."""

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
    """Somebody at the table: of spring, of winter, or the writer. The points are the side's score."""

    side = ""
    completed: tuple[str, ...] = ()
    """Objective cards of this player that became memories."""
    swaps: tuple[str, ...] = ()
    """Sides of which an objective was exchanged unseen (WT-141)."""
    lying = 0
    discarded = 0
    drawn = 0
    """Story cards that lie open, and since the first hand: numbers are public, hands are not (WT-19)."""

    def complete(self, key: str) -> None:  # WT-120
        others = [one for one in self.completed if OBJECTIVES[one].side != OBJECTIVES[key].side]
        self.completed = tuple(sorted([*others, key]))


class Character:
    """A character card and its token. The side of the card up and the token lying down are two things (WT-23).

    Defaults stand on the class: what never changed is in no snapshot.
    """

    owner: Player | None = None
    at: str | None = None
    """The space it stands in; None: not known, or not on the map."""
    ready = True
    activated = False
    """Activated in this chapter, even if a Glimmer of Hope turned the card back (WT-109)."""
    down = False
    cannot_move = False
    locked = False
    """Held by Winter Propaganda until the chapter ends (WT-109)."""
    eliminated = False
    felled: Word = ""
    """Who brought it down, and where: the Rescue's story is about that (WT-126)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def begin_chapter(self) -> None:
        """Ready again, free to move; the incapacitated stay down (WT-21, WT-23)."""
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


class Quest:
    """A quest token: free to be generated, on the map, done, or back in the box (WT-53)."""

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
class Memory:
    """A card on the memory track: spring, winter or neutral; of a quest or of an objective (WT-67, WT-124)."""

    side: str
    source: str
    """The key of the quest or of the objective; empty for one that the table laid by hand."""
    outcome: str = ""
    """success, failure or tie; empty for an objective."""
    note: str = ""
    chapter: int = 0
    told: Word = ""
    """Who told it, with how many cards: the next story owes it a link (WT-72)."""

    @property
    def of_objective(self) -> bool:
        return self.source in OBJECTIVES

    @property
    def name(self) -> str:
        if self.of_objective:
            return OBJECTIVES[self.source].name
        return QUESTS[self.source].name if self.source in QUESTS else "A memory"


@dataclass(eq=False)
class Power:
    """A power in force: who owns it, where its tokens lie, and the memory it hangs on (WT-100)."""

    key: str
    memory: Memory | None = None
    owner: Player | None = None
    on: list[Character] = field(default_factory=list)
    at: str | None = None
    used: bool = False
    """A Glimmer of Hope: turned its rebel back in this chapter already (WT-102)."""
    won_by: str = ""


@dataclass(eq=False)
class LaidOpen:
    """An objective card lying open before its player, not yet done: a Connection or a Spy."""

    player: Player
    key: str
    places: tuple[str, ...] = ()
    chapter: int = 0
    visits: list[str] = field(default_factory=list)
    """Its locations reached in the activation under way (WT-128)."""


@dataclass(eq=False)
class ObjectiveMoment:
    """Something that just happened and may complete an objective of that player (WT-121)."""

    key: str
    player: Player
