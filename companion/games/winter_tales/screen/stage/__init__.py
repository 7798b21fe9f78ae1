"""Wintertown on the table screen."""
