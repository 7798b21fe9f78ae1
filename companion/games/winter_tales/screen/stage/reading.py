"""What the stage has to show, read from the table without drawing anything. Only what lies open to everybody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.questions import Question
from companion.core.text import Text, capital, say, spelled
from companion.games.winter_tales.board import aids as aids_of
from companion.games.winter_tales.board.characters import NEUTRAL, QUESTS, SIDE_NAMES, SPRING, WINTER
from companion.games.winter_tales.board.town import Town
from companion.games.winter_tales.copy.model import TRACK
from companion.games.winter_tales.pieces import Character, Memory
from companion.games.winter_tales.rules.memories import memory_word
from companion.games.winter_tales.table import Winter, owner_name

MARKS = {"glimmer": "white-balance-sunny", "love": "heart", "artifact": "star-four-points", "horror": "ghost",
         "safe_house": "home-heart"}
"""The sign of a power on whoever bears it, or where it lies."""
QUEST_HOUSES = {"artifact": "mansion", "glimmer": "theatre", "love": "house", "safe_house": "house", "horror": "works",
                "propaganda": "prison", "retaliation": "tower"}
"""Where positions stay on the board, a quest is a house of its own."""


@dataclass(frozen=True)
class TownPlace:
    """A location or a plaza; `at` as in the owner's copy, from the left and from the top."""

    key: str
    name: str
    at: tuple[float, float]
    house: str = ""
    """The kind of house; empty: a plaza."""
    ends: tuple[str, ...] = ()


@dataclass(frozen=True)
class TownMap:
    """All places, as they are drawn. `whole`: a town; otherwise only the quests, side by side."""

    places: tuple[TownPlace, ...]
    whole: bool = True


@dataclass(frozen=True)
class CharacterToken:
    """A character's token."""

    key: str
    letter: str
    side: str
    at: str | None = None
    colour: int | None = None
    """Of its player's seat."""
    spent: bool = False
    down: bool = False
    marks: tuple[str, ...] = ()
    quest: str = ""
    """The side of a quest it carries."""


@dataclass(frozen=True)
class RoofSign:
    """Something small on a roof: a quest's badge (`side`), or a power's sign (`icon`)."""

    key: str
    at: str
    side: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Slot:
    """A space of the memory track. `kind`: spring, winter, neutral, free, epilogue or beyond."""

    number: int
    kind: str
    word: str = ""
    target: bool = False
    """With an objective icon, as in the owner's copy."""
    marked: bool = False
    """The bookmark hangs over it."""
    lit: bool = False


def map_of(table: Winter) -> TownMap:
    if table.full:
        return town_map(table.town)
    quests = table.on_map()
    apart = 0.3 if len(quests) > 2 else 0.0  # three names do not fit side by side
    places = [TownPlace(quest.key, quest.name, ((number + 0.5) / len(quests), 0.5 + apart * (1 if number % 2 else -1)),
                    QUEST_HOUSES.get(quest.card.power, "house")) for number, quest in enumerate(quests)]
    return TownMap(tuple(places), whole=False)


def town_map(town: Town) -> TownMap:
    spaces = [town.spaces[key] for key in (*town.locations, *town.plazas)]
    return TownMap(tuple(TownPlace(one.key, str(one.name), one.at, "" if one.ends else one.house or "house", one.ends)
                     for one in spaces))


def pieces_of(table: Winter) -> tuple[CharacterToken, ...]:
    return tuple(piece_of(table, one) for one in table.in_play())


def piece_of(table: Winter, one: Character) -> CharacterToken:
    marks = tuple(MARKS[power.key] for power in table.powers.values() if power.key in MARKS and one in power.on)
    quest = next((quest.side for quest in table.on_map() if quest.bearer is one), "")
    colour = None if one.owner is None else one.owner.colour
    at = one.at if table.full and one.at in table.town.spaces else None
    return CharacterToken(one.key, one.letter, one.side, at, colour, not one.ready, one.down, marks, quest)


def signs_of(table: Winter) -> tuple[RoofSign, ...]:
    """Quests in their slots, and powers that lie in a place."""
    if not table.full:
        return tuple(RoofSign(quest.key, quest.key, quest.side) for quest in table.on_map())
    quests = [RoofSign(quest.key, quest.site, quest.side) for quest in table.on_map()
              if quest.bearer is None and quest.site in table.town.spaces]
    powers = [RoofSign(f"power {power.key}", power.at, icon=MARKS[power.key]) for power in table.powers.values()
              if power.at in table.town.spaces and power.key in MARKS]
    return (*quests, *powers)


# The memory track

def slots_of(table: Winter, lit: frozenset[int] = frozenset()) -> tuple[Slot, ...]:
    """Always all that are printed; the epilogue token lies behind the last memory of this game."""
    slots = []
    for number in range(1, TRACK + 1):
        slot = Slot(number, "beyond") if number > table.length + 1 else Slot(number, "epilogue", str(say("Epilogue")))
        if number <= table.length:
            slot = slot_of(number, table.track[number - 1])
        slots.append(replace(slot, target=number in table.town.icons and table.on("objectives"), lit=number in lit,
                             marked=table.bookmark == number - 1))
    return tuple(slots)


