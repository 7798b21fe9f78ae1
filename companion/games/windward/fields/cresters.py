"""Fields of Cresters: place, state, tag, and adding or removing one."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from companion.core.fields import Allowed, Field, Rows
from companion.core.text import Text, say
from companion.core.values import Json
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.fields.board import way_there
from companion.games.windward.fields.captains import fitting, near_words, spelled, there, who_flies
from companion.games.windward.rules.aftermath import untag
from companion.games.windward.rules.combat import Battle
from companion.games.windward.rules.placing import in_words, where
from companion.games.windward.table import Captain, Crester, Windward
from companion.games.windward.words import A_CRESTER, THE, THE_FIRST, crester_label

CRESTERS = say("The Cresters")
KINDS = ("grey", "red", "white")
HOLD = "hold"
NAME = re.compile(r"(grey|red|white)([1-9]\d{0,3})")


def of_crester(table: Windward, crester: Crester, territory: int | None) -> Iterator[Field]:
    rows = Rows(table, crester, f"beasts.{crester.key}", group=CRESTERS, place=crester.key)
    name = crester_label(table, crester.kind, crester.id, territory)
    yield replace(place_field(table, crester.kind, crester.id, lambda: crester), label=name)
    if crester.kind != "white" and not table.light:
        yield living_field(table, crester, name, rows)
        if table.setup.options["naturalist"]:
            yield tagged_field(table, crester, name, rows)
    yield rows.flag("fought", say("{name} fought this turn", name=name), on_table=False)
    yield rows.flag("fresh", say("{name} arrived too late to fly", name=name), on_table=False)


def by_name(table: Windward, name: str) -> Iterator[Field]:
    found = NAME.fullmatch(name)
    if found is not None and table.crester(name) is None:
        yield place_field(table, found[1], int(found[2]), lambda: table.crester(name))


def one_more(table: Windward, space: Hex | None) -> Iterator[Field]:
    """A field for each kind left in the box; if `space` is given, only there."""
    for kind in KINDS:
        if not may_come(table, kind):
            continue
        field = place_field(table, kind, table.next_id, lambda: None)
        if space is None:
            yield replace(field, label=ONE_MORE[kind])
        elif spell(space) in places(table, kind, None):
            yield replace(field, label=ONE_MORE[kind], values=(None, spell(space)), group=where(table, space),
                          words=lambda value: say("in the supply") if value is None else say("here"))


ONE_MORE = {"grey": say("One more Grey"), "red": say("One more Red"), "white": say("The White")}


def where_it_is(table: Windward, crester: Crester) -> Text:
    """For a sentence: the Red on the corner of territory 3."""
    if crester.at is None or not table.layout:
        return THE[crester.kind]
    return say("{who} on {where}", who=THE[crester.kind], where=in_words(table, crester.at))


# Place

def place_field(table: Windward, kind: str, number: int, find: Callable[[], Crester | None]) -> Field:
    """A space as `q,r`, a captain's `hold0`, with only turns and battles `hold`, or None for the stock."""
    def read_it() -> Json:
        crester = find()
        return None if crester is None else place_of(table, crester)

    def change(old: Json, new: Json) -> Text:
        return place_sentence(table, kind, old, new)

    return Rows(table, group=CRESTERS).field(
        f"beasts.{kind}{number}", crester_label(table, kind, number, None),
        lambda: places(table, kind, find()), read_it, lambda value: put(table, kind, number, value),
        lambda value: place_and_state(table, find(), value), "bat",
        short=THE_FIRST[kind] if find() is not None else None, place=f"{kind}{number}", weight=5,
        change=change, near=lambda value: near_words(table, value),
        wrong=lambda value: place_wrong(table, kind, find(), value))


def place_of(table: Windward, crester: Crester) -> Json:
    if crester.at is not None:
        return spell(crester.at)
    captain = holder(table, crester)
    if captain is not None:
        return f"{HOLD}{captain.index}"
    return HOLD if table.light else None


def captain_of(table: Windward, hold: str) -> Captain | None:
    """None for a beaten Crester with only turns and battles (WW-153)."""
    return table.seats[int(hold[len(HOLD):])] if hold != HOLD else None


def holder(table: Windward, crester: Crester) -> Captain | None:
    return next((captain for captain in table.seats if captain.hold is crester), None)


