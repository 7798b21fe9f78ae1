"""The turn under way, and what only the books hold: phase, round, whose turn, the stock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from companion.core.by_hand.fields import Allowed, Field, choice_field, flag_field, number_field, seat_field, yes_or_no
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.windward.board.hexes import read, spell
from companion.games.windward.rules.aftermath import teeth_away
from companion.games.windward.rules.orders import LABELS, PORT_ORDERS, SKY_ORDERS
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import MATES, Captain, Turn, Windward
from companion.games.windward.words import CREW

STOCK = {"greys": say("Greys in the stock"), "reds": say("Reds in the stock"),
         "grey_teeth": say("Grey teeth in the stock"), "red_teeth": say("Red teeth in the stock"),
         "gas": say("Gas and cannon tokens in the stock"), "plus_two": say("+2 tokens in the stock"),
         "tags": say("Tags in the stock")}
PHASES = {"layout": say("laying out the tiles"), "first": say("who begins"), "wind": say("the first wind"),
          "naturalist": say("the Naturalist"), "achievements": say("the achievements"), "greys": say("the first Greys"),
          "white": say("the White"), "ready": say("ready to sail"), "turns": say("under way")}
EARLY, WITH_WIND = ("layout", "first", "wind"), ("naturalist", "achievements", "greys")
BOOKS = say("The app's books")
FEWEST, MOST = -999, 999
"""Tokens may run short: substitutes count, too (WW-A3)."""


def book_fields(table: Windward) -> Iterator[Field]:
    yield from turn_fields(table)
    yield phase_field(table)
    yield number_field(table, "round", "round", say("Round"), 1, 999, BOOKS, on_table=False)
    yield seat_field(table, table, "active", "active", say("Whose turn it is"), group=BOOKS, on_table=False,
                     renews=True)
    yield seat_field(table, table, "first", "first", say("First player"), group=BOOKS, on_table=False)
    yield flag_field(table, "wind_due", "wind_due", say("The wind must be rolled again"), BOOKS, on_table=False)
    yield number_field(table, "reds_beaten", "reds_beaten", say("Reds beaten"), 0, 99, BOOKS, on_table=False)
    yield seat_field(table, table, "trigger", "trigger", say("Reached fifteen first"), none=say("nobody yet"),
                     group=BOOKS, on_table=False)
    for captain in table.seats:
        yield rolling_field(table, captain)
    yield from variant_fields(table)
    for name, label in STOCK.items():
        yield number_field(table.stock, name, f"stock.{name}", label, FEWEST, MOST, BOOKS, on_table=False)
    for name in CREW:
        yield crew_stock_field(table, name)
    yield number_field(table, "next_id", "next_id", say("Number of the next Crester"), 1, 9999, BOOKS, on_table=False)


def variant_fields(table: Windward) -> Iterator[Field]:
    if table.great_white:
        yield flag_field(table, "white_waits", "white_waits", say("The White still waits on the track"), BOOKS,
                         on_table=False)                                    # WW-133
    if table.setup.options["naturalist"]:
        yield naturalist_field(table)
    if table.setup.options["achievements"]:
        yield notices_field(table)


def phase_field(table: Windward) -> Field:
    """How far the setup is. It goes on only with what it needs, and never lays out twice what lies there."""
    def open_now() -> Allowed:
        if not table.layout:
            return ("layout",)
        empty = not table.cresters and not table.gas_on
        early = EARLY if empty else ()
        with_wind = WITH_WIND if empty and table.wind else ()
        white = ("white",) if table.coop and table.wind and table.white() is None else ()
        later = ("ready", "turns") if table.wind else ()
        return (*early, *with_wind, *white, *later)

    def wrong(phase: Json) -> Text | None:
        if phase in open_now():
            return None
        if not table.layout:
            return say("the tiles come first")
        return say("things lie there already") if table.wind else say("the wind comes first")

    return choice_field(table, "phase", "phase", say("How far along we are"),
                        lambda: tuple(dict.fromkeys((*open_now(), *((table.phase,) if table.layout else ())))),
                        lambda phase: PHASES.get(phase, say("setting up")), BOOKS, on_table=False, renews=True,
                        wrong=wrong)


def rolling_field(table: Windward, captain: Captain) -> Field:
    """WW-A2: who is still rolling for first player."""
    def write(value: Any) -> None:
        rolls = {*[one.index for one in table.rolling if one is not captain], *([captain.index] if value else [])}
        table.rolling = [one for one in table.seats if one.index in rolls]

    return Field(f"rolling.{captain.index}", say("{name} rolls for first player", name=captain), (False, True),
                 lambda: captain in table.rolling, write, yes_or_no, BOOKS, on_table=False)


def naturalist_field(table: Windward) -> Field:
    """The Naturalist takes no teeth (WW-144)."""
    plain = seat_field(table, table, "naturalist", "naturalist", say("Naturalist"), none=say("nobody"))

    def write(index: Any) -> None:
        plain.write(index)
        if table.naturalist is not None:
            teeth_away(table, table.naturalist)

    return Field(plain.path, plain.label, plain.values, plain.read, write, plain.words, BOOKS, on_table=False)


def notices_field(table: Windward) -> Field:
    """WW-146: which two of the owner's achievement cards lie open."""
    def words(pair: Json) -> Text | str:
        return ", ".join(table.copy.achievements[int(card)].name for card in pair.split(","))

    def write(pair: Any) -> None:
        table.notices = [int(card) for card in pair.split(",")]

    cards = range(len(table.copy.achievements))
    return Field("notices", say("Open achievement cards"), tuple(f"{a},{b}" for a, b in combinations(cards, 2)),
                 lambda: ",".join(str(card) for card in table.notices), write, words, say("The board"),
                 change=lambda old, new: say("Open achievement cards: {cards}", cards=words(new)),
                 icon="trophy-outline")


