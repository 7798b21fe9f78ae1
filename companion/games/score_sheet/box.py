"""A saved score sheet is a box of this game: its name and how points are counted."""

from collections.abc import Sequence

from companion.core.boxes import Boxes
from companion.core.text import Text
from companion.core.values import Json
from companion.games.score_sheet import sheet as sheets
from companion.games.score_sheet.frozen import DICTIONARIES
from companion.games.score_sheet.ready import READY_MADE
from companion.games.score_sheet.sheet import Sheet


class SheetBoxes(Boxes):
    """They have no form: the game's own setup page edits them."""

    def starter(self) -> Json:
        return Sheet().to_json()

    def ready(self) -> Sequence[tuple[Text, Text, Json]]:
        return [(one.name, one.about, one.sheet().to_json()) for one in READY_MADE]

    def check(self, box: Json) -> Sequence[Text]:
        Sheet.of(box)
        return ()

    def dictionaries(self) -> Sequence[str]:
        return DICTIONARIES

    def once(self, name: str) -> Json:
        return Sheet(name, rounds=1).to_json()

    def to_try(self) -> Sequence[Json]:
        return [sheet.to_json() for sheet in (
            Sheet("Hearts", rounds=4, wins=sheets.LOW, below_zero=True, turn=sheets.FIRST),
            Sheet("Pairs", rounds=3, sides=2, start=50, clock=60, tie=sheets.DECIDED),
            Sheet("Race", rounds=sheets.MOST_ROUNDS, target=200, reach=sheets.ONCE),
            Sheet("Builders", categories=("Farms", "Debts", "The longest road"), worth=(1, -1, 5)),
            Sheet("Skulls", by=sheets.BIDS, rounds=3, turn=sheets.DEALER),
            Sheet("Settlers", by=sheets.TAPS, target=10),
            Sheet("Lives", by=sheets.TAPS, start=3, down=True, reach=sheets.OUT),
            Sheet("Darts", start=40, down=True, reach=sheets.ONCE),
            Sheet("Exchange", rounds=3, zero_sum=True),
            Sheet("Chess", by=sheets.WINS, rounds=1),
            Sheet("Island", by=sheets.WINS, wins=sheets.TOGETHER),
            Sheet("Crew", rounds=3, wins=sheets.TOGETHER))]
