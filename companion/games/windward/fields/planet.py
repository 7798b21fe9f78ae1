"""The planet: its tiles, the wind, gas and loose cargo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from companion.core.by_hand.fields import Allowed, Field, choice_field, number_field
from companion.core.questions import Json
from companion.core.text import Text, count, say
from companion.games.windward.board.explain import runs
from companion.games.windward.board.hexes import Hex, line, read, spell
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.copy.model import TILES
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import Cargo, Windward

BOARD = say("The board")
CARGO = {"grey_teeth": say("Grey teeth"), "red_teeth": say("Red teeth"), "plus_two": say("+2 tokens")}
MOST_TOKENS = 99


def layout_fields(table: Windward) -> Iterator[Field]:
    """What there is once: the tiles, the wind and, in co-op, the lives."""
    yield layout_field(table)
    yield choice_field(table, "wind", "wind", say("Wind"), lambda: (0, *NUMBERS) if not table.wind else NUMBERS,
                       lambda wind: say("towards {n}", n=wind) if wind else say("not rolled yet"), BOARD,
                       change=wind_sentence, icon="flag-variant", weight=6)
    if table.coop:
        yield number_field(table, "captain_lives", "lives.captains", say("Captains' lives"), 1, 9, BOARD, icon="heart",
                           weight=4)
        yield number_field(table, "white_lives", "lives.white", say("The White's lives"), 1, 9, BOARD, icon="heart",
                           weight=4)


def layout_field(table: Windward) -> Field:
    """WW-3: which tile lies in territory 1 to 6; what is printed on a tile moves with it."""
    def allowed() -> Allowed:
        laid = tuple("".join(tiles) for tiles in permutations(TILES))
        return laid if table.layout else ("", *laid)

    def change(old: Json, new: Json) -> Text:
        return say("Tiles, starting with territory one: {tiles}", tiles=words(new))

    def words(layout: Json) -> Text | str:
        return " ".join(layout) if layout else say("not laid out yet")

    return Field("layout", say("Tiles"), allowed, lambda: table.layout, lambda layout: lay_again(table, layout), words,
                 BOARD, change=change, icon="hexagon-multiple-outline", weight=7,
                 row="companion.games.windward.screen.tiles:TilesRow")


def lay_again(table: Windward, layout: str) -> None:
    """The gas on a pocket goes where its tile goes."""
    old, before = table.layout, dict(table.gas_on)
    table.lay_out(layout)
    if not old:
        return
    table.gas_on.clear()
    for space, gas in before.items():
        number, place = table.planet.territory[space], table.planet.place_of[space]
        table.gas_on[table.planet.at(layout.index(old[number - 1]) + 1, place)] = gas


TERRAIN = {".": say("open sky"), "D": say("Drift"), "Z": say("a Zephyr"), "G": say("a Gas Pocket"),
           "F": say("a Feeding Ground"), "R": say("a Red start")}


def paint_fields(table: Windward, space: Hex) -> Iterator[Field]:
    """WW-3: a hex that my copy has wrong, for this play. It is printed on its tile and moves with it."""
    letter, place = table.layout[table.planet.territory[space] - 1], table.planet.place_of[space]
    printed = table.copy.side(table.small).tile(letter).terrain(place).value

    def write(terrain: Any) -> None:
        others = [one for one in table.paint if one[:2] != (letter, place)]
        table.paint = tuple(sorted(others if terrain == printed else [*others, (letter, place, terrain)]))
        table.lay_out(table.layout)

    label = say("What is printed on {where}", where=in_words(table, space))
    yield Field(f"paint.{spell(space)}", label, tuple(TERRAIN), lambda: table.planet.terrain[space].value, write,
                lambda terrain: TERRAIN[terrain], BOARD, on_table=False, place=spell(space), absent=printed,
                short=say("What is printed here"))


def wind_sentence(old: Json, new: Json) -> Text:
    return say("Turn the flag to {n}", n=new) if new else say("Take the flag off the Post")


def gas_fields(table: Windward, space: Hex) -> Iterator[Field]:
    def write(gas: Any) -> None:
        if gas:
            table.gas_on[space] = gas
        else:
            table.gas_on.pop(space, None)

    def change(old: Json, new: Json) -> Text:
        if table.phase != "turns" and new > old:
            return say("Two gas on every Gas Pocket")                       # WW-12
        return say("Gas on {where} {old} → {new}", where=in_words(table, space), old=old, new=new)

    yield Field(f"gas.{spell(space)}", say("Gas on {where}", where=in_words(table, space)), range(10),
                lambda: table.gas_on.get(space, 0), write, group=BOARD, change=change, place=spell(space),
                icon="gas-cylinder", weight=2, absent=0, short=say("Gas here"))


def loose_fields(table: Windward, space: Hex) -> Iterator[Field]:
    """Teeth and tokens lying on a space."""
    for kind, words in CARGO.items():
        label = say("{what} on {where}", what=words, where=in_words(table, space))
        yield Field(f"loose.{spell(space)}.{kind}", label, range(MOST_TOKENS + 1), read_loose(table, space, kind),
                    lay_down(table, space, kind), group=BOARD, place=spell(space), icon="tooth-outline", weight=2,
                    absent=0, short=words)


def read_loose(table: Windward, space: Hex, kind: str) -> Callable[[], Json]:
    return lambda: getattr(table.lying_at(space), kind)


def lay_down(table: Windward, space: Hex, kind: str) -> Callable[[Any], None]:
    def write(number: Any) -> None:
        cargo = table.loose.setdefault(space, Cargo())
        setattr(cargo, kind, number)
        if not cargo:
            del table.loose[space]

    return write


# Where a piece goes, in words for the hands

def way_there(table: Windward, old: Json, new: Json) -> Text:
    """By the printed numbers of the Post where it is near, else the space itself."""
    start, end = read(old), read(new)
    if POST not in (start, end):
        way = runs(table.planet, line(start, end))
        if len(way) == 1 and way[0].spaces <= 3:
            return count("one space towards {number}", "{n} spaces towards {number}", way[0].spaces,
                         number=way[0].towards)
    return say("to {where}", where=in_words(table, end))
