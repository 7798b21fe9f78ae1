"""What differs between boxes of Windward: planet tiles, Post, ship's board, cards and numbers."""

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.core.boxes import Boxes, Packing
from companion.core.boxes.form import FormSection
from companion.core.text import Text, say
from companion.core.values import Json
from companion.games.windward.box import model
from companion.games.windward.box.form import box_form
from companion.games.windward.box.frozen import DICTIONARIES
from companion.games.windward.box.packing import PACKINGS


class WindwardBoxes(Boxes):
    editor: ClassVar[str] = "companion.games.windward.screen.editor.editor:Editor"

    def starter(self) -> Json:
        return model.to_json(model.starter())

    def new(self) -> Json:
        return model.to_json(model.unpainted())

    def form(self) -> Sequence[FormSection]:
        return box_form()

    def check(self, box: Json) -> Sequence[Text]:
        return [warning.text for warning in model.warnings(model.from_json(box))]

    def about(self, box: Json) -> Text:
        mine = model.from_json(box)
        return say("{large} of 6 large tiles and {small} of 6 small ones painted",
                   large=model.painted(mine, small=False), small=model.painted(mine, small=True))

    def fixed(self, table: Any, box: Json) -> Json | None:
        mine = model.from_json(box)
        if not table.paint or model.filled(mine) != table.box:
            return None
        return model.to_json(model.fixed(mine, table.small, table.paint))

    def packings(self) -> Sequence[Packing]:
        return PACKINGS

    def dictionaries(self) -> Sequence[str]:
        return DICTIONARIES
