"""Correctable fields: the pieces on the table, then the app's own state."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, permutations
from typing import Any

from companion.core.fields import Allowed, Field, Ordered, Rows, listed_once, yes_or_no
from companion.core.text import Text, listing, say
from companion.core.values import Json
from companion.games.winter_tales import cards
from companion.games.winter_tales.board.characters import (
    FIGURES,
    NEUTRAL,
    OBJECTIVES,
    POWERS,
    QUESTS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.board.town import Added
from companion.games.winter_tales.box.model import WITH_PASSAGE
from companion.games.winter_tales.objective_cards import objective_fields
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, leaves_track, settle, space_name
from companion.games.winter_tales.rules.setup import begun, placing_quests
from companion.games.winter_tales.table import (
    FULL,
    LIGHT,
    Activation,
    Battle,
    Character,
    Finale,
    Memory,
    Player,
    Power,
    Quest,
    Resolving,
    Trap,
    Winter,
)

as_moves = cards.as_moves
TAKEN = "taken"
"""The epilogue token lies in front of whoever opens the epilogue (WT-76)."""

TRACK, POWER_TOKENS, QUEST_TOKENS = say("Memory track"), say("Powers"), say("Quests")
OUTCOMES = {"success": say("a success"), "failure": say("a failure"), "tie": say("a tie")}
QUEST_STATES = {"free": say("not brought yet"), "map": say("on the map"), "done": say("resolved"),
                "boxed": say("in the box")}
MOST_BY_HAND = 999
"""A correction may exceed the number of cards in the box."""
PHASES = {"setup": say("setting up"), "turns": say("turns"), "epilogue": say("epilogue"),
          "over": say("the end")}


def fields(table: Winter) -> Iterator[Field]:
    yield from before_cards(table)
    yield from cards.cards_fields(table)
    yield from after_cards(table)


def before_cards(table: Winter) -> list[Field]:
    return listed_once(table, first_ones, ("first", table.finale is None))


def after_cards(table: Winter) -> Iterator[Field]:
    yield from listed_once(table, always, ("always", table.phase == "setup"))
    yield from under_way(table)
    if table.full:
        yield from listed_once(table, on_the_map, ("map", *quests_on_map(table)))
    if placing_quests(table):
        yield face_down_field(table)
    for number in range(1, len(table.added) + 1):
        yield added_field(table, number)


def first_ones(table: Winter) -> Iterator[Field]:
    for part in (first_fields, track_fields, track_token_fields, side_fields):
        yield from part(table)


def quests_on_map(table: Winter) -> list[str]:
    return [quest.key for quest in table.quests.values() if quest.state == "map"]


def always(table: Winter) -> Iterator[Field]:
    for one in table.characters.values():
        yield from card_fields(table, one)
    for quest in table.quests.values():
        yield from quest_fields(table, quest)
    if table.on("powers"):
        yield from power_fields(table)
    if table.on("objectives"):
        yield from objective_fields(table)
    yield from later_fields(table)


def on_the_map(table: Winter) -> Iterator[Field]:
    for one in table.characters.values():
        yield from token_fields(table, one)                          # WT-27
    for quest in table.quests.values():
        if not quest.card.carried:
            yield site_field(table, quest)
    if table.on("powers"):
        yield from power_place_fields(table)


def field(table: Winter, path: str) -> Field | None:
    """Find any field, even for a place nobody has named yet."""
    kind, _, rest = path.partition(".")
    if kind == "added":
        known = rest.isdecimal() and 1 <= int(rest) <= len(table.added) + 1
        return added_field(table, int(rest)) if known else None
    if path == "face_down":
        return face_down_field(table)
    return next((one for one in fields_near(table, path) if one.path == path), None)


def fields_near(table: Winter, path: str) -> Iterator[Field]:
    """The part of all fields in which this path would be: a correction doesn't have to build the others."""
    kind, _, rest = path.partition(".")
    key = rest.partition(".")[0]
    if kind == "characters":
        return character_fields(table, table.characters[key]) if key in table.characters else iter(())
    if kind == "quests":
        return fields_of_quest(table, table.quests[key]) if key in table.quests else iter(())
    if path.endswith(cards.ENDINGS):
        return cards.cards_fields(table)
    return chain(before_cards(table), after_cards(table))


