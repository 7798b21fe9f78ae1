"""Secret objectives: declared by their player when the moment comes, never known before (WT-120 to WT-132)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickSeat, PickText, Place
from companion.core.questions import Face, Question, Refusal, Refused
from companion.core.said import said
from companion.core.text import Text, say, spelled
from companion.games.winter_tales.board.characters import (
    OBJECTIVE_SPACES,
    OBJECTIVES,
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
)
from companion.games.winter_tales.pieces import Character, LaidOpen, Memory, Player
from companion.games.winter_tales.rules.conditions import able
from companion.games.winter_tales.rules.kinds import Keepsake
from companion.games.winter_tales.rules.memories import begin_epilogue_if_full, lay, memory_line, space_name
from companion.games.winter_tales.rules.moments import has_moment, use_up, walker
from companion.games.winter_tales.rules.skills import has_unfinished
from companion.games.winter_tales.table import Resolving, Winter

NOT_NOW = "not now"


@dataclass(eq=False)
class Declaring:
    """An objective being declared, on top of whatever goes on."""

    player: Player
    key: str
    memory: Memory | None = None


# May it be declared?

def may_declare(table: Winter) -> list[Player]:
    """Everybody who still has an objective; whether it is done now only they know (WT-121)."""
    if not table.on("objectives") or table.phase != "turns" or power_is_given(table):
        return []
    return [player for player in table.circle()
            if not player.gone and any(has_unfinished(player, side) for side in SIDES)]


def power_is_given(table: Winter) -> bool:
    """A quest's memory lies and its power is being given: that comes first (WT-A34)."""
    resolving = table.perhaps(Resolving)
    return resolving is not None and resolving.quest.state == "done"


def objective_spaces(table: Winter) -> list[int]:
    """Empty spaces with the icon, left of the epilogue token (WT-122, WT-A57); any, while they are unknown."""
    icons = table.town.icons
    return [space for space in table.free_spaces() if not icons or space + 1 in icons]


def objectives_laid(table: Winter) -> int:
    """Objectives that came onto the track in this play, those that a quest has covered since included (WT-123)."""
    lying = sum(memory is not None and memory.of_objective for memory in table.track)
    return max(lying, sum(len(player.completed) for player in table.seats))


def room_for_one(table: Winter) -> bool:
    """Only three spaces can hold objectives, whether or not the owner has entered which (WT-122)."""
    return bool(objective_spaces(table)) and objectives_laid(table) < OBJECTIVE_SPACES


def laid_open_by(table: Winter, player: Player, side: str) -> LaidOpen | None:
    return next((one for one in table.laid_open if one.player is player and OBJECTIVES[one.key].side == side), None)


def copies_left(table: Winter, player: Player, key: str) -> int:
    """Cards of that kind not seen yet, the player's own open one not counted (WT-120)."""
    seen = sum(other.completed.count(key) for other in table.seats)
    seen += sum(one.key == key and one.player is not player for one in table.laid_open)
    return OBJECTIVES[key].copies - seen


def cards_of(table: Winter, player: Player) -> list[str]:
    """The kinds a player could hold, as far as anybody can tell."""
    return [card.key for card in OBJECTIVES.values() if has_unfinished(player, card.side)]


def why_not(table: Winter, player: Player, key: str) -> Refusal | None:
    """What the app can see against it (WT-121, WT-122)."""
    card = OBJECTIVES[key]
    shown = laid_open_by(table, player, card.side)
    if shown is not None and shown.key != key:
        return Refusal(say("Your open card is {card}.", card=OBJECTIVES[shown.key].name), "WT-121")
    if copies_left(table, player, key) < 1:
        return Refusal(say("All cards of {card} have been seen.", card=card.name), "WT-120")
    if not only_lays_open(table, player, key) and not room_for_one(table):
        return Refusal(say("No space with an objective icon is free."), "WT-A58")
    return condition_missing(table, player, key) if table.full else None


def only_lays_open(table: Winter, player: Player, key: str) -> bool:
    """The first half of a Connection or a Spy (WT-128, WT-130)."""
    if not table.full or key not in ("connection", "spy"):
        return False
    return laid_open_by(table, player, OBJECTIVES[key].side) is None


def condition_missing(table: Winter, player: Player, key: str) -> Refusal | None:
    if key in ("rescue", "rebels", "reward", "spy"):
        if has_moment(table, key, player):
            return None
        return Refusal(MISSING[key], "WT-A56")
    if key == "connection":
        return connection_missing(table, player)
    if key == "attack":
        return None if attack_places(table, player) else Refusal(MISSING[key], "WT-131")
    return None if garrison(table)[0] > garrison(table)[1] else Refusal(MISSING[key], "WT-132")


