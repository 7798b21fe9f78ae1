"""What the library tells of an evening: its plays together, and the records that fell."""
