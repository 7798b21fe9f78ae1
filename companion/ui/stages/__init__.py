"""The plain stage of games that bring none, and pictures of stages."""
