"""The fields of Deckhands."""

from collections.abc import Iterator

from companion.api import Field, Rows, points_field, say
from tableside_deckhands.rules import Deckhands


def fields(table: Deckhands) -> Iterator[Field]:
    last = table.setup.options["rounds"] + 1
    for sailor in table.seats:
        yield points_field(sailor)
    yield Rows(table).number("round", say("Round"), 1, last, on_table=False, renews=True)
    for sailor in table.seats:
        yield Rows(table, sailor).choice("bid", say("{name}'s bid"), (None, *range(last)),
                                         on_table=False, renews=True)
