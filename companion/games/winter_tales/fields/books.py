"""State only the app tracks: depth, phase, turn, seat order, objectives, epilogue, counters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Any

from companion.core.fields import Allowed, Field, Rows, yes_or_no
from companion.core.questions import Json
from companion.core.text import Text, listing, say
from companion.games.winter_tales.board.characters import (
    FIGURES,
    OBJECTIVES,
    QUESTS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.board.town import Added
from companion.games.winter_tales.copy.model import WITH_PASSAGE
from companion.games.winter_tales.fields.pieces import goes
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.rules.objectives import laid_open_by
from companion.games.winter_tales.table import (
    FULL,
    LIGHT,
    Activation,
    Battle,
    Finale,
    LaidOpen,
    Player,
    Resolving,
    Trap,
    Winter,
)

MOST_BY_HAND = 999
"""A correction may exceed the number of cards in the box."""
PHASES = {"setup": say("setting up"), "turns": say("turns"), "epilogue": say("epilogue"), "over": say("the end")}
OBJECTIVE_CARDS = say("Objectives")


def books_of(table: Winter) -> Rows:
    return Rows(table, group=say("Only in the app"), on_table=False)


def first_fields(table: Winter) -> Iterator[Field]:
    books = books_of(table)
    yield Field("depth", say("Depth"), (FULL, LIGHT), lambda: table.depth, lambda value: set_depth(table, value),
                lambda value: say("full") if value == FULL else say("light"), passing=True)  # decides the map
    yield books.number("chapter", say("Chapter"), 1, 999)
    people = Rows(table, group=say("People"), weight=1, of_seats=True)
    yield people.seat("acting", say("Acting player"), None, "flag-variant", once=True, named=True, change=goes(
        say("The acting token goes back to the box"),
        lambda seat: say("The acting token goes to {name}", name=table.seats[seat])))             # WT-16
    yield people.seat("arbiter", say("Story arbiter"), None, "scale-balance", once=True, change=goes(
        say("The arbiter's token goes back to the box"),
        lambda seat: say("The arbiter's token goes to {name}", name=table.seats[seat])))          # WT-5


def set_depth(table: Winter, depth: str) -> None:
    """Switch depth; light forgets known positions, which would become outdated."""
    resolving = table.perhaps(Resolving)
    if depth == LIGHT and table.full and resolving is not None:
        resolving.arrived = [one for one in resolving.sent if one.at == table.site_of(resolving.quest) and not one.down]
    table.depth = depth
    if depth == LIGHT:
        for character in table.characters.values():
            character.at = None
            character.down = character.cannot_move = False
        for quest in table.quests.values():
            quest.site = None
        for power in table.powers.values():
            power.at = None


def later_fields(table: Winter) -> Iterator[Field]:
    books = books_of(table)
    yield order_field(table, "ages", say("Youngest to oldest"))
    yield order_field(table, "ring", say("Around the table"))
    yield books.choice("phase", say("How far you are"), partial(phases, table), PHASES, renews=True)
    yield books.keyed("active", say("Activated now"), table.characters, say("nobody"))
    yield books.flag("laid_out", say("The board is laid out"))
    yield books.flag("objectives_dealt", say("Objectives are dealt"))
    yield books.flag("story_begun", say("The story has begun"))
    yield books.number("quests_drawn", say("First quests drawn"), 0, 2)
    yield books.choice("epilogue_side", say("Side of the last memory"), SIDES, SIDE_NAMES)
    if table.on("skills"):
        for who in WITH_PASSAGE:
            yield passage_field(table, who)
    yield from epilogue_fields(table)


def phases(table: Winter) -> Allowed:
    """List phases; leaving setup requires everybody's faction and at least one character."""
    if table.phase != "setup":
        return tuple(dict.fromkeys((table.phase, "epilogue")))
    ready = all(player.side for player in table.seats) and any(
        one.owner is not None for one in table.characters.values())
    return ("setup", "turns", "epilogue") if ready else ("setup",)


def face_down_field(table: Winter) -> Field:
    """The first quests the phone drew, `spring,winter`; listed once they are revealed (WT-9)."""
    def write(keys: Any) -> None:
        table.face_down = keys.split(",") if keys else []

    def words(keys: Json) -> Text | str:
        return say("{quests}", quests=listing([QUESTS[key].name for key in keys.split(",")])) if keys else \
            say("not drawn")

    drawn = tuple(f"{one},{two}" for one in QUESTS for two in QUESTS
                  if QUESTS[one].side == SPRING and QUESTS[two].side == WINTER)
    return books_of(table).field("face_down", say("First quests"), ("", *drawn), lambda: ",".join(table.face_down),
                                 write, words, absent="")


