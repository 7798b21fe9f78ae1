"""Pages where the table and the app are brought together again: lay it out again, does it match."""