def character_fields(table: Winter, one: Character) -> Iterator[Field]:
    yield from card_fields(table, one)
    if table.full:
        yield from token_fields(table, one)                          # WT-27


def fields_of_quest(table: Winter, quest: Quest) -> Iterator[Field]:
    yield from quest_fields(table, quest)
    if table.full and not quest.card.carried:
        yield site_field(table, quest)


def goes(off: Text, to: Callable[[Any], Text]) -> Callable[[Json, Json], Text]:
    """The sentence for a piece that goes somewhere, or `off` the table."""
    return lambda old, new: off if new is None else to(new)


# The memory track

def track_fields(table: Winter) -> Iterator[Field]:
    spaces = range(len(table.track))
    for space in spaces:
        yield memory_field(table, space)
    for space in spaces:
        rows = Rows(table, lambda at=space: table.track[at], f"track.{space + 1}", group=TRACK,
                    on_table=False)
        name = space_name(space)
        yield rows.choice("source", say("{space}: quest or objective", space=name),
                          ("", *QUESTS, *OBJECTIVES), source_words, nothing="")
        yield rows.choice("outcome", say("{space}: outcome", space=name), ("", *OUTCOMES),
                          lambda outcome: OUTCOMES.get(outcome, say("not recorded")), nothing="")
        yield rows.number("chapter", say("{space}: chapter", space=name), 0, 999, nothing=0)
        yield rows.text("note", say("{space}: note", space=name))
    yield bookmark_field(table)


def memory_field(table: Winter, space: int) -> Field:
    """A memory's side; a card can be removed, or a forgotten one added."""
    def write(side: Json) -> None:
        memory = table.track[space]
        if side is None:
            leaves_track(table, memory)
            table.track[space] = None
            if table.bookmark == space:
                table.bookmark = None
        elif memory is None:
            table.track[space] = Memory(side, "", chapter=table.chapter)
        else:
            memory.side = side

    lies = {side: say("{space}: {memory}", space=space_name(space), memory=words)
            for side, words in SIDE_MEMORIES.items()}
    return Rows(table, group=TRACK).field(
        f"track.{space + 1}", space_name(space), (None, *SIDES, NEUTRAL),
        lambda: getattr(table.track[space], "side", None), write,
        {None: say("empty"), **SIDE_NAMES}, "cards-outline",
        told={None: say("{space}: take the memory away", space=space_name(space)), **lies},
        after=partial(settle, table), place=f"memory{space + 1}", weight=6)


def source_words(key: Json) -> Text:  # WT-67, WT-124
    """Name a quest's side too, because both have a Great Artifact."""
    if key in QUESTS:
        return say("{quest} ({side})", quest=QUESTS[key].name, side=SIDE_NAMES[QUESTS[key].side])
    return say("Objective: {card}", card=OBJECTIVES[key].name) if key in OBJECTIVES else say("not recorded")


def track_token_fields(table: Winter) -> Iterator[Field]:  # WT-6, WT-58
    def lay_out(space: Json) -> None:
        table.laid_out, table.token_taken = space is not None, space == TAKEN

    def place() -> Json:
        if table.token_taken:
            return TAKEN
        return table.length + 1 if table.laid_out else None

    def allowed() -> Allowed:
        """Not yet laid out, a play begun without the app may be in its epilogue."""
        may_be_taken = not table.laid_out or table.token_taken or table.finale is not None
        return (None, table.length + 1, TAKEN) if may_be_taken else (None, table.length + 1)

    def lies(space: Json) -> Text:
        if space is None:
            return say("beside the board")
        if space != TAKEN:
            return space_name(space - 1)
        if table.finale is None:
            return say("Epilogue")
        return say("in front of {name}", name=table.finale.opener)

    rows = Rows(table, group=TRACK)
    goes_on = say("The epilogue token goes on {space}", space=space_name(table.length))
    yield rows.field("epilogue_token", say("Epilogue token"), allowed,
                     place, lay_out, lies, "feather",
                     named=table.finale is not None,
                     told={None: say("The epilogue token leaves the track"), table.length + 1: goes_on,
                           TAKEN: say("Take the epilogue token")})
    yield rows.choice("ongoing", say("Ongoing token"), (None, *QUESTS),
                      lambda key: say("beside the board") if key is None else source_words(key), "map-marker",
                      weight=4, change=goes(say("Take the ongoing token off the map"),
                                            lambda key: say("The ongoing token goes onto {quest}",
                                                            quest=QUESTS[key].name)))


