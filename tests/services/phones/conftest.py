"""Guests on a busy machine."""

import pytest

from companion.services.phones import limits


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes a moment may take seconds here; a test of these limits sets its own."""
    monkeypatch.setattr(limits, "ASLEEP_SECONDS", 60.0)
    monkeypatch.setattr(limits, "AWAY_SECONDS", 600.0)
