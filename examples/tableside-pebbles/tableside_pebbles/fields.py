"""The fields of Pebbles: pieces on the table, and what only the app tracks."""

from collections.abc import Iterator

from companion.api import Field, Rows, points_field, say
from tableside_pebbles.rules import HEAP, Pebbles


def fields(table: Pebbles) -> Iterator[Field]:
    for player in table.seats:
        yield points_field(player)
    yield Rows(table).number("heap", say("Pebbles in the heap"), 0, HEAP, "circle-multiple")
    for player in table.seats:
        yield Rows(table, player).number("pebbles", say("{name}'s pebbles"), 0, 4 * HEAP)
    books = Rows(table, on_table=False)
    yield books.seat("turn", say("Whose turn it is"))
    yield books.seat("last", say("Who took last"), say("nobody"))
    yield books.number("heaps_played", say("Heaps played"), 0, table.setup.options["heaps"])
