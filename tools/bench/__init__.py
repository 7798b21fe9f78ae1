"""Measuring Tableside: `python -m tools.bench` runs every area and writes docs/benchmarks.md.

An area is a module of this package with a function `measure(steps: float) -> list[Section]`; `steps` is the
time of one calibration step in this very run, so that figures can be compared between machines as ratios.
"""