def crew_stock_field(table: Windward, name: str) -> Field:
    crew = table.stock.crew

    def write(number: Any) -> None:
        crew[name] = number

    return Field(f"stock.crew.{name}", say("{crew} in the stock", crew=CREW[name]), range(FEWEST, MOST + 1),
                 lambda: crew[name], write, group=BOOKS, on_table=False)


# The turn under way: mates and Coffee lie on the orders (WW-42)

def turn_seen(table: Windward) -> Turn:
    return table.perhaps(Turn) or next((flow for flow in table.ahead if isinstance(flow, Turn)), None) \
        or Turn(table.active)


def turn_held(table: Windward) -> Turn:
    turn = turn_seen(table)
    if turn not in table.now and turn not in table.ahead:
        table.ahead.append(turn)
    return turn


def turn_fields(table: Windward) -> Iterator[Field]:
    group = say("Mates and orders")
    yield turn_number(table, "mates", say("Mates left"), MATES, group=group, change=partial(mates_sentence, table),
                      icon="account-multiple-outline")
    yield turn_number(table, "coffee", say("Coffee not used yet"), 9, group=group,
                      change=coffee_sentence, icon="coffee-outline")
    for order in (*SKY_ORDERS, *PORT_ORDERS):
        yield covered_field(table, order, group)
    yield turn_number(table, "speed", say("Ship speed left"), 99, group=BOOKS, on_table=False)
    yield Field("turn.deadweight", say("A Drift may still be crossed"), (False, True),
                lambda: turn_seen(table).deadweight,
                lambda value: setattr(turn_held(table), "deadweight", value), yes_or_no, BOOKS, on_table=False)
    yield drift_field(table)


def drift_field(table: Windward) -> Field:
    """WW-22: which Drift is open this turn."""
    def allowed() -> Allowed:
        return (None, *[spell(space) for space in sorted(table.planet.drift)]) if table.layout else (None,)

    def read_it() -> Json:
        drift = turn_seen(table).drift
        return None if drift is None else spell(drift)

    def write(value: Any) -> None:
        turn_held(table).drift = None if value is None else read(value)

    return Field("turn.drift", say("Drift that is open"), allowed, read_it, write,
                 lambda value: say("none") if value is None else in_words(table, read(value)), BOOKS, on_table=False)


def turn_number(table: Windward, name: str, label: Text, most: int, **more: Any) -> Field:
    return Field(f"turn.{name}", label, range(most + 1), lambda: max(0, getattr(turn_seen(table), name)),
                 lambda value: setattr(turn_held(table), name, value), **more)


BACK = say("Mates and Coffee come back from the orders")


def mates_sentence(table: Windward, old: Json, new: Json) -> Text:
    """WW-83: at the end of a turn everything comes back, in one sentence."""
    if new > old and not turn_seen(table).covered:
        return BACK
    return say("Mates left {old} → {new}", old=old, new=new)


def coffee_sentence(old: Json, new: Json) -> Text:
    """WW-54: what no order was given for is gone with the turn."""
    if not new:
        return say("Coffee that gave no order goes back")
    return say("Coffee not used yet {old} → {new}", old=old, new=new)


def covered_field(table: Windward, order: str, group: Text) -> Field:
    name = say("Process or research the Crester") if order == "process" else LABELS[order](table.board)

    def write(value: Any) -> None:
        turn = turn_held(table)
        turn.covered = [*[one for one in turn.covered if one != order], *([order] if value else [])]

    def change(old: Json, new: Json) -> Text:
        if new:
            return say("Cover the order {order}", order=name)
        if not turn_seen(table).covered:
            return BACK
        return say("A mate or Coffee comes back from {order}", order=name)

    return Field(f"turn.covered.{order}", say("Order given: {order}", order=name), (False, True),
                 lambda: order in turn_seen(table).covered, write, yes_or_no, group, change=change,
                 icon="clipboard-list-outline")
