"""The screens; the app builds them when they are first opened."""
