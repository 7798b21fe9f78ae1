"""The people who play here, one by one and in groups."""
