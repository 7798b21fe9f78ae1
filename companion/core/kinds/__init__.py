"""The kinds of question. Subclass one of these in a game.

A new kind is one class here (or in a game) with its draft, and a panel that draws it.
"""

from companion.core.kinds.chance import Bag, Deal, Dealt, Draw
from companion.core.kinds.confirm import DONE, Confirm
from companion.core.kinds.dice import Dice
from companion.core.kinds.note import Note
from companion.core.kinds.number import Number, Numbers, Row
from companion.core.kinds.pick import Menu, Option, PickSeat, PickText, seat_of
from companion.core.kinds.place import Place, fold, is_space, unfold
from companion.core.kinds.secret import SecretNumber, SecretSeat, SecretText
from companion.core.kinds.several import PickSeveral, PutInOrder, Several
from companion.core.showing import Odds
from companion.core.values import same, whole

KINDS = frozenset(one.kind for one in (Confirm, PickText, PickSeat, SecretSeat, SecretText, SecretNumber, PickSeveral,
                                       PutInOrder, Numbers, Number, Dice, Place, Note))
"""All kinds the generic panel can show."""

__all__ = ["DONE", "KINDS", "Bag", "Confirm", "Deal", "Dealt", "Dice", "Draw", "Menu", "Note", "Number", "Numbers",
           "Odds", "Option", "PickSeat", "PickSeveral", "PickText", "Place", "PutInOrder", "Row", "SecretNumber",
           "SecretSeat", "SecretText", "Several", "fold", "is_space", "same", "seat_of", "unfold", "whole"]
