"""Powers, Armed Retaliation and secret objectives."""
