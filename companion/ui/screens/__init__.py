"""One module a screen; the app builds them when they are first opened."""
