"""One list of what lies on the table, and what hands must do when it changes."""
