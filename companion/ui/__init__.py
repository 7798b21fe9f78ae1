"""The screen: app, theme tokens, widgets and screens. Knows questions, not rules."""
