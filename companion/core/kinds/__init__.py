"""The kinds of question. Subclass one of these in a game.

A new kind is one class here (or in a game) with its draft, and a panel that draws it.
"""

from companion.core.kinds.confirm import DONE, Confirm, Note
from companion.core.kinds.number import Dice, Number, Numbers, Row
from companion.core.kinds.pick import (
           Menu,
           Option,
           PickSeat,
           PickSeveral,
           PickText,
           Place,
           PutInOrder,
           Several,
)
from companion.core.kinds.secret import Bag, Deal, Dealt, Draw, Look, SecretNumber, SecretSeat, SecretText
from companion.core.questions import KINDS, Odds
from companion.core.values import same, whole

__all__ = ["DONE", "KINDS", "Bag", "Confirm", "Deal", "Dealt", "Dice", "Draw", "Look", "Menu", "Note",
           "Number",
           "Numbers", "Odds", "Option", "PickSeat", "PickSeveral", "PickText", "Place", "PutInOrder", "Row",
           "SecretNumber", "SecretSeat", "SecretText", "Several", "same", "whole"]
