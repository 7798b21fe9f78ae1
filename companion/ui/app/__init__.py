"""The app: start and navigation."""
