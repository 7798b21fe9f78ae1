"""Measuring Tableside: `python -m tools.bench` runs every area and writes build/benchmarks.md.

An area is a module of this package with a function `measure(step: float) -> list[Section]`. `step` is the time of one
calibration step in the same run, so that ratios can be compared between machines.
"""
