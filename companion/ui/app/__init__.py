"""The app: start, navigation, and work for idle moments."""
