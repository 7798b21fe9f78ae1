"""The town and who lives in it: no table, no question."""
