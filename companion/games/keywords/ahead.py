"""What comes next in Key Words, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, say, spelled
from companion.games.keywords.table import KeyWords


def ahead(table: KeyWords) -> Iterable[Text]:
    this = table.this_round()
    if table.narrator is None:
        yield say("Then the first story is told.")                          # KW-3
        return
    if not this.told:
        yield say("Then everybody else places three tokens, as fast as they can.")     # KW-8
    if this.tie_break or not table.still_to_narrate():
        yield say("The tie-break decides.")                                 # KW-17
        return
    narrator, places = table.the_narrator(), len(table.seats)
    due = [player for player in table.still_to_narrate()
           if player is not narrator or player.narrated + 1 < table.turns_each]
    if due:
        following = min(due, key=lambda player: (player.index - narrator.index - 1) % places)
        yield say("{name} narrates round {n}.", name=following, n=spelled(table.round + 1))     # KW-4
    else:
        yield say("This is the last round.")                                # KW-16
