"""What the app does when something goes wrong: a sentence, a report, a plain page."""
