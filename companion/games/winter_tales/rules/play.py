"""The rules of Winter Tales as a script; rule numbers refer to rules.md.

set_up     setup.py                one step at a time; in_the_middle.py if the play began without the app
turn       turns.py                activate, move (movement.py), fight (fights.py), act
           new_quests.py           add a quest to the story
           quests.py               resolve a quest in seven steps; its cards in quest_cards.py
           powers.py, objectives.py    the advanced rules
epilogue   epilogue.py             last cards, the count, the writer, the result

To change a turn, add a question to `take_action` or `activation_moves` in turns.py, or to `standing` below if
it may be answered at any time. docs/architecture.md says where a power or a skill goes.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Joining
from companion.core.questions import Question
from companion.core.text import say
from companion.games.winter_tales.rules.epilogue import begin_epilogue, epilogue
from companion.games.winter_tales.rules.in_the_middle import ask_what_is_missing
from companion.games.winter_tales.rules.kinds import phone_drew, possible
from companion.games.winter_tales.rules.new_quests import ToldQuest, notes_now
from companion.games.winter_tales.rules.objectives import DeclareObjective
from companion.games.winter_tales.rules.powers import hope_left, pass_artifact
from companion.games.winter_tales.rules.setup import set_up
from companion.games.winter_tales.rules.turns import turn
from companion.games.winter_tales.table import LastMemory, Player, Winter


async def play(table: Winter) -> None:
    """Play one part: the setup, a turn, or a part of the epilogue."""
    if table.phase == "setup":
        while table.phase == "setup":
            if table.in_middle:
                await ask_what_is_missing(table)                            # WT-A77
            else:
                await set_up(table)                                         # WT-148
    elif table.phase == "epilogue" or None not in table.track:
        await epilogue(table)                                               # WT-75
    else:
        with table.until(LastMemory):
            await turn(table)                                               # WT-16
            return
        begin_epilogue(table)                                               # WT-73


def standing(table: Winter) -> Sequence[Question[Winter, Any]]:
    """Available during all turns: declare an objective, pass the Artifact on, write a note."""
    if table.phase != "turns":
        return ()
    # at the chapter's end it is offered with that question
    hope = hope_left(table) if table.anybody_ready() else []
    return [*possible(table, DeclareObjective(None)), *hope, *pass_artifact(table), *notes_now(table),
            *possible(table, ToldQuest(None))]


def drawn_at_start(table: Winter) -> bool:
    """WT-2, WT-9: the phone hands out the tokens, unless players prefer to draw."""
    return phone_drew(table)


def left(table: Winter, seat: Player) -> None:
    """Characters stay where they are; somebody else answers for them if needed."""
    if table.arbiter is seat:
        table.arbiter = table.next_of(seat)


def joining(table: Winter) -> Joining:
    return Joining(False,
                   say("The characters are dealt for this number of players. A newcomer can listen in, or "
                       "share one."), "WT-7")