def passage_field(table: Winter, who: str) -> Field:  # WT-146
    def allowed() -> Allowed:
        return tuple(dict.fromkeys(("", *table.town.locations, table.named_passages.get(who, ""))))

    def write(place: Any) -> None:
        table.named_passages = {key: to for key, to in table.named_passages.items() if key != who}
        if place:
            table.named_passages[who] = place

    return books_of(table).field(
        f"passages.{who}", say("{who}'s Secret Passage", who=FIGURES[who].name), allowed,
        lambda: table.named_passages.get(who, ""), write,
        lambda place: table.place(str(place)) if place else say("not named"))


def order_field(table: Winter, name: str, label: Text) -> Field:
    """Order everybody by seat number, as in `2,0,1`; empty until it is known."""
    def write(order: Any) -> None:
        setattr(table, name, [table.seats[int(seat)] for seat in order.split(",") if seat])

    def allowed() -> Allowed:
        orders = tuple(",".join(order) for order in permutations(str(seat.index) for seat in table.seats))
        return orders if getattr(table, name) else ("", *orders)

    def words(order: Json) -> Text | str:
        return say("{names}", names=listing([table.seats[int(seat)].name for seat in order.split(",")])) if order \
            else say("not known")

    return books_of(table).field(name, label, allowed,
                                 lambda: ",".join(str(player.index) for player in getattr(table, name)), write, words)


def added_field(table: Winter, number: int) -> Field:
    """A place named in this play: a location's name, or `one|two` for the plaza between them."""
    def read() -> Json:
        if number > len(table.added):
            return ""
        space = table.added[number - 1]
        return space if isinstance(space, str) else "|".join(space)

    def write(text: Any) -> None:
        space: Added = tuple(text.split("|")) if "|" in text else text
        table.added[number - 1:number] = [space]
        table.furnish()

    return Field(f"added.{number}", say("Place {n} added in this play", n=number), lambda: (read(),), read, write,
                 group=say("The town"), text=True, absent="", icon="map-marker-plus-outline", named=True)


# The epilogue

def epilogue_fields(table: Winter) -> Iterator[Field]:
    rows = Rows(table, lambda: table.finale, "epilogue", group=say("Epilogue"), on_table=False)
    more: dict[str, Any] = {"after": partial(settle, table)}
    yield opener_field(table)
    for player in table.seats:
        yield rows.entry("cards", player.index, say("{name}'s cards in the epilogue", name=player),
                         range(MOST_BY_HAND + 1), str, nothing=0, seat=player.index, **more)
        yield rows.entry("told", player.index, say("{name} has told their part", name=player), (False, True),
                         yes_or_no, nothing=False, seat=player.index, **more)
    yield rows.choice("side", say("The side the writer opened for"), ("", *SIDES), str, nothing="", **more)
    yield rows.flag("counted", say("The count was shown"), nothing=False, **more)
    yield rows.number("writer_hand", say("The writer's hand"), -1, MOST_BY_HAND, nothing=-1, **more)
    yield rows.flag("writer_done", say("The writer has decided"), nothing=False, **more)
    for side, label in ((SPRING, say("Writer's cards for spring")), (WINTER, say("Writer's cards for winter"))):
        yield rows.entry("given", side, label, range(MOST_BY_HAND + 1), path=f"writer_{side}", nothing=0, **more)


def opener_field(table: Winter) -> Field:
    def write(index: Any) -> None:
        if index is None:
            return
        opener, seats = table.seats[index], len(table.seats)
        if table.finale is None:
            table.finale = Finale(opener, [0] * seats, [False] * seats)
        table.finale.opener = opener

    def allowed() -> Allowed:
        seats = tuple(range(len(table.seats)))
        return seats if table.finale is not None else (None, *seats) if table.phase == "epilogue" else (None,)

    return Rows(table, group=say("Epilogue"), on_table=False).field(
        "epilogue.opener", say("Who opens the epilogue"), allowed,
        lambda: None if table.finale is None else table.finale.opener.index, write,
        lambda index: say("nobody yet") if index is None else table.seats[index].name, after=partial(settle, table))


# Objectives that were shown, done or open. Hidden ones are never recorded

def objective_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        for side in SIDES:
            yield done_field(table, player, side)
            yield open_field(table, player, side)
            yield from open_card_fields(table, player, side)
            yield swaps_field(table, player, side)


def objective_rows(table: Winter, player: Player, **more: Any) -> Rows:
    return Rows(table, player, group=OBJECTIVE_CARDS, **more)


