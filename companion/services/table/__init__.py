"""A play on the table without a screen: the controller that every surface draws, the situation, the clocks."""