def place_words(table: Windward, value: Json) -> Text:
    if value is None:
        return say("in the supply")
    if value == HOLD:
        return say("beaten")
    if value.startswith(HOLD):
        return say("in {name}'s hold", name=captain_of(table, value))
    return in_words(table, read(value)) if table.layout else say("on the planet")


def place_and_state(table: Windward, crester: Crester | None, value: Json) -> Text:
    words = place_words(table, value)
    lies = crester is not None and not crester.living and value is not None and not value.startswith(HOLD)
    return say("{where}, beaten", where=words) if lies else words


def place_sentence(table: Windward, kind: str, old: Json, new: Json) -> Text:
    who = THE_FIRST[kind]
    if new is None and old is not None and not old.startswith(HOLD) and table.layout:
        return say("{who} on {where} goes back to the stock", who=who, where=in_words(table, read(old)))
    if new is None:
        return say("{who} goes back to the stock", who=who)
    if new == HOLD and old is None:
        return say("{who} is beaten", who=who)
    if new == HOLD:
        return say("{who} on {where} is beaten", who=who, where=in_words(table, read(old)))
    if new.startswith(HOLD):
        return say("{who} goes into {name}'s hold", who=who, name=captain_of(table, new))
    if old is not None and old != HOLD and old.startswith(HOLD):
        return say("{who} goes from {name}'s hold to {where}", who=who, name=captain_of(table, old),
                   where=in_words(table, read(new)))
    if old in (None, HOLD):
        return say("Put {who} on {where}", who=A_CRESTER[kind], where=in_words(table, read(new)))
    if kind == "white":
        return say("{who} goes {way}", who=who, way=way_there(table, old, new))
    return say("{who} on {where} goes {way}", who=who, where=in_words(table, read(old)),
               way=way_there(table, old, new))


def places(table: Windward, kind: str, crester: Crester | None) -> Allowed:
    """The stock, free spaces and free holds; a Crester in battle stays on the planet."""
    if not table.layout or (crester is None and not may_come(table, kind)):
        return (None,)
    now = None if crester is None else place_of(table, crester)
    beaten = crester is not None and not crester.living
    # the White after an attack (WW-125)
    spaces = fitting(spelled(table, *([now] if now == spell(POST) else [])),
                     lambda value: None if beaten else for_crester(table, kind, crester, read(value)), now)
    if crester is not None and in_battle(table, crester):
        return spaces
    holds = fitting([HOLD] if table.light else [f"{HOLD}{captain.index}" for captain in table.seats],
                    lambda value: hold_wrong(table, kind, crester, captain_of(table, value)), now)
    return (None, *spaces, *holds) if crester is None else (*spaces, None, *holds)


def may_come(table: Windward, kind: str) -> bool:
    """Whether the box has another one; there is only one White."""
    if not table.layout:
        return False
    if kind == "white":
        return table.white() is None and has_white(table)
    return table.stock.left(kind) > 0


def has_white(table: Windward) -> bool:
    """WW-117, WW-122, WW-133: in solo, in co-op and with the Great White."""
    return not table.competitive or table.great_white


def in_battle(table: Windward, crester: Crester) -> bool:
    battle = table.perhaps(Battle)
    return battle is not None and (crester in battle.attacker.cresters or crester in battle.defender.cresters)


def place_wrong(table: Windward, kind: str, crester: Crester | None, value: Any) -> Text | None:
    if value is None:
        return None
    if not table.layout:
        return say("the tiles come first")
    if too_many(table, kind, crester):
        return say("the box has no more of them")
    if value.startswith(HOLD):
        return hold_wrong(table, kind, crester, captain_of(table, value))
    if crester is not None and not crester.living:
        return None
    return for_crester(table, kind, crester, read(value))


def too_many(table: Windward, kind: str, crester: Crester | None) -> bool:
    """WW-11: more than the box holds, or a second White."""
    if crester is None:
        return not may_come(table, kind)
    counts = {"grey": table.box.counts.greys, "red": table.box.counts.reds, "white": int(has_white(table))}
    return len([one for one in table.cresters if one.kind == kind]) > counts[kind]


