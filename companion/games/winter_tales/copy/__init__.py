"""My copy: the town as it lies on the owner's board."""
