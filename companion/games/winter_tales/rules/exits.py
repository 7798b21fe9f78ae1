"""Ways to leave a flow early."""

from __future__ import annotations

from companion.core.table import Unwind
from companion.core.text import say


class TurnOver(Unwind):
    """The turn is over, wherever it was."""

    by_hand = say("End this turn here")


class DeedDone(Unwind):
    """The one action of this turn is done (WT-149). Saved plays hold this class by its name, so it keeps it."""


class BattleBroken(Unwind):
    """The table ends a battle without a winner."""

    by_hand = say("Break off this battle")


class LastMemory(Unwind):
    """The last free space left of the epilogue token is filled: the epilogue begins at once (WT-73). It may be late, or
    a whole faction gone home: then the table may begin it sooner."""

    by_hand = say("Begin the epilogue now")