def hold_wrong(table: Windward, kind: str, crester: Crester | None, captain: Captain | None) -> Text | None:
    """WW-28, WW-32, WW-131"""
    if kind == "white":
        return say("it doesn't fit into a hold")
    if captain is None:
        return None
    if captain.at_port:
        return say("a ship at port can't have a Crester aboard")
    nowhere = any(one.at is None and holder(table, one) is None for one in table.cresters)
    full = captain.hold is not None and captain.hold is not crester
    return say("a hold takes only one Crester") if full or nowhere else None


def put(table: Windward, kind: str, number: int, value: Any) -> None:
    crester = table.crester(f"{kind}{number}")
    if crester is None and value is not None:
        crester = add(table, kind, number)
    if crester is None:
        return
    captain = holder(table, crester)
    if captain is not None:
        captain.hold = None
    if value is None:
        untag(table, crester)
        table.cresters.remove(crester)
        table.stock.count(kind, 1)
    elif value.startswith(HOLD):
        untag(table, crester)                                               # WW-143
        crester.at, crester.living, captain = None, False, captain_of(table, value)
        if captain is not None:
            captain.hold = crester
    else:
        crester.at, crester.living = read(value), crester.living or table.light


def add(table: Windward, kind: str, number: int) -> Crester:
    crester = Crester(number, kind, None)
    table.cresters.append(crester)
    table.cresters.sort(key=lambda one: one.id)
    table.next_id = max(table.next_id, number + 1)
    table.stock.count(kind, -1)
    return crester


# State

def living_field(table: Windward, crester: Crester, name: Text, rows: Rows) -> Field:
    def write(value: Json) -> None:
        crester.living = value
        if not value:
            untag(table, crester)                                           # WW-143

    def change(old: Json, new: Json) -> Text:
        if new and table.crester(crester.key) is None:
            return place_sentence(table, crester.kind, None, None)  # same sentence, so it is shown once
        if new:
            return say("Put {who} back on its cloud", who=where_it_is(table, crester))
        held = place_of(table, crester)
        if isinstance(held, str) and held.startswith(HOLD):               # same sentence, so it is shown once
            return place_sentence(table, crester.kind, None, held)
        return say("Lay {who} down", who=where_it_is(table, crester))

    def wrong(value: Json) -> Text | None:
        if not value:
            return None
        if crester.at is None:
            return say("it's in a hold")
        return for_crester(table, crester.kind, crester, crester.at)

    return rows.field("living", say("{name}'s state", name=name),
                      lambda: fitting((False, True), wrong, crester.living), lambda: crester.living, write,
                      {True: say("alive"), False: say("defeated")}, "bat", change=change, weight=5,
                      absent=True, wrong=wrong)


def tagged_field(table: Windward, crester: Crester, name: Text, rows: Rows) -> Field:
    """WW-139: the Naturalist's tag, only on a living Crester (WW-143)."""
    def write(value: Json) -> None:
        if value and not crester.tagged:
            crester.tagged = True
            table.stock.tags -= 1
        elif not value:
            untag(table, crester)

    def wrong(value: Json) -> Text | None:
        if value and not crester.living:
            return say("only a living Crester can have a tag")
        return say("no tag is left") if value and table.stock.tags + crester.tagged < 1 else None

    def tag_sentence(old: Json, new: Json) -> Text:
        who = where_it_is(table, crester)
        return say("Put a tag on {who}", who=who) if new else say("Take the tag off {who}", who=who)

    return rows.field("tagged", say("{name}'s tag", name=name),
                      lambda: fitting((False, True), wrong, crester.tagged), lambda: crester.tagged, write,
                      {True: say("tagged"), False: say("no tag")}, "tag-outline", change=tag_sentence,
                      weight=3, absent=False, wrong=wrong)


def for_crester(table: Windward, kind: str, crester: Crester | None, space: Hex) -> Text | None:
    """Why a living Crester can't be on this space: flying ones by WW-92 and WW-A17, Greys by WW-37."""
    if space in table.planet.drift:
        return say("Cresters can't be on Drift")
    if kind == "grey":
        boat = table.boat_at(space)
        if boat is not None:
            return say("{name}'s longboat is there", name=boat.owner)
        return there(one for one in table.living("grey") if one.at == space and one is not crester)
    others = [one for one in table.flying_at(space) if one is not crester]
    if table.solo and len(others) == 1 and {kind, others[0].kind} == {"red"}:
        return who_flies(table, space, others[0]) if table.ship_at(space) else None      # WW-113: two per hex
    return who_flies(table, space, crester)
