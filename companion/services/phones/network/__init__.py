"""The door's own tools: requests within limits, who is one of ours, addresses, and how the play's thread is asked."""