def bookmark_field(table: Winter) -> Field:
    def allowed() -> Allowed:
        filled = [space for space, memory in enumerate(table.track) if memory is not None]
        return tuple(dict.fromkeys((None, *filled, table.bookmark)))

    return Rows(table, group=TRACK).choice(
        "bookmark", say("Bookmark"), allowed,
        lambda space: say("nowhere") if space is None else space_name(space),
        "bookmark-outline", place="bookmark", weight=5,
        change=goes(say("Take the bookmark off the track"),
                    lambda space: say("The bookmark goes to {space}", space=space_name(space))))


# Factions and characters

def _factions(player: Player) -> tuple[str, ...]:
    return (*SIDES, WRITER) if player.side else ("", *SIDES, WRITER)


def side_fields(table: Winter) -> Iterator[Field]:
    """A faction, empty until it is drawn (WT-2); required from then on."""
    told = {"": say("{name} returns the faction token"), WRITER: say("{name} takes the writer's token"),
            **{side: say("{name} takes a {side} token", side=SIDE_NAMES[side]) for side in SIDES}}
    for player in table.seats:
        yield Rows(table, player, group=say("People")).choice(
            "side", say("{name}'s faction"), partial(_factions, player),
            {"": say("not drawn yet"), **SIDE_NAMES},
            "account-group-outline", after=partial(settle, table), weight=4, told=told, first=True)


def rows_of(table: Winter, one: Character) -> tuple[Rows, Rows]:
    path, group = f"characters.{one.key}", say("{who}", who=one)
    card = Rows(table, one, path, group=group, place=one.key)
    books = Rows(table, one, path, group=group, on_table=False)
    return card, books


def card_fields(table: Winter, one: Character) -> Iterator[Field]:
    card, books = rows_of(table, one)
    yield card.seat("owner", say("Who plays {who}"), say("nobody"), "account-outline", weight=4, change=goes(
        say("{who}'s card goes back to the box", who=one),
        lambda seat: say("{who}'s card goes to {name}", who=one, name=table.seats[seat])), first=True)
    yield card.flag("ready", say("{who} ready"), icon="account-outline", weight=2, absent=False,
                    told={True: say("Turn {who}'s card to ready"), False: say("Flip {who}'s card")})
    yield card.flag("eliminated", say("{who} out of the game"), icon="account-outline", weight=6,
                    told={True: say("{who} leaves the game"), False: say("{who} comes back into the game")},
                    absent=False)
    yield card.flag("locked", say("{who} held by propaganda"), icon="account-outline", weight=3, absent=False,
                    told={True: say("{who} is held by propaganda"),
                          False: say("{who} is free of propaganda")})
    yield books.flag("activated", say("{who} was activated"))


def token_fields(table: Winter, one: Character) -> Iterator[Field]:
    token, books = rows_of(table, one)
    change = goes(say("{who} leaves the map", who=one),
                  lambda place: say("{who} goes to {place}", who=one, place=table.place(place)))
    yield token.choice("at", say("{who}'s place"), lambda: (None, *table.town.spaces), table.place,
                       "map-marker", weight=5, change=change)
    yield token.flag("down", say("{who} incapacitated"), icon="account-outline", weight=6, absent=False,
                     told={True: say("Lay {who} down"), False: say("Stand {who} up")})
    yield books.flag("cannot_move", say("{who} cannot move"))


