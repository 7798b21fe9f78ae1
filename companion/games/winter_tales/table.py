"""Pieces and state of the table. Hands, the deck, trap cards and hidden objectives are left out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from companion.core.setup import Seat, Setup
from companion.core.table import Table, Unwind
from companion.core.text import Text, Word, say
from companion.core.views import Reminder
from companion.games.winter_tales.board.characters import (
    FIGURES,
    OBJECTIVES,
    QUESTS,
    SHARES,
    SIDE_FIGURES,
    SPRING,
    WINTER,
    WRITER,
    CharacterShare,
    QuestCard,
)
from companion.games.winter_tales.board.town import Added, Town
from companion.games.winter_tales.box.model import WITH_PASSAGE

REBELS = frozenset(SIDE_FIGURES[SPRING])


class Player(Seat):
    """A player of spring or winter, or the writer. Points are the side's score."""

    side = ""
    completed: tuple[str, ...] = ()
    swaps: tuple[str, ...] = ()
    """Sides whose objective was swapped unseen (WT-141)."""
    lying = 0
    discarded = 0
    trimmed = 0
    """How often they discarded down to seven; how many cards is their secret (WT-18, WT-19)."""
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

    def __init__(self, key: str) -> None:
        self.key = key

    def begin_chapter(self) -> None:
        """Incapacitated characters stay down (WT-21, WT-23)."""
        self.ready = True
        self.activated = self.cannot_move = self.locked = False

    @property
    def name(self) -> Text:
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
    def owner_name(self) -> Word:
        return say("nobody") if self.owner is None else self.owner.name

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
    def name(self) -> Text:
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
    def name(self) -> Text:
        if self.of_objective:
            return OBJECTIVES[self.source].name
        return QUESTS[self.source].name if self.source in QUESTS else say("A memory")


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


LIGHT = "light"
FULL = "full"
MOST_CARDS = 9999


@dataclass(eq=False)
class Activation:
    """One character being activated, on its owner's turn or in step two of a quest (WT-18, WT-59)."""

    character: Character
    joining: bool = False
    cards: int = 0
    steps: int = 0
    came_from: str | None = None
    """The space before the last step: a trap turns a soldier back to it (WT-43)."""
    goal: str = ""
    """Destination of a walk of several spaces; empty if there is none or it was stopped."""
    unhindered: bool = False
    """Everyone who could stop this walk declined (WT-28)."""
    acted: bool = False
    over: bool = False
    together: bool = False
    """The Love partner comes along (WT-103)."""
    passage: bool = False
    swapped: bool = False


@dataclass(eq=False)
class Entering:
    mover: Character
    tried: list[Character] = field(default_factory=list)
    """Soldiers whose player began a battle but played no card (WT-A12)."""
    over: bool = False


@dataclass(eq=False)
class Fight:
    soldier: Character
    rebel: Character
    partner: Character | None = None
    over: bool = False
    """Nobody plays any more; only the consequences are left."""

    @property
    def rebels(self) -> list[Character]:
        """The rebel, and the Love partner who fights along (WT-103)."""
        return [one for one in (self.rebel, self.partner) if one is not None]


@dataclass(eq=False)
class Battle(Fight):
    step: str = WINTER
    attack: int = 0
    defence: int = 0
    last: str = ""
    horror: bool = False
    artifact_used: bool = False
    begun: bool = False
    """The first card was played with the attack and is not counted yet."""
    laid: bool = False
    """Players have said where the beaten rebel lies (WT-37)."""
    attack_cards: int = 0
    defence_cards: int = 0
    """Excludes anything that only counts as a card: a skill, the Artifact, the Horror's memory."""
    helped: int = 0
    """Defence cards from the partner's hand, not counted in `defence_cards` (WT-103)."""

    def cards_of(self, player: Player) -> int:
        owners = (self.soldier.owner, self.rebel.owner,
                  self.partner.owner if self.partner is not None else None)
        played = (self.attack_cards, self.defence_cards, self.helped)
        return sum(cards for owner, cards in zip(owners, played, strict=True) if owner is player)


