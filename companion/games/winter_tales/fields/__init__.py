"""What lies on the table in Winter Tales, and what the books hold besides (the last word is the table's)."""

from companion.games.winter_tales.fields.all_fields import field, fields
from companion.games.winter_tales.fields.quests import QUEST_STATES

__all__ = ["QUEST_STATES", "field", "fields"]
