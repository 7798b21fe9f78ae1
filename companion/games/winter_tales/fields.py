"""What the table may set by hand: everything the books hold (the last word is the table's)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.game import Field, choice_field, flag_field, number_field, seat_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_NAMES, SIDES, WRITER
from companion.games.winter_tales.fields_powers import objective_fields, power_fields
from companion.games.winter_tales.pieces import Character, Memory, Player, Quest
from companion.games.winter_tales.rules.memories import settle, space_name
from companion.games.winter_tales.rules.quests.generating import rebels_in_play
from companion.games.winter_tales.table import FULL, LIGHT, Activation, Battle, Resolving, Trap, Winter

MOST_CARDS = 93
QUEST_STATES = ("free", "map", "done", "boxed")


def fields(table: Winter) -> Iterable[Field]:
    yield Field("depth", say("Depth"), (FULL, LIGHT), lambda: table.depth, lambda value: set_depth(table, value),
                lambda value: say("full") if value == FULL else say("light"))
    yield number_field(table, "chapter", "chapter", say("Chapter"), 1, 99)
    if table.acting is not None:
        yield seat_field(table, table, "acting", "acting", say("Acting player"))
    if table.arbiter is not None:
        yield seat_field(table, table, "arbiter", "arbiter", say("Story arbiter"))
    yield from under_way(table)
    for space in range(len(table.track)):
        yield memory_field(table, space)
    yield bookmark_field(table)
    for player in table.seats:
        if player.side:
            yield side_field(table, player)
    for quest in table.quests.values():
        yield from quest_fields(table, quest)
    yield from power_fields(table)
    yield from objective_fields(table)
    yield from epilogue_fields(table)
    for character in table.characters.values():
        if character.owner is not None:
            yield from character_fields(table, character)


def set_depth(table: Winter, depth: str) -> None:
    """Light keeps no positions: what was known is forgotten rather than left to grow wrong."""
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


def under_way(table: Winter) -> Iterable[Field]:
    """Counters of whatever is going on just now."""
    group = say("Going on now")
    resolving = table.perhaps(Resolving)
    if resolving is not None:
        for player in table.seats:
            yield quest_cards_field(resolving, player, group)
    battle = table.perhaps(Battle)
    if battle is not None:
        yield number_field(battle, "attack", "battle.attack", say("Attack cards"), 0, MOST_CARDS, group)
        yield number_field(battle, "defence", "battle.defence", say("Defence cards"), 0, MOST_CARDS, group)
    trap = table.perhaps(Trap)
    if trap is not None:
        yield number_field(trap, "played", "trap.played", say("Cards against the trap"), 0, MOST_CARDS, group)
    activation = table.perhaps(Activation)
    if activation is not None:
        yield number_field(activation, "cards", "move.cards", say("Cards for this move"), 0, MOST_CARDS, group)
        yield number_field(activation, "steps", "move.steps", say("Spaces moved"), 0, MOST_CARDS, group)


def quest_cards_field(resolving: Resolving, player: Player, group: Text) -> Field:
    """Cards given to somebody who had stayed out count for that player's side; the writer's for the hero's."""
    plain = list_field(resolving.cards, player.index, f"quest.cards.{player.index}",
                       say("{name}'s cards in this quest", name=player), range(0, MOST_CARDS + 1), group)

    def write(value: Any) -> None:
        plain.write(value)
        if value and not resolving.sides[player.index]:
            resolving.sides[player.index] = player.side if player.side in SIDES else resolving.hero.side

    return Field(plain.path, plain.label, plain.allowed, plain.read, write, plain.words, group)


def list_field(things: list[Any], at: int, path: str, label: Text, allowed: range, group: Text) -> Field:
    def write(value: Any) -> None:
        things[at] = value

    return Field(path, label, allowed, lambda: things[at], write, group=group)


# The memory track

def memory_field(table: Winter, space: int) -> Field:
    """The side of a memory; a card may be taken away, or one that was forgotten be laid."""
    def read() -> Json:
        memory = table.track[space]
        return None if memory is None else memory.side

    def write(side: Json) -> None:
        memory = table.track[space]
        if side is None:
            table.track[space] = None
            if table.bookmark == space:
                table.bookmark = None
        elif memory is None:
            table.track[space] = Memory(side, "", chapter=table.chapter)
        else:
            memory.side = side
        settle(table)

    return Field(f"track.{space + 1}", space_name(space), (None, *SIDES, NEUTRAL), read, write, side_words,
                 say("Memory track"))


