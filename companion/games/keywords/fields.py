"""What the table may set by hand, beside the points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.game import Field, choice_field, number_field, seat_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.keywords.questions import BOARD_FACES
from companion.games.keywords.table import BOARDS, PICTURES, KeyWords, Player, Round


def fields(table: KeyWords) -> Iterable[Field]:
    yield number_field(table, "round", "round", say("Round"), 1, 99)
    if table.narrator is not None:
        yield seat_field(table, table, "narrator", "narrator", say("Narrator"))
    for player in table.seats:
        yield number_field(player, "narrated", f"seats.{player.index}.narrated",
                           say("Times {name} has narrated", name=player), 0, table.turns_each)
        if player.tie_break:
            yield last_tie_break(player)
    if table.is_under_way(Round):
        this = table.under_way(Round)
        if not this.tie_break:                                                     # KW-A19: there it is void
            yield number_field(this, "forbidden", "forbidden", say("Forbidden words said"), 0, 3)
        for picture, stack in zip(PICTURES, this.stacks, strict=True):
            yield choice_field(stack, "board", f"boards.{picture}", say("Board of picture {n}", n=picture),
                               (None, *BOARDS), board_words)


def last_tie_break(player: Player) -> Field:
    def write(points: Any) -> None:
        player.tie_break[-1] = points

    return Field(f"seats.{player.index}.tie_break", say("{name}'s tie-break points", name=player), range(100),
                 lambda: player.tie_break[-1], write)


def board_words(value: Json) -> Text:
    return BOARD_FACES[value][0] if value in BOARD_FACES else say("not told")
