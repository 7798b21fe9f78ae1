"""Secret objectives: unknown to the app until their player declares them (WT-120 to WT-132)."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import gt
from typing import Any

from companion.core.kinds import Menu, Option, PickSeat
from companion.core.text import Refusal, Refused, Text, said, say, spelled
from companion.games.winter_tales.board.characters import (
    OBJECTIVE_CARDS_A_SIDE,
    OBJECTIVE_SPACES,
    OBJECTIVES,
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.rules.kinds import MemoryKeepsake, PickTrackSpace
from companion.games.winter_tales.rules.memories import begin_epilogue_if_full, lay, memory_line, tell_note
from companion.games.winter_tales.rules.spaces import place_option
from companion.games.winter_tales.table import (
    Activation,
    Character,
    LaidOpen,
    Memory,
    Player,
    Resolving,
    Winter,
)

NOT_NOW = "not now"


@dataclass(eq=False)
class Declaring:
    player: Player
    key: str
    memory: Memory | None = None


# Public events only; an objective is unknown until it is shown

def note(table: Winter, key: str, player: Player | None) -> None:
    if player is not None and table.on("objectives") and (key, player) not in table.moments:
        table.moments.append((key, player))


def use_up(table: Winter, key: str, player: Player) -> None:
    table.moments = [moment for moment in table.moments if moment != (key, player)]


def note_entry(table: Winter, rebel: Character) -> None:
    """Count a possible Spy for every soldier's player there; fallen soldiers see, too (WT-130)."""
    for soldier in table.standing_at(rebel.at):
        if not soldier.is_rebel:
            note(table, "spy", soldier.owner)


def note_visit(table: Winter, character: Character) -> None:
    """An activated rebel is in a location: count it for Connections opened earlier (WT-128)."""
    if not character.is_rebel:
        return
    for one in table.laid_open:
        if one.key == "connection" and one.player is character.owner and character.at in one.places:
            visit(table, one, character.at)


def visit(table: Winter, one: LaidOpen, place: str | None) -> None:
    if place is None or place in one.visits:
        return
    if not one.visits and one.chapter == table.chapter and not table.on("connection_again"):
        return                                                              # WT-A64: only in another chapter
    one.chapter = table.chapter
    one.visits.append(place)


def forget_visits(table: Winter) -> None:
    """A new activation needs both locations again (WT-128)."""
    for one in table.laid_open:
        one.visits.clear()


def walker(table: Winter) -> Character | None:
    activation = table.perhaps(Activation)
    return None if activation is None else activation.character


# Ownership

def unused_objectives(table: Winter, side: str) -> int:
    """Count a side's cards that nobody has or had; the number is public, the cards aren't (WT-A75)."""
    holders = sum(player.side in (side, WRITER) for player in table.seats)
    swaps = sum(player.swaps.count(side) for player in table.seats)
    return OBJECTIVE_CARDS_A_SIDE - holders - swaps


def has_unfinished(player: Player, side: str) -> bool:  # WT-120, WT-125
    if player.side not in (side, WRITER):
        return False
    return not any(OBJECTIVES[key].side == side for key in player.completed)


# Conditions for declaring

def may_declare(table: Winter) -> list[Player]:  # WT-121
    resolving = table.perhaps(Resolving)
    power_is_given = resolving is not None and resolving.quest.state == "done"                    # WT-A34
    if not table.on("objectives") or table.phase != "turns" or power_is_given:
        return []
    return [player for player in table.circle()
            if not player.gone and any(has_unfinished(player, side) for side in SIDES)]


def objective_spaces(table: Winter) -> list[int]:
    """Empty spaces with the icon, if known, left of the epilogue token (WT-122, WT-A57)."""
    icons = table.town.icons
    return [space for space in table.free_spaces() if not icons or space + 1 in icons]


def room_for_one(table: Winter) -> bool:
    """Only three spaces can hold objectives, even if the box doesn't list them (WT-122, WT-123)."""
    lying = sum(memory is not None and memory.of_objective for memory in table.track)
    laid = max(lying, sum(len(player.completed) for player in table.seats))
    return bool(objective_spaces(table)) and laid < OBJECTIVE_SPACES


def laid_open_by(table: Winter, player: Player, side: str) -> LaidOpen | None:
    mine = (one for one in table.laid_open if one.player is player)
    return next((one for one in mine if OBJECTIVES[one.key].side == side), None)


def copies_left(table: Winter, player: Player, key: str) -> int:
    """Copies not seen yet, including the player's own open one (WT-120)."""
    seen = sum(other.completed.count(key) for other in table.seats)
    seen += sum(one.key == key and one.player is not player for one in table.laid_open)
    return OBJECTIVES[key].copies - seen


def cards_of(table: Winter, player: Player) -> list[str]:
    return [card.key for card in OBJECTIVES.values() if has_unfinished(player, card.side)]


