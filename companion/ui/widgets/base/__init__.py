"""Base widgets: parts, text, taps and layouts."""
