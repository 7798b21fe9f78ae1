"""What the players' pages count of Winter Tales: how quests ended for the side somebody was on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.log import Record
from companion.core.text import Text, say
from companion.core.views import Counted
from companion.games.winter_tales.board.characters import SIDES
from companion.games.winter_tales.table import Winter

QUESTS = say("Memories on the track")
LABELS: dict[tuple[str, bool], Text] = {
    ("spring", True): say("With spring, won"), ("spring", False): say("With spring, lost"),
    ("winter", True): say("With winter, won"), ("winter", False): say("With winter, lost")}


def counted(table: Winter, records: Sequence[Record]) -> Iterable[Counted]:
    """A memory of the own side is a quest won, one of the other side a quest lost; a neutral one is neither."""
    for memory in table.track:
        if memory is not None and not memory.of_objective and memory.side in SIDES:
            for player in table.seats:
                if player.side in SIDES:
                    yield Counted(QUESTS, LABELS[player.side, player.side == memory.side], player.index)
