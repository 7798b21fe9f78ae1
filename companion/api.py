"""Everything an external game needs, in one import: `from companion.api import Game, Menu, Option, say`."""

from companion.core.boxes import Boxes, Packing
from companion.core.boxes.form import (
    Brush,
    CardsPart,
    ChoicePart,
    FacesPart,
    FormPart,
    FormSection,
    GridPart,
    GroupPart,
    Guess,
    MarksPart,
    NumberPart,
    PickPart,
    PicksPart,
    PlacesPart,
    SwapPart,
    SwitchPart,
    TextPart,
)
from companion.core.fields import Field, Ordered, Rows, listed_once, pawn_field, points_field
from companion.core.game import Facts, Game, Joining, Palette, best, palettes, podium, victory
from companion.core.kinds import (
    DONE,
    Bag,
    Confirm,
    Deal,
    Dealt,
    Dice,
    Draw,
    Look,
    Menu,
    Note,
    Number,
    Numbers,
    Odds,
    Option,
    PickSeat,
    PickSeveral,
    PickText,
    Place,
    PutInOrder,
    Row,
    SecretNumber,
    SecretSeat,
    SecretText,
)
from companion.core.kinds.cards import Deck, Hand, ShuffleDeck
from companion.core.questions import Face, InLine, Points, Question, Reason, Sum, Timer
from companion.core.setup import Choice, Person, Seat, Setup, Side, Switch, people, sides, switch
from companion.core.table import Table, Unwind
from companion.core.text import Refusal, Refused, Text, count, listing, said, say, say_in, spelled
from companion.core.values import Json, Sealed
from companion.core.views import (
    Arrow,
    Counted,
    Gauge,
    Glance,
    InfoCard,
    Map,
    Mark,
    Outcome,
    Piece,
    PodiumPlace,
    Prop,
    Reminder,
    Reveal,
    Road,
    ScoreSheet,
    SeatView,
    SheetColumn,
    SheetRow,
    Spot,
    Track,
    View,
)

__all__ = [
    "DONE", "Arrow", "Bag", "Boxes", "Brush", "CardsPart", "Choice", "ChoicePart", "Confirm", "Counted",
    "Deal", "Dealt", "Deck", "Dice", "Draw", "Face", "FacesPart", "Facts", "Field", "FormPart",
    "FormSection", "Game", "Gauge", "Glance", "GridPart", "GroupPart", "Guess", "Hand", "InLine",
    "InfoCard", "Joining", "Json", "Look", "Map", "Mark", "MarksPart", "Menu", "Note", "Number",
    "NumberPart", "Numbers", "Odds", "Option", "Ordered", "Outcome", "Packing", "Palette", "Person",
    "PickPart", "PickSeat", "PickSeveral", "PickText", "PicksPart", "Piece", "Place", "PlacesPart",
    "PodiumPlace", "Points", "Prop", "PutInOrder", "Question", "Reason", "Refusal", "Refused", "Reminder",
    "Reveal",
    "Road", "Row", "Rows", "ScoreSheet", "Sealed", "Seat", "SeatView", "SecretNumber", "SecretSeat",
    "SecretText", "Setup", "SheetColumn", "SheetRow", "ShuffleDeck", "Side", "Spot", "Sum",
    "SwapPart", "Switch", "SwitchPart", "Table", "Text", "TextPart", "Timer", "Track", "Unwind", "View",
    "best", "count", "listed_once", "listing", "palettes", "pawn_field", "people", "podium", "points_field",
    "said", "say", "say_in", "sides", "spelled", "switch", "victory"]
