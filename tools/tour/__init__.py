"""`make tour`: drive the real app through every screen and take a picture of each."""
