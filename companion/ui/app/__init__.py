"""The app itself: start, navigation, and the work that waits for idle moments."""
