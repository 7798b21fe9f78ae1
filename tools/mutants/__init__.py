"""Mutants: faults planted in the rules on purpose, to see which of them no test finds."""
