"""The table screen: one for all games, learned once."""
