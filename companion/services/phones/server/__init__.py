"""The server of guests' pages: requests, limits, who asks; it knows nothing of plays."""