# Quest tokens

def quest_rows(table: Winter, quest: Quest, **more: Any) -> Rows:
    return Rows(table, quest, f"quests.{quest.key}", group=QUEST_TOKENS, **more)


def quest_fields(table: Winter, quest: Quest) -> Iterator[Field]:
    token, books = quest_rows(table, quest, place=quest.key), quest_rows(table, quest, on_table=False)
    named = source_words(quest.key)
    yield token.choice("state", named, tuple(QUEST_STATES), QUEST_STATES, "map-marker", weight=5, told={
        "map": say("{quest} goes onto the map", quest=named),
        "done": say("{quest} goes above its memory", quest=named),
        "boxed": say("{quest} goes back to the box", quest=named),
        "free": say("{quest} goes back to its pile", quest=named)})
    if quest.card.carried:
        rebels = {one.key: one for one in table.characters.values() if one.is_rebel}
        change = goes(say("{quest} leaves its rebel", quest=quest),
                      lambda key: say("{quest} goes under {who}", quest=quest, who=table.who(key)))
        yield token.keyed("bearer", say("{quest}: carried by", quest=named), rebels, say("nobody"),
                          "map-marker", weight=5, change=change)
    yield books.seat("author", say("Who introduced {quest}", quest=named), say("nobody"))
    yield books.text("note", say("Note on {quest}", quest=named))


def site_field(table: Winter, quest: Quest) -> Field:
    lies = quest.key if quest.state == "map" else ""  # a finished quest's token has left its site
    change = goes(say("{quest} leaves the map", quest=quest),
                  lambda place: say("{quest} goes to {place}", quest=quest, place=table.place(place)))
    return quest_rows(table, quest, place=lies).choice(
        "site", say("{quest}: place", quest=source_words(quest.key)), lambda: (None, *table.town.spaces),
        table.place, "map-marker", weight=5, change=change)


# Powers: in force or not, who holds their tokens, and where

def power_rows(table: Winter, key: str, **more: Any) -> Rows:
    return Rows(table, lambda: table.powers.get(key), f"powers.{key}", group=POWER_TOKENS, **more)


def power_fields(table: Winter) -> Iterator[Field]:
    for key, name in ((one.key, one.name) for one in POWERS.values() if one.lasts):
        books = power_rows(table, key, on_table=False)
        yield in_force_field(table, key)
        for token in range(POWERS[key].tokens):
            yield token_field(table, key, token)
        yield power_memory_field(table, key)
        yield books.seat("owner", say("{power}: owner", power=name), say("nobody"))
        yield books.choice("won_by", say("{power}: won by", power=name), ("", *SIDES),
                           {"": say("nobody"), **SIDE_NAMES}, nothing="")
        if key == "glimmer":
            yield books.flag("used", say("Hope used this chapter"), nothing=False)


def power_place_fields(table: Winter) -> Iterator[Field]:
    for key in ("horror", "safe_house"):
        yield power_rows(table, key).choice(
            "at", say("{power}: place", power=POWERS[key].name), lambda: (None, *table.town.spaces),
            lambda place: say("nowhere") if place is None else table.place(place), "star-four-points",
            weight=4)


def in_force_field(table: Winter, key: str) -> Field:
    def write(on: Json) -> None:
        if not on:
            table.powers.pop(key, None)
        elif key not in table.powers:
            table.powers[key] = granted_by_hand(table, key)

    name = POWERS[key].name
    return Rows(table, group=POWER_TOKENS).field(
        f"powers.{key}.in_force", say("{power} in force", power=name), (False, True),
        lambda: key in table.powers, write, yes_or_no, "star-four-points", weight=5,
        told={True: say("{power} is in force", power=name),
              False: say("{power} is over: its tokens go back", power=name)})