@dataclass(eq=False)
class Trap(Fight):
    """Hidden cards against open ones; only winter's are counted before the reveal (WT-42)."""

    played: int = 0
    shown: dict[int, int] = field(default_factory=dict)
    """Cards shown spring side up, by seat: the rebel's player's, and a Love partner's (WT-103)."""

    def cards_of(self, player: Player) -> int:
        return self.played if self.soldier.owner is player else 0


@dataclass(eq=False)
class Resolving:
    quest: Quest
    hero: Character
    step: int = 1
    missed: bool = False
    """The opening did not recall the bookmarked memory: a failure (WT-58)."""
    sent: list[Character] = field(default_factory=list)
    arrived: list[Character] = field(default_factory=list)
    """Those who reached the quest; with only turns and battles, players are asked."""
    cards: list[int] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    """The side each seat's cards count for; empty if the seat takes no part."""
    takes_part: list[Character] = field(default_factory=list)
    telling: Player | None = None
    closed: bool = False
    """Nobody else joins: one tap for all remaining players (WT-62)."""
    artifact_by: Player | None = None
    """Who played the Artifact's memory in this quest (WT-106)."""
    artifact_at: int = 0
    """Which of that player's cards it was; minus takes back the last one."""
    joined: list[Player] = field(default_factory=list)
    """Players who join without a card: taking a card back keeps them in (WT-62)."""
    passed: list[Player] = field(default_factory=list)
    """Players who sent nobody in step two (WT-59)."""
    on_spot: list[Character] = field(default_factory=list)
    """Characters activated in step two where they already stood (WT-A24)."""
    called: Player | None = None
    """Who plays next, with `called_with`, after a tap on that row (WT-62)."""
    called_with: str = ""
    last_card: str = ""
    """The last card if already known: `card`, or `next` for none (WT-64)."""
    outcome: str = ""
    memory: Memory | None = None

    def cards_of(self, player: Player) -> int:
        """Count open cards; the Artifact's memory stays on the track (WT-106)."""
        return self.cards[player.index] - (self.artifact_by is player)


@dataclass(eq=False)
class Finale:
    opener: Player
    cards: list[int]
    told: list[bool]
    side: str = ""
    """The side the writer plays for as the epilogue player (WT-A37)."""
    counted: bool = False
    writer_hand: int = -1
    writer_done: bool = False
    given: dict[str, int] = field(default_factory=lambda: {SPRING: 0, WINTER: 0})
    """The writer's cards for each side (WT-80)."""
    note: str = ""


@dataclass(eq=False)
class WritersPart:
    side: str = ""
    over: bool = False


@dataclass(frozen=True)
class Last:
    title: Word
    line: Word
    icon: str = ""


# Ways to leave a flow early

class TurnOver(Unwind):
    by_hand = say("End this turn here")


class ActionDone(Unwind):
    """The one action of this turn is done (WT-149)."""


class BattleBroken(Unwind):
    by_hand = say("Break off this battle")


class LastMemory(Unwind):
    """The track is full, or players end early: the epilogue begins at once (WT-73)."""

    by_hand = say("Begin the epilogue now")


