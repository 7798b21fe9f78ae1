"""Who stands in which row of the card counter. Read from the table; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.questions import Question
from companion.core.text import Text, Word, listing, say
from companion.games.winter_tales.board.characters import SIDE_NAMES, SIDES, WRITER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.kinds import BACK, CARD, LAST, STEPS, CountCards
from companion.games.winter_tales.rules.memories import plays_for
from companion.games.winter_tales.rules.quest_cards import cards_in, eligible, side_in
from companion.games.winter_tales.table import Resolving, Trap, Winter, owner_name, owner_of


@dataclass(frozen=True)
class CardRow:
    """One row. `plus` and `minus`: the answers its signs give; empty: it only shows its number."""

    key: str
    name: str
    second: str
    number: int
    seat: int
    colour: int | None = None
    letter: str = ""
    side: str = ""
    """Of the character whose token leads the row; empty: the seat's own token."""
    figure: str = ""
    """The key of that character."""
    plus: str = ""
    minus: str = ""
    active: bool = False


def step_of(table: Winter) -> int:
    """The step of the quest under way, 1 to 7; 0: there is none."""
    quest = table.perhaps(Resolving)
    if quest is None or table.perhaps(Trap) is not None:
        return 0
    return min(len(STEPS), max(1, quest.step))


def lines_of(table: Winter, question: Question[Any, Any], choices: Sequence[str]) -> list[CardRow]:
    trap = table.perhaps(Trap)
    quest = table.perhaps(Resolving)
    if trap is not None:
        lines = [_line(table, owner_of(table, trap.soldier), [trap.soldier], trap.played, question, choices)]
    elif quest is not None:
        lines = quest_lines(table, quest, question, choices)
    else:
        lines = epilogue_lines(table, question, choices)
    if not any(line.active for line in lines) and isinstance(question.seat, Player):
        lines.append(_line(table, question.seat, [], _played(table, question), question, choices))  # after a correction
    return lines


def _played(table: Winter, question: Question[Any, Any]) -> int:
    return question.played(table) if isinstance(question, CountCards) else 0


def quest_lines(table: Winter, quest: Resolving, question: Question[Any, Any], choices: Sequence[str]) -> list[CardRow]:
    """The acting player first, then clockwise everybody who is there."""
    acting = owner_of(table, quest.hero)
    lines: list[CardRow] = []
    for player in (acting, *table.left_of(acting)):
        mine = [one for one in quest.takes_part if one.owner is player]
        called = any(word.endswith(f" {player.index}") for word in choices)
        might = mine or (eligible(table, quest, player) if table.full else [])
        is_asked = player is question.seat
        if not might and not is_asked and not called and not cards_in(quest, player) and player is not acting:
            continue
        words = choices if is_asked else [word.split()[0] for word in choices if word.endswith(f" {player.index}")]
        sides = [side for side in SIDES if side in words] if not side_in(quest, player) else []
        for side in sides or [""]:
            there = [one for one in might if not side or one.side == side]
            line = _line(table, player, there, cards_in(quest, player), question, choices, side,
                         say("acting") if player is acting else None)
            if not is_asked:
                line = replace(line, plus=passes_on(player is acting, side, player, choices))
            lines.append(line)
    return lines


def passes_on(acting: bool, side: str, player: Player, choices: Sequence[str]) -> str:
    """What a plus beside somebody who is not asked gives: their first card, or the acting player's last one."""
    if acting:
        return LAST if LAST in choices else ""
    word = f"{side or CARD} {player.index}"
    return word if word in choices else ""


def epilogue_lines(table: Winter, question: Question[Any, Any], choices: Sequence[str]) -> list[CardRow]:
    """The epilogue player first, then clockwise; the writer's part comes later."""
    finale = table.finale
    if finale is None:
        return []
    tellers = [finale.opener, *[player for player in table.left_of(finale.opener) if player.side != WRITER]]
    lines = []
    for player in tellers:
        side = plays_for(table, player)
        lines.append(_line(table, player, [], finale.cards[player.index], question, choices,
                           second=SIDE_NAMES.get(side)))
    return lines


def _line(table: Winter, player: Player, there: list[Character], number: int, question: Question[Any, Any],
          choices: Sequence[str], side: str = "", second: Word | None = None) -> CardRow:
    active = player is question.seat
    plus = side or (CARD if CARD in choices else "")
    name: Any = listing([one.name for one in there]) if there else player.name
    words = owner_words(player, there, second)
    lead = there[0] if there else None
    return CardRow(f"{player.index} {side}", str(name), words, number, player.index, player.colour,
                lead.letter if lead is not None else "", lead.side if lead is not None else "",
                lead.key if lead is not None else "", plus if active else "",
                BACK if active and BACK in choices else "", active)


def owner_words(player: Player, there: list[Character], second: Word | None) -> str:
    """"Ana, acting" under a character; only the second word under a player's own name."""
    if not there:
        return str(second or "")
    owner: Word = owner_name(there[0])
    line: Text | Word = owner if second is None else say("{name}, {what}", name=owner, what=second)
    return str(line)
