"""My copy: the town on the owner's board."""

from companion.games.winter_tales.copy.form import copy_form
from companion.games.winter_tales.copy.model import check_copy
from companion.games.winter_tales.copy.model import starter as starter_copy

__all__ = ["check_copy", "copy_form", "starter_copy"]
