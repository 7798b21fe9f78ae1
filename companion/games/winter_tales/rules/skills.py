"""The seven pairs of skills, applied wherever they count (WT-140 to WT-147)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm
from companion.core.questions import Question
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_CARDS_A_SIDE, OBJECTIVES, WRITER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import able, bears_ongoing
from companion.games.winter_tales.rules.kinds import PickSpace, activation_of
from companion.games.winter_tales.rules.moments import forget_visits
from companion.games.winter_tales.rules.spaces import anywhere, locations, space_asked
from companion.games.winter_tales.table import Activation, Winter, owner_of


def skill_of(table: Winter, character: Character) -> str:
    """Alice and Candlewick draw an extra card while there are no objectives to swap (WT-141)."""
    if not table.setup.options["skills"]:
        return ""
    skill = FIGURES[character.key].skill
    return "card" if skill == "objective" and not table.setup.options["objectives"] else skill


def cards_drawn(table: Winter, character: Character) -> int:
    return 4 if skill_of(table, character) == "card" else 3                 # WT-18, WT-147


def free_spaces(table: Winter, character: Character) -> int:
    return 2 if skill_of(table, character) == "movement" else 0             # WT-145, WT-A69: once an activation


def battle_skill(table: Winter, fighters: Iterable[Character | None]) -> bool:
    """The first card is free; either of a Love pair serves both (WT-144, WT-103)."""
    return any(one is not None and skill_of(table, one) == "battle" for one in fighters)


def trap_bonus(table: Winter, fighters: Iterable[Character | None]) -> int:
    return int(any(one is not None and skill_of(table, one) == "trap" for one in fighters))   # WT-143


def quest_bonus(table: Winter, side: str, takes_part: Iterable[Character]) -> int:
    """One more for the side, if its expert takes part, even without a card (WT-142, WT-A67)."""
    return sum(one.side == side and skill_of(table, one) == "quest" for one in takes_part)


# Secret Passage

def passage_to(table: Winter, character: Character) -> str | None:
    """The printed location, if my copy knows it, or the table has named it in this play."""
    return table.town.passages.get(character.key) or table.named_passages.get(character.key)


def may_use_passage(table: Winter, activation: Activation | None) -> bool:
    """Before moving, upright; being unable to move does not matter (WT-146, WT-A70)."""
    if activation is None or not table.full or activation.passage or activation.steps:
        return False
    character = activation.character
    if activation.acted or character.eliminated or skill_of(table, character) != "passage":
        return False
    return not bears_ongoing(table, character) and able(table, character)


@dataclass(frozen=True)
class SecretPassage(Confirm[Winter]):
    """WT-146: at once to the printed location, and nobody can stop it."""

    rule = "WT-146"
    also = ("WT-A70",)
    icon = "door-open"
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        to = passage_to(table, self.character)
        if to is None:
            return say("{who} takes the secret passage.", who=self.character)
        return say("{who} takes the secret passage to {place}.", who=self.character, place=table.place(to))

    title = said("Secret Passage")
    button = said("Through the passage")

    def choices(self, table: Winter) -> Iterable[str]:
        return ("done",) if may_use_passage(table, activation_of(table)) else ()

    async def then(self, table: Winter, answer: str) -> None:
        to = passage_to(table, self.character)
        if to is None or to not in table.town.spaces:
            to = await space_asked(table, PassageEnd(self.seat, self.character))
            if table.on("by_itself"):
                table.named_passages[self.character.key] = to
        self.character.at = to
        forget_visits(table)                                                # WT-A63: the movement begins here
        activation = activation_of(table)
        if activation is not None:
            activation.passage = True
        table.tell(say("{who} came out of a secret passage at {place}.", who=self.character, place=table.place(to)),
                   self.seat, "WT-146")


@dataclass(frozen=True)
class PassageEnd(PickSpace):
    """WT-146: the printed location, where my copy does not know it."""

    rule = "WT-146"
    seat: Player
    character: Character

    sentence = said("Where does {character}'s passage lead?")
    kicker = said("As printed on the character card")
    action_label = said("It leads here")

    def choices(self, table: Winter) -> Iterable[str]:
        return locations(table) or anywhere(table)


# Swapping an objective

def unused_objectives(table: Winter, side: str) -> int:
    """Cards of a side that nobody has or had; how many is no secret, which ones is (WT-A75)."""
    holders = sum(player.side in (side, WRITER) for player in table.seats)
    swaps = sum(player.swaps.count(side) for player in table.seats)
    return OBJECTIVE_CARDS_A_SIDE - holders - swaps


def has_unfinished(player: Player, side: str) -> bool:
    """Has this player an objective of that side that is not done yet (WT-120, WT-125)?"""
    if player.side not in (side, WRITER):
        return False
    return not any(OBJECTIVES[key].side == side for key in player.completed)


def may_swap(table: Winter, activation: Activation | None) -> bool:
    if activation is None or activation.swapped or activation.steps or activation.acted:
        return False
    character = activation.character
    owner = character.owner
    return (owner is not None and able(table, character) and skill_of(table, character) == "objective"
            and has_unfinished(owner, character.side) and unused_objectives(table, character.side) > 0)


@dataclass(frozen=True)
class SwapsObjective(Confirm[Winter]):
    """WT-141: the old card leaves unseen, another is chosen from the unused ones."""

    rule = "WT-141"
    also = ("WT-A75",)
    icon = "swap-horizontal"
    seat: Player
    character: Character

    sentence = said("{seat}, put your objective away unseen and choose another.")
    title = said("Swap objective")
    button = said("Swapped")

    def choices(self, table: Winter) -> Iterable[str]:
        return ("done",) if may_swap(table, activation_of(table)) else ()

    async def then(self, table: Winter, answer: str) -> None:
        activation = activation_of(table)
        if activation is not None:
            activation.swapped = True
        self.seat.swaps = tuple(sorted((*self.seat.swaps, self.character.side)))
        table.laid_open = [one for one in table.laid_open
                           if one.player is not self.seat or OBJECTIVES[one.key].side != self.character.side]
        table.tell(say("{name} exchanged an objective.", name=self.seat), self.seat, "WT-141")


def skill_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    """What a skill adds to an activation, before the first step."""
    player = owner_of(table, activation.character)
    moves: list[Question[Winter, Any]] = []
    if may_use_passage(table, activation):
        moves.append(SecretPassage(player, activation.character))
    return [*moves, *swap_moves(table, activation)]


def swap_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    if not may_swap(table, activation):
        return []
    return [SwapsObjective(owner_of(table, activation.character), activation.character)]
