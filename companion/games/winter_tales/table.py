"""What lies on the table in Winter Tales, as far as books are kept.

Hands, the deck, trap cards and hidden objectives are not here, and nothing here lets anybody work them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.core.seats import Seat
from companion.core.setup import Setup
from companion.core.table import Table
from companion.core.text import Text, Word, say
from companion.games.winter_tales.board.characters import (
    FIGURES,
    OBJECTIVES,
    QUESTS,
    SHARES,
    SPRING,
    WINTER,
    WRITER,
    CharacterShare,
    QuestCard,
)
from companion.games.winter_tales.board.town import Added, Town

LIGHT = "light"
FULL = "full"


class Player(Seat):
    """Somebody at the table: of spring, of winter, or the writer. The points are the side's score."""

    side = ""
    completed: tuple[str, ...] = ()
    """Objective cards of this player that became memories."""
    swaps: tuple[str, ...] = ()
    """Sides of which an objective was exchanged unseen (WT-141)."""

    def complete(self, key: str) -> None:
        """One objective a side (WT-120); hands may have entered it in the meantime."""
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
        """Ready again, free to move; who lies stays down (WT-21, WT-23)."""
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
    def is_rebel(self) -> bool:
        return FIGURES[self.key].side == SPRING


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


# What is under way

@dataclass(eq=False)
class Activation:
    """One character being activated: on its owner's turn, or in step two of a quest (WT-18, WT-59)."""

    character: Character
    joining: bool = False
    cards: int = 0
    steps: int = 0
    came_from: str | None = None
    """The space before the last step: where a trap turns a soldier back to (WT-43)."""
    acted: bool = False
    over: bool = False
    together: bool = False
    """The Love partner comes along (WT-103)."""
    passage: bool = False
    swapped: bool = False


@dataclass(eq=False)
class Entering:
    """A character has just entered a space; who may stop it has not all answered (WT-28)."""

    mover: Character
    tried: list[Character] = field(default_factory=list)
    """Soldiers whose player began and then played no card (WT-A12)."""
    over: bool = False


@dataclass(eq=False)
class Battle:
    """Attack and defence in turn, a card at a time (WT-35)."""

    soldier: Character
    rebel: Character
    partner: Character | None = None
    step: str = WINTER
    attack: int = 0
    defence: int = 0
    last: str = ""
    horror: bool = False
    artifact_used: bool = False
    over: bool = False
    """Somebody stopped; only what follows is still asked."""


@dataclass(eq=False)
class Trap:
    """Hidden cards against open ones. Only what winter plays is counted before the reveal (WT-42)."""

    rebel: Character
    soldier: Character
    partner: Character | None = None
    played: int = 0
    over: bool = False


@dataclass(eq=False)
class Resolving:
    """A quest being resolved, step by step (WT-57 to WT-68)."""

    quest: Quest
    hero: Character
    step: int = 1
    missed: bool = False
    """The opening did not recall the bookmarked memory: a failure (WT-58)."""
    sent: list[Character] = field(default_factory=list)
    """Who was activated in step two."""
    arrived: list[Character] = field(default_factory=list)
    """Of those, who reached the quest; asked where positions stay on the board."""
    cards: list[int] = field(default_factory=list)
    """Cards of each seat in steps three to five."""
    sides: list[str] = field(default_factory=list)
    """For which side each seat's cards count; empty: takes no part."""
    takes_part: list[Character] = field(default_factory=list)
    telling: Player | None = None
    artifact_used: bool = False
    artifact_by: Player | None = None
    outcome: str = ""
    memory: Memory | None = None


@dataclass(eq=False)
class Finale:
    """The epilogue: who begins, what everybody adds, what the writer decides (WT-75 to WT-82)."""

    opener: Player
    cards: list[int]
    told: list[bool]
    side: str = ""
    """For whom the writer plays as the epilogue player (WT-A37)."""
    counted: bool = False
    writer_hand: int = -1
    writer_done: bool = False
    writer_spring: int = 0
    writer_winter: int = 0
    note: str = ""


@dataclass(frozen=True)
class Last:
    """What happened last, for the card beside the question."""

    title: Word
    line: Word
    icon: str = ""


