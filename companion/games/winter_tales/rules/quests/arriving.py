"""Does whoever was sent get to the quest? Asked where positions stay on the board (WT-59, WT-60)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.kinds import activation_of, step_of_quest
from companion.games.winter_tales.rules.quests.questions import resolving_of
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class Arrives(PickText[Winter]):
    """WT-59, WT-60: positions stay on the board, so the table says whether the character got there."""

    rule = "WT-59"
    also = ("WT-60", "WT-18")
    seat: Player
    character: Character

    sentence = said("{seat}, does {character} reach the quest?")

    def kicker(self, table: Winter) -> Text | None:
        return step_of_quest(table)

    hint = said("Move on the board; afterwards discard down to seven.")

    def choices(self, table: Winter) -> Iterable[str]:
        return ("arrived", "short")

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == "arrived":
            return Face(say("Gets there"), icon="check-bold", main=True)
        return Face(say("Falls short"), say("Does not join this quest"), "close-thick")

    async def then(self, table: Winter, answer: str) -> None:
        activation, quest = activation_of(table), resolving_of(table)
        if quest is not None and answer == "arrived":
            quest.arrived.append(self.character)
        if activation is not None:
            activation.over = True
