"""How much the By hand card tells at this table: chosen game by game, kept with the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.core.by_hand import EVERYTHING, NOTHING, UNFORESEEN
from companion.core.text import Text, say

if TYPE_CHECKING:
    from companion.services.evening import Evening

NAMES: Mapping[str, Text] = {
    EVERYTHING: say("Everything that changes"),
    UNFORESEEN: say("Only what nobody could see coming"),
    NOTHING: say("Nothing"),
}


def how_much(evening: Evening, game: str) -> str:
    """One of `HOW_MUCH`; for `OpenPlay.by_hand`."""
    chosen: Mapping[str, str] = evening.setting("by_hand")
    return chosen.get(game, UNFORESEEN)


def tell(evening: Evening, game: str, how: str) -> None:
    """Choose for one game. Raises `Refused` for what does not exist."""
    evening.set("by_hand", {**evening.setting("by_hand"), game: how})
