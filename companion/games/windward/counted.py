"""What the players' pages count of Windward: great Cresters beaten, and how solo and co-op went by difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.log import Record
from companion.core.text import Text, say
from companion.core.views import Counted
from companion.games.windward.table import Windward

BEATEN = say("Cresters beaten")
KINDS: dict[str, Text] = {"red": say("Reds"), "white": say("The White")}
ENDED = say("Solo and co-op")


def counted(table: Windward, records: Sequence[Record]) -> Iterable[Counted]:
    for _, what, seat in table.turning_points:
        if what in KINDS:
            yield Counted(BEATEN, KINDS[what], seat)
    options = table.setup.options
    won = table.verdict == "won"
    if options["mode"] == "solo":
        yield Counted(ENDED, say("Solo, won") if won else say("Solo, lost"))
    elif options["mode"] == "coop":
        speed = options["difficulty"]
        yield Counted(ENDED, say("Co-op at {n}, won", n=speed) if won else say("Co-op at {n}, lost", n=speed))
