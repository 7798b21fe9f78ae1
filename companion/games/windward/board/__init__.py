"""Board geometry, independent of the table and its questions."""
