"""The town and its residents, independent of table and questions."""