def granted_by_hand(table: Winter, key: str) -> Power:
    """Grant as if its quest just succeeded, with tokens on the first cards that fit."""
    memory = next((one for one in table.track if one is not None and one.source in QUESTS
                   and QUESTS[one.source].power == key), None)
    card = POWERS[key]
    fitting = [one for one in table.in_play() if not card.side or one.side == card.side]
    side = memory.side if memory is not None and memory.side in SIDES else ""
    return Power(key, memory, fitting[0].owner if fitting else None, fitting[:card.tokens],
                 won_by=side or (fitting[0].side if fitting else SPRING))


def token_field(table: Winter, key: str, token: int) -> Field:
    side, name = POWERS[key].side, POWERS[key].name
    holders = tuple(one.key for one in table.characters.values() if not side or one.side == side)

    def read() -> Json:
        power = table.powers.get(key)
        return power.on[token].key if power is not None and token < len(power.on) else None

    def write(who: Any) -> None:
        power = table.powers.get(key)
        if power is None:
            return
        power.on[token:token + 1] = [] if who is None else [table.who(who)]
        if not token and power.on:
            power.owner = power.on[0].owner

    def allowed() -> Allowed:
        power = table.powers.get(key)
        return (None,) if power is None or len(power.on) < token else (None, *holders)

    return Rows(table, group=POWER_TOKENS).field(
        f"powers.{key}.second" if token else f"powers.{key}",
        say("{power}: the second token", power=name) if token else name, allowed, read, write,
        lambda who: say("nobody") if who is None else table.who(who).name, "star-four-points", weight=4,
        change=goes(say("{power}: its token goes back", power=name),
                    lambda who: say("{power}: its token goes on {who}", power=name, who=table.who(who))))


def power_memory_field(table: Winter, key: str) -> Field:  # WT-100
    def filled() -> Allowed:
        return (None, *[space for space, memory in enumerate(table.track, 1) if memory is not None])

    def space_of(memory: Any) -> int | None:
        return next((space for space, one in enumerate(table.track, 1) if one is memory), None)

    return power_rows(table, key, on_table=False).choice(
        "memory", say("{power}: its memory", power=POWERS[key].name), filled,
        encode=space_of,
        decode=lambda space: table.track[space - 1])


# Only in the app

def books_of(table: Winter) -> Rows:
    return Rows(table, group=say("Only in the app"), on_table=False)


def first_fields(table: Winter) -> Iterator[Field]:
    books = books_of(table)
    yield Field("depth", say("The app tracks"), (FULL, LIGHT), lambda: table.depth,
                lambda value: set_depth(table, value),
                lambda value: say("everything") if value == FULL else say("turns and battles"),
                passing=True)  # decides the map
    yield books.number("chapter", say("Chapter"), 1, 999, first=True)
    people = Rows(table, group=say("People"), weight=1, of_seats=True)
    change = goes(say("The acting token goes back to the box"),
                  lambda seat: say("The acting token goes to {name}", name=table.seats[seat]))
    yield people.seat("acting", say("Acting player"), None, "flag-variant", once=True, named=True,
                      change=change, first=True)                            # WT-16
    yield people.seat("arbiter", say("Story arbiter"), None, "scale-balance", once=True, change=goes(
        say("The arbiter's token goes back to the box"),
        lambda seat: say("The arbiter's token goes to {name}", name=table.seats[seat])))          # WT-5


def set_depth(table: Winter, depth: str) -> None:
    """Change what the app tracks; *Turns and battles* forgets known positions, which would get outdated."""
    resolving = table.perhaps(Resolving)
    if depth == LIGHT and table.full and resolving is not None:
        site = table.site_of(resolving.quest)
        resolving.arrived = [one for one in resolving.sent if one.at == site and not one.down]
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
    yield books.flag("in_middle", say("Begun without the app"))
    yield books.number("quests_drawn", say("First quests drawn"), 0, 2,
                       renews=table.phase == "setup")  # the open page may ask for a quest already drawn
    yield books.choice("epilogue_side", say("Side of the last memory"), SIDES, SIDE_NAMES)
    if table.on("skills"):
        for who in WITH_PASSAGE:
            yield passage_field(table, who)
    yield from epilogue_fields(table)


