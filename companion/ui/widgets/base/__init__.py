"""What all widgets are made of: parts, words, taps, layouts."""
