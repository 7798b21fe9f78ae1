"""Measuring Tableside: `python -m tools.bench` runs every area and writes build/benchmarks.md.

An area is a module of this package with a function `measure() -> list[Section]`. Times depend on the machine
and its load, so limits are numbers of calls.
"""
