"""The close-ups: a quest with its tug bar, a battle, a trap, the epilogue, the verdict. Read, not drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.questions import Question
from companion.core.text import say
from companion.games.winter_tales.board.characters import SIDE_NAMES, SPRING, WINTER, WRITER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.memories import score, winning_faction
from companion.games.winter_tales.rules.quest_cards import eligible, tally
from companion.games.winter_tales.screen.stage.reading import QUEST_HOUSES, CharacterToken, piece_of
from companion.games.winter_tales.screen.walks import SWORDS, WEB
from companion.games.winter_tales.table import Activation, Battle, Resolving, Trap, Winter
from companion.ui.theme.tokens import initials

LAMP = "lamp"


@dataclass(frozen=True)
class End:
    """One end of the tug bar. `number` None: hidden until the cards lie open."""

    word: str
    number: int | None = 0


@dataclass(frozen=True)
class Tug:
    spring: End
    winter: End


@dataclass(frozen=True)
class Sitter:
    """A player in the epilogue, with the cards played."""

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
    """The picture in the middle; empty: a card with `sign`."""
    badge: str = ""
    """The side of the quest on the roof."""
    sign: str = ""
    """What stands between the two sides: crossed swords, a web; or the card's: feather, flower, snowflake."""
    spring: tuple[CharacterToken, ...] = ()
    winter: tuple[CharacterToken, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    tug: Tug | None = None
    turn: str = ""
    """The side whose step it is."""


def close_up(table: Winter, question: Question[Any, Any] | None) -> CloseUp | None:
    """None: the town is to be seen."""
    if question is not None and question.kind == "place":
        return None
    flow = next((flow for flow in reversed(table.now)
                 if isinstance(flow, (Battle, Trap, Activation, Resolving))), None)
    if isinstance(flow, Battle):
        return battle_scene(table, flow)
    if isinstance(flow, Trap):
        return trap_scene(table, flow)
    if isinstance(flow, Resolving):
        return quest_scene(table, flow)
    if table.phase == "epilogue" and table.finale is not None:
        return epilogue_scene(table, question)
    return verdict_scene(table) if table.phase == "over" else None


def quest_scene(table: Winter, quest: Resolving) -> CloseUp:
    site = table.site_of(quest.quest)
    title = place_name(table, site) or quest.quest.name
    spring, winter = tally(table, quest)
    tug = Tug(End(str(SIDE_NAMES[SPRING]), spring), End(str(SIDE_NAMES[WINTER]), winter))
    there = gathered(table, quest)
    house = house_at(table, site) if site is not None else QUEST_HOUSES.get(quest.quest.card.power, "house")
    return CloseUp("quest", title, house, quest.quest.side, tug=tug,
                   spring=tuple(one for one in there if one.side == SPRING),
                   winter=tuple(one for one in there if one.side == WINTER))


def gathered(table: Winter, quest: Resolving) -> list[CharacterToken]:
    """Who takes part stands in front; who might still join stands behind, faded."""
    might = quest.arrived
    if table.full:
        might = [one for player in table.circle() for one in eligible(table, quest, player)]
    behind = [one for one in might if one not in quest.takes_part and not one.eliminated]
    return [*(replace(piece_of(table, one), spent=False, quest="") for one in quest.takes_part),
            *(replace(piece_of(table, one), spent=True, quest="") for one in behind)]


def battle_scene(table: Winter, battle: Battle) -> CloseUp:
    rebels = [battle.rebel, *([battle.partner] if battle.partner is not None else [])]
    tug = Tug(End(str(say("defence")), battle.defence), End(str(say("attack")), battle.attack))
    return _fight(table, "battle", rebels, battle.soldier, tug, SWORDS, "" if battle.over else battle.step)


def trap_scene(table: Winter, trap: Trap) -> CloseUp:
    """The trap's cards lie hidden: nobody knows how many, the phone neither."""
    rebels = [trap.rebel, *([trap.partner] if trap.partner is not None else [])]
    tug = Tug(End(str(say("trap")), None), End(str(say("evades")), trap.played))
    return _fight(table, "trap", rebels, trap.soldier, tug, WEB, SPRING if trap.over else WINTER)


def _fight(table: Winter, kind: str, rebels: list[Character], soldier: Character, tug: Tug, sign: str,
           turn: str) -> CloseUp:
    at = rebels[0].at
    title = place_name(table, at) or str(say("Battle"))
    return CloseUp(kind, title, house_at(table, at), sign=sign, tug=tug, turn=turn,
                   spring=tuple(replace(piece_of(table, one), spent=False) for one in rebels),
                   winter=(replace(piece_of(table, soldier), spent=False),))


def place_name(table: Winter, space: str | None) -> str:
    """A location's name; a plaza's would be too long here. Empty: nobody knows."""
    if space is None or not table.full:
        return ""
    return str(table.place(space)) if table.town.is_location(space) else str(say("A plaza"))


def house_at(table: Winter, space: str | None) -> str:
    found = table.town.spaces.get(space) if space is not None and table.full else None
    if found is None:
        return "house"
    return LAMP if found.ends else found.house or "house"


def epilogue_scene(table: Winter, question: Question[Any, Any] | None) -> CloseUp:
    seat = question.seat if question is not None else None
    return CloseUp("epilogue", str(say("Epilogue")), sign="feather", sitters=sitters_of(table, seat),
                   tug=_scores(table))


def verdict_scene(table: Winter) -> CloseUp:
    side = winning_faction(table)
    sign = {SPRING: "flower", WINTER: "snowflake"}.get(side, "feather")
    title = {SPRING: say("Spring comes back"), WINTER: say("Winter stays"), WRITER: say("The tale goes on")}[side]
    return CloseUp("verdict", str(title), sign=sign, sitters=sitters_of(table, None), tug=_scores(table), turn=side)


def _scores(table: Winter) -> Tug:
    return Tug(End(str(SIDE_NAMES[SPRING]), score(table, SPRING)), End(str(SIDE_NAMES[WINTER]), score(table, WINTER)))


def sitters_of(table: Winter, turn: Any) -> tuple[Sitter, ...]:
    finale = table.finale
    letters = initials(seat.name for seat in table.seats)
    return tuple(Sitter(player.colour, letters[player.index], _cards(table, player) if finale else 0, player.side,
                        player is turn) for player in table.circle() if not player.gone)


def _cards(table: Winter, player: Player) -> int:
    finale = table.finale
    if finale is None:
        return 0
    own = finale.cards[player.index]
    return own + finale.writer_spring + finale.writer_winter if player.side == WRITER else own

