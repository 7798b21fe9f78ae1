"""Skills that need a question: the Secret Passage, and swapping an objective (WT-141, WT-146)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm
from companion.core.questions import Question
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import OBJECTIVES
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import able, bears_ongoing, skill_of
from companion.games.winter_tales.rules.kinds import PickSpace
from companion.games.winter_tales.rules.objectives import forget_visits, has_unfinished, unused_objectives
from companion.games.winter_tales.rules.spaces import anywhere, locations, space_asked
from companion.games.winter_tales.table import Activation, Winter, owner_of

# Secret Passage

def passage_to(table: Winter, character: Character) -> str | None:
    return table.town.passages.get(character.key) or table.named_passages.get(character.key)


def may_use_passage(table: Winter, activation: Activation) -> bool:
    """Before moving, upright; allowed even if the character can't move (WT-146, WT-A70)."""
    if not table.full or activation.passage or activation.steps:
        return False
    character = activation.character
    if activation.acted or character.eliminated or skill_of(table, character) != "passage":
        return False
    return not bears_ongoing(table, character) and able(table, character)


@dataclass(frozen=True)
class SecretPassage(Confirm[Winter]):
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
        return ("done",) if may_use_passage(table, table.under_way(Activation)) else ()

    async def then(self, table: Winter, answer: str) -> None:
        to = passage_to(table, self.character)
        if to is None or to not in table.town.spaces:
            to = await space_asked(table, PassageEnd(self.seat, self.character))
            if table.on("by_itself"):
                table.named_passages[self.character.key] = to
        self.character.at = to
        forget_visits(table)                                                # WT-A63: the movement begins here
        table.under_way(Activation).passage = True
        table.tell(say("{who} came out of a secret passage at {place}.", who=self.character, place=table.place(to)),
                   self.seat, "WT-146")


@dataclass(frozen=True)
class PassageEnd(PickSpace):
    rule = "WT-146"
    seat: Player
    character: Character

    sentence = said("Where does {character}'s passage lead?")
    kicker = said("As printed on the character card")
    action_label = said("It leads here")

    def choices(self, table: Winter) -> Iterable[str]:
        return locations(table) or anywhere(table)


# Swapping an objective

def may_swap(table: Winter, activation: Activation) -> bool:
    if activation.swapped or activation.steps or activation.acted:
        return False
    character = activation.character
    owner = character.owner
    return (owner is not None and able(table, character) and skill_of(table, character) == "objective"
            and has_unfinished(owner, character.side) and unused_objectives(table, character.side) > 0)


@dataclass(frozen=True)
class SwapObjective(Confirm[Winter]):
    rule = "WT-141"
    also = ("WT-A75",)
    icon = "swap-horizontal"
    seat: Player
    character: Character

    sentence = said("{seat}, put your objective away unseen and choose another.")
    title = said("Swap objective")
    button = said("Swapped")

    def choices(self, table: Winter) -> Iterable[str]:
        return ("done",) if may_swap(table, table.under_way(Activation)) else ()

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).swapped = True
        self.seat.swaps = tuple(sorted((*self.seat.swaps, self.character.side)))
        table.laid_open = [one for one in table.laid_open
                           if one.player is not self.seat or OBJECTIVES[one.key].side != self.character.side]
        table.tell(say("{name} exchanged an objective.", name=self.seat), self.seat, "WT-141")


def skill_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    player = owner_of(table, activation.character)
    moves: list[Question[Winter, Any]] = []
    if may_use_passage(table, activation):
        moves.append(SecretPassage(player, activation.character))
    return [*moves, *swap_moves(table, activation)]


def swap_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    if not may_swap(table, activation):
        return []
    return [SwapObjective(owner_of(table, activation.character), activation.character)]
