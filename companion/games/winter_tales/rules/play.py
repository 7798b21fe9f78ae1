"""Winter Tales as a script. The numbers are those of rules.md.

set_up     setup.py, seating.py    one step at a time, each naming its person
turn       turns.py                activate, move (movement.py), fight (battles.py, traps.py), act
           new_quests.py           a quest comes into the story
           quests.py               a quest in seven steps; its cards in quest_cards.py
           powers.py, skills.py, objectives.py    the advanced rules
epilogue   epilogue.py             last cards, the count, the writer, the verdict

A new order of a turn is a question in turns.py, offered by `activation_moves` or `take_action`. A new power is a row
of POWERS (board/characters.py), granted and used in powers.py.
"""

from __future__ import annotations

from companion.games.winter_tales.rules.epilogue import begin_epilogue, epilogue
from companion.games.winter_tales.rules.memories import track_is_full
from companion.games.winter_tales.rules.setup import set_up
from companion.games.winter_tales.rules.turns import turn
from companion.games.winter_tales.table import LastMemory, Winter


async def play(table: Winter) -> None:
    """One stretch: the set-up, a turn, or a part of the epilogue."""
    if table.phase == "setup":
        while table.phase == "setup":
            await set_up(table)                                             # WT-148
    elif table.phase == "epilogue" or track_is_full(table):
        await epilogue(table)                                               # WT-75
    else:
        with table.until(LastMemory):
            await turn(table)                                               # WT-16
            return
        begin_epilogue(table)                                               # WT-73
