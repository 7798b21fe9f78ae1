"""What the stage shows, read from public state only, without drawing."""

from dataclasses import dataclass, replace
from typing import Any

from companion.core.questions import Question
from companion.core.text import Text, capital, count, say
from companion.core.views import Piece
from companion.games.winter_tales.board.characters import POWERS, QUESTS, SIDE_NAMES, SPRING, WINTER, WRITER
from companion.games.winter_tales.box.model import TRACK
from companion.games.winter_tales.rules.memories import (
    POINTS_A_MEMORY,
    memories_of,
    memory_story,
    memory_word,
    score,
    winning_faction,
)
from companion.games.winter_tales.rules.new_quests import goal_line
from companion.games.winter_tales.rules.quest_cards import eligible, tally
from companion.games.winter_tales.screen.walks import SWORDS, WEB
from companion.games.winter_tales.table import (
    Activation,
    Battle,
    Character,
    Fight,
    Finale,
    Player,
    Resolving,
    Trap,
    Winter,
)
from companion.games.winter_tales.town_map import signs_of
from companion.ui.theme.tokens import initials


@dataclass(frozen=True)
class CharacterToken:
    key: str
    letter: str
    side: str
    at: str | None = None
    colour: int | None = None
    spent: bool = False
    down: bool = False
    marks: tuple[str, ...] = ()
    quest: str = ""
    """The side of a quest it carries."""


@dataclass(frozen=True)
class Slot:
    """A space of the memory track; `kind` is spring, winter, neutral, free, epilogue or beyond."""

    number: int
    kind: str
    word: str = ""
    target: bool = False
    """Has an objective icon, as in the owner's box."""
    marked: bool = False
    lit: bool = False


def plazas(table: Winter) -> dict[Text, str]:
    """The plazas by their names, which describe where they lie."""
    named = ((table.place(key), key) for key in table.town.plazas)
    return {name: key for name, key in named if isinstance(name, Text)}


def pieces_of(table: Winter) -> tuple[CharacterToken, ...]:
    return tuple(piece_of(table, one) for one in table.in_play())


def piece_of(table: Winter, one: Character) -> CharacterToken:
    marks = tuple(POWERS[power.key].mark for power in table.powers.values() if one in power.on)
    quest = next((quest.side for quest in table.on_map() if quest.bearer is one), "")
    colour = None if one.owner is None else one.owner.colour
    at = one.at if table.full and one.at in table.town.spaces else None
    return CharacterToken(one.key, one.letter, one.side, at, colour, not one.ready, one.down, marks, quest)


def roof_signs(table: Winter) -> tuple[Piece, ...]:
    """Those on roofs; a carried quest is shown on its rebel's token."""
    carried = [quest.key for quest in table.on_map() if table.full and quest.bearer is not None]
    return tuple(sign for sign in signs_of(table) if sign.key not in carried)


# The memory track

def slots_of(table: Winter, lit: frozenset[int] = frozenset()) -> tuple[Slot, ...]:
    """All printed spaces; the epilogue token is behind the last memory of this game."""
    slots = []
    for number in range(1, TRACK + 1):
        memory = table.track[number - 1] if number <= table.length else None
        if memory is not None:
            slot = Slot(number, memory.side, str(memory_word(memory)))
        elif number <= table.length:
            slot = Slot(number, "free", str(say("free")))
        elif number == table.length + 1:
            slot = Slot(number, "epilogue", str(say("Epilogue")))
        else:
            slot = Slot(number, "beyond")
        target = number in table.town.icons and table.on("objectives")
        slots.append(replace(slot, target=target, lit=number in lit, marked=table.bookmark == number - 1))
    return tuple(slots)


def track_line(table: Winter) -> str:
    """"Spring 6, winter 3, the epilogue still to come"."""
    spring, winter = (POINTS_A_MEMORY * memories_of(table, side) for side in (SPRING, WINTER))
    return str(say("Spring {spring}, winter {winter}, before the epilogue", spring=spring, winter=winter))


