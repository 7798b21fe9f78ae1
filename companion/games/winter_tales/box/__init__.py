"""My copy: the town on the owner's board."""

from collections.abc import Sequence
from typing import Any

from companion.core.values import Json
from companion.games.winter_tales.box.form import box_form as copy_form
from companion.games.winter_tales.box.frozen import DICTIONARIES
from companion.games.winter_tales.box.model import check_copy, learned
from companion.games.winter_tales.box.model import starter as starter_copy

__all__ = ["check_copy", "code_dictionaries", "copy_form", "learned_copy", "starter_copy"]


def code_dictionaries() -> Sequence[str]:
    return DICTIONARIES


def learned_copy(table: Any) -> Json:
    return learned(table.setup.copy, table.added, table.named_passages)
