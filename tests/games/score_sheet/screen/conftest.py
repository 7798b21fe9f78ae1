"""The real app, as for every test of a screen."""

from tests.ui.conftest import at_table, start

__all__ = ["at_table", "start"]
