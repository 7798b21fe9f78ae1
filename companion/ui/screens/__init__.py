"""The screens, one module each; the app builds them when they are first opened."""
