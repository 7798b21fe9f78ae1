"""The Cresters' night: who flies where, one by one or all at once."""