def why_not(table: Winter, player: Player, key: str) -> Refusal | None:  # WT-121, WT-122
    card = OBJECTIVES[key]
    shown = laid_open_by(table, player, card.side)
    if shown is not None and shown.key != key:
        return Refusal(say("Your revealed card is {card}.", card=OBJECTIVES[shown.key].name), "WT-121")
    if copies_left(table, player, key) < 1:
        return Refusal(say("Every {card} card has been seen.", card=card.name), "WT-120")
    if not only_lays_open(table, player, key) and not room_for_one(table):
        return Refusal(say("No space with an objective icon is free."), "WT-A58")
    return condition_missing(table, player, key) if table.full else None


def only_lays_open(table: Winter, player: Player, key: str) -> bool:  # WT-128, WT-130
    if not table.full or key not in ("connection", "spy"):
        return False
    return laid_open_by(table, player, OBJECTIVES[key].side) is None


def condition_missing(table: Winter, player: Player, key: str) -> Refusal | None:
    """One row for each objective: whether it is done, the rule, and the refusal."""
    if key == "connection":
        return connection_missing(table, player)
    now = (key, player) in table.moments
    done, rule, missing = {
        "rescue": (now, "WT-A56", say("You haven't just saved a rebel.")),
        "rebels": (now, "WT-A56", say("No soldier has just fallen into your trap.")),
        "reward": (now, "WT-A56", say("You haven't just beaten a rebel in battle.")),
        "spy": (now, "WT-A56", say("No rebel has just walked up to one of your soldiers.")),
        "attack": (bool(attack_places(table, player)), "WT-131",
                   say("You have no standing soldier in that location.")),
        "garrison": (gt(*garrison(table)), "WT-132", say("Winter doesn't hold more locations than spring.")),
    }[key]
    return None if done else Refusal(missing, rule)


def connection_missing(table: Winter, player: Player) -> Refusal | None:
    """First be at one location in an activation, later at both in one activation (WT-128, WT-A76)."""
    shown = laid_open_by(table, player, SPRING)
    if shown is not None:
        done = all(place in shown.visits for place in shown.places)
        return None if done else Refusal(say("Both locations must be reached in one activation."), "WT-128")
    rebel = walker(table)
    if rebel is not None and rebel.owner is player and rebel.is_rebel and table.town.is_location(rebel.at) \
            and other_ends(table, rebel):
        return None
    return Refusal(say("None of your rebels is passing through one of its locations."), "WT-128")


def other_ends(table: Winter, rebel: Character) -> list[str]:
    """The second location: as printed if my box lists all four cards, otherwise any."""
    cards = table.town.connections
    if len(cards) == OBJECTIVES["connection"].copies:
        return [place for card in cards if rebel.at in card for place in card if place != rebel.at]
    return [place for place in table.town.locations if place != rebel.at]


def attack_places(table: Winter, player: Player) -> list[str]:  # WT-131, WT-A65
    known = table.town.attacks
    places = known if len(known) == OBJECTIVES["attack"].copies else table.town.locations
    soldiers = [one for one in table.of(player) if not one.is_rebel and table.able(one)]
    return [one.at for one in soldiers if one.at and one.at in places]


def garrison(table: Winter) -> tuple[int, int]:
    """Count locations with a soldier, and with a rebel; fallen ones count (WT-132, WT-A66)."""
    places: dict[str, set[str]] = {SPRING: set(), WINTER: set()}
    for one in table.in_play():
        if one.at is not None and table.town.is_location(one.at) and (not one.down
                                                                      or table.on("lying_garrison")):
            places[one.side].add(one.at)
    return len(places[WINTER]), len(places[SPRING])


def moment_to_show(table: Winter) -> bool:  # WT-121, WT-A56
    if not table.full:
        return False
    return any(why_not(table, player, key) is None for player in may_declare(table)
               for key in cards_of(table, player) if key not in ("attack", "garrison"))


# Declaring

class DeclareObjective(PickSeat[Winter, Player]):
    rule = "WT-121"
    also = ("WT-122", "WT-124", "WT-125", "WT-A56", "WT-A58", "WT-A60", "WT-A61")
    icon = "bullseye-arrow"

    sentence = said("Whose objective is it?")
    title = said("Objective")

    def choices(self, table: Winter) -> Iterable[Player]:
        return may_declare(table)

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("{name} has an objective", name=answer)

    async def then(self, table: Winter, answer: Player) -> None:
        await declare(table, answer)


