"""Pieces on the table: memories, factions, characters, quest tokens, power tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.engine.by_hand import HandLine
from companion.core.fields import Allowed, Field, Rows, yes_or_no
from companion.core.questions import Json
from companion.core.text import Text, count, say
from companion.games.winter_tales.board.characters import (
    NEUTRAL,
    OBJECTIVES,
    POWERS,
    QUESTS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WRITER,
)
from companion.games.winter_tales.rules.memories import SIDE_MEMORIES, leaves_track, settle, space_name
from companion.games.winter_tales.table import MOST_CARDS, Character, Memory, Player, Power, Quest, Winter

TRACK, POWER_TOKENS, QUEST_TOKENS = say("Memory track"), say("Powers"), say("Quests")
OUTCOMES = {"success": say("a success"), "failure": say("a failure"), "tie": say("a tie")}
QUEST_STATES = {"free": say("to be generated"), "map": say("on the map"), "done": say("resolved"),
                "boxed": say("in the box")}


def goes(off: Text, to: Callable[[Any], Text]) -> Callable[[Json, Json], Text]:
    """The sentence for a piece that goes somewhere, or `off` the table."""
    return lambda old, new: off if new is None else to(new)


# Story cards: how many are open, drawn and discarded; hands stay secret (WT-19)

def cards_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        rows = Rows(table, player, weight=3, absent=0)
        for name, label in (("lying", say("{name}'s face-up cards")), ("discarded", say("Cards {name} has discarded")),
                            ("drawn", say("Cards {name} has drawn"))):
            yield rows.number(name, label, 0, MOST_CARDS, "cards-outline", passing=name != "lying",
                              group=say("Story cards") if name == "lying" else None,
                              change=partial(moved, name, player))


def moved(what: str, player: Player, old: Json, new: Json) -> Text:
    number = (new or 0) - (old or 0)
    n = abs(number)
    forth, back = {
        "lying": (count("{name} plays {n} card", "{name} plays {n} cards", n, name=player),
                  count("{name} takes {n} face-up card back", "{name} takes {n} face-up cards back", n, name=player)),
        "drawn": (count("{name} draws {n} card", "{name} draws {n} cards", n, name=player),
                  count("{name} puts {n} card back on the deck", "{name} puts {n} cards back on the deck", n,
                        name=player)),
        "discarded": (count("{name} discards {n} card", "{name} discards {n} cards", n, name=player),
                      count("{name} takes {n} card back from the discards",
                            "{name} takes {n} cards back from the discards", n, name=player)),
        "cleared": (count("{name} discards {n} face-up card", "{name} discards {n} face-up cards", n, name=player),
                    count("{name} lays {n} discarded card face up again",
                          "{name} lays {n} discarded cards face up again", n, name=player)),
    }[what]
    return forth if number > 0 else back


def as_moves(table: Winter, lines: Sequence[HandLine]) -> Iterator[HandLine]:
    """Tell open cards that go to the discards, or come back from them, as one move."""
    by_path = {line.path: line for line in lines}
    for line in lines:
        seat, _, what = line.path.rpartition(".")
        lying, gone = by_path.get(f"{seat}.lying"), by_path.get(f"{seat}.discarded")
        if what not in ("lying", "discarded") or lying is None or gone is None or line.seat is None:
            yield line
        elif line is lying:
            yield from from_the_table(table.seats[line.seat], lying, gone)


def from_the_table(player: Player, lying: HandLine, gone: HandLine) -> Iterator[HandLine]:
    number, more = lying.old - lying.new, gone.new - gone.old
    both = 0 if number * more < 0 else min(abs(number), abs(more)) * (1 if more > 0 else -1)
    lies, discards = lying.old - both, gone.old + both
    if both:
        yield replace(lying, new=lies, sentence=moved("cleared", player, 0, both), also=(replace(gone, new=discards),))
    if lies != lying.new:
        yield replace(lying, old=lies, sentence=moved("lying", player, lies, lying.new))
    if discards != gone.new:
        yield replace(gone, old=discards, sentence=moved("discarded", player, discards, gone.new))


# The memory track

def track_fields(table: Winter) -> Iterator[Field]:
    spaces = range(len(table.track))
    for space in spaces:
        yield memory_field(table, space)
    for space in spaces:
        rows = Rows(table, lambda at=space: table.track[at], f"track.{space + 1}", group=TRACK, on_table=False)
        name = space_name(space)
        yield rows.choice("source", say("{space}: quest or objective", space=name), ("", *QUESTS, *OBJECTIVES),
                          source_words, nothing="")
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
        lambda: getattr(table.track[space], "side", None), write, side_words, "cards-outline",
        told={None: say("{space}: take the memory away", space=space_name(space)), **lies},
        after=partial(settle, table), place=f"memory{space + 1}", weight=6)


def side_words(side: Json) -> Text | str:
    return say("empty") if side is None else SIDE_NAMES.get(side, str(side))


def source_words(key: Json) -> Text | str:  # WT-67, WT-124
    if key in QUESTS:
        return say("{quest} ({side})", quest=QUESTS[key].name, side=SIDE_NAMES[QUESTS[key].side])
    return say("Objective: {card}", card=OBJECTIVES[key].name) if key in OBJECTIVES else say("not recorded")


def track_token_fields(table: Winter) -> Iterator[Field]:  # WT-6, WT-58
    def lay_out(space: Json) -> None:
        table.laid_out = space is not None

    rows = Rows(table, group=TRACK)
    yield rows.field("epilogue_token", say("Epilogue token"), (None, table.length + 1),
                     lambda: table.length + 1 if table.laid_out else None, lay_out,
                     lambda space: say("beside the board") if space is None else space_name(space - 1), "feather",
                     told={None: say("The epilogue token leaves the track"),
                           table.length + 1: say("The epilogue token goes on {space}", space=space_name(table.length))})
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
        "bookmark", say("Bookmark"), allowed, lambda space: say("nowhere") if space is None else space_name(space),
        "bookmark-outline", place="bookmark", weight=5,
        change=goes(say("Take the bookmark off the track"),
                    lambda space: say("The bookmark goes to {space}", space=space_name(space))))


# Factions and characters

def side_fields(table: Winter) -> Iterator[Field]:
    """A faction, empty until it is drawn (WT-2); required from then on."""
    told = {"": say("{name} returns the faction token"), WRITER: say("{name} takes the writer's token"),
            **{side: say("{name} takes a {side} token", side=SIDE_NAMES[side]) for side in SIDES}}
    for player in table.seats:
        yield Rows(table, player, group=say("People")).choice(
            "side", say("{name}'s faction"), partial(factions, player), {"": say("not drawn yet"), **SIDE_NAMES},
            "account-group-outline", after=partial(settle, table), weight=4, told=told)


def factions(player: Player) -> Allowed:
    return (*SIDES, WRITER) if player.side else ("", *SIDES, WRITER)


def rows_of(table: Winter, one: Character) -> tuple[Rows, Rows]:
    path, group = f"characters.{one.key}", say("{who}", who=one)
    return Rows(table, one, path, group=group, place=one.key), Rows(table, one, path, group=group, on_table=False)


def card_fields(table: Winter, one: Character) -> Iterator[Field]:
    card, books = rows_of(table, one)
    yield card.seat("owner", say("Who plays {who}"), say("nobody"), "account-outline", weight=4, change=goes(
        say("{who}'s card goes back to the box", who=one),
        lambda seat: say("{who}'s card goes to {name}", who=one, name=table.seats[seat])))
    yield card.flag("ready", say("{who} ready"), icon="account-outline", weight=2, absent=False,
                    told={True: say("Turn {who}'s card to ready"), False: say("Flip {who}'s card")})
    yield card.flag("eliminated", say("{who} out of the game"), icon="account-outline", weight=6, absent=False,
                    told={True: say("{who} leaves the game"), False: say("{who} comes back into the game")})
    yield card.flag("locked", say("{who} held by propaganda"), icon="account-outline", weight=3, absent=False,
                    told={True: say("{who} is held by propaganda"), False: say("{who} is free of propaganda")})
    yield books.flag("activated", say("{who} was activated"))


def token_fields(table: Winter, one: Character) -> Iterator[Field]:
    token, books = rows_of(table, one)
    yield token.choice("at", say("{who}'s place"), lambda: (None, *table.town.spaces), table.place, "map-marker",
                       weight=5, change=goes(say("{who} leaves the map", who=one), lambda place: say(
                           "{who} goes to {place}", who=one, place=table.place(place))))
    yield token.flag("down", say("{who} incapacitated"), icon="account-outline", weight=6, absent=False,
                     told={True: say("Lay {who} down"), False: say("Stand {who} up")})
    yield books.flag("cannot_move", say("{who} cannot move"))


# Quest tokens

def quest_rows(table: Winter, quest: Quest, **more: Any) -> Rows:
    return Rows(table, quest, f"quests.{quest.key}", group=QUEST_TOKENS, **more)


def with_side(quest: Quest) -> Text:
    """Name the side too, because both have a Great Artifact."""
    return say("{quest} ({side})", quest=quest, side=SIDE_NAMES[quest.side])


def quest_fields(table: Winter, quest: Quest) -> Iterator[Field]:
    token, books = quest_rows(table, quest, place=quest.key), quest_rows(table, quest, on_table=False)
    named = with_side(quest)
    yield token.choice("state", named, tuple(QUEST_STATES), QUEST_STATES, "map-marker", weight=5, told={
        "map": say("{quest} goes onto the map", quest=named), "done": say("{quest} goes above its memory", quest=named),
        "boxed": say("{quest} goes back to the box", quest=named),
        "free": say("{quest} goes back to its pile", quest=named)})
    if quest.card.carried:
        rebels = {one.key: one for one in table.characters.values() if one.is_rebel}
        yield token.keyed("bearer", say("{quest}: carried by", quest=named), rebels, say("nobody"), "map-marker",
                          weight=5, change=goes(say("{quest} leaves its rebel", quest=quest), lambda key: say(
                              "{quest} goes under {who}", quest=quest, who=table.who(key))))
    yield books.seat("author", say("Who introduced {quest}", quest=named), say("nobody"))
    yield books.text("note", say("Note on {quest}", quest=named))


def site_field(table: Winter, quest: Quest) -> Field:
    return quest_rows(table, quest, place=quest.key).choice(
        "site", say("{quest}: place", quest=with_side(quest)), lambda: (None, *table.town.spaces), table.place,
        "map-marker", weight=5, change=goes(say("{quest} leaves the map", quest=quest), lambda place: say(
            "{quest} goes to {place}", quest=quest, place=table.place(place))))


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
            lambda place: say("nowhere") if place is None else table.place(place), "star-four-points", weight=4)


def in_force_field(table: Winter, key: str) -> Field:
    def write(on: Json) -> None:
        if not on:
            table.powers.pop(key, None)
        elif key not in table.powers:
            table.powers[key] = granted_by_hand(table, key)

    name = POWERS[key].name
    return Rows(table, group=POWER_TOKENS).field(
        f"powers.{key}.in_force", say("{power} in force", power=name), (False, True), lambda: key in table.powers,
        write, yes_or_no, "star-four-points", weight=5,
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
    def read() -> Json:
        power = table.powers.get(key)
        memory = None if power is None else power.memory
        return next((space for space, one in enumerate(table.track, 1) if one is not None and one is memory), None)

    def write(space: Any) -> None:
        power = table.powers.get(key)
        if power is not None:
            power.memory = None if space is None else table.track[space - 1]

    def allowed() -> Allowed:
        filled = [space for space, memory in enumerate(table.track, 1) if memory is not None]
        return (None, *filled) if key in table.powers else (None,)

    return Rows(table, group=POWER_TOKENS, on_table=False).field(
        f"powers.{key}.memory", say("{power}: its memory", power=POWERS[key].name), allowed, read, write)
