"""The generic stage, and pictures of stages."""
