"""The By hand card above the question, and its ring on the stage."""
