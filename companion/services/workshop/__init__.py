"""The workshop of whoever writes a game: its folder watched while it is played, and plays opened from exported logs."""
