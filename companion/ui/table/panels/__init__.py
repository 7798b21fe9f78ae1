"""One answer panel for each kind of question."""
