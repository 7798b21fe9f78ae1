"""Winter Tales as a script. The numbers are those of rules.md.

set_up     setup/             one step at a time, each naming its person
turn       turns.py           activate, move (movement.py), fight (fights/), act
           quests/            a quest in seven steps, the first two in joining.py
epilogue   epilogue/          last cards, the count, the writer, the verdict
"""

from __future__ import annotations

from companion.games.winter_tales.rules.epilogue.epilogue import begin_epilogue, epilogue
from companion.games.winter_tales.rules.exits import LastMemory
from companion.games.winter_tales.rules.memories import track_is_full
from companion.games.winter_tales.rules.setup.steps import set_up
from companion.games.winter_tales.rules.turns import turn
from companion.games.winter_tales.table import Winter


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