def slot_of(number: int, memory: Memory | None) -> Slot:
    if memory is None:
        return Slot(number, "free", str(say("free")))
    side = memory.side if memory.side in (SPRING, WINTER) else NEUTRAL
    return Slot(number, side, memory_word(memory))


def track_line(table: Winter) -> str:
    """"Spring 6, winter 3, the epilogue still to come"."""
    sums = {side: sum(memory is not None and memory.side == side for memory in table.track) * 3
            for side in (SPRING, WINTER)}
    return str(say("Spring {spring}, winter {winter}, before the epilogue", spring=sums[SPRING], winter=sums[WINTER]))


# What a tap tells

def told_of_slot(table: Winter, number: int) -> tuple[str, str]:
    """A headline and a line about a space of the track."""
    if number > table.length + 1:
        return str(say("Not in this game")), str(say("This story has {n} memories.", n=spelled(table.length)))
    if number == table.length + 1:
        return str(say("Epilogue")), str(say("It begins when every space before it holds a memory."))
    memory = table.track[number - 1]
    if memory is None:
        return str(say("A free space")), ""
    side = str(SIDE_NAMES.get(memory.side, ""))
    outcome = {"success": say("a success"), "failure": say("a failure"), "tie": say("a tie")}.get(memory.outcome)
    line = say("A memory of {side}, chapter {n}.", side=side, n=memory.chapter)
    if outcome is not None:
        line = say("A memory of {side}: {outcome} in chapter {n}.", side=side, outcome=outcome, n=memory.chapter)
    if memory.note:
        line = say("“{note}” {line}", note=memory.note, line=line)
    return memory.name, str(line)


def told_of_place(table: Winter, key: str) -> tuple[str, str]:
    """Who stands there, and which quest waits."""
    if not table.full and key in QUESTS:
        quest = table.quests[key]
        return quest.name, quest.note
    parts: list[Text] = []
    for quest in table.on_map():
        if table.site_of(quest) == key:
            parts.append(say("{quest}: {note}", quest=quest, note=quest.note) if quest.note
                         else say("{quest}", quest=quest))
    parts += [person_line(one) for one in table.standing_at(key)]
    if not parts:
        return capital(table.place(key)), str(say("Nobody is here."))
    return capital(table.place(key)), ". ".join(str(part).rstrip(".") for part in parts) + "."


def person_line(one: Character) -> Text:
    state = say("lying") if one.down else say("ready") if one.ready else say("activated")
    return say("{who} ({name}, {state})", who=one, name=owner_name(one), state=state)


# What a resting finger tells

def aid_for_slot(table: Winter, number: int, turn: int) -> tuple[str, str]:
    """A question that helps the teller, about a space of the track."""
    memory = table.track[number - 1] if 1 <= number <= len(table.track) else None
    aids = aids_of.FOR_A_FREE_SPACE if memory is None else aids_of.FOR_A_MEMORY
    return told_of_slot(table, number)[0], str(aids_of.one_of(aids, turn))


def aid_for_place(table: Winter, key: str, turn: int) -> tuple[str, str]:
    """About the quest that waits there, somebody who stands there, or the place itself, in turn."""
    subjects: list[tuple[str, tuple[Text, ...]]] = []
    quests = [quest for quest in table.on_map() if (table.site_of(quest) if table.full else quest.key) == key]
    subjects += [(quest.name, aids_of.FOR_A_QUEST) for quest in quests]
    subjects += [(one.name, aids_of.FOR_SOMEBODY) for one in table.standing_at(key)]
    if table.full:
        subjects.append((capital(table.place(key)), aids_of.FOR_A_PLACE))
    name, aids = subjects[turn % len(subjects)] if subjects else ("", aids_of.FOR_A_QUEST)
    return name, str(aids_of.one_of(aids, turn // max(1, len(subjects))))


# Which part of the stage a question is about

def lit_places(table: Winter, question: Question[Any, Any] | None) -> dict[str, str]:
    """The allowed locations and plazas of a *place* question, each with what it costs."""
    if question is None or question.kind != "place" or not table.full:
        return {}
    return {choice: question.face(table, choice).badge for choice in question.choices(table)
            if isinstance(choice, str) and choice in table.town.spaces}


def lit_slots(table: Winter, question: Question[Any, Any] | None) -> frozenset[int]:
    if question is None or question.kind != "place":
        return frozenset()
    return frozenset(choice for choice in question.choices(table) if type(choice) is int)


def asked_about(question: Question[Any, Any] | None) -> str:
    """The character that a question is about: it gets a light."""
    for name in ("character", "rebel", "soldier", "partner"):
        one = getattr(question, name, None)
        if isinstance(one, Character):
            return one.key
    return ""
