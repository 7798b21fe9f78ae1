"""Error handling: a message, a report to share, a rescue page."""
