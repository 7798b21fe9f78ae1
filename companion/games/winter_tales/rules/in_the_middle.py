"""A play that began without the app: ask only how the table lies now (WT-A77)."""

from collections.abc import Iterable

from companion.core.questions import Reason
from companion.core.text import Text, listing, said, say
from companion.games.winter_tales.board.characters import SIDE_NAMES, SPRING, WRITER
from companion.games.winter_tales.rules.setup import (
    Arbiter,
    ChooseCharacter,
    DrawSide,
    SitDown,
    by_age,
    draw_sides,
    next_picker,
    sit_down,
    without_place,
    without_side,
)
from companion.games.winter_tales.rules.spaces import know_where
from companion.games.winter_tales.table import Winter


async def ask_what_is_missing(table: Winter) -> None:  # WT-A77
    """The play began without the app: nothing is drawn, laid out or placed any more."""
    table.ages = table.ages or list(table.seats)                            # WT-3
    if without_side(table):
        await draw_sides(table, HasSide)
    elif not table.ring:
        await sit_down(table, SitsLike(None))
    elif table.arbiter is None:
        await table.one_of(Arbiter(None))
    elif picker := next_picker(table):
        await table.one_of(PlaysCharacter(picker))
    elif homeless := without_place(table):
        await know_where(table, homeless)
    else:
        table.phase, table.acting = "turns", table.acting or table.youngest(SPRING)


class HasSide(DrawSide):
    rule = "WT-A77"
    also = ("WT-2",)
    by_chance = False

    sentence = said("{seat}, which side are you on?")
    kicker = said("As it is on your table")

    def about(self, left: int) -> Text | None:
        return None

    def echo(self, side: str) -> Text:
        if side == WRITER:
            return super().echo(side)
        return say("{name} plays for {side}", name=self.seat, side=SIDE_NAMES[side])


class SitsLike(SitDown):
    rule = "WT-A77"
    also = ("WT-4", "WT-A1")

    def sentence(self, table: Winter) -> Text:
        return say("Do you sit like this, clockwise: {names}?", names=listing(tuple(by_age(table))))

    kicker = said("As it is on your table")

    def hint(self, table: Winter) -> Text | None:
        return None


class PlaysCharacter(ChooseCharacter):
    rule = "WT-A77"
    also = ("WT-7",)

    sentence = said("{seat}, whom do you play?")

    def hint(self, table: Winter) -> Text | None:
        return None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return ()
