"""What lies on the table in Windward, and what the books hold besides: all of it may be set by hand."""

from companion.games.windward.fields.all_fields import field, fields, to_add

__all__ = ["field", "fields", "to_add"]
