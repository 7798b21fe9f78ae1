"""Everything an external game needs, in one import: `from companion.api import Game, Menu, Option, say`."""

# Only `__all__` counts, so it does not matter that some modules share other names.
# ruff: noqa: F403, F405
# mypy: disable-error-code="assignment, no-redef"

from companion.core.fields import *
from companion.core.game import *
from companion.core.kinds import *
from companion.core.questions import *
from companion.core.setup import *
from companion.core.table import *
from companion.core.text import *
from companion.core.values import *
from companion.core.views import *

__all__ = [
    "DONE", "Bag", "Choice", "Confirm", "Counted", "Deal", "Dealt", "Dice", "Draw", "Face", "Facts", "Field",
    "Game", "Gauge", "InLine", "InfoCard", "Joining", "Json", "Map", "Mark", "Menu", "Note", "Number", "Numbers",
    "Odds", "Option", "Outcome", "Palette", "Person", "PickSeat", "PickSeveral", "PickText", "Piece", "Place",
    "PodiumPlace", "Points", "PutInOrder", "Question", "Reason", "Refusal", "Refused", "Reminder", "Row", "Rows",
    "ScoreSheet", "Sealed", "Seat", "SeatView", "SecretNumber", "SecretSeat", "SecretText", "Setup", "SheetColumn",
    "SheetRow", "Side", "Spot", "Sum", "Switch", "Table", "Text", "Timer", "Track", "Unwind", "View", "best", "count",
    "listed_once", "listing", "palettes", "pawn_field", "people", "podium", "points_field", "said", "say",
    "sides", "spelled", "switch", "victory",
]
