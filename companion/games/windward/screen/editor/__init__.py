"""The editor of my copy."""
