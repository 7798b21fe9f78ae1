"""Fields of the planet, the current turn and the app's own records."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from companion.core.fields import Allowed, Field, Ordered, Rows
from companion.core.text import Text, count, listing, say, say_in
from companion.core.values import Json
from companion.games.windward.board.hexes import Hex, direction_to, distance, read, spell
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.box.model import TILES
from companion.games.windward.rules.orders import ORDERS
from companion.games.windward.rules.placing import in_words
from companion.games.windward.rules.setup import equip_naturalist
from companion.games.windward.table import MATES, Cargo, Turn, Windward
from companion.games.windward.words import CREW

BOARD, BOOKS = say("The board"), say("Only in the app")
MOST_TOKENS = 99
CARGO = {"grey_teeth": say("Grey teeth"), "red_teeth": say("Red teeth"), "plus_two": say("+2 tokens")}
STOCK = {"greys": say("Greys in the supply"), "reds": say("Reds in the supply"),
         "grey_teeth": say("Grey teeth in the supply"), "red_teeth": say("Red teeth in the supply"),
         "gas": say("Gas and cannon tokens in the supply"), "plus_two": say("+2 tokens in the supply"),
         "tags": say("Tags in the supply")}
SHORT_OF = range(-999, 1000)
"""Tokens may run short; players use substitutes (WW-A3)."""
PHASES = {"begun": say("begun without the app"), "layout": say("laying out the tiles"),
          "first": say("who begins"), "wind": say("the first wind"),
          "naturalist": say("the Naturalist"), "achievements": say("the achievements"),
          "greys": say("the first Greys"),
          "white": say("the White"), "ready": say("ready to sail"), "turns": say("under way")}
EARLY, WITH_WIND = ("layout", "first", "wind"), ("naturalist", "achievements", "greys")
TERRAIN = {".": say("open sky"), "D": say("Drift"), "Z": say("a Zephyr"), "G": say("a Gas Pocket"),
           "F": say("a Feeding Ground"), "R": say("a Red start")}


# --- the planet


def layout_fields(table: Windward) -> Iterator[Field]:
    board = Rows(table, group=BOARD)
    yield layout_field(table, board)
    def turns(old: Json, new: Json) -> Text:
        return say("Turn the flag to {n}", n=new) if new else say("Take the flag off the Post")

    yield board.choice("wind", say("Wind"), lambda: NUMBERS if table.wind else (0, *NUMBERS),
                       lambda wind: say("towards {n}", n=wind) if wind else say("not rolled yet"),
                       "flag-variant", change=turns, weight=6, first=True)
    if table.coop:
        yield board.number("captain_lives", say("Captains' lives"), 1, 9, "heart",
                           path="lives.captains", weight=4)
        yield board.number("white_lives", say("The White's lives"), 1, 9, "heart",
                           path="lives.white", weight=4)


def layout_field(table: Windward, board: Rows) -> Field:
    """WW-3: the tiles of territories 1 to 6, with their terrain."""
    def allowed() -> Allowed:
        laid = tuple("".join(tiles) for tiles in permutations(TILES))
        return laid if table.layout else ("", *laid)

    def words(layout: Json) -> Text | str:
        return " ".join(layout) if layout else say("not laid out yet")

    return board.field("layout", say("Tiles"), allowed, lambda: table.layout,
                       lambda layout: lay_again(table, layout), words, "hexagon-multiple-outline", weight=7,
                       row="companion.games.windward.screen.panels:TilesRow", first=True,
                       ordered=Ordered({one: say("Tile {letter}", letter=one) for one in TILES}, between=""),
                       change=lambda old, new: say("Tiles, starting with territory one: {tiles}",
                                                   tiles=words(new)))


def lay_again(table: Windward, layout: str) -> None:
    """Lay the tiles again, moving the gas on each pocket with its tile."""
    old, before = table.layout, dict(table.gas_on)
    table.lay_out(layout)
    if not old:
        return
    table.gas_on.clear()
    for space, gas in before.items():
        number, place = table.planet.territory[space], table.planet.place_of[space]
        table.gas_on[table.planet.at(layout.index(old[number - 1]) + 1, place)] = gas


def paint_fields(table: Windward, space: Hex) -> list[Field]:
    """WW-3: correct a hex for this play; the correction moves with its tile."""
    letter, place = table.layout[table.planet.territory[space] - 1], table.planet.place_of[space]
    printed = table.box.side(table.small).tile(letter).terrain(place).value

    def write(terrain: Any) -> None:
        others = [one for one in table.paint if one[:2] != (letter, place)]
        table.paint = tuple(sorted(others if terrain == printed else [*others, (letter, place, terrain)]))
        table.lay_out(table.layout)

    return [Rows(table, group=BOARD).field(
        f"paint.{spell(space)}", say("What is printed on {where}", where=in_words(table, space)),
        tuple(TERRAIN),
        lambda: table.planet.terrain[space].value, write, TERRAIN, on_table=False, place=spell(space),
        absent=printed, short=say("What is printed here"))]


def gas_fields(table: Windward, space: Hex) -> list[Field]:
    def write(gas: Any) -> None:
        table.gas_on.pop(space, None)
        if gas:
            table.gas_on[space] = gas

    def change(old: Json, new: Json) -> Text:
        return say("Gas on {where}: {old} → {new}", where=in_words(table, space), old=old, new=new)

    return [Rows(table, group=BOARD, place=spell(space)).field(
        f"gas.{spell(space)}", say("Gas on {where}", where=in_words(table, space)), range(10),
        lambda: table.gas_on.get(space, 0), write, icon="gas-cylinder", change=change, weight=2, absent=0,
        short=say("Gas here"))]


def loose_fields(table: Windward, space: Hex) -> list[Field]:
    return [loose_field(table, space, kind) for kind in CARGO]


def loose_field(table: Windward, space: Hex, kind: str) -> Field:
    def write(number: Any) -> None:
        cargo = table.loose.setdefault(space, Cargo())
        setattr(cargo, kind, number)
        if not cargo:
            del table.loose[space]

    label = say("{what} on {where}", what=CARGO[kind], where=in_words(table, space))
    return Rows(table, group=BOARD, place=spell(space)).field(
        f"loose.{spell(space)}.{kind}", label, range(MOST_TOKENS + 1),
        lambda: getattr(table.lying_at(space), kind),
        write, icon="tooth-outline", weight=2, absent=0, short=CARGO[kind],
        change=lambda old, new: say("{label}: {old} → {new}", label=label, old=old, new=new))


def way_there(table: Windward, old: Json, new: Json) -> Text:
    """Describe a move by printed numbers if it is short and straight, else by its destination."""
    start, end = read(old), read(new)
    direction, spaces = direction_to(start, end), distance(start, end)
    if direction is not None and spaces <= 3 and POST not in (start, end):
        return count("one space towards {number}", "{n} spaces towards {number}", spaces,
                     number=table.planet.number_towards(direction))
    return say("to {where}", where=in_words(table, end))


# --- the current turn: mates and Coffee on orders (WW-42)


def turn_fields(table: Windward) -> Iterator[Field]:
    turn = Rows(table, Turn, "turn", group=say("Mates and orders"), of=table.active.index)
    books = Rows(table, Turn, "turn", group=BOOKS, on_table=False)
    yield turn.number("mates", say("Mates left"), 0, MATES, "account-multiple-outline")
    yield turn.number("coffee", say("Coffee not used yet"), 0, MOST_TOKENS, "coffee-outline",
                      change=lambda old, new: say("Coffee not used yet {old} → {new}", old=old, new=new)
                      if new
                      else say("Put unused Coffee back"))                 # WW-54: lost at the end of the turn
    yield turn.number("coffee_out", say("Coffee on the orders"), 0, MOST_TOKENS, "coffee-outline",
                      change=lambda old, new: say("Coffee on the orders: {old} → {new}", old=old, new=new)
                      if new
                      else say("Coffee goes back to the stock"))
    for order in ORDERS:
        yield covered_field(table, turn, order)
    yield books.number("speed", say("Ship speed left"), 0, 99)
    yield books.flag("deadweight", say("Deadweight not used yet"))
    yield drift_field(table, books)


def covered_field(table: Windward, turn: Rows, order: str) -> Field:
    label = ORDERS[order].label(table, table.active)
    name = say("Process or research the Crester") if order == "process" else label

    def change(old: Json, new: Json) -> Text:
        if new:
            return say("Put a mate or Coffee on {order}", order=name)
        return say("Take the mate or Coffee off {order}", order=name)

    return turn.member("covered", order, order, say("Order given: {order}", order=name),
                       icon="clipboard-list-outline", change=change)


def drift_field(table: Windward, books: Rows) -> Field:
    """WW-22: the Drift open this turn."""
    def allowed() -> Allowed:
        return (None, *[spell(space) for space in sorted(table.planet.drift)]) if table.layout else (None,)

    def words(value: Json) -> Text:
        return say_in("a place", "none") if value is None else in_words(table, read(value))

    return books.choice("drift", say("Drift open to ships"), allowed, words, encode=spell, decode=read)


# --- the app's records


def book_fields(table: Windward) -> Iterator[Field]:
    books, stock = Rows(table, group=BOOKS, on_table=False), Rows(table, table.stock, "stock", group=BOOKS,
                                                                  on_table=False)
    yield phase_field(table, books)
    yield books.number("round", say("Which round is it?"), 1, 999, first=True)
    yield books.seat("active", say("Whose turn is it?"), renews=True, first=True)
    yield books.seat("first", say("First player"), first=True)
    yield books.flag("wind_due", say("The wind must be rolled again"))
    yield books.number("reds_beaten", say("Reds beaten"), 0, 99)
    yield books.seat("trigger", say("Reached fifteen first"), say("nobody yet"))
    yield from variant_fields(table, books)
    for name, label in STOCK.items():
        if table.light and name not in ("greys", "reds", "tags"):
            continue                                                        # WW-153
        yield stock.choice(name, label, SHORT_OF)
    for name, words in () if table.light else CREW.items():
        yield stock.entry("crew", name, say("{crew} in the supply", crew=words), SHORT_OF)
    yield books.number("next_id", say("Number of the next Crester"), 1, 9999)


def variant_fields(table: Windward, books: Rows) -> Iterator[Field]:
    if table.great_white:                                                   # WW-133
        yield Rows(table, group=BOARD).flag(
            "white_waits", say("The White"),
            {True: say("on space 10 of the track"), False: say("off the track")},
            "bat", told={True: say("Put the White on space 10 of the track"),
                          False: say("Take the White off the track")})
    if table.setup.options["naturalist"]:
        yield books.seat("naturalist", say("Naturalist"), say("nobody"),
                         after=lambda: equip_naturalist(table))
    if table.setup.options["achievements"]:
        yield notices_field(table)


def phase_field(table: Windward, books: Rows) -> Field:
    """The setup phase. It can't skip a prerequisite or lay out pieces twice."""
    def open_now() -> Allowed:
        if not table.layout:
            return ("begun", "layout")
        empty = not table.cresters and not table.gas_on
        early = EARLY if empty else ()
        with_wind = WITH_WIND if empty and table.wind else ()
        white = ("white",) if table.coop and table.wind and table.white() is None else ()
        later = ("ready", "turns") if table.wind else ()
        return ("begun", *early, *with_wind, *white, *later)

    def wrong(phase: Json) -> Text | None:
        if phase in open_now():
            return None
        if not table.layout:
            return say("the tiles come first")
        return say("there are pieces on the board already") if table.wind else say("the wind comes first")

    def allowed() -> Allowed:
        now = (table.phase,) if table.layout else ()
        return tuple(dict.fromkeys((*open_now(), *now)))

    return books.choice("phase", say("How far you are"), allowed,
                        lambda phase: PHASES.get(phase, say("setting up")), renews=True, wrong=wrong)


def notices_field(table: Windward) -> Field:
    """WW-146: the two face-up achievement cards."""
    def words(pair: Json) -> Text | str:
        names = [table.box.achievements[int(card)].words for card in pair.split(",")]
        return say("{cards}", cards=listing(names))

    cards = range(len(table.box.achievements))
    return Rows(table, group=BOARD).choice(
        "notices", say("Face-up achievement cards"), tuple(f"{a},{b}" for a, b in combinations(cards, 2)),
        words, "trophy-outline", lambda notices: ",".join(map(str, notices)),
        lambda pair: [int(card) for card in pair.split(",")],
        change=lambda old, new: say("Face-up achievement cards: {cards}", cards=words(new)))
