"""The owner's copy of the box: what differs between boxes, and its plugin interface."""

from collections.abc import Sequence
from typing import Any

from companion.core.text import Text, say
from companion.core.values import Json
from companion.games.windward.box import model
from companion.games.windward.box.form import box_form
from companion.games.windward.box.frozen import DICTIONARIES


def starter_copy() -> Json:
    return model.to_json(model.starter())


def new_copy() -> Json:
    return model.to_json(model.unpainted())


def code_dictionaries() -> Sequence[str]:
    return DICTIONARIES


def copy_form() -> Sequence[Json]:
    return box_form()


def about_copy(copy: Json) -> Text:
    mine = model.from_json(copy)
    return say("{large} of 6 large tiles and {small} of 6 small ones painted", large=model.painted(mine, small=False),
               small=model.painted(mine, small=True))


def check_copy(copy: Json) -> Sequence[Text]:
    return [warning.text for warning in model.warnings(model.from_json(copy))]


def fixed_copy(table: Any, copy: Json) -> Json | None:
    mine = model.from_json(copy)
    if not table.paint or model.filled(mine) != table.copy:
        return None
    return model.to_json(model.fixed(mine, table.small, table.paint))
