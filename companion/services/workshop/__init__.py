"""Tools for game authors: watch a game's folder while playing, and open exported plays."""