def side_words(side: Json) -> Text | str:
    return say("empty") if side is None else SIDE_NAMES.get(side, str(side))


def bookmark_field(table: Winter) -> Field:
    filled = [space for space, memory in enumerate(table.track) if memory is not None]
    return choice_field(table, "bookmark", "bookmark", say("Bookmark"), (None, *filled),
                        lambda space: say("nowhere") if space is None else space_name(space), say("Memory track"))


# People and characters

def side_field(table: Winter, player: Player) -> Field:
    def write(side: Json) -> None:
        player.side = side
        settle(table)

    return Field(f"seats.{player.index}.side", say("{name}'s faction", name=player), (*SIDES, WRITER),
                 lambda: player.side, write, side_words, say("People"))


def character_fields(table: Winter, character: Character) -> Iterable[Field]:
    path, group = f"characters.{character.key}", say("{who}", who=character)
    yield seat_field(table, character, "owner", f"{path}.owner", say("Who plays {who}", who=character), group=group)
    yield flag_field(character, "ready", f"{path}.ready", say("{who} ready", who=character), group)
    yield flag_field(character, "eliminated", f"{path}.eliminated", say("{who} out of the game", who=character), group)
    yield flag_field(character, "activated", f"{path}.activated", say("{who} was activated", who=character), group)
    yield flag_field(character, "locked", f"{path}.locked", say("{who} held by propaganda", who=character), group)
    if table.full:
        yield choice_field(character, "at", f"{path}.at", say("{who}'s place", who=character),
                           (None, *table.town.spaces), table.place, group)
        yield flag_field(character, "down", f"{path}.down", say("{who} incapacitated", who=character), group)
        yield flag_field(character, "cannot_move", f"{path}.cannot_move", say("{who} cannot move", who=character),
                         group)


def quest_fields(table: Winter, quest: Quest) -> Iterable[Field]:
    path, group = f"quests.{quest.key}", say("Quests")
    named = say("{quest} ({side})", quest=quest, side=SIDE_NAMES[quest.side])
    yield choice_field(quest, "state", f"{path}.state", named, QUEST_STATES, lambda state: STATES[state], group)
    if quest.state == "map" and quest.card.carried:
        yield bearer_field(table, quest)
    elif quest.state == "map" and table.full:
        yield choice_field(quest, "site", f"{path}.site", say("{quest}: place", quest=quest),
                           (None, *table.town.locations), table.place, group)


def bearer_field(table: Winter, quest: Quest) -> Field:
    rebels = tuple(one.key for one in rebels_in_play(table))

    def write(key: Json) -> None:
        quest.bearer = None if key is None else table.who(key)

    return Field(f"quests.{quest.key}.bearer", say("{quest}: carried by", quest=quest), (None, *rebels),
                 lambda: None if quest.bearer is None else quest.bearer.key, write,
                 lambda key: say("nobody") if key is None else table.who(key).name, say("Quests"))


STATES = {"free": say("to be generated"), "map": say("on the map"), "done": say("resolved"), "boxed": say("in the box")}


def epilogue_fields(table: Winter) -> Iterable[Field]:
    finale = table.finale
    if finale is None:
        return
    group = say("Epilogue")
    for player in table.seats:
        yield epilogue_cards_field(table, player, group)
    if table.writer() is not None:
        yield settled(table, number_field(finale, "writer_spring", "epilogue.writer_spring",
                                          say("Writer's cards for spring"), 0, MOST_CARDS, group))
        yield settled(table, number_field(finale, "writer_winter", "epilogue.writer_winter",
                                          say("Writer's cards for winter"), 0, MOST_CARDS, group))


def epilogue_cards_field(table: Winter, player: Player, group: Text) -> Field:
    cards = [] if table.finale is None else table.finale.cards
    label = say("{name}'s cards in the epilogue", name=player)
    return settled(table, list_field(cards, player.index, f"epilogue.cards.{player.index}", label,
                                     range(0, MOST_CARDS + 1), group))


def settled(table: Winter, field: Field) -> Field:
    """A field whose change moves the score."""
    def write(value: Any) -> None:
        field.write(value)
        settle(table)

    return Field(field.path, field.label, field.allowed, field.read, write, field.words, field.group)
