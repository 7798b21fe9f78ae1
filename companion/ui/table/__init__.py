"""The table screen shared by all games."""
