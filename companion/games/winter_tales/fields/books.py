"""What only the books hold: depth, phase, chapter, whose turn, the order of the seats, the epilogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from companion.core.fields import Allowed, Field, choice_field, flag_field, number_field, seat_field, yes_or_no
from companion.core.questions import Json
from companion.core.text import Text, listing, say
from companion.games.winter_tales.board.characters import FIGURES, QUESTS, SIDE_NAMES, SIDES, SPRING, WINTER
from companion.games.winter_tales.board.town import Added
from companion.games.winter_tales.copy.model import WITH_PASSAGE
from companion.games.winter_tales.fields.under_way import MOST_BY_HAND
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.table import FULL, LIGHT, Finale, Resolving, Winter

BOOKS = say("The app's books")
EPILOGUE = say("Epilogue")
PHASES = {"setup": say("setting up"), "turns": say("turns"), "epilogue": say("epilogue"), "over": say("the end")}


def first_fields(table: Winter) -> Iterator[Field]:
    yield Field("depth", say("Depth"), (FULL, LIGHT), lambda: table.depth, lambda value: set_depth(table, value),
                lambda value: say("full") if value == FULL else say("light"))  # it decides what stands on the map
    yield number_field(table, "chapter", "chapter", say("Chapter"), 1, 999, BOOKS, on_table=False)
    yield acting_field(table)
    yield seat_once(table, "arbiter", say("Story arbiter"))


def set_depth(table: Winter, depth: str) -> None:
    """Light keeps no positions: what was known is forgotten rather than left to grow wrong."""
    resolving: Resolving | None = table.perhaps(Resolving)
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


def acting_field(table: Winter) -> Field:
    """WT-16: whoever holds the acting token."""
    def allowed() -> Allowed:
        seats = tuple(range(len(table.seats)))
        return (None, *seats) if table.acting is None else seats

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("The acting token goes back to the box")
        return say("The acting token goes to {name}", name=table.seats[new])

    plain = seat_field(table, table, "acting", "acting", say("Acting player"))
    return Field(plain.path, plain.label, allowed, plain.read, plain.write, plain.words, say("People"), change=change,
                 icon="flag-variant", weight=1, of_seats=True)


def seat_once(table: Winter, name: str, label: Text) -> Field:
    """Nobody at first; from then on somebody."""
    def allowed() -> Allowed:
        seats = tuple(range(len(table.seats)))
        return (None, *seats) if getattr(table, name) is None else seats

    plain = seat_field(table, table, name, name, label)
    return Field(plain.path, plain.label, allowed, plain.read, plain.write, plain.words, BOOKS, on_table=False)


def later_fields(table: Winter) -> Iterator[Field]:
    yield order_field(table, "ages", say("From the youngest to the oldest"))
    yield order_field(table, "ring", say("Round the table"))
    yield phase_field(table)
    yield active_field(table)
    for name, label in (("laid_out", say("The board is laid out")), ("objectives_dealt", say("Objectives are dealt")),
                        ("story_begun", say("The story has begun"))):
        yield flag_field(table, name, name, label, BOOKS, on_table=False)
    yield number_field(table, "quests_drawn", "quests_drawn", say("First quests drawn"), 0, 2, BOOKS, on_table=False)
    yield choice_field(table, "epilogue_side", "epilogue_side", say("Side of the last memory"), SIDES,
                       lambda side: SIDE_NAMES.get(side, str(side)), BOOKS, on_table=False)
    if table.on("skills"):
        for who in WITH_PASSAGE:
            yield passage_field(table, who)
    yield from epilogue_fields(table)


def face_down_field(table: Winter) -> Field:
    """The first quests as the phone drew them, `spring,winter`; in the list once they are turned up (WT-9)."""
    def write(keys: Any) -> None:
        table.face_down = keys.split(",") if keys else []

    def words(keys: Json) -> Text | str:
        if not keys:
            return say("not drawn")
        return say("{quests}", quests=listing([QUESTS[key].name for key in keys.split(",")]))

    drawn = tuple(f"{one},{two}" for one in QUESTS for two in QUESTS
                  if QUESTS[one].side == SPRING and QUESTS[two].side == WINTER)
    return Field("face_down", say("First quests"), ("", *drawn), lambda: ",".join(table.face_down), write, words, BOOKS,
                 on_table=False, absent="")


def passage_field(table: Winter, who: str) -> Field:
    """Where a Secret Passage leads, as the table has named it; empty where nobody had to (WT-146)."""
    def allowed() -> Allowed:
        return tuple(dict.fromkeys(("", *table.town.locations, table.named_passages.get(who, ""))))

    def write(place: Any) -> None:
        table.named_passages = {key: to for key, to in table.named_passages.items() if key != who}
        if place:
            table.named_passages[who] = place

    return Field(f"passages.{who}", say("{who}'s Secret Passage", who=FIGURES[who].name), allowed,
                 lambda: table.named_passages.get(who, ""), write,
                 lambda place: table.place(str(place)) if place else say("not named"), BOOKS, on_table=False)


def phase_field(table: Winter) -> Field:
    """The set-up is left only when everybody has a faction and somebody a character."""
    def allowed() -> Allowed:
        if table.phase != "setup":
            return tuple(dict.fromkeys((table.phase, "epilogue")))
        ready = all(player.side for player in table.seats) and any(
            one.owner is not None for one in table.characters.values())
        return ("setup", "turns", "epilogue") if ready else ("setup",)

    return choice_field(table, "phase", "phase", say("How far along we are"), allowed,
                        lambda phase: PHASES[phase], BOOKS, on_table=False, renews=True)


def active_field(table: Winter) -> Field:
    """Whose activation the turn is about."""
    def write(key: Any) -> None:
        table.active = None if key is None else table.who(key)

    return Field("active", say("Activated now"), (None, *table.characters),
                 lambda: None if table.active is None else table.active.key, write,
                 lambda key: say("nobody") if key is None else table.who(key).name, BOOKS, on_table=False)


def order_field(table: Winter, name: str, label: Text) -> Field:
    """Everybody in an order, as the seats' numbers: `2,0,1`; empty until it is known."""
    def write(order: Any) -> None:
        setattr(table, name, [table.seats[int(seat)] for seat in order.split(",") if seat])

    def allowed() -> Allowed:
        orders = tuple(",".join(order) for order in permutations(str(seat.index) for seat in table.seats))
        return orders if getattr(table, name) else ("", *orders)

    def words(order: Json) -> Text | str:
        return ", ".join(table.seats[int(seat)].name for seat in order.split(",")) if order else say("not known")

    return Field(name, label, allowed, lambda: ",".join(str(player.index) for player in getattr(table, name)), write,
                 words, BOOKS, on_table=False)