# Tap

def told_of_slot(table: Winter, number: int) -> tuple[str, str]:
    if number > table.length + 1:
        story = count("This story has {n} memory.", "This story has {n} memories.", table.length)
        return str(say("Not in this game")), str(story)
    if number == table.length + 1:
        return str(say("Epilogue")), str(say("It begins once every space before it holds a memory."))
    memory = table.track[number - 1]
    if memory is None:
        return str(say("A free space")), ""
    line = memory_story(memory)
    if memory.told:
        line = say("{line} Told by {names}.", line=line, names=memory.told)
    return str(memory.name), str(line)


def told_of_place(table: Winter, key: str) -> tuple[str, str]:
    if not table.full and key in QUESTS:
        quest = table.quests[key]
        return str(quest.name), quest.note
    parts: list[Text] = []
    for quest in table.on_map():
        if table.site_of(quest) == key:
            parts.append(goal_line(quest))
    parts += [person_line(one) for one in table.standing_at(key)]
    if not parts:
        return str(capital(table.place(key))), str(say("Nobody is here."))
    return str(capital(table.place(key))), ". ".join(str(part).rstrip(".") for part in parts) + "."


def person_line(one: Character) -> Text:
    names: dict[str, object] = {"who": one, "name": one.owner_name}
    if one.down:
        return say("{who} ({name}, lying down)", **names)
    return say("{who} ({name}, ready)", **names) if one.ready else say("{who} ({name}, activated)", **names)


# The part of the stage a question is about

def lit_places(table: Winter, question: Question[Any, Any] | None) -> dict[str, str]:
    """The spaces a *place* question allows, each with its cost."""
    if question is None or question.kind != "place" or not table.full:
        return {}
    return {choice: question.face(table, choice).badge for choice in question.choices(table)
            if isinstance(choice, str) and choice in table.town.spaces}


def lit_slots(table: Winter, question: Question[Any, Any] | None) -> frozenset[int]:
    if question is None or question.kind != "place":
        return frozenset()
    return frozenset(choice for choice in question.choices(table) if type(choice) is int)


def asked_about(question: Question[Any, Any] | None) -> str:
    for name in ("character", "rebel", "soldier", "partner"):
        one = getattr(question, name, None)
        if isinstance(one, Character):
            return one.key
    return ""


LAMP = "lamp"


@dataclass(frozen=True)
class End:
    word: str
    number: int | None = 0


@dataclass(frozen=True)
class Tug:
    spring: End
    winter: End


@dataclass(frozen=True)
class Sitter:
    colour: int
    letter: str
    cards: int
    side: str
    turn: bool = False