class Winter(Table[Player]):
    """Wintertown: characters, quests, the memory track, powers and laid-open objectives."""

    seats: list[Player]
    constant: ClassVar[frozenset[str]] = frozenset({"town"})

    def __init__(self, setup: Setup) -> None:
        self.added: list[Added] = []
        self.town: Town
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.depth: str = setup.options["depth"]
        self.phase = "setup"
        self.ages: list[Player] = []
        self.ring: list[Player] = []
        self.laid_out = False
        self.objectives_dealt = False
        self.arbiter: Player | None = None
        self.quests_drawn = 0
        self.story_begun = False
        self.chapter = 1
        self.acting: Player | None = None
        self.active: Character | None = None
        """Whose activation the acting player's turn is about."""
        self.characters: dict[str, Character] = {key: Character(key) for key in FIGURES}
        self.quests: dict[str, Quest] = {key: Quest(key) for key in QUESTS}
        self.track: list[Memory | None] = [None] * self.length
        self.bookmark: int | None = None
        self.powers: dict[str, Power] = {}
        self.laid_open: list[LaidOpen] = []
        self.moments: list[ObjectiveMoment] = []
        self.epilogue_side = SPRING
        """The side of the last memory's quest or objective: whom a writer who opens the epilogue leans to (WT-A37)."""
        self.finale: Finale | None = None
        self.last: Last | None = None

    def furnish(self) -> None:
        self.town = Town(self.setup.copy)
        for space in self.added:
            self.town.add(space)

    # Switches

    def on(self, option: str) -> bool:
        return bool(self.setup.options[option])

    @property
    def full(self) -> bool:
        return self.depth == FULL

    @property
    def length(self) -> int:
        """Memories in this game (WT-6, WT-85); objectives need at least five (WT-120)."""
        length: int = self.setup.options["length"]
        return max(length, 5) if self.setup.options["objectives"] else length

    @property
    def share(self) -> CharacterShare:
        return SHARES[len(self.seats)]

    # Who sits where: clockwise as factions put them, not as they were entered (WT-4)

    def circle(self) -> list[Player]:
        return self.ring or self.seats

    def next_of(self, seat: Seat) -> Player:
        return next(self.left_of(seat), self.seats[seat.index])

    def left_of(self, seat: Seat) -> Iterator[Player]:
        ring = self.circle()
        start = next((place for place, player in enumerate(ring) if player is seat), 0)
        for step in range(1, len(ring)):
            player = ring[(start + step) % len(ring)]
            if not player.gone:
                yield player

    def writer(self) -> Player | None:
        return next((player for player in self.seats if player.side == WRITER), None)

    def youngest(self, side: str = "") -> Player:
        """The youngest of a side, or of all (WT-3)."""
        ages = self.ages or self.seats
        fitting = [player for player in ages if not side or player.side == side] or ages
        return next((player for player in fitting if not player.gone), fitting[0])

    def actor(self) -> Player:
        return self.acting or self.youngest(SPRING)

    def spring_players(self) -> int:
        return sum(player.side == SPRING for player in self.seats)

    # Who stands where

    def who(self, key: str) -> Character:
        return self.characters[key]

    def in_play(self) -> list[Character]:
        return [one for one in self.characters.values() if one.owner is not None and not one.eliminated]

    def of(self, player: Player | None) -> list[Character]:
        return [one for one in self.characters.values() if one.owner is player and not one.eliminated]

    def standing_at(self, space: str | None) -> list[Character]:
        if space is None:
            return []
        return [one for one in self.characters.values()
                if one.at == space and one.owner is not None and not one.eliminated]

    def ready_of(self, player: Player) -> list[Character]:
        return [one for one in self.of(player) if one.ready]

    def anybody_ready(self) -> bool:
        return any(one.ready and one.owner is not None and not one.owner.gone and not one.eliminated
                   for one in self.characters.values())

    def site_of(self, quest: Quest) -> str | None:
        return quest.site if quest.bearer is None else quest.bearer.at

    def on_map(self) -> list[Quest]:
        return [quest for quest in self.quests.values() if quest.state == "map"]

    def place(self, space: str | None) -> Text | str:
        return self.town.name(space)

    # The memory track

    def free_spaces(self) -> list[int]:
        return [space for space, memory in enumerate(self.track) if memory is None]

    def marked(self) -> Memory | None:
        """The memory under the bookmark."""
        return None if self.bookmark is None else self.track[self.bookmark]

    def lay_open(self, card: LaidOpen) -> None:
        self.laid_open.append(card)
        self.laid_open.sort(key=lambda one: (one.player.index, one.key))

    def flow(self, kind: type[Any]) -> Any:
        """The flow of that kind under way, or None: questions must not fail on any table."""
        for flow in reversed(self.now):
            if isinstance(flow, kind):
                return flow
        return None


def owner_name(character: Character) -> Word:
    return say("nobody") if character.owner is None else character.owner.name


def owner_of(table: Winter, character: Character) -> Player:
    """Whoever answers for a character; the acting player where nobody owns it."""
    return character.owner or table.actor()
