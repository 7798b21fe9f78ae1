"""One panel for each kind of question."""
