"""One answer panel per kind of question."""
