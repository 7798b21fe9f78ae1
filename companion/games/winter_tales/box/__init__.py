"""What differs between boxes of Winter Tales: the town on the board and the locations on cards."""

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.core.boxes import Boxes
from companion.core.boxes.form import FormSection
from companion.core.text import Text
from companion.core.values import Json
from companion.games.winter_tales.box import model
from companion.games.winter_tales.box.form import box_form
from companion.games.winter_tales.box.frozen import DICTIONARIES


class WinterBoxes(Boxes):
    editor: ClassVar[str] = "companion.games.winter_tales.screen.editor:Editor"

    def starter(self) -> Json:
        return model.starter()

    def form(self) -> Sequence[FormSection]:
        return box_form()

    def check(self, box: Json) -> Sequence[Text]:
        return model.check_box(box)

    def learned(self, table: Any) -> Json:
        return model.learned(table.setup.box, table.added, table.named_passages)

    def dictionaries(self) -> Sequence[str]:
        return DICTIONARIES
