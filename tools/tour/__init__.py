"""`make tour`: the real app, driven by touches through every game, and a picture of every screen."""
