"""My copies, and what their editors share."""