@dataclass(frozen=True)
class CloseUp:
    kind: str
    """quest, battle, trap, epilogue or verdict."""
    title: str
    house: str = ""
    """The picture in the middle; empty for a card with `sign`."""
    badge: str = ""
    """The side of the quest on the roof."""
    sign: str = ""
    """Symbol between the sides (crossed swords, a web) or on the card (feather, flower, snowflake)."""
    spring: tuple[CharacterToken, ...] = ()
    winter: tuple[CharacterToken, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    tug: Tug | None = None
    turn: str = ""


def close_up(table: Winter, question: Question[Any, Any] | None) -> CloseUp | None:
    """The scene of a fight, quest or ending; None shows the town, also where it is laid out or compared."""
    if (question is None and table.phase == "turns") or (question is not None and question.kind == "place"):
        return None
    flow = next((flow for flow in reversed(table.now)
                 if isinstance(flow, (Battle, Trap, Activation, Resolving))), None)
    if isinstance(flow, Battle):
        tug = Tug(End(str(say("defence")), flow.defence), End(str(say("attack")), flow.attack))
        return _fight(table, "battle", flow, tug, SWORDS, "" if flow.over else flow.step)
    if isinstance(flow, Trap):
        tug = Tug(End(str(say("trap")), None), End(str(say("evades")), flow.played))
        return _fight(table, "trap", flow, tug, WEB, SPRING if flow.over else WINTER)
    if isinstance(flow, Resolving):
        return quest_scene(table, flow)
    if table.phase == "epilogue" and table.finale is not None:
        seat = question.seat if question is not None else None
        return CloseUp("epilogue", str(say("Epilogue")), sign="feather", sitters=sitters_of(table, seat),
                       tug=_scores(table))
    return verdict_scene(table) if table.phase == "over" else None


def quest_scene(table: Winter, quest: Resolving) -> CloseUp:
    site = table.site_of(quest.quest)
    title = place_name(table, site) or str(quest.quest.name)
    spring, winter = tally(table, quest)
    tug = Tug(End(str(SIDE_NAMES[SPRING]), spring), End(str(SIDE_NAMES[WINTER]), winter))
    there = gathered(table, quest)
    house = house_at(table, site) if site is not None else quest.quest.card.about.house
    return CloseUp("quest", title, house, quest.quest.side, tug=tug,
                   spring=tuple(one for one in there if one.side == SPRING),
                   winter=tuple(one for one in there if one.side == WINTER))


def gathered(table: Winter, quest: Resolving) -> list[CharacterToken]:
    might = quest.arrived
    if table.full:
        might = [one for player in table.circle() for one in eligible(table, quest, player)]
    behind = [one for one in might if one not in quest.takes_part and not one.eliminated]
    return [*(replace(piece_of(table, one), spent=False, quest="") for one in quest.takes_part),
            *(replace(piece_of(table, one), spent=True, quest="") for one in behind)]


def _fight(table: Winter, kind: str, fight: Fight, tug: Tug, sign: str, turn: str) -> CloseUp:
    at = fight.rebel.at
    title = place_name(table, at) or str(say("Battle"))
    return CloseUp(kind, title, house_at(table, at), sign=sign, tug=tug, turn=turn,
                   spring=tuple(replace(piece_of(table, one), spent=False) for one in fight.rebels),
                   winter=(replace(piece_of(table, fight.soldier), spent=False),))


def place_name(table: Winter, space: str | None) -> str:
    """A location's name; empty if unknown or a plaza, whose name would be too long."""
    if space is None or not table.full:
        return ""
    return str(table.place(space)) if table.town.is_location(space) else str(say("A plaza"))


def house_at(table: Winter, space: str | None) -> str:
    found = table.town.spaces.get(space) if space is not None and table.full else None
    if found is None:
        return "house"
    return found.house or LAMP


VERDICTS = {
    SPRING: say("Spring comes back"),
    WINTER: say("Winter stays"),
    WRITER: say("The tale goes on"),
}


def verdict_scene(table: Winter) -> CloseUp:
    side = winning_faction(table)
    sign = {SPRING: "flower", WINTER: "snowflake"}.get(side, "feather")
    sitters = sitters_of(table, None)
    return CloseUp("verdict", str(VERDICTS[side]), sign=sign, sitters=sitters, tug=_scores(table), turn=side)


def _scores(table: Winter) -> Tug:
    spring, winter = (End(str(SIDE_NAMES[side]), score(table, side)) for side in (SPRING, WINTER))
    return Tug(spring, winter)


def sitters_of(table: Winter, turn: Any) -> tuple[Sitter, ...]:
    letters = initials(seat.name for seat in table.seats)
    here = [player for player in table.circle() if not player.gone]
    return tuple(Sitter(player.colour, letters[player.index], _cards(table.finale, player), player.side,
                        player is turn) for player in here)


def _cards(finale: Finale | None, player: Player) -> int:
    if finale is None:
        return 0
    return finale.cards[player.index] + (sum(finale.given.values()) if player.side == WRITER else 0)