MISSING = {
    "rescue": say("You saved no rebel just now."),
    "rebels": say("No soldier fell into your trap just now."),
    "reward": say("No rebel fell to you in a battle just now."),
    "spy": say("No rebel walked up to a soldier of yours just now."),
    "connection": say("No rebel of yours is on the way through one of its locations."),
    "attack": say("No soldier of yours stands upright in that location."),
    "garrison": say("Winter does not stand in more locations than spring."),
}


def connection_missing(table: Winter, player: Player) -> Refusal | None:
    """First at one of its locations on an activation; then both, in one activation (WT-128, WT-A76)."""
    shown = laid_open_by(table, player, SPRING)
    if shown is not None:
        done = all(place in shown.visits for place in shown.places)
        return None if done else Refusal(say("Both locations have to be reached in one activation."), "WT-128")
    rebel = walker(table)
    if rebel is None or rebel.owner is not player or not rebel.is_rebel or not table.town.is_location(rebel.at):
        return Refusal(MISSING["connection"], "WT-128")
    return None if other_ends(table, rebel) else Refusal(MISSING["connection"], "WT-128")


def other_ends(table: Winter, rebel: Character) -> list[str]:
    """The second location: as printed where my copy knows all four cards, else any."""
    cards = table.town.connections
    if len(cards) == OBJECTIVES["connection"].copies:
        return [place for card in cards if rebel.at in card for place in card if place != rebel.at]
    return [place for place in table.town.locations if place != rebel.at]


def attack_places(table: Winter, player: Player) -> list[str]:
    """Locations of an Attack card where one of the player's soldiers stands upright (WT-131, WT-A65)."""
    known = table.town.attacks
    places = known if len(known) == OBJECTIVES["attack"].copies else table.town.locations
    return [one.at for one in table.of(player) if not one.is_rebel and able(table, one) and one.at in places and one.at]


def garrison(table: Winter) -> tuple[int, int]:
    """Locations with a soldier, and with a rebel; lying ones count (WT-132, WT-A66)."""
    places: dict[str, set[str]] = {SPRING: set(), WINTER: set()}
    for one in table.in_play():
        if one.at is not None and table.town.is_location(one.at) and (not one.down or table.on("lying_garrison")):
            places[one.side].add(one.at)
    return len(places[WINTER]), len(places[SPRING])


def moment_to_show(table: Winter) -> bool:
    """Could somebody show an objective just now that they could not show any more in the next turn (WT-121, WT-A56)?"""
    if not table.full:
        return False
    return any(why_not(table, player, key) is None for player in may_declare(table)
               for key in cards_of(table, player) if key not in ("attack", "garrison"))


# Declaring

@dataclass(frozen=True)
class DeclaresObjective(PickSeat[Winter, Player]):
    """WT-121: at any time, at the very moment."""

    rule = "WT-121"
    also = ("WT-122", "WT-124", "WT-125", "WT-A56", "WT-A58", "WT-A60", "WT-A61")
    icon = "bullseye-arrow"

    sentence = said("Whose objective is it?")
    title = said("Objective")

    def choices(self, table: Winter) -> Iterable[Player]:
        return may_declare(table)

    async def then(self, table: Winter, answer: Player) -> None:
        await declare(table, answer)


@dataclass(frozen=True)
class WhichObjective(PickText[Winter]):
    """WT-121: the card is shown now, and not before."""

    rule = "WT-121"
    also = ("WT-126", "WT-127", "WT-128", "WT-129", "WT-130", "WT-131", "WT-132", "WT-A56",
                                       "WT-A76", "WT-A65", "WT-A66")
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        seat = f"seats.{self.seat.index}"
        return [f"{seat}.{what}.{side}" for what in ("open", "objective") for side in SIDES]

    sentence = said("{seat}, which objective do you show?")

    def hint(self, table: Winter) -> Text | None:
        memory = table.marked()
        return None if memory is None else say("Link its story to the last memory: {memory}",
                                               memory=memory_line(memory))

    def choices(self, table: Winter) -> Iterable[str]:
        return [*[key for key in cards_of(table, self.seat) if why_not(table, self.seat, key) is None], NOT_NOW]

    def barred(self, table: Winter) -> Iterable[tuple[str, Refusal]]:
        for key in cards_of(table, self.seat):
            refusal = why_not(table, self.seat, key)
            if refusal is not None:
                yield key, refusal

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == NOT_NOW:
            return Face(say("Not now"), icon="close-thick")
        card = OBJECTIVES[choice]
        if only_lays_open(table, self.seat, choice):
            hint = say("The card is revealed; the second half is still to come")
        elif choice == "attack":
            hint = say("Discard two cards for it")
        else:
            hint = say("Becomes a memory of {side}", side=SIDE_NAMES[card.side])
        return Face(card.name, hint, SIDE_ICONS[card.side], opens=True)


