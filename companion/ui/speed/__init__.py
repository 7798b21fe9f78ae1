"""What makes taps quick: work for idle moments, garbage between taps, pictures instead of widgets."""
