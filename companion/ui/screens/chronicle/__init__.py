"""The chronicle, on the screen and as a page to share."""
