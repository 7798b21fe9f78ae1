"""The games that ship, one package each."""
