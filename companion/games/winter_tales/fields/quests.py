"""Quest tokens: in the box, on the map, under a rebel, done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.core.fields import Field, choice_field, seat_field, text_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import SIDE_NAMES
from companion.games.winter_tales.pieces import Quest
from companion.games.winter_tales.table import Winter

QUEST_STATES = ("free", "map", "done", "boxed")
STATES = {"free": say("to be generated"), "map": say("on the map"), "done": say("resolved"), "boxed": say("in the box")}
QUESTS = say("Quests")


def quest_fields(table: Winter) -> Iterator[Field]:
    for quest in table.quests.values():
        yield from card_fields(table, quest)


def card_fields(table: Winter, quest: Quest) -> Iterator[Field]:
    path = f"quests.{quest.key}"
    named = say("{quest} ({side})", quest=quest, side=SIDE_NAMES[quest.side])
    yield choice_field(quest, "state", f"{path}.state", named, QUEST_STATES, lambda state: STATES[state], QUESTS,
                       change=partial(token_moves, named), place=quest.key, icon="map-marker", weight=5)
    if quest.card.carried:
        yield bearer_field(table, quest, f"{path}.bearer")
    yield seat_field(table, quest, "author", f"{path}.author", say("Who brought {quest}", quest=quest),
                     none=say("nobody"), group=QUESTS, on_table=False)
    yield text_field(quest, "note", f"{path}.note", say("Note to {quest}", quest=quest), QUESTS)


def token_moves(quest: Text, old: Json, new: Json) -> Text:
    """What hands do with the token (WT-53, WT-68)."""
    if new == "map":
        return say("{quest} goes onto the map", quest=quest)
    if new == "done":
        return say("{quest} lies above its memory", quest=quest)
    return say("{quest} goes back to the box", quest=quest) if new == "boxed" else \
        say("{quest} goes back to its pile", quest=quest)


def bearer_field(table: Winter, quest: Quest, path: str) -> Field:
    """WT-55: it moves along with the rebel."""
    def write(key: Any) -> None:
        quest.bearer = None if key is None else table.who(key)

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{quest} lies under nobody", quest=quest)
        return say("{quest} lies under {who}", quest=quest, who=table.who(new))

    rebels = tuple(one.key for one in table.characters.values() if one.is_rebel)
    return Field(path, say("{quest}: carried by", quest=quest), (None, *rebels),
                 lambda: None if quest.bearer is None else quest.bearer.key, write,
                 lambda key: say("nobody") if key is None else table.who(key).name, QUESTS, change=change,
                 place=quest.key, icon="map-marker", weight=5)


def site_fields(table: Winter) -> Iterator[Field]:
    for quest in table.quests.values():
        if not quest.card.carried:
            yield site_field(table, quest, f"quests.{quest.key}.site")


def fields_of(table: Winter, quest: Quest) -> Iterator[Field]:
    """Its card, and its place where places are kept."""
    yield from card_fields(table, quest)
    if table.full and not quest.card.carried:
        yield site_field(table, quest, f"quests.{quest.key}.site")


def site_field(table: Winter, quest: Quest, path: str) -> Field:
    def write(place: Any) -> None:
        quest.site = place

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{quest} leaves the map", quest=quest)
        return say("{quest} lies in {place}", quest=quest, place=table.place(new))

    return Field(path, say("{quest}: place", quest=quest), lambda: (None, *table.town.spaces), lambda: quest.site,
                 write, table.place, QUESTS, change=change, place=quest.key, icon="map-marker", weight=5)
