"""The fourteen characters, eight quests and fourteen objective cards in the box."""

from dataclasses import dataclass

from companion.core.text import Text, say, term

SPRING = "spring"
WINTER = "winter"
WRITER = "writer"
NEUTRAL = "neutral"
SIDES = (SPRING, WINTER)
STORY_CARDS = 93
"""In the box, so nobody can hold or play more."""
OBJECTIVE_SPACES = 3
"""Spaces of the memory track with the objective icon (WT-122)."""

SIDE_NAMES = {SPRING: say("spring"), WINTER: say("winter"), WRITER: say("writer"), NEUTRAL: say("neutral")}
SIDE_ICONS = {SPRING: "flower", WINTER: "snowflake", WRITER: "feather", NEUTRAL: "circle-half-full"}


def other(side: str) -> str:
    return WINTER if side == SPRING else SPRING


@dataclass(frozen=True)
class CharacterCard:  # WT-140
    key: str
    name: Text
    side: str
    skill: str
    letter: str
    picture: str
    """Symbol on its token: easier to tell apart than two letters."""


FIGURES: dict[str, CharacterCard] = {figure.key: figure for figure in (
    CharacterCard("alice", term("Alice"), SPRING, "objective", "A", "key-variant"),
    CharacterCard("scarecrow", term("The Scarecrow"), SPRING, "quest", "S", "barley"),
    CharacterCard("pinocchio", term("Pinocchio"), SPRING, "trap", "P", "hammer"),
    CharacterCard("tin_man", term("The Tin Man"), SPRING, "battle", "T", "axe"),
    CharacterCard("match_girl", term("The Little Match Girl"), SPRING, "movement", "L", "fire"),
    CharacterCard("dorothy", term("Grandma Dorothy"), SPRING, "passage", "D", "shoe-heel"),
    CharacterCard("cranky", term("Cranky"), SPRING, "card", "C", "candle"),
    CharacterCard("candlewick", term("Candlewick"), WINTER, "objective", "C", "donkey"),
    CharacterCard("mangiafuoco", term("Mangiafuoco"), WINTER, "quest", "M", "drama-masks"),
    CharacterCard("fox_and_cat", term("The Fox & the Cat"), WINTER, "trap", "F", "cat"),
    CharacterCard("wolf", term("Wolf"), WINTER, "battle", "W", "paw"),
    CharacterCard("snow_white", term("Snow White"), WINTER, "movement", "S", "food-apple"),
    CharacterCard("mad_hatter", term("The Mad Hatter"), WINTER, "passage", "H", "hat-fedora"),
    CharacterCard("white_rabbit", term("The White Rabbit"), WINTER, "card", "R", "rabbit"),
)}

SIDE_FIGURES = {side: tuple(key for key, figure in FIGURES.items() if figure.side == side) for side in SIDES}


@dataclass(frozen=True)
class PowerCard:
    """A quest's theme and the power its success brings (WT-70, WT-100)."""

    key: str
    name: Text
    goal: Text
    house: str
    """Picture of the quest while no positions are known."""
    mark: str = ""
    """Symbol on its bearer or location; empty if it has no token."""
    tokens: int = 0
    side: str = ""
    """The side whose cards hold the tokens; empty for any."""
    lasts: bool = True


POWERS: dict[str, PowerCard] = {card.key: card for card in (
    PowerCard("artifact", term("The Great Artifact"), say("Win an object of great power for your side."),
              "mansion", "star-four-points", 1),
    PowerCard("glimmer", term("A Glimmer of Hope"), say("Find something that gives people hope of spring."),
              "theatre", "white-balance-sunny", 1, SPRING),
    PowerCard("love", term("Love That Melts the Snow"),
              say("Bind two rebels together; the quest shows which."), "house", "heart", 2, SPRING),
    PowerCard("safe_house", term("The Safe House"), say("Find a shelter where rebels are out of reach."),
              "house", "home-heart"),
    PowerCard("horror", term("Freezing Horror"), say("Make or find a terror that reaches rebels anywhere."),
              "works", "ghost", 1, WINTER),
    PowerCard("propaganda", term("Winter Propaganda"),
              say("Break the rebels' courage and the town's trust in them."), "prison"),
    PowerCard("retaliation", term("Armed Retaliation"),
              say("Strike the rebels hard and weaken their defence."), "tower", lasts=False),
)}


@dataclass(frozen=True)
class QuestCard:  # WT-10
    key: str
    name: Text
    side: str
    power: str
    short: Text
    carried: bool = False

    @property
    def about(self) -> PowerCard:
        return POWERS[self.power]


QUESTS: dict[str, QuestCard] = {card.key: card for card in (
    QuestCard("artifact_spring", term("The Great Artifact"), SPRING, "artifact", short=term("Artifact")),
    QuestCard("glimmer", term("A Glimmer of Hope"), SPRING, "glimmer", short=term("Hope")),
    QuestCard("love", term("Love That Melts the Snow"), SPRING, "love", carried=True, short=term("Love")),
    QuestCard("safe_house", term("The Safe House"), SPRING, "safe_house", short=term("Safe House")),
    QuestCard("artifact_winter", term("The Great Artifact"), WINTER, "artifact", short=term("Artifact")),
    QuestCard("horror", term("Freezing Horror"), WINTER, "horror", short=term("Horror")),
    QuestCard("propaganda", term("Winter Propaganda"), WINTER, "propaganda", short=term("Propaganda")),
    QuestCard("retaliation", term("Armed Retaliation"), WINTER, "retaliation", carried=True,
              short=term("Retaliation")),
)}
TWINS = {"artifact_spring": "artifact_winter", "artifact_winter": "artifact_spring"}


@dataclass(frozen=True)
class ObjectiveCard:  # WT-120
    key: str
    name: Text
    side: str
    copies: int


OBJECTIVES: dict[str, ObjectiveCard] = {card.key: card for card in (
    ObjectiveCard("rescue", term("The Rescue"), SPRING, 1),
    ObjectiveCard("rebels", term("The Rebels"), SPRING, 2),
    ObjectiveCard("connection", term("The Connection"), SPRING, 4),
    ObjectiveCard("reward", term("The Reward"), WINTER, 2),
    ObjectiveCard("spy", term("The Spy"), WINTER, 2),
    ObjectiveCard("attack", term("The Attack"), WINTER, 2),
    ObjectiveCard("garrison", term("The Garrison"), WINTER, 1),
)}
OBJECTIVE_CARDS_A_SIDE = 7


@dataclass(frozen=True)
class CharacterShare:
    """Characters for each spring or winter player, and per side for the writer (WT-7)."""

    each: int
    writer: int


SHARES = {3: CharacterShare(4, 2), 4: CharacterShare(3, 0), 5: CharacterShare(2, 1),
          6: CharacterShare(2, 0), 7: CharacterShare(2, 1)}