def done_field(table: Winter, player: Player, side: str) -> Field:
    def read() -> Json:
        return next((key for key in player.completed if OBJECTIVES[key].side == side), None)

    def write(key: Any) -> None:
        player.completed = tuple(one for one in player.completed if OBJECTIVES[one].side != side)
        if key is not None:
            player.complete(key)

    cards = {card.key: card for card in OBJECTIVES.values() if card.side == side}
    return objective_rows(table, player).field(
        f"objective.{side}", say("{name}'s completed {side} objective", side=SIDE_NAMES[side]),
        lambda: (None, *cards) if player.side in (side, WRITER) or read() is not None else (None,), read, write,
        card_words, "bullseye-arrow", weight=4,
        told={None: say("{name} takes back their {side} objective", side=SIDE_NAMES[side]),
              **{key: say("{name} shows an objective: {card}", card=card.name) for key, card in cards.items()}})


def open_field(table: Winter, player: Player, side: str) -> Field:
    kind = "spy" if side == WINTER else "connection"

    def write(key: Any) -> None:
        now = laid_open_by(table, player, side)
        if key is None:
            table.laid_open = [one for one in table.laid_open if one is not now]
        elif now is None:
            places = tuple(table.town.locations[:2]) if key == "connection" else ()
            table.lay_open(LaidOpen(player, key, places, table.chapter))

    def allowed() -> Allowed:
        now = laid_open_by(table, player, side)
        can_lie = player.side in (side, WRITER) and (kind == "spy" or len(table.town.locations) > 1)
        return (None, kind) if can_lie else (None,) if now is None else (None, now.key)

    return objective_rows(table, player).field(
        f"open.{side}", say("{name}'s revealed {side} objective", side=SIDE_NAMES[side]), allowed,
        lambda: getattr(laid_open_by(table, player, side), "key", None), write, card_words, "bullseye-arrow", weight=4,
        told={None: say("{name} takes back the revealed objective"),
              **{key: say("{name} reveals an objective: {card}", card=card.name) for key, card in OBJECTIVES.items()}})


def open_card_fields(table: Winter, player: Player, side: str) -> Iterator[Field]:
    """Yield a Connection's two locations, `one|two`, and its chapter."""
    rows = Rows(table, partial(laid_open_by, table, player, side), f"seats.{player.index}.open.{side}",
                group=OBJECTIVE_CARDS, on_table=False)

    def write(places: Any) -> None:
        now = laid_open_by(table, player, side)
        if now is not None:
            now.places = tuple(places.split("|")) if places else ()

    def read() -> Json:
        return "|".join(getattr(laid_open_by(table, player, side), "places", ()))

    def allowed() -> Allowed:
        if laid_open_by(table, player, side) is None or side == WINTER:
            return (read(),)
        known = table.town.locations
        return tuple(dict.fromkeys((read(), *[f"{one}|{two}" for one in known for two in known if one != two])))

    names: dict[str, object] = {"name": player, "side": SIDE_NAMES[side]}
    yield rows.field("places", say("Locations on {name}'s revealed {side} objective", **names), allowed, read, write)
    yield rows.number("chapter", say("Chapter of {name}'s revealed {side} objective", **names), 0, 999, nothing=0)


def swaps_field(table: Winter, player: Player, side: str) -> Field:  # WT-141
    def write(number: Any) -> None:
        others = [one for one in player.swaps if one != side]
        player.swaps = tuple(sorted([*others, *[side] * number]))

    return objective_rows(table, player, on_table=False).field(
        f"swaps.{side}", say("How many {side} objectives {name} has swapped", side=SIDE_NAMES[side]), range(100),
        lambda: player.swaps.count(side), write)


def card_words(key: Json) -> Text | str:
    return say("none") if key is None else OBJECTIVES[key].name


# Counters of the current flow

COUNTERS: tuple[tuple[type[Any], str, dict[str, Text]], ...] = (
    (Battle, "battle", {"attack": say("Attack cards"), "defence": say("Defence cards")}),
    (Trap, "trap", {"played": say("Cards against the trap")}),
    (Activation, "move", {"cards": say("Cards for this move"), "steps": say("Spaces moved")}),
)


def under_way(table: Winter) -> Iterator[Field]:
    more: dict[str, Any] = {"group": say("In progress"), "on_table": False}
    resolving = table.perhaps(Resolving)
    if resolving is not None:
        for player in table.seats:
            yield quest_cards_field(table, resolving, player, **more)
    for kind, path, counters in COUNTERS:
        flow = table.perhaps(kind)
        for name, label in counters.items() if flow is not None else ():
            yield Rows(table, flow, path, **more).number(name, label, 0, MOST_BY_HAND)


def quest_cards_field(table: Winter, resolving: Resolving, player: Player, **more: Any) -> Field:
    """Cards of a new participant count for their side; the writer's for the hero's."""
    def write(value: Any) -> None:
        resolving.cards[player.index] = value
        if value and not resolving.sides[player.index]:
            resolving.sides[player.index] = player.side if player.side in SIDES else resolving.hero.side

    return Rows(table, player, "quest.cards", **more).field(
        str(player.index), say("{name}'s cards in this quest"), range(MOST_BY_HAND + 1),
        lambda: resolving.cards[player.index], write)
