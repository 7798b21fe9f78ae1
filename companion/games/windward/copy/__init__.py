"""My copy: what the owner's box holds."""
