"""Ports to the machine: sound, vibration, speech, sharing, screen and clock."""
