"""What is settled before there is a window: where files lie, where the log goes, whether there is a screen."""
