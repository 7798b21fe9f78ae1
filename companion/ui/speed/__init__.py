"""Keeps taps fast: idle-time jobs, garbage collection between taps, cached pictures of widgets."""