class ShowObjective(Menu[Winter]):
    rule = "WT-121"
    also = ("WT-126", "WT-127", "WT-128", "WT-129", "WT-130", "WT-131", "WT-132", "WT-A56", "WT-A76",
            "WT-A65", "WT-A66")
    seat: Player

    sentence = said("{seat}, which objective do you show?")

    def hint(self, table: Winter) -> Text | None:
        memory = table.marked()
        if memory is None:
            return None
        return say("Link its story to the last memory: {memory}", memory=memory_line(memory))

    def options(self, table: Winter) -> Iterable[Option]:
        for key in cards_of(table, self.seat):
            card = OBJECTIVES[key]
            if only_lays_open(table, self.seat, key):
                hint = say("Reveals the card; its second half is still to come")
            elif key == "attack":
                hint = say("Discard two cards for it")
            else:
                hint = say("Becomes a memory of {side}", side=SIDE_NAMES[card.side])
            yield Option(key, card.name, SIDE_ICONS[card.side], hint, opens=True,
                         barred=why_not(table, self.seat, key),
                         echo=say("{name} shows an objective: {card}", name=self.seat, card=card.name))
        yield Option(NOT_NOW, say("Not now"), "close-thick",
                     echo=say("{name} shows no objective", name=self.seat))


class ConnectionEnd(Menu[Winter]):
    rule = "WT-128"
    also = ("WT-A63", "WT-A64", "WT-A76")
    seat: Player
    character: Character

    sentence = said("{seat}, which other location is on the card?")

    def kicker(self, table: Winter) -> Text:
        return say("{who} is at {place}", who=self.character, place=table.place(self.character.at))

    def options(self, table: Winter) -> Iterable[Option]:
        spaces = other_ends(table, self.character) or table.town.locations
        return [place_option(table, space) for space in spaces]


class PlaceObjective(PickTrackSpace):
    rule = "WT-122"
    also = ("WT-123", "WT-124", "WT-A57")
    icon_of_space = "bullseye-arrow"
    seat: Player

    sentence = said("{seat}, where does your objective go?")
    kicker = said("Tell its story, then lay the card on the track")
    action_label = said("Lay the objective here")

    def hint(self, table: Winter) -> Text | None:
        return None if table.town.icons else say("Only on the three spaces with the objective icon.")

    def choices(self, table: Winter) -> Iterable[int]:
        return [space + 1 for space in objective_spaces(table)]

    def check(self, table: Winter, answer: int) -> None:
        if answer not in self.choices(table):
            raise Refused(say("An objective goes on an empty space with the objective icon."), "WT-122")

    async def then(self, table: Winter, answer: int) -> None:
        memory = table.under_way(Declaring).memory
        assert memory is not None
        lay(table, memory, answer - 1)
        table.tell(say("{name} laid {card} on space {n}.", name=self.seat, card=memory.name,
                       n=spelled(answer)),
                   self.seat, "WT-122", scored=True)
        tell_note(table, memory.note, self.seat)


class ObjectiveNote(MemoryKeepsake):
    rule = "WT-122"
    flow = Declaring

    sentence = said("What will be remembered of it, in a few words?")


async def declare(table: Winter, player: Player) -> None:  # WT-121, WT-124
    with table.during(Declaring(player, NOT_NOW)) as declaring:
        declaring.key = await table.ask(ShowObjective(player))
        if declaring.key == NOT_NOW:
            return
        if only_lays_open(table, player, declaring.key):
            await lay_open(table, declaring)
        else:
            await complete(table, declaring)


async def lay_open(table: Winter, declaring: Declaring) -> None:
    rebel = walker(table)
    if declaring.key == "connection":  # at the first of its two locations; this visit counts (WT-128, WT-A76)
        place = "" if rebel is None else await table.ask(ConnectionEnd(declaring.player, rebel))
        if rebel is not None and rebel.at is not None:
            table.lay_open(LaidOpen(declaring.player, declaring.key, (rebel.at, place), table.chapter,
                                    [rebel.at]))
    else:
        table.lay_open(LaidOpen(declaring.player, declaring.key, chapter=table.chapter))
    table.by_players()
    use_up(table, declaring.key, declaring.player)
    table.tell(say("{name} revealed {card}.", name=declaring.player, card=OBJECTIVES[declaring.key].name),
               declaring.player, "WT-121")


async def complete(table: Winter, declaring: Declaring) -> None:  # WT-122, WT-124, WT-A60
    declaring.memory = Memory(OBJECTIVES[declaring.key].side, declaring.key, chapter=table.chapter)
    while declaring.memory not in table.track and objective_spaces(table):
        await table.one_of(PlaceObjective(declaring.player), ObjectiveNote(declaring.player))
    use_up(table, declaring.key, declaring.player)
    if declaring.memory in table.track:
        declaring.player.complete(declaring.key)
        declaring.player.discarded += 2 * (declaring.key == "attack")       # WT-131
        table.laid_open = [one for one in table.laid_open
                           if one.player is not declaring.player or one.key != declaring.key]
        table.by_players()
        begin_epilogue_if_full(table, declaring.player, OBJECTIVES[declaring.key].side)