def added_field(table: Winter, number: int) -> Field:
    """A place that the table named in this play: a location's name, or `one|two` for the plaza between two."""
    def read() -> Json:
        if number > len(table.added):
            return ""
        space = table.added[number - 1]
        return space if isinstance(space, str) else "|".join(space)

    def write(text: Any) -> None:
        space: Added = tuple(text.split("|")) if "|" in text else text
        table.added[number - 1:number] = [space]
        table.furnish()

    return Field(f"added.{number}", say("Place {n} named in this play", n=number), lambda: (read(),), read, write,
                 group=say("The town"), text=True, absent="", icon="map-marker-plus-outline")


# The epilogue

def epilogue_fields(table: Winter) -> Iterator[Field]:
    yield opener_field(table)
    for player in table.seats:
        yield list_field(table, "cards", player, say("{name}'s cards in the epilogue", name=player),
                         range(MOST_BY_HAND + 1), 0)
        yield list_field(table, "told", player, say("{name} has told the epilogue", name=player), (False, True), False)
    for name, label, values, nothing in (
            ("side", say("For whom the writer opened"), ("", *SIDES), ""),
            ("counted", say("The count was shown"), (False, True), False),
            ("writer_hand", say("The writer's hand"), range(-1, MOST_BY_HAND + 1), -1),
            ("writer_done", say("The writer has decided"), (False, True), False),
            ("writer_spring", say("Writer's cards for spring"), range(MOST_BY_HAND + 1), 0),
            ("writer_winter", say("Writer's cards for winter"), range(MOST_BY_HAND + 1), 0)):
        yield finale_field(table, name, label, values, nothing)


def opener_field(table: Winter) -> Field:
    """Who opens the epilogue; with that it begins."""
    def write(index: Any) -> None:
        if index is None:
            return
        opener, seats = table.seats[index], len(table.seats)
        if table.finale is None:
            table.finale = Finale(opener, [0] * seats, [False] * seats)
        table.finale.opener = opener
        settle(table)

    def allowed() -> Allowed:
        seats = tuple(range(len(table.seats)))
        return seats if table.finale is not None else (None, *seats) if table.phase == "epilogue" else (None,)

    return Field("epilogue.opener", say("Who opens the epilogue"), allowed,
                 lambda: None if table.finale is None else table.finale.opener.index, write,
                 lambda index: say("nobody yet") if index is None else table.seats[index].name, EPILOGUE,
                 on_table=False)


def list_field(table: Winter, name: str, player: Player, label: Text, values: Allowed, nothing: Json) -> Field:
    """One seat's share in the epilogue."""
    def write(value: Any) -> None:
        if table.finale is not None:
            getattr(table.finale, name)[player.index] = value
            settle(table)

    def read() -> Json:
        return nothing if table.finale is None else getattr(table.finale, name)[player.index]

    return Field(f"epilogue.{name}.{player.index}", label, when_begun(table, values, nothing), read, write,
                 yes_or_no if nothing is False else str, EPILOGUE, on_table=False, seat=player.index)


def finale_field(table: Winter, name: str, label: Text, values: Allowed, nothing: Json) -> Field:
    def write(value: Any) -> None:
        if table.finale is not None:
            setattr(table.finale, name, value)
            settle(table)

    return Field(f"epilogue.{name}", label, when_begun(table, values, nothing),
                 lambda: nothing if table.finale is None else getattr(table.finale, name), write,
                 yes_or_no if nothing is False else str, EPILOGUE, on_table=False)


def when_begun(table: Winter, values: Allowed, nothing: Json) -> Callable[[], Allowed]:
    return lambda: (nothing,) if table.finale is None else values
