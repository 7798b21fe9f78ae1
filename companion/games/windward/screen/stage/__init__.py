"""The gas planet on the table screen."""
