"""By hand, on the screen: the card over the question, and a ring on the stage."""
