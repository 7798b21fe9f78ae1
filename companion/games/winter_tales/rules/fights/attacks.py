"""Does a soldier attack the rebel who has just come (WT-30, WT-32, WT-33)?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.questions import Face
from companion.core.text import Text, say
from companion.games.winter_tales.pieces import Character
from companion.games.winter_tales.rules.conditions import able, holds_artifact, in_order
from companion.games.winter_tales.rules.kinds import (
    CARD,
    NOBODY,
    STOP_PANEL,
    THROUGH,
    PickCharacterOrNobody,
    fighter_face,
    through_face,
)
from companion.games.winter_tales.rules.skills import battle_skill
from companion.games.winter_tales.rules.ways import stops_ahead
from companion.games.winter_tales.table import Entering, Winter


@dataclass(frozen=True)
class Attacks(PickCharacterOrNobody):
    """WT-32, WT-33: does one of the soldiers here begin a battle?"""

    rule: ClassVar[str] = "WT-32"
    also: ClassVar[tuple[str, ...]] = ("WT-33", "WT-A10", "WT-A11", "WT-30", "WT-A12")
    icon: ClassVar[str] = "sword-cross"
    panel: ClassVar[str] = STOP_PANEL
    rebel: Character

    def sentence(self, table: Winter) -> Text:
        if self.seat is not None and not stops_ahead(table, self.rebel):
            return say("{name}, do you attack {who}?", name=self.seat, who=self.rebel)
        return say("Does anybody attack {who}?", who=self.rebel)

    def kicker(self, table: Winter) -> Text:
        return say("{who} enters {place}", who=self.rebel, place=table.place(self.rebel.at))

    def hint(self, table: Winter) -> Text | None:
        if self.seat is not None:
            return None
        return say("Agree on one soldier; failing that, the first in this list.")

    def characters(self, table: Winter) -> Iterable[Character]:
        return attackers(table, self.rebel)

    def choices(self, table: Winter) -> Iterable[str]:
        """Who attacks plays a card at once; how is asked where there is a choice (WT-35, WT-106, WT-144)."""
        through = [THROUGH] if stops_ahead(table, self.rebel) else []
        return [NOBODY, *through, *[attack_word(table, one) for one in self.characters(table)]]

    def check(self, table: Winter, answer: str) -> None:
        """By the bare name the first card is asked for: so it was said in earlier plays."""
        if answer not in [one.key for one in self.characters(table)]:
            super().check(table, answer)

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == THROUGH:
            return through_face(self.rebel)
        if choice == NOBODY:
            return self.nobody(table)
        key, _, card = choice.partition(" ")
        face = fighter_face(table.who(key))
        if not card:
            return face
        return Face(say("{who} attacks", who=table.who(key)), say("{name}, with a first card", name=face.hint or ""),
                    face.icon, seat=face.seat)

    def nobody(self, table: Winter) -> Face:
        here = say("Not here; {who} moves on", who=self.rebel)
        return Face(say("No battle"), here if stops_ahead(table, self.rebel) else say("{who} moves on", who=self.rebel),
                    "arrow-right", main=not stops_ahead(table, self.rebel))


def attack_word(table: Winter, soldier: Character) -> str:
    """`wolf card`: the first card is played with the attack. Where none is needed, or the Artifact's could be it:
    `wolf`."""
    asked = battle_skill(table, (soldier,)) or holds_artifact(table, (soldier,))
    return soldier.key if asked else f"{soldier.key} {CARD}"


def attackers(table: Winter, rebel: Character) -> list[Character]:
    """Other players' soldiers in the space, upright, who did not back out just now (WT-30, WT-A11, WT-A12)."""
    entering = table.perhaps(Entering)
    tried = entering.tried if entering is not None else []
    here = [one for one in table.standing_at(rebel.at)
            if not one.is_rebel and one.owner is not rebel.owner and able(table, one) and one not in tried]
    return in_order(table, rebel.owner, here)
