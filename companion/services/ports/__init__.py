"""Small ports to the machine: sound, touch, speech, sharing, screen and clock."""
