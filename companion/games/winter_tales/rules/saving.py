"""Helping a character back on its feet (WT-48 to WT-51)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.questions import Question
from companion.core.said import said
from companion.core.text import say
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import able
from companion.games.winter_tales.rules.kinds import PickCharacter
from companion.games.winter_tales.rules.objectives import forget, note
from companion.games.winter_tales.table import Winter


def helpers(table: Winter, player: Player, fallen: Character) -> list[Character]:  # WT-49, WT-A17, WT-A18
    return [one for one in table.standing_at(fallen.at)
            if one.owner is player and one.side == fallen.side and one is not fallen and able(table, one)]


def can_be_saved(table: Winter, player: Player) -> list[Character]:  # WT-49
    if not table.full:
        return []
    return [one for one in table.characters.values()
            if one.down and not one.eliminated and (one.owner is player or helpers(table, player, one))]


@dataclass(frozen=True)
class Save(PickCharacter):
    rule = "WT-49"
    also = ("WT-50", "WT-51", "WT-A17", "WT-A18", "WT-A19", "WT-A20")
    icon = "medical-bag"
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return {f"characters.{answer.key}.down": False, **table.cards_left(self.seat, discarded=2)}

    sentence = said("{seat}, do you save somebody?")
    kicker = said("On your own turn")
    title = said("Save")
    hint = said("It takes two story cards and the tale of the rescue.")

    def choices(self, table: Winter) -> Iterable[Character]:
        return can_be_saved(table, self.seat)

    async def then(self, table: Winter, answer: Character) -> None:
        save(table, self.seat, answer)


def save(table: Winter, player: Player, fallen: Character) -> None:
    """Stand the character up; if it fell in this chapter, it can't move until the next (WT-49, WT-50)."""
    forget(table)
    if fallen.is_rebel and (fallen.owner is not player or table.on("self_rescue") or helpers(table, player, fallen)):
        note(table, "rescue", player)                                       # WT-126, WT-A62
    fallen.down = False
    player.discarded += 2
    story = say("{name} saved {who}, brought down by {felled}.", name=player, who=fallen, felled=fallen.felled)
    plain = say("{name} saved {who}.", name=player, who=fallen)
    table.tell(story if fallen.felled else plain, player, "WT-49")
    fallen.felled = ""


def save_moves(table: Winter, player: Player) -> list[Question[Winter, Any]]:
    return [Save(player)] if can_be_saved(table, player) else []