def phases(table: Winter) -> Allowed:
    """List phases; leaving setup requires everybody's faction and at least one character."""
    if table.phase != "setup":
        return tuple(dict.fromkeys((table.phase, "epilogue")))
    return ("setup", "turns", "epilogue") if begun(table) else ("setup",)


def face_down_field(table: Winter) -> Field:
    """The first quests the phone drew, `spring,winter`; listed once they are revealed (WT-9)."""
    def words(keys: Json) -> Text | str:
        if keys:
            return say("{quests}", quests=listing([QUESTS[key].name for key in keys.split(",")]))
        return say("not drawn")

    drawn = tuple(f"{one},{two}" for one in QUESTS for two in QUESTS
                  if QUESTS[one].side == SPRING and QUESTS[two].side == WINTER)
    return books_of(table).choice("face_down", say("First quests"), ("", *drawn), words, absent="",
                                  encode=",".join, decode=lambda keys: keys.split(",") if keys else [])


def passage_field(table: Winter, who: str) -> Field:  # WT-146
    return books_of(table).entry(
        "named_passages", who, say("{who}'s Secret Passage", who=FIGURES[who].name),
        lambda: tuple(dict.fromkeys(("", *table.town.locations, table.named_passages[who]))),
        lambda place: table.place(str(place)) if place else say("not named"), path=f"passages.{who}")


def order_field(table: Winter, name: str, label: Text) -> Field:
    """Order everybody by seat number, as in `2,0,1`; empty until it is known."""
    def allowed() -> Allowed:
        orders = tuple(",".join(order) for order in permutations(str(seat.index) for seat in table.seats))
        return orders if getattr(table, name) else ("", *orders)

    def words(order: Json) -> Text | str:
        return listing([table.seats[int(seat)] for seat in order.split(",")]) if order else say("not known")

    return books_of(table).choice(
        name, label, allowed, words, encode=lambda order: ",".join(str(player.index) for player in order),
        decode=lambda order: [table.seats[int(seat)] for seat in order.split(",") if seat],
        ordered=Ordered({str(player.index): say("{who}", who=player) for player in table.seats}))


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

    label = say("Place {n} added in this play", n=number)
    return Field(f"added.{number}", label, lambda: (read(),), read, write, table.place, named=True,
                 group=say("The town"), text=True, absent="", icon="map-marker-plus-outline")


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
    yield rows.choice("side", say("The side the writer opened for"), ("", *SIDES),
                      {"": say("not known"), **SIDE_NAMES}, nothing="", **more)
    yield rows.flag("counted", say("The count was shown"), nothing=False, **more)
    yield rows.number("writer_hand", say("The writer's hand"), -1, MOST_BY_HAND, nothing=-1, **more)
    yield rows.flag("writer_done", say("The writer has decided"), nothing=False, **more)
    for side, label in ((SPRING, say("Writer's cards for spring")),
                        (WINTER, say("Writer's cards for winter"))):
        yield rows.entry("given", side, label, range(MOST_BY_HAND + 1), path=f"writer_{side}", nothing=0,
                         **more)
    yield rows.text("note", say("{space}: note", space=say("Epilogue")))


def opener_field(table: Winter) -> Field:
    def write(index: Any) -> None:
        if index is None:
            return
        opener, seats = table.seats[index], len(table.seats)
        if table.finale is None:
            table.finale, table.token_taken = Finale(opener, [0] * seats, [False] * seats), True
        table.finale.opener = opener

    def allowed() -> Allowed:
        seats = tuple(range(len(table.seats)))
        if table.finale is not None:
            return seats
        return (None, *seats) if table.phase == "epilogue" else (None,)

    return Rows(table, group=say("Epilogue"), on_table=False).field(
        "epilogue.opener", say("Who opens the epilogue"), allowed,
        lambda: None if table.finale is None else table.finale.opener.index, write,
        lambda index: say("nobody yet") if index is None else table.seats[index].name,
        after=partial(settle, table))


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
