"""Counters of whatever is going on just now: cards in a quest, a battle, a trap, a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.fields import Field, number_field
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import SIDES
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.table import Activation, Battle, Resolving, Trap, Winter

MOST_BY_HAND = 999
"""A correction may say more cards than the box holds (`STORY_CARDS`): saved plays may hold such a one."""


def under_way(table: Winter) -> Iterable[Field]:
    group = say("Under way now")
    resolving: Resolving | None = table.perhaps(Resolving)
    if resolving is not None:
        for player in table.seats:
            yield quest_cards_field(resolving, player, group)
    more: dict[str, Any] = {"group": group, "on_table": False}
    battle: Battle | None = table.perhaps(Battle)
    if battle is not None:
        yield number_field(battle, "attack", "battle.attack", say("Attack cards"), 0, MOST_BY_HAND, **more)
        yield number_field(battle, "defence", "battle.defence", say("Defence cards"), 0, MOST_BY_HAND, **more)
    trap: Trap | None = table.perhaps(Trap)
    if trap is not None:
        yield number_field(trap, "played", "trap.played", say("Cards against the trap"), 0, MOST_BY_HAND, **more)
    activation: Activation | None = table.perhaps(Activation)
    if activation is not None:
        yield number_field(activation, "cards", "move.cards", say("Cards for this move"), 0, MOST_BY_HAND, **more)
        yield number_field(activation, "steps", "move.steps", say("Spaces moved"), 0, MOST_BY_HAND, **more)


def quest_cards_field(resolving: Resolving, player: Player, group: Text) -> Field:
    """Cards given to somebody who had stayed out count for that player's side; the writer's for the hero's."""
    def write(value: Any) -> None:
        resolving.cards[player.index] = value
        if value and not resolving.sides[player.index]:
            resolving.sides[player.index] = player.side if player.side in SIDES else resolving.hero.side

    return Field(f"quest.cards.{player.index}", say("{name}'s cards in this quest", name=player),
                 range(MOST_BY_HAND + 1), lambda: resolving.cards[player.index], write, group=group, on_table=False,
                 seat=player.index)