class Winter(Table[Player]):
    """Wintertown: characters, quests, the memory track, powers and open objectives."""

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
        self.token_taken = False
        """Whoever opens the epilogue has taken its token from the track (WT-76)."""
        self.objectives_dealt = False
        self.arbiter: Player | None = None
        self.quests_drawn = 0
        self.face_down: list[str] = []
        """The first spring and winter quests the phone drew, hidden until everybody is in place."""
        self.story_begun = False
        self.in_middle = False
        """The play began without the app, and something is still missing."""
        self.opening = False
        """The phone drew the first quests, so the first turn explains the opening and hand size."""
        self.chapter = 1
        self.acting: Player | None = None
        self.active: Character | None = None
        self.characters: dict[str, Character] = {key: Character(key) for key in FIGURES}
        self.quests: dict[str, Quest] = {key: Quest(key) for key in QUESTS}
        self.track: list[Memory | None] = [None] * self.length
        self.bookmark: int | None = None
        self.ongoing: str | None = None
        """Key of the quest with the ongoing token on it (WT-58)."""
        self.powers: dict[str, Power] = {}
        self.laid_open: list[LaidOpen] = []
        self.moments: list[tuple[str, Player]] = []
        """Objectives that can be shown just now, and by whom (WT-121)."""
        self.epilogue_side = SPRING
        """The last memory's side; a writer who opens the epilogue leans to it (WT-A37)."""
        self.finale: Finale | None = None
        self.last: Last | None = None
        self.ended: Player | None = None
        """Whose turn just ended automatically; the next question mentions the discard (WT-18)."""
        self.fresh: Quest | Memory | None = None
        """What was just added to the map or track; a note is offered until the next activation."""
        self.reminded: dict[str, int] = {}
        """How often each easily forgotten rule was shown."""
        self.due: Reminder | None = None
        self.named_passages = dict.fromkeys(WITH_PASSAGE, "")
        """Where Secret Passages lead, as players said on first use; empty until then (WT-146)."""

    def furnish(self) -> None:
        self.town = Town(self.setup.box)
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
        """Number of memories in this game (WT-6, WT-85); objectives need at least five (WT-120)."""
        length: int = self.setup.options["length"]
        return max(length, 5) if self.setup.options["objectives"] else length

    @property
    def share(self) -> CharacterShare:
        return SHARES[len(self.seats)]

    # Seating: clockwise by faction, not in the order of entry (WT-4)

    def circle(self) -> list[Player]:
        return self.ring or self.seats

    def next_of(self, seat: Seat) -> Player:
        return next(self.left_of(seat), self.seats[seat.index])

    def left_of(self, seat: Seat) -> Iterator[Player]:
        ring = self.circle()
        start = ring.index(seat) if isinstance(seat, Player) and seat in ring else 0
        for player in (*ring[start + 1:], *ring[:start]):
            if not player.gone:
                yield player

    def writer(self) -> Player | None:
        return next((player for player in self.seats if player.side == WRITER), None)

    def writer_here(self) -> Player | None:
        writer = self.writer()
        return None if writer is None or writer.gone else writer

    def youngest(self, side: str = "") -> Player:  # WT-3
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

    def remind(self, rule: str, words: Text) -> None:
        """Tell a rule that people forget, until another part of the story begins."""
        self.reminded[rule] = self.reminded.get(rule, 0) + 1
        self.due = Reminder(words, "lightbulb-on-outline", forgotten=f"{rule} {self.reminded[rule]}")

    # Story cards, as numbers (WT-19)

    def discard(self, fight: Battle | Trap | None = None) -> None:      # WT-38, WT-44; else all (WT-65)
        for player in self.seats:
            cards = player.lying if fight is None else min(player.lying, fight.cards_of(player))
            player.lying -= cards
            player.discarded = min(MOST_CARDS, player.discarded + cards)

    # The memory track

    def free_spaces(self) -> list[int]:
        return [space for space, memory in enumerate(self.track) if memory is None]

    def spaces_for_quests(self) -> list[int]:
        """List free spaces and objectives that may be covered, from 1 (WT-67, WT-123)."""
        return [space for space, memory in enumerate(self.track, start=1) if memory is None
                or memory.of_objective]

    def marked(self) -> Memory | None:
        return None if self.bookmark is None else self.track[self.bookmark]

    def lay_open(self, card: LaidOpen) -> None:
        self.laid_open.append(card)
        self.laid_open.sort(key=lambda one: (one.player.index, one.key))

    # What several rules ask

    def owner_of(self, character: Character) -> Player:
        """Find the player who answers for a character; without an owner, the acting player."""
        return character.owner or self.actor()

    def able(self, character: Character) -> bool:
        """A fallen character does nothing until it is saved (WT-150, WT-A71)."""
        return not character.eliminated and not (character.down and self.on("lying"))

    def quest_space(self) -> str | None:
        resolving = self.perhaps(Resolving)
        return None if resolving is None else self.site_of(resolving.quest)

    def bears_ongoing(self, character: Character) -> bool:
        """The site of an ongoing quest doesn't move (WT-151)."""
        resolving = self.perhaps(Resolving)
        return resolving is not None and resolving.quest.bearer is character

    def love_partner(self, character: Character) -> Character | None:  # WT-103
        love = self.powers.get("love")
        if love is None or character not in love.on:
            return None
        partner = next((one for one in love.on if one is not character), None)
        if partner is None or partner.eliminated or partner.at is None or partner.at != character.at:
            return None
        return partner

    def artifact_holder(self) -> Character | None:
        artifact = self.powers.get("artifact")
        if artifact is None or not artifact.on or artifact.on[0].eliminated:
            return None
        return artifact.on[0]

    def holds_artifact(self, fighters: Iterable[Character]) -> bool:
        holder = self.artifact_holder()
        return holder is not None and any(one is holder for one in fighters)

    def rebels_in_play(self) -> list[Character]:
        return [one for one in self.in_play() if one.is_rebel]

    def in_order(self, mover: Player | None, willing: list[Character]) -> list[Character]:  # WT-A10
        if mover is None or not willing:
            return willing
        order = [player.index for player in self.left_of(mover)]
        return sorted((one for one in willing if one.owner is not None and one.owner.index in order),
                      key=lambda one: order.index(one.owner.index if one.owner is not None else 0))

    # Ways, and who may stop somebody on them

    def who_may_stop(self, mover: Character, space: str | None) -> list[Character]:  # WT-30, WT-32, WT-40
        return [one for one in self.may_stop(mover) if one.at == space]

    def may_stop(self, mover: Character) -> Iterator[Character]:
        """Who may interrupt `mover` in this space: a rebel anywhere, a soldier in a location."""
        rebel, owner = mover.is_rebel, mover.owner
        for one in self.characters.values():
            foe = one.owner is not None and one.owner is not owner and one.is_rebel is not rebel
            if foe and one.at is not None and self.able(one) and (rebel or self.town.is_location(one.at)):
                yield one

    def reached_from(self, mover: Character, goal: str = "") -> dict[str, str]:
        """Map each space to the one before it on the shortest, then safest path, up to `goal` (WT-27)."""
        start = mover.at
        if start is None:
            return {}
        ways, watched = self.town.ways, Counter(one.at for one in self.may_stop(mover))
        before: dict[str, str] = {}
        met = {start: 0}
        edge = [start]
        while edge and goal not in before:
            reached: dict[str, int] = {}
            for space in edge:
                for beyond in ways.get(space, ()):
                    if beyond in met:
                        continue
                    count = met[space] + watched[beyond]
                    if beyond not in reached or count < reached[beyond]:
                        before[beyond], reached[beyond] = space, count
            met.update(reached)
            edge = list(reached)
        return before

    def way_to(self, mover: Character, goal: str) -> list[str]:
        if mover.at is not None and goal in self.town.ways.get(mover.at, ()):
            return [goal]
        before = self.reached_from(mover, goal)
        if goal not in before:
            return []
        way = [goal]
        while before[way[-1]] != mover.at:
            way.append(before[way[-1]])
        return way[::-1]

    def stops_ahead(self, mover: Character) -> bool:  # WT-28
        activation = self.perhaps(Activation)
        if activation is None or not activation.goal or activation.goal == mover.at:
            return False
        watched = {one.at for one in self.may_stop(mover)}
        return bool(watched) and any(space in watched for space in self.way_to(mover, activation.goal))

    # Skills (WT-140 to WT-147)

    def skill_of(self, character: Character) -> str:
        """Without objectives, Alice and Candlewick draw an extra card instead of swapping (WT-141)."""
        if not self.setup.options["skills"]:
            return ""
        skill = FIGURES[character.key].skill
        return "card" if skill == "objective" and not self.setup.options["objectives"] else skill

    def cards_drawn(self, character: Character) -> int:
        return 4 if self.skill_of(character) == "card" else 3                 # WT-18, WT-147

    def free_steps(self, character: Character) -> int:
        return 2 if self.skill_of(character) == "movement" else 0  # WT-145, WT-A69: once per activation

    def battle_skill(self, fighters: Iterable[Character]) -> bool:
        """The first card is free; one skill covers both of a Love pair (WT-144, WT-103)."""
        return any(self.skill_of(one) == "battle" for one in fighters)

    def trap_bonus(self, fighters: Iterable[Character]) -> int:
        return int(any(self.skill_of(one) == "trap" for one in fighters))   # WT-143

    def quest_bonus(self, side: str, takes_part: Iterable[Character]) -> int:  # WT-142, WT-A67
        return sum(one.side == side and self.skill_of(one) == "quest" for one in takes_part)