@dataclass(frozen=True)
class ConnectionTo(PickText[Winter]):
    """WT-128: the second location printed on the card, read out when it is laid open."""

    rule = "WT-128"
    also = ("WT-A63", "WT-A64", "WT-A76")
    seat: Player
    character: Character

    sentence = said("{seat}, which other location is on the card?")

    def kicker(self, table: Winter) -> Text:
        return say("{who} is at {place}", who=self.character, place=table.place(self.character.at))

    def choices(self, table: Winter) -> Iterable[str]:
        return other_ends(table, self.character) or table.town.locations

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(say("{place}", place=table.place(choice)), icon="map-marker")


@dataclass(frozen=True)
class PlacesObjective(Place[Winter, int]):
    """WT-122: an empty space with the objective icon."""

    rule = "WT-122"
    also = ("WT-123", "WT-124", "WT-A57")
    at_once = True
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return f"track.{answer}", "bookmark"

    sentence = said("{seat}, where does your objective go?")
    kicker = said("Tell its story, then lay the card on the track")

    def hint(self, table: Winter) -> Text | None:
        """Where my copy does not know the icons, the board has to be looked at."""
        return None if table.town.icons else say("Only one of the three spaces with the objective icon.")

    def choices(self, table: Winter) -> Iterable[int]:
        return [space + 1 for space in objective_spaces(table)]

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(space_name(choice - 1), icon="bullseye-arrow", badge=str(choice))

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Tap a space") if answer is None else say("Lay the objective here")

    def check(self, table: Winter, answer: int) -> None:
        if answer not in self.choices(table):
            raise Refused(say("An objective goes on an empty space with the objective icon."), "WT-122")

    async def then(self, table: Winter, answer: int) -> None:
        declaring = table.perhaps(Declaring)
        if declaring is None or declaring.memory is None:
            return
        lay(table, declaring.memory, answer - 1)
        line = say("{name} laid {card} on space {n}", name=self.seat, card=declaring.memory.name, n=spelled(answer))
        if declaring.memory.note:
            line = say("{line}: {note}", line=line, note=declaring.memory.note)
        table.tell(say("{line}.", line=line), self.seat, "WT-122", scored=True)


@dataclass(frozen=True)
class ObjectiveNote(Keepsake):
    """WT-122, WT-72: its story in a few words."""

    rule = "WT-122"
    seat: Player

    sentence = said("What will be remembered of it, in a few words?")
    title = said("Note")

    async def then(self, table: Winter, answer: str) -> None:
        declaring = table.perhaps(Declaring)
        if declaring is not None and declaring.memory is not None:
            declaring.memory.note = answer


async def declare(table: Winter, player: Player) -> None:
    """Show the card: the first half of one is laid open, anything else becomes a memory (WT-121 to WT-124)."""
    with table.during(Declaring(player, NOT_NOW)) as declaring:
        declaring.key = await table.ask(WhichObjective(player))
        if declaring.key == NOT_NOW:
            return
        if only_lays_open(table, player, declaring.key):
            await lay_open(table, declaring)
        else:
            await complete(table, declaring)


async def lay_open(table: Winter, declaring: Declaring) -> None:
    if declaring.key == "connection":
        await lay_connection_open(table, declaring)
    else:
        table.lay_open(LaidOpen(declaring.player, declaring.key, chapter=table.chapter))
    use_up(table, declaring.key, declaring.player)
    table.tell(say("{name} revealed {card}.", name=declaring.player, card=OBJECTIVES[declaring.key].name),
               declaring.player, "WT-121")


async def lay_connection_open(table: Winter, declaring: Declaring) -> None:
    """At the first of its two locations; this visit counts (WT-128, WT-A76)."""
    rebel = walker(table)
    if rebel is None:
        return
    place = await table.ask(ConnectionTo(declaring.player, rebel))
    if rebel.at is not None:
        table.lay_open(LaidOpen(declaring.player, declaring.key, (rebel.at, place), table.chapter, [rebel.at]))


async def complete(table: Winter, declaring: Declaring) -> None:
    """A memory like any other; it may be the last one (WT-122, WT-124, WT-A60)."""
    declaring.memory = Memory(OBJECTIVES[declaring.key].side, declaring.key, chapter=table.chapter)
    while declaring.memory not in table.track and objective_spaces(table):
        await table.one_of(PlacesObjective(declaring.player), ObjectiveNote(declaring.player))
    use_up(table, declaring.key, declaring.player)
    if declaring.memory in table.track:
        declaring.player.complete(declaring.key)
        table.laid_open = [one for one in table.laid_open
                           if one.player is not declaring.player or one.key != declaring.key]
        begin_epilogue_if_full(table, declaring.player, OBJECTIVES[declaring.key].side)


def declarations(table: Winter) -> list[Question[Winter, Any]]:
    return [DeclaresObjective(None)] if may_declare(table) else []
