"""The epilogue."""
